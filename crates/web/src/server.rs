//! Accepts connections on loopback, and finds what answers each request.

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

use crate::connections::{Busy, Connections};
use crate::problem::Problem;
use crate::reply::{self, Body, Reply};
use crate::work::{self, Lane, Limits, Lines, Means};
use crate::{calls, gate, openapi, page};

/// How much a server may take. Every limit is there so that no client can hurt the others.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many pieces of long work run at once.
    pub threads: usize,
    /// How many more may wait for that.
    pub most_waiting: usize,
    /// How long each of them may take.
    pub work_time: Duration,
    /// How much memory the program may use before long work is ended.
    pub memory: Memory,
    /// How long a client may take to send the head of a request, and then again for its body.
    pub patience: Duration,
    /// How many connections there may be.
    pub connections: usize,
}

/// A limit of memory, and how to find out what is used: that differs from system to system.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// The bytes that the program uses, if they can be known.
    pub used: fn() -> Option<u64>,
    /// The bytes that it may use.
    pub most: u64,
}

impl Default for Memory {
    /// No limit.
    fn default() -> Memory {
        Memory { used: || None, most: u64::MAX }
    }
}

impl Memory {
    pub(crate) fn is_used_up(self) -> bool {
        (self.used)().is_some_and(|used| used > self.most)
    }
}

impl Default for Settings {
    /// Two pieces of long work, a minute for each.
    fn default() -> Settings {
        Settings {
            threads: 2,
            most_waiting: 16,
            work_time: Duration::from_secs(60),
            memory: Memory::default(),
            patience: Duration::from_secs(10),
            connections: 256,
        }
    }
}

/// Quick work never waits long: as many requests may wait for it as there are connections.
const LIGHT_THREADS: usize = 2;
/// The longest body of a request.
const LONGEST_BODY: u64 = 1 << 20;
/// A longer body than is allowed is read up to here, because a client that is still sending does not read.
const READ_AND_REFUSED: u64 = 8 << 20;
/// The longest head of a request.
const LONGEST_HEAD: usize = 1 << 14;

/// A server that has its port and serves nobody yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    handle: Handle,
}

/// What may be asked of a server while it runs, from any thread.
#[derive(Clone)]
pub struct Handle {
    light: Lane,
    long: Lane,
    connections: Connections,
    end: Arc<Notify>,
}

impl Handle {
    /// Ends the server, and with it all work.
    pub fn end(&self) {
        self.end.notify_one();
    }

    /// How many pieces of long work run now.
    pub fn running(&self) -> usize {
        self.long.running()
    }

    /// How many connections there are.
    pub fn connections(&self) -> usize {
        self.connections.count()
    }
}

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handle").field("running", &self.running()).finish_non_exhaustive()
    }
}

impl Server {
    /// Takes a port on loopback; 0 is any that is free.
    pub fn bind(port: u16, settings: Settings) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let handle = Handle {
            light: Lane::new(LIGHT_THREADS, settings.connections),
            long: Lane::new(settings.threads, settings.most_waiting),
            connections: Connections::default(),
            end: Arc::default(),
        };
        Ok(Server { listener, address, settings, handle })
    }

    /// Where it can be reached.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// Serves until it is ended.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        runtime
            .block_on(async {
                let listener = tokio::net::TcpListener::from_std(self.listener)?;
                let port = self.address.port();
                let shared = Arc::new(Shared { port, settings: self.settings, handle: self.handle.clone() });
                let mut accepting = pin!(accept(listener, shared));
                let mut ended = pin!(self.handle.end.notified());
                std::future::poll_fn(|context| match ended.as_mut().poll(context) {
                    Poll::Ready(()) => Poll::Ready(()),
                    Poll::Pending => accepting.as_mut().poll(context),
                })
                .await;
                Ok(())
            })
            // Dropping the runtime drops all connections, and so ends their work; threads that take longer are not waited for.
            .inspect(|()| runtime.shutdown_timeout(Duration::from_millis(500)))
    }
}

