//! Execution of an API request: from its body to the response, with a progress stream for long jobs.

use std::io;
use std::time::Duration;

use hyper::StatusCode;
use hyper::body::Bytes;
use serde_json::json;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Sender};
use tokio::task;

use super::file_stream::stream_file;
use super::{CancelOnDrop, Job, JobLimits, WorkerQueue};
use crate::api::{ApiRequest, Endpoint, HandlerOutcome, ResponseBody};
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

/// The worker queues, and the limits of long jobs.
#[derive(Clone, Copy)]
pub(crate) struct Queues<'s> {
    pub(crate) short: &'s WorkerQueue,
    pub(crate) long: &'s WorkerQueue,
    pub(crate) limits: JobLimits,
}

/// Executes a request. `busy` protects the connection from replacement while the job runs.
pub(crate) async fn execute(
    endpoint: &'static Endpoint,
    body: Bytes,
    progress: ProgressMode,
    Queues { short, long, limits }: Queues<'_>,
    busy: BusyGuard,
) -> Result<HttpResponse, ApiError> {
    let handle = move || ApiRequest::parse(endpoint, &body).and_then(|request| (endpoint.handle)(&request));
    let deferred = match short.enqueue(handle)?.await?? {
        HandlerOutcome::Immediate(body) => return into_response(body, long, limits),
        HandlerOutcome::Deferred(deferred) => deferred,
    };
    let mut job = Job::start(long, limits, deferred)?;
    match job.wait(PROGRESS_DELAY).await {
        Some(result) => into_response(with_cancel_reason(result?, &job), long, limits),
        None if progress == ProgressMode::Stream && !endpoint.returns_file() => Ok(progress_response(job, busy)),
        None => {
            let body = job.finish().await?;
            into_response(with_cancel_reason(body, &job), long, limits)
        }
    }
}

/// Adds the field `stopped` to the partial result of an interrupted job.
fn with_cancel_reason(mut body: ResponseBody, job: &Job<ResponseBody>) -> ResponseBody {
    if let (ResponseBody::Object(fields), Some(reason)) = (&mut body, job.cancel_reason()) {
        fields["stopped"] = reason.into();
    }
    body
}

fn into_response(body: ResponseBody, long: &WorkerQueue, limits: JobLimits) -> Result<HttpResponse, ApiError> {
    match body {
        ResponseBody::Object(fields) => Ok(response::object(StatusCode::OK, &fields)),
        ResponseBody::File(file) => stream_file(file, long, limits),
    }
}

/// A response of JSON lines: progress, then the result.
fn progress_response(job: Job<ResponseBody>, busy: BusyGuard) -> HttpResponse {
    let (sender, chunks) = mpsc::channel(MAX_UNREAD_LINES);
    let cancel = CancelOnDrop::new(&job.context);
    task::spawn(stream_progress(job, busy, sender));
    response::response(StatusCode::OK, "application/x-ndjson", HttpBody::Stream { chunks, _cancel: cancel })
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
    let last_line = match result.map(|body| with_cancel_reason(body, &job)) {
        Ok(ResponseBody::Object(fields)) => response::json_line(&fields),
        Ok(ResponseBody::File(_)) => unreachable!("file endpoints have no progress stream"),
        Err(error) => response::json_line(&error.fields()),
    };
    // The job is finished: the connection may be replaced while a slow client reads the result.
    drop((job, busy));
    let _ = sender.send(Ok(last_line)).await; // the client may have disconnected
}
