//! Loopback server: accepts connections and routes each request to a file, the `OpenAPI` document or an endpoint.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{ACCEPT, ALLOW, CONNECTION};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::api_error::ApiError;
use crate::connections::{BusyFlag, Connections};
use crate::jobs::{self, ClientUsage, Lanes, ProgressMode};
use crate::origin_check::{check_content_type, check_origin};
use crate::response::{self, HttpBody, HttpResponse};
use crate::{api, assets, openapi};

/// Resource limits of a server, so that no client can starve the others.
#[derive(Clone, Copy, Debug)]
pub struct ServerSettings {
    /// Long jobs that run at the same time, one thread each. A job is long if it does not end within its slice of the short lane.
    pub job_threads: usize,
    /// Long jobs that may wait for a thread; more are rejected with status 503.
    pub max_queued_jobs: usize,
    /// Time limit of a long job.
    pub job_time_limit: Duration,
    /// Memory limit of the process, checked while long jobs run.
    pub memory_limit: MemoryLimit,
    /// Time to receive the headers of a request, and again its body.
    pub request_timeout: Duration,
    /// Connections open at the same time.
    pub max_connections: usize,
}

/// A memory limit, and how to measure the memory in use, which depends on the operating system.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimit {
    /// Bytes in use by the process, if known.
    pub used: fn() -> Option<u64>,
    /// Bytes that the process may use.
    pub max: u64,
}

impl Default for MemoryLimit {
    /// No limit.
    fn default() -> MemoryLimit {
        MemoryLimit { used: || None, max: u64::MAX }
    }
}

impl MemoryLimit {
    pub(crate) fn is_exceeded(self) -> bool {
        (self.used)().is_some_and(|used| used > self.max)
    }
}

impl Default for ServerSettings {
    /// Two long jobs of up to a minute each.
    fn default() -> ServerSettings {
        ServerSettings {
            job_threads: 2,
            max_queued_jobs: 16,
            job_time_limit: Duration::from_secs(60),
            memory_limit: MemoryLimit::default(),
            request_timeout: Duration::from_secs(10),
            max_connections: 256,
        }
    }
}

/// Longest accepted request body.
const MAX_BODY_LENGTH: u64 = 1 << 20;
/// A longer body is read and discarded up to here before it is rejected: a browser reads the error only after it has sent everything.
const MAX_DISCARDED_LENGTH: u64 = 8 << 20;
/// Buffer of a connection, and so the longest accepted request head.
const MAX_HEAD_LENGTH: usize = 1 << 14;
/// Pause after a failed `accept`, such as when the process is out of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
/// Time for worker threads to end after the server was shut down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// A server that is bound to its port and not yet running.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: ServerSettings,
    handle: ServerHandle,
}

/// Controls a running server from any thread.
#[derive(Clone)]
pub struct ServerHandle {
    lanes: Lanes,
    connections: Connections,
    shutdown: Arc<Notify>,
}

impl ServerHandle {
    /// Stops the server and cancels all jobs.
    pub fn shut_down(&self) {
        self.shutdown.notify_one();
    }

    /// Number of long jobs that are running.
    pub fn running_jobs(&self) -> usize {
        self.lanes.running_long()
    }

    /// Number of open connections.
    pub fn connection_count(&self) -> usize {
        self.connections.count()
    }
}

impl std::fmt::Debug for ServerHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServerHandle").field("running_jobs", &self.running_jobs()).finish_non_exhaustive()
    }
}

impl Server {
    /// Binds a loopback port; 0 selects any free port.
    pub fn bind(port: u16, settings: ServerSettings) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let handle = ServerHandle {
            lanes: Lanes::new(&settings),
            connections: Connections::default(),
            shutdown: Arc::default(),
        };
        Ok(Server { listener, address, settings, handle })
    }

    /// The bound address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A handle to control the server while it runs.
    pub fn handle(&self) -> ServerHandle {
        self.handle.clone()
    }

    /// Serves until [`ServerHandle::shut_down`] is called.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        runtime
            .block_on(async {
                let listener = tokio::net::TcpListener::from_std(self.listener)?;
                let port = self.address.port();
                let shared = Arc::new(ServerState { port, settings: self.settings, handle: self.handle.clone() });
                let mut accept_loop = pin!(accept_connections(listener, shared));
                let mut shutdown = pin!(self.handle.shutdown.notified());
                // `select!` would do, but needs the macros of tokio.
                std::future::poll_fn(|context| match shutdown.as_mut().poll(context) {
                    Poll::Ready(()) => Poll::Ready(()),
                    Poll::Pending => accept_loop.as_mut().poll(context),
                })
                .await;
                Ok(())
            })
            // Dropping the runtime drops all connections and so cancels their jobs. Slower threads are abandoned.
            .inspect(|()| runtime.shutdown_timeout(SHUTDOWN_TIMEOUT))
    }
}

