//! Reduction of a puzzle: its redundant givens, and the minimal puzzles that remain when givens are removed.
//!
//! A given is *redundant* if the solution stays unique without it, else *needed*. Several redundant givens can seldom be removed
//! together, so a puzzle usually contains many minimal puzzles.
//!
//! One query decides a given: is there a solution of the other givens with another digit in this cell? If so, the cells in
//! which that solution differs are an unavoidable set: a puzzle without a given in one of them is ambiguous. These sets are
//! kept, and they answer most later queries without a search. A given that is needed stays needed when others are removed,
//! so one pass over the givens yields a minimal puzzle.
//!
//! All minimal puzzles are enumerated by branching on a redundant given: remove it, or keep it for good. The needed givens and
//! those kept for good are in every minimal puzzle of a branch. A branch ends if they make one of the latter redundant.
//!
//! The results do not depend on which second solutions the engine finds.

use std::fmt;

use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Answer, Board, Candidate, DigitSet, Grid, Puzzle};
use qedoku_solve::{Engine, Interrupt, SatEngine, SolveError, Solver};

/// A puzzle with one solution, whose givens can be removed.
///
/// ```
/// use qedoku_generate::Reducer;
/// use qedoku_solve::Interrupt;
///
/// let mut reducer = Reducer::new(&"4...3..2...4.42.".parse()?, &Interrupt::default())?;
/// let redundant: Vec<String> = reducer.redundant_givens()?.iter().map(ToString::to_string).collect();
/// assert_eq!(redundant, ["r1c1=4", "r3c4=4", "r4c2=4"]);
/// assert_eq!(reducer.minimize(0)?.givens().filled_count(), 4);
/// let minimal: Result<Vec<_>, _> = reducer.minimal_puzzles().collect();
/// assert_eq!(minimal?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reducer {
    solver: Solver,
    puzzle: Puzzle,
    solution: Grid,
    /// The givens, in reading order.
    givens: Vec<Candidate>,
    /// Unavoidable sets that were found, as sets of givens.
    unavoidable: Vec<GivenSet>,
}

/// A set of indices of givens.
#[derive(Clone, PartialEq, Eq)]
struct GivenSet(Vec<u64>);

/// Iterator over all minimal puzzles: see [`Reducer::minimal_puzzles`].
pub struct MinimalPuzzles<'r> {
    reducer: &'r mut Reducer,
    /// Open branches; the last one is next.
    branches: Vec<Branch>,
}

/// All minimal puzzles with givens in `kept` that contain `forced`.
#[derive(Clone)]
struct Branch {
    kept: GivenSet,
    /// Givens that are kept for good, although they were redundant.
    forced: GivenSet,
    /// Givens that are known to be needed in `kept`.
    needed: GivenSet,
}

