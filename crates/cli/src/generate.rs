//! `qedoku generate`: new puzzles.
//!
//! The attempts of the generator are handed to all threads in chunks; their puzzles are written in the order of the
//! attempts as soon as all before are known. So the number of threads changes nothing but the time.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::sync::mpsc;

use anyhow::{Context, Result, anyhow, bail};
use clap::{ArgGroup, Args};
use qedoku::formats::{self, Format, WriteOptions};
use qedoku::generate::{Counter, Generated, Generator, NotFound, Pattern, Places, Symmetry, Wish};
use qedoku::{Board, Grid, Interrupt, SolveError, json};
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde_json::{Value, json};

use crate::args::{Common, Into, choice, side, writable_formats};
use crate::exit::Exit;
use crate::input::Source;
use crate::limits::Limits;
use crate::output::{Output, complain};
use crate::progress::ProgressLine;

/// Make new puzzles
#[derive(Args)]
#[command(group(ArgGroup::new("amount").args(["givens", "pattern"])))]
#[command(long_about = "Make new puzzles with exactly one solution each.\n\n\
    Examples:\n  \
    qedoku generate                                  one, minimal: no given can be dropped\n  \
    qedoku generate 1000 --seed 7 -o puzzles.txt     a thousand, the same ones every time\n  \
    qedoku generate 10 --givens 20..22 --to grid     with few givens\n  \
    qedoku generate --givens 36 --not-minimal        with more givens than are needed\n  \
    qedoku generate 5 --symmetry rotate180           the places are the same after half a turn\n  \
    qedoku generate --pattern pattern.txt            givens in exactly these cells\n  \
    qedoku generate --size 16x16                     any board from 4x4 to 25x25\n\n\
    With a symmetry, minimal means that no group of givens that belong together can be dropped as a whole.\n\n\
    Each attempt begins with a random full grid and drops givens in random order. A wish that is not met in many attempts \
    in a row (--tries) is given up: exit code 1. So is one that is known to be impossible, at once.\n\n\
    The same seed makes the same puzzles, whatever the number of threads and the machine.\n\n\
    Exit code 0: all puzzles were made; 1: they could not be.")]
pub(crate) struct GenerateArgs {
    /// How many puzzles
    #[arg(default_value_t = 1)]
    count: u64,
    /// How many givens: 24, 20..23 (both included), 26.. or ..22
    #[arg(long, value_name = "RANGE", value_parser = range)]
    givens: Option<RangeInclusive<usize>>,
    /// Allow givens that could be dropped
    #[arg(long, requires = "amount")]
    not_minimal: bool,
    /// The symmetry of the places of the givens: none, rotate180, rotate90 (a quarter turn), mirror (left and right),
    /// flip (top and bottom), both (mirror and flip), diagonal, antidiagonal, diagonals, full (all of them)
    #[arg(long, default_value = "none", value_parser = choice(&Symmetry::ALL), hide_possible_values = true)]
    symmetry: Symmetry,
    /// A picture of the cells that hold givens: . 0 _ or - for an open cell, anything else for a given
    #[arg(long, value_name = "FILE", conflicts_with = "symmetry")]
    pattern: Option<PathBuf>,
    /// The size of the board, up to 25x25 [default: 9x9, or that of the pattern]
    #[arg(long, value_name = "NxN", value_parser = side)]
    size: Option<Board>,
    /// Rows and columns of a box, such as 2x6 [default: as square as can be]
    #[arg(long, value_name = "RxC", value_parser = Board::from_boxes)]
    boxes: Option<Board>,
    /// Make the puzzles of this seed [default: a random one, which is told]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Give up after so many failed attempts in a row [default: 200000 on 9x9, 2000 with a pattern; 10000 on smaller boards,
    /// 500 up to 12x12, 50 up to 16x16, 5 above]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    tries: Option<u64>,
    /// How puzzles are written [default: grid for one, line for many]
    #[arg(long, value_name = "FORMAT", value_parser = writable_formats())]
    to: Option<Format>,
    #[command(flatten)]
    into: Into,
}

