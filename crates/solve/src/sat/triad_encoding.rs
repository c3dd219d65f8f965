//! A pruned puzzle in few clauses: the houses speak of triads, not of cells.
//!
//! A triad is where a row or column crosses a box; its variable t says "the digit is in this triad".
//!
//! ```text
//!   x x x | x x x | x x x     t(row 1, box 1, 7) ∨ t(row 1, box 2, 7) ∨ t(row 1, box 3, 7), and no two of them;
//!   x x x |       |           t(row 1, box 1, 7) ∨ t(row 2, box 1, 7) ∨ t(row 3, box 1, 7), and no two of them;
//!   x x x |       |           t(row 1, box 1, 7) → one of its three x's, and each of these x's → t.
//! ```
//!
//! The same for columns. That no triad holds a digit twice is not said: two x's of a row's triad lie in two columns of the
//! box, and no two of those have the digit. So one true x makes all others of its three houses false by unit propagation.
//!
//! A house of n cells has √n triads if boxes are square. An empty board then needs 2n³ clauses from x's to triads and 2n²√n back,
//! 5n² for "some" and 2n²(n - √n) for "no two" in houses, and for the cells n² times what [`Amo::Product`] takes for n literals:
//! 36x36 327,888 clauses, 100x100 6,630,000 and 144x144 19,388,160, where pairs need 3.3, 198 and 854 million. `CaDiCaL` holds
//! the largest in 3.2 GB.
//!
//! Why this is no scheme of `encode`: it is right only for a pruned puzzle, where every open cell has two candidates or more
//! and every digit a place, so it cannot be compared with the others on a file. On 36x36 and 49x49 it takes fewer
//! conflicts than pairs and more time for each, and wins nothing; what it saves is memory.

use qedoku_encode::{Amo, ClauseGroup, ClauseSink, Encoding, Formula, FormulaSize, Lit, Var, VarAllocator};
use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Cell, Digit, DigitSet, HouseKind};

/// A pruned puzzle, said with triads.
#[derive(Debug)]
pub struct TriadEncoding<'p> {
    /// The numbers of the x's, and what they mean.
    encoding: Encoding<'p>,
    /// By cell.
    candidates: Vec<DigitSet>,
}

impl<'p> TriadEncoding<'p> {
    /// The same puzzle as this encoding, which must be one of a pruned puzzle with the numbering `open`.
    pub(super) fn new(encoding: Encoding<'p>) -> TriadEncoding<'p> {
        let candidates = encoding.puzzle().initial_candidates();
        TriadEncoding { encoding, candidates }
    }

    /// The same puzzle with the same x's, said plainly.
    pub(super) fn encoding(&self) -> &Encoding<'p> {
        &self.encoding
    }

    fn board(&self) -> Board {
        self.encoding.puzzle().board()
    }

    /// The x of a candidate; none if it is no candidate, or given.
    fn x(&self, cell: Cell, digit: Digit) -> Option<Lit> {
        self.encoding.variables().var(cell, digit).map(Var::positive)
    }
}

impl Formula for TriadEncoding<'_> {
    fn emit<S: ClauseSink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        let mut fresh = VarAllocator::after(self.encoding.variables().max_var());
        let mut sending = Sending { triads: self, tables: HouseTables::of(self.board()), fresh: &mut fresh, sink };
        sending.cells()?;
        for kind in [HouseKind::Row, HouseKind::Column] {
            sending.strips(kind)?;
        }
        Ok(fresh.max_var())
    }

    fn is_problem_var(&self, var: Var) -> bool {
        self.encoding.is_problem_var(var)
    }

    fn comments(&self, size: &FormulaSize) -> Vec<String> {
        self.encoding.comments(size)
    }
}

/// One run over the formula.
struct Sending<'a, 'p, S> {
    triads: &'a TriadEncoding<'p>,
    tables: &'static HouseTables,
    fresh: &'a mut VarAllocator,
    sink: &'a mut S,
}

impl<S: ClauseSink> Sending<'_, '_, S> {
    fn cells(&mut self) -> Result<(), S::Error> {
        for (cell, candidates) in self.triads.board().cells().zip(&self.triads.candidates) {
            let xs: Vec<Lit> = candidates.iter().filter_map(|digit| self.triads.x(cell, digit)).collect();
            if !xs.is_empty() {
                self.sink.begin_group(ClauseGroup::CellAtLeastOne(cell))?;
                self.sink.add_clause(&xs)?;
                Amo::Product.encode(&xs, self.fresh, self.sink)?;
            }
        }
        Ok(())
    }

