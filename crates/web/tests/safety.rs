//! Robustness against slow, greedy, malformed and cross-origin requests and clients that disconnect.

mod client;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use client::{NINE, NINE_SOLVED, Response, TestServer, read_all};
use qedoku_testdata::seeded_rng;
use qedoku_web::{MemoryLimit, ServerSettings};
use serde_json::json;

/// Asserts that the server still solves a puzzle.
#[track_caller]
fn assert_alive(server: &TestServer) {
    let answer = server.post("/api/solve", &json!({ "puzzle": NINE })).expect_status(200).object();
    assert_eq!(answer["solutions"], json!([NINE_SOLVED]));
}

fn with_request_timeout(request_timeout: Duration) -> TestServer {
    TestServer::start(ServerSettings { request_timeout, ..ServerSettings::default() })
}

#[test]
fn listens_on_loopback_only() {
    assert!(TestServer::start_default().address.ip().is_loopback());
}

#[test]
fn every_response_has_security_headers() {
    let server = TestServer::start_default();
    for response in [server.get("/"), server.get("/index.html"), server.get("/api/openapi.json"), server.get("/no")] {
        let policy = response.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        assert!(!response.head.contains("access-control"), "{}", response.head);
    }
    let page = server.get("/").expect_status(200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let tag = page.header("etag").unwrap();
    let again = server.send(server.head("GET /", &format!("If-None-Match: {tag}\r\n")));
    assert_eq!(Response::parse(&again).expect_status(304).body, "");
    let head = Response::parse(&server.send(server.head("HEAD /", ""))).expect_status(200);
    assert_eq!((&*head.body, head.header("content-length")), ("", page.header("content-length")));
}

#[test]
fn serves_every_file_of_the_page() {
    let server = TestServer::start_default();
    for name in qedoku_web::asset_names() {
        assert!(server.get(&format!("/{name}")).expect_status(200).header("content-type").is_some(), "{name}");
    }
}

#[test]
fn rejects_foreign_host_names() {
    let server = TestServer::start_default();
    let port = server.address.port();
    let with_host = |host: &str| {
        Response::parse(&server.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")))
    };
    with_host(&format!("localhost:{port}")).expect_status(200);
    with_host(&format!("[::1]:{port}")).expect_status(200);
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", &format!("127.0.0.1:{}", port ^ 1), ""] {
        assert!(with_host(host).expect_status(403).error().contains("unknown Host"), "{host}");
    }
    Response::parse(&server.send("GET / HTTP/1.0\r\n\r\n")).expect_status(403);
    Response::parse(
        &server
            .send(format!("GET http://localhost:{port}/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")),
    )
    .expect_status(403);
}

#[test]
fn rejects_other_origins_and_forms() {
    let server = TestServer::start_default();
    let body = json!({ "puzzle": NINE });
    let ours = format!("Origin: http://{}\r\n", server.address);
    server.post_with("/api/solve", &body, &ours).expect_status(200);
    for origin in ["http://evil.example", "null", "https://localhost"] {
        let response = server.post_with("/api/solve", &body, &format!("Origin: {origin}\r\n")).expect_status(403);
        assert_eq!(response.error(), "requests from other origins are not allowed");
    }
    for content_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "text/plain, application/json",
        "text/plain; x=application/json",
    ] {
        let more = format!("Content-Type: {content_type}\r\nContent-Length: 2\r\n");
        Response::parse(&server.send(server.head("POST /api/solve", &more) + "{}")).expect_status(415);
    }
    let charset = "Content-Type: Application/JSON ; charset=\"UTF-8\"\r\nContent-Length: 16\r\n";
    Response::parse(&server.send(server.head("POST /api/read", charset) + "{\"puzzle\":\"9x9\"}")).expect_status(200);
}

