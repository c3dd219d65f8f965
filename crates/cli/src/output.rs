//! Standard output or a file: results only, coloured where a person looks at them.

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

pub(crate) use qedoku::number_format::{group_digits, pluralize};

use crate::packed::Zstd;

/// The word "error".
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// A given in a grid.
pub(crate) const GIVEN: Style = Style::new().bold();
/// A digit that was found.
pub(crate) const FOUND: Style = AnsiColor::Cyan.on_default();
/// A good verdict.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();

/// A verdict that is not so good.
pub(crate) const NOTE: Style = AnsiColor::Yellow.on_default().bold();

/// Where results go.
pub(crate) struct Output {
    writer: BufWriter<Box<dyn Ends>>,
    /// A file is written beside its place and moved there when it is whole, so that a failure leaves what was there.
    unfinished: Option<Unfinished>,
    /// Whether styles are shown.
    pub(crate) color: bool,
}

/// Something that is written to, and that has an end which may fail.
trait Ends: Write {
    fn end(&mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Ends for io::StdoutLock<'_> {}
impl Ends for File {}

impl Ends for GzEncoder<File> {
    fn end(&mut self) -> io::Result<()> {
        self.try_finish()
    }
}

impl Ends for Zstd<File> {
    fn end(&mut self) -> io::Result<()> {
        self.finish()
    }
}

impl Output {
    pub(crate) fn stdout() -> Output {
        let stdout = io::stdout();
        let color = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        Output { writer: BufWriter::with_capacity(1 << 16, Box::new(stdout.lock())), unfinished: None, color }
    }

    /// A file, without colours; packed if its name ends in `.gz` or `.zst`. It appears when it is finished; a device is written to at
    /// once.
    pub(crate) fn create(path: &Path) -> Result<Output> {
        let place = path.canonicalize().unwrap_or_else(|_| path.to_path_buf()); // the file behind a link
        let unfinished = (!place.exists() || place.is_file()).then(|| Unfinished::beside(&place));
        let file = File::create(unfinished.as_ref().map_or(&*place, |unfinished| &unfinished.file));
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        let file: Box<dyn Ends> = match path.extension().and_then(|ending| ending.to_str()) {
            Some("gz") => Box::new(GzEncoder::new(file, Compression::default())),
            Some("zst") => Box::new(Zstd::new(file)),
            _ => Box::new(file),
        };
        Ok(Output { writer: BufWriter::with_capacity(1 << 16, file), unfinished, color: false })
    }

    /// One JSON object on a line.
    pub(crate) fn json(&mut self, fields: &Value) -> io::Result<()> {
        writeln!(self, "{}", json::with_schema(fields))
    }

    /// Everything written; a full disk is found here at the latest.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_mut().end()?;
        self.unfinished.take().map_or(Ok(()), Unfinished::finish)
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

/// A file that is being written, and the place where it will be.
struct Unfinished {
    file: PathBuf,
    place: PathBuf,
}

/// The files that are being written, for whoever ends the program at once.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn all_unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what was not finished; to be called when the program is about to end.
pub(crate) fn remove_unfinished() {
    for file in all_unfinished().drain(..) {
        let _ = std::fs::remove_file(file); // it may not have been made yet
    }
}

impl Unfinished {
    fn beside(place: &Path) -> Unfinished {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let file = place.with_file_name(format!(".{name}.{}.unfinished", std::process::id()));
        all_unfinished().push(file.clone());
        Unfinished { file, place: place.to_path_buf() }
    }

    fn finish(self) -> io::Result<()> {
        std::fs::rename(&self.file, &self.place)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        all_unfinished().retain(|file| *file != self.file);
        let _ = std::fs::remove_file(&self.file); // there is none if it was finished
    }
}

/// Makes a folder for files, unless there is one.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// A text in a style.
pub(crate) fn styled(text: impl Display, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// Says on standard error what is bad.
pub(crate) fn complain(message: &str) {
    anstream::eprintln!("{}: {message}", styled("error", ERROR));
}

/// A grid for a person: boxes drawn, the givens set off from what was found.
pub(crate) fn picture(puzzle: &Puzzle, grid: &Grid, options: &WriteOptions, color: bool) -> Result<String> {
    let text = formats::write_grid(grid, Format::Grid, options)?;
    if !color {
        return Ok(text);
    }
    let mut cells = puzzle.board().cells();
    let mut paint = |word: &str| match word {
        "" | "|" => word.to_owned(),
        _ => {
            let given = cells.next().is_some_and(|cell| puzzle.givens().get(cell).is_some());
            styled(word, if given { GIVEN } else { FOUND })
        }
    };
    let mut line = |line: &str| {
        if line.starts_with("--") {
            return format!("{line}\n");
        }
        line.split(' ').map(&mut paint).collect::<Vec<_>>().join(" ") + "\n"
    };
    Ok(text.lines().map(&mut line).collect())
}
