//! Endpoint table of the API: path, request fields, response fields and handler of each endpoint.
//!
//! The server validates requests against this table, and `openapi` documents it.

mod request;
mod fields;
mod read;
mod solve;
mod formula;
mod clauses;
mod prove;
mod explain;
mod write;

use std::io::{self, Write};

use serde_json::Value;

use crate::api_error::ApiError;
use crate::jobs::JobContext;

pub(crate) use fields::{Field, FieldType, object_schema};
pub(crate) use request::ApiRequest;

/// An endpoint, called by POST.
pub(crate) struct Endpoint {
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    /// Fields of the request, in groups that endpoints share.
    pub(crate) request: &'static [&'static [Field]],
    pub(crate) response: ResponseKind,
    /// Example request, for the documentation and a test.
    pub(crate) example: &'static str,
    /// Validates the request, and answers it if that is quick.
    pub(crate) handle: fn(&ApiRequest) -> Result<HandlerOutcome, ApiError>,
}

pub(crate) enum ResponseKind {
    /// A JSON object with these groups of fields.
    Object(&'static [&'static [Field]]),
    /// A file download.
    File,
}

/// Outcome of a handler: the response, or the work that produces it.
pub(crate) enum HandlerOutcome {
    /// Answered already.
    Immediate(ResponseBody),
    /// To be run as a long job.
    Deferred(DeferredWork),
}

pub(crate) type DeferredWork = Box<dyn FnOnce(&JobContext) -> Result<ResponseBody, ApiError> + Send>;

pub(crate) enum ResponseBody {
    /// The fields of a JSON object.
    Object(Value),
    File(FileDownload),
}

/// A file that is written while it is sent.
pub(crate) struct FileDownload {
    pub(crate) name: String,
    pub(crate) content_type: &'static str,
    pub(crate) write: WriteFile,
}

pub(crate) type WriteFile = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + Send>;

/// All endpoints, in the order of the documentation.
pub(crate) const ENDPOINTS: [&Endpoint; 17] = [
    &read::READ,
    &solve::SOLVE,
    &solve::COUNT,
    &solve::CANDIDATES,
    &formula::FORMULA,
    &clauses::CLAUSES,
    &formula::ENCODE,
    &formula::DECODE,
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

/// The endpoint at this path.
pub(crate) fn find(path: &str) -> Option<&'static Endpoint> {
    ENDPOINTS.into_iter().find(|endpoint| endpoint.path == path)
}

impl Endpoint {
    pub(crate) fn returns_file(&self) -> bool {
        matches!(self.response, ResponseKind::File)
    }
}

impl HandlerOutcome {
    fn immediate(fields: Value) -> HandlerOutcome {
        HandlerOutcome::Immediate(ResponseBody::Object(fields))
    }

    fn deferred(run: impl FnOnce(&JobContext) -> Result<Value, ApiError> + Send + 'static) -> HandlerOutcome {
        HandlerOutcome::Deferred(Box::new(move |context| run(context).map(ResponseBody::Object)))
    }
}
