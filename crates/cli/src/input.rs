//! INPUT arguments: a file, `-` for standard input, the puzzle itself, or a size for the empty board.

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use qedoku::encode::csp::f2csp::{F2cspError, F2cspWarning};
use qedoku::encode::csp::{Csp, f2csp};
use qedoku::encode::dimacs::read::DimacsError;
use qedoku::encode::dimacs::{self, CnfFormula};
use qedoku::formats::{self, DetectedFormat, Format, PuzzleReadError, ReadOptions};
use qedoku::{Board, Grid, Puzzle};

use crate::args::{GlobalArgs, ReadArgs};
use crate::compression::{self, OpenedInput};
use crate::input_stream::InputStream;
pub(crate) use crate::input_stream::{InputItem, count_up_to_two};
use crate::limits::{self, InterruptibleText};
use crate::output::{message, truncate_line};
use crate::{memory, missing_file};

/// INPUT of a command that takes any number of puzzles.
#[derive(Args)]
pub(crate) struct Inputs {
    /// A file, - for standard input, the puzzle itself, or a size such as 16x16 [default: standard input]
    #[arg(value_name = "INPUT")]
    inputs: Vec<String>,
    #[command(flatten)]
    read: ReadArgs,
}

/// INPUT of a command that takes one puzzle.
#[derive(Args)]
pub(crate) struct Input {
    /// A file, - for standard input, the puzzle itself, or a size such as 16x16
    #[arg(value_name = "INPUT")]
    source: String,
    /// Number of the puzzle in a file with several, from 1
    #[arg(long, value_name = "N")]
    puzzle: Option<usize>,
    #[command(flatten)]
    read: ReadArgs,
}

/// The problem that an INPUT states.
pub(crate) enum InputProblem {
    Puzzle(Puzzle),
    /// An F2CSP file that is not a Sudoku.
    Csp(Csp),
}

/// Number of bytes that tell a formula from puzzles.
pub(crate) const KIND_BYTES: usize = 4096;

/// Stem of an input that is not a file.
const DEFAULT_STEM: &str = "puzzle";

/// A text and its origin.
pub(crate) struct Source {
    pub(crate) name: String,
    /// Start of the names of output files for its puzzles; unique among the sources of a command.
    pub(crate) stem: String,
    /// The whole text. A list of puzzles that does not end within [`HEAD_BYTES`] is read as a stream; then this is its beginning.
    pub(crate) text: String,
    rest: Rest,
    /// Whether the rest is decompressed when it is read.
    pub(crate) is_compressed: bool,
}

/// The part of a source that is not in memory.
enum Rest {
    Nothing,
    /// A file that is opened again and read from its beginning. Thousands of them would be too many to keep open.
    File,
    /// A pipe: its first bytes, and the reader of the others until the stream takes it.
    Pipe(Mutex<Option<OpenPipe>>),
}

/// The first bytes of a pipe, and the reader of the others.
type OpenPipe = (Vec<u8>, Box<dyn BufRead + Send>);

/// Number of bytes that are read at first: all of a short file, and enough to recognise a file that is not a list of puzzles.
const HEAD_BYTES: u64 = 1 << 16;

impl Inputs {
    /// Opens all inputs. Lists of puzzles are read later, by [`Inputs::items`].
    pub(crate) fn sources(&self) -> Result<Vec<Source>> {
        if self.inputs.is_empty() {
            if io::stdin().is_terminal() {
                bail!("no INPUT: expected a file, a puzzle, or - for standard input (see --help)");
            }
            return Ok(vec![Source::begin("-", &self.read)?]);
        }
        let mut sources: Vec<Source> = Vec::new();
        for input in &self.inputs {
            let mut source = Source::begin(input, &self.read)?;
            source.make_stem_unique(&sources);
            sources.push(source);
        }
        Ok(sources)
    }

    /// The puzzles of all sources in order. Notes about ambiguous detection go to standard error.
    pub(crate) fn items<'s>(&self, sources: &'s [Source], global: &GlobalArgs) -> InputStream<'s> {
        InputStream::new(sources, self.read.options(), global.quiet)
    }
}

impl Input {
    /// Reads the puzzle or constraint problem.
    pub(crate) fn read(&self, global: &GlobalArgs) -> Result<InputProblem> {
        let source = Source::read(&self.source, &self.read)?;
        if let Some(csp) = source.f2csp().transpose()? {
            return Ok(csp.as_puzzle().map_or(InputProblem::Csp(csp), InputProblem::Puzzle));
        }
        match source.puzzle_as_problem(&self.read.options()) {
            Some(puzzle) => puzzle.map_err(|error| anyhow!("{}", source.describe_error(&error))),
            None => self.read_puzzle(&source, global),
        }
        .map(InputProblem::Puzzle)
    }

