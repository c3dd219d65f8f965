//! Headless Firefox, controlled by `WebDriver` `BiDi` over a WebSocket (W3C, "`WebDriver` `BiDi`").
//!
//! Firefox listens on a free loopback port by itself, so this needs no driver program such as geckodriver.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::{self, Browser, Modifier};
use crate::command::TestFolder;
use crate::websocket::WebSocket;

/// Time limit of a command.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(300);
/// Time limit of a page load, and of each question whether it has ended.
const LOAD_TIMEOUT: Duration = Duration::from_secs(60);
const QUESTION_TIMEOUT: Duration = Duration::from_secs(5);

/// Preferences that switch off what Firefox does by itself in a new profile: requests to its own services, which wait for their
/// time limits without a network; the search for a proxy; first-run pages; and processes in advance.
const PREFERENCES: &str = include_str!("firefox_preferences.js");

/// A Firefox with one tab. Its process ends with the test.
pub(crate) struct Firefox {
    session: Session,
    /// Width and height of the tab, once they are set.
    viewport: Option<(u32, u32)>,
    /// The events of an earlier session.
    earlier_events: Vec<Value>,
}

/// A process and the connection to it.
struct Session {
    child: Child,
    socket: WebSocket,
    /// The tab.
    context: String,
    events: Vec<Value>,
    /// Id of the last command.
    last_id: u64,
    _profile: TestFolder,
}

impl Firefox {
    pub(crate) fn start() -> Firefox {
        Firefox { session: Session::start(), viewport: None, earlier_events: Vec::new() }
    }

    /// Replaces the browser by a new one of the same size.
    fn restart(&mut self) {
        let mut old = std::mem::replace(&mut self.session, Session::start());
        self.earlier_events.append(&mut old.events);
        if let Some((width, height)) = self.viewport {
            self.resize(width, height);
        }
    }

    fn send_to_tab(&mut self, method: &str, parameters: Value) -> Value {
        self.session.send_to_tab(method, parameters)
    }

    fn events_of(&mut self, method: &str) -> Vec<Value> {
        self.evaluate("null").expect("a value"); // events before its answer have arrived
        let events = self.earlier_events.iter().chain(&self.session.events);
        events.filter(|event| event["method"] == method).map(|event| event["params"].clone()).collect()
    }
}

impl Session {
    fn start() -> Session {
        let profile = TestFolder::new();
        profile.write("user.js", PREFERENCES);
        let mut command = Command::new("firefox-esr");
        command.args(["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile"]).arg(profile.path());
        command.arg("about:blank").env("HOME", profile.path()).stdin(Stdio::null()).stdout(Stdio::null());
        // No settings of a desktop session, whose services may not answer.
        command.env("DBUS_SESSION_BUS_ADDRESS", "disabled:").env("GSETTINGS_BACKEND", "memory");
        command.env("MOZ_CRASHREPORTER_DISABLE", "1");
        let mut child = command.stderr(Stdio::piped()).spawn().expect("firefox-esr runs; ./test installs it");
        let address = address(BufReader::new(child.stderr.take().expect("the stream is piped")));
        let socket = WebSocket::connect(&address, "/session").expect("firefox-esr accepts connections");
        let mut session =
            Session { child, socket, context: String::new(), events: Vec::new(), last_id: 0, _profile: profile };
        session.send("session.new", &json!({ "capabilities": {} }));
        session.send("session.subscribe", &json!({ "events": ["log.entryAdded", "network.beforeRequestSent"] }));
        // A tab of its own, with the focus: in the first one, a button ignores Enter.
        let tab = session.send("browsingContext.create", &json!({ "type": "tab" }));
        tab["context"].as_str().expect("a tab").clone_into(&mut session.context);
        session
    }

    /// Sends a command and returns its result.
    #[track_caller]
    fn send(&mut self, method: &str, parameters: &Value) -> Value {
        match self.try_send(method, parameters, COMMAND_TIMEOUT) {
            Some(Ok(result)) => result,
            Some(Err(error)) => panic!("{method}: {error}"),
            None => panic!("{method}: firefox-esr does not answer"),
        }
    }

