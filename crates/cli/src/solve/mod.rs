//! `qedoku solve`: decides whether each puzzle has no, one or many solutions.

mod certified;
mod csp;

use std::io::Write;

use anstyle::Style;
use anyhow::{Context, Result, bail};
use clap::Args;
use qedoku::formats::{self, Format, PuzzleWriteError, WriteOptions};
use qedoku::message_text::describe_enumeration;
use qedoku::{Answer, Completeness, EnumerationResult, Grid, IncompleteError, Puzzle, SolveError, Solver, json};
use serde_json::Value;

use crate::args::{EngineArgs, GlobalArgs, writable_formats};
use crate::batch::{self, BatchOptions, OutcomeCounts, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, Source, count_up_to_two};
use crate::limits::Limits;
use crate::output::{self, Output, styled, write_json};

use certified::{CertificateSummary, CertifiedResult};
use csp::CspInput;

/// Solve puzzles: no, one or many solutions
#[derive(Args)]
#[command(long_about = "Solve puzzles: no, one or many solutions.\n\n\
    Examples:\n  \
    qedoku solve puzzle.txt                   the solved grid and the verdict\n  \
    qedoku solve puzzles.txt --to line        one solution per line, in the order of the input\n  \
    qedoku solve puzzle.txt --solver minisat  with an external SAT solver\n  \
    qedoku solve puzzle.txt --solutions all   every solution\n  \
    qedoku solve puzzle.txt --certified       with a proof that has been checked\n  \
    qedoku solve queens.f2csp                 any constraint problem in F2CSP\n\n\
    The search always looks for a second solution, so `one solution` is proved.\n\n\
    In line format, a puzzle without a solution prints `none`, an unreadable one `bad`, and `many` follows the first of several solutions.\n\n\
    Exit code 0: every puzzle has exactly one solution; 1: some have none or many.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    input: Inputs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Show up to this many solutions, or all
    #[arg(long, value_name = "K|all", value_parser = parse_solution_limit)]
    solutions: Option<u64>,
    /// Format of the solutions [default: grid for one puzzle, line for many]
    #[arg(long, value_name = "FORMAT", value_parser = writable_formats())]
    to: Option<Format>,
    /// Prove each answer; grid and JSON output show the size of the certificate and the time to check it
    #[arg(long, conflicts_with_all = ["solutions", "engine", "solver", "scheme", "amo", "seed"])]
    certified: bool,
    /// Exit with 10 for satisfiable and 20 for unsatisfiable, as SAT solvers do
    #[arg(long)]
    sat_exit_codes: bool,
}

/// Value of `--solutions all`.
const ALL: u64 = u64::MAX;

/// `qedoku solve`: text -> Puzzle -> Answer -> text.
pub(crate) fn run(args: &SolveArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::new(global)?;
    let counts = match CspInput::find(&sources)? {
        Some(csp) => csp.solve(args, global, &args.engine.solver(global, false, &limits)?, out)?,
        None => solve_puzzles(args, global, &sources, &limits, out)?,
    };
    let exit = || if args.sat_exit_codes { counts.sat_exit() } else { counts.exit() };
    Ok(counts.early_exit(&limits).unwrap_or_else(exit))
}

fn solve_puzzles(
    args: &SolveArgs,
    global: &GlobalArgs,
    sources: &[Source],
    limits: &Limits,
    out: &mut Output,
) -> Result<OutcomeCounts> {
    let (items, count) = count_up_to_two(args.input.items(sources, global));
    let many = count > 1;
    let to = args.to.unwrap_or(if many { Format::Line } else { Format::Grid });
    let solver = args.engine.solver(global, many, limits)?;
    let (certified, color) = (args.certified, out.color);
    let command = SolveSettings { solver, limit: args.solutions, certified, to, many, json: global.json, color };
    command.write_header(out)?;
    let is_line_per_puzzle = to == Format::Line && args.solutions.is_none();
    let options = BatchOptions {
        stream: args.solutions == Some(ALL),
        placeholder: is_line_per_puzzle.then_some("bad"),
        chunk_size: if command.uses_batches() { batch::lanes_chunk_size(sources, &command.solver) } else { 0 },
        search: Some(&command.solver.portfolio.progress),
    };
    let solve_batch = |entries: &[PuzzleEntry]| command.solve_batch(entries);
    batch::process_in_order(items, global, options, out, solve_batch, |entry, answer, out| {
        command.solve(entry, answer, out)
    })
}

/// Result of the solver for one puzzle.
type AnswerResult = Result<Answer, SolveError>;