/// What all connections share.
struct Shared {
    port: u16,
    settings: Settings,
    handle: Handle,
}

async fn accept(listener: tokio::net::TcpListener, shared: Arc<Shared>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let (most, serving) = (shared.settings.connections, Arc::clone(&shared));
                shared.handle.connections.add(most, |busy| serve(stream, serving, busy));
            }
            // Too many files are open, or the client has gone already.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Serves one connection to its end.
async fn serve(stream: TcpStream, shared: Arc<Shared>, busy: Busy) {
    let _ = stream.set_nodelay(true); // only a matter of speed
    let patience = shared.settings.patience;
    let service = service_fn(move |request| {
        let (shared, busy) = (Arc::clone(&shared), busy.clone());
        async move {
            let reply = respond(&shared, request, &busy).await;
            Ok::<Reply, Infallible>(reply.unwrap_or_else(|problem| reply::problem(&problem)))
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(LONGEST_HEAD);
    let _ = builder.serve_connection(TokioIo::new(stream), service).await; // a client that breaks off harms nobody
}

async fn respond(shared: &Shared, request: Request<Incoming>, busy: &Busy) -> Result<Reply, Problem> {
    let Shared { port, settings, handle } = shared;
    gate::check(request.method(), request.headers(), *port)?;
    let path = request.uri().path().to_owned();
    let Some(call) = calls::find(&path) else { return read_only(&path, &request) };
    if request.method() != Method::POST {
        return Ok(not_allowed(&path, "POST"));
    }
    gate::check_type(request.headers())?;
    let wanted = reply::has_word(request.headers(), ACCEPT, "application/x-ndjson");
    let lines = if wanted { Lines::Wanted } else { Lines::Unwanted };
    let body = match read_body(request, settings.patience).await {
        Ok(body) => body,
        Err(problem) => return Ok(reply::with(reply::problem(&problem), CONNECTION, "close")),
    };
    let limits = Limits { time: settings.work_time, memory: settings.memory };
    let means = Means { light: &handle.light, long: &handle.long, limits };
    work::call(call, body, lines, means, busy.begin()).await
}

/// The files of the page and the description of the API.
fn read_only(path: &str, request: &Request<Incoming>) -> Result<Reply, Problem> {
    let found = match path {
        openapi::PATH => Some(reply::reply(StatusCode::OK, "application/json", Body::Whole(openapi::text().into()))),
        _ => page::find(path, request.headers()),
    };
    match found {
        Some(_) if ![Method::GET, Method::HEAD].contains(request.method()) => Ok(not_allowed(path, "GET, HEAD")),
        Some(found) => Ok(found),
        None => Err(Problem::new(StatusCode::NOT_FOUND, format!("there is no {path} here"))),
    }
}

fn not_allowed(path: &str, allowed: &str) -> Reply {
    let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("{path} takes {allowed} only"));
    reply::with(reply::problem(&problem), ALLOW, allowed)
}

/// The whole body, if it is not too long and does not take too long.
async fn read_body(request: Request<Incoming>, patience: Duration) -> Result<Bytes, Problem> {
    let late = || Problem::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive");
    timeout(patience, collect(request.into_body())).await.map_err(|_| late())?
}

/// A body that is too long is read on and not kept, up to a point: a client that is still sending hears nothing.
async fn collect(mut body: Incoming) -> Result<Bytes, Problem> {
    let (mut kept, mut length) = (Vec::new(), body.size_hint().lower());
    if length <= READ_AND_REFUSED {
        length = 0;
        while let Some(frame) = body.frame().await {
            let piece = frame.map_err(|_| Problem::bad("the request broke off"))?.into_data().unwrap_or_default();
            length += piece.len() as u64;
            if length > READ_AND_REFUSED {
                break;
            }
            if length <= LONGEST_BODY {
                kept.extend_from_slice(&piece);
            }
        }
    }
    let long = || Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is longer than 1 MiB");
    if length > LONGEST_BODY { Err(long()) } else { Ok(kept.into()) }
}
