//! Progress line on standard error, shown on a terminal after the first half second.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use qedoku::Progress;
use qedoku::message_text::describe_progress;

use crate::args::GlobalArgs;
use crate::input_stream::InputProgress;
use crate::output::group_digits;

/// Delay before the line appears, so that short commands show none.
const DELAY: Duration = Duration::from_millis(500);
/// Time between two updates of the line.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// Template of a line for a single puzzle.
const SINGLE: &str = "{spinner} working, {elapsed}{search}";
/// Template of a line whose end is not known.
const OPEN_END: &str = "{spinner} {count}{rate}, {elapsed}{search}";
/// Template of a line whose end is known: the share of the input that is finished, and the time for the rest. The bar takes the rest
/// of the width, so that the line does not wrap on a narrow terminal.
const KNOWN_END: &str = "{spinner} [{wide_bar}] {percent} %, {count}{rate}, {elapsed}{left}{search}";

/// A line that counts finished items. It is erased when the value is dropped.
pub(crate) struct ProgressLine {
    /// Its position is the number of finished bytes if that of all bytes is known, else the number of items.
    bar: ProgressBar,
    count: Arc<AtomicU64>,
    input: InputProgress,
}

/// The unit that a line counts.
#[derive(Clone)]
enum Unit {
    /// Items of this name, in the plural.
    Items(String),
    Bytes,
    /// Runs, of which there are this many. Each takes long, so that their rate says nothing.
    RunsOf(u64),
}

impl Unit {
    fn describe_count(&self, count: u64) -> String {
        match self {
            Unit::Items(name) => format!("{} {name}", group_digits(count)),
            Unit::Bytes => describe_bytes(count as f64),
            Unit::RunsOf(total) => format!("{} of {} runs", group_digits(count), group_digits(*total)),
        }
    }

    /// The rate with its separator; empty if it is not shown.
    fn describe_rate(&self, count: u64, elapsed: Duration) -> String {
        match self {
            Unit::Items(_) => format!(", {}", describe_rate(count, elapsed)),
            Unit::Bytes => format!(", {}/s", describe_bytes(count as f64 / elapsed.as_secs_f64().max(0.001))),
            Unit::RunsOf(_) => String::new(),
        }
    }
}

impl ProgressLine {
    /// Counts items of this name (in the plural).
    pub(crate) fn new(items: &str, global: &GlobalArgs) -> ProgressLine {
        ProgressLine::for_input(items, global, InputProgress::default())
    }

    /// Counts this many runs. Their share is shown, and how many have ended: the first one may take minutes.
    pub(crate) fn of_runs(total: usize, global: &GlobalArgs) -> ProgressLine {
        let total = total as u64;
        let input = InputProgress { total: Some(total), ..InputProgress::default() };
        ProgressLine::with_unit(Unit::RunsOf(total), global, input)
    }

    /// Counts one more finished run.
    pub(crate) fn add_run(&self) {
        self.add_from_input(1, 1);
    }

    /// Counts bytes that are read or written, and shows their share of the total, if that is known.
    pub(crate) fn of_bytes(total: Option<u64>, global: &GlobalArgs) -> ProgressLine {
        ProgressLine::with_unit(Unit::Bytes, global, InputProgress { total, ..InputProgress::default() })
    }

    /// Counts items of this name (in the plural), and shows how much of the input is finished.
    pub(crate) fn for_input(items: &str, global: &GlobalArgs, input: InputProgress) -> ProgressLine {
        ProgressLine::with_unit(Unit::Items(items.to_owned()), global, input)
    }

    fn with_unit(unit: Unit, global: &GlobalArgs, input: InputProgress) -> ProgressLine {
        let bar = ProgressBar::with_draw_target(input.total, ProgressDrawTarget::hidden());
        let template = match input {
            InputProgress { is_single: true, .. } => SINGLE,
            InputProgress { total: Some(_), .. } => KNOWN_END,
            _ => OPEN_END,
        };
        let count = Arc::new(AtomicU64::new(0));
        let unit_of_rate = unit.clone();
        let (counted, rated) = (Arc::clone(&count), Arc::clone(&count));
        let style = ProgressStyle::with_template(template).expect("the template uses known keys only");
        // Failing to show progress is no reason to stop.
        let style = style.with_key("count", move |_: &ProgressState, line: &mut dyn std::fmt::Write| {
            let _ = line.write_str(&unit.describe_count(counted.load(Ordering::Relaxed)));
        });
        let style = style.with_key("rate", move |state: &ProgressState, line: &mut dyn std::fmt::Write| {
            let _ = line.write_str(&unit_of_rate.describe_rate(rated.load(Ordering::Relaxed), state.elapsed()));
        });
        let style = style.with_key("left", |state: &ProgressState, line: &mut dyn std::fmt::Write| {
            // Before anything is finished, nothing is known about the rest.
            if state.pos() > 0 {
                let _ = write!(line, ", {:#} left", HumanDuration(state.eta()));
            }
        });
        bar.set_style(style.progress_chars("=> "));
        // Without a terminal there is nobody to show it to.
        if !global.quiet && io::stderr().is_terminal() {
            let delayed = bar.clone();
            std::thread::spawn(move || {
                std::thread::sleep(DELAY);
                if !delayed.is_finished() {
                    delayed.set_draw_target(ProgressDrawTarget::stderr());
                    delayed.enable_steady_tick(UPDATE_INTERVAL);
                }
            });
        }
        ProgressLine { bar, count, input }
    }

