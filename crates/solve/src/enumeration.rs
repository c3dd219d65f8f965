//! Results of enumerating solutions up to a limit.

use qedoku_puzzle::{Answer, Grid};

use crate::SolveError;
use crate::number_format::group_digits;

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
    /// The enumeration was interrupted before that was known.
    Interrupted,
}

impl EnumerationResult<Grid> {
    /// The result that corresponds to an answer.
    pub fn from_answer(answer: Result<Answer, SolveError>) -> Result<EnumerationResult<Grid>, SolveError> {
        let (solutions, completeness) = match answer {
            Ok(Answer::None) => (vec![], Completeness::Complete),
            Ok(Answer::One(grid)) => (vec![grid], Completeness::Complete),
            Ok(Answer::Many(first, second)) => (vec![first, second], Completeness::More),
            Err(SolveError::Interrupted) => (vec![], Completeness::Interrupted),
            Err(error) => return Err(error),
        };
        Ok(EnumerationResult { count: solutions.len() as u64, solutions, completeness })
    }
}

impl<S> EnumerationResult<S> {
    /// Enumerates up to `limit` solutions, and one more to learn whether there are others. Without a limit two are enough, to
    /// tell "one" from "many". `write_now` receives each solution with its index (from 0) and returns whether it wrote it;
    /// a solution that was written is not kept.
    pub fn enumerate<E>(
        solutions: impl Iterator<Item = Result<S, SolveError>>,
        limit: Option<u64>,
        mut write_now: impl FnMut(&S, u64) -> Result<bool, E>,
    ) -> Result<Result<EnumerationResult<S>, SolveError>, E> {
        let mut result = EnumerationResult { count: 0, solutions: Vec::new(), completeness: Completeness::Complete };
        for solution in solutions {
            let solution = match solution {
                Ok(_) if limit == Some(result.count) => {
                    result.completeness = Completeness::More;
                    break;
                }
                Ok(solution) => solution,
                Err(SolveError::Interrupted) => {
                    result.completeness = Completeness::Interrupted;
                    break;
                }
                Err(error) => return Ok(Err(error)),
            };
            if !write_now(&solution, result.count)? {
                result.solutions.push(solution);
            }
            result.count += 1;
            if limit.is_none() && result.count == 2 {
                result.completeness = Completeness::More;
                break;
            }
        }
        Ok(Ok(result))
    }

    /// The verdict as one word: `none`, `one`, `many` or `unknown`.
    pub fn as_str(&self) -> &'static str {
        match (self.count, self.completeness) {
            (0, Completeness::Complete) => "none",
            (1, Completeness::Complete) => "one",
            (0 | 1, Completeness::Interrupted) => "unknown",
            _ => "many",
        }
    }

    /// The verdict as a phrase.
    pub fn describe(&self) -> String {
        match (self.count, self.completeness) {
            (0, Completeness::Complete) => "no solution".to_owned(),
            (1, Completeness::Complete) => "one solution".to_owned(),
            (count, Completeness::Complete) => format!("{} solutions", group_digits(count)),
            (0, Completeness::Interrupted) => "interrupted before a solution was found".to_owned(),
            (1, Completeness::Interrupted) => {
                "interrupted after one solution was found; it may not be the only one".to_owned()
            }
            (count, Completeness::Interrupted) => {
                format!("interrupted after {} solutions were found", group_digits(count))
            }
            (1 | 2, Completeness::More) => "many solutions".to_owned(),
            (count, Completeness::More) => format!("more than {} solutions", group_digits(count)),
        }
    }
}
