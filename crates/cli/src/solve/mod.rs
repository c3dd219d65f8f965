//! `qedoku solve`: none, one or many, for each puzzle.

mod certified;
mod found;
mod problem;

use std::fmt::Display;
use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use qedoku::formats::{self, Format, PuzzleWriteError, WriteOptions};
use qedoku::prove::ProveError;
use qedoku::{Answer, EnumerationResult, Grid, Puzzle, SolveError, Solver, json};
use serde_json::{Value, json};

use crate::args::{Common, Solving, writable_formats};
use crate::batch::{self, Entry, Manner, Outcome, Tally};
use crate::exit::Exit;
use crate::input::{Inputs, Item, Source};
use crate::limits::Limits;
use crate::output::{self, Output, styled};

use certified::Certified;

/// Answer each puzzle: none, one or many solutions
#[derive(Args)]
#[command(long_about = "Answer each puzzle: none, one or many solutions.\n\n\
    Examples:\n  \
    qedoku solve puzzle.txt                   the verdict and the solved grid\n  \
    qedoku solve puzzles.txt --to line        one solution per line, in the order of the input\n  \
    qedoku solve puzzle.txt --solver minisat  by an outside SAT solver\n  \
    qedoku solve puzzle.txt --solutions all   every solution\n  \
    qedoku solve puzzle.txt --certified       with a proof that was checked\n  \
    qedoku solve queens.f2csp                 any constraint problem in F2CSP\n\n\
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
    /// Prove the answer; in the form of a grid or JSON, say how long the certificate is and how long it took to check it
    #[arg(long, conflicts_with_all = ["solutions", "solver", "scheme", "amo"])]
    certified: bool,
    /// End with 10 for satisfiable and 20 for unsatisfiable, as SAT solvers do
    #[arg(long)]
    sat_exit_codes: bool,
}

/// `--solutions all`.
const ALL: u64 = u64::MAX;

/// `qedoku solve`: text -> Puzzle -> Answer -> text.
pub(crate) fn run(args: &SolveArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::new(common)?;
    let tally = match problem::of(&sources)? {
        Some(problem) => problem.report(args, common, &args.solving.solver(common, false, &limits)?, out)?,
        None => puzzles(args, common, &sources, &limits, out)?,
    };
    let stopped = limits.exit().filter(|_| tally.was_stopped());
    Ok(stopped.unwrap_or_else(|| if args.sat_exit_codes { tally.sat_exit() } else { tally.exit() }))
}

fn puzzles(args: &SolveArgs, common: &Common, sources: &[Source], limits: &Limits, out: &mut Output) -> Result<Tally> {
    let mut items = args.input.items(sources, common);
    let firsts: Vec<Item> = items.by_ref().take(2).collect();
    let many = firsts.len() > 1;
    let to = args.to.unwrap_or(if many { Format::Line } else { Format::Grid });

    let solver = args.solving.solver(common, many, limits)?;
    let (certified, color) = (args.certified, out.color);
    let report = Report { solver, limit: args.solutions, certified, to, many, json: common.json, color };
    report.begin(out)?;
    let line_each = to == Format::Line && args.solutions.is_none();
    let stream = args.solutions == Some(ALL);
    let quick = if report.limit.is_none() { batch::quick(sources, &report.solver) } else { 0 };
    let manner = Manner {
        stream,
        placeholder: line_each.then_some("bad"),
        quick,
        watch: Some(&report.solver.portfolio.progress),
    };
    let items = firsts.into_iter().chain(items);
    let answer = |entries: &[Entry]| report.answers(entries);
    batch::report(items, common, manner, out, answer, |entry, answer, out| report.write(entry, answer, out))
}

/// What the solver said of a puzzle.
type Answered = Result<Answer, SolveError>;

