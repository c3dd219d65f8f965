//! Headless Chromium, controlled by the Chrome `DevTools` Protocol (CDP).
//!
//! The messages are JSON texts separated by zero bytes, sent over pipes instead of a WebSocket. This needs no dependency but
//! the program `chromium`, opens no port, and ends the browser with the test.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::command::TestFolder;

/// Time limit of a protocol call.
const CALL_TIMEOUT: Duration = Duration::from_secs(300);

/// Shell command: `--remote-debugging-pipe` expects the pipes as file descriptors 3 and 4.
const COMMAND: &str = r#"exec chromium --headless=new --remote-debugging-pipe --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$0" about:blank \
    3<&0 4>&1 >/dev/null 2>&1"#;

/// A browser with one tab.
pub(crate) struct Chrome {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    events: VecDeque<Value>,
    session: Option<String>,
    /// Id of the last call.
    last_id: u64,
    _profile: TestFolder,
}

impl Chrome {
    /// Starts the browser and opens an empty tab.
    pub(crate) fn start() -> Chrome {
        let profile = TestFolder::new();
        let mut command = Command::new("sh");
        command.args(["-c", COMMAND]).arg(profile.path());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("sh starts");
        let input = child.stdin.take().expect("the stream is piped");
        let messages = read_messages(child.stdout.take().expect("the stream is piped"));
        let events = VecDeque::new();
        let mut chrome = Chrome { child, input, messages, events, session: None, last_id: 0, _profile: profile };
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

    /// Calls a protocol method and returns its result.
    #[track_caller]
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.last_id += 1;
        let mut message = json!({"id": self.last_id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.send(&message);
        loop {
            let mut answer = self.receive(method);
            if answer["id"] != self.last_id {
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
        match self.messages.recv_timeout(CALL_TIMEOUT) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => panic!("{method}: chromium did not answer"),
            Err(RecvTimeoutError::Disconnected) => {
                panic!("{method}: chromium is needed for this test; ./test installs it")
            }
        }
    }

    /// The events received so far.
    pub(crate) fn events(&mut self) -> Vec<Value> {
        self.events.extend(self.messages.try_iter());
        self.events.iter().cloned().collect()
    }
}

/// Reads the messages of the browser in a thread.
fn read_messages(output: ChildStdout) -> Receiver<Value> {
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
    /// Asks the browser to close its processes, and kills it if it does not.
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