impl Reducer {
    /// Solves the puzzle. Fails with [`SolveError::NotUnique`] if it has no solution or several. Setting `interrupt` ends this and
    /// all later work.
    pub fn new(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Reducer, SolveError> {
        // Most queries have no solution; tabu search would only delay the SAT solver.
        let is_classic = puzzle.board() == Board::CLASSIC;
        let engine = if is_classic { Engine::Auto } else { Engine::Sat(SatEngine::default()) };
        let solver = Solver::new(engine).with_interrupt(interrupt);
        let solution = match solver.solve(puzzle)? {
            Answer::One(solution) => solution,
            other => return Err(SolveError::NotUnique(other.as_str())),
        };
        let givens = puzzle.givens().filled().map(|(cell, digit)| Candidate::new(cell, digit)).collect();
        Ok(Reducer { solver, puzzle: puzzle.clone(), solution, givens, unavoidable: Vec::new() })
    }

    /// The solution.
    pub fn solution(&self) -> &Grid {
        &self.solution
    }

    /// The givens that are redundant on their own, in reading order.
    pub fn redundant_givens(&mut self) -> Result<Vec<Candidate>, SolveError> {
        let all = GivenSet::first(self.givens.len());
        let mut redundant = Vec::new();
        for given in 0..self.givens.len() {
            if !self.is_needed(&all, given)? {
                redundant.push(self.givens[given]);
            }
        }
        Ok(redundant)
    }

    /// A minimal puzzle: givens are removed in the random order of the seed.
    pub fn minimize(&mut self, seed: u64) -> Result<Puzzle, SolveError> {
        let mut order: Vec<usize> = (0..self.givens.len()).collect();
        Rng::new(seed, 0).shuffle(&mut order);
        let mut kept = GivenSet::first(self.givens.len());
        for given in order {
            if !self.is_needed(&kept, given)? {
                kept.remove(given);
            }
        }
        Ok(self.puzzle_of(&kept))
    }

    /// All minimal puzzles, each once. There may be astronomically many: limit their number with `take`.
    pub fn minimal_puzzles(&mut self) -> MinimalPuzzles<'_> {
        let none = GivenSet::first(0).resized(self.givens.len());
        let root = Branch { kept: GivenSet::first(self.givens.len()), forced: none.clone(), needed: none };
        MinimalPuzzles { branches: vec![root], reducer: self }
    }

    /// Whether the other kept givens leave another digit for the cell of this one.
    fn is_needed(&mut self, kept: &GivenSet, given: usize) -> Result<bool, SolveError> {
        if self.unavoidable.iter().any(|set| set.meets_only_in(kept, given)) {
            return Ok(true);
        }
        let mut others = kept.clone();
        others.remove(given);
        let Candidate { cell, digit } = self.givens[given];
        let other_digits = DigitSet::all(self.puzzle.board().side()) - DigitSet::only(digit);
        let query = self.puzzle_of(&others).with_allowed(cell, other_digits);
        let Some(second) = self.solver.solutions(&query).next().transpose()? else { return Ok(false) };
        let mut differences = GivenSet::first(0).resized(self.givens.len());
        for (index, given) in self.givens.iter().enumerate() {
            if second.get(given.cell) != Some(given.digit) {
                differences.insert(index);
            }
        }
        self.unavoidable.push(differences);
        Ok(true)
    }

    /// The puzzle with some of the givens. Eliminated candidates stay eliminated.
    fn puzzle_of(&self, kept: &GivenSet) -> Puzzle {
        let board = self.puzzle.board();
        let mut allowed: Vec<DigitSet> = board.cells().map(|cell| self.puzzle.allowed(cell)).collect();
        for (index, given) in self.givens.iter().enumerate() {
            if !kept.contains(index) {
                allowed[board.index(given.cell)] = DigitSet::all(board.side());
            }
        }
        Puzzle::with_candidates(board, allowed)
    }
}

impl MinimalPuzzles<'_> {
    /// Descends in a branch by removing redundant givens until none is left. Branches that keep them are left open.
    fn descend(&mut self, mut branch: Branch) -> Result<Option<Puzzle>, SolveError> {
        loop {
            let redundant = branch.find_redundant(self.reducer)?;
            if !branch.forced_are_needed(self.reducer)? {
                return Ok(None);
            }
            let Some(given) = redundant else { return Ok(Some(self.reducer.puzzle_of(&branch.kept))) };
            let mut keeping = branch.clone();
            keeping.forced.insert(given);
            self.branches.push(keeping);
            branch.kept.remove(given);
        }
    }
}

impl Branch {
    /// The first redundant given that may be removed. The givens before it are known to be needed or forced.
    fn find_redundant(&mut self, reducer: &mut Reducer) -> Result<Option<usize>, SolveError> {
        for given in 0..reducer.givens.len() {
            let is_open = self.kept.contains(given) && !self.forced.contains(given) && !self.needed.contains(given);
            if is_open {
                if !reducer.is_needed(&self.kept, given)? {
                    return Ok(Some(given));
                }
                self.needed.insert(given);
            }
        }
        Ok(None)
    }