#[test]
fn rejects_a_body_that_is_too_long() {
    let server = TestServer::start_default();
    let response = server.post("/api/read", &json!({ "puzzle": "x".repeat(2 << 20) })).expect_status(413);
    assert_eq!(response.error(), "the request is longer than 1 MiB");
    assert_eq!(response.header("connection"), Some("close"));
    // An announced length is rejected before any of the body is sent.
    let more = "Content-Type: application/json\r\nContent-Length: 99999999999\r\n";
    Response::parse(&server.send(server.head("POST /api/read", more))).expect_status(413);
    // An endless chunked body is cut off.
    let mut stream = server.connect();
    let more = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    stream.write_all(server.head("POST /api/read", more).as_bytes()).unwrap();
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, "x".repeat(1 << 16));
    let sent = (0..1000).take_while(|_| stream.write_all(chunk.as_bytes()).is_ok()).count();
    assert!(sent < 1000, "the server accepted 64 MiB");
    // A body just below the limit is accepted.
    let text = format!("{NINE}{}", " ".repeat((1 << 20) - 200));
    server.post("/api/read", &json!({ "puzzle": text })).expect_status(200);
    assert_alive(&server);
}

#[test]
fn drops_a_client_that_sends_its_head_or_body_slowly() {
    let server = with_request_timeout(Duration::from_millis(300));
    for begin in ["", "GET / HT", "POST /api/solve HTTP/1.1\r\nHost: "] {
        let start = Instant::now();
        let mut stream = server.connect();
        stream.write_all(begin.as_bytes()).unwrap();
        read_all(&mut stream);
        assert!(start.elapsed() < Duration::from_secs(300), "the server still waits after '{begin}'");
    }
    let more = "Content-Type: application/json\r\nContent-Length: 100\r\n";
    let late = Response::parse(&server.send(server.head("POST /api/solve", more) + "{\"puzzle\"")).expect_status(408);
    assert_eq!(late.error(), "the request took too long to arrive");
    server.wait("dropped", |handle| handle.connection_count() == 0);
    assert_alive(&server);
}

#[test]
fn drops_a_client_that_trickles_bytes() {
    let server = with_request_timeout(Duration::from_millis(400));
    let mut stream = server.connect();
    let start = Instant::now();
    // Writing to a closed connection fails at the second attempt at the latest.
    while stream.write_all(b"X").is_ok() {
        assert!(start.elapsed() < Duration::from_secs(300), "the server still accepts single bytes");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_alive(&server);
}

#[test]
fn survives_malformed_requests() {
    let server = with_request_timeout(Duration::from_millis(300));
    let zeros = vec![0; 1000];
    let heads = format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(10_000));
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20));
    let bad: [&[u8]; 7] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", // start of a TLS handshake
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost\r\n\r\n",
        b"\r\n\r\n\r\n",
        &zeros,
        heads.as_bytes(),
        long.as_bytes(),
    ];
    for bytes in bad {
        let mut stream = server.connect();
        let _ = stream.write_all(bytes); // the server may close the connection early
        let text = read_all(&mut stream);
        assert!(!text.contains(" 200 "), "{text}");
    }
    let two_lengths = "Content-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n";
    assert!(!server.send(server.head("POST /api/solve", two_lengths) + "{}x").contains(" 200 "));
    let mut rng = seeded_rng(1);
    for _ in 0..50 {
        let bytes: Vec<u8> = (0..200).map(|_| rng.below(256) as u8).collect();
        let mut stream = server.connect();
        let _ = stream.write_all(&bytes);
        stream.shutdown(Shutdown::Write).unwrap();
        read_all(&mut stream);
    }
    assert_alive(&server);
}

/// Starts a count that takes practically forever.
fn start_count(server: &TestServer, more: &str) -> TcpStream {
    let mut stream = server.connect();
    stream.write_all(server.request("/api/count", "{\"puzzle\": \"9x9\"}", more).as_bytes()).unwrap();
    stream
}

#[test]
fn a_job_is_cancelled_when_its_client_disconnects() {
    let server = TestServer::start_default();
    for more in ["", "Accept: application/x-ndjson\r\n"] {
        let mut stream = start_count(&server, more);
        server.wait("the job starts", |handle| handle.running_jobs() == 1);
        if !more.is_empty() {
            let mut chunk = [0; 1000];
            assert!(stream.read(&mut chunk).unwrap() > 0, "the head and a progress line");
        }
        assert_eq!(server.handle.running_jobs(), 1);
        drop(stream);
        server.wait("the job ends", |handle| handle.running_jobs() == 0);
    }
    assert_alive(&server);
}

