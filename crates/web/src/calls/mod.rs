//! The functions of the API: one table of what each takes and gives, for the server and for its description.

mod ask;
mod field;
mod read;
mod solve;
mod say;
mod clauses;
mod prove;
mod explain;
mod write;

use std::io::{self, Write};

use serde_json::Value;

use crate::problem::Problem;
use crate::work::Work;

pub(crate) use ask::Ask;
pub(crate) use field::{Field, Kind, object};

/// A function of the API.
pub(crate) struct Call {
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    /// The fields of a request, in groups that several calls share.
    pub(crate) takes: &'static [&'static [Field]],
    pub(crate) gives: Gives,
    /// A request that shows how it is used.
    pub(crate) example: &'static str,
    /// Reads the request, and answers it if that is quick.
    pub(crate) start: fn(&Ask) -> Result<Task, Problem>,
}

/// What a call answers with.
pub(crate) enum Gives {
    /// An object with these fields.
    Object(&'static [&'static [Field]]),
    /// A file.
    File,
}

/// What becomes of a request that was read.
pub(crate) enum Task {
    /// It is answered.
    Now(Outcome),
    /// It may take long.
    Later(Later),
}

/// Work that may take long.
pub(crate) type Later = Box<dyn FnOnce(&Work) -> Result<Outcome, Problem> + Send>;

/// What an answer is made of.
pub(crate) enum Outcome {
    /// The fields of an object.
    Object(Value),
    /// A file to be saved.
    File(File),
}

/// A file that is written while it is sent.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) write: WriteFile,
}

/// Writes a file.
pub(crate) type WriteFile = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + Send>;

/// All calls, in the order in which the description lists them.
pub(crate) const CALLS: [&Call; 17] = [
    &read::READ,
    &solve::SOLVE,
    &solve::COUNT,
    &solve::CANDIDATES,
    &say::FORMULA,
    &clauses::CLAUSES,
    &say::ENCODE,
    &say::DECODE,
    &prove::PROVE,
    &prove::VERIFY,
    &explain::EXPLAIN,
    &explain::NEXT,
    &explain::HINT,
    &explain::WHY,
    &explain::WHY_NOT,
    &explain::RATE,
    &write::WRITE,
];

/// The call at this path.
pub(crate) fn find(path: &str) -> Option<&'static Call> {
    CALLS.into_iter().find(|call| call.path == path)
}

impl Call {
    pub(crate) fn gives_a_file(&self) -> bool {
        matches!(self.gives, Gives::File)
    }
}

impl Task {
    fn now(fields: Value) -> Task {
        Task::Now(Outcome::Object(fields))
    }

    fn later(run: impl FnOnce(&Work) -> Result<Value, Problem> + Send + 'static) -> Task {
        Task::Later(Box::new(move |work| run(work).map(Outcome::Object)))
    }
}
