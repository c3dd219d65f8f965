//! `qedoku serve` on a free loopback port.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use crate::command::QEDOKU;

/// A server process that ends with the test.
pub(crate) struct Site {
    child: Child,
    /// Such as `http://127.0.0.1:40000`.
    pub(crate) origin: String,
}

impl Site {
    pub(crate) fn start() -> Site {
        let mut command = Command::new(QEDOKU);
        command.args(["serve", "--no-open", "--port", "0"]).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the command starts");
        let origin = origin(child.stdout.take().expect("the stream is piped"));
        Site { child, origin }
    }
}

/// The URL in the first line of the server's output.
fn origin(output: impl Read) -> String {
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).expect("the server prints its URL");
    let url = line.split_whitespace().find(|word| word.starts_with("http://"));
    url.unwrap_or_else(|| panic!("no URL in '{line}'")).trim_end_matches('/').to_owned()
}

impl Site {
    /// Ends the server.
    pub(crate) fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}