#[test]
fn jobs_on_large_boards_are_cancelled_too() {
    let server = TestServer::start_default();
    for path in ["/api/count", "/api/candidates", "/api/prove"] {
        let mut stream = server.connect();
        stream.write_all(server.request(path, "{\"puzzle\": \"36x36\"}", "").as_bytes()).unwrap();
        server.wait("the job starts", |handle| handle.running_jobs() == 1);
        drop(stream);
        server.wait("the job ends", |handle| handle.running_jobs() == 0);
    }
}

/// Requests a file of 50 MB and reads nothing of it.
fn start_download(server: &TestServer) -> TcpStream {
    let mut stream = server.connect();
    let body = "{\"puzzle\": \"36x36\", \"to\": \"cnf\", \"scheme\": \"extended\"}";
    stream.write_all(server.request("/api/encode", body, "").as_bytes()).unwrap();
    stream
}

#[test]
fn a_download_is_cancelled_when_its_client_disconnects() {
    let server = TestServer::start_default();
    let mut stream = start_download(&server);
    assert!(stream.read(&mut [0; 100]).unwrap() > 0);
    drop(stream);
    server.wait("the connection ends", |handle| handle.connection_count() == 0);
    server.wait("the job ends", |handle| handle.running_jobs() == 0);
    assert_alive(&server);
}

#[test]
fn a_client_that_does_not_read_holds_no_worker_and_gets_its_file_later() {
    let server = TestServer::start(ServerSettings { job_threads: 1, ..ServerSettings::default() });
    let mut clients: Vec<TcpStream> = (0..5).map(|_| start_download(&server)).collect();
    for client in &mut clients {
        assert!(client.read(&mut [0; 1]).unwrap() > 0, "the file begins");
    }
    server.wait("no thread waits for a client", |handle| handle.running_jobs() == 0);
    // A long request gets the only thread of the long lane.
    let count = start_count(&server, "");
    server.wait("the count runs", |handle| handle.running_jobs() == 1);
    count.shutdown(Shutdown::Both).unwrap();
    assert_alive(&server);
    let file = read_all(&mut clients[0]);
    assert!(file.ends_with("\r\n0\r\n\r\n"), "the file is complete");
    let file = Response::parse(&format!("H{file}")).expect_status(200);
    let declared = file.body.lines().find(|line| line.starts_with("p cnf ")).expect("a head").rsplit(' ').next();
    let clauses = file.body.lines().filter(|line| line.ends_with(" 0")).count();
    assert_eq!(declared, Some(&*clauses.to_string()));
}

#[test]
fn short_requests_are_answered_while_thirty_clients_do_expensive_work() {
    let server = TestServer::start_default();
    let _counts: Vec<TcpStream> = (0..30).map(|_| start_count(&server, "")).collect();
    let _downloads: Vec<TcpStream> = (0..5).map(|_| start_download(&server)).collect();
    server.wait("two jobs are running", |handle| handle.running_jobs() == 2);
    let mut times = Vec::new();
    for _ in 0..50 {
        let start = Instant::now();
        let response = server.post("/api/solve", &json!({ "puzzle": client::ONE }));
        // A machine that gives the server no time for half a second may turn a short request into a long one.
        if response.status == 200 {
            assert_eq!(response.object()["answer"], "one");
            times.push(start.elapsed());
        }
    }
    times.sort();
    println!("{} of 50 solves, median {:?}, slowest {:?}", times.len(), times[times.len() / 2], times[times.len() - 1]);
    assert!(times.len() >= 40, "{} of 50 short requests were answered", times.len());
    assert_eq!(server.handle.running_jobs(), 2);
}

