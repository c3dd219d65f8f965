//! Answers: what every one of them says in its head, and the bodies, whole or line by line.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{HeaderMap, Response, StatusCode};
use qedoku::json;
use serde_json::Value;
use tokio::sync::mpsc::Receiver;

use crate::problem::Problem;
use crate::work::Ends;

/// An answer.
pub(crate) type Reply = Response<Body>;

/// What an answer holds.
pub(crate) enum Body {
    /// A text that is there already.
    Whole(Bytes),
    /// Pieces that are still made; whoever drops the body ends the work.
    Pieces { pieces: Receiver<io::Result<Bytes>>, _ends: Ends },
}

/// Nothing from elsewhere, no script or style in the page itself, no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What stands in the head of every answer. There is nothing about other origins, so a browser lets none of them read.
const HEAD: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// An answer with this body.
pub(crate) fn reply(status: StatusCode, kind: &'static str, body: Body) -> Reply {
    let mut reply = Response::new(body);
    *reply.status_mut() = status;
    for (name, value) in HEAD {
        reply.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    reply.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    reply
}

/// The fields of an object, with `"schema": 1` in front.
pub(crate) fn object(status: StatusCode, fields: &Value) -> Reply {
    reply(status, "application/json", Body::Whole(line(fields)))
}

/// What is wrong.
pub(crate) fn problem(problem: &Problem) -> Reply {
    object(problem.status, &problem.fields())
}

/// One JSON object on a line.
pub(crate) fn line(fields: &Value) -> Bytes {
    format!("{}\n", json::with_schema(fields)).into()
}

/// Adds to the head of an answer.
pub(crate) fn with(mut reply: Reply, name: HeaderName, value: &str) -> Reply {
    let value = HeaderValue::from_str(value).expect("what we say in a head is plain text");
    reply.headers_mut().insert(name, value);
    reply
}

/// Whether a header has this word, among others perhaps.
pub(crate) fn has_word(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let words = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    words.flat_map(|value| value.split(',')).any(|one| one.split(';').next().is_some_and(|one| one.trim() == word))
}

impl hyper::body::Body for Body {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match &mut *self {
            Body::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Body::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Body::Pieces { pieces, .. } => {
                pieces.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Body::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Body::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Body::Pieces { .. } => SizeHint::default(),
        }
    }
}
