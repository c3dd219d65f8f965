//! Test driver of the page: keys, clicks, and the texts on the screen.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::command::TestFolder;
use crate::site::Site;

/// Time limit of every wait.
const WAIT_TIMEOUT: Duration = Duration::from_secs(300);

/// Returns the centre of an element after the next frame, or null if it cannot be clicked there.
const CLICK_POINT: &str = "async (selector) => {
    const element = document.querySelector(selector);
    element.scrollIntoView({block: 'nearest'});
    await new Promise(requestAnimationFrame);
    const {x, y, width, height} = element.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    return !element.disabled && element.contains(document.elementFromPoint(...middle)) ? middle : null;
}";

/// The page in a browser, and the server behind it.
pub(crate) struct Page {
    chrome: Chrome,
    site: Site,
    downloads: TestFolder,
}

impl Page {
    /// Opens the page in a desktop window.
    pub(crate) fn open() -> Page {
        Page::with("", 1280, 860)
    }

    /// Opens the page with this fragment, in a window of this size.
    pub(crate) fn with(fragment: &str, width: u32, height: u32) -> Page {
        let mut page = Page { chrome: Chrome::start(), site: Site::start(), downloads: TestFolder::new() };
        let folder = page.downloads.path().to_str().expect("a UTF-8 path").to_owned();
        page.call("Page.setDownloadBehavior", &json!({"behavior": "allow", "downloadPath": folder}));
        page.resize(width, height);
        page.visit(fragment);
        page
    }

    /// Loads the page again, with this fragment.
    pub(crate) fn visit(&mut self, fragment: &str) {
        self.call("Page.navigate", &json!({"url": "about:blank"}));
        let url = format!("{}/{fragment}", self.site.origin);
        self.call("Page.navigate", &json!({"url": url}));
        self.wait("document.readyState === 'complete' && document.querySelector('#board .cell') !== null");
    }

    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let phone = width < 500;
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": if phone { 2 } else { 1 }, "mobile": phone});
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Emulates the colour scheme of the system.
    pub(crate) fn prefer(&mut self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    #[track_caller]
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.chrome.call(method, parameters)
    }

