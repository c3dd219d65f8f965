//! INPUT arguments: a file, `-` for standard input, the puzzle itself, or a size for the empty board.

use std::fmt;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use qedoku::encode::csp::{Csp, f2csp};
use qedoku::formats::{self, Alphabet, DetectedFormat, Format, PuzzleReadError, PuzzleRecord, ReadOptions};
use qedoku::{Board, Grid, Puzzle};

use crate::args::{GlobalArgs, ReadArgs};
use crate::compression;
use crate::output::truncate_line;

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

/// Stem of an input that is not a file.
const DEFAULT_STEM: &str = "puzzle";

/// A text and its origin.
pub(crate) struct Source {
    pub(crate) name: String,
    /// Start of the names of output files for its puzzles; unique among the sources of a command.
    pub(crate) stem: String,
    pub(crate) text: String,
}

/// A puzzle or its syntax error, with the source it was read from.
pub(crate) struct InputItem<'s> {
    pub(crate) source: &'s Source,
    pub(crate) record: Result<PuzzleRecord, PuzzleReadError>,
    /// Symbols of the digits.
    pub(crate) alphabet: Option<Alphabet>,
}

impl Inputs {
    /// Reads all inputs.
    pub(crate) fn sources(&self) -> Result<Vec<Source>> {
        if self.inputs.is_empty() {
            if io::stdin().is_terminal() {
                bail!("no INPUT: expected a file, a puzzle, or - for standard input (see --help)");
            }
            return Ok(vec![Source::read("-", &self.read)?]);
        }
        let mut sources: Vec<Source> = Vec::new();
        for input in &self.inputs {
            let mut source = Source::read(input, &self.read)?;
            source.make_stem_unique(&sources);
            sources.push(source);
        }
        Ok(sources)
    }

    /// Iterates over the puzzles of all sources in order. Notes about ambiguous detection go to standard error.
    pub(crate) fn items<'s>(
        &self,
        sources: &'s [Source],
        global: &GlobalArgs,
    ) -> impl Iterator<Item = InputItem<'s>> + Send + use<'s> {
        let options = self.read.options();
        let quiet = global.quiet;
        sources.iter().flat_map(move |source| source.items(&options, quiet))
    }
}

