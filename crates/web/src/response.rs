//! HTTP responses: the security headers of every response, and bodies that are complete or streamed.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{HeaderMap, Response, StatusCode};
use qedoku::json;
use serde_json::Value;
use tokio::sync::mpsc::Receiver;

use crate::api_error::ApiError;
use crate::jobs::AbortOnDrop;

pub(crate) type HttpResponse = Response<HttpBody>;

pub(crate) enum HttpBody {
    /// A complete body, sent with its length.
    Full(Bytes),
    /// Chunks that a job is still producing. Dropping the body, which hyper does when the client disconnects, aborts the task
    /// that owns the job.
    Stream { chunks: Receiver<io::Result<Bytes>>, _task: AbortOnDrop },
}

/// Content security policy: only files of this server, no inline scripts or styles, no frames.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every response. There are no CORS headers, so browsers let no other origin read a response.
const SECURITY_HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// A response with the security headers, not cached.
pub(crate) fn response(status: StatusCode, content_type: &'static str, body: HttpBody) -> HttpResponse {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A JSON object with these fields, and `"schema": 1` in front.
pub(crate) fn object(status: StatusCode, fields: &Value) -> HttpResponse {
    response(status, "application/json", HttpBody::Full(json_line(fields)))
}

pub(crate) fn error(error: &ApiError) -> HttpResponse {
    object(error.status, &error.fields())
}

/// One JSON object with `"schema": 1` on a line of its own.
pub(crate) fn json_line(fields: &Value) -> Bytes {
    format!("{}\n", json::with_schema(fields)).into()
}

/// Sets a header of a response.
pub(crate) fn with_header(mut response: HttpResponse, name: HeaderName, value: &str) -> HttpResponse {
    let value = HeaderValue::from_str(value).expect("header values of this server are visible ASCII");
    response.headers_mut().insert(name, value);
    response
}

/// Whether a list header such as `Accept` contains `token`; parameters after `;` are ignored.
pub(crate) fn has_token(headers: &HeaderMap, name: HeaderName, token: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .any(|item| item.split(';').next().is_some_and(|item| item.trim() == token))
}

impl hyper::body::Body for HttpBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match &mut *self {
            HttpBody::Full(bytes) if bytes.is_empty() => Poll::Ready(None),
            HttpBody::Full(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            HttpBody::Stream { chunks, .. } => {
                chunks.poll_recv(context).map(|chunk| chunk.map(|chunk| chunk.map(Frame::data)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, HttpBody::Full(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            HttpBody::Full(bytes) => SizeHint::with_exact(bytes.len() as u64),
            HttpBody::Stream { .. } => SizeHint::default(),
        }
    }
}
