//! Models of every scheme, at-most-one encoding and numbering, enumerated on small boards.

mod propagation;

use std::collections::HashSet;

use qedoku_encode::{Amo, ClauseFamily, Encoding, EncodingOptions, Formula, Lit, Numbering, Repeats, Scheme};
use qedoku_puzzle::{Board, Grid, Puzzle, referee};

use propagation::{extends, propagate};

/// All models projected to the problem variables, by unit propagation and branching. Auxiliary variables are not
/// branched on before all problem variables are set, so each projection is found once.
struct Models<'e> {
    clauses: Vec<Vec<Lit>>,
    encoding: &'e Encoding<'e>,
    grids: HashSet<Grid>,
    count: usize,
    /// The search ends when it has found this many models.
    limit: usize,
}

impl<'e> Models<'e> {
    fn of(encoding: &'e Encoding<'e>) -> Models<'e> {
        Models::up_to(encoding, usize::MAX)
    }

    fn up_to(encoding: &'e Encoding<'e>, limit: usize) -> Models<'e> {
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let Ok(max_var) = encoding.emit(&mut clauses);
        let mut models = Models { clauses, encoding, grids: HashSet::new(), count: 0, limit };
        models.search(vec![None; max_var as usize + 1]);
        models
    }

    fn search(&mut self, mut values: Vec<Option<bool>>) {
        if self.count >= self.limit || !propagate(&self.clauses, &mut values) {
            return;
        }
        let max_problem_var = self.encoding.variables().max_var() as usize;
        let is_problem_var = |var: &usize| {
            let var = qedoku_encode::Var::new(*var as u32).unwrap();
            self.encoding.variables().candidate(var).is_some()
        };
        let open = (1..=max_problem_var).filter(is_problem_var).find(|var| values[*var].is_none());
        let Some(open) = open else {
            if extends(&self.clauses, values.clone()) {
                self.count += 1;
                self.grids.insert(self.grid(&values));
            }
            return;
        };
        for value in [true, false] {
            let mut branch = values.clone();
            branch[open] = Some(value);
            self.search(branch);
        }
    }

    fn grid(&self, values: &[Option<bool>]) -> Grid {
        let mut grid = self.encoding.puzzle().givens().clone();
        for (var, value) in values.iter().enumerate().skip(1).filter(|(_, value)| **value == Some(true)) {
            let _ = value;
            let var = qedoku_encode::Var::new(var as u32).unwrap();
            if let Some((cell, digit)) = self.encoding.variables().candidate(var) {
                grid.set(cell, digit);
            }
        }
        grid
    }
}

fn all_options() -> impl Iterator<Item = EncodingOptions> {
    let schemes = Scheme::ALL.into_iter().map(|(scheme, _)| scheme);
    schemes.flat_map(|scheme| {
        Amo::ALL.into_iter().flat_map(move |(amo, _)| {
            [Repeats::Keep, Repeats::Drop].into_iter().flat_map(move |repeats| {
                Numbering::ALL.into_iter().map(move |(numbering, _)| EncodingOptions {
                    scheme,
                    amo,
                    repeats,
                    numbering,
                    ..EncodingOptions::default()
                })
            })
        })
    })
}

/// All solutions by backtracking over cells: slow and obviously right.
fn solutions(puzzle: &Puzzle, grid: &mut Grid, found: &mut HashSet<Grid>) {
    let board = puzzle.board();
    let Some(cell) = board.cells().find(|cell| grid.get(*cell).is_none()) else {
        found.insert(grid.clone());
        return;
    };
    for digit in puzzle.allowed(cell) {
        if board.peers(cell).all(|peer| grid.get(peer) != Some(digit)) {
            grid.set(cell, digit);
            solutions(puzzle, grid, found);
            grid.set(cell, None);
        }
    }
}

fn complete_options() -> impl Iterator<Item = EncodingOptions> {
    all_options().filter(|options| options.check().is_ok() && options.scheme.is_complete())
}

#[test]
fn models_are_exactly_the_solutions_in_every_complete_scheme() {
    let texts = [
        ".... .... .... ....",
        "1.3. .... .... ..2.",
        "1... .... .... ....",
        "12.. 34.. .... ....",
        "1234 3412 2143 432.",
        "1234 3412 2143 4321",
        "11.. .... .... ....",
        "123. ...4 .... ....",
    ];
    for text in texts {
        let puzzle: Puzzle = text.parse().unwrap();
        let mut expected = HashSet::new();
        solutions(&puzzle, &mut Grid::empty(puzzle.board()), &mut expected);
        for options in complete_options() {
            let encoding = Encoding::new(&puzzle, options).unwrap();
            let models = Models::of(&encoding);
            assert_eq!(models.count, expected.len(), "{text} {options:?}");
            assert_eq!(models.grids, expected, "{text} {options:?}");
        }
    }
}

#[test]
fn the_empty_4x4_has_288_solutions_and_each_passes_the_referee() {
    let empty = Puzzle::new(Grid::empty(Board::of_side(4).unwrap()));
    let encoding = Encoding::new(&empty, EncodingOptions::default()).unwrap();
    let models = Models::of(&encoding);
    assert_eq!(models.count, 288);
    assert!(models.grids.iter().all(|grid| referee::check(&empty, grid).is_ok()));
}

/// Every solution is a model of every set of families, so a set is complete if and only if it has no more models than the 288
/// solutions of the empty 4x4.
#[test]
fn the_complete_sets_of_families_are_those_without_further_models() {
    let empty = Puzzle::new(Grid::empty(Board::of_side(4).unwrap()));
    let mut complete = 0;
    for set in 0_u32..256 {
        let families = ClauseFamily::RULES.into_iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
        let scheme = Scheme::from_families(families.map(|(_, family)| family));
        for repeats in [Repeats::Keep, Repeats::Drop] {
            let options = EncodingOptions { scheme, repeats, ..EncodingOptions::default() };
            let encoding = Encoding::new(&empty, options).unwrap();
            let models = Models::up_to(&encoding, 289).count;
            assert!(models >= 288, "{scheme} excludes a solution");
            assert_eq!(scheme.is_complete(), models == 288, "{scheme}");
        }
        assert_eq!(
            scheme.is_complete(),
            EncodingOptions { scheme, ..EncodingOptions::default() }.check_for_solving().is_ok()
        );
        complete += usize::from(scheme.is_complete());
    }
    assert_eq!(complete, 79);
}

/// Without cell clauses the digits are independent of each other: each of the 4 has its 16 placements.
#[test]
fn scheme_houses_has_all_placements_of_each_digit_as_models() {
    let empty = Puzzle::new(Grid::empty(Board::of_side(4).unwrap()));
    let options = EncodingOptions { scheme: Scheme::HOUSES, ..EncodingOptions::default() };
    assert!(!Scheme::HOUSES.is_complete());
    assert_eq!(Models::of(&Encoding::new(&empty, options).unwrap()).count, 16_usize.pow(4));
}
