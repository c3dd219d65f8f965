//! Result output: standard output or a file written atomically, in colour on a terminal.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use qedoku::formats::{self, Format, WriteOptions};
use qedoku::{Grid, Puzzle, json};
use serde_json::Value;

pub(crate) use qedoku::message_text::{group_digits, pluralize, truncate_line};

use crate::compression::ZstdWriter;

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
    writer: BufWriter<Box<dyn Finish>>,
    /// A file is written under another name and renamed when it is complete, so that a failed or interrupted run leaves
    /// the previous file unchanged.
    partial_file: Option<PartialFile>,
    /// Whether to use colours.
    pub(crate) color: bool,
}

/// A writer whose end must be written explicitly, because writing it may fail.
trait Finish: Write {
    fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Finish for io::StdoutLock<'_> {}
impl Finish for File {}

impl Finish for GzEncoder<File> {
    fn finish(&mut self) -> io::Result<()> {
        self.try_finish()
    }
}

impl Finish for ZstdWriter<File> {
    fn finish(&mut self) -> io::Result<()> {
        ZstdWriter::finish(self)
    }
}

impl Output {
    pub(crate) fn stdout() -> Output {
        let stdout = io::stdout();
        let color = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        Output { writer: BufWriter::with_capacity(1 << 16, Box::new(stdout.lock())), partial_file: None, color }
    }

    /// A file without colours, compressed if its name ends in `.gz` or `.zst`. It appears under its name when it is
    /// finished; a device such as `/dev/null` is written directly.
    pub(crate) fn create(path: &Path) -> Result<Output> {
        // Replace the file that a symbolic link points to, not the link.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let partial_file = (!target.exists() || target.is_file()).then(|| PartialFile::for_target(&target));
        let file = File::create(partial_file.as_ref().map_or(&*target, |partial| &partial.path));
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        let file: Box<dyn Finish> = match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") => Box::new(GzEncoder::new(file, Compression::default())),
            Some("zst") => Box::new(ZstdWriter::new(file)),
            _ => Box::new(file),
        };
        Ok(Output { writer: BufWriter::with_capacity(1 << 16, file), partial_file, color: false })
    }

    /// Writes one JSON object on a line.
    pub(crate) fn json(&mut self, fields: &Value) -> io::Result<()> {
        write_json(self, fields)
    }

    /// Writes everything that is buffered and gives a file its final name. Reports errors such as a full disk.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_mut().finish()?;
        self.partial_file.take().map_or(Ok(()), PartialFile::rename_to_target)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A file that is being written, and the name it will get. Dropping it removes the file.
struct PartialFile {
    path: PathBuf,
    target: PathBuf,
}

/// All files that are being written, so that a thread that exits the process can remove them.
static PARTIAL_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn partial_files() -> MutexGuard<'static, Vec<PathBuf>> {
    PARTIAL_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all partial files. Call it just before `std::process::exit`, which runs no destructors.
pub(crate) fn remove_partial_files() {
    for path in partial_files().drain(..) {
        let _ = std::fs::remove_file(path); // It may not have been created yet.
    }
}

impl PartialFile {
    /// Same folder as the target, since a rename is atomic only within a file system.
    fn for_target(target: &Path) -> PartialFile {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let path = target.with_file_name(format!(".{name}.{}.unfinished", std::process::id()));
        partial_files().push(path.clone());
        PartialFile { path, target: target.to_path_buf() }
    }

    fn rename_to_target(self) -> io::Result<()> {
        std::fs::rename(&self.path, &self.target)
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        partial_files().retain(|path| *path != self.path);
        let _ = std::fs::remove_file(&self.path); // Fails if it was renamed, as it should be.
    }
}

/// Creates a folder and its parents, unless they exist.
pub(crate) fn create_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))
}

/// Writes a whole file.
pub(crate) fn write_file(path: &Path, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<()> {
    let mut file = Output::create(path)?;
    write(&mut file).and_then(|()| file.finish()).with_context(|| path.display().to_string())
}

/// Writes one JSON object on a line, with the version of the schema.
pub(crate) fn write_json(out: &mut dyn Write, fields: &Value) -> io::Result<()> {
    writeln!(out, "{}", json::with_schema(fields))
}

/// The text with the escape codes of a style.
pub(crate) fn styled(text: impl Display, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints an error message on standard error.
pub(crate) fn print_error(message: &str) {
    anstream::eprintln!("{}: {message}", styled("error", ERROR));
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
