//! `qedoku generate`: generates puzzles.
//!
//! The attempts of the generator are numbered and distributed to all threads in ranges. Puzzles are written in the order of
//! their attempts, so the output does not depend on the number of threads. [`difficulty`] keeps the puzzles of a requested difficulty.

mod difficulty;

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::sync::mpsc;

use anyhow::{Context, Result, anyhow, bail};
use clap::{ArgGroup, Args};
use qedoku::formats::{self, Format, WriteOptions};
use qedoku::generate::{
    AttemptsExhaustedError, FailureCounter, GeneratedPuzzle, Generator, GivenLayout, GivenPattern, PuzzleSpec, Symmetry,
};
use qedoku::{Board, Grid, Interrupt, SolveError, json};
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde_json::{Value, json};

use difficulty::{DifficultyArgs, DifficultyRequest, Selected, Tally};
use qedoku::explain::DifficultyFilter;

use crate::args::{GlobalArgs, OutputArgs, choice, parse_board_size, writable_formats};
use crate::exit::Exit;
use crate::input::Source;
use crate::limits::Limits;
use crate::output::{Output, message, print_error, write_json};
use crate::progress::ProgressLine;

/// Generate puzzles with exactly one solution
#[derive(Args)]
#[command(group(ArgGroup::new("amount").args(["givens", "pattern"])))]
#[command(long_about = "Generate puzzles with exactly one solution.\n\n\
    Examples:\n  \
    qedoku generate                                  one minimal puzzle: no given can be removed\n  \
    qedoku generate 1000 --seed 7 -o puzzles.txt     1000 puzzles, the same ones every time\n  \
    qedoku generate 10 --givens 20..22 --to grid     with few givens\n  \
    qedoku generate --givens 36 --not-minimal        with redundant givens\n  \
    qedoku generate 5 --symmetry rotate180           givens in a pattern with half-turn symmetry\n  \
    qedoku generate --pattern pattern.txt            givens in exactly these cells\n  \
    qedoku generate --size 16x16                     any board from 4x4 to 25x25\n  \
    qedoku generate 5 --se 7.0..7.5                  with this rating of Sudoku Explainer\n  \
    qedoku generate 5 --level hard                   for players of a level, as in explain --level\n  \
    qedoku generate 5 --technique x-wing             that need a technique and nothing harder\n  \
    qedoku generate 5 --technique x-wing --only      solved by singles and this technique alone\n  \
    qedoku generate 5 --technique x-wing --practice  positions just before the step, for explain\n\n\
    With a symmetry, minimal means that no orbit of symmetric givens can be removed as a whole.\n\n\
    Each attempt starts from a random solved grid and removes givens in random order. Impossible requests fail at once, others \
    after --tries failed attempts in a row; both end with exit code 1.\n\n\
    With a difficulty, an attempt fails if its puzzle does not have it. Every puzzle is rated or explained a second time before it is \
    written. Practice positions are HoDoKu library lines: a + marks digits that were placed, and eliminated candidates follow the cells.\n\n\
    The same seed generates the same puzzles on every machine and with any number of threads.\n\n\
    Exit code 0: all puzzles were generated; 1: they could not be.")]