    /// Sends a command and returns its result or error; `None` if there is no answer within the limit. A late answer is ignored.
    fn try_send(&mut self, method: &str, parameters: &Value, limit: Duration) -> Option<Result<Value, Value>> {
        self.last_id += 1;
        self.socket.send(&json!({ "id": self.last_id, "method": method, "params": parameters }).to_string());
        let begin = Instant::now();
        loop {
            let message = self.socket.receive(limit.saturating_sub(begin.elapsed()))?;
            let mut message: Value = serde_json::from_str(&message).expect("JSON");
            if message["id"] == self.last_id {
                let is_success = message["type"] == "success";
                return Some(if is_success { Ok(message["result"].take()) } else { Err(message) });
            }
            if message["type"] == "event" {
                self.events.push(message);
            }
        }
    }

    /// Sends a command about the tab.
    #[track_caller]
    fn send_to_tab(&mut self, method: &str, mut parameters: Value) -> Value {
        parameters["context"] = json!(self.context);
        self.send(method, &parameters)
    }

    /// Opens a URL; whether it was loaded within the limit.
    ///
    /// The command does not wait for the page. A waiting one takes the next change of the address for its end, and if that is
    /// `history.replaceState` of the page that is being left, the navigation goes on behind its back: it interrupts the next one,
    /// which then fails or never ends. Instead, the tab is polled until the document is there.
    fn load(&mut self, url: &str) -> bool {
        // Loading an empty document again would leave a navigation behind whose end cannot be seen.
        if url == "about:blank" && self.is_loaded(url) {
            return true;
        }
        let begin = Instant::now();
        let how = json!({ "context": self.context, "url": url, "wait": "none" });
        if !matches!(self.try_send("browsingContext.navigate", &how, LOAD_TIMEOUT), Some(Ok(_))) {
            return false;
        }
        while begin.elapsed() < LOAD_TIMEOUT {
            if self.is_loaded(url) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }

    /// Whether the tab says that it has this document. The page changes its own fragment, so that does not count.
    fn is_loaded(&mut self, url: &str) -> bool {
        let document = json!(url.split('#').next().expect("a part"));
        let question = format!("document.readyState === 'complete' && location.href.split('#')[0] === {document}");
        let how = json!({ "expression": question, "target": { "context": self.context }, "awaitPromise": false });
        // Errors and missing answers are those of a document that is going away.
        let answer = self.try_send("script.evaluate", &how, QUESTION_TIMEOUT);
        answer.is_some_and(|answer| answer.is_ok_and(|answer| answer["result"]["value"] == true))
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
        if self.session.load(url) {
            return;
        }
        eprintln!("firefox-esr did not load {url} in {LOAD_TIMEOUT:?}; once more in a new browser");
        self.restart();
        assert!(self.session.load(url), "firefox-esr does not load {url}");
    }

    fn resize(&mut self, width: u32, height: u32) {
        self.viewport = Some((width, height));
        let viewport = json!({ "width": width, "height": height });
        self.send_to_tab("browsingContext.setViewport", json!({ "viewport": viewport }));
    }

    fn evaluate(&mut self, expression: &str) -> Result<Value, String> {
        // A JSON text instead of the serialisation of BiDi, which writes objects as lists of pairs.
        let expression = format!("Promise.resolve({expression}).then((value) => JSON.stringify(value) ?? 'null')");
        let target = json!({ "context": self.session.context });
        let how = json!({ "expression": expression, "target": target, "awaitPromise": true });
        let answer = self.session.send("script.evaluate", &how);
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
        let how =
            json!({ "expression": expression, "target": { "context": self.session.context }, "awaitPromise": false });
        let element = json!({ "sharedId": self.session.send("script.evaluate", &how)["result"]["sharedId"] });
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

impl Drop for Session {
    /// Closes the browser with all its processes.
    fn drop(&mut self) {
        self.socket.send(&json!({ "id": 0, "method": "browser.close", "params": {} }).to_string());
        browser::end(&mut self.child);
    }
}
