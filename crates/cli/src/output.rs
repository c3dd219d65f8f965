//! Result output: standard output or a file written atomically, in colour on a terminal.
//!
//! If the reader of a pipe closes it, as `head` does, the output discards what follows and interrupts the command
//! ([`limits::stop_at_closed_output`]). Writing goes on without an error, so that a command that knows its verdict returns it as
//! its exit code. docs/decisions/0061-closed-pipes-and-temporary-files.md has the alternatives.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use qedoku::formats::{self, Format, WriteOptions};
use qedoku::{Grid, Locale, Puzzle, json};
use serde_json::Value;

pub(crate) use qedoku::message_text::{group_digits, pluralize, truncate_line};

use crate::atomic_file::AtomicFile;
use crate::compression::ZstdWriter;
use crate::limits;

/// Style of the word "error", and of failures in tables.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Style of a given in a grid.
pub(crate) const GIVEN: Style = Style::new().bold();
/// Style of a solved digit in a grid.
pub(crate) const SOLVED: Style = AnsiColor::Cyan.on_default();
/// Style of a positive verdict.
pub(crate) const SUCCESS: Style = AnsiColor::Green.on_default().bold();
/// Style of a negative verdict.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// Destination of results.
pub(crate) struct Output {
    writer: BufWriter<NamedWriter>,
    /// Whether to use colours.
    pub(crate) color: bool,
    /// Whether the output is a file that `-o` names.
    is_file: bool,
}

/// A writer that names its file in errors (`solutions.txt: No space left on device`), and that accepts everything once the reader of
/// a pipe has closed it.
struct NamedWriter {
    name: String,
    writer: Box<dyn Finish>,
    /// Whether the reader of the pipe has closed it.
    is_closed: bool,
}

impl NamedWriter {
    fn finish(self) -> io::Result<()> {
        if self.is_closed { Ok(()) } else { unless_closed(self.writer.finish(), &self.name).map(drop) }
    }
}

/// Adds the name of the output to an error. `None` if the reader has closed the pipe; then the command is interrupted.
fn unless_closed<T>(result: io::Result<T>, name: &str) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            limits::stop_at_closed_output();
            Ok(None)
        }
        Err(error) => Err(io::Error::new(error.kind(), format!("{name}: {error}"))),
        Ok(value) => Ok(Some(value)),
    }
}

impl Write for NamedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let written = unless_closed(self.writer.write(bytes), &self.name)?;
        self.is_closed = written.is_none();
        Ok(written.unwrap_or(bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.is_closed {
            self.is_closed = unless_closed(self.writer.flush(), &self.name)?.is_none();
        }
        Ok(())
    }
}

/// A writer whose end must be written explicitly, because writing it may fail.
trait Finish: Write + Send {
    fn finish(self: Box<Self>) -> io::Result<()>;
}

impl Finish for io::Stdout {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.flush()
    }
}

impl Finish for File {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.flush()
    }
}

impl Finish for AtomicFile {
    fn finish(self: Box<Self>) -> io::Result<()> {
        self.commit()
    }
}

impl Finish for GzEncoder<AtomicFile> {
    fn finish(self: Box<Self>) -> io::Result<()> {
        GzEncoder::finish(*self)?.commit()
    }
}

impl Finish for ZstdWriter<AtomicFile> {
    fn finish(self: Box<Self>) -> io::Result<()> {
        ZstdWriter::finish(*self)?.commit()
    }
}

impl Output {
    pub(crate) fn stdout() -> Output {
        let stdout = io::stdout();
        let color = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        let writer = buffered("standard output", Box::new(stdout));
        Output { writer, color, is_file: false }
    }