pub(crate) struct GenerateArgs {
    /// Number of puzzles
    #[arg(default_value_t = 1)]
    count: u64,
    /// Number of givens: 24, 20..23 (inclusive), 26.. or ..22
    #[arg(long, value_name = "RANGE", value_parser = parse_range)]
    givens: Option<RangeInclusive<usize>>,
    /// Allow redundant givens
    #[arg(long, requires = "amount")]
    not_minimal: bool,
    /// Symmetry of the pattern of givens: none, rotate180, rotate90 (a quarter turn), mirror (left and right),
    /// flip (top and bottom), both (mirror and flip), diagonal, antidiagonal, diagonals, full (all of them)
    #[arg(long, default_value = "none", value_parser = choice(&Symmetry::ALL), hide_possible_values = true)]
    symmetry: Symmetry,
    /// File with the pattern of givens: . 0 _ or - for an open cell, anything else for a given
    #[arg(long, value_name = "FILE", conflicts_with = "symmetry")]
    pattern: Option<PathBuf>,
    /// Size of the board, up to 25x25 [default: 9x9, or the size of the pattern]
    #[arg(long, value_name = "NxN", value_parser = parse_board_size)]
    size: Option<Board>,
    /// Rows and columns of a box, such as 2x6 [default: as close to square as possible]
    #[arg(long, value_name = "RxC", value_parser = Board::from_boxes)]
    boxes: Option<Board>,
    /// Seed of the random generator [default: random, and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Give up after this many failed attempts in a row [default: 200000 on 9x9, 2000 with a pattern; 10000 on smaller boards,
    /// 500 up to 12x12, 50 up to 16x16, 5 above; at most 50000 with a difficulty]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    tries: Option<u64>,
    /// Format of the puzzles [default: grid for one, line for many]
    #[arg(long, value_name = "FORMAT", value_parser = writable_formats())]
    to: Option<Format>,
    #[command(flatten)]
    difficulty: DifficultyArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// `qedoku generate`: specification and seed -> puzzles -> text.
pub(crate) fn run(args: &GenerateArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let spec = args.spec()?;
    let writer = args.writer(&spec, global)?;
    if let Err(impossible) = spec.check() {
        return writer.give_up(&impossible, out);
    }
    if let Some(Err(impossible)) = writer.difficulty.as_ref().map(|difficulty| difficulty.check(spec.board)) {
        return writer.give_up(&impossible, out);
    }
    let limits = Limits::current();
    if args.seed.is_none() && !global.json && !global.quiet {
        message!("seed {seed} (--seed {seed} generates the same again)", seed = writer.seed);
    }
    let mut file = args.output.create_file()?;
    let (exit, generated) = generate(args, &spec, &writer, global, &limits, file.as_mut().unwrap_or(out))?;
    match file {
        Some(file) if exit == Exit::Success || (exit == Exit::Negative && generated > 0) => file.finish()?,
        Some(_) if !matches!(exit, Exit::Negative | Exit::OutputClosed) => {
            print_error(&format!("stopped after {}; the output file was not written", so_far(generated, args)));
        }
        _ => {}
    }
    Ok(exit)
}

/// Generates puzzles and writes them as they are found. Returns the exit code and the number of puzzles.
fn generate(
    args: &GenerateArgs,
    spec: &PuzzleSpec,
    writer: &PuzzleWriter,
    global: &GlobalArgs,
    limits: &Limits,
    out: &mut Output,
) -> Result<(Exit, u64)> {
    let default_tries = match &writer.difficulty {
        Some(_) => spec.default_tries().min(difficulty::DEFAULT_TRIES),
        None => spec.default_tries(),
    };
    let tries = args.tries.unwrap_or(default_tries);
    let mut tally = Tally::default();
    let (mut counter, mut missing) = (FailureCounter::new(tries), args.count);
    let progress = ProgressLine::new("puzzles", global);
    writer.write_header(out)?;
    if args.count == 0 {
        return Ok((Exit::Success, 0));
    }
    let exit = attempt_in_order(spec, writer, args.count, &limits.interrupt, |chunk| {
        // A chunk may contain puzzles beyond the requested number, or after the attempts that give up.
        let wanted =
            chunk.ends.iter().take(missing as usize).take_while(|(attempt, _)| counter.record_success(*attempt));
        let (written, end) = wanted.fold((0, 0), |(written, _), (_, end)| (written + 1, *end));
        missing -= written;
        tally.add(chunk.tally);
        progress.add(written);
        progress.suspend(|| out.write_all(&chunk.text[..end]).and_then(|()| out.flush()))?;
        Ok(match missing {
            0 => Some(Exit::Success),
            _ => counter.is_exhausted(chunk.attempts.end).then_some(Exit::Negative),
        })
    })?;
    drop(progress);
    let generated = args.count - missing;
    let exit = match exit {
        Some(Exit::Negative) => {
            let exhausted = match &writer.difficulty {
                Some(difficulty) => difficulty.describe_exhausted(spec, tries, tally),
                None => with_hint(&AttemptsExhaustedError::new(spec.clone(), tries)),
            };
            let so_far = if generated > 0 {
                format!("{} were generated; then ", so_far(generated, args))
            } else {
                String::new()
            };
            writer.give_up(&format_args!("{so_far}{exhausted}"), out)?
        }
        Some(exit) => exit,
        None => {
            if let Some(difficulty) = &writer.difficulty {
                message!("{}; {}", so_far(generated, args), difficulty.describe_tally(tally));
            }
            limits.early_exit().context("internal error: the attempts ended without an interrupt")?
        }
    };
    Ok((exit, generated))
}

/// `3 of 10 puzzles`.
fn so_far(generated: u64, args: &GenerateArgs) -> String {
    format!("{generated} of {} puzzles", args.count)
}

/// The error message with options that may help. Redundant givens do not help a request for few givens: minimal puzzles have
/// givens in about 0.3 of the cells on 9x9, and in more on larger boards. So `--not-minimal` is suggested above a quarter.
fn with_hint(exhausted: &AttemptsExhaustedError) -> String {
    let spec = &exhausted.spec;
    let wants_many =
        4 * spec.givens.start() > spec.board.cell_count() || matches!(spec.layout, GivenLayout::Pattern(_));
    let hint = if spec.minimal && wants_many { ", --not-minimal allows redundant givens" } else { "" };
    format!("{exhausted}; --tries N makes more attempts{hint}")
}

/// Puzzles of a range of attempts, as text.
struct Chunk {
    attempts: Range<u64>,
    text: Vec<u8>,
    /// For each puzzle its attempt and the end of its text.
    ends: Vec<(u64, usize)>,
    tally: Tally,
}

/// Makes attempts on all threads and passes the chunks to `consume` in the order of the attempts, until it returns an exit
/// code. Returns `None` if the work was interrupted before.
fn attempt_in_order(
    spec: &PuzzleSpec,
    writer: &PuzzleWriter,
    count: u64,
    interrupt: &Interrupt,
    mut consume: impl FnMut(Chunk) -> Result<Option<Exit>>,
) -> Result<Option<Exit>> {
    let (sender, receiver) = mpsc::sync_channel(64);
    let worker = || {
        let generator = Generator::new(spec.clone(), writer.seed, interrupt).expect("the specification was checked");
        (generator, writer.difficulty.as_ref().map(|difficulty| difficulty.filter(spec.board, interrupt)))
    };
    let end = if spec.always_succeeds() && writer.difficulty.is_none() { count } else { u64::MAX };
    // With a difficulty, ranges have a fixed length, so that the tally does not depend on the number of threads.
    let (share, max) = match &writer.difficulty {
        Some(_) => (u64::MAX, spec.attempts_per_chunk().min(difficulty::ATTEMPTS_PER_CHUNK)),
        None => (count, spec.attempts_per_chunk()),
    };
    let ranges = attempt_ranges(share, max).take_while(move |attempts| attempts.start < end);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let chunks = ranges.enumerate().par_bridge().map_init(worker, |(generator, filter), (number, attempts)| {
                (number, writer.attempt(generator, filter.as_mut(), attempts))
            });
            // Sending fails once the receiver is dropped; that ends the remaining attempts.
            chunks.try_for_each_with(sender, |sender, chunk| sender.send(chunk))
        });
        let exit = consume_in_order(receiver, &mut consume);
        interrupt.set(); // Ends attempts whose results are no longer needed.
        exit
    })
}

