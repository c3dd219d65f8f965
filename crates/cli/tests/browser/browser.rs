//! Browser: what the test driver needs of Chromium and of Firefox.

use std::cell::Cell;
use std::process::Child;
use std::time::Duration;

use serde_json::Value;

use crate::chrome::Chrome;
use crate::firefox::Firefox;

/// A browser with one tab.
pub(crate) trait Browser {
    /// Opens a URL and waits until it is loaded.
    fn navigate(&mut self, url: &str);

    fn resize(&mut self, width: u32, height: u32);

    /// The JSON value of an expression, awaited if it is a promise; or the error that it throws.
    fn evaluate(&mut self, expression: &str) -> Result<Value, String>;

    /// Clicks at a point of the window.
    fn click_at(&mut self, x: f64, y: f64);

    /// Presses a key by its DOM name, such as `ArrowLeft` or `5`.
    fn press(&mut self, key: &str, modifier: Modifier);

    /// Chooses a file in the file input with this selector.
    fn choose_file(&mut self, selector: &str, path: &str);

    /// Errors and warnings of the page so far.
    fn errors(&mut self) -> Vec<String>;

    /// The URLs requested so far.
    fn requests(&mut self) -> Vec<String>;

    /// Calls a method of the Chrome `DevTools` Protocol.
    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        panic!("{method} {parameters}: this test needs Chromium");
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Modifier {
    None,
    Control,
    Shift,
}

#[derive(Clone, Copy)]
enum BrowserKind {
    Chromium,
    Firefox,
}

thread_local! {
    /// The browser of the test that this thread runs.
    static KIND: Cell<BrowserKind> = const { Cell::new(BrowserKind::Chromium) };
}

/// Starts the browser of this test.
pub(crate) fn start() -> Box<dyn Browser> {
    match KIND.get() {
        BrowserKind::Chromium => Box::new(Chrome::start()),
        BrowserKind::Firefox => Box::new(Firefox::start()),
    }
}

/// Waits until a closing browser has ended, and kills it if it does not.
pub(crate) fn end(child: &mut Child) {
    for _ in 0..50 {
        if matches!(child.try_wait(), Ok(Some(_))) {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Runs a test in Firefox instead of Chromium.
pub(crate) fn run_in_firefox(test: fn()) {
    KIND.set(BrowserKind::Firefox);
    test();
}
