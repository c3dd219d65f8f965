//! What is wrong with a request, or with us: a status and a sentence that a person can read.

use hyper::StatusCode;
use qedoku::SolveError;
use qedoku::formats::PuzzleReadError;
use qedoku::prove::ProveError;
use serde_json::{Value, json};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    sentence: String,
    /// Line and column of a text, each from 1, as far as known.
    place: [Option<usize>; 2],
    /// Whether the work was stopped; then whoever stopped it knows why.
    pub(crate) is_stopped: bool,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Problem {
        Problem { status, sentence: sentence.into(), place: [None; 2], is_stopped: false }
    }

    /// The request asks for something that cannot be.
    pub(crate) fn bad(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// More is asked for than can be done now.
    pub(crate) fn busy(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    }

    /// What must not happen; the thread that it happened on has said more on standard error.
    pub(crate) fn fault() -> Problem {
        let sentence = "something went wrong here: this is a fault of qedoku, not of the request";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }

    /// The work was ended before its result was known.
    pub(crate) fn stopped() -> Problem {
        Problem { is_stopped: true, ..Problem::busy("stopped before the answer was known") }
    }

    /// The same with another sentence in front.
    pub(crate) fn with(self, before: &str) -> Problem {
        Problem { sentence: format!("{before}: {}", self.sentence), ..self }
    }

    /// The fields of the answer.
    pub(crate) fn fields(&self) -> Value {
        let mut fields = json!({ "error": self.sentence });
        for (name, number) in ["line", "column"].iter().zip(self.place) {
            if let Some(number) = number {
                fields[*name] = number.into();
            }
        }
        fields
    }
}

impl From<PuzzleReadError> for Problem {
    fn from(error: PuzzleReadError) -> Problem {
        let place = [error.line, error.column].map(|number| Some(number).filter(|number| *number > 0));
        Problem { place, ..Problem::bad(error.message) }
    }
}

impl From<SolveError> for Problem {
    fn from(failure: SolveError) -> Problem {
        match failure {
            SolveError::Interrupted => Problem::stopped(),
            failure => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, failure.to_string()),
        }
    }
}

impl From<ProveError> for Problem {
    fn from(error: ProveError) -> Problem {
        match error {
            ProveError::Solve(failure) => failure.into(),
            error => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        }
    }
}