/// State shared by all connections.
struct ServerState {
    port: u16,
    settings: ServerSettings,
    handle: ServerHandle,
}

async fn accept_connections(listener: tokio::net::TcpListener, shared: Arc<ServerState>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let connection = Arc::clone(&shared);
                let max = shared.settings.max_connections;
                shared.handle.connections.add(max, |busy| serve_connection(stream, connection, busy));
            }
            // Out of file descriptors, or the client has disconnected already.
            Err(_) => sleep(ACCEPT_RETRY_DELAY).await,
        }
    }
}

/// Serves the requests of one connection until it closes.
async fn serve_connection(stream: TcpStream, shared: Arc<ServerState>, busy: BusyFlag) {
    let _ = stream.set_nodelay(true); // affects latency only
    let request_timeout = shared.settings.request_timeout;
    let usage = ClientUsage::default();
    let service = service_fn(move |request| {
        let (shared, busy, usage) = (Arc::clone(&shared), busy.clone(), usage.clone());
        async move {
            let response = route(&shared, request, &busy, &usage).await;
            Ok::<HttpResponse, Infallible>(response.unwrap_or_else(|error| response::error(&error)))
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(request_timeout).max_buf_size(MAX_HEAD_LENGTH);
    let _ = builder.serve_connection(TokioIo::new(stream), service).await; // a protocol error ends this connection only
}

async fn route(
    shared: &ServerState,
    request: Request<Incoming>,
    busy: &BusyFlag,
    usage: &ClientUsage,
) -> Result<HttpResponse, ApiError> {
    let ServerState { port, settings, handle } = shared;
    check_origin(request.method(), request.headers(), *port)?;
    let path = request.uri().path().to_owned();
    let Some(endpoint) = api::find(&path) else { return get_static(&path, &request) };
    if request.method() != Method::POST {
        return Ok(method_not_allowed(&path, "POST"));
    }
    check_content_type(request.headers())?;
    let wants_progress = response::has_token(request.headers(), ACCEPT, "application/x-ndjson");
    let progress = if wants_progress { ProgressMode::Stream } else { ProgressMode::Off };
    let body = match read_body(request, settings.request_timeout).await {
        Ok(body) => body,
        // The rest of the body may still be arriving, so the connection cannot be used again.
        Err(error) => return Ok(response::with_header(response::error(&error), CONNECTION, "close")),
    };
    jobs::execute(endpoint, body, progress, &handle.lanes, usage, busy.set()).await
}

/// Files of the page and the `OpenAPI` document.
fn get_static(path: &str, request: &Request<Incoming>) -> Result<HttpResponse, ApiError> {
    let found = match path {
        openapi::PATH => {
            let body = HttpBody::Full(openapi::openapi_text().into());
            Some(response::response(StatusCode::OK, "application/json", body))
        }
        _ => assets::find(path, request.headers()),
    };
    match found {
        Some(_) if ![Method::GET, Method::HEAD].contains(request.method()) => Ok(method_not_allowed(path, "GET, HEAD")),
        Some(found) => Ok(found),
        None => Err(ApiError::new(StatusCode::NOT_FOUND, format!("not found: {path}"))),
    }
}

fn method_not_allowed(path: &str, allowed: &str) -> HttpResponse {
    let error = ApiError::new(StatusCode::METHOD_NOT_ALLOWED, format!("{path} accepts {allowed} only"));
    response::with_header(response::error(&error), ALLOW, allowed)
}

/// Reads the body, within the limits of length and time.
async fn read_body(request: Request<Incoming>, request_timeout: Duration) -> Result<Bytes, ApiError> {
    let late = || ApiError::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive");
    timeout(request_timeout, collect_body(request.into_body())).await.map_err(|_| late())?
}

/// Collects a body of up to [`MAX_BODY_LENGTH`]. A longer one is discarded up to [`MAX_DISCARDED_LENGTH`] and then rejected.
async fn collect_body(mut body: Incoming) -> Result<Bytes, ApiError> {
    // The lower bound is the Content-Length, if the client sent one.
    let (mut collected, mut length) = (Vec::new(), body.size_hint().lower());
    if length <= MAX_DISCARDED_LENGTH {
        length = 0;
        while let Some(frame) = body.frame().await {
            let aborted = |_| ApiError::bad_request("the request ended early");
            let chunk = frame.map_err(aborted)?.into_data().unwrap_or_default();
            length += chunk.len() as u64;
            if length > MAX_DISCARDED_LENGTH {
                break;
            }
            if length <= MAX_BODY_LENGTH {
                collected.extend_from_slice(&chunk);
            }
        }
    }
    let too_long = || ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is longer than 1 MiB");
    if length > MAX_BODY_LENGTH { Err(too_long()) } else { Ok(collected.into()) }
}
