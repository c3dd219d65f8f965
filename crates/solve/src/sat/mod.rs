//! The SAT engine: preprocessing, encoding, and CDCL search by `CaDiCaL`.
//!
//! Each puzzle gets a fresh session. Keeping one session for many puzzles (the rules as clauses, the givens as assumptions)
//! would save the encoding, but then the two solutions reported for an ambiguous puzzle would depend on the puzzles
//! before it.
//!
//! [`SatSession`] is the solver itself; [`SolutionEnumerator`] lists solutions, [`PuzzleSession`] answers queries under
//! assumptions.

mod enumerator;
mod puzzle_session;
mod sat_encoding;
#[cfg(feature = "sat")]
mod session;
#[cfg(not(feature = "sat"))]
#[path = "session_unavailable.rs"]
mod session;
mod triad_encoding;

pub use enumerator::{SearchOutcome, SolutionEnumerator};
pub use puzzle_session::{AssumptionResult, PuzzleSession};
pub use sat_encoding::SatEncoding;
pub use session::SatSession;
pub use triad_encoding::TriadEncoding;

use std::borrow::Cow;

use qedoku_encode::{
    ClauseSink, Encoding, EncodingOptions, EncodingOptionsError, Formula, Lit, Model, Numbering, Repeats, Scheme, Var,
};
use qedoku_puzzle::{Grid, Puzzle};

use crate::preprocess::preprocess;
use crate::problem::SatProblem;
use crate::{Interrupt, SolveError};

/// A `CaDiCaL` option and its value.
pub type SatOption = (&'static str, i32);

/// The outcome of one call of the SAT solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatResult {
    /// The formula has a model under the assumptions.
    Satisfiable,
    /// It has none.
    Unsatisfiable,
    /// The budget was exhausted first.
    OutOfBudget,
}

/// A receiver of the clauses that a SAT session adds and derives. Both kinds share one sequence of ids.
pub trait ProofTracer {
    /// The caller added a clause.
    fn original_clause(&mut self, id: i64);
    /// The solver derived a clause by propagation through its antecedents, in this order; by another rule if `has_witness`.
    fn derived_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64], has_witness: bool);
}

/// The built-in SAT engine.
#[derive(Clone, Copy, Debug)]
pub struct SatEngine {
    options: EncodingOptions,
    preprocess: bool,
}

/// Formulas with more clauses than this use the triad encoding. (64x64 with 60 % open cells: 1.7 million clauses pairwise, 0.5
/// million with triads; 100x100 with 80 %: 44.7 and 2.7 million.)
const MAX_DIRECT_CLAUSES: u64 = 1_000_000;

/// Boards with this side and larger ones are searched with [`LARGE_BOARD_OPTIONS`].
const LARGE_BOARD_SIDE: usize = 16;

/// Long searches do best in stable mode (few restarts) throughout, deciding on the negative literal first: 36x36 and 49x49, 16
/// unsatisfiable boards in 0.60 of the time, 14 satisfiable ones in 0.58. Stable mode alone: 0.76 and 0.55.
const LARGE_BOARD_OPTIONS: [SatOption; 2] = [("stabilizeonly", 1), ("phase", 0)];

impl Default for SatEngine {
    /// The fastest configuration: preprocessing, then variables for the open candidates only, no clause twice.
    fn default() -> SatEngine {
        let (scheme, numbering) = (Scheme::REDUCED, Numbering::Open);
        let options = EncodingOptions { scheme, numbering, repeats: Repeats::Drop, ..EncodingOptions::default() };
        SatEngine { options, preprocess: true }
    }
}

impl SatEngine {
    /// The engine with this encoding of the whole puzzle and no preprocessing: to compare encodings.
    pub fn with_options(options: EncodingOptions) -> Result<SatEngine, EncodingOptionsError> {
        options.check_for_solving()?;
        Ok(SatEngine { options, preprocess: false })
    }

    /// Name and version of the solver inside.
    pub fn version() -> String {
        SatSession::version()
    }

