//! From a request that was let in to its answer.

use std::io::{self, BufWriter, Write};
use std::time::Duration;

use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::CONTENT_DISPOSITION;
use serde_json::json;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Sender};
use tokio::task;

use super::pieces::Pieces;
use super::{Ends, Job, Lane, Limits};
use crate::calls::{Ask, Call, File, Outcome, Task};
use crate::connections::Working;
use crate::problem::Problem;
use crate::reply::{self, Body, Reply};

/// What is done before this time needs no progress: the answer comes as if none had been asked for.
const PATIENCE: Duration = Duration::from_millis(200);
/// The time between two lines of progress.
const BETWEEN: Duration = Duration::from_millis(250);

/// Whether a client wants lines of progress before the answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    Wanted,
    Unwanted,
}

/// What work is done with.
#[derive(Clone, Copy)]
pub(crate) struct Means<'s> {
    pub(crate) light: &'s Lane,
    pub(crate) long: &'s Lane,
    pub(crate) limits: Limits,
}

/// Answers a call; the connection is `working` as long as its work lasts.
pub(crate) async fn call(
    call: &'static Call,
    body: Bytes,
    lines: Lines,
    Means { light, long, limits }: Means<'_>,
    working: Working,
) -> Result<Reply, Problem> {
    let begin = move || Ask::read(call, &body).and_then(|ask| (call.start)(&ask));
    let later = match light.start(begin)?.await?? {
        Task::Now(outcome) => return finish(outcome, long, limits),
        Task::Later(later) => later,
    };
    let mut job = Job::start(long, limits, later)?;
    match job.within(PATIENCE).await {
        Some(result) => finish(with_reason(result?, &job), long, limits),
        None if lines == Lines::Wanted && !call.gives_a_file() => Ok(stream(job, working)),
        None => {
            let outcome = job.end().await?;
            finish(with_reason(outcome, &job), long, limits)
        }
    }
}

/// An object says why it is not complete.
fn with_reason(mut outcome: Outcome, job: &Job<Outcome>) -> Outcome {
    if let (Outcome::Object(fields), Some(reason)) = (&mut outcome, job.reason()) {
        fields["stopped"] = reason.into();
    }
    outcome
}

fn finish(outcome: Outcome, long: &Lane, limits: Limits) -> Result<Reply, Problem> {
    match outcome {
        Outcome::Object(fields) => Ok(reply::object(StatusCode::OK, &fields)),
        Outcome::File(file) => send(file, long, limits),
    }
}

/// The answer as lines: progress, and at last the object.
fn stream(job: Job<Outcome>, working: Working) -> Reply {
    let (to, pieces) = mpsc::channel(4);
    let ends = Ends::new(&job.work);
    task::spawn(tell(job, working, to));
    reply::reply(StatusCode::OK, "application/x-ndjson", Body::Pieces { pieces, _ends: ends })
}

async fn tell(mut job: Job<Outcome>, working: Working, to: Sender<io::Result<Bytes>>) {
    let result = loop {
        let progress = format!("{}\n", json!({ "progress": job.progress() }));
        // A client that does not read misses some; one that has gone ends the work.
        if let Err(TrySendError::Closed(_)) = to.try_send(Ok(progress.into())) {
            return;
        }
        if let Some(result) = job.within(BETWEEN).await {
            break result;
        }
    };
    let last = match result.map(|outcome| with_reason(outcome, &job)) {
        Ok(Outcome::Object(fields)) => reply::line(&fields),
        Ok(Outcome::File(_)) => unreachable!("a file has no lines of progress"),
        Err(problem) => reply::line(&problem.fields()),
    };
    drop((job, working));
    let _ = to.send(Ok(last)).await; // the client may have gone
}

/// A file, sent while it is written. If that fails, the connection breaks off: the client sees that it is not whole.
fn send(file: File, long: &Lane, limits: Limits) -> Result<Reply, Problem> {
    let (to, pieces) = mpsc::channel(4);
    let broken = to.clone();
    let File { name, kind, write } = file;
    let mut job = Job::start(long, limits, move |work| {
        let mut out = BufWriter::with_capacity(1 << 16, Pieces { to, stop: work.stop.clone() });
        write(&mut out).and_then(|()| out.flush()).map_err(|_| Problem::stopped())
    })?;
    let ends = Ends::new(&job.work);
    task::spawn(async move {
        if job.end().await.is_err() {
            let _ = broken.send(Err(io::ErrorKind::BrokenPipe.into())).await;
        }
    });
    let reply = reply::reply(StatusCode::OK, kind, Body::Pieces { pieces, _ends: ends });
    Ok(reply::with(reply, CONTENT_DISPOSITION, &format!("attachment; filename=\"{name}\"")))
}
