//! Clients that send slowly, too much, nonsense, or from elsewhere, and those that leave: nobody else is hurt.

mod client;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use client::{NINE, NINE_SOLVED, Reply, Running, read_all};
use qedoku_web::{Memory, Settings};
use serde_json::json;

/// The server still answers.
#[track_caller]
fn assert_alive(server: &Running) {
    let answer = server.post("/api/solve", &json!({ "puzzle": NINE })).is(200).object();
    assert_eq!(answer["solutions"], json!([NINE_SOLVED]));
}

fn patient_for(patience: Duration) -> Running {
    Running::new(Settings { patience, ..Settings::default() })
}

#[test]
fn only_loopback_is_listened_on() {
    assert!(Running::usual().address.ip().is_loopback());
}

#[test]
fn the_page_says_what_a_browser_may_do_with_it() {
    let server = Running::usual();
    for reply in [server.get("/"), server.get("/index.html"), server.get("/api/openapi.json"), server.get("/no")] {
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert!(!reply.head.contains("access-control"), "{}", reply.head);
    }
    let page = server.get("/").is(200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let tag = page.header("etag").unwrap();
    let again = server.send(server.head("GET /", &format!("If-None-Match: {tag}\r\n")));
    assert_eq!(Reply::read(&again).is(304).body, "");
    let head = Reply::read(&server.send(server.head("HEAD /", ""))).is(200);
    assert_eq!((&*head.body, head.header("content-length")), ("", page.header("content-length")));
}

#[test]
fn every_file_of_the_page_is_served() {
    let server = Running::usual();
    for name in qedoku_web::files() {
        assert!(server.get(&format!("/{name}")).is(200).header("content-type").is_some(), "{name}");
    }
}

#[test]
fn another_name_for_this_machine_is_refused() {
    let server = Running::usual();
    let port = server.address.port();
    let with_host =
        |host: &str| Reply::read(&server.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")));
    with_host(&format!("localhost:{port}")).is(200);
    with_host(&format!("[::1]:{port}")).is(200);
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", &format!("127.0.0.1:{}", port ^ 1), ""] {
        assert!(with_host(host).is(403).error().contains("no other name"), "{host}");
    }
    Reply::read(&server.send("GET / HTTP/1.0\r\n\r\n")).is(403);
    Reply::read(
        &server
            .send(format!("GET http://localhost:{port}/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")),
    )
    .is(403);
}

#[test]
fn a_request_from_another_origin_or_a_form_is_refused() {
    let server = Running::usual();
    let body = json!({ "puzzle": NINE });
    let ours = format!("Origin: http://{}\r\n", server.address);
    server.post_with("/api/solve", &body, &ours).is(200);
    for origin in ["http://evil.example", "null", "https://localhost"] {
        let reply = server.post_with("/api/solve", &body, &format!("Origin: {origin}\r\n")).is(403);
        assert_eq!(reply.error(), "only the page of this server may ask it");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let more = format!("Content-Type: {kind}\r\nContent-Length: 2\r\n");
        Reply::read(&server.send(server.head("POST /api/solve", &more) + "{}")).is(415);
    }
    let charset = "Content-Type: application/json; charset=utf-8\r\nContent-Length: 16\r\n";
    Reply::read(&server.send(server.head("POST /api/read", charset) + "{\"puzzle\":\"9x9\"}")).is(200);
}

#[test]
fn a_body_that_is_too_long_is_refused() {
    let server = Running::usual();
    let reply = server.post("/api/read", &json!({ "puzzle": "x".repeat(2 << 20) })).is(413);
    assert_eq!(reply.error(), "the request is longer than 1 MiB");
    assert_eq!(reply.header("connection"), Some("close"));
    // One that only says so is refused before anything of it was sent.
    let more = "Content-Type: application/json\r\nContent-Length: 99999999999\r\n";
    Reply::read(&server.send(server.head("POST /api/read", more))).is(413);
    // One that does not say so, and does not end, is dropped.
    let mut stream = server.connect();
    let more = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    stream.write_all(server.head("POST /api/read", more).as_bytes()).unwrap();
    let piece = format!("{:x}\r\n{}\r\n", 1 << 16, "x".repeat(1 << 16));
    let sent = (0..1000).take_while(|_| stream.write_all(piece.as_bytes()).is_ok()).count();
    assert!(sent < 1000, "64 MiB were taken");
    // Just below the limit there is none.
    let text = format!("{NINE}{}", " ".repeat((1 << 20) - 200));
    server.post("/api/read", &json!({ "puzzle": text })).is(200);
    assert_alive(&server);
}

#[test]
fn a_client_that_sends_its_head_or_body_slowly_is_dropped() {
    let server = patient_for(Duration::from_millis(300));
    for begin in ["", "GET / HT", "POST /api/solve HTTP/1.1\r\nHost: "] {
        let start = Instant::now();
        let mut stream = server.connect();
        stream.write_all(begin.as_bytes()).unwrap();
        read_all(&mut stream);
        assert!(start.elapsed() < Duration::from_secs(20), "'{begin}' is waited for");
    }
    let more = "Content-Type: application/json\r\nContent-Length: 100\r\n";
    let late = Reply::read(&server.send(server.head("POST /api/solve", more) + "{\"puzzle\"")).is(408);
    assert_eq!(late.error(), "the request took too long to arrive");
    server.wait("dropped", |handle| handle.connections() == 0);
    assert_alive(&server);
}

#[test]
fn a_byte_now_and_then_does_not_keep_a_connection() {
    let server = patient_for(Duration::from_millis(400));
    let mut stream = server.connect();
    let start = Instant::now();
    // Writing to a closed connection fails at the second try at the latest.
    while stream.write_all(b"X").is_ok() {
        assert!(start.elapsed() < Duration::from_secs(20), "bytes are taken one by one");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_alive(&server);
}

#[test]
fn nonsense_is_refused_and_forgotten() {
    let server = patient_for(Duration::from_millis(300));
    let zeros = vec![0; 1000];
    let heads = format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(10_000));
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20));
    let bad: [&[u8]; 7] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", // a browser that wants TLS
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost\r\n\r\n",
        b"\r\n\r\n\r\n",
        &zeros,
        heads.as_bytes(),
        long.as_bytes(),
    ];
    for bytes in bad {
        let mut stream = server.connect();
        let _ = stream.write_all(bytes); // it may be closed before it has taken all
        let said = read_all(&mut stream);
        assert!(!said.contains(" 200 "), "{said}");
    }
    let two_lengths = "Content-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n";
    assert!(!server.send(server.head("POST /api/solve", two_lengths) + "{}x").contains(" 200 "));
    // Random bytes, the same each time.
    let mut state = 1_u64;
    for _ in 0..50 {
        let bytes: Vec<u8> = (0..200)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        let mut stream = server.connect();
        let _ = stream.write_all(&bytes);
        stream.shutdown(Shutdown::Write).unwrap();
        read_all(&mut stream);
    }
    assert_alive(&server);
}

