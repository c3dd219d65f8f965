//! `qedoku serve`: address, port, browser, requests and Ctrl-C.

mod command;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};

use command::{QEDOKU, SOLUTION_9X9, UNIQUE_9X9, program, qedoku};

/// A running server that is killed at the end of the test.
struct RunningServer {
    child: Child,
    out: BufReader<ChildStdout>,
    /// `127.0.0.1:8930`.
    address: String,
}

impl RunningServer {
    fn start(args: &[&str]) -> RunningServer {
        let mut command = Command::new(QEDOKU);
        let piped = command.arg("serve").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("the command starts");
        let mut out = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("the server prints its address");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in '{line}'")).to_owned();
        RunningServer { child, out, address }
    }

    fn request(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        let request = request.replacen("\r\n", &format!("\r\nHost: {}\r\nConnection: close\r\n", self.address), 1);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn solve(&self) -> String {
        let body = format!("{{\"puzzle\": \"{UNIQUE_9X9}\"}}");
        let head =
            format!("POST /api/solve HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {}", body.len());
        self.request(&format!("{head}\r\n\r\n{body}"))
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.child.kill(); // It may have ended.
        let _ = self.child.wait();
    }
}

#[test]
fn serve_prints_its_address_and_ends_with_ctrl_c() {
    let mut server = RunningServer::start(&["--no-open", "--port", "0"]);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    assert!(server.request("GET / HTTP/1.1\r\n\r\n").contains("<title>"));
    assert!(server.solve().contains(SOLUTION_9X9));
    // Ctrl-C also ends a server with work in progress.
    let mut long = TcpStream::connect(&server.address).unwrap();
    let body = "{\"puzzle\": \"9x9\"}";
    let head = format!("POST /api/count HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json", server.address);
    write!(long, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    program("kill", &["-INT", &server.child.id().to_string()]).exits_with(0);
    let status = server.child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    let mut rest = String::new();
    server.out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn the_address_can_be_json_and_the_time_limit_applies_to_requests() {
    let server =
        RunningServer::start(&["--no-open", "--port", "0", "--json", "--time-limit", "200ms", "--threads", "1"]);
    let body = "{\"puzzle\": \"9x9\"}";
    let head = format!("POST /api/count HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {}", body.len());
    let answer = server.request(&format!("{head}\r\n\r\n{body}"));
    assert!(answer.contains("the time limit of 0.2 s was reached"), "{answer}");
}

#[test]
fn a_port_in_use_is_skipped_unless_it_was_given() {
    let taken = TcpListener::bind("127.0.0.1:8930");
    let server = RunningServer::start(&["--no-open"]);
    assert!(!server.address.ends_with(":8930"), "the port is in use, by this test or another program");
    assert!(server.solve().contains(SOLUTION_9X9));
    let port = server.address.rsplit(':').next().unwrap();
    qedoku(["serve", "--no-open", "--port", port]).exits_with(2).stderr_contains("cannot listen on port");
    drop(taken);
}

#[test]
fn the_browser_is_opened_with_the_address() {
    let folder = command::TestFolder::new();
    folder.script("xdg-open", "echo \"$1\" > \"$(dirname \"$0\")/opened.new\"; mv \"$(dirname \"$0\")/opened.new\" \"$(dirname \"$0\")/opened\"");
    let path = std::env::join_paths(
        std::iter::once(folder.path().to_path_buf())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let mut command = Command::new(QEDOKU);
    let piped = command.args(["serve", "--port", "0", "--quiet"]).env("PATH", path.unwrap());
    let mut child = piped.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    folder.wait_for("opened");
    program("kill", &["-INT", &child.id().to_string()]).exits_with(0);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.path_to("opened")).unwrap(), line);
}
