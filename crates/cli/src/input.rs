//! INPUT: a file, `-` for standard input, the puzzle itself, or a size for the empty board.

use std::fmt;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use qedoku::encode::csp::{Csp, f2csp};
use qedoku::formats::{self, Alphabet, DetectedFormat, Format, PuzzleReadError, PuzzleRecord, ReadOptions};
use qedoku::{Board, Grid, Puzzle};

use crate::args::{Common, Reading};
use crate::packed;

/// The INPUT of a command that takes many.
#[derive(Args)]
pub(crate) struct Inputs {
    /// A file, - for standard input, the puzzle itself, or a size such as 16x16 [default: standard input]
    #[arg(value_name = "INPUT")]
    inputs: Vec<String>,
    #[command(flatten)]
    reading: Reading,
}

/// The INPUT of a command that takes one puzzle.
#[derive(Args)]
pub(crate) struct Input {
    /// A file, - for standard input, the puzzle itself, or a size such as 16x16
    #[arg(value_name = "INPUT")]
    from: String,
    /// Which puzzle of a file that holds several, from 1
    #[arg(long, value_name = "N")]
    puzzle: Option<usize>,
    #[command(flatten)]
    reading: Reading,
}

/// What a command is asked about.
pub(crate) enum Question {
    Puzzle(Puzzle),
    /// An F2CSP file that is not a Sudoku.
    Csp(Csp),
}

/// The stem of what is not a file.
const STEM: &str = "puzzle";

/// A text and where it comes from.
pub(crate) struct Source {
    pub(crate) name: String,
    /// How names of files about its puzzles begin; no two sources of a command have the same.
    pub(crate) stem: String,
    pub(crate) text: String,
}

/// A puzzle or what is wrong with it, and where it stands.
pub(crate) struct Item<'s> {
    pub(crate) source: &'s Source,
    pub(crate) record: Result<PuzzleRecord, PuzzleReadError>,
    /// The symbols that it was read with.
    pub(crate) alphabet: Option<Alphabet>,
}

impl Inputs {
    /// Opens and reads all of them.
    pub(crate) fn sources(&self) -> Result<Vec<Source>> {
        if self.inputs.is_empty() {
            if io::stdin().is_terminal() {
                bail!("no INPUT: give a file, a puzzle, or - to type one in (see --help)");
            }
            return Ok(vec![Source::read("-", &self.reading)?]);
        }
        let mut sources: Vec<Source> = Vec::new();
        for input in &self.inputs {
            let mut source = Source::read(input, &self.reading)?;
            source.differ_from(&sources);
            sources.push(source);
        }
        Ok(sources)
    }

    /// The puzzles of all sources, in order. What was recognised where it could be otherwise is told.
    pub(crate) fn items<'s>(
        &self,
        sources: &'s [Source],
        common: &Common,
    ) -> impl Iterator<Item = Item<'s>> + Send + use<'s> {
        let options = self.reading.options();
        let quiet = common.quiet;
        sources.iter().flat_map(move |source| source.items(&options, quiet))
    }
}

impl Input {
    /// The one puzzle or problem that is meant.
    pub(crate) fn question(&self, common: &Common) -> Result<Question> {
        let source = Source::read(&self.from, &self.reading)?;
        match source.f2csp().transpose()? {
            None => self.puzzle(&source, common).map(Question::Puzzle),
            Some(csp) => Ok(csp.as_puzzle().map_or(Question::Csp(csp), Question::Puzzle)),
        }
    }

    fn puzzle(&self, source: &Source, common: &Common) -> Result<Puzzle> {
        let mut reader = formats::read(&source.text, &self.reading.options());
        let place = |error: PuzzleReadError| anyhow!("{}", source.at(&error));
        if let Some(number) = self.puzzle {
            let found = number.checked_sub(1).and_then(|skip| reader.nth(skip));
            return found
                .with_context(|| format!("{source} has no puzzle {number}"))?
                .map(|found| found.puzzle)
                .map_err(place);
        }
        let first = reader.next().with_context(|| format!("{source} has no puzzle"))?.map_err(place)?;
        if !common.quiet && first.puzzle.givens().filled_count() > 0 {
            source.tell(reader.detected());
        }
        if reader.next().is_some() {
            bail!("{source} has more than one puzzle: choose with --puzzle N");
        }
        Ok(first.puzzle)
    }
}

impl Source {
    /// A file, or standard input; either may be packed.
    pub(crate) fn open(input: &str) -> Result<Source> {
        Source::new(input, packed::open(input)?)
    }