/// Begins a count that does not end.
fn begin_count(server: &Running, more: &str) -> TcpStream {
    let mut stream = server.connect();
    stream.write_all(server.request("/api/count", "{\"puzzle\": \"9x9\"}", more).as_bytes()).unwrap();
    stream
}

#[test]
fn work_ends_when_its_client_leaves() {
    let server = Running::usual();
    for more in ["", "Accept: application/x-ndjson\r\n"] {
        let mut stream = begin_count(&server, more);
        server.wait("the work begins", |handle| handle.running() == 1);
        if !more.is_empty() {
            let mut piece = [0; 1000];
            assert!(stream.read(&mut piece).unwrap() > 0, "the head and a line of progress");
        }
        assert_eq!(server.handle.running(), 1);
        drop(stream);
        server.wait("the work ends", |handle| handle.running() == 0);
    }
    assert_alive(&server);
}

#[test]
fn a_large_board_ends_too_when_its_client_leaves() {
    let server = Running::usual();
    for path in ["/api/count", "/api/candidates", "/api/prove"] {
        let mut stream = server.connect();
        stream.write_all(server.request(path, "{\"puzzle\": \"36x36\"}", "").as_bytes()).unwrap();
        server.wait("the work begins", |handle| handle.running() == 1);
        drop(stream);
        server.wait("the work ends", |handle| handle.running() == 0);
    }
}

#[test]
fn a_file_that_nobody_takes_is_not_written_on() {
    let server = Running::usual();
    let mut stream = server.connect();
    let body = "{\"puzzle\": \"36x36\", \"to\": \"cnf\", \"scheme\": \"extended\"}";
    stream.write_all(server.request("/api/encode", body, "").as_bytes()).unwrap();
    server.wait("the work begins", |handle| handle.running() == 1);
    assert!(stream.read(&mut [0; 100]).unwrap() > 0);
    drop(stream);
    server.wait("the work ends", |handle| handle.running() == 0);
}

#[test]
fn a_client_that_does_not_read_holds_a_thread_no_longer_than_others() {
    let server = Running::new(Settings { work_time: Duration::from_millis(500), threads: 1, ..Settings::default() });
    let mut stream = server.connect();
    let body = "{\"puzzle\": \"36x36\", \"to\": \"cnf\", \"scheme\": \"extended\"}";
    stream.write_all(server.request("/api/encode", body, "").as_bytes()).unwrap();
    server.wait("the work begins", |handle| handle.running() == 1);
    server.wait("the work ends", |handle| handle.running() == 0);
    // What it gets when it reads at last is not taken for the whole: the last piece, of length 0, is missing.
    assert!(!read_all(&mut stream).ends_with("\r\n0\r\n\r\n"));
    server.post("/api/count", &json!({ "puzzle": "4x4" })).is(200);
}

