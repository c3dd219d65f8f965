//! Soak test of `qedoku serve`: clients send requests of every kind for an hour, some of them malformed or abandoned. Every
//! response is right, and the memory in use does not grow.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use qedoku_testdata::{Rng, seed};

use crate::campaign_size;
use crate::command::{
    AMBIGUOUS_4X4, QEDOKU, SOLUTION_9X9, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, WAIT_TIMEOUT, program,
};

/// Clients that send requests at the same time.
const CLIENTS: u64 = 8;
/// Memory growth that is allowed after the first tenth of the run, in KiB. A hundred lost bytes per request are more within
/// minutes.
const GROWTH: u64 = 8 * 1024;

/// Endpoint, body, status, and a part of the response.
const REQUESTS: [(&str, &str, u16, &str); 10] = [
    ("solve", UNIQUE_9X9, 200, SOLUTION_9X9),
    ("solve", AMBIGUOUS_4X4, 200, "\"many\""),
    ("solve", UNSOLVABLE_4X4, 200, "\"none\""),
    ("solve", "no puzzle", 400, "error"),
    ("explain", UNIQUE_9X9, 200, "steps"),
    ("rate", UNIQUE_9X9, 200, "\"b\""),
    ("prove", UNIQUE_4X4, 200, "exactly 1"),
    ("candidates", AMBIGUOUS_4X4, 200, "candidates"),
    ("no-such-endpoint", UNIQUE_4X4, 404, "error"),
    ("", "", 0, ""), // a request that is cut off in the middle
];

/// A running server; it is ended when the value is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let mut command = Command::new(QEDOKU);
        let args = ["serve", "--no-open", "--port", "0", "--quiet", "--time-limit", "10s"];
        // With an arena per thread, as by default, the C library keeps a varying amount of free memory for each of them.
        command.args(args).env("MALLOC_ARENA_MAX", "1").stdout(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("the address is printed");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Server { child, address }
    }

    /// Resident memory in KiB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("the server runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("the resident set size");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// Sends one request; returns the status and the whole response.
    fn post(&self, endpoint: &str, puzzle: &str) -> (u16, String) {
        let body = format!("{{\"puzzle\":\"{puzzle}\"}}");
        let (host, length) = (&self.address, body.len());
        let mut stream = TcpStream::connect(host).expect("the server accepts connections");
        stream.set_read_timeout(Some(WAIT_TIMEOUT)).expect("a time limit");
        let head = format!("POST /api/{endpoint} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
        write!(stream, "{head}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}").expect("a request is sent");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("a response of text");
        let status = response.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status line");
        (status, response)
    }

    /// Sends the beginning of a request and closes the connection.
    fn abandon_request(&self) {
        let mut stream = TcpStream::connect(&self.address).expect("the server accepts connections");
        write!(stream, "POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Len", self.address).expect("a request is sent");
    }

    fn send(&self, (endpoint, puzzle, status, part): (&str, &str, u16, &str)) {
        if endpoint.is_empty() {
            return self.abandon_request();
        }
        let (found, response) = self.post(endpoint, puzzle);
        // A full queue answers 503; a client tries again later.
        if found != 503 {
            assert!(found == status && response.contains(part), "{endpoint} of {puzzle}: {response}");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        program("kill", &["-INT", &self.child.id().to_string()]);
        let _ = self.child.wait();
    }
}

#[test]
#[ignore = "takes an hour: ./test --long soak"]
fn an_hour_of_requests_leaves_the_memory_flat() {
    let (seed, duration) = (seed(60), Duration::from_secs(campaign_size(3_600)));
    let (server, start, sent) = (Server::start(), Instant::now(), AtomicU64::new(0));
    let (server, sent) = (&server, &sent);
    let client = |number: u64| {
        let mut rng = Rng::new(seed, number);
        while start.elapsed() < duration {
            server.send(REQUESTS[rng.below(REQUESTS.len())]);
            sent.fetch_add(1, Ordering::Relaxed);
        }
    };
    let samples: Vec<u64> = std::thread::scope(|scope| {
        for number in 0..CLIENTS {
            scope.spawn(move || client(number));
        }
        (1..=10).map(|tenth| sample_memory(server, start, duration * tenth / 10, sent)).collect()
    });
    let (first, last) = (samples[0], samples[9]);
    println!(
        "{} requests; resident memory {first} KiB after a tenth, {last} KiB at the end",
        sent.load(Ordering::Relaxed)
    );
    assert!(last <= first + GROWTH, "{samples:?} KiB");
    assert!(sent.load(Ordering::Relaxed) >= CLIENTS);
}

/// Waits for a point in time; returns the memory in use then.
fn sample_memory(server: &Server, start: Instant, time: Duration, sent: &AtomicU64) -> u64 {
    std::thread::sleep(time.saturating_sub(start.elapsed()));
    let memory = server.memory();
    println!("{} s: {} requests, {memory} KiB", time.as_secs(), sent.load(Ordering::Relaxed));
    memory
}
