//! What follows from the puzzle one clause at a time, and from which clause each of it does.
//!
//! Unit propagation over the rules without keeping them: a true x makes its peers false by pair clauses; a false x
//! leaves its cell and its three houses one candidate fewer, and the last one is true. What becomes true is queued, so
//! givens speak first and most reasons lead straight to them.
//!
//! Invariant: the reason of a literal is a clause whose other literals were false before it, so going back from reason
//! to reason ends.

use qedoku_proof::{Formula, Lit};
use qedoku_puzzle::tables::Tables;
use qedoku_puzzle::{Digit, Grid};

use super::numbers::Numbers;

/// A clause with all literals false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conflict(pub(super) u64);

/// The literals that are true, in the order in which they became so.
#[derive(Clone)]
pub(super) struct Trail<'f> {
    pub(super) formula: &'f Formula<'f>,
    pub(super) numbers: Numbers,
    pub(super) tables: &'static Tables,
    pub(super) side: usize,
    trues: Vec<Lit>,
    /// How many of them had their consequences drawn.
    drawn: usize,
    /// For each x its value, if it has one, its place in `trues`, and the number of the clause that made it so.
    facts: Vec<Fact>,
    /// For each cell, and for each house and digit, how many candidates are not false as far as consequences were drawn.
    left: Vec<u8>,
    /// How long `trues` was at each assumption.
    levels: Vec<usize>,
    /// The grids of the claim, and in how many cells each differs from what is true.
    grids: Vec<(Vec<Lit>, usize)>,
}

#[derive(Clone, Copy, Default)]
struct Fact {
    value: Option<bool>,
    place: u32,
    /// 0 for an assumption.
    reason: u64,
}

impl<'f> Trail<'f> {
    /// What follows from the formula alone; a conflict if that is a contradiction.
    pub(super) fn new(formula: &'f Formula<'f>) -> (Trail<'f>, Result<(), Conflict>) {
        let (board, numbers) = (formula.board(), Numbers::of(formula));
        let (side, cells) = (board.side(), board.cell_count());
        let mut trail = Trail {
            formula,
            numbers,
            tables: Tables::of(board),
            side,
            trues: Vec::with_capacity(cells * side),
            drawn: 0,
            facts: vec![Fact::default(); cells * side],
            left: vec![side as u8; 4 * cells],
            levels: Vec::new(),
            grids: Vec::new(),
        };
        let result = trail.begin();
        (trail, result)
    }

    /// Takes in the clauses beside the rules: units, and grids to differ from.
    fn begin(&mut self) -> Result<(), Conflict> {
        let (mut clause, mut units) = (Vec::new(), Vec::new());
        for number in self.numbers.units..=self.formula.clause_count() {
            self.formula.clause(number, &mut clause).expect("a clause of the formula");
            match clause[..] {
                _ if number >= self.numbers.opposites && clause.len() != 1 => {
                    self.grids.push((clause.clone(), clause.len()));
                }
                [unit] => units.push((unit, number)),
                _ => unreachable!("the puzzle is said in units"),
            }
        }
        if let Some(given) = self.grids.iter().position(|(_, left)| *left == 0) {
            return Err(Conflict(self.numbers.opposites + given as u64));
        }
        units.into_iter().try_for_each(|(unit, number)| self.set(unit, number))?;
        self.draw()
    }

    /// Whether the literal is true or false, if that is known.
    pub(super) fn value(&self, lit: Lit) -> Option<bool> {
        self.facts[lit.index()].value.map(|value| value == lit.is_positive())
    }

    /// When a literal, or its opposite, became true.
    pub(super) fn place(&self, lit: Lit) -> usize {
        self.facts[lit.index()].place as usize
    }

    /// The number of the clause that a true or false literal follows from; none for an assumption.
    pub(super) fn reason(&self, lit: Lit) -> Option<u64> {
        Some(self.facts[lit.index()].reason).filter(|number| *number != 0)
    }

    /// The literals that are true, in order.
    pub(super) fn trues(&self) -> &[Lit] {
        &self.trues
    }

    /// Whether every x is true or false.
    pub(super) fn is_full(&self) -> bool {
        self.trues.len() == self.facts.len()
    }

    /// The digits that are known.
    pub(super) fn grid(&self) -> Grid {
        let board = self.formula.board();
        let mut grid = Grid::empty(board);
        for x in self.trues.iter().filter(|lit| lit.is_positive()) {
            grid.set(board.cell(x.index() / self.side), Digit::from_index(x.index() % self.side));
        }
        grid
    }

