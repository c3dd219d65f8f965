//! What follows from the puzzle one set at a time.
//!
//! Unit propagation over the rules without keeping them: a true x makes its peers false ([`Facts`]); a false x leaves its
//! cell and its three houses one candidate fewer, and the last one is true. What becomes true is queued, so givens speak
//! first and most reasons lead straight to them.

use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::{Board, Digit, Grid, Puzzle};

use super::assignment::{Conflict, Facts, Reason};

/// The facts, with all their consequences.
#[derive(Clone)]
pub(super) struct Trail {
    pub(super) facts: Facts,
    board: Board,
    /// How many of them had their consequences drawn.
    drawn: usize,
    /// For each set how many candidates are not false as far as consequences were drawn.
    left: Vec<u8>,
    /// How many facts there were at each assumption.
    levels: Vec<usize>,
    /// In how many cells each grid of the claim differs from what is true.
    differing: Vec<usize>,
}

impl Trail {
    /// What follows from the puzzle and the opposite of the claim; a conflict if that is a contradiction.
    pub(super) fn new(puzzle: &Puzzle, claim: &Claim) -> (Trail, Result<(), Conflict>) {
        let (facts, said) = Facts::new(puzzle, claim);
        let left = vec![facts.side as u8; facts.sets()];
        let differing: Vec<usize> = facts.grids.iter().map(Vec::len).collect();
        let mut trail = Trail { facts, board: puzzle.board(), drawn: 0, left, levels: Vec::new(), differing };
        let result = said.and_then(|()| trail.differ()).and_then(|()| trail.draw());
        (trail, result)
    }

