//! Test client: a server per test, and raw HTTP requests that may be malformed.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use qedoku_web::{Server, ServerHandle, ServerSettings};
use serde_json::Value;

/// 4x4 with one solution.
pub(crate) const ONE: &str = "..2..3.114......";
/// 9x9 with one solution.
pub(crate) const NINE: &str = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.";
/// The solution of [`NINE`].
pub(crate) const NINE_SOLVED: &str =
    "126745938759183642483629157897316524612457389345892716934568271561274893278931465";

/// A running server that is shut down at the end of the test.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) handle: ServerHandle,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

/// A parsed HTTP response. The head is in lower case.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl TestServer {
    pub(crate) fn start(settings: ServerSettings) -> TestServer {
        let server = Server::bind(0, settings).expect("a free port");
        let (address, handle) = (server.address(), server.handle());
        TestServer { address, handle, thread: Some(std::thread::spawn(move || server.run())) }
    }

    pub(crate) fn start_default() -> TestServer {
        TestServer::start(ServerSettings::default())
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server accepts connections");
        stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
        stream
    }

    /// Sends these bytes on a new connection and reads until it closes.
    pub(crate) fn send(&self, bytes: impl AsRef<[u8]>) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes.as_ref()).unwrap();
        read_all(&mut stream)
    }

    /// A request head with `Connection: close`.
    pub(crate) fn head(&self, request_line: &str, headers: &str) -> String {
        format!("{request_line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        Response::parse(&self.send(self.head(&format!("GET {path}"), "")))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        self.post_with(path, body, "")
    }

    pub(crate) fn post_with(&self, path: &str, body: &Value, headers: &str) -> Response {
        Response::parse(&self.send(self.request(path, &body.to_string(), headers)))
    }

    /// A complete POST request.
    pub(crate) fn request(&self, path: &str, body: &str, headers: &str) -> String {
        let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n{headers}", body.len());
        self.head(&format!("POST {path}"), &headers) + body
    }

    /// Waits until a condition on the server holds.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str, condition: impl Fn(&ServerHandle) -> bool) {
        let start = Instant::now();
        while !condition(&self.handle) {
            assert!(start.elapsed() < Duration::from_secs(300), "{what}: {:?}", self.handle);
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.handle.shut_down();
        let result = self.thread.take().expect("joined once").join();
        if !std::thread::panicking() {
            result.expect("the server does not panic").expect("the server ends without an error");
        }
    }
}

/// Reads until the server closes or resets the connection.
pub(crate) fn read_all(stream: &mut TcpStream) -> String {
    let (mut bytes, mut chunk) = (Vec::new(), vec![0; 1 << 16]);
    while let Ok(length @ 1..) = stream.read(&mut chunk) {
        bytes.extend_from_slice(&chunk[..length]);
    }
    String::from_utf8(bytes).expect("responses are UTF-8")
}

impl Response {
    #[track_caller]
    pub(crate) fn parse(text: &str) -> Response {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("not a response: '{text}'"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let head = head.to_ascii_lowercase();
        let is_chunked = head.contains("transfer-encoding: chunked");
        let body = if is_chunked { dechunk(body) } else { body.to_owned() };
        Response { status, head, body }
    }

    /// Asserts the status.
    #[track_caller]
    pub(crate) fn expect_status(self, status: u16) -> Response {
        assert_eq!(self.status, status, "{}\n\n{}", self.head, self.body);
        self
    }

    /// The body as a JSON object.
    #[track_caller]
    pub(crate) fn object(&self) -> Value {
        let object: Value = serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body));
        assert_eq!(object["schema"], 1, "{object}");
        object
    }

    /// The error message in the body.
    #[track_caller]
    pub(crate) fn error(&self) -> String {
        self.object()["error"].as_str().unwrap_or_else(|| panic!("no error: {}", self.body)).to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|line| line.starts_with(&format!("{name}: ")))?;
        line.split_once(": ").map(|(_, value)| value)
    }
}

/// Decodes a chunked body.
fn dechunk(mut body: &str) -> String {
    let mut decoded = String::new();
    loop {
        let (length, rest) = body.split_once("\r\n").expect("the length of a chunk");
        let length = usize::from_str_radix(length, 16).expect("a hexadecimal length");
        if length == 0 {
            return decoded;
        }
        decoded.push_str(&rest[..length]);
        body = &rest[length + 2..];
    }
}