impl Input {
    /// Reads the puzzle or constraint problem.
    pub(crate) fn read(&self, global: &GlobalArgs) -> Result<InputProblem> {
        let source = Source::read(&self.source, &self.read)?;
        match source.f2csp().transpose()? {
            None => self.read_puzzle(&source, global).map(InputProblem::Puzzle),
            Some(csp) => Ok(csp.as_puzzle().map_or(InputProblem::Csp(csp), InputProblem::Puzzle)),
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
        if input == "-" || Path::new(input).exists() {
            return Source::open(input);
        }
        let name = "the command line";
        let size = input.parse::<Board>();
        if !matches!(size, Err(qedoku::board::ParseBoardError::Syntax(_))) {
            let board = size?.with_boxes_of(args.boxes)?;
            return Ok(Source::from_text(name, formats::line(&Grid::empty(board))));
        }
        let shown = truncate_line(input, 40);
        match formats::read(input, &args.options()).next() {
            Some(Ok(_)) => Ok(Source::from_text(name, input.to_owned())),
            Some(Err(error)) => bail!("'{shown}' is neither a file nor a puzzle ({})", error.message),
            None => bail!("'{shown}' is neither a file nor a puzzle, nor a size such as 16x16"),
        }
    }

    /// Reads a file or standard input, compressed or not.
    pub(crate) fn open(input: &str) -> Result<Source> {
        Source::from_reader(input, compression::open(input)?)
    }

    /// Reads an opened file; `-` names standard input.
    pub(crate) fn from_reader(input: &str, reader: impl Read) -> Result<Source> {
        let name = if input == "-" { "standard input" } else { input }.to_owned();
        let stem = Path::new(input).file_stem().filter(|_| input != "-");
        let stem = stem.map_or(DEFAULT_STEM.into(), |stem| stem.to_string_lossy().into_owned());
        Ok(Source { text: read_text(reader).with_context(|| name.clone())?, stem, name })
    }

    pub(crate) fn from_text(name: &str, text: String) -> Source {
        Source { name: name.to_owned(), stem: DEFAULT_STEM.to_owned(), text }
    }

    /// Appends a number to the stem if another source has the same.
    fn make_stem_unique(&mut self, others: &[Source]) {
        let is_free = |stem: &String| others.iter().all(|other| other.stem != *stem);
        let numbered = (2..).map(|number| format!("{}-{number}", self.stem));
        let free = std::iter::once(self.stem.clone()).chain(numbered).find(is_free);
        self.stem = free.expect("there are more numbers than sources");
    }

    /// Iterates over the puzzles of the text. An F2CSP file is one puzzle.
    pub(crate) fn items(
        &self,
        options: &ReadOptions,
        quiet: bool,
    ) -> Box<dyn Iterator<Item = InputItem<'_>> + Send + '_> {
        if let Some(csp) = self.f2csp() {
            let record = csp.map_err(|error| error_in_text(&format!("{:#}", error.root_cause()))).and_then(|csp| {
                let puzzle = csp.as_puzzle().ok_or_else(|| error_in_text("an F2CSP problem that is not a Sudoku"))?;
                Ok(PuzzleRecord { puzzle, line: 1, solution: None, rest: String::new() })
            });
            return Box::new(std::iter::once(InputItem { source: self, record, alphabet: None }));
        }
        let mut reader = formats::read(&self.text, options);
        let mut notes_printed = quiet;
        Box::new(std::iter::from_fn(move || {
            let record = reader.next()?;
            let detected = reader.detected();
            // An empty board contains no symbols, so its alphabet is of no interest.
            let has_symbols = |record: &PuzzleRecord| record.puzzle.givens().filled_count() > 0;
            if !notes_printed && record.as_ref().is_ok_and(has_symbols) {
                notes_printed = true;
                self.print_detection_notes(detected);
            }
            Some(InputItem { source: self, record, alphabet: detected.alphabet })
        }))
    }

    /// The constraint problem, if the text is F2CSP.
    pub(crate) fn f2csp(&self) -> Option<Result<Csp>> {
        let is_f2csp = f2csp::is_f2csp(self.text.as_bytes());
        is_f2csp.then(|| Csp::read(self.text.as_bytes()).with_context(|| self.name.clone()))
    }

    /// An error with its position: `file:3:7: expected a digit`.
    pub(crate) fn describe_error(&self, error: &PuzzleReadError) -> String {
        match error.column {
            0 => format!("{self}:{}: {}", error.line, error.message),
            column => format!("{self}:{}:{column}: {}", error.line, error.message),
        }
    }

    /// Prints how the text was interpreted where other interpretations are possible.
    fn print_detection_notes(&self, detected: &DetectedFormat) {
        for note in &detected.notes {
            anstream::eprintln!("{self}: {note}");
        }
        if let (Some(alphabet), true) = (detected.alphabet, detected.notes.is_empty())
            && (10..=alphabet.max_side()).contains(&alphabet.side())
            && detected.format != Format::Numbers
        {
            anstream::eprintln!("{self}: detected the symbols {alphabet}");
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Looks ahead at the first two items. Returns all items, and their number if it is less than 2, else 2.
pub(crate) fn count_up_to_two<'s>(
    mut items: impl Iterator<Item = InputItem<'s>> + Send,
) -> (impl Iterator<Item = InputItem<'s>> + Send, usize) {
    let first: Vec<InputItem> = items.by_ref().take(2).collect();
    let count = first.len();
    (first.into_iter().chain(items), count)
}

/// Decodes UTF-8, or UTF-16 with a byte order mark as Windows editors write it.
fn read_text(mut reader: impl Read) -> Result<String> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
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

/// An error that concerns the text as a whole.
fn error_in_text(message: &str) -> PuzzleReadError {
    PuzzleReadError::new(1, 0, message)
}