    /// Whether each forced given is needed next to the other givens that all minimal puzzles of the branch have. If one is not,
    /// it is redundant in all of them, so there are none.
    fn forced_are_needed(&self, reducer: &mut Reducer) -> Result<bool, SolveError> {
        let base = self.forced.union(&self.needed);
        for given in (0..reducer.givens.len()).filter(|given| self.forced.contains(*given)) {
            if !reducer.is_needed(&base, given)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// After an error the iterator ends.
impl Iterator for MinimalPuzzles<'_> {
    type Item = Result<Puzzle, SolveError>;

    fn next(&mut self) -> Option<Result<Puzzle, SolveError>> {
        while let Some(branch) = self.branches.pop() {
            match self.descend(branch) {
                Ok(Some(puzzle)) => return Some(Ok(puzzle)),
                Ok(None) => {}
                Err(error) => {
                    self.branches.clear();
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

impl GivenSet {
    /// The givens below `count`.
    fn first(count: usize) -> GivenSet {
        let mut set = GivenSet(vec![0; count.div_ceil(64)]);
        (0..count).for_each(|given| set.insert(given));
        set
    }

    /// The same set, with room for `count` givens.
    fn resized(mut self, count: usize) -> GivenSet {
        self.0.resize(count.div_ceil(64), 0);
        self
    }

    fn insert(&mut self, given: usize) {
        self.0[given / 64] |= 1 << (given % 64);
    }

    fn remove(&mut self, given: usize) {
        self.0[given / 64] &= !(1 << (given % 64));
    }

    fn contains(&self, given: usize) -> bool {
        self.0[given / 64] >> (given % 64) & 1 == 1
    }

    fn union(&self, other: &GivenSet) -> GivenSet {
        GivenSet(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }

    /// Whether the only given in both sets is this one.
    fn meets_only_in(&self, other: &GivenSet, given: usize) -> bool {
        let expected = |word| if word == given / 64 { 1 << (given % 64) } else { 0 };
        self.0.iter().zip(&other.0).enumerate().all(|(word, (a, b))| a & b == expected(word))
    }
}

impl fmt::Debug for Reducer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reducer").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}

impl fmt::Debug for MinimalPuzzles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MinimalPuzzles").field("reducer", &self.reducer).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn reducer(text: &str) -> Reducer {
        Reducer::new(&text.parse().unwrap(), &Interrupt::default()).unwrap()
    }

    fn is_unique(puzzle: &Puzzle) -> bool {
        matches!(qedoku_solve::solve(puzzle), Answer::One(_))
    }

    /// The puzzles without one of the givens.
    fn without_one(puzzle: &Puzzle) -> impl Iterator<Item = (Candidate, Puzzle)> {
        let givens = puzzle.givens().filled().map(|(cell, digit)| Candidate::new(cell, digit)).collect::<Vec<_>>();
        let puzzle = puzzle.clone();
        givens.into_iter().map(move |given| {
            let mut fewer = puzzle.givens().clone();
            fewer.set(given.cell, None);
            (given, Puzzle::new(fewer))
        })
    }

    fn is_minimal(puzzle: &Puzzle) -> bool {
        is_unique(puzzle) && without_one(puzzle).all(|(_, fewer)| !is_unique(&fewer))
    }

    /// All minimal puzzles of a 4x4 puzzle, by trying all subsets of its givens.
    fn by_brute_force(puzzle: &Puzzle) -> BTreeSet<String> {
        let givens: Vec<_> = puzzle.givens().filled().collect();
        let subset = |bits: u32| {
            let mut grid = Grid::empty(puzzle.board());
            let chosen = givens.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
            chosen.for_each(|(_, (cell, digit))| grid.set(*cell, *digit));
            Puzzle::new(grid)
        };
        let puzzles = (0..1 << givens.len()).map(subset).filter(|puzzle| puzzle.givens().filled_count() < 9);
        puzzles.filter(is_minimal).map(|puzzle| puzzle.to_string()).collect()
    }

    const NINE: &str = "126745938759183642483629157897316524..24.....3.5....1.9...........274.9...8....6.";

    #[test]
    fn redundant_givens_are_those_that_can_be_removed_alone() {
        for text in ["4...3..2...4.42.", "4231314223......", NINE] {
            let puzzle: Puzzle = text.parse().unwrap();
            let expected = without_one(&puzzle).filter(|(_, fewer)| is_unique(fewer)).map(|(given, _)| given);
            assert_eq!(reducer(text).redundant_givens().unwrap(), expected.collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn a_seed_leads_to_one_minimal_puzzle_of_the_same_solution() {
        let six = Grid::cyclic_shift(Board::of_side(6).unwrap()).to_string();
        for text in ["4...3..2...4.42.", NINE, &six] {
            let puzzles: Vec<Puzzle> = (0..4).map(|seed| reducer(text).minimize(seed).unwrap()).collect();
            assert_eq!(reducer(text).minimize(0).unwrap(), puzzles[0]);
            for puzzle in &puzzles {
                assert!(is_minimal(puzzle), "{text}: {puzzle}");
                assert_eq!(qedoku_solve::solve(puzzle), Answer::One(reducer(text).solution().clone()));
            }
            assert!(text.len() == 16 || puzzles.iter().any(|puzzle| *puzzle != puzzles[0]), "{text}: seeds differ");
        }
    }

    #[test]
    fn the_enumeration_finds_every_minimal_puzzle_once() {
        for text in ["4...3..2...4.42.", "4231314223......", "42313142231414..", "..2..3.114......"] {
            let found: Vec<String> =
                reducer(text).minimal_puzzles().map(|puzzle| puzzle.unwrap().to_string()).collect();
            let distinct: BTreeSet<String> = found.iter().cloned().collect();
            assert_eq!((distinct.len(), &distinct), (found.len(), &by_brute_force(&text.parse().unwrap())), "{text}");
        }
    }

    #[test]
    fn the_enumeration_on_9x9_yields_minimal_puzzles() {
        let mut nine = reducer(NINE);
        let found: Vec<Puzzle> = nine.minimal_puzzles().take(50).collect::<Result<_, _>>().unwrap();
        assert_eq!(found.iter().map(ToString::to_string).collect::<BTreeSet<_>>().len(), 50);
        assert!(found.iter().all(is_minimal));
    }

    #[test]
    fn puzzles_without_a_unique_solution_are_refused() {
        for (text, verdict) in [("4...3..2...4....", "many"), ("44..............", "none")] {
            let error = Reducer::new(&text.parse().unwrap(), &Interrupt::default()).unwrap_err();
            assert!(matches!(error, SolveError::NotUnique(answer) if answer == verdict), "{text}: {error}");
        }
    }

    #[test]
    fn eliminated_candidates_stay_eliminated() {
        let restricted: Puzzle = "4...3..2...4....; eliminated r1c3=1 r4c1=1 r4c2=1".parse().unwrap();
        if let Ok(mut reducer) = Reducer::new(&restricted, &Interrupt::default()) {
            assert!(reducer.minimize(0).unwrap().has_eliminations());
        } else {
            panic!("the eliminations leave one solution");
        }
    }

    #[test]
    fn an_interrupted_reduction_is_an_error() {
        let interrupt = Interrupt::default();
        let mut reducer = Reducer::new(&"4...3..2...4.42.".parse().unwrap(), &interrupt).unwrap();
        interrupt.set();
        assert!(matches!(reducer.minimize(0), Err(SolveError::Interrupted)));
        let results: Vec<_> = reducer.minimal_puzzles().collect();
        assert!(matches!(results[..], [Err(SolveError::Interrupted)]));
    }
}