/// `qedoku generate`: a wish and a seed -> puzzles -> text.
pub(crate) fn run(args: &GenerateArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    let wish = args.wish()?;
    let report = args.report(&wish, common)?;
    if let Err(impossible) = wish.check() {
        return report.give_up(&impossible, out);
    }
    let limits = Limits::new(common)?;
    if args.seed.is_none() && !common.json && !common.quiet {
        anstream::eprintln!("seed {seed}: --seed {seed} makes the same again", seed = report.seed);
    }
    let mut file = args.into.output.as_deref().map(Output::create).transpose()?;
    let (exit, made) = make(args, &wish, &report, common, &limits, file.as_mut().unwrap_or(out))?;
    match file {
        Some(file) if exit == Exit::Yes || (exit == Exit::No && made > 0) => file.finish()?,
        Some(_) if exit != Exit::No => {
            complain(&format!("stopped after {}; the file is not written", so_far(made, args)));
        }
        _ => {}
    }
    Ok(exit)
}

/// Makes the puzzles and writes them as they come; how it ended, and how many there are.
fn make(
    args: &GenerateArgs,
    wish: &Wish,
    report: &Report,
    common: &Common,
    limits: &Limits,
    out: &mut Output,
) -> Result<(Exit, u64)> {
    let tries = args.tries.unwrap_or_else(|| wish.usual_tries());
    let (mut counter, mut left) = (Counter::new(tries), args.count);
    let progress = ProgressLine::new("puzzles", common);
    report.begin(out)?;
    if args.count == 0 {
        return Ok((Exit::Yes, 0));
    }
    let ended = in_order(wish, report, args.count, &limits.stop, |chunk| {
        let fit = chunk.ends.iter().take(left as usize).take_while(|(attempt, _)| counter.succeeds(*attempt));
        let (made, end) = fit.fold((0, 0), |(made, _), (_, end)| (made + 1, *end));
        left -= made;
        progress.add(made);
        progress.aside(|| out.write_all(&chunk.text[..end]).and_then(|()| out.flush()))?;
        Ok(match left {
            0 => Some(Exit::Yes),
            _ => counter.is_over(chunk.attempts.end).then_some(Exit::No),
        })
    })?;
    drop(progress);
    let made = args.count - left;
    let exit = match ended {
        Some(Exit::No) => {
            let not_found = with_hint(&NotFound { wish: wish.clone(), tries });
            let so_far = if made > 0 { format!("{} were made; then ", so_far(made, args)) } else { String::new() };
            report.give_up(&format_args!("{so_far}{not_found}"), out)?
        }
        Some(exit) => exit,
        None => limits.exit().context("the work ended without being stopped")?,
    };
    Ok((exit, made))
}

/// `3 of 10 puzzles`.
fn so_far(made: u64, args: &GenerateArgs) -> String {
    format!("{made} of {} puzzles", args.count)
}

/// What was not found, and what else could be tried. More givens than are needed do not help those who want few: minimal
/// puzzles have about 0.3 times as many as there are cells on 9x9, and more on larger boards.
fn with_hint(not_found: &NotFound) -> String {
    let wish = &not_found.wish;
    let wants_many = 4 * wish.givens.start() > wish.board.cell_count() || matches!(wish.places, Places::Pattern(_));
    let hint = if wish.minimal && wants_many { ", --not-minimal allows givens that could be dropped" } else { "" };
    format!("{not_found}; --tries N looks further{hint}")
}

/// The puzzles that came of some attempts, written.
struct Chunk {
    attempts: Range<u64>,
    text: Vec<u8>,
    /// The attempt that made a puzzle, and where its text ends.
    ends: Vec<(u64, usize)>,
}