    /// Reads a puzzle. A constraint problem that is no Sudoku is an error.
    pub(crate) fn read_only_puzzle(&self, global: &GlobalArgs) -> Result<Puzzle> {
        match self.read(global)? {
            InputProblem::Puzzle(puzzle) => Ok(puzzle),
            InputProblem::Csp(_) => bail!("{} is a constraint problem, not a puzzle", self.source),
        }
    }

    fn read_puzzle(&self, source: &Source, global: &GlobalArgs) -> Result<Puzzle> {
        let mut reader = formats::read(&source.text, &self.read.options());
        let locate = |error: PuzzleReadError| anyhow!("{}", source.describe_error(&error));
        if let Some(number) = self.puzzle {
            let record = number.checked_sub(1).and_then(|skip| reader.nth(skip));
            return record
                .with_context(|| format!("{source} has no puzzle {number}"))?
                .map(|record| record.puzzle)
                .map_err(locate);
        }
        let first = reader.next().with_context(|| format!("{source} has no puzzle"))?.map_err(locate)?;
        if !global.quiet && first.puzzle.givens().filled_count() > 0 {
            source.print_detection_notes(reader.detected());
        }
        if reader.next().is_some() {
            bail!("{source} has more than one puzzle: choose one with --puzzle N");
        }
        Ok(first.puzzle)
    }
}

impl Source {
    /// Reads an INPUT: standard input, an existing file, a size, or a puzzle.
    pub(crate) fn read(input: &str, args: &ReadArgs) -> Result<Source> {
        if is_file(input) { Source::open(input) } else { Source::from_argument(input, args) }
    }

    /// Like [`Source::read`], but reads only the beginning of a list of puzzles.
    pub(crate) fn begin(input: &str, args: &ReadArgs) -> Result<Source> {
        if is_file(input) { Source::begin_file(input) } else { Source::from_argument(input, args) }
    }

    /// Reads the beginning of a list of puzzles, and all of any other file.
    pub(crate) fn begin_file(input: &str) -> Result<Source> {
        let opened = compression::open_counted(input, &Arc::default()).with_context(|| display_name(input))?;
        let OpenedInput { mut reader, is_compressed } = opened;
        let mut head = Vec::new();
        reader.by_ref().take(HEAD_BYTES).read_to_end(&mut head).with_context(|| display_name(input))?;
        if (head.len() as u64) < HEAD_BYTES || is_whole_text(&head) {
            return Source::from_reader(input, (&head[..]).chain(reader));
        }
        let text = String::from_utf8_lossy(&head).into_owned();
        let is_rereadable = input != "-" && Path::new(input).is_file();
        let rest = if is_rereadable { Rest::File } else { Rest::Pipe(Mutex::new(Some((head, reader)))) };
        Ok(Source { name: display_name(input), stem: stem(input), text, rest, is_compressed })
    }

    /// The size of the board, or the puzzle, on the command line.
    fn from_argument(input: &str, args: &ReadArgs) -> Result<Source> {
        let name = "the command line";
        let size = input.parse::<Board>();
        if !matches!(size, Err(qedoku::board::ParseBoardError::Syntax(_))) {
            let board = size?.with_boxes_of(args.boxes)?;
            return Ok(Source::from_text(name, formats::line(&Grid::empty(board))));
        }
        let first = formats::read(input, &args.options()).next();
        if matches!(first, Some(Ok(_))) {
            return Ok(Source::from_text(name, input.to_owned()));
        }
        if let Some(message) = missing_file::message(input) {
            bail!("{message}");
        }
        let shown = truncate_line(input, 40);
        match first {
            Some(Err(error)) if !is_size(input) => {
                bail!("'{shown}' is neither a file nor a puzzle ({})", error.message)
            }
            _ => bail!("'{shown}' is neither a file nor a puzzle, nor a size such as 16x16"),
        }
    }

    /// Reads a file or standard input, compressed or not.
    pub(crate) fn open(input: &str) -> Result<Source> {
        Source::from_reader(input, compression::open(input)?)
    }

    /// Reads an opened file; `-` names standard input.
    pub(crate) fn from_reader(input: &str, reader: impl Read) -> Result<Source> {
        let name = display_name(input);
        let text = read_text(reader).with_context(|| name.clone())?;
        Ok(Source { text, stem: stem(input), name, rest: Rest::Nothing, is_compressed: false })
    }

