//! ProgressLine of long work on a terminal: nothing in the first half second, then a line that counts.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use qedoku::Progress;

use crate::args::Common;

/// A line on standard error, if that is a terminal.
pub(crate) struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// Counts things of this name.
    pub(crate) fn new(what: &str, common: &Common) -> ProgressLine {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let template = format!("{{spinner}} {{human_pos}} {what}, {{per_sec}}, {{elapsed}}{{search}}");
        bar.set_style(ProgressStyle::with_template(&template).expect("a template of known keys"));
        if !common.quiet {
            let late = bar.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(500));
                if !late.is_finished() {
                    late.set_draw_target(ProgressDrawTarget::stderr());
                    late.enable_steady_tick(Duration::from_millis(200));
                }
            });
        }
        ProgressLine(bar)
    }

    /// Shows beside that how far a long search is.
    pub(crate) fn watching(self, watch: &Progress) -> ProgressLine {
        let watch = watch.clone();
        let told = move |state: &ProgressState, line: &mut dyn std::fmt::Write| {
            // A line that cannot be shown is no reason to stop.
            let _ = line.write_str(&search(&watch, state.elapsed()));
        };
        let style = self.0.style().with_key("search", told);
        self.0.set_style(style);
        self
    }

    /// So many more are done.
    pub(crate) fn add(&self, count: u64) {
        self.0.inc(count);
    }

    /// Does something that prints, without the line in its way.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

/// How far a long search is, to stand behind the rest of the line.
fn search(watch: &Progress, elapsed: Duration) -> String {
    match watch.describe(elapsed) {
        words if words.is_empty() => words,
        words => format!("; {words}"),
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
