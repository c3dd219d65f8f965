//! `qedoku solve`: none, one or many, for each puzzle.

use std::fmt::Display;
use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use qedoku::formats::{self, Format, WriteError, WriteOptions};
use qedoku::{Failure, Grid, Puzzle, Solver};
use serde_json::{Value, json};

use crate::args::{Common, Solving, writable_formats};
use crate::batch::{self, Entry, Manner, Outcome};
use crate::exit::Exit;
use crate::input::{Inputs, Item};
use crate::limits::Limits;
use crate::output::{self, GOOD, Output, commas, styled};

/// Answer each puzzle: none, one or many solutions
#[derive(Args)]
#[command(long_about = "Answer each puzzle: none, one or many solutions.\n\n\
    Examples:\n  \
    qedoku solve puzzle.txt                   the verdict and the solved grid\n  \
    qedoku solve puzzles.txt --to line        one solution per line, in the order of the input\n  \
    qedoku solve puzzle.txt --solver minisat  by an outside SAT solver\n  \
    qedoku solve puzzle.txt --solutions all   every solution\n\n\
    In line form a puzzle without a solution gives `none`, one that cannot be read `bad`, and `many` follows the first solution of several.\n\n\
    Exit code 0: every puzzle has exactly one solution; 1: some have none or many.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    input: Inputs,
    #[command(flatten)]
    solving: Solving,
    /// Show up to this many solutions, or all
    #[arg(long, value_name = "K|all", value_parser = solution_count)]
    solutions: Option<u64>,
    /// How solutions are written [default: grid for one puzzle, line for many]
    #[arg(long, value_name = "FORMAT", value_parser = writable_formats())]
    to: Option<Format>,
    /// End with 10 for satisfiable and 20 for unsatisfiable, as SAT solvers do
    #[arg(long)]
    sat_exit_codes: bool,
}

/// `--solutions all`.
const ALL: u64 = u64::MAX;

/// `qedoku solve`: text -> Puzzle -> Answer -> text.
pub(crate) fn run(args: &SolveArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::new(common.time_limit)?;
    let solver = Solver { engine: args.solving.engine()?, stop: limits.stop.clone() };
    let mut items = args.input.items(&sources, common);
    let firsts: Vec<Item> = items.by_ref().take(2).collect();
    let many = firsts.len() > 1;
    let to = args.to.unwrap_or(if many { Format::Line } else { Format::Grid });

    let report = Report { solver, limit: args.solutions, to, many, json: common.json, color: out.color };
    report.begin(out)?;
    let line_each = to == Format::Line && args.solutions.is_none();
    let manner = Manner { stream: args.solutions == Some(ALL), placeholder: line_each.then_some("bad") };
    let items = firsts.into_iter().chain(items);
    let tally = batch::report(items, common, manner, out, |entry, out| report.write(entry, out))?;
    Ok(limits.exit().unwrap_or_else(|| if args.sat_exit_codes { tally.sat_exit() } else { tally.exit() }))
}

/// How each puzzle is reported.
struct Report {
    solver: Solver,
    /// How many solutions to list, if a list was asked for.
    limit: Option<u64>,
    to: Format,
    /// Whether a verdict has to say which puzzle it is about.
    many: bool,
    json: bool,
    color: bool,
}

/// What is known about the solutions of a puzzle.
struct Found {
    count: u64,
    /// Those to be shown; a list of all is not kept but written as it comes.
    shown: Vec<Grid>,
    known: Known,
}

/// Whether there are more solutions than those counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Complete,
    More,
    Stopped,
}

impl Report {
    /// What stands above all puzzles.
    fn begin(&self, out: &mut dyn Write) -> Result<()> {
        match self.to {
            Format::Svg if self.many => bail!("svg is one picture: choose one puzzle"),
            Format::Csv if !self.json => writeln!(out, "{},answer", formats::CSV_HEADER)?,
            _ => {}
        }
        Ok(())
    }