    pub(crate) fn from_text(name: &str, text: String) -> Source {
        Source { name: name.to_owned(), stem: DEFAULT_STEM.to_owned(), text, rest: Rest::Nothing, is_compressed: false }
    }

    /// Appends a number to the stem if another source has the same.
    fn make_stem_unique(&mut self, others: &[Source]) {
        let is_free = |stem: &String| others.iter().all(|other| other.stem != *stem);
        let numbered = (2..).map(|number| format!("{}-{number}", self.stem));
        let free = std::iter::once(self.stem.clone()).chain(numbered).find(is_free);
        self.stem = free.expect("there are more numbers than sources");
    }

    /// The puzzles of the source.
    pub(crate) fn items(&self, options: &ReadOptions, quiet: bool) -> InputStream<'_> {
        InputStream::new(std::slice::from_ref(self), options.clone(), quiet)
    }

    /// The bytes of the source from the beginning, as UTF-8. Adds the number of bytes that were read from a file to `progress`.
    ///
    /// # Panics
    /// If a pipe is read a second time.
    pub(crate) fn reader(&self, progress: &Arc<AtomicU64>) -> Result<Box<dyn Read + Send + '_>> {
        match &self.rest {
            Rest::Nothing => {
                progress.fetch_add(self.text.len() as u64, Ordering::Relaxed);
                Ok(Box::new(self.text.as_bytes()))
            }
            Rest::File => Ok(compression::open_counted(&self.name, progress)?.reader),
            Rest::Pipe(pipe) => {
                let taken = pipe.lock().expect("no thread panics while it holds the lock").take();
                let (head, reader) = taken.expect("a pipe is read once");
                Ok(Box::new(io::Cursor::new(head).chain(reader)))
            }
        }
    }

    /// Number of bytes of the source; `None` for a pipe.
    pub(crate) fn size(&self) -> Option<u64> {
        match self.rest {
            Rest::Nothing => Some(self.text.len() as u64),
            Rest::File => std::fs::metadata(&self.name).ok().map(|metadata| metadata.len()),
            Rest::Pipe(_) => None,
        }
    }

    /// The puzzle of a text that states one problem: F2CSP or DIMACS CNF.
    pub(crate) fn puzzle_as_problem(&self, options: &ReadOptions) -> Option<Result<Puzzle, PuzzleReadError>> {
        if let Some(csp) = self.read_f2csp() {
            let not_sudoku = || error_in_text("an F2CSP problem that is not a Sudoku");
            return Some(csp.and_then(|(csp, warnings)| {
                self.print_f2csp_warnings(&warnings);
                csp.as_puzzle().ok_or_else(not_sudoku)
            }));
        }
        let formula = self.read_cnf().filter(|_| options.format.is_none())?;
        let locate = |error: DimacsError| match error.place() {
            None => error_in_text(&format!("{:#}", anyhow::Error::new(error).root_cause())),
            Some((line, column)) => PuzzleReadError::new(line as usize, column as usize, error.message()),
        };
        let formula = formula.map_err(locate);
        let not_sudoku = || error_in_text("a formula that is not recognised as a Sudoku");
        Some(formula.and_then(|formula| sudoku_of(&formula).ok_or_else(not_sudoku)))
    }

    /// The formula, if the text is DIMACS CNF.
    pub(crate) fn cnf(&self) -> Option<Result<CnfFormula>> {
        Some(self.read_cnf()?.map_err(|error| dimacs_error(&self.name, error)))
    }

    fn read_cnf(&self) -> Option<Result<CnfFormula, DimacsError>> {
        let text = self.text.as_bytes();
        let is_dimacs = dimacs::is_dimacs(&text[..text.len().min(KIND_BYTES)]);
        is_dimacs.then(|| CnfFormula::read(InterruptibleText(text)))
    }

    /// The constraint problem, if the text is F2CSP. Prints its warnings.
    pub(crate) fn f2csp(&self) -> Option<Result<Csp>> {
        let csp = self.read_f2csp()?.map_err(|error| anyhow!("{}", self.describe_error(&error)));
        Some(csp.map(|(csp, warnings)| {
            self.print_f2csp_warnings(&warnings);
            csp
        }))
    }

    /// The constraint problem and its warnings, if the text is F2CSP.
    pub(crate) fn read_f2csp(&self) -> Option<Result<(Csp, Vec<F2cspWarning>), PuzzleReadError>> {
        let place =
            |error: &F2cspError| error.place().map_or((1, 0), |(line, column)| (line as usize, column as usize));
        let locate = |error: F2cspError| PuzzleReadError::new(place(&error).0, place(&error).1, error.message());
        let is_f2csp = f2csp::is_f2csp(self.text.as_bytes());
        is_f2csp.then(|| Csp::read_with_warnings(self.text.as_bytes()).map_err(locate))
    }

    /// Prints the first ten warnings of an F2CSP file.
    pub(crate) fn print_f2csp_warnings(&self, warnings: &[F2cspWarning]) {
        print_f2csp_warnings(self, warnings);
    }

    /// An error with its position: `file:3:7: expected a digit`.
    pub(crate) fn describe_error(&self, error: &PuzzleReadError) -> String {
        match error.column {
            0 => format!("{self}:{}: {}", error.line, error.message),
            column => format!("{self}:{}:{column}: {}", error.line, error.message),
        }
    }

    /// Prints how the text was interpreted where other interpretations are possible.
    pub(crate) fn print_detection_notes(&self, detected: &DetectedFormat) {
        for note in &detected.notes {
            message!("{self}: {note}");
        }
        if let (Some(alphabet), true) = (detected.alphabet, detected.notes.is_empty())
            && (10..=alphabet.max_side()).contains(&alphabet.side())
            && detected.format != Format::Numbers
        {
            message!("{self}: detected the symbols {alphabet}");
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Whether a text has the form of a size, such as `9x10`.
fn is_size(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once(['x', 'X']).is_some_and(|(rows, columns)| is_number(rows) && is_number(columns))
}

/// Whether an INPUT is standard input or an existing file.
fn is_file(input: &str) -> bool {
    input == "-" || Path::new(input).exists()
}

fn display_name(input: &str) -> String {
    if input == "-" { "standard input" } else { input }.to_owned()
}

fn stem(input: &str) -> String {
    let stem = Path::new(input).file_stem().filter(|_| input != "-");
    stem.map_or(DEFAULT_STEM.into(), |stem| stem.to_string_lossy().into_owned())
}

/// Decodes UTF-8, or UTF-16 with a byte order mark as Windows editors write it.
fn read_text(mut reader: impl Read) -> Result<String> {
    let bytes = read_to_end(&mut reader)?;
    let utf16 = |decode_unit: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|chunk| decode_unit([chunk[0], chunk[1]]));
        char::decode_utf16(units).collect::<Result<String, _>>().context("the text is not valid UTF-16")
    };
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => utf16(u16::from_le_bytes),
        Some([0xfe, 0xff]) => utf16(u16::from_be_bytes),
        // Another encoding does no harm in a comment or a name; in a puzzle the reader reports the bad symbol.
        _ => Ok(String::from_utf8(bytes).unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned())),
    }
}

