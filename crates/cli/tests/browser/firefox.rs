//! Headless Firefox, controlled by `WebDriver` `BiDi` over a WebSocket (W3C, "`WebDriver` `BiDi`").
//!
//! Firefox listens on a free loopback port by itself, so this needs no driver program such as geckodriver.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::browser::{self, Browser, Modifier};
use crate::command::TestFolder;
use crate::websocket::WebSocket;

/// The browser and its session. Its process ends with the test.
pub(crate) struct Firefox {
    child: Child,
    socket: WebSocket,
    /// The tab.
    context: String,
    events: Vec<Value>,
    /// Id of the last call.
    last_id: u64,
    _profile: TestFolder,
}

impl Firefox {
    pub(crate) fn start() -> Firefox {
        let profile = TestFolder::new();
        let mut command = Command::new("firefox-esr");
        command.args(["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile"]).arg(profile.path());
        command.arg("about:blank").env("HOME", profile.path()).stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("firefox-esr runs; ./test installs it");
        let address = address(BufReader::new(child.stderr.take().expect("the stream is piped")));
        let socket = WebSocket::connect(&address, "/session");
        let mut firefox =
            Firefox { child, socket, context: String::new(), events: Vec::new(), last_id: 0, _profile: profile };
        firefox.open_session();
        firefox
    }

    fn open_session(&mut self) {
        self.send("session.new", &json!({ "capabilities": {} }));
        self.send("session.subscribe", &json!({ "events": ["log.entryAdded", "network.beforeRequestSent"] }));
        let tree = self.send("browsingContext.getTree", &json!({}));
        tree["contexts"][0]["context"].as_str().expect("a tab").clone_into(&mut self.context);
    }

    /// Sends a command and returns its result.
    #[track_caller]
    fn send(&mut self, method: &str, parameters: &Value) -> Value {
        self.last_id += 1;
        self.socket.send(&json!({ "id": self.last_id, "method": method, "params": parameters }).to_string());
        loop {
            let mut message: Value = serde_json::from_str(&self.socket.receive()).expect("JSON");
            if message["id"] != self.last_id {
                self.events.push(message);
            } else if message["type"] == "success" {
                return message["result"].take();
            } else {
                panic!("{method}: {message}");
            }
        }
    }

    /// Sends a command about the tab.
    fn send_to_tab(&mut self, method: &str, mut parameters: Value) -> Value {
        parameters["context"] = json!(self.context);
        self.send(method, &parameters)
    }

    fn events_of(&mut self, method: &str) -> Vec<Value> {
        self.evaluate("null").expect("a value"); // events before its answer have arrived
        self.events.iter().filter(|event| event["method"] == method).map(|event| event["params"].clone()).collect()
    }
}

/// The address in the message of Firefox that it listens. The rest of its messages is read, so that it never waits.
fn address(mut messages: impl BufRead + Send + 'static) -> String {
    let mut line = String::new();
    while messages.read_line(&mut line).expect("firefox writes text") > 0 {
        if let Some((_, address)) = line.split_once("listening on ws://") {
            let address = address.trim().to_owned();
            std::thread::spawn(move || std::io::copy(&mut messages, &mut std::io::sink()));
            return address;
        }
        line.clear();
    }
    panic!("firefox-esr did not start");
}

impl Browser for Firefox {
    fn navigate(&mut self, url: &str) {
        self.send_to_tab("browsingContext.navigate", json!({ "url": url, "wait": "complete" }));
    }

    fn resize(&mut self, width: u32, height: u32) {
        let viewport = json!({ "width": width, "height": height });
        self.send_to_tab("browsingContext.setViewport", json!({ "viewport": viewport }));
    }

    fn evaluate(&mut self, expression: &str) -> Result<Value, String> {
        // A JSON text instead of the serialisation of BiDi, which writes objects as lists of pairs.
        let expression = format!("Promise.resolve({expression}).then((value) => JSON.stringify(value) ?? 'null')");
        let target = json!({ "context": self.context });
        let how = json!({ "expression": expression, "target": target, "awaitPromise": true });
        let answer = self.send("script.evaluate", &how);
        match answer["result"]["value"].as_str() {
            Some(text) => Ok(serde_json::from_str(text).expect("JSON")),
            None => Err(answer.to_string()),
        }
    }

    fn click_at(&mut self, x: f64, y: f64) {
        let steps = json!([
            { "type": "pointerMove", "x": x.round() as i64, "y": y.round() as i64 },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let actions = json!([{ "type": "pointer", "id": "mouse", "actions": steps }]);
        self.send_to_tab("input.performActions", json!({ "actions": actions }));
    }

    fn press(&mut self, key: &str, modifier: Modifier) {
        let held = match modifier {
            Modifier::None => None,
            Modifier::Control => Some('\u{E009}'),
            Modifier::Shift => Some('\u{E008}'),
        };
        let key = key_value(key);
        let downs = held.into_iter().chain([key]).map(|key| json!({ "type": "keyDown", "value": key }));
        let ups = [key].into_iter().chain(held).map(|key| json!({ "type": "keyUp", "value": key }));
        let actions = json!([{ "type": "key", "id": "keyboard", "actions": downs.chain(ups).collect::<Vec<_>>() }]);
        self.send_to_tab("input.performActions", json!({ "actions": actions }));
    }

    fn choose_file(&mut self, selector: &str, path: &str) {
        let expression = format!("document.querySelector({})", json!(selector));
        let how = json!({ "expression": expression, "target": { "context": self.context }, "awaitPromise": false });
        let element = json!({ "sharedId": self.send("script.evaluate", &how)["result"]["sharedId"] });
        self.send_to_tab("input.setFiles", json!({ "element": element, "files": [path] }));
    }

    fn errors(&mut self) -> Vec<String> {
        let entries = self.events_of("log.entryAdded");
        let is_error = |entry: &&Value| entry["level"] == "error" || entry["level"] == "warn";
        entries.iter().filter(is_error).map(ToString::to_string).collect()
    }

    fn requests(&mut self) -> Vec<String> {
        let requests = self.events_of("network.beforeRequestSent");
        requests.iter().filter_map(|event| event["request"]["url"].as_str().map(str::to_owned)).collect()
    }
}

/// The character of a key (W3C, "`WebDriver`", section 17.4.2).
fn key_value(key: &str) -> char {
    match key {
        "Backspace" => '\u{E003}',
        "Tab" => '\u{E004}',
        "Enter" => '\u{E006}',
        "Escape" => '\u{E00C}',
        "End" => '\u{E010}',
        "Home" => '\u{E011}',
        "ArrowLeft" => '\u{E012}',
        "ArrowUp" => '\u{E013}',
        "ArrowRight" => '\u{E014}',
        "ArrowDown" => '\u{E015}',
        _ => {
            let mut characters = key.chars();
            let first = characters.next().filter(|_| characters.as_str().is_empty());
            first.unwrap_or_else(|| panic!("no value for {key}"))
        }
    }
}

impl Drop for Firefox {
    /// Closes the browser with all its processes.
    fn drop(&mut self) {
        self.socket.send(&json!({ "id": 0, "method": "browser.close", "params": {} }).to_string());
        browser::end(&mut self.child);
    }
}