    /// Answers one puzzle and writes what there is to say.
    fn write(&self, entry: &Entry, out: &mut dyn Write) -> Result<Outcome> {
        let bad = |error: &dyn Display| Ok(Outcome::Bad(format!("{}: {error}", entry.place)));
        match self.write_answer(entry, out) {
            Ok(Ok(outcome)) => Ok(outcome),
            Ok(Err(failure)) => bad(&failure),
            Err(error) => match error.downcast::<WriteError>() {
                Ok(error) => bad(&error), // this format cannot hold this puzzle; the next one it may
                Err(error) => Err(error),
            },
        }
    }

    fn write_answer(&self, entry: &Entry, out: &mut dyn Write) -> Result<Result<Outcome, Failure>> {
        let puzzle = &entry.record.puzzle;
        let found = match self.limit {
            Some(limit) => self.list(entry, limit, out)?,
            None => self.answer(puzzle),
        };
        let found = match found {
            Ok(found) => found,
            Err(failure) => return Ok(Err(failure)),
        };
        match self.to {
            _ if self.json => writeln!(out, "{}", output::with_schema(&found.fields(entry)))?,
            Format::Line if self.limit.is_none() => writeln!(out, "{}", found.line(entry)?)?,
            Format::Csv if self.limit.is_none() => writeln!(out, "{}", found.csv(puzzle))?,
            _ => self.write_text(entry, &found, out)?,
        }
        Ok(Ok(found.outcome()))
    }

    /// Looks for a second solution, so that "one" is known.
    fn answer(&self, puzzle: &Puzzle) -> Result<Found, Failure> {
        let mut found = Found { count: 0, shown: Vec::new(), known: Known::Complete };
        for solution in self.solver.solutions(puzzle).take(2) {
            match solution {
                Ok(grid) => found.shown.push(grid),
                Err(Failure::Stopped) => found.known = Known::Stopped,
                Err(failure) => return Err(failure),
            }
        }
        found.count = found.shown.len() as u64;
        if found.count == 2 {
            found.known = Known::More;
        }
        Ok(found)
    }

    /// Looks for up to `limit` solutions, and one more to know whether that is all.
    fn list(&self, entry: &Entry, limit: u64, out: &mut dyn Write) -> Result<Result<Found, Failure>> {
        let mut found = Found { count: 0, shown: Vec::new(), known: Known::Complete };
        for solution in self.solver.solutions(&entry.record.puzzle) {
            match solution {
                Ok(_) if found.count == limit => {
                    found.known = Known::More;
                    break;
                }
                Ok(grid) if limit == ALL && !self.json => self.write_grid(entry, &grid, found.count > 0, out)?,
                Ok(grid) => found.shown.push(grid),
                Err(Failure::Stopped) => {
                    found.known = Known::Stopped;
                    break;
                }
                Err(failure) => return Ok(Err(failure)),
            }
            found.count += 1;
        }
        Ok(Ok(found))
    }

    fn write_text(&self, entry: &Entry, found: &Found, out: &mut dyn Write) -> Result<()> {
        // Where a person does not look, one solution is enough, unless a list was asked for.
        let room = if self.limit.is_none() && self.to != Format::Grid { 1 } else { found.shown.len() };
        for (number, grid) in found.shown.iter().take(room).enumerate() {
            self.write_grid(entry, grid, number > 0, out)?;
        }
        match self.to {
            Format::Grid if self.many => writeln!(out, "{}\n", self.verdict(entry, found))?,
            Format::Grid => writeln!(out, "{}", self.verdict(entry, found))?,
            Format::Line | Format::Csv | Format::Svg => {}
            _ if found.word() != "one" => writeln!(out, "# {}", self.verdict(entry, found))?,
            _ => {}
        }
        Ok(())
    }