/// The solutions that a search found; with the error, those found before it.
type SearchResult = Result<EnumerationResult<Grid>, IncompleteError<EnumerationResult<Grid>>>;

/// Settings of the command.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option of the command")]
struct SolveSettings {
    solver: Solver,
    /// Number of solutions to list; `None` shows the verdict only.
    limit: Option<u64>,
    /// Whether each answer is proved.
    certified: bool,
    to: Format,
    /// Whether there are several puzzles, so that each verdict needs the place of its puzzle.
    many: bool,
    json: bool,
    color: bool,
}

impl SolveSettings {
    /// Writes the line above all puzzles.
    fn write_header(&self, out: &mut dyn Write) -> Result<()> {
        match self.to {
            Format::Svg if self.many => bail!("an SVG file shows one puzzle: the input has several"),
            Format::Csv if !self.json => writeln!(out, "{},answer", formats::CSV_HEADER)?,
            _ => {}
        }
        Ok(())
    }

    /// Answers for the puzzles that the solver can solve in one batch; `None` for the others.
    fn solve_batch(&self, entries: &[PuzzleEntry]) -> Vec<Option<AnswerResult>> {
        let puzzles = entries.iter().map(|entry| &entry.record.puzzle);
        let batch: Vec<&Puzzle> = puzzles.clone().filter(|puzzle| self.is_batched(puzzle)).collect();
        let mut answers = self.solver.solve_batch(&batch).into_iter();
        puzzles.map(|puzzle| if self.is_batched(puzzle) { answers.next() } else { None }).collect()
    }

    /// Whether some puzzles may be solved in batches. Lists of solutions and proofs are made puzzle by puzzle.
    fn uses_batches(&self) -> bool {
        self.limit.is_none() && !self.certified
    }

    /// Whether a puzzle is solved in a batch. Slow searches look for one solution at a time, so that an interrupted one
    /// still shows the first.
    fn is_batched(&self, puzzle: &Puzzle) -> bool {
        self.uses_batches() && self.solver.is_batchable(puzzle)
    }

    /// Solves a puzzle, unless its answer is known, and writes the result. An error that concerns only this puzzle is an
    /// outcome; any other ends the command.
    fn solve(&self, entry: &PuzzleEntry, answer: Option<AnswerResult>, out: &mut dyn Write) -> Result<PuzzleOutcome> {
        self.try_solve(entry, answer, out).or_else(|error| {
            // A format that cannot represent this puzzle may be able to represent the next one.
            let concerns_puzzle = error.is::<SolveError>() || error.is::<PuzzleWriteError>();
            if concerns_puzzle { Ok(entry.failed(&error)) } else { Err(error) }
        })
    }

    fn try_solve(
        &self,
        entry: &PuzzleEntry,
        answer: Option<AnswerResult>,
        out: &mut dyn Write,
    ) -> Result<PuzzleOutcome> {
        let (result, certificate) = if self.certified {
            match CertifiedResult::prove(&entry.record.puzzle, &self.solver.interrupt)? {
                Some(CertifiedResult { result, certificate }) => (result, Some(certificate)),
                None => return Ok(PuzzleOutcome::Interrupted),
            }
        } else {
            let result = match answer {
                Some(Ok(answer)) => answer.into(),
                Some(Err(SolveError::Interrupted)) => EnumerationResult::default(),
                Some(Err(error)) => return Err(error.into()),
                None => self.search(entry, out)?.or_else(IncompleteError::into_partial)?,
            };
            (result, None)
        };
        self.write_result(entry, &result, certificate.as_ref(), out)?;
        Ok(puzzle_outcome(&result))
    }