/// Restores the order of the chunks.
fn consume_in_order(
    receiver: mpsc::Receiver<(usize, Result<Option<Chunk>>)>,
    consume: &mut impl FnMut(Chunk) -> Result<Option<Exit>>,
) -> Result<Option<Exit>> {
    let (mut early, mut next) = (BTreeMap::new(), 0);
    for (number, chunk) in receiver {
        early.insert(number, chunk);
        while let Some(chunk) = early.remove(&next) {
            let Some(chunk) = chunk? else { return Ok(None) };
            if let Some(exit) = consume(chunk)? {
                return Ok(Some(exit));
            }
            next += 1;
        }
    }
    Ok(None)
}

/// Splits the attempts into ranges of at most `max` attempts. The first `count` attempts are divided evenly among the threads,
/// which is enough if every attempt succeeds. Further ranges double in length, for specifications that are seldom met.
fn attempt_ranges(count: u64, max: u64) -> impl Iterator<Item = Range<u64>> + Send {
    let share = count.div_ceil(rayon::current_num_threads() as u64).clamp(1, max);
    let mut attempts = 0..0;
    std::iter::from_fn(move || {
        let length = if attempts.end < count { share } else { (2 * (attempts.end - attempts.start)).min(max) };
        attempts = attempts.end..attempts.end + length;
        Some(attempts.clone())
    })
}