    fn write_grid(&self, entry: &Entry, grid: &Grid, another: bool, out: &mut dyn Write) -> Result<()> {
        let puzzle = &entry.record.puzzle;
        let options = entry.write_options();
        match self.to {
            Format::Grid => {
                let separator = if another { self.to.separator() } else { "" };
                write!(out, "{separator}{}", output::picture(puzzle, grid, &options, self.color)?)?;
            }
            Format::Svg => {
                let options = WriteOptions { solution: Some(grid.clone()), ..options };
                out.write_all(formats::write(puzzle, self.to, &options)?.as_bytes())?;
            }
            Format::Csv => writeln!(out, "{},{grid},", puzzle.givens())?,
            to => write!(out, "{}{}", formats::write_grid(grid, to, &options)?, to.separator())?,
        }
        Ok(())
    }

    /// The verdict in words; for one of many puzzles with its place.
    fn verdict(&self, entry: &Entry, found: &Found) -> String {
        let words = found.sentence(&entry.record.puzzle);
        let style = if found.word() == "one" { GOOD } else { output::NOTE };
        let words = if self.color { styled(words, style) } else { words };
        if self.many { format!("{}: {words}", entry.place) } else { words }
    }
}

impl Found {
    /// `none`, `one`, `many` or `unknown`.
    fn word(&self) -> &'static str {
        match (self.count, self.known) {
            (0, Known::Complete) => "none",
            (1, Known::Complete) => "one",
            (0 | 1, Known::Stopped) => "unknown",
            _ => "many",
        }
    }

    fn sentence(&self, puzzle: &Puzzle) -> String {
        match (self.count, self.known) {
            (0, Known::Complete) => match puzzle.clashes().next() {
                Some(clash) => format!("no solution: {clash}"),
                None => "no solution".to_owned(),
            },
            (1, Known::Complete) => "one solution".to_owned(),
            (count, Known::Complete) => format!("{} solutions", commas(count)),
            (0, Known::Stopped) => "stopped before a solution was found".to_owned(),
            (1, Known::Stopped) => {
                "stopped with one solution found; whether it is the only one is not known".to_owned()
            }
            (count, Known::Stopped) => format!("stopped with {} solutions found", commas(count)),
            (2, Known::More) => match &self.shown[..] {
                [a, b] => format!("many solutions; these two differ in {} cells", differences(a, b)),
                _ => "many solutions".to_owned(),
            },
            (count, Known::More) => format!("more than {} solutions", commas(count)),
        }
    }

    /// For one line per puzzle: the solution, and a word if it is not the only one.
    fn line(&self, entry: &Entry) -> Result<String> {
        let Some(grid) = self.shown.first() else { return Ok(self.word().to_owned()) };
        let line = formats::write_grid(grid, Format::Line, &entry.write_options())?;
        Ok(match self.word() {
            "one" => line.trim_end().to_owned(),
            word => format!("{} {word}", line.trim_end()),
        })
    }

    fn csv(&self, puzzle: &Puzzle) -> String {
        let solution = self.shown.first().map(Grid::to_string).unwrap_or_default();
        format!("{},{solution},{}", puzzle.givens(), self.word())
    }

    fn fields(&self, entry: &Entry) -> Value {
        let puzzle = &entry.record.puzzle;
        let mut fields = json!({ "input": entry.place });
        output::merge(&mut fields, &output::puzzle_fields(puzzle));
        fields["answer"] = self.word().into();
        fields["solutions"] = self.shown.iter().map(Grid::to_string).collect();
        fields["complete"] = (self.known == Known::Complete).into();
        if self.word() == "none" {
            fields["clashes"] = puzzle.clashes().map(|clash| clash.to_string()).collect();
        }
        fields
    }

    fn outcome(&self) -> Outcome {
        match self.word() {
            "one" => Outcome::Yes,
            "unknown" => Outcome::Stopped,
            word => Outcome::No { solvable: word == "many" },
        }
    }
}

fn differences(a: &Grid, b: &Grid) -> usize {
    a.iter().zip(b.iter()).filter(|(one, other)| one != other).count()
}

fn solution_count(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(ALL),
        _ => text
            .parse()
            .ok()
            .filter(|count| *count > 0)
            .ok_or(format!("expected a number from 1, or all, found '{text}'")),
    }
}