/// Reads everything, up to the memory limit.
fn read_to_end(reader: &mut impl Read) -> Result<Vec<u8>> {
    const BLOCK: u64 = 4 << 20;
    let mut bytes = Vec::new();
    while reader.by_ref().take(BLOCK).read_to_end(&mut bytes)? as u64 == BLOCK {
        memory::check()?;
    }
    Ok(bytes)
}

/// Whether a text that begins like this is read as a whole and not as a list of puzzles: F2CSP, CNF, or UTF-16.
fn is_whole_text(head: &[u8]) -> bool {
    let head = &head[..head.len().min(KIND_BYTES)];
    f2csp::is_f2csp(head) || dimacs::is_dimacs(head) || matches!(head, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
}

fn error_in_text(message: &str) -> PuzzleReadError {
    PuzzleReadError::new(1, 0, message)
}

/// Prints the first ten warnings of an F2CSP file.
pub(crate) fn print_f2csp_warnings(file: &dyn fmt::Display, warnings: &[F2cspWarning]) {
    for F2cspWarning { line, column, message, .. } in warnings.iter().take(10) {
        message!("warning: {file}:{line}:{column}: {message}");
    }
    if warnings.len() > 10 {
        message!("warning: {file}: {} more values outside their domain", warnings.len() - 10);
    }
}

/// The error of a DIMACS file with its place: `file:3:7: expected a literal`.
pub(crate) fn dimacs_error(file: &str, error: DimacsError) -> anyhow::Error {
    match error.place() {
        None => anyhow::Error::new(error).context(file.to_owned()),
        Some((line, 0)) => anyhow!("{file}:{line}: {}", error.message()),
        Some((line, column)) => anyhow!("{file}:{line}:{column}: {}", error.message()),
    }
}

/// The Sudoku that a formula states; `None` if it states none, or after an interruption.
pub(crate) fn sudoku_of(formula: &CnfFormula) -> Option<Puzzle> {
    formula.as_puzzle_unless(&|| limits::check_reading().is_err())
}