    /// The value of an expression on the page.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let how = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", &how);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    /// The text of an element.
    #[track_caller]
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({}).textContent", json!(selector)));
        text.as_str().expect("an element with text").to_owned()
    }

    /// The accessible label of a cell.
    #[track_caller]
    pub(crate) fn cell(&mut self, name: &str) -> String {
        let label = self.value(&format!("document.querySelector('#cell-{name}').getAttribute('aria-label')"));
        label.as_str().expect("a label").to_owned()
    }

    /// Waits until an expression holds.
    #[track_caller]
    pub(crate) fn wait(&mut self, expression: &str) {
        let begin = Instant::now();
        while self.value(&format!("Boolean({expression})")) != true {
            assert!(begin.elapsed() < WAIT_TIMEOUT, "timeout: {expression}\n{}", self.value("document.body.innerText"));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the text of an element contains this.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, selector: &str, text: &str) {
        self.wait(&format!("document.querySelector({})?.textContent.includes({})", json!(selector), json!(text)));
    }

    /// Clicks an element.
    #[track_caller]
    pub(crate) fn click(&mut self, selector: &str) {
        let point = self.click_point(selector);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": point[0], "y": point[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// The centre of an element, once it is enabled, not covered, and has stopped moving.
    #[track_caller]
    fn click_point(&mut self, selector: &str) -> Value {
        let find = format!("({CLICK_POINT})({})", json!(selector));
        let begin = Instant::now();
        loop {
            let point = self.value(&find);
            if !point.is_null() && point == self.value(&find) {
                return point;
            }
            assert!(
                begin.elapsed() < WAIT_TIMEOUT,
                "{selector} cannot be clicked\n{}",
                self.value("document.body.innerText")
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Selects an option of a select element.
    #[track_caller]
    pub(crate) fn choose(&mut self, id: &str, value: &str) {
        self.value(&format!(
            "(() => {{ const select = document.getElementById('{id}'); select.value = '{value}'; \
             if (select.value !== '{value}') throw new Error('no such option'); select.dispatchEvent(new Event('change')); }})()"
        ));
    }

    /// Pastes a puzzle on the board and waits until it is loaded.
    #[track_caller]
    pub(crate) fn load(&mut self, puzzle: &str) {
        self.value("document.querySelector('#notice').textContent = ''");
        self.paste(puzzle);
        self.wait("!document.querySelector('dialog[open]') && document.querySelector('#notice').textContent.startsWith('Loaded')");
    }

    /// Waits until the puzzle is solved. The verdict card then has its final height and no longer moves the controls below it.
    #[track_caller]
    pub(crate) fn wait_for_verdict(&mut self) {
        self.wait("!document.querySelector('#verdict').dataset.busy");
    }

    /// Presses a key that writes no character, such as `ArrowLeft`.
    #[track_caller]
    pub(crate) fn press(&mut self, key: &str) {
        self.press_with(key, 0);
    }

    /// Presses a key together with Control.
    #[track_caller]
    pub(crate) fn press_control(&mut self, key: &str) {
        self.press_with(key, 2);
    }

    fn press_with(&mut self, key: &str, modifiers: u8) {
        let code = virtual_key(key);
        let mut event = json!({"type": "rawKeyDown", "key": key, "code": key, "modifiers": modifiers, "windowsVirtualKeyCode": code});
        if key == "Enter" {
            event["type"] = json!("keyDown");
            event["text"] = json!("\r");
        }
        self.call("Input.dispatchKeyEvent", &event);
        self.call("Input.dispatchKeyEvent", &json!({"type": "keyUp", "key": key, "code": key, "modifiers": modifiers}));
    }

    /// Types a text.
    #[track_caller]
    pub(crate) fn type_in(&mut self, text: &str) {
        for character in text.chars() {
            let key = json!({"type": "keyDown", "key": character.to_string(), "text": character.to_string()});
            self.call("Input.dispatchKeyEvent", &key);
            self.call("Input.dispatchKeyEvent", &json!({"type": "keyUp", "key": character.to_string()}));
        }
    }

    /// Presses Shift with a digit key, whose character is then not the digit.
    #[track_caller]
    pub(crate) fn shift(&mut self, digit: char) {
        let key = json!({"type": "rawKeyDown", "key": "!", "code": format!("Digit{digit}"), "modifiers": 8});
        self.call("Input.dispatchKeyEvent", &key);
    }

    /// Types a whole board from its first cell; a point leaves a cell empty.
    #[track_caller]
    pub(crate) fn type_board(&mut self, line: &str) {
        self.press_control("Home");
        for character in line.chars() {
            if character != '.' {
                self.type_in(&character.to_string());
            }
            self.type_next();
        }
    }

    /// Moves to the next cell in reading order.
    fn type_next(&mut self) {
        self.press("ArrowRight");
        if self.value("document.activeElement.getAttribute('aria-colindex') === '1'") == true {
            self.press("ArrowDown");
        }
    }

    /// Pastes a text on the board.
    #[track_caller]
    pub(crate) fn paste(&mut self, text: &str) {
        self.value(&format!(
            "(() => {{ const data = new DataTransfer(); data.setData('text/plain', {}); document.querySelector('#board').dispatchEvent(\
             new ClipboardEvent('paste', {{clipboardData: data, bubbles: true, cancelable: true}})); }})()",
            json!(text)
        ));
    }

    /// Chooses a file in a file input.
    #[track_caller]
    pub(crate) fn choose_file(&mut self, selector: &str, path: &str) {
        let root = self.call("DOM.getDocument", &json!({}))["root"]["nodeId"].clone();
        let node = self.call("DOM.querySelector", &json!({"nodeId": root, "selector": selector}))["nodeId"].clone();
        self.call("DOM.setFileInputFiles", &json!({"nodeId": node, "files": [path]}));
    }

    /// Waits for a downloaded file with this extension.
    #[track_caller]
    pub(crate) fn downloaded(&mut self, extension: &str) -> PathBuf {
        let begin = Instant::now();
        loop {
            if let Some(path) = find_file(self.downloads.path(), extension) {
                return path;
            }
            assert!(begin.elapsed() < WAIT_TIMEOUT, "no .{extension} file was downloaded");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Asserts that the console has no errors or warnings, and that all requests went to the server.
    #[track_caller]
    pub(crate) fn finish(mut self) {
        let events = self.chrome.events();
        let errors: Vec<&Value> = events.iter().filter(|event| is_error(event)).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        let requests = events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        let addresses: Vec<&str> = requests.filter_map(|event| event["params"]["request"]["url"].as_str()).collect();
        assert!(addresses.len() > 3, "{addresses:?}");
        let own = |address: &&&str| {
            address.starts_with(&self.site.origin) || address.starts_with("blob:") || **address == "about:blank"
        };
        let others: Vec<&&str> = addresses.iter().filter(|address| !own(address)).collect();
        assert!(others.is_empty(), "requests to other servers: {others:?}");
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

/// A complete file with this extension. While downloading, the browser uses another extension and an empty placeholder.
fn find_file(folder: &Path, extension: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the download folder");
    let mut paths = entries.map(|entry| entry.expect("an entry").path());
    let is_complete = |path: &PathBuf| path.metadata().is_ok_and(|file| file.len() > 0);
    paths.find(|path| path.extension().is_some_and(|found| found == extension) && is_complete(path))
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
