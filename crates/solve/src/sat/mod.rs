//! The built-in SAT engine: what pruning leaves open, as clauses for `CaDiCaL`.
//!
//! After a solution, a clause that forbids it is added and the search goes on in the same solver, until there is none:
//! so "one" is known, and not only found. Each puzzle has a fresh solver. Keeping one solver for many puzzles (the rules
//! once, the givens as assumptions) would save making the clauses, but then which two solutions are found for an
//! ambiguous puzzle would depend on the puzzles before it.

mod said;
mod search;
mod tell;
mod triads;

pub use said::Said;
pub use search::{Search, Slice};
pub use tell::tell;
pub use triads::Triads;

use std::borrow::Cow;

use cadical_sys::CaDiCal;
use qedoku_encode::{Encoding, EncodingOptions, EncodingOptionsError, Formula, Numbering, Repeats, Scheme};
use qedoku_puzzle::{Grid, Puzzle};

use crate::prune::prune_by_size;
use crate::{Failure, Stop};

/// The built-in SAT engine.
#[derive(Clone, Copy, Debug)]
pub struct Sat {
    options: EncodingOptions,
    pruned_first: bool,
}

/// More clauses than this are too many: the houses are then said with triads. (64x64 with 60 % holes: 1.7 million clauses
/// by pairs, 0.5 million with triads; 100x100 with 80 %: 44.7 and 2.7 million.)
const TOO_MANY: u64 = 1_000_000;

/// Boards with this side and larger ones are searched with other options.
const LARGE_FROM: usize = 16;

/// Long searches do best with few restarts all the time, and with trying "not this digit" first: 36x36 and 49x49, 16 impossible
/// boards in 0.60 of the time, 14 solvable ones in 0.58. Few restarts alone: 0.76 and 0.55. DECISIONS.md has what lost.
const FOR_LARGE: [(&str, i32); 2] = [("stabilizeonly", 1), ("phase", 0)];

impl Default for Sat {
    /// What was fastest: pruned first; then over the open candidates, no pair twice.
    fn default() -> Sat {
        let (scheme, numbering) = (Scheme::Reduced, Numbering::Open);
        let options = EncodingOptions { scheme, numbering, repeats: Repeats::Drop, ..EncodingOptions::default() };
        Sat { options, pruned_first: true }
    }
}

impl Sat {
    /// The engine with the whole puzzle said in this way, nothing pruned before: to compare schemes.
    pub fn with_options(options: EncodingOptions) -> Result<Sat, EncodingOptionsError> {
        options.check_for_solving()?;
        Ok(Sat { options, pruned_first: false })
    }

    /// The solver inside and its version.
    pub fn version() -> String {
        format!("CaDiCaL {}", CaDiCal::version())
    }

    /// The solutions, one by one. The clauses are made at once, before anything is solved.
    pub(crate) fn search<'p>(
        self,
        puzzle: &'p Puzzle,
        stop: &Stop,
    ) -> Box<dyn Iterator<Item = Result<Grid, Failure>> + 'p> {
        let puzzle = match self.pruned_first.then(|| prune_by_size(puzzle)) {
            None => Cow::Borrowed(puzzle),
            Some(None) => return Box::new(std::iter::empty()),
            Some(Some(left)) if left.givens().is_full() => return Box::new(std::iter::once(Ok(left.givens().clone()))),
            Some(Some(left)) => Cow::Owned(left),
        };
        Box::new(self.search_in(puzzle, stop))
    }

    /// The solutions of what pruning has left of a puzzle, one by one. The clauses are made at once.
    pub fn search_in<'p>(self, left: Cow<'p, Puzzle>, stop: &Stop) -> Search<Said<'p>> {
        let options = if left.board().side() < LARGE_FROM { &[][..] } else { &FOR_LARGE };
        Search::with_options(self.say(left), options, stop)
    }

    /// How a puzzle is said to the solver.
    pub fn say(self, puzzle: Cow<'_, Puzzle>) -> Said<'_> {
        let may_be_large = self.pruned_first && puzzle.board().side() > 25;
        let encoding = Encoding::from_cow(puzzle, self.options).expect("the options were checked");
        if may_be_large && encoding.size().clauses > TOO_MANY {
            Said::Triads(Triads::new(encoding))
        } else {
            Said::Plainly(encoding)
        }
    }
}