/// Makes attempts on all threads, and calls `each` with what came of them in their order, until it says how it ends. None
/// if the work was stopped before.
fn in_order(
    wish: &Wish,
    report: &Report,
    count: u64,
    stop: &Interrupt,
    mut each: impl FnMut(Chunk) -> Result<Option<Exit>>,
) -> Result<Option<Exit>> {
    let (sender, receiver) = mpsc::sync_channel(64);
    let generator = || Generator::new(wish.clone(), report.seed, stop).expect("the wish was checked");
    let last = if wish.is_always_met() { count } else { u64::MAX };
    let ranges = ranges(count, wish.side_by_side()).take_while(move |attempts| attempts.start < last);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let chunks = ranges
                .enumerate()
                .par_bridge()
                .map_init(generator, |generator, (number, attempts)| (number, report.chunk(generator, attempts)));
            // A send fails when the receiver has left: then nobody wants the rest.
            chunks.try_for_each_with(sender, |sender, chunk| sender.send(chunk))
        });
        let ended = receive(receiver, &mut each);
        stop.set(); // for the attempts that nobody waits for any more
        ended
    })
}

/// Puts the chunks back in order.
fn receive(
    receiver: mpsc::Receiver<(usize, Result<Option<Chunk>>)>,
    each: &mut impl FnMut(Chunk) -> Result<Option<Exit>>,
) -> Result<Option<Exit>> {
    let (mut early, mut next) = (BTreeMap::new(), 0);
    for (number, chunk) in receiver {
        early.insert(number, chunk);
        while let Some(chunk) = early.remove(&next) {
            let Some(chunk) = chunk? else { return Ok(None) };
            if let Some(exit) = each(chunk)? {
                return Ok(Some(exit));
            }
            next += 1;
        }
    }
    Ok(None)
}

/// The attempts cut into ranges. When every attempt succeeds, those for all puzzles are shared by all threads; then come
/// longer and longer ones, for wishes that are seldom met.
fn ranges(count: u64, most: u64) -> impl Iterator<Item = Range<u64>> + Send {
    let share = count.div_ceil(rayon::current_num_threads() as u64).clamp(1, most);
    let mut attempts = 0..0;
    std::iter::from_fn(move || {
        let length = if attempts.end < count { share } else { (2 * (attempts.end - attempts.start)).min(most) };
        attempts = attempts.end..attempts.end + length;
        Some(attempts.clone())
    })
}

/// How puzzles are told.
struct Report {
    seed: u64,
    to: Format,
    json: bool,
    /// What follows a puzzle.
    separator: &'static str,
}

impl Report {
    fn begin(&self, out: &mut dyn Write) -> Result<()> {
        if self.to == Format::Csv && !self.json {
            writeln!(out, "{}", formats::CSV_HEADER)?;
        }
        Ok(())
    }

    /// Makes some attempts and writes what comes of them; none if the work is stopped.
    fn chunk(&self, generator: &mut Generator, attempts: Range<u64>) -> Result<Option<Chunk>> {
        let made = match generator.attempts(attempts.clone()) {
            Err(SolveError::Interrupted) => return Ok(None),
            made => made.map_err(|failure| anyhow!("{failure}"))?,
        };
        let mut chunk = Chunk { attempts, text: Vec::new(), ends: Vec::new() };
        for generated in made {
            let attempt = generated.attempt;
            self.write(generated, &mut chunk.text)?;
            chunk.ends.push((attempt, chunk.text.len()));
        }
        Ok(Some(chunk))
    }

    fn write(&self, generated: Generated, out: &mut Vec<u8>) -> Result<()> {
        if self.json {
            writeln!(out, "{}", json::with_schema(&self.fields(&generated)))?;
            return Ok(());
        }
        let needs_solution = matches!(self.to, Format::Csv);
        let solution = needs_solution.then_some(generated.solution);
        let options = WriteOptions { solution, header: false, ..WriteOptions::default() };
        out.extend_from_slice(formats::write(&generated.puzzle, self.to, &options)?.as_bytes());
        out.extend_from_slice(self.separator.as_bytes());
        Ok(())
    }

    fn fields(&self, generated: &Generated) -> Value {
        let mut fields = json!({ "seed": self.seed, "attempt": generated.attempt });
        json::merge(&mut fields, &json::puzzle(&generated.puzzle));
        fields["solution"] = generated.solution.to_string().into();
        fields
    }

