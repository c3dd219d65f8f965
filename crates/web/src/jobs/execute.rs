//! Execution of an API request: from its body to the response, with a progress stream for long jobs.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;
use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Sender};
use tokio::task;

use super::file_stream::stream_file;
use super::{AbortOnDrop, ClientUsage, Job, Lanes, Overflow};
use crate::api::{ApiRequest, Endpoint, ResponseBody, SearchResult};
use crate::api_error::ApiError;
use crate::connections::BusyGuard;
use crate::response::{self, HttpBody, HttpResponse};

/// A job that ends within this time gets a plain response with its status, even if the client accepts a progress stream.
const PROGRESS_DELAY: Duration = Duration::from_millis(200);
/// Time between two progress lines.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);
/// Progress lines that may wait for a slow client; more are skipped.
const MAX_UNREAD_LINES: usize = 4;

/// Whether the client accepts progress lines before the result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgressMode {
    Stream,
    Off,
}

/// Executes a request of a client. `busy` protects the connection from replacement while the job runs.
pub(crate) async fn execute(
    endpoint: &'static Endpoint,
    body: Bytes,
    progress: ProgressMode,
    lanes: &Lanes,
    usage: &ClientUsage,
    busy: BusyGuard,
) -> Result<HttpResponse, ApiError> {
    let work = Arc::new(move |context: &_| (endpoint.handle)(&ApiRequest::parse(endpoint, &body)?, context));
    let mut job = Job::new(lanes, usage, Overflow::Reject, work);
    let result = match job.wait(PROGRESS_DELAY).await {
        Some(result) => result,
        None if progress == ProgressMode::Stream && !endpoint.returns_file() => {
            return Ok(progress_response(job, busy));
        }
        None => job.finish().await,
    };
    match result? {
        ResponseBody::Object(fields) => Ok(response::object(StatusCode::OK, &fields)),
        ResponseBody::Search(found) => Ok(response::object(StatusCode::OK, &search_fields(found, &job))),
        ResponseBody::File(file) => Ok(stream_file(file, lanes, usage)),
    }
}

/// The fields of a search result, with the reason if a limit of the job has cut it short.
fn search_fields(found: SearchResult, job: &Job<ResponseBody>) -> Value {
    found.into_fields(job.cancel_reason().as_deref())
}

/// A response of JSON lines: progress, then the result.
fn progress_response(job: Job<ResponseBody>, busy: BusyGuard) -> HttpResponse {
    let (sender, chunks) = mpsc::channel(MAX_UNREAD_LINES);
    let task = task::spawn(stream_progress(job, busy, sender));
    let body = HttpBody::Stream { chunks, _task: AbortOnDrop(task.abort_handle()) };
    response::response(StatusCode::OK, "application/x-ndjson", body)
}

async fn stream_progress(mut job: Job<ResponseBody>, busy: BusyGuard, sender: Sender<io::Result<Bytes>>) {
    let result = loop {
        let line = format!("{}\n", json!({ "progress": job.progress() }));
        // A slow client misses lines. A closed channel means that the client has disconnected: returning drops the job.
        if let Err(TrySendError::Closed(_)) = sender.try_send(Ok(line.into())) {
            return;
        }
        if let Some(result) = job.wait(PROGRESS_INTERVAL).await {
            break result;
        }
    };
    let last_line = match result {
        Ok(ResponseBody::Object(fields)) => response::json_line(&fields),
        Ok(ResponseBody::Search(found)) => response::json_line(&search_fields(found, &job)),
        Ok(ResponseBody::File(_)) => unreachable!("file endpoints have no progress stream"),
        Err(error) => response::json_line(&error.fields()),
    };
    // The job is finished: the connection may be replaced while a slow client reads the result.
    drop((job, busy));
    let _ = sender.send(Ok(last_line)).await; // the client may have disconnected
}
