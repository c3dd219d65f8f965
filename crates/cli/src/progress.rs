//! Progress line on standard error, shown on a terminal after the first half second.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use qedoku::Progress;
use qedoku::message_text::describe_progress;

use crate::args::GlobalArgs;

/// Delay before the line appears, so that short commands show none.
const DELAY: Duration = Duration::from_millis(500);
/// Time between two updates of the line.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// A line that counts finished items. It is erased when the value is dropped.
pub(crate) struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// Counts items of this name (in the plural).
    pub(crate) fn new(items: &str, global: &GlobalArgs) -> ProgressLine {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let template = format!("{{spinner}} {{human_pos}} {items}, {{per_sec}}, {{elapsed}}{{search}}");
        bar.set_style(ProgressStyle::with_template(&template).expect("the template uses known keys only"));
        if !global.quiet {
            let delayed = bar.clone();
            std::thread::spawn(move || {
                std::thread::sleep(DELAY);
                if !delayed.is_finished() {
                    delayed.set_draw_target(ProgressDrawTarget::stderr());
                    delayed.enable_steady_tick(UPDATE_INTERVAL);
                }
            });
        }
        ProgressLine(bar)
    }

    /// Appends the progress of a long search (conflicts, best cost) to the line.
    pub(crate) fn with_search(self, search: &Progress) -> ProgressLine {
        let search = search.clone();
        let write = move |state: &ProgressState, line: &mut dyn std::fmt::Write| {
            // Failing to show progress is no reason to stop.
            let _ = line.write_str(&search_suffix(&search, state.elapsed()));
        };
        let style = self.0.style().with_key("search", write);
        self.0.set_style(style);
        self
    }

    /// Counts `count` more finished items.
    pub(crate) fn add(&self, count: u64) {
        self.0.inc(count);
    }

    /// Hides the line while `print` writes to the terminal.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

/// Search progress with its separator; empty if there is nothing to report.
fn search_suffix(search: &Progress, elapsed: Duration) -> String {
    match describe_progress(search, elapsed) {
        text if text.is_empty() => text,
        text => format!("; {text}"),
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