    /// Says why there is no puzzle, or no further one.
    fn give_up(&self, reason: &dyn std::fmt::Display, out: &mut Output) -> Result<Exit> {
        if self.json {
            out.json(&json!({ "seed": self.seed, "error": reason.to_string() }))?;
        }
        anstream::eprintln!("{reason}");
        Ok(Exit::No)
    }
}

impl GenerateArgs {
    fn wish(&self) -> Result<Wish> {
        let board = self.board()?;
        let places = match &self.pattern {
            None => Places::Symmetric(self.symmetry),
            Some(path) => {
                let path = path.to_str().context("the name of the pattern is not UTF-8")?;
                let source = Source::open(path)?;
                Places::Pattern(Pattern::read(&source.text, board).with_context(|| source.name.clone())?)
            }
        };
        let board = match &places {
            Places::Pattern(pattern) => pattern.board(),
            Places::Symmetric(_) => board.unwrap_or(Board::CLASSIC),
        };
        let any = Wish::new(board);
        Ok(Wish {
            givens: self.givens.clone().map_or(any.givens, |givens| *givens.start()..=*givens.end()),
            minimal: !self.not_minimal,
            places,
            ..any
        })
    }

    /// The board that was asked for, if one was.
    fn board(&self) -> Result<Option<Board>> {
        match (self.size, self.boxes) {
            (Some(size), boxes) => Ok(Some(size.with_boxes_of(boxes)?)),
            (None, boxes) => Ok(boxes),
        }
    }

    fn report(&self, wish: &Wish, common: &Common) -> Result<Report> {
        let to = self.to.unwrap_or(if self.count > 1 { Format::Line } else { Format::Grid });
        if to == Format::Svg && self.count > 1 && !common.json {
            bail!("svg is one picture: make one puzzle at a time");
        }
        // A format that cannot hold such puzzles is better told before they are made.
        formats::write(&Grid::empty(wish.board).into(), to, &WriteOptions::default())?;
        let separator = if self.count > 1 { to.separator() } else { "" };
        Ok(Report { seed: self.seed.unwrap_or_else(random_seed), to, json: common.json, separator })
    }
}

/// A number that nobody can foresee, short enough to be typed. (Hash maps are seeded by the operating system.)
fn random_seed() -> u64 {
    RandomState::new().hash_one(0) >> 32
}

/// `24`, `20..23`, `26..` or `..22`; both ends belong to it.
fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |number: &str| {
        number.parse().map_err(|_| format!("expected a number or a range such as 20..23, found '{number}'"))
    };
    let end = |text: &str, open: usize| if text.is_empty() { Ok(open) } else { number(text) };
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (end(least, 0)?, end(most, usize::MAX)?),
        None => number(text).map(|only| (only, only))?,
    };
    if least > most { Err(format!("{least} is more than {most}")) } else { Ok(least..=most) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_givens_are_read() {
        assert_eq!(range("24"), Ok(24..=24));
        assert_eq!(range("20..23"), Ok(20..=23));
        assert_eq!(range("26.."), Ok(26..=usize::MAX));
        assert_eq!(range("..22"), Ok(0..=22));
        assert_eq!(range(".."), Ok(0..=usize::MAX));
        assert!(
            range("").is_err()
                && range("x").is_err()
                && range("5..4").is_err()
                && range("1...2").is_err()
                && range("-1").is_err()
        );
    }

    #[test]
    fn ranges_of_attempts_follow_each_other_without_a_gap() {
        for (count, most) in [(1, 1), (1, 2048), (10, 2048), (5000, 2048), (u64::MAX / 2, 2048)] {
            let ranges: Vec<Range<u64>> = ranges(count, most).take(20).collect();
            assert_eq!(ranges[0].start, 0);
            assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert!(ranges.iter().all(|range| (1..=most).contains(&(range.end - range.start))));
        }
    }
}
