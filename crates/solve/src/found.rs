//! What is known about the solutions of a puzzle or problem after a search for some of them.

use qedoku_puzzle::{Answer, Grid};

use crate::Failure;
use crate::words::commas;

/// The solutions that were found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<S> {
    /// How many.
    pub count: u64,
    /// Those to be shown; a list of all is not kept but written as it comes.
    pub shown: Vec<S>,
    /// Whether there are more than those counted.
    pub known: Known,
}

/// Whether there are more solutions than those counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// There are no more.
    Complete,
    /// There are.
    More,
    /// The work was stopped before that was known.
    Stopped,
}

impl Found<Grid> {
    /// What an answer says.
    pub fn of(answer: Result<Answer, Failure>) -> Result<Found<Grid>, Failure> {
        let (shown, known) = match answer {
            Ok(Answer::None) => (vec![], Known::Complete),
            Ok(Answer::One(grid)) => (vec![grid], Known::Complete),
            Ok(Answer::Many(first, second)) => (vec![first, second], Known::More),
            Err(Failure::Stopped) => (vec![], Known::Stopped),
            Err(failure) => return Err(failure),
        };
        Ok(Found { count: shown.len() as u64, shown, known })
    }
}

impl<S> Found<S> {
    /// Without a limit, looks for two solutions, so that "one" is known. With one, for as many and one more, to know
    /// whether that is all. `write_now` gets each with its number (from 0) and says whether it wrote it.
    pub fn search<E>(
        solutions: impl Iterator<Item = Result<S, Failure>>,
        limit: Option<u64>,
        mut write_now: impl FnMut(&S, u64) -> Result<bool, E>,
    ) -> Result<Result<Found<S>, Failure>, E> {
        let mut found = Found { count: 0, shown: Vec::new(), known: Known::Complete };
        for solution in solutions {
            let solution = match solution {
                Ok(_) if limit == Some(found.count) => {
                    found.known = Known::More;
                    break;
                }
                Ok(solution) => solution,
                Err(Failure::Stopped) => {
                    found.known = Known::Stopped;
                    break;
                }
                Err(failure) => return Ok(Err(failure)),
            };
            if !write_now(&solution, found.count)? {
                found.shown.push(solution);
            }
            found.count += 1;
            if limit.is_none() && found.count == 2 {
                found.known = Known::More;
                break;
            }
        }
        Ok(Ok(found))
    }

    /// `none`, `one`, `many` or `unknown`.
    pub fn word(&self) -> &'static str {
        match (self.count, self.known) {
            (0, Known::Complete) => "none",
            (1, Known::Complete) => "one",
            (0 | 1, Known::Stopped) => "unknown",
            _ => "many",
        }
    }

    /// The verdict.
    pub fn sentence(&self) -> String {
        match (self.count, self.known) {
            (0, Known::Complete) => "no solution".to_owned(),
            (1, Known::Complete) => "one solution".to_owned(),
            (count, Known::Complete) => format!("{} solutions", commas(count)),
            (0, Known::Stopped) => "stopped before a solution was found".to_owned(),
            (1, Known::Stopped) => {
                "stopped with one solution found; whether it is the only one is not known".to_owned()
            }
            (count, Known::Stopped) => format!("stopped with {} solutions found", commas(count)),
            (1 | 2, Known::More) => "many solutions".to_owned(),
            (count, Known::More) => format!("more than {} solutions", commas(count)),
        }
    }
}