/// How each puzzle is reported.
#[expect(clippy::struct_excessive_bools, reason = "each is something that was asked for or not")]
struct Report {
    solver: Solver,
    /// How many solutions to list, if a list was asked for.
    limit: Option<u64>,
    /// Whether each answer is proved.
    certified: bool,
    to: Format,
    /// Whether a verdict has to say which puzzle it is about.
    many: bool,
    json: bool,
    color: bool,
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

    /// The answers to those of many puzzles that can be answered in one go.
    fn answers(&self, entries: &[Entry]) -> Vec<Option<Answered>> {
        let puzzles = entries.iter().map(|entry| &entry.record.puzzle);
        let quick: Vec<&Puzzle> = puzzles.clone().filter(|puzzle| self.is_quick(puzzle)).collect();
        let mut answers = self.solver.answers(&quick).into_iter();
        puzzles.map(|puzzle| if self.is_quick(puzzle) { answers.next() } else { None }).collect()
    }

    /// Whether a puzzle can be answered with many others in one go. Slow answers are better looked for one solution at
    /// a time: if the work is stopped, the first is shown.
    fn is_quick(&self, puzzle: &Puzzle) -> bool {
        self.limit.is_none() && self.solver.is_batchable(puzzle)
    }

    /// Answers one puzzle, if it was not done already, and writes what there is to say.
    fn write(&self, entry: &Entry, answer: Option<Answered>, out: &mut dyn Write) -> Result<Outcome> {
        let bad = |error: &dyn Display| Ok(Outcome::Bad(format!("{}: {error}", entry.place())));
        match self.write_answer(entry, answer, out) {
            Ok(Ok(outcome)) => Ok(outcome),
            Ok(Err(failure)) => bad(&failure),
            Err(error) => match error.downcast::<PuzzleWriteError>() {
                Ok(error) => bad(&error), // this format cannot hold this puzzle; the next one it may
                Err(error) => Err(error),
            },
        }
    }

    fn write_answer(
        &self,
        entry: &Entry,
        answer: Option<Answered>,
        out: &mut dyn Write,
    ) -> Result<Result<Outcome, SolveError>> {
        let found = answer.map_or_else(|| self.search(entry, out), |answer| Ok(EnumerationResult::from_answer(answer)));
        let found = match found? {
            Ok(found) => found,
            Err(failure) => return Ok(Err(failure)),
        };
        let certified = match self.certify(entry).transpose() {
            Ok(certified) => certified,
            Err(ProveError::Solve(SolveError::Interrupted)) => return Ok(Ok(Outcome::Stopped)),
            Err(ProveError::Solve(failure)) => return Ok(Err(failure)),
            Err(error) => return Err(error.into()),
        };
        self.write_found(entry, &found, certified.as_ref(), out)?;
        Ok(Ok(found::outcome(&found)))
    }

    fn certify(&self, entry: &Entry) -> Option<Result<Certified, ProveError>> {
        self.certified.then(|| Certified::new(&entry.record.puzzle, &self.solver.interrupt))
    }

    fn write_found(
        &self,
        entry: &Entry,
        found: &EnumerationResult<Grid>,
        certified: Option<&Certified>,
        out: &mut dyn Write,
    ) -> Result<()> {
        if self.json {
            let mut fields = fields(entry, found);
            json::merge(&mut fields, &certified.map_or(Value::Null, Certified::fields));
            return Ok(writeln!(out, "{}", json::with_schema(&fields))?);
        }
        match self.to {
            Format::Line if self.limit.is_none() => write_line(entry, found, out)?,
            Format::Csv if self.limit.is_none() => writeln!(out, "{}", csv(&entry.record.puzzle, found))?,
            _ => self.write_text(entry, found, out)?,
        }
        if let Some(certified) = certified.filter(|_| self.to == Format::Grid) {
            writeln!(out, "{certified}")?;
        }
        Ok(())
    }

