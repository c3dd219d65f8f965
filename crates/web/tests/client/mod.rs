//! A server of its own for each test, and a client that sends exactly the bytes that it is told to.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use qedoku_web::{Handle, Server, Settings};
use serde_json::Value;

/// 4x4 with one solution.
pub(crate) const ONE: &str = "..2..3.114......";
/// 9x9 with one solution.
pub(crate) const NINE: &str = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.";
/// Its solution.
pub(crate) const NINE_SOLVED: &str =
    "126745938759183642483629157897316524612457389345892716934568271561274893278931465";

/// A running server, which ends with the test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) handle: Handle,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Running {
    pub(crate) fn new(settings: Settings) -> Running {
        let server = Server::bind(0, settings).expect("a free port");
        let (address, handle) = (server.address(), server.handle());
        Running { address, handle, thread: Some(std::thread::spawn(move || server.run())) }
    }

    pub(crate) fn usual() -> Running {
        Running::new(Settings::default())
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server is there");
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends these bytes and reads all that comes back.
    pub(crate) fn send(&self, bytes: impl AsRef<[u8]>) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes.as_ref()).unwrap();
        read_all(&mut stream)
    }

    /// The head of a request for one answer.
    pub(crate) fn head(&self, line: &str, more: &str) -> String {
        format!("{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        Reply::read(&self.send(self.head(&format!("GET {path}"), "")))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.post_with(path, body, "")
    }

    pub(crate) fn post_with(&self, path: &str, body: &Value, more: &str) -> Reply {
        Reply::read(&self.send(self.request(path, &body.to_string(), more)))
    }

    /// A whole request.
    pub(crate) fn request(&self, path: &str, body: &str, more: &str) -> String {
        let more = format!("Content-Type: application/json\r\nContent-Length: {}\r\n{more}", body.len());
        self.head(&format!("POST {path}"), &more) + body
    }

    /// Waits until something is so.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str, is_so: impl Fn(&Handle) -> bool) {
        let begin = Instant::now();
        while !is_so(&self.handle) {
            assert!(begin.elapsed() < Duration::from_secs(30), "{what}: {:?}", self.handle);
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.handle.end();
        let ended = self.thread.take().expect("it is ended once").join();
        if !std::thread::panicking() {
            ended.expect("the server does not panic").expect("and ends well");
        }
    }
}

/// All that a server sends until it closes the connection or breaks off.
pub(crate) fn read_all(stream: &mut TcpStream) -> String {
    let (mut bytes, mut piece) = (Vec::new(), vec![0; 1 << 16]);
    while let Ok(length @ 1..) = stream.read(&mut piece) {
        bytes.extend_from_slice(&piece[..length]);
    }
    String::from_utf8(bytes).expect("answers are text")
}

impl Reply {
    #[track_caller]
    pub(crate) fn read(text: &str) -> Reply {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("not an answer: '{text}'"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let head = head.to_ascii_lowercase();
        let is_chunked = head.contains("transfer-encoding: chunked");
        let body = if is_chunked { unchunked(body) } else { body.to_owned() };
        Reply { status, head, body }
    }

    /// Fails unless it has this status.
    #[track_caller]
    pub(crate) fn is(self, status: u16) -> Reply {
        assert_eq!(self.status, status, "{}\n\n{}", self.head, self.body);
        self
    }

    /// The body as an object.
    #[track_caller]
    pub(crate) fn object(&self) -> Value {
        let object: Value = serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body));
        assert_eq!(object["schema"], 1, "{object}");
        object
    }

    /// The sentence of an error.
    #[track_caller]
    pub(crate) fn error(&self) -> String {
        self.object()["error"].as_str().unwrap_or_else(|| panic!("no error: {}", self.body)).to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|line| line.starts_with(&format!("{name}: ")))?;
        line.split_once(": ").map(|(_, value)| value)
    }
}

/// A body in pieces, put together.
fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    loop {
        let (length, rest) = body.split_once("\r\n").expect("the length of a piece");
        let length = usize::from_str_radix(length, 16).expect("a length");
        if length == 0 {
            return whole;
        }
        whole.push_str(&rest[..length]);
        body = &rest[length + 2..];
    }
}
