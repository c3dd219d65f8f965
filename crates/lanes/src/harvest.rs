//! What becomes of solutions.

use std::ops::ControlFlow;

use crate::question::{Candidates, Digits};
use crate::solver::Found;

/// What becomes of the solutions that a search finds. Questions are told by their number in the search.
///
/// (One type for all: the search is a large function, and would be compiled again for each.)
pub(crate) enum Harvest<'a> {
    /// They are counted up to a limit, and the first is kept.
    Answers {
        /// How many are wanted of each question.
        limit: u32,
        /// One place for each question.
        found: &'a mut [Found],
    },
    /// Those of one question are counted.
    Tally {
        /// So many were found,
        count: u64,
        /// and no more than these are wanted.
        limit: u64,
        /// Is told the count now and then.
        watch: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    },
    /// Their candidates are noted. A question is whether a candidate, by cell and bit, is in any.
    Seen {
        /// Those noted.
        candidates: &'a mut Candidates,
        /// What is asked.
        asked: &'a [(usize, u16)],
    },
    /// The first is wanted.
    First(Option<Digits>),
}

impl Harvest<'_> {
    /// The search for solutions of a question begins.
    #[inline(always)]
    pub(crate) fn begin(&mut self, question: u16) {
        if let Harvest::Answers { found, .. } = self {
            found[usize::from(question)] = Found::default();
        }
    }

    /// Whether more solutions of a question are wanted.
    #[inline(always)]
    pub(crate) fn wants(&self, question: u16) -> bool {
        match self {
            Harvest::Answers { limit, found } => found[usize::from(question)].count < *limit,
            Harvest::Tally { count, limit, .. } => count < limit,
            Harvest::Seen { candidates, asked } => {
                let (cell, digit) = asked[usize::from(question)];
                candidates[cell] & digit == 0
            }
            Harvest::First(first) => first.is_none(),
        }
    }

    /// Counts a solution; whether its digits are wanted too.
    #[inline(always)]
    pub(crate) fn count(&mut self, question: u16) -> bool {
        match self {
            Harvest::Answers { found, .. } => {
                let found = &mut found[usize::from(question)];
                found.count += 1;
                found.count == 1
            }
            Harvest::Tally { count, limit, watch } => {
                *count += 1;
                if count.is_multiple_of(1 << 16) && watch(*count).is_break() {
                    *limit = *count;
                }
                false
            }
            Harvest::Seen { candidates, asked } => {
                let (cell, digit) = asked[usize::from(question)];
                candidates[cell] |= digit;
                true
            }
            Harvest::First(_) => true,
        }
    }

    /// A solution that was counted before, as `write` writes its digits.
    #[inline(always)]
    pub(crate) fn solution(&mut self, question: u16, write: impl FnOnce(&mut Digits)) {
        if let Harvest::Answers { found, .. } = self {
            return write(&mut found[usize::from(question)].solution);
        }
        let mut digits = [0; 81];
        write(&mut digits);
        match self {
            Harvest::Answers { .. } | Harvest::Tally { .. } => {}
            Harvest::Seen { candidates, .. } => {
                for (seen, digit) in candidates.iter_mut().zip(digits) {
                    *seen |= 1 << (digit - 1);
                }
            }
            Harvest::First(first) => *first = Some(digits),
        }
    }
}