    /// Appends the progress of a long search (conflicts, best cost, solutions, size of braids) to the line.
    pub(crate) fn with_search(self, search: &Progress) -> ProgressLine {
        let search = search.clone();
        let write = move |state: &ProgressState, line: &mut dyn std::fmt::Write| {
            // Failing to show progress is no reason to stop.
            let _ = line.write_str(&search_suffix(&search, state.elapsed()));
        };
        let style = self.bar.style().with_key("search", write);
        self.bar.set_style(style);
        self
    }

    /// Counts `count` more finished items.
    pub(crate) fn add(&self, count: u64) {
        self.add_from_input(count, 0);
    }

    /// Counts `count` more finished items, from this many bytes of the input.
    pub(crate) fn add_from_input(&self, count: u64, bytes: usize) {
        self.count.fetch_add(count, Ordering::Relaxed);
        match self.input.total {
            // The size of compressed input is known only as far as it has been read.
            Some(total) if self.input.is_compressed => self.bar.set_position(self.input.bytes_read().min(total)),
            Some(_) => self.bar.inc(bytes as u64),
            None => self.bar.inc(count),
        }
    }

    /// Hides the line while `print` writes to the terminal.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

/// A reader or writer whose bytes a progress line counts.
pub(crate) struct CountedBytes<'p, T> {
    inner: T,
    progress: Option<&'p ProgressLine>,
    /// Bytes that have not been added to the line.
    bytes: usize,
}

/// Bytes between two updates of the counter.
const COUNTED_BLOCK: usize = 1 << 16;

impl<'p, T> CountedBytes<'p, T> {
    pub(crate) fn new(inner: T, progress: Option<&'p ProgressLine>) -> CountedBytes<'p, T> {
        CountedBytes { inner, progress, bytes: 0 }
    }

    fn count(&mut self, bytes: usize) {
        self.bytes += bytes;
        if self.bytes >= COUNTED_BLOCK {
            self.progress.iter().for_each(|progress| progress.add_from_input(self.bytes as u64, self.bytes));
            self.bytes = 0;
        }
    }
}

impl<T: Read> Read for CountedBytes<'_, T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count(read);
        Ok(read)
    }
}

impl<T: BufRead> BufRead for CountedBytes<'_, T> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.inner.consume(bytes);
        self.count(bytes);
    }
}

impl<T: Write> Write for CountedBytes<'_, T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.count(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Items per second: `2.41 million/s`, `12,345/s`, `8.5/s`.
fn describe_rate(count: u64, elapsed: Duration) -> String {
    let rate = count as f64 / elapsed.as_secs_f64().max(0.001);
    match rate {
        1e6.. => format!("{:.2} million/s", rate / 1e6),
        100.0.. => format!("{}/s", group_digits(rate as u64)),
        _ => format!("{rate:.1}/s"),
    }
}

/// `7.10 GB`, `69.7 MB`, `912 kB`.
fn describe_bytes(bytes: f64) -> String {
    match bytes {
        1e9.. => format!("{:.2} GB", bytes / 1e9),
        1e6.. => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.0} kB", bytes / 1e3),
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
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_readable() {
        let second = Duration::from_secs(1);
        assert_eq!(describe_rate(2_414_000, second), "2.41 million/s");
        assert_eq!(describe_rate(12_345, second), "12,345/s");
        assert_eq!(describe_rate(17, second * 2), "8.5/s");
        assert_eq!(describe_rate(0, Duration::ZERO), "0.0/s");
        assert_eq!(Unit::Bytes.describe_count(7_098_343_315), "7.10 GB");
        assert_eq!(Unit::Bytes.describe_count(912_000), "912 kB");
        assert_eq!(Unit::Bytes.describe_rate(69_664_768, second * 2), ", 34.8 MB/s");
        assert_eq!(Unit::Items("puzzles".into()).describe_rate(17, second), ", 17.0/s");
        assert_eq!(
            (Unit::RunsOf(2000).describe_count(3), Unit::RunsOf(2000).describe_rate(3, second)),
            ("3 of 2,000 runs".into(), String::new())
        );
        assert_eq!(Unit::Items("puzzles".into()).describe_count(110_592), "110,592 puzzles");
    }
}
