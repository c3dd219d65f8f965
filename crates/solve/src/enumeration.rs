//! Results of enumerating solutions up to a limit.

use qedoku_puzzle::{Answer, Grid};

use crate::{IncompleteError, SolveError};

/// The solutions of a puzzle or constraint problem that were enumerated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumerationResult<S> {
    /// The number of solutions found.
    pub count: u64,
    /// The solutions that the caller did not write while they were found.
    pub solutions: Vec<S>,
    /// Whether there are more.
    pub completeness: Completeness,
}

/// Whether an enumeration found all solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// There are no further solutions.
    Complete,
    /// There are further solutions.
    More,
    /// Not known, because the search was to end at the first solution.
    Unchecked,
    /// Not known: the result is partial.
    Unknown,
}

impl From<Answer> for EnumerationResult<Grid> {
    fn from(answer: Answer) -> EnumerationResult<Grid> {
        let (solutions, completeness) = match answer {
            Answer::None => (vec![], Completeness::Complete),
            Answer::One(grid) => (vec![grid], Completeness::Complete),
            Answer::Many(first, second) => (vec![first, second], Completeness::More),
        };
        EnumerationResult { count: solutions.len() as u64, solutions, completeness }
    }
}

/// An enumeration that found nothing before it was interrupted.
impl<S> Default for EnumerationResult<S> {
    fn default() -> EnumerationResult<S> {
        EnumerationResult { count: 0, solutions: Vec::new(), completeness: Completeness::Unknown }
    }
}

impl<S> EnumerationResult<S> {
    /// Enumerates up to `limit` solutions, and one more to learn whether there are others. Without a limit two are
    /// enough to distinguish "one" from "many". `write_now` receives each solution with its index (from 0) and returns whether it wrote it;
    /// a solution that was written is not kept.
    pub fn enumerate<E>(
        solutions: impl Iterator<Item = Result<S, SolveError>>,
        limit: Option<u64>,
        mut write_now: impl FnMut(&S, u64) -> Result<bool, E>,
    ) -> Result<Result<EnumerationResult<S>, IncompleteError<EnumerationResult<S>>>, E> {
        let mut result = EnumerationResult::default();
        for solution in solutions {
            let solution = match solution {
                Ok(_) if limit == Some(result.count) => {
                    result.completeness = Completeness::More;
                    return Ok(Ok(result));
                }
                Ok(solution) => solution,
                Err(error) => return Ok(Err(IncompleteError { partial: result, error })),
            };
            if !write_now(&solution, result.count)? {
                result.solutions.push(solution);
            }
            result.count += 1;
            if limit.is_none() && result.count == 2 {
                result.completeness = Completeness::More;
                return Ok(Ok(result));
            }
        }
        result.completeness = Completeness::Complete;
        Ok(Ok(result))
    }

    /// The first solution, without a search for a second one.
    pub fn first(
        mut solutions: impl Iterator<Item = Result<S, SolveError>>,
    ) -> Result<EnumerationResult<S>, IncompleteError<EnumerationResult<S>>> {
        let (solutions, completeness) = match solutions.next() {
            Some(Ok(solution)) => (vec![solution], Completeness::Unchecked),
            Some(Err(error)) => return Err(IncompleteError { partial: EnumerationResult::default(), error }),
            None => (Vec::new(), Completeness::Complete),
        };
        Ok(EnumerationResult { count: solutions.len() as u64, solutions, completeness })
    }

    /// The verdict as one word: `none`, `one`, `some` (at least one), `many` or `unknown`.
    pub fn as_str(&self) -> &'static str {
        match (self.count, self.completeness) {
            (0, Completeness::Complete) => "none",
            (1, Completeness::Complete) => "one",
            (1, Completeness::Unchecked) => "some",
            (0 | 1, Completeness::Unknown) => "unknown",
            _ => "many",
        }
    }
}