    /// Iterator over the solutions. The formula is loaded by this call, before anything is solved.
    pub(crate) fn solutions<'p>(
        self,
        puzzle: &'p Puzzle,
        interrupt: &Interrupt,
    ) -> Box<dyn Iterator<Item = Result<Grid, SolveError>> + 'p> {
        let puzzle = match self.preprocess.then(|| preprocess(puzzle, interrupt)) {
            _ if interrupt.is_set() => return Box::new(std::iter::once(Err(SolveError::Interrupted))),
            None => Cow::Borrowed(puzzle),
            Some(None) => return Box::new(std::iter::empty()),
            Some(Some(left)) if left.givens().is_full() => return Box::new(std::iter::once(Ok(left.givens().clone()))),
            Some(Some(left)) => Cow::Owned(left),
        };
        Box::new(self.enumerate(puzzle, interrupt))
    }

    /// Enumerates the solutions of a puzzle that was preprocessed already.
    pub fn enumerate<'p>(
        self,
        preprocessed: Cow<'p, Puzzle>,
        interrupt: &Interrupt,
    ) -> SolutionEnumerator<SatEncoding<'p>> {
        let options = SatEngine::search_options(&preprocessed);
        SolutionEnumerator::with_options(self.encode(preprocessed), options, interrupt)
    }

    /// The solver options for a long search on a board of this size.
    pub fn search_options(puzzle: &Puzzle) -> &'static [SatOption] {
        if puzzle.board().side() < LARGE_BOARD_SIDE { &[] } else { &LARGE_BOARD_OPTIONS }
    }

    /// Chooses the encoding of a puzzle.
    pub fn encode(self, puzzle: Cow<'_, Puzzle>) -> SatEncoding<'_> {
        let may_be_large = self.preprocess && puzzle.board().side() > 25;
        let encoding = Encoding::from_cow(puzzle, self.options).expect("the options were checked");
        if may_be_large && has_more_clauses(&encoding, MAX_DIRECT_CLAUSES) {
            SatEncoding::Triads(TriadEncoding::new(encoding))
        } else {
            SatEncoding::Direct(encoding)
        }
    }
}

/// Whether a formula has more than `limit` clauses. Counts no further than that: an empty 121x121 board has hundreds of millions.
fn has_more_clauses(formula: &impl Formula, limit: u64) -> bool {
    formula.emit(&mut LimitedCounter { left: limit }).is_err()
}

/// Sink that counts clauses down and fails at the first one too many.
struct LimitedCounter {
    left: u64,
}

/// The formula has too many clauses.
struct TooManyClauses;

impl ClauseSink for LimitedCounter {
    type Error = TooManyClauses;

    fn add_clause(&mut self, _: &[Lit]) -> Result<(), TooManyClauses> {
        self.left = self.left.checked_sub(1).ok_or(TooManyClauses)?;
        Ok(())
    }

    fn pairwise_at_most_one(&mut self, lits: &[Lit]) -> Result<(), TooManyClauses> {
        let pairs = lits.len() as u64 * (lits.len() as u64).saturating_sub(1) / 2;
        self.left = self.left.checked_sub(pairs).ok_or(TooManyClauses)?;
        Ok(())
    }
}

/// The variables of a formula that are not auxiliary.
fn problem_vars(formula: &impl Formula, max_var: u32) -> Vec<Var> {
    (1..=max_var).filter_map(Var::new).filter(|var| formula.is_problem_var(*var)).collect()
}

/// Decodes the model that the session found.
fn decode_model<P: SatProblem>(
    problem: &P,
    problem_vars: &[Var],
    session: &mut SatSession,
) -> Result<P::Solution, SolveError> {
    let true_vars = problem_vars.iter().copied().filter(|var| session.value(*var));
    let model = Model::new(true_vars.map(Var::positive));
    problem.decode(&model).map_err(SolveError::Decode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::Board;

    #[test]
    fn clauses_are_counted_up_to_a_limit() {
        let puzzle = Puzzle::new(Grid::empty(Board::of_side(16).unwrap()));
        let encoding = Encoding::new(&puzzle, EncodingOptions::default()).unwrap();
        let clauses = encoding.size().clauses;
        assert!(has_more_clauses(&encoding, clauses - 1) && !has_more_clauses(&encoding, clauses));
    }
}