    /// The digits that are known.
    pub(super) fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.board);
        for x in self.facts.trues().iter().filter(|lit| lit.is_positive()) {
            let (cell, digit) = (x.index() / self.facts.side, x.index() % self.facts.side);
            grid.set(self.board.cell(cell), Digit::from_index(digit));
        }
        grid
    }

    /// How many facts rest on no assumption.
    pub(super) fn root(&self) -> usize {
        self.levels.first().copied().unwrap_or(self.facts.trues().len())
    }

    /// The number of assumptions.
    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    /// An assumption, counted from 0.
    pub(super) fn assumption(&self, level: usize) -> CandidateLit {
        self.facts.trues()[self.levels[level]]
    }

    /// The cells with two candidates left, and the digits with two places left in a house: each pair once.
    pub(super) fn pairs(&self) -> Vec<[CandidateLit; 2]> {
        let facts = &self.facts;
        let pair = |set: usize| {
            let mut open =
                (0..facts.side).map(|place| facts.x_of_set(set, place)).filter(|x| facts.value(*x) != Some(false));
            Some([open.next()?, open.next()?]).filter(|pair| pair.iter().all(|x| facts.value(*x).is_none()))
        };
        let mut pairs: Vec<[CandidateLit; 2]> =
            (0..facts.sets()).filter(|set| self.left[*set] == 2).filter_map(pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Assumes an open literal and draws the consequences.
    pub(super) fn assume(&mut self, lit: CandidateLit) -> Result<(), Conflict> {
        self.levels.push(self.facts.trues().len());
        self.learn(lit, Reason::Assumed)
    }

    /// Takes back all assumptions but so many, and what followed from them.
    pub(super) fn go_back(&mut self, level: usize) {
        let length = self.levels[level];
        self.levels.truncate(level);
        for place in length..self.drawn {
            self.count(self.facts.trues()[place], 1);
        }
        self.facts.go_back(length);
        self.drawn = self.drawn.min(length);
    }

    /// Learns that a literal is true for a reason, and draws the consequences.
    pub(super) fn learn(&mut self, lit: CandidateLit, reason: Reason) -> Result<(), Conflict> {
        self.facts.set(lit, reason)?;
        self.draw()
    }

    fn draw(&mut self) -> Result<(), Conflict> {
        while let Some(&lit) = self.facts.trues().get(self.drawn) {
            self.drawn += 1;
            self.count(lit, -1);
            if lit.is_positive() { self.differ()? } else { self.draw_from_false(lit.index())? }
        }
        Ok(())
    }

    /// Counts a literal as true, or no longer so.
    fn count(&mut self, lit: CandidateLit, change: i8) {
        if lit.is_positive() {
            for (grid, differing) in self.facts.grids.iter().zip(&mut self.differing) {
                if grid.binary_search_by_key(&lit.index(), |lit| lit.index()).is_ok() {
                    *differing = differing.wrapping_add_signed(change.into());
                }
            }
            return;
        }
        for set in self.sets_of(lit.index()) {
            self.left[set] = self.left[set].wrapping_add_signed(change);
        }
    }

    /// The four sets of an x.
    fn sets_of(&self, x: usize) -> [usize; 4] {
        let (cell, digit, side) = (x / self.facts.side, x % self.facts.side, self.facts.side);
        let [row, column, block] = self.facts.tables.houses_of(cell).map(|house| side * (side + house) + digit);
        [cell, row, column, block]
    }

    /// One cell must differ from each grid.
    fn differ(&mut self) -> Result<(), Conflict> {
        for index in 0..self.differing.len() {
            if self.differing[index] <= 1 {
                let number = (self.facts.sets() + 1 + index) as u64;
                self.facts.apply(number, &[])?;
            }
        }
        Ok(())
    }

    fn draw_from_false(&mut self, x: usize) -> Result<(), Conflict> {
        for set in self.sets_of(x) {
            if self.left[set] <= 1 {
                self.facts.apply(set as u64 + 1, &[])?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trail(puzzle: &str) -> (Trail, Result<(), Conflict>) {
        Trail::new(&puzzle.parse().unwrap(), &Claim::Exactly(vec![]))
    }

    /// Fails unless each fact follows from facts before it.
    fn check_reasons(facts: &Facts) {
        let place = |lit: CandidateLit| facts.trues().iter().position(|one| *one == lit);
        for (here, lit) in facts.trues().iter().enumerate() {
            match facts.reason(*lit) {
                Reason::Assumed | Reason::Puzzle => {}
                Reason::Once(x) => assert!(place(CandidateLit::from_index(x as usize)).unwrap() < here),
                Reason::Clause(number) => {
                    let xs: Vec<CandidateLit> =
                        (0..facts.side).map(|place| facts.x_of_set(number as usize - 1, place)).collect();
                    assert!(xs.contains(lit), "{number} is no reason for {lit}");
                    assert!(xs.iter().all(|x| x == lit || place(!*x).unwrap() < here), "{lit} comes too early");
                }
                Reason::Unit(_) => panic!("there are no steps"),
            }
        }
    }

    #[test]
    fn singles_fill_a_grid_with_reasons_that_lead_back_to_the_givens() {
        let (trail, drawn) = trail("4...3..2...4..2.");
        assert_eq!(drawn, Ok(()));
        assert!(trail.facts.is_full());
        assert_eq!(trail.grid().to_string(), "4231314223141423");
        check_reasons(&trail.facts);
    }

    #[test]
    fn givens_that_clash_are_a_contradiction() {
        let (trail, drawn) = trail("44..............");
        let Err(Conflict::Clash(lit, Reason::Puzzle)) = drawn else { panic!("there is a contradiction") };
        assert_eq!(trail.facts.value(lit), Some(false));
    }

    #[test]
    fn going_back_leaves_things_as_they_were() {
        let (mut trail, drawn) = trail("4...3...........");
        assert_eq!(drawn, Ok(()));
        let before = (trail.facts.trues().to_vec(), trail.left.clone());
        let pairs = trail.pairs();
        assert!(!pairs.is_empty());
        for x in pairs.into_iter().flatten() {
            let _ = trail.assume(x);
            check_reasons(&trail.facts);
            trail.go_back(0);
            assert_eq!((trail.facts.trues().to_vec(), trail.left.clone()), before, "after {x}");
        }
    }
}
