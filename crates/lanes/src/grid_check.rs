//! Check of a batch: are the grids solutions of their puzzles? One grid per lane.
//!
//! The definition is that of the referee (`qedoku_puzzle::referee`): every given is kept, and every house holds every digit. The
//! referee decides it for one grid in 40 ns, a sixth of the time that the search takes for an easy puzzle; here 32 grids are decided
//! together (AVX-512). The search and the check share the transposition of cells to lanes, which the tests below compare
//! cell by cell, and nothing else: not the propagation, the branching or the way back from lanes to cells. The referee itself compares
//! the givens.

use qedoku_puzzle::referee;

use crate::ALL_DIGITS;
use crate::LanesSolver;
use crate::input::{Givens, LaneInput, PuzzleLine};
use crate::simd::{BlockLanes, NodeLanes, SimdJob};
use crate::solver::BatchAnswer;

impl LanesSolver {
    /// The index of the first answer with a solution that is not one of its line.
    ///
    /// # Panics
    /// If `lines` and `answers` differ in length.
    pub fn find_invalid(&self, lines: &[PuzzleLine<'_>], answers: &[BatchAnswer]) -> Option<usize> {
        assert_eq!(lines.len(), answers.len(), "there must be one answer per puzzle");
        self.available_level().run(GridCheck { lines, answers })
    }
}

/// The check of some answers.
struct GridCheck<'a> {
    lines: &'a [PuzzleLine<'a>],
    answers: &'a [BatchAnswer],
}

impl SimdJob for GridCheck<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<V: NodeLanes, B: BlockLanes>(self) -> Option<usize> {
        let mut cells = [[V::splat(0); 9]; 9];
        for (chunk, (lines, answers)) in self.lines.chunks(V::LANES).zip(self.answers.chunks(V::LANES)).enumerate() {
            let mut grids = [Givens::from(&answers[0].solution); 32];
            for (grid, answer) in grids.iter_mut().zip(answers) {
                *grid = Givens::from(&answer.solution);
            }
            Givens::load_lanes(&grids[..answers.len()], &mut cells);
            let complete = V::mask_bits(missing_digits(&cells).equal(V::splat(0)));
            for (lane, (line, answer)) in lines.iter().zip(answers).enumerate() {
                let is_solution = complete >> lane & 1 == 1 && referee::keeps_givens(line.0, &answer.solution);
                if answer.count > 0 && !is_solution {
                    return Some(chunk * V::LANES + lane);
                }
            }
        }
        None
    }
}

/// The digits that some house of the grid lacks. Each house is three triads: of rows for rows and boxes, of columns for columns.
#[inline(always)]
fn missing_digits<V: NodeLanes>(cells: &[[V; 9]; 9]) -> V {
    let (all, mut missing) = (V::splat(ALL_DIGITS), V::splat(0));
    let mut row_triads = [[V::splat(0); 3]; 9];
    let mut column_triads = [[V::splat(0); 3]; 9];
    for block in 0..9 {
        let cells = &cells[block];
        for line in 0..3 {
            row_triads[block][line] = cells[3 * line].or3(cells[3 * line + 1], cells[3 * line + 2]);
            column_triads[block][line] = cells[line].or3(cells[line + 3], cells[line + 6]);
        }
        let [first, second, third] = row_triads[block];
        missing = missing.or_and_not(all, first.or3(second, third));
    }
    for chute in 0..3 {
        for line in 0..3 {
            let row = |stack: usize| row_triads[3 * chute + stack][line];
            let column = |band: usize| column_triads[3 * band + chute][line];
            missing = missing.or_and_not(all, row(0).or3(row(1), row(2)));
            missing = missing.or_and_not(all, column(0).or3(column(1), column(2)));
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellDigits, SimdLevel};

    /// Each row of a band shifts the row above by three, each band by one more.
    fn solution() -> CellDigits {
        std::array::from_fn(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1) as u8)
    }

    /// The verdict of every level about one grid among 70 good ones, at an index that is different for each grid.
    fn assert_judged_like_the_referee(symbols: &[u8; 81], digits: CellDigits, seed: usize) {
        let (bad, answer) = (seed % 70, |solution| BatchAnswer { count: 1, solution });
        let (mut lines, mut answers) = ([PuzzleLine(&[b'.'; 81]); 70], [answer(solution()); 70]);
        (lines[bad], answers[bad]) = (PuzzleLine(symbols), answer(digits));
        let expected = if referee::solves_line(symbols, &digits) { None } else { Some(bad) };
        for level in SimdLevel::available() {
            let found = LanesSolver::with_level(level).find_invalid(&lines, &answers);
            assert_eq!(found, expected, "{level}, grid {digits:?}, line {:?}", String::from_utf8_lossy(symbols));
        }
    }

    #[test]
    fn judges_every_changed_cell_and_every_exchange_like_the_referee() {
        for first in 0..81 {
            for digit in (0..=16).chain([255]) {
                let mut changed = solution();
                changed[first] = digit;
                assert_judged_like_the_referee(&[b'.'; 81], changed, first + usize::from(digit));
            }
            for second in 0..first {
                let mut exchanged = solution();
                exchanged.swap(first, second);
                assert_judged_like_the_referee(&[b'.'; 81], exchanged, first + second);
            }
        }
    }

    #[test]
    fn judges_every_given_like_the_referee() {
        for cell in 0..81 {
            for symbol in b'.'..=b'@' {
                let mut symbols = [b'.'; 81];
                symbols[cell] = symbol;
                assert_judged_like_the_referee(&symbols, solution(), cell + usize::from(symbol));
            }
        }
    }

    #[test]
    fn refuses_grids_with_one_incomplete_kind_of_houses() {
        let by = |cell: fn(usize, usize) -> usize| -> CellDigits {
            std::array::from_fn(|index| (cell(index / 9, index % 9) % 9 + 1) as u8)
        };
        let grids = [
            by(|row, column| row + column),           // boxes are incomplete
            by(|row, column| 3 * (row % 3) + column), // columns are incomplete
            by(|row, column| 3 * (column % 3) + row), // rows are incomplete
        ];
        for (seed, grid) in grids.into_iter().enumerate() {
            assert!(!referee::solves_line(&[b'.'; 81], &grid));
            assert_judged_like_the_referee(&[b'.'; 81], grid, seed);
        }
    }

    #[test]
    fn looks_at_answers_with_a_solution_and_names_the_first() {
        let wrong = |count| BatchAnswer { count, solution: [0; 81] };
        let lines = [PuzzleLine(&[b'.'; 81]); 5];
        let solver = LanesSolver::default();
        assert_eq!(solver.find_invalid(&lines, &[wrong(0), wrong(0), wrong(1), wrong(0), wrong(2)]), Some(2));
        assert_eq!(solver.find_invalid(&lines, &[wrong(0), wrong(2), wrong(0), wrong(0), wrong(1)]), Some(1));
        assert_eq!(solver.find_invalid(&lines, &[wrong(0); 5]), None);
        assert_eq!(solver.find_invalid(&[], &[]), None);
    }
}
