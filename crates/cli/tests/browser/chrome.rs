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

use crate::browser::{self, Browser, Modifier};
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
        let target = self.send_call("Target.createTarget", &json!({"url": "about:blank"}));
        let session =
            self.send_call("Target.attachToTarget", &json!({"targetId": target["targetId"], "flatten": true}));
        self.session = Some(session["sessionId"].as_str().expect("a session").to_owned());
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] {
            self.send_call(&format!("{domain}.enable"), &json!({}));
        }
    }

    /// Calls a protocol method and returns its result.
    #[track_caller]
    fn send_call(&mut self, method: &str, parameters: &Value) -> Value {
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
    fn events(&mut self) -> Vec<Value> {
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

impl Browser for Chrome {
    fn navigate(&mut self, url: &str) {
        self.call("Page.navigate", &json!({"url": url}));
    }

    fn resize(&mut self, width: u32, height: u32) {
        let phone = width < 500;
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": if phone { 2 } else { 1 }, "mobile": phone});
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    fn evaluate(&mut self, expression: &str) -> Result<Value, String> {
        let how = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", &how);
        if answer["exceptionDetails"].is_null() {
            return Ok(answer["result"]["value"].take());
        }
        Err(answer["exceptionDetails"].to_string())
    }

    fn click_at(&mut self, x: f64, y: f64) {
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    fn press(&mut self, key: &str, modifier: Modifier) {
        let modifiers = match modifier {
            Modifier::None => 0,
            Modifier::Control => 2,
            Modifier::Shift => 8,
        };
        let mut event = json!({"type": "rawKeyDown", "key": key, "code": key, "modifiers": modifiers});
        match key.chars().next() {
            // With Shift, a digit key has another character, and only its code tells the digit.
            Some(digit) if modifier == Modifier::Shift => {
                event["key"] = json!("!");
                event["code"] = json!(format!("Digit{digit}"));
            }
            Some(character) if key.len() == 1 && modifier == Modifier::None => {
                event["type"] = json!("keyDown");
                event["text"] = json!(character);
            }
            _ => event["windowsVirtualKeyCode"] = json!(virtual_key(key)),
        }
        if key == "Enter" {
            event["type"] = json!("keyDown");
            event["text"] = json!("\r");
        }
        self.call("Input.dispatchKeyEvent", &event);
        event["type"] = json!("keyUp");
        event.as_object_mut().expect("an object").remove("text");
        self.call("Input.dispatchKeyEvent", &event);
    }

    fn choose_file(&mut self, selector: &str, path: &str) {
        let root = self.call("DOM.getDocument", &json!({}))["root"]["nodeId"].clone();
        let node = self.call("DOM.querySelector", &json!({"nodeId": root, "selector": selector}))["nodeId"].clone();
        self.call("DOM.setFileInputFiles", &json!({"nodeId": node, "files": [path]}));
    }

    fn errors(&mut self) -> Vec<String> {
        self.events().iter().filter(|event| is_error(event)).map(ToString::to_string).collect()
    }

    fn requests(&mut self) -> Vec<String> {
        let events = self.events();
        let requests = events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        requests.filter_map(|event| event["params"]["request"]["url"].as_str().map(str::to_owned)).collect()
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.send_call(method, parameters)
    }
}

fn virtual_key(key: &str) -> u32 {
    match key {
        "Tab" => 9,
        "Enter" => 13,
        "Escape" => 27,
        "End" => 35,
        "Home" => 36,
        "ArrowLeft" => 37,
        "ArrowUp" => 38,
        "ArrowRight" => 39,
        "ArrowDown" => 40,
        "Backspace" => 8,
        "y" => 89,
        "z" => 90,
        _ => panic!("no key code for {key}"),
    }
}

fn is_error(event: &Value) -> bool {
    let parameters = &event["params"];
    match event["method"].as_str() {
        Some("Runtime.exceptionThrown") => true,
        Some("Runtime.consoleAPICalled") => {
            ["error", "warning", "assert"].iter().any(|kind| parameters["type"] == *kind)
        }
        Some("Log.entryAdded") => parameters["entry"]["level"] == "error" && !is_api_response(&parameters["entry"]),
        _ => false,
    }
}

/// Whether a log entry only reports that the server rejected a request.
fn is_api_response(entry: &Value) -> bool {
    entry["source"] == "network" && entry["url"].as_str().is_some_and(|url| url.contains("/api/"))
}

impl Drop for Chrome {
    /// Closes the browser with all its processes.
    fn drop(&mut self) {
        let _ = self.input.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.input.flush();
        browser::end(&mut self.child);
    }
}