    /// How many of them follow from the formula alone.
    pub(super) fn root(&self) -> usize {
        self.levels.first().copied().unwrap_or(self.trues.len())
    }

    /// The number of assumptions.
    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    /// An assumption, counted from 0.
    pub(super) fn assumption(&self, level: usize) -> Lit {
        self.trues[self.levels[level]]
    }

    /// The x of a cell and a digit, both from 0.
    pub(super) fn x(&self, cell: usize, digit: usize) -> Lit {
        Lit::from_index(cell * self.side + digit)
    }

    /// Another clause that a true literal follows from.
    pub(super) fn set_reason(&mut self, lit: Lit, number: u64) {
        self.facts[lit.index()].reason = number;
    }

    /// The cells with two candidates left, and the digits with two places left in a house: each pair once.
    pub(super) fn pairs(&self) -> Vec<[Lit; 2]> {
        let cells = self.side * self.side;
        let pair = |counter: usize| {
            let (house, digit) = ((counter / self.side).wrapping_sub(self.side), counter % self.side);
            let x = |place: usize| match counter {
                _ if counter < cells => self.x(counter, place),
                _ => self.x(self.tables.cells_of(house)[place].into(), digit),
            };
            let mut open = (0..self.side).map(x).filter(|x| self.value(*x) != Some(false));
            Some([open.next()?, open.next()?]).filter(|pair| pair.iter().all(|x| self.value(*x).is_none()))
        };
        let mut pairs: Vec<[Lit; 2]> =
            (0..4 * cells).filter(|counter| self.left[*counter] == 2).filter_map(pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Assumes an open literal and draws the consequences.
    pub(super) fn assume(&mut self, lit: Lit) -> Result<(), Conflict> {
        self.levels.push(self.trues.len());
        self.set(lit, 0).expect("an assumption is open");
        self.draw()
    }

    /// Takes back all assumptions but so many, and what followed from them.
    pub(super) fn go_back(&mut self, level: usize) {
        let length = self.levels[level];
        self.levels.truncate(level);
        while self.trues.len() > length {
            let lit = self.trues.pop().expect("there are more");
            if self.trues.len() < self.drawn {
                self.count(lit, 1);
            }
            self.facts[lit.index()] = Fact::default();
        }
        self.drawn = self.drawn.min(length);
    }

    /// Learns that a literal follows from a clause whose other literals are false, and draws the consequences.
    pub(super) fn learn(&mut self, lit: Lit, reason: u64) -> Result<(), Conflict> {
        self.set(lit, reason)?;
        self.draw()
    }

    fn set(&mut self, lit: Lit, reason: u64) -> Result<(), Conflict> {
        match self.value(lit) {
            Some(true) => Ok(()),
            Some(false) => Err(Conflict(reason)),
            None => {
                self.facts[lit.index()] =
                    Fact { value: Some(lit.is_positive()), place: self.trues.len() as u32, reason };
                self.trues.push(lit);
                Ok(())
            }
        }
    }

    fn draw(&mut self) -> Result<(), Conflict> {
        while let Some(&lit) = self.trues.get(self.drawn) {
            self.drawn += 1;
            self.count(lit, -1);
            let (cell, digit) = (lit.index() / self.side, lit.index() % self.side);
            if lit.is_positive() { self.draw_from_true(cell, digit)? } else { self.draw_from_false(cell, digit)? }
        }
        Ok(())
    }

    /// Counts a literal as true, or no longer so.
    fn count(&mut self, lit: Lit, change: i8) {
        let (cell, digit) = (lit.index() / self.side, lit.index() % self.side);
        if lit.is_positive() {
            for (grid, left) in &mut self.grids {
                if grid.binary_search_by_key(&lit.index(), |lit| lit.index()).is_ok() {
                    *left = left.wrapping_add_signed(change.into());
                }
            }
            return;
        }
        for place in self.counters(cell, digit) {
            self.left[place] = self.left[place].wrapping_add_signed(change);
        }
    }

    /// Where the candidates of a cell, and those of a digit in its houses, are counted.
    fn counters(&self, cell: usize, digit: usize) -> [usize; 4] {
        let [row, column, block] = self.tables.houses_of(cell).map(|house| self.side * (self.side + house) + digit);
        [cell, row, column, block]
    }

    fn draw_from_true(&mut self, cell: usize, digit: usize) -> Result<(), Conflict> {
        for other in (0..self.side).filter(|other| *other != digit) {
            self.set(!self.x(cell, other), self.numbers.cell_once(cell, digit, other))?;
        }
        let tables = self.tables;
        for house in tables.houses_of(cell) {
            let cells = tables.cells_of(house);
            let place = cells.iter().position(|other| usize::from(*other) == cell).expect("a cell is in its houses");
            for (other, peer) in cells.iter().enumerate().filter(|(other, _)| *other != place) {
                let number = self.numbers.house_once(house, digit, place, other);
                self.set(!self.x(usize::from(*peer), digit), number)?;
            }
        }
        self.differ()
    }

    /// One cell must differ from each grid.
    fn differ(&mut self) -> Result<(), Conflict> {
        for index in 0..self.grids.len() {
            let number = self.numbers.opposites + index as u64;
            match &self.grids[index] {
                (_, 0) => return Err(Conflict(number)),
                (grid, 1) => {
                    let last = grid.iter().copied().find(|lit| self.value(*lit) != Some(false));
                    self.set(last.ok_or(Conflict(number))?, number)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn draw_from_false(&mut self, cell: usize, digit: usize) -> Result<(), Conflict> {
        let [in_cell, in_houses @ ..] = self.counters(cell, digit);
        if self.left[in_cell] <= 1 {
            let last = (0..self.side).map(|digit| self.x(cell, digit)).find(|x| self.value(*x) != Some(false));
            let number = self.numbers.cell_some(cell);
            self.set(last.ok_or(Conflict(number))?, number)?;
        }
        for (house, counter) in self.tables.houses_of(cell).into_iter().zip(in_houses) {
            if self.left[counter] <= 1 {
                let cells = self.tables.cells_of(house).iter();
                let last = cells.map(|cell| self.x((*cell).into(), digit)).find(|x| self.value(*x) != Some(false));
                let number = self.numbers.house_some(house, digit);
                self.set(last.ok_or(Conflict(number))?, number)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_proof::Claim;
    use qedoku_puzzle::Puzzle;

    fn with_trail(puzzle: &str, then: impl FnOnce(Trail, Result<(), Conflict>)) {
        let (puzzle, claim): (Puzzle, _) = (puzzle.parse().unwrap(), Claim::Exactly(vec![]));
        let formula = Formula::new(&puzzle, &claim);
        let (trail, drawn) = Trail::new(&formula);
        then(trail, drawn);
    }

    /// Fails unless each literal is the only one of its reason that is not false before it.
    fn check_reasons(trail: &Trail) {
        let mut clause = Vec::new();
        for (place, lit) in trail.trues().iter().enumerate() {
            assert_eq!(trail.place(*lit), place);
            let Some(reason) = trail.reason(*lit) else { continue };
            trail.formula.clause(reason, &mut clause).unwrap();
            assert!(clause.contains(lit), "{reason} is no reason for {lit}");
            for other in clause.iter().filter(|other| *other != lit) {
                assert_eq!(trail.value(*other), Some(false));
                assert!(trail.place(*other) < place, "{other} comes after {lit}");
            }
        }
    }

    #[test]
    fn singles_fill_a_grid_with_reasons_that_lead_back_to_the_givens() {
        with_trail("4...3..2...4..2.", |trail, drawn| {
            assert_eq!(drawn, Ok(()));
            assert!(trail.is_full());
            assert_eq!(trail.grid().to_string(), "4231314223141423");
            check_reasons(&trail);
        });
    }

    #[test]
    fn givens_that_clash_are_a_contradiction() {
        with_trail("44..............", |trail, drawn| {
            let Err(Conflict(number)) = drawn else { panic!("there is a contradiction") };
            let mut clause = Vec::new();
            trail.formula.clause(number, &mut clause).unwrap();
            assert!(clause.iter().all(|lit| trail.value(*lit) == Some(false)));
        });
    }

    #[test]
    fn going_back_leaves_things_as_they_were() {
        with_trail("4...3...........", |mut trail, drawn| {
            assert_eq!(drawn, Ok(()));
            let before = (trail.trues().to_vec(), trail.left.clone());
            for [a, b] in trail.pairs() {
                for x in [a, b] {
                    let _ = trail.assume(x);
                    check_reasons(&trail);
                    trail.go_back(0);
                    assert_eq!((trail.trues().to_vec(), trail.left.clone()), before, "after {x}");
                }
            }
        });
    }
}