#[test]
fn a_full_job_queue_rejects_more_while_short_requests_are_answered() {
    let server = TestServer::start(ServerSettings { job_threads: 2, max_queued_jobs: 3, ..ServerSettings::default() });
    let mut clients: Vec<TcpStream> = Vec::new();
    for running in 1..=2 {
        clients.push(start_count(&server, ""));
        server.wait("two jobs are running", |handle| handle.running_jobs() == running);
    }
    clients.extend((0..3).map(|_| start_count(&server, "")));
    server.wait("five connections are open", |handle| handle.connection_count() == 5);
    // The waiting jobs enter the queue soon after their connections are open.
    let rejected = (0..100).find_map(|_| {
        std::thread::sleep(Duration::from_millis(20));
        let mut stream = start_count(&server, "");
        stream.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
        Some(read_all(&mut stream)).filter(|text| !text.is_empty())
    });
    let rejected = Response::parse(&rejected.expect("one is rejected")).expect_status(503);
    assert_eq!(rejected.error(), "the server is busy: try again in a moment");
    assert_eq!(server.handle.running_jobs(), 2);
    assert_alive(&server); // a 9x9 puzzle is a short job
    server.post("/api/formula", &json!({ "puzzle": "16x16" })).expect_status(200);
    server.post("/api/candidates", &json!({ "puzzle": NINE })).expect_status(200);
    drop(clients);
    server.wait("all jobs end", |handle| handle.running_jobs() == 0);
    server.post("/api/count", &json!({ "puzzle": "4x4" })).expect_status(200);
}

/// Simulated memory use.
static USED_MEMORY: AtomicU64 = AtomicU64::new(0);

#[test]
fn the_memory_limit_stops_a_job() {
    let memory_limit = MemoryLimit { used: || Some(USED_MEMORY.load(Ordering::Relaxed)), max: 10 << 20 };
    let server = TestServer::start(ServerSettings { memory_limit, ..ServerSettings::default() });
    let mut stream = start_count(&server, "");
    server.wait("the job starts", |handle| handle.running_jobs() == 1);
    USED_MEMORY.store(11 << 20, Ordering::Relaxed);
    let answer = Response::parse(&read_all(&mut stream)).expect_status(200).object();
    assert_eq!(
        (&answer["result"], &answer["stopped"]),
        (&json!("incomplete"), &json!("the memory limit of 10 MiB was reached"))
    );
    USED_MEMORY.store(0, Ordering::Relaxed);
    assert_alive(&server);
}

#[test]
fn the_time_limit_stops_a_job() {
    let server =
        TestServer::start(ServerSettings { job_time_limit: Duration::from_millis(300), ..ServerSettings::default() });
    let counted = server.post("/api/count", &json!({ "puzzle": "9x9" })).expect_status(200).object();
    assert_eq!(
        (&counted["result"], &counted["stopped"]),
        (&json!("incomplete"), &json!("the time limit of 0.3 s was reached"))
    );
    let all = server.post("/api/candidates", &json!({ "puzzle": "36x36" })).expect_status(200).object();
    assert_eq!((&all["result"], all["stopped"].is_string()), (&json!("incomplete"), true));
    server.wait("all jobs end", |handle| handle.running_jobs() == 0);
}

#[test]
fn new_connections_replace_idle_ones() {
    let server = TestServer::start(ServerSettings { max_connections: 8, ..ServerSettings::default() });
    let idle: Vec<TcpStream> = (0..30).map(|_| server.connect()).collect();
    assert_alive(&server);
    assert!(server.handle.connection_count() <= 8);
    // A connection with a running job is not replaced.
    let mut busy = start_count(&server, "");
    server.wait("the job starts", |handle| handle.running_jobs() == 1);
    let more: Vec<TcpStream> = (0..30).map(|_| server.connect()).collect();
    assert_alive(&server);
    assert_eq!(server.handle.running_jobs(), 1);
    busy.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    let waiting = busy.read(&mut [0; 10]).unwrap_err().kind();
    assert!(matches!(waiting, std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut), "{waiting}");
    drop((idle, more));
}

#[test]
fn answers_pipelined_requests_in_order() {
    let server = TestServer::start_default();
    let mut stream = server.connect();
    let first = server.request("/api/count", "{\"puzzle\": \"4x4\"}", "").replace("Connection: close\r\n", "");
    let last = server.request("/api/solve", &json!({ "puzzle": NINE }).to_string(), "");
    stream.write_all((first + &last).as_bytes()).unwrap();
    let text = read_all(&mut stream);
    assert_eq!(text.matches("HTTP/1.1 200 OK").count(), 2);
    assert!(text.find("\"count\":288").unwrap() < text.find(NINE_SOLVED).unwrap());
}
