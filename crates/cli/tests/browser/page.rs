//! Test driver of the page: keys, clicks, and the texts on the screen.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::{self, Browser, Modifier};
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
    browser: Box<dyn Browser>,
    site: Site,
    /// Created with the first download.
    downloads: Option<TestFolder>,
}

impl Page {
    /// Opens the page in a desktop window.
    pub(crate) fn open() -> Page {
        Page::with("", 1280, 860)
    }

    /// Opens the page with this fragment, in a window of this size.
    pub(crate) fn with(fragment: &str, width: u32, height: u32) -> Page {
        let mut page = Page { browser: browser::start(), site: Site::start(), downloads: None };
        page.resize(width, height);
        page.visit(fragment);
        page
    }

    /// Loads the page again, with this fragment.
    pub(crate) fn visit(&mut self, fragment: &str) {
        self.browser.navigate("about:blank");
        let url = format!("{}/{fragment}", self.site.origin);
        self.browser.navigate(&url);
        self.wait("document.readyState === 'complete' && document.querySelector('#board .cell') !== null");
    }

    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        self.browser.resize(width, height);
    }

    /// Answers every later request to an endpoint with this object, without the server.
    pub(crate) fn stub(&mut self, endpoint: &str, response: &Value) {
        self.value(&format!(
            "(() => {{ const real = window.fetch; window.fetch = (url, options) => (url.endsWith('/api/{endpoint}') \
             ? Promise.resolve(new Response({}, {{headers: {{'content-type': 'application/json'}}}})) : real(url, options)); }})()",
            json!(response.to_string())
        ));
    }

    /// Answers every later request to an endpoint with a progress line and no result, until it is cancelled.
    pub(crate) fn stub_endless(&mut self, endpoint: &str) {
        self.value(&format!(
            "(() => {{ const real = window.fetch; const stream = (signal) => new ReadableStream({{ start(controller) {{ \
             controller.enqueue(new TextEncoder().encode('{{\"progress\":\"1.0 s: 1,269 conflicts\"}}\\n')); \
             signal.addEventListener('abort', () => controller.error(new DOMException('cancelled', 'AbortError'))); }} }}); \
             window.fetch = (url, options) => (url.endsWith('/api/{endpoint}') ? Promise.resolve(new Response(stream(options.signal), \
             {{headers: {{'content-type': 'application/x-ndjson'}}}})) : real(url, options)); }})()"
        ));
    }

    /// Ends the server, while the page stays open.
    pub(crate) fn stop_server(&mut self) {
        self.site.stop();
    }

    /// Emulates the colour scheme of the system.
    pub(crate) fn prefer(&mut self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    /// Calls a method of the Chrome `DevTools` Protocol.
    #[track_caller]
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.browser.call(method, parameters)
    }

    /// The value of an expression on the page.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        self.browser.evaluate(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
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
        let [x, y] = [0, 1].map(|at| point[at].as_f64().expect("a coordinate"));
        self.browser.click_at(x, y);
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
        self.browser.press(key, Modifier::None);
    }

    /// Presses a key together with Control.
    #[track_caller]
    pub(crate) fn press_control(&mut self, key: &str) {
        self.browser.press(key, Modifier::Control);
    }

    /// Types a text.
    #[track_caller]
    pub(crate) fn type_in(&mut self, text: &str) {
        for character in text.chars() {
            self.browser.press(&character.to_string(), Modifier::None);
        }
    }

    /// Presses Shift with a digit key, whose character is then not the digit.
    #[track_caller]
    pub(crate) fn shift(&mut self, digit: char) {
        self.browser.press(&digit.to_string(), Modifier::Shift);
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
        self.dispatch_paste(&format!("data.setData('text/plain', {})", json!(text)));
    }

    /// Dispatches a paste event on the board, after `fill` has filled its `data`.
    #[track_caller]
    pub(crate) fn dispatch_paste(&mut self, fill: &str) {
        self.dispatch_paste_on("#board", fill);
    }

    /// The same on another element.
    #[track_caller]
    pub(crate) fn dispatch_paste_on(&mut self, selector: &str, fill: &str) {
        // Firefox ignores the clipboard data that the constructor gets.
        self.value(&format!(
            "(() => {{ const data = new DataTransfer(); {fill}; \
             const event = new ClipboardEvent('paste', {{clipboardData: data, bubbles: true, cancelable: true}}); \
             Object.defineProperty(event, 'clipboardData', {{value: data}}); document.querySelector('{selector}').dispatchEvent(event); }})()"
        ));
    }

    /// Chooses a file in a file input.
    #[track_caller]
    pub(crate) fn choose_file(&mut self, selector: &str, path: &str) {
        self.browser.choose_file(selector, path);
    }

    /// Makes the browser save downloads, in a folder of the test. Call it before the first download.
    pub(crate) fn save_downloads(&mut self) {
        let folder = TestFolder::new();
        let path = folder.path().to_str().expect("a UTF-8 path").to_owned();
        self.call("Page.setDownloadBehavior", &json!({"behavior": "allow", "downloadPath": path}));
        self.downloads = Some(folder);
    }

    /// Waits for a downloaded file with this extension.
    #[track_caller]
    pub(crate) fn downloaded(&mut self, extension: &str) -> PathBuf {
        let begin = Instant::now();
        let folder = self.downloads.as_ref().expect("downloads are saved").path();
        loop {
            if let Some(path) = find_file(folder, extension) {
                return path;
            }
            assert!(begin.elapsed() < WAIT_TIMEOUT, "no .{extension} file was downloaded");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Asserts that the console has no errors or warnings, and that all requests went to the server.
    #[track_caller]
    pub(crate) fn finish(mut self) {
        let errors = self.browser.errors();
        assert!(errors.is_empty(), "{errors:#?}");
        let addresses = self.browser.requests();
        assert!(addresses.len() > 3, "{addresses:?}");
        let own = |address: &&String| {
            address.starts_with(&self.site.origin) || address.starts_with("blob:") || *address == "about:blank"
        };
        let others: Vec<&String> = addresses.iter().filter(|address| !own(address)).collect();
        assert!(others.is_empty(), "requests to other servers: {others:?}");
    }
}

/// A complete file with this extension. While downloading, the browser uses another extension and an empty placeholder.
fn find_file(folder: &Path, extension: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the download folder");
    let mut paths = entries.map(|entry| entry.expect("an entry").path());
    let is_complete = |path: &PathBuf| path.metadata().is_ok_and(|file| file.len() > 0);
    paths.find(|path| path.extension().is_some_and(|found| found == extension) && is_complete(path))
}
