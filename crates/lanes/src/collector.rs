//! Collectors: consumers of the solutions of a search, which also decide when a puzzle needs no more of them.

use std::ops::ControlFlow;

use crate::input::{CellCandidates, CellDigits};
use crate::solver::BatchAnswer;

/// Consumer of solutions. Puzzles are identified by their index in the search.
///
/// An enum rather than a trait: the search is one large function per SIMD level and kind of input, and a type parameter would
/// compile all of them once more per collector.
pub(crate) enum Collector<'a> {
    /// Counts the solutions of each puzzle up to a limit, and keeps the first.
    CountAndFirst {
        /// Number of solutions after which a puzzle is done.
        limit: u32,
        /// One answer per puzzle.
        answers: &'a mut [BatchAnswer],
    },
    /// Counts the solutions of a single puzzle.
    Count {
        /// Solutions found so far.
        count: u64,
        /// Number of solutions after which the search ends.
        limit: u64,
        /// Receives the count from time to time; `Break` ends the search.
        progress: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    },
    /// Collects the candidates of all solutions. Puzzle `i` decides candidate `targets[i]`.
    TrueCandidates {
        /// Candidates that occur in a solution found so far.
        candidates: &'a mut CellCandidates,
        /// The candidate that each puzzle decides: cell and digit bit.
        targets: &'a [(usize, u16)],
    },
    /// Keeps the first solution of a single puzzle.
    First(Option<CellDigits>),
}

/// Number of solutions between two calls of `progress`: a power of two, so that the test is cheap.
const PROGRESS_INTERVAL: u64 = 1 << 16;

impl Collector<'_> {
    /// Resets the answer of a puzzle before its search.
    #[inline(always)]
    pub(crate) fn start_puzzle(&mut self, puzzle_id: u16) {
        if let Collector::CountAndFirst { answers, .. } = self {
            answers[usize::from(puzzle_id)] = BatchAnswer::default();
        }
    }

    /// Whether more solutions of a puzzle are needed.
    #[inline(always)]
    pub(crate) fn needs_more(&self, puzzle_id: u16) -> bool {
        match self {
            Collector::CountAndFirst { limit, answers } => answers[usize::from(puzzle_id)].count < *limit,
            Collector::Count { count, limit, .. } => count < limit,
            Collector::TrueCandidates { candidates, targets } => {
                let (cell, digit) = targets[usize::from(puzzle_id)];
                candidates[cell] & digit == 0
            }
            Collector::First(first) => first.is_none(),
        }
    }

    /// Records that a solution was found. Returns whether its digits are needed too (see [`Collector::store`]).
    #[inline(always)]
    pub(crate) fn record(&mut self, puzzle_id: u16) -> bool {
        match self {
            Collector::CountAndFirst { answers, .. } => {
                let answer = &mut answers[usize::from(puzzle_id)];
                answer.count += 1;
                answer.count == 1
            }
            Collector::Count { count, limit, progress } => {
                *count += 1;
                if count.is_multiple_of(PROGRESS_INTERVAL) && progress(*count).is_break() {
                    *limit = *count;
                }
                false
            }
            Collector::TrueCandidates { candidates, targets } => {
                // Marked now, so that `needs_more` is up to date before the digits arrive.
                let (cell, digit) = targets[usize::from(puzzle_id)];
                candidates[cell] |= digit;
                true
            }
            Collector::First(_) => true,
        }
    }

    /// Stores the digits of a recorded solution; `write` writes them.
    #[inline(always)]
    pub(crate) fn store(&mut self, puzzle_id: u16, write: impl FnOnce(&mut CellDigits)) {
        if let Collector::CountAndFirst { answers, .. } = self {
            return write(&mut answers[usize::from(puzzle_id)].solution);
        }
        let mut digits = [0; 81];
        write(&mut digits);
        match self {
            Collector::CountAndFirst { .. } | Collector::Count { .. } => {}
            Collector::TrueCandidates { candidates, .. } => {
                for (true_candidates, digit) in candidates.iter_mut().zip(digits) {
                    *true_candidates |= 1 << (digit - 1);
                }
            }
            Collector::First(first) => *first = Some(digits),
        }
    }
}