    /// What was opened under this name.
    pub(crate) fn new(input: &str, from: impl Read) -> Result<Source> {
        let name = if input == "-" { "standard input" } else { input }.to_owned();
        let stem = Path::new(input).file_stem().filter(|_| input != "-");
        let stem = stem.map_or(STEM.into(), |stem| stem.to_string_lossy().into_owned());
        Ok(Source { text: read_text(from).with_context(|| name.clone())?, stem, name })
    }

    /// A text of its own.
    pub(crate) fn of(name: &str, text: String) -> Source {
        Source { name: name.to_owned(), stem: STEM.to_owned(), text }
    }

    /// Takes a stem that no other source has.
    fn differ_from(&mut self, others: &[Source]) {
        let is_free = |stem: &String| others.iter().all(|other| other.stem != *stem);
        let numbered = (2..).map(|number| format!("{}-{number}", self.stem));
        let free = std::iter::once(self.stem.clone()).chain(numbered).find(is_free);
        self.stem = free.expect("there is always another number");
    }

    /// What an INPUT means.
    pub(crate) fn read(input: &str, reading: &Reading) -> Result<Source> {
        if input == "-" || Path::new(input).exists() {
            return Source::open(input);
        }
        let name = "the command line";
        let size = input.parse::<Board>();
        if !matches!(size, Err(qedoku::board::ParseBoardError::Syntax(_))) {
            let board = size?.with_boxes_of(reading.boxes)?;
            return Ok(Source::of(name, formats::line(&Grid::empty(board))));
        }
        match formats::read(input, &reading.options()).next() {
            Some(Ok(_)) => Ok(Source::of(name, input.to_owned())),
            Some(Err(error)) => bail!("'{}' is neither a file nor a puzzle ({})", shortened(input), error.message),
            None => bail!("'{}' is neither a file nor a puzzle, nor a size such as 16x16", shortened(input)),
        }
    }

    /// The puzzles of this text; an F2CSP file is one.
    pub(crate) fn items(&self, options: &ReadOptions, quiet: bool) -> Box<dyn Iterator<Item = Item<'_>> + Send + '_> {
        if let Some(csp) = self.f2csp() {
            let record = csp.map_err(|error| whole(&format!("{:#}", error.root_cause()))).and_then(|csp| {
                let puzzle = csp.as_puzzle().ok_or_else(|| whole("an F2CSP problem that is not a Sudoku"))?;
                Ok(PuzzleRecord { puzzle, line: 1, solution: None, rest: String::new() })
            });
            return Box::new(std::iter::once(Item { source: self, record, alphabet: None }));
        }
        let mut reader = formats::read(&self.text, options);
        let mut told = quiet;
        Box::new(std::iter::from_fn(move || {
            let record = reader.next()?;
            let detected = reader.detected();
            let has_symbols = |record: &PuzzleRecord| record.puzzle.givens().filled_count() > 0;
            if !told && record.as_ref().is_ok_and(has_symbols) {
                told = true;
                self.tell(detected);
            }
            Some(Item { source: self, record, alphabet: detected.alphabet })
        }))
    }

    /// The problem that the text is, if it is F2CSP.
    pub(crate) fn f2csp(&self) -> Option<Result<Csp>> {
        let is_f2csp = f2csp::is_f2csp(self.text.as_bytes());
        is_f2csp.then(|| Csp::read(self.text.as_bytes()).with_context(|| self.name.clone()))
    }

    /// `file:3:7: what is wrong`.
    pub(crate) fn at(&self, error: &PuzzleReadError) -> String {
        match error.column {
            0 => format!("{self}:{}: {}", error.line, error.message),
            column => format!("{self}:{}:{column}: {}", error.line, error.message),
        }
    }

    /// Says what was recognised where it could have been something else.
    fn tell(&self, detected: &DetectedFormat) {
        for note in &detected.notes {
            anstream::eprintln!("{self}: {note}");
        }
        if let (Some(alphabet), true) = (detected.alphabet, detected.notes.is_empty())
            && (10..=alphabet.max_side()).contains(&alphabet.side())
            && detected.format != Format::Numbers
        {
            anstream::eprintln!("{self}: read with the symbols {alphabet}");
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The whole text; UTF-8, or UTF-16 with a byte order mark as Windows editors save it.
fn read_text(mut from: impl Read) -> Result<String> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    let utf16 = |pair: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|chunk| pair([chunk[0], chunk[1]]));
        char::decode_utf16(units).collect::<Result<String, _>>().context("the text is not UTF-16")
    };
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => utf16(u16::from_le_bytes),
        Some([0xfe, 0xff]) => utf16(u16::from_be_bytes),
        // A comment or a name in another encoding does no harm; a puzzle with such a byte is told as any bad one.
        _ => Ok(String::from_utf8(bytes).unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned())),
    }
}

/// An error of a text as a whole.
fn whole(message: &str) -> PuzzleReadError {
    PuzzleReadError::new(1, 0, message)
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}