/// Seed and format of the puzzles.
struct PuzzleWriter {
    seed: u64,
    to: Format,
    json: bool,
    /// Text after each puzzle.
    separator: &'static str,
    difficulty: Option<DifficultyRequest>,
}

impl PuzzleWriter {
    fn write_header(&self, out: &mut dyn Write) -> Result<()> {
        if self.to == Format::Csv && !self.json {
            writeln!(out, "{}", formats::CSV_HEADER)?;
        }
        Ok(())
    }

    /// Makes a range of attempts and writes their puzzles to memory. Returns `None` if interrupted.
    fn attempt(
        &self,
        generator: &mut Generator,
        mut filter: Option<&mut DifficultyFilter>,
        attempts: Range<u64>,
    ) -> Result<Option<Chunk>> {
        let puzzles = match generator.attempts(attempts.clone()) {
            Err(SolveError::Interrupted) => return Ok(None),
            puzzles => puzzles?,
        };
        let mut chunk = Chunk { attempts, text: Vec::new(), ends: Vec::new(), tally: Tally::default() };
        for generated in puzzles {
            let attempt = generated.attempt;
            let selected = match filter.as_deref_mut().map(|filter| chunk.tally.select(filter, &generated.puzzle)) {
                None => None,
                Some(Err(SolveError::Interrupted)) => return Ok(None),
                Some(selected) => match selected? {
                    Some(selected) => Some(selected),
                    None => continue,
                },
            };
            self.write(generated, selected.as_ref(), &mut chunk.text)?;
            chunk.ends.push((attempt, chunk.text.len()));
        }
        Ok(Some(chunk))
    }

    fn write(&self, generated: GeneratedPuzzle, selected: Option<&Selected>, out: &mut Vec<u8>) -> Result<()> {
        let practice = selected.filter(|_| self.difficulty.as_ref().is_some_and(|request| request.practice));
        let position = practice.map(|selected| selected.position_line(&generated.puzzle)).transpose()?;
        if self.json {
            let mut fields = self.fields(&generated);
            if let (Some(selected), Some(request)) = (selected, &self.difficulty) {
                json::merge(&mut fields, request.fields(selected, position.as_deref()));
            }
            return Ok(write_json(out, &fields)?);
        }
        if let Some(position) = position {
            return Ok(writeln!(out, "{position}")?);
        }
        let needs_solution = matches!(self.to, Format::Csv);
        let solution = needs_solution.then_some(generated.solution);
        let options = WriteOptions { solution, header: false, ..WriteOptions::default() };
        out.extend_from_slice(formats::write(&generated.puzzle, self.to, &options)?.as_bytes());
        out.extend_from_slice(self.separator.as_bytes());
        Ok(())
    }

    fn fields(&self, generated: &GeneratedPuzzle) -> Value {
        let mut fields = json!({ "seed": self.seed, "attempt": generated.attempt });
        json::merge(&mut fields, json::puzzle(&generated.puzzle));
        fields["solution"] = generated.solution.to_string().into();
        fields
    }

    /// Reports why there is no puzzle, or no further one.
    fn give_up(&self, reason: &dyn std::fmt::Display, out: &mut Output) -> Result<Exit> {
        if self.json {
            out.json(&json!({ "seed": self.seed, "error": reason.to_string() }))?;
        }
        message!("{reason}");
        Ok(Exit::Negative)
    }
}

