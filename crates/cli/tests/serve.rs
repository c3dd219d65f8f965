//! `qedoku serve` starts, says where, answers, and ends with Ctrl-C.

mod command;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};

use command::{NINE, NINE_SOLVED, QEDOKU, program, qedoku};

/// A server that is ended with the test.
struct Serving {
    child: Child,
    out: BufReader<ChildStdout>,
    /// `127.0.0.1:8930`.
    address: String,
}

impl Serving {
    fn new(words: &[&str]) -> Serving {
        let mut command = Command::new(QEDOKU);
        let piped = command.arg("serve").args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("the command starts");
        let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("it says where it is");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in '{line}'")).to_owned();
        Serving { child, out, address }
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens there");
        let request = request.replacen("\r\n", &format!("\r\nHost: {}\r\nConnection: close\r\n", self.address), 1);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn solve(&self) -> String {
        let body = format!("{{\"puzzle\": \"{NINE}\"}}");
        let head =
            format!("POST /api/solve HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {}", body.len());
        self.ask(&format!("{head}\r\n\r\n{body}"))
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended
        let _ = self.child.wait();
    }
}

#[test]
fn it_says_where_it_is_answers_and_ends_with_ctrl_c() {
    let mut serving = Serving::new(&["--no-open", "--port", "0"]);
    assert!(serving.address.starts_with("127.0.0.1:"), "{}", serving.address);
    assert!(serving.ask("GET / HTTP/1.1\r\n\r\n").contains("<title>"));
    assert!(serving.solve().contains(NINE_SOLVED));
    // With work under way, too.
    let mut long = TcpStream::connect(&serving.address).unwrap();
    let body = "{\"puzzle\": \"9x9\"}";
    let head = format!("POST /api/count HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json", serving.address);
    write!(long, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    program("kill", &["-INT", &serving.child.id().to_string()]).ends(0);
    let status = serving.child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    let mut rest = String::new();
    serving.out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn its_address_is_json_if_that_is_asked_for_and_limits_are_its_own() {
    let serving = Serving::new(&["--no-open", "--port", "0", "--json", "--time-limit", "200ms", "--threads", "1"]);
    let body = "{\"puzzle\": \"9x9\"}";
    let head = format!("POST /api/count HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {}", body.len());
    let answer = serving.ask(&format!("{head}\r\n\r\n{body}"));
    assert!(answer.contains("the time limit of 0.2 s was reached"), "{answer}");
}

#[test]
fn a_port_that_is_taken_is_passed_over_unless_it_was_asked_for() {
    let taken = TcpListener::bind("127.0.0.1:8930");
    let serving = Serving::new(&["--no-open"]);
    assert!(!serving.address.ends_with(":8930"), "it is taken, by this test or another program");
    assert!(serving.solve().contains(NINE_SOLVED));
    let port = serving.address.rsplit(':').next().unwrap();
    qedoku(["serve", "--no-open", "--port", port]).ends(2).complains("cannot listen on port");
    drop(taken);
}

#[test]
fn the_browser_is_asked_for_the_page() {
    let folder = command::Folder::new();
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
    let begin = std::time::Instant::now();
    while !folder.path().join("opened").exists() && begin.elapsed() < std::time::Duration::from_secs(20) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    program("kill", &["-INT", &child.id().to_string()]).ends(0);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.at("opened")).unwrap(), line);
}
