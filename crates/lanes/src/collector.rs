//! Collectors: consumers of the solutions of a search, which also decide when a puzzle needs no more of them.

use std::ops::ControlFlow;

use crate::input::{CellCandidates, CellDigits};
use crate::path::{NO_PATH, Path};
use crate::solver::BatchAnswer;

/// Consumer of solutions. Puzzles are identified by their index in the search.
///
/// An enum rather than a trait: the search is one large function per SIMD level and kind of input, and a type parameter would
/// compile all of them once more per collector.
pub(crate) enum Collector<'a> {
    /// Counts the solutions of each puzzle up to a limit, and keeps one of them.
    CountAndFirst {
        /// Number of solutions after which a puzzle is done.
        limit: u32,
        /// One answer per puzzle.
        answers: &'a mut [BatchAnswer],
        /// The path of each solution kept. With it, the search is [ordered](crate::path): a puzzle is done when no node is left of
        /// its solution. Without it, the first solution found is kept.
        paths: Option<&'a mut [Path]>,
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
        if let Collector::CountAndFirst { answers, paths, .. } = self {
            answers[usize::from(puzzle_id)] = BatchAnswer::default();
            if let Some(paths) = paths {
                paths[usize::from(puzzle_id)] = NO_PATH;
            }
        }
    }

    /// Whether the search is [ordered](crate::path).
    #[inline(always)]
    pub(crate) fn is_ordered(&self) -> bool {
        matches!(self, Collector::CountAndFirst { paths: Some(_), .. })
    }

    /// The nodes of a puzzle that need no further search: those whose path is at least this. `None` if all of them do.
    #[inline(always)]
    pub(crate) fn first_unneeded(&self, puzzle_id: u16) -> Option<Path> {
        match self {
            Collector::CountAndFirst { answers, paths: Some(paths), limit } => {
                (answers[usize::from(puzzle_id)].count >= *limit).then(|| paths[usize::from(puzzle_id)])
            }
            _ if self.needs_more(puzzle_id) => None,
            _ => Some(0),
        }
    }

    /// Whether a node with this path may lead to a solution that is needed.
    #[inline(always)]
    pub(crate) fn needs_node(&self, puzzle_id: u16, path: Path) -> bool {
        self.needs_more(puzzle_id) || self.first_unneeded(puzzle_id).is_some_and(|unneeded| path < unneeded)
    }

    /// Whether more solutions of a puzzle are needed, wherever they are.
    #[inline(always)]
    pub(crate) fn needs_more(&self, puzzle_id: u16) -> bool {
        match self {
            Collector::CountAndFirst { limit, answers, .. } => answers[usize::from(puzzle_id)].count < *limit,
            Collector::Count { count, limit, .. } => count < limit,
            Collector::TrueCandidates { candidates, targets } => {
                let (cell, digit) = targets[usize::from(puzzle_id)];
                candidates[cell] & digit == 0
            }
            Collector::First(first) => first.is_none(),
        }
    }

    /// Records that a solution was found at the end of this path. Returns whether its digits are needed too (see [`Collector::store`]).
    #[inline(always)]
    pub(crate) fn record(&mut self, puzzle_id: u16, path: Path) -> bool {
        match self {
            Collector::CountAndFirst { answers, paths, limit } => {
                let answer = &mut answers[usize::from(puzzle_id)];
                let is_first = answer.count == 0;
                answer.count = (answer.count + 1).min(*limit); // solutions further left are found after the limit
                let Some(paths) = paths else { return is_first };
                let leftmost = &mut paths[usize::from(puzzle_id)];
                let is_left = is_first || path < *leftmost;
                *leftmost = path.min(*leftmost);
                is_left
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