    /// A file without colours, compressed if its name ends in `.gz` or `.zst`. It appears under its name when it is
    /// finished; a device such as `/dev/null` is written directly.
    pub(crate) fn create(path: &Path) -> Result<Output> {
        let file = AtomicFile::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let file: Box<dyn Finish> = match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") => Box::new(GzEncoder::new(file, Compression::default())),
            Some("zst") => Box::new(ZstdWriter::new(file)),
            _ => Box::new(file),
        };
        Ok(Output { writer: buffered(&path.display().to_string(), file), color: false, is_file: true })
    }

    /// A temporary file without a name, which the system removes at the end of the process, however it ends.
    pub(crate) fn unnamed(file: File) -> Output {
        Output { writer: buffered("temporary file", Box::new(file)), color: false, is_file: true }
    }

    /// A number with its digits grouped for people on standard output, plain in a file.
    pub(crate) fn number(&self, number: u64, locale: Locale) -> String {
        if self.is_file { number.to_string() } else { locale.group_digits(number) }
    }

    /// Writes one JSON object on a line.
    pub(crate) fn json(&mut self, fields: &Value) -> io::Result<()> {
        write_json(self, fields)
    }

    /// Writes everything that is buffered and gives a file its final name. Reports errors such as a full disk.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.writer.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
    }
}

fn buffered(name: &str, writer: Box<dyn Finish>) -> BufWriter<NamedWriter> {
    BufWriter::with_capacity(1 << 16, NamedWriter { name: name.to_owned(), writer, is_closed: false })
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Creates a folder and its parents, unless they exist.
pub(crate) fn create_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))
}

/// Writes a whole file.
pub(crate) fn write_file(path: &Path, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<()> {
    let mut file = Output::create(path)?;
    Ok(write(&mut file).and_then(|()| file.finish())?)
}

/// Writes one JSON object on a line, with the version of the schema.
pub(crate) fn write_json(out: &mut dyn Write, fields: &Value) -> io::Result<()> {
    let mut line = json::with_schema(fields);
    line.push('\n');
    out.write_all(line.as_bytes())
}

/// The text with the escape codes of a style.
pub(crate) fn styled(text: impl Display, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints a line on standard error. Unlike `eprintln!` it does not panic if nobody reads it.
macro_rules! message {
    ($($arguments:tt)*) => { $crate::output::print_message(format_args!($($arguments)*)) };
}
pub(crate) use message;

/// Prints a line on standard error, if somebody reads it: see [`message`].
pub(crate) fn print_message(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

/// Prints an error message on standard error.
pub(crate) fn print_error(message: &str) {
    message!("{}: {message}", styled("error", ERROR));
}

/// Prints the errors of a list: the first ten, and at the end the number of the others.
#[derive(Default)]
pub(crate) struct ErrorLog {
    count: u64,
}

/// Number of errors that are printed.
const MAX_ERRORS: u64 = 10;

impl ErrorLog {
    /// Prints an error, unless there were too many.
    pub(crate) fn print(&mut self, message: &str) {
        self.count += 1;
        if self.count <= MAX_ERRORS {
            print_error(message);
        }
    }
}

impl Drop for ErrorLog {
    fn drop(&mut self) {
        if self.count > MAX_ERRORS {
            message!(
                "... and {} more {}",
                group_digits(self.count - MAX_ERRORS),
                if self.count == MAX_ERRORS + 1 { "error" } else { "errors" }
            );
        }
    }
}

/// A grid with box borders. In colour, givens and solved digits differ.
pub(crate) fn draw_grid(puzzle: &Puzzle, grid: &Grid, options: &WriteOptions, color: bool) -> Result<String> {
    let text = formats::write_grid(grid, Format::Grid, options)?;
    if !color {
        return Ok(text);
    }
    // Digits appear in reading order, so the n-th token that is no border belongs to the n-th cell.
    let mut cells = puzzle.board().cells();
    let mut style_token = |token: &str| match token {
        "" | "|" => token.to_owned(),
        _ => {
            let is_given = cells.next().is_some_and(|cell| puzzle.givens().get(cell).is_some());
            styled(token, if is_given { GIVEN } else { SOLVED })
        }
    };
    let mut style_line = |line: &str| {
        if line.starts_with("--") {
            return format!("{line}\n");
        }
        line.split(' ').map(&mut style_token).collect::<Vec<_>>().join(" ") + "\n"
    };
    Ok(text.lines().map(&mut style_line).collect())
}