impl GenerateArgs {
    fn spec(&self) -> Result<PuzzleSpec> {
        let board = self.board()?;
        let layout = match &self.pattern {
            None => GivenLayout::Symmetric(self.symmetry),
            Some(path) => {
                let path = path.to_str().context("the name of the pattern file is not UTF-8")?;
                let source = Source::open(path)?;
                GivenLayout::Pattern(GivenPattern::parse(&source.text, board).with_context(|| source.name.clone())?)
            }
        };
        let board = match &layout {
            GivenLayout::Pattern(pattern) => pattern.board(),
            GivenLayout::Symmetric(_) => board.unwrap_or(Board::CLASSIC),
        };
        let default = PuzzleSpec::new(board);
        Ok(PuzzleSpec {
            givens: self.givens.clone().map_or(default.givens, |givens| *givens.start()..=*givens.end()),
            minimal: !self.not_minimal,
            layout,
            ..default
        })
    }

    /// The board given by `--size` and `--boxes`.
    fn board(&self) -> Result<Option<Board>> {
        match (self.size, self.boxes) {
            (Some(size), boxes) => Ok(Some(size.with_boxes_of(boxes)?)),
            (None, boxes) => Ok(boxes),
        }
    }

    fn writer(&self, spec: &PuzzleSpec, global: &GlobalArgs) -> Result<PuzzleWriter> {
        let difficulty = self.difficulty.request()?;
        let to = self.to.unwrap_or(if self.count > 1 { Format::Line } else { Format::Grid });
        if to == Format::Svg && self.count > 1 && !global.json {
            bail!(
                "an SVG file shows one puzzle: generate a list, then qedoku convert LIST --to svg -o 'puzzle-{{number}}.svg'"
            );
        }
        // Fail before the work if the format cannot represent this board.
        formats::write(&Grid::empty(spec.board).into(), to, &WriteOptions::default())?;
        let separator = if self.count > 1 { to.separator() } else { "" };
        Ok(PuzzleWriter { seed: self.seed.unwrap_or_else(random_seed), to, json: global.json, separator, difficulty })
    }
}

/// A random seed of 32 bits, short enough to be typed. The standard library seeds hash maps from the operating system.
fn random_seed() -> u64 {
    RandomState::new().hash_one(0) >> 32
}

/// Parses an inclusive range: `24`, `20..23`, `26..` or `..22`.
fn parse_range(text: &str) -> Result<RangeInclusive<usize>> {
    let number = |number: &str| -> Result<usize> {
        number.parse().map_err(|_| anyhow!("expected a number or a range such as 20..23, found '{number}'"))
    };
    let end = |text: &str, open: usize| if text.is_empty() { Ok(open) } else { number(text) };
    let (min, max) = match text.split_once("..") {
        Some((min, max)) => (end(min, 0)?, end(max, usize::MAX)?),
        None => number(text).map(|only| (only, only))?,
    };
    if min > max {
        bail!("{min} is more than {max}");
    }
    Ok(min..=max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_givens_are_parsed() {
        assert_eq!(parse_range("24").unwrap(), 24..=24);
        assert_eq!(parse_range("20..23").unwrap(), 20..=23);
        assert_eq!(parse_range("26..").unwrap(), 26..=usize::MAX);
        assert_eq!(parse_range("..22").unwrap(), 0..=22);
        assert_eq!(parse_range("..").unwrap(), 0..=usize::MAX);
        assert!(
            parse_range("").is_err()
                && parse_range("x").is_err()
                && parse_range("5..4").is_err()
                && parse_range("1...2").is_err()
                && parse_range("-1").is_err()
        );
    }

    #[test]
    fn ranges_of_attempts_are_contiguous() {
        for (count, max) in [(1, 1), (1, 2048), (10, 2048), (5000, 2048), (u64::MAX / 2, 2048)] {
            let ranges: Vec<Range<u64>> = attempt_ranges(count, max).take(20).collect();
            assert_eq!(ranges[0].start, 0);
            assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert!(ranges.iter().all(|range| (1..=max).contains(&(range.end - range.start))));
        }
    }
}