    /// Searches for solutions one by one. With `--solutions all` they are written as they are found.
    fn search(&self, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<SearchResult> {
        let stream = self.limit == Some(ALL) && !self.json;
        let write_now = |grid: &Grid, number: u64| {
            if stream { self.write_grid(entry, grid, number > 0, out).map(|()| true) } else { Ok(false) }
        };
        EnumerationResult::enumerate(self.solver.solutions(&entry.record.puzzle), self.limit, write_now)
    }

    fn write_result(
        &self,
        entry: &PuzzleEntry,
        result: &EnumerationResult<Grid>,
        certificate: Option<&CertificateSummary>,
        out: &mut dyn Write,
    ) -> Result<()> {
        if self.json {
            let mut fields = entry.fields();
            json::merge(&mut fields, &json::answer(&entry.record.puzzle, result));
            json::merge(&mut fields, &certificate.map_or(Value::Null, CertificateSummary::fields));
            return Ok(write_json(out, &fields)?);
        }
        match self.to {
            Format::Line if self.limit.is_none() => write_line(entry, result, out)?,
            Format::Csv if self.limit.is_none() => writeln!(out, "{}", csv_row(&entry.record.puzzle, result))?,
            _ => self.write_text(entry, result, out)?,
        }
        if let Some(certificate) = certificate.filter(|_| self.to == Format::Grid) {
            writeln!(out, "{certificate}")?;
        }
        Ok(())
    }

    fn write_text(&self, entry: &PuzzleEntry, result: &EnumerationResult<Grid>, out: &mut dyn Write) -> Result<()> {
        // Two solutions of an ambiguous puzzle are shown to people only; machine formats get one unless a list was
        // requested.
        let shown_count = if self.limit.is_none() && self.to != Format::Grid { 1 } else { result.solutions.len() };
        for (number, grid) in result.solutions.iter().take(shown_count).enumerate() {
            self.write_grid(entry, grid, number > 0, out)?;
        }
        match self.to {
            Format::Grid if self.many => writeln!(out, "{}\n", self.verdict(entry, result))?,
            Format::Grid => writeln!(out, "{}", self.verdict(entry, result))?,
            Format::Line if result.count == 0 => writeln!(out, "{}", result.as_str())?,
            Format::Csv if result.count == 0 => writeln!(out, "{}", csv_row(&entry.record.puzzle, result))?,
            Format::Line | Format::Csv | Format::Svg => {}
            _ if result.as_str() != "one" => writeln!(out, "# {}", self.verdict(entry, result))?,
            _ => {}
        }
        Ok(())
    }

    fn write_grid(&self, entry: &PuzzleEntry, grid: &Grid, is_further: bool, out: &mut dyn Write) -> Result<()> {
        let puzzle = &entry.record.puzzle;
        let options = entry.write_options();
        match self.to {
            Format::Grid => {
                let separator = if is_further { self.to.separator() } else { "" };
                write!(out, "{separator}{}", output::draw_grid(puzzle, grid, &options, self.color)?)?;
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

    /// The verdict as a sentence, after the place of the puzzle if there are several.
    fn verdict(&self, entry: &PuzzleEntry, result: &EnumerationResult<Grid>) -> String {
        let verdict = match (result.as_str(), &result.solutions[..]) {
            ("none", _) => match entry.record.puzzle.given_conflicts().next() {
                Some(clash) => format!("{}: {clash}", describe_enumeration(result)),
                None => describe_enumeration(result),
            },
            ("many", [first, second]) if self.limit.is_none() && self.to == Format::Grid => {
                let differences = first.iter().zip(second.iter()).filter(|(first, second)| first != second).count();
                format!("{}; these two differ in {differences} cells", describe_enumeration(result))
            }
            _ => describe_enumeration(result),
        };
        let verdict = if self.color { styled(verdict, verdict_style(result)) } else { verdict };
        if self.many { format!("{}: {verdict}", entry.place()) } else { verdict }
    }
}

fn verdict_style<S>(result: &EnumerationResult<S>) -> Style {
    if result.as_str() == "one" { output::SUCCESS } else { output::WARNING }
}

fn puzzle_outcome<S>(result: &EnumerationResult<S>) -> PuzzleOutcome {
    match result.as_str() {
        _ if result.completeness == Completeness::Unknown => PuzzleOutcome::Interrupted,
        "one" => PuzzleOutcome::Success,
        word => PuzzleOutcome::Negative { solvable: word == "many" },
    }
}

/// Writes the line of a puzzle: its solution, followed by `many` or `unknown` unless it is known to be unique.
fn write_line(entry: &PuzzleEntry, result: &EnumerationResult<Grid>, out: &mut dyn Write) -> Result<()> {
    let line = match (result.solutions.first(), result.as_str()) {
        (None, word) => word.to_owned() + "\n",
        (Some(grid), "one") => formats::write_line(grid, &entry.write_options())? + "\n",
        (Some(grid), word) => format!("{} {word}\n", formats::write_line(grid, &entry.write_options())?),
    };
    Ok(out.write_all(line.as_bytes())?)
}

fn csv_row(puzzle: &Puzzle, result: &EnumerationResult<Grid>) -> String {
    let solution = result.solutions.first().map(Grid::to_string).unwrap_or_default();
    format!("{},{solution},{}", puzzle.givens(), result.as_str())
}

/// Parses `--solutions`: an integer from 1, or `all`.
pub(crate) fn parse_solution_limit(text: &str) -> Result<u64> {
    if text == "all" {
        return Ok(ALL);
    }
    let limit = text.parse().ok().filter(|limit| *limit > 0);
    limit.with_context(|| format!("expected an integer from 1, or all, found '{text}'"))
}
