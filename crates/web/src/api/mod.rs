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
mod position;
mod step_settings;
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
    /// Validates the request and answers it. Runs on a worker thread, and possibly again from the beginning.
    pub(crate) handle: fn(&ApiRequest, &JobContext) -> Result<ResponseBody, ApiError>,
}

pub(crate) enum ResponseKind {
    /// A JSON object with these groups of fields.
    Object(&'static [&'static [Field]]),
    /// The result of a search that may end early: one of two types of JSON objects, tagged by the field `result`. They
    /// share no field that depends on the search, so no client takes a partial result for a complete one.
    Search { complete: &'static [&'static [Field]], incomplete: &'static [&'static [Field]] },
    /// A file download, with one of these content types.
    File(fn() -> Vec<&'static str>),
}

/// Content type of files that have no other.
const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

pub(crate) enum ResponseBody {
    /// The fields of a JSON object.
    Object(Value),
    /// A complete or incomplete search result.
    Search(SearchResult),
    File(FileDownload),
}

/// The result of a search, see [`ResponseKind::Search`].
pub(crate) enum SearchResult {
    Complete(Value),
    /// The findings so far, and the reason for the end if it was not a limit of the job.
    Incomplete {
        fields: Value,
        stopped: Option<String>,
    },
}

impl SearchResult {
    /// The fields of the response. `cancel_reason` is why the job was interrupted, if it was: a search that was complete
    /// before the interrupt reached it does not mention it.
    pub(crate) fn into_fields(self, cancel_reason: Option<&str>) -> Value {
        match self {
            SearchResult::Complete(mut fields) => {
                fields["result"] = "complete".into();
                fields
            }
            SearchResult::Incomplete { mut fields, stopped } => {
                fields["result"] = "incomplete".into();
                let reason = stopped.as_deref().or(cancel_reason);
                fields["stopped"] = reason.unwrap_or("the search was interrupted").into();
                fields
            }
        }
    }
}

/// A file that is written while it is sent.
pub(crate) struct FileDownload {
    pub(crate) name: String,
    pub(crate) content_type: &'static str,
    pub(crate) write: WriteFile,
}

/// Writes the same bytes whenever it is called.
pub(crate) type WriteFile = Box<dyn Fn(&mut dyn Write) -> io::Result<()> + Send + Sync>;

/// All endpoints, in the order of the documentation.
pub(crate) const ENDPOINTS: [&Endpoint; 18] = [
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
    &position::CHECK,
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
        matches!(self.response, ResponseKind::File(_))
    }
}