    /// Looks for solutions one by one; those of a long list are written as they are found.
    fn search(&self, entry: &Entry, out: &mut dyn Write) -> Result<Result<EnumerationResult<Grid>, SolveError>> {
        let stream = self.limit == Some(ALL) && !self.json;
        let write_now = |grid: &Grid, number: u64| {
            if stream { self.write_grid(entry, grid, number > 0, out).map(|()| true) } else { Ok(false) }
        };
        EnumerationResult::enumerate(self.solver.solutions(&entry.record.puzzle), self.limit, write_now)
    }

    fn write_text(&self, entry: &Entry, found: &EnumerationResult<Grid>, out: &mut dyn Write) -> Result<()> {
        // Where a person does not look, one solution is enough, unless a list was asked for.
        let room = if self.limit.is_none() && self.to != Format::Grid { 1 } else { found.solutions.len() };
        for (number, grid) in found.solutions.iter().take(room).enumerate() {
            self.write_grid(entry, grid, number > 0, out)?;
        }
        match self.to {
            Format::Grid if self.many => writeln!(out, "{}\n", self.verdict(entry, found))?,
            Format::Grid => writeln!(out, "{}", self.verdict(entry, found))?,
            Format::Line if found.count == 0 => writeln!(out, "{}", found.as_str())?,
            Format::Csv if found.count == 0 => writeln!(out, "{}", csv(&entry.record.puzzle, found))?,
            Format::Line | Format::Csv | Format::Svg => {}
            _ if found.as_str() != "one" => writeln!(out, "# {}", self.verdict(entry, found))?,
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
            Format::Numbers => writeln!(out, "{}", formats::write_grid(grid, self.to, &WriteOptions::default())?)?,
            to => write!(out, "{}{}", formats::write_grid(grid, to, &options)?, to.separator())?,
        }
        Ok(())
    }

    /// The verdict in words; for one of many puzzles with its place.
    fn verdict(&self, entry: &Entry, found: &EnumerationResult<Grid>) -> String {
        let words = match (found.as_str(), &found.solutions[..]) {
            ("none", _) => match entry.record.puzzle.given_conflicts().next() {
                Some(clash) => format!("{}: {clash}", found.describe()),
                None => found.describe(),
            },
            ("many", [a, b]) if self.limit.is_none() && self.to == Format::Grid => {
                let differences = a.iter().zip(b.iter()).filter(|(one, other)| one != other).count();
                format!("{}; these two differ in {differences} cells", found.describe())
            }
            _ => found.describe(),
        };
        let words = if self.color { styled(words, found::style(found)) } else { words };
        if self.many { format!("{}: {words}", entry.place()) } else { words }
    }
}

/// For one line per puzzle: the solution, and a word if it is not the only one.
fn write_line(entry: &Entry, found: &EnumerationResult<Grid>, out: &mut dyn Write) -> Result<()> {
    let line = match (found.solutions.first(), found.as_str()) {
        (None, word) => word.to_owned() + "\n",
        (Some(grid), "one") => formats::write_line(grid, &entry.write_options())? + "\n",
        (Some(grid), word) => format!("{} {word}\n", formats::write_line(grid, &entry.write_options())?),
    };
    Ok(out.write_all(line.as_bytes())?)
}

fn csv(puzzle: &Puzzle, found: &EnumerationResult<Grid>) -> String {
    let solution = found.solutions.first().map(Grid::to_string).unwrap_or_default();
    format!("{},{solution},{}", puzzle.givens(), found.as_str())
}

fn fields(entry: &Entry, found: &EnumerationResult<Grid>) -> Value {
    let puzzle = &entry.record.puzzle;
    let mut fields = json!({ "input": entry.place() });
    json::merge(&mut fields, &json::puzzle(puzzle));
    json::merge(&mut fields, &json::solved(puzzle, found));
    fields
}

pub(crate) fn solution_count(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(ALL),
        _ => text
            .parse()
            .ok()
            .filter(|count| *count > 0)
            .ok_or(format!("expected a number from 1, or all, found '{text}'")),
    }
}