#[test]
fn a_few_run_some_wait_and_more_are_refused_while_quick_questions_are_answered() {
    let server = Running::new(Settings { threads: 2, most_waiting: 3, ..Settings::default() });
    let mut clients: Vec<TcpStream> = Vec::new();
    for running in 1..=2 {
        clients.push(begin_count(&server, ""));
        server.wait("two run", |handle| handle.running() == running);
    }
    clients.extend((0..3).map(|_| begin_count(&server, "")));
    server.wait("five are there", |handle| handle.connections() == 5);
    // Those that wait are in the queue soon after they are connected.
    let refused = (0..100).find_map(|_| {
        std::thread::sleep(Duration::from_millis(20));
        let mut stream = begin_count(&server, "");
        stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        Some(read_all(&mut stream)).filter(|text| !text.is_empty())
    });
    let refused = Reply::read(&refused.expect("one is refused")).is(503);
    assert_eq!(refused.error(), "too much is being asked at once: try again in a moment");
    assert_eq!(server.handle.running(), 2);
    assert_alive(&server); // a 9x9 is solved meanwhile
    server.post("/api/formula", &json!({ "puzzle": "36x36" })).is(200);
    server.post("/api/candidates", &json!({ "puzzle": NINE })).is(200);
    drop(clients);
    server.wait("all end", |handle| handle.running() == 0);
    server.post("/api/count", &json!({ "puzzle": "4x4" })).is(200);
}

/// What the test says is used.
static USED: AtomicU64 = AtomicU64::new(0);

#[test]
fn work_ends_when_the_memory_is_used_up() {
    let memory = Memory { used: || Some(USED.load(Ordering::Relaxed)), most: 10 << 20 };
    let server = Running::new(Settings { memory, ..Settings::default() });
    let mut stream = begin_count(&server, "");
    server.wait("the work begins", |handle| handle.running() == 1);
    USED.store(11 << 20, Ordering::Relaxed);
    let answer = Reply::read(&read_all(&mut stream)).is(200).object();
    assert_eq!(
        (&answer["exact"], &answer["stopped"]),
        (&json!(false), &json!("the memory limit of 10 MiB was reached"))
    );
    USED.store(0, Ordering::Relaxed);
    assert_alive(&server);
}

#[test]
fn work_ends_when_its_time_is_over() {
    let server = Running::new(Settings { work_time: Duration::from_millis(300), ..Settings::default() });
    let counted = server.post("/api/count", &json!({ "puzzle": "9x9" })).is(200).object();
    assert_eq!(
        (&counted["exact"], &counted["stopped"]),
        (&json!(false), &json!("the time limit of 0.3 s was reached"))
    );
    let all = server.post("/api/candidates", &json!({ "puzzle": "36x36" })).is(200).object();
    assert_eq!((&all["complete"], all["stopped"].is_string()), (&json!(false), true));
    server.wait("all end", |handle| handle.running() == 0);
}

#[test]
fn idle_connections_make_room_for_new_ones() {
    let server = Running::new(Settings { connections: 8, ..Settings::default() });
    let idle: Vec<TcpStream> = (0..30).map(|_| server.connect()).collect();
    assert_alive(&server);
    assert!(server.handle.connections() <= 8);
    // Those that are worked for are not ended.
    let mut working = begin_count(&server, "");
    server.wait("the work begins", |handle| handle.running() == 1);
    let more: Vec<TcpStream> = (0..30).map(|_| server.connect()).collect();
    assert_alive(&server);
    assert_eq!(server.handle.running(), 1);
    working.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    let waiting = working.read(&mut [0; 10]).unwrap_err().kind();
    assert!(matches!(waiting, std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut), "{waiting}");
    drop((idle, more));
}

#[test]
fn several_requests_on_one_connection_are_answered_in_order() {
    let server = Running::usual();
    let mut stream = server.connect();
    let keep = server.request("/api/count", "{\"puzzle\": \"4x4\"}", "").replace("Connection: close\r\n", "");
    let last = server.request("/api/solve", &json!({ "puzzle": NINE }).to_string(), "");
    stream.write_all((keep + &last).as_bytes()).unwrap();
    let said = read_all(&mut stream);
    assert_eq!(said.matches("HTTP/1.1 200 OK").count(), 2);
    assert!(said.find("\"count\":288").unwrap() < said.find(NINE_SOLVED).unwrap());
}
