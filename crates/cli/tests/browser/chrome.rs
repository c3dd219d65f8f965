//! Chromium without a window, spoken to by its protocol for developers (CDP).
//!
//! The messages go through pipes, not through a WebSocket: JSON texts, each ended by a zero byte. So nothing is needed but
//! the program `chromium`, no port is opened, and the browser ends when the test does.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::command::Folder;

/// How long the browser may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The shell gives standard input and output the numbers that `--remote-debugging-pipe` expects.
const START: &str = r#"exec chromium --headless=new --remote-debugging-pipe --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$0" about:blank \
    3<&0 4>&1 >/dev/null 2>&1"#;

/// A browser with one page.
pub(crate) struct Chrome {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    events: VecDeque<Value>,
    session: Option<String>,
    calls: u64,
    _profile: Folder,
}

impl Chrome {
    /// Starts the browser and opens an empty page.
    pub(crate) fn start() -> Chrome {
        let profile = Folder::new();
        let mut command = Command::new("sh");
        command.args(["-c", START]).arg(profile.path());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("there is a shell");
        let input = child.stdin.take().expect("it is piped");
        let messages = listen(child.stdout.take().expect("it is piped"));
        let events = VecDeque::new();
        let mut chrome = Chrome { child, input, messages, events, session: None, calls: 0, _profile: profile };
        chrome.attach();
        chrome
    }

    fn attach(&mut self) {
        let target = self.call("Target.createTarget", &json!({"url": "about:blank"}));
        let session = self.call("Target.attachToTarget", &json!({"targetId": target["targetId"], "flatten": true}));
        self.session = Some(session["sessionId"].as_str().expect("a session").to_owned());
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] {
            self.call(&format!("{domain}.enable"), &json!({}));
        }
    }

    /// Calls a method of the protocol, and waits for what it gives.
    #[track_caller]
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.calls += 1;
        let mut message = json!({"id": self.calls, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.send(&message);
        loop {
            let mut answer = self.receive(method);
            if answer["id"] != self.calls {
                self.events.push_back(answer);
            } else if answer["error"].is_null() {
                return answer["result"].take();
            } else {
                panic!("{method} {parameters}: {}", answer["error"]);
            }
        }
    }

    fn send(&mut self, message: &Value) {
        let text = format!("{message}\0");
        self.input.write_all(text.as_bytes()).expect("chromium runs; ./test installs it");
        self.input.flush().expect("chromium runs");
    }

    fn receive(&mut self, method: &str) -> Value {
        match self.messages.recv_timeout(PATIENCE) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => panic!("{method}: no answer from chromium"),
            Err(RecvTimeoutError::Disconnected) => {
                panic!("{method}: chromium is needed for this test; ./test installs it")
            }
        }
    }

    /// What the browser has told by itself so far.
    pub(crate) fn events(&mut self) -> Vec<Value> {
        self.events.extend(self.messages.try_iter());
        self.events.iter().cloned().collect()
    }
}

/// Hands on the messages of the browser as they come.
fn listen(output: ChildStdout) -> Receiver<Value> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut text = Vec::new();
        while output.read_until(0, &mut text).is_ok_and(|length| length > 0) {
            let message = serde_json::from_slice(text.strip_suffix(&[0]).unwrap_or(&text));
            text.clear();
            if message.is_ok_and(|message| sender.send(message).is_err()) {
                return;
            }
        }
    });
    receiver
}

impl Drop for Chrome {
    /// The browser closes its processes itself if it is asked to; it is killed if it does not.
    fn drop(&mut self) {
        let _ = self.input.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.input.flush();
        for _ in 0..50 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
