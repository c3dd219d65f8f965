//! Triad encoding: a compact formula for preprocessed large boards, with an auxiliary variable per triad and digit.
//!
//! A triad is the intersection of a line (row or column) and a box; its variable t means "the digit is in this triad".
//!
//! ```text
//!   x x x | x x x | x x x     exactly one of t(row 1, box 1, 7), t(row 1, box 2, 7), t(row 1, box 3, 7);
//!   x x x |       |           exactly one of t(row 1, box 1, 7), t(row 2, box 1, 7), t(row 3, box 1, 7);
//!   x x x |       |           t(row 1, box 1, 7) → one of its three x's, and each of these x's → t.
//! ```
//!
//! The same for columns. At most one x per triad needs no clause: two x's of a row's triad lie in two columns of the box, and the
//! column triads exclude that. So one true x falsifies all others of its three houses by unit propagation.
//!
//! A house of n cells has √n triads if boxes are square. An empty board then needs 2n³ clauses from x's to triads and 2n²√n back,
//! 5n² at-least-one and 2n²(n - √n) at-most-one clauses for houses, and for the cells n² times those of [`Amo::Product`] over n
//! literals: 327,888 clauses on 36x36, 6,630,000 on 100x100 and 19,388,160 on 144x144, where pairwise needs 3.3, 198 and 854
//! million. `CaDiCaL` holds the largest in 3.2 GB.
//!
//! It is not a scheme of `qedoku-encode` because it is correct only for a preprocessed puzzle, where every open cell has at least two
//! candidates and every digit a place. On 36x36 and 49x49 it needs fewer conflicts than pairwise and more time per
//! conflict, and is no faster; it saves memory. Triads are those of tdoku (T. Dillon, 2019).

use qedoku_encode::{Amo, ClauseGroup, ClauseSink, Encoding, Formula, FormulaSize, Lit, Var, VarAllocator};
use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Cell, Digit, DigitSet, HouseKind};

/// A preprocessed puzzle in the triad encoding.
#[derive(Debug)]
pub struct TriadEncoding<'p> {
    /// The direct encoding, for its problem variables.
    encoding: Encoding<'p>,
    /// The candidates of each cell.
    candidates: Vec<DigitSet>,
}

impl<'p> TriadEncoding<'p> {
    /// The triad encoding with the problem variables of a direct one; that must be of a preprocessed puzzle with numbering `open`.
    pub(super) fn new(encoding: Encoding<'p>) -> TriadEncoding<'p> {
        let candidates = encoding.puzzle().initial_candidates();
        TriadEncoding { encoding, candidates }
    }

    /// The direct encoding with the same problem variables.
    pub(super) fn encoding(&self) -> &Encoding<'p> {
        &self.encoding
    }

    fn board(&self) -> Board {
        self.encoding.puzzle().board()
    }

    /// The literal of an open candidate.
    fn x(&self, cell: Cell, digit: Digit) -> Option<Lit> {
        self.encoding.variables().var(cell, digit).map(Var::positive)
    }
}

impl Formula for TriadEncoding<'_> {
    fn emit<S: ClauseSink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        let mut auxiliary = VarAllocator::after(self.encoding.variables().max_var());
        let mut emitter =
            Emitter { triads: self, tables: HouseTables::of(self.board()), auxiliary: &mut auxiliary, sink };
        emitter.cells()?;
        for kind in [HouseKind::Row, HouseKind::Column] {
            emitter.bands(kind)?;
        }
        Ok(auxiliary.max_var())
    }

    fn is_problem_var(&self, var: Var) -> bool {
        self.encoding.is_problem_var(var)
    }

    fn comments(&self, size: &FormulaSize) -> Vec<String> {
        self.encoding.comments(size)
    }
}

/// The emitter of one pass.
struct Emitter<'a, 'p, S> {
    triads: &'a TriadEncoding<'p>,
    tables: &'static HouseTables,
    auxiliary: &'a mut VarAllocator,
    sink: &'a mut S,
}

impl<S: ClauseSink> Emitter<'_, '_, S> {
    fn cells(&mut self) -> Result<(), S::Error> {
        for (cell, candidates) in self.triads.board().cells().zip(&self.triads.candidates) {
            let xs: Vec<Lit> = candidates.iter().filter_map(|digit| self.triads.x(cell, digit)).collect();
            if !xs.is_empty() {
                self.sink.begin_group(ClauseGroup::CellAtLeastOne(cell))?;
                self.sink.add_clause(&xs)?;
                Amo::Product.encode(&xs, self.auxiliary, self.sink)?;
            }
        }
        Ok(())
    }

    /// Emits the bands with their rows and boxes, or the stacks with their columns and boxes.
    fn bands(&mut self, kind: HouseKind) -> Result<(), S::Error> {
        let board = self.triads.board();
        let crossing = if kind == HouseKind::Row { board.box_width() } else { board.box_height() };
        let lines = board.side() / crossing; // of a band, and as many boxes
        for band in 0..board.side() / lines {
            for digit in board.digits() {
                let first = kind as usize * board.side() + band * lines;
                self.band(first..first + lines, crossing, digit)?;
            }
        }
        Ok(())
    }

    /// Emits one digit in a band or stack: every line and every box has it in exactly one of its triads.
    fn band(&mut self, lines: std::ops::Range<usize>, crossing: usize, digit: Digit) -> Result<(), S::Error> {
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

    /// The literal "the digit is in these cells": an auxiliary variable, or x itself for a single candidate; `None` without candidates.
    fn triad(&mut self, cells: &[u16], digit: Digit) -> Result<Option<Lit>, S::Error> {
        let board = self.triads.board();
        let xs: Vec<Lit> =
            cells.iter().filter_map(|cell| self.triads.x(board.cell(usize::from(*cell)), digit)).collect();
        let [_, _, ..] = xs[..] else { return Ok(xs.first().copied()) };
        let triad = self.auxiliary.new_lit();
        for x in &xs {
            self.sink.add_clause(&[!*x, triad])?;
        }
        let some: Vec<Lit> = xs.into_iter().chain([!triad]).collect();
        self.sink.add_clause(&some)?;
        Ok(Some(triad))
    }

    /// No triads: the digit is given in the house.
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
            EncodingOptions { scheme: Scheme::REDUCED, numbering: Numbering::Open, ..EncodingOptions::default() };
        TriadEncoding::new(Encoding::new(puzzle, options).unwrap())
    }

    fn empty(side: usize) -> Puzzle {
        Puzzle::new(Grid::empty(Board::of_side(side).unwrap()))
    }

    /// Boards with boxes of several shapes and three open rows, preprocessed.
    #[test]
    fn has_exactly_the_solutions_of_the_puzzle() {
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
    fn clause_counts_are_as_documented() {
        let clauses = |side| triads(&empty(side)).size().clauses;
        assert_eq!([36, 100, 144].map(clauses), [327_888, 6_630_000, 19_388_160]);
    }
}
