//! Errors of the API: an HTTP status and a message for people, with a text position where there is one.

use hyper::StatusCode;
use qedoku::SolveError;
use qedoku::formats::PuzzleReadError;
use qedoku::prove::ProveError;
use serde_json::{Value, json};

/// Error response to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    message: String,
    /// Line and column in the puzzle text, both counted from 1, where known.
    position: [Option<usize>; 2],
    /// The job was interrupted. Only [`Job`](crate::jobs::Job) knows the reason and adds it to the message.
    pub(crate) is_interrupted: bool,
    /// The work must not start on the short lane. Never seen by a client: [`Job`](crate::jobs::Job) starts it on the long lane.
    pub(crate) needs_long_lane: bool,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> ApiError {
        ApiError { status, message: message.into(), position: [None; 2], is_interrupted: false, needs_long_lane: false }
    }

    /// 400: the request is malformed or impossible to fulfil.
    pub(crate) fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, message)
    }

    /// 503: the server cannot do this now.
    pub(crate) fn unavailable(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// 500: a worker thread panicked. The panic message is on standard error.
    pub(crate) fn internal() -> ApiError {
        let message = "internal error: this is a bug in qedoku, not in the request";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// 503: the job was interrupted before it had a result.
    pub(crate) fn interrupted() -> ApiError {
        ApiError { is_interrupted: true, ..ApiError::unavailable("stopped before the answer was known") }
    }

    /// The work must start again on the long lane.
    pub(crate) fn needs_long_lane() -> ApiError {
        ApiError { needs_long_lane: true, ..ApiError::interrupted() }
    }

    /// The same error with `context` in front of its message.
    pub(crate) fn with_context(self, context: &str) -> ApiError {
        ApiError { message: format!("{context}: {}", self.message), ..self }
    }

    /// The fields of the JSON error object.
    pub(crate) fn fields(&self) -> Value {
        let mut fields = json!({ "error": self.message });
        for (name, number) in ["line", "column"].iter().zip(self.position) {
            if let Some(number) = number {
                fields[*name] = number.into();
            }
        }
        fields
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.status.as_u16(), self.message)
    }
}

impl std::error::Error for ApiError {}

impl From<PuzzleReadError> for ApiError {
    fn from(error: PuzzleReadError) -> ApiError {
        // A position of 0 means that the error has none.
        let position = [error.line, error.column].map(|number| Some(number).filter(|number| *number > 0));
        ApiError { position, ..ApiError::bad_request(error.message) }
    }
}

impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> ApiError {
        match error {
            SolveError::Interrupted => ApiError::interrupted(),
            error => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        }
    }
}

impl From<ProveError> for ApiError {
    fn from(error: ProveError) -> ApiError {
        match error {
            ProveError::Solve(error) => error.into(),
            error => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        }
    }
}