    /// The bands with their rows and boxes, or the stacks with their columns and boxes.
    fn strips(&mut self, kind: HouseKind) -> Result<(), S::Error> {
        let board = self.triads.board();
        let crossing = if kind == HouseKind::Row { board.box_width() } else { board.box_height() };
        let lines = board.side() / crossing; // of a strip, and as many boxes
        for strip in 0..board.side() / lines {
            for digit in board.digits() {
                let first = kind as usize * board.side() + strip * lines;
                self.strip(first..first + lines, crossing, digit)?;
            }
        }
        Ok(())
    }

    /// A digit in a band or stack: every line and every box has it in one of their triads.
    fn strip(&mut self, lines: std::ops::Range<usize>, crossing: usize, digit: Digit) -> Result<(), S::Error> {
        let mut of_boxes = vec![Vec::new(); lines.len()];
        for line in lines {
            let mut of_line = Vec::new();
            for (place, cells) in self.tables.cells_of(line).chunks(crossing).enumerate() {
                let triad = self.triad(cells, digit)?;
                of_line.extend(triad);
                of_boxes[place].extend(triad);
            }
            self.exactly_one(&of_line)?;
        }
        of_boxes.iter().try_for_each(|of_box| self.exactly_one(of_box))
    }

    /// A literal that says "the digit is in these cells"; none where it cannot be, or is given in their house.
    fn triad(&mut self, cells: &[u16], digit: Digit) -> Result<Option<Lit>, S::Error> {
        let board = self.triads.board();
        let xs: Vec<Lit> =
            cells.iter().filter_map(|cell| self.triads.x(board.cell(usize::from(*cell)), digit)).collect();
        let [_, _, ..] = xs[..] else { return Ok(xs.first().copied()) };
        let triad = self.fresh.new_lit();
        for x in &xs {
            self.sink.add_clause(&[!*x, triad])?;
        }
        let some: Vec<Lit> = xs.into_iter().chain([!triad]).collect();
        self.sink.add_clause(&some)?;
        Ok(Some(triad))
    }

    /// Nothing to say of none: the house was given the digit.
    fn exactly_one(&mut self, triads: &[Lit]) -> Result<(), S::Error> {
        if triads.is_empty() {
            return Ok(());
        }
        self.sink.add_clause(triads)?;
        self.sink.pairwise_at_most_one(triads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preprocess::propagate;
    use crate::sat::{SatEncoding, SolutionEnumerator};
    use crate::{Interrupt, Solver};
    use qedoku_encode::{EncodingOptions, Numbering, Scheme};
    use qedoku_puzzle::{Grid, Puzzle};
    use std::collections::HashSet;

    fn triads(puzzle: &Puzzle) -> TriadEncoding<'_> {
        let options =
            EncodingOptions { scheme: Scheme::Reduced, numbering: Numbering::Open, ..EncodingOptions::default() };
        TriadEncoding::new(Encoding::new(puzzle, options).unwrap())
    }

    fn empty(side: usize) -> Puzzle {
        Puzzle::new(Grid::empty(Board::of_side(side).unwrap()))
    }

    /// Boards with boxes of every shape, pruned after three of their rows were left open.
    #[test]
    fn all_solutions_are_found_and_no_others() {
        let found = |puzzle: &Puzzle| {
            let search = SolutionEnumerator::new(SatEncoding::Triads(triads(puzzle)), &Interrupt::default());
            search.map(Result::unwrap).collect::<HashSet<Grid>>()
        };
        assert_eq!(found(&empty(4)).len(), 288);
        for (height, width) in [(2, 3), (3, 2), (3, 3), (2, 5), (3, 4)] {
            let board = Board::new(height, width).unwrap();
            let mut givens = crate::solve(&Puzzle::new(Grid::empty(board))).solutions()[0].clone();
            board.cells().filter(|cell| cell.row() < 3).for_each(|cell| givens.set(cell, None));
            let left = propagate(&Puzzle::new(givens)).unwrap();
            let expected: HashSet<Grid> = Solver::default().solutions(&left).map(Result::unwrap).collect();
            assert!(!expected.is_empty());
            assert_eq!(found(&left), expected, "{board}");
        }
    }

    #[test]
    fn sizes_are_as_the_head_says() {
        let clauses = |side| triads(&empty(side)).size().clauses;
        assert_eq!([36, 100, 144].map(clauses), [327_888, 6_630_000, 19_388_160]);
    }
}
