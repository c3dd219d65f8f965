//! `qedoku solve`: decides whether each puzzle has no, one or many solutions.

mod certified;
mod cnf;
mod csp;
mod problem;
pub(crate) mod trust;

use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::Style;
use anyhow::{Context, Result, bail};
use clap::Args;
use qedoku::encode::Formula;
use qedoku::formats::{self, Format, PuzzleWriteError, WriteOptions};
use qedoku::lanes::{BatchAnswer, PuzzleLine};
use qedoku::message_text::{describe_conflict, describe_enumeration, sat_word};
use qedoku::{
    Answer, Completeness, Engine, EnumerationResult, ExternalSolver, Grid, IncompleteError, Locale, Puzzle, SolveError,
    Solver, external, json,
};

use crate::args::{EngineArgs, GlobalArgs, OutputArgs, writable_formats};
use crate::batch::{self, BatchOptions, OutcomeCounts, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, Source, count_up_to_two};
use crate::limits::{self, Limits};
use crate::output::{self, Output, styled, write_file, write_json};

use certified::{Certification, CertifiedResult};
use cnf::CnfInput;
use csp::CspInput;
use trust::{Trust, mark};

/// Solve puzzles: no, one or many solutions
#[derive(Args)]
#[command(long_about = "Solve puzzles: no, one or many solutions.\n\n\
    Examples:\n  \
    qedoku solve puzzle.txt                   the solved grid and the verdict\n  \
    qedoku solve puzzles.txt --to line        one solution per line, in the order of the input\n  \
    qedoku solve puzzle.txt --solver minisat  with an external SAT solver\n  \
    qedoku solve puzzle.txt --solutions all   every solution\n  \
    qedoku solve puzzle.txt --certified       with a proof that has been checked\n  \
    qedoku solve puzzle.txt --certified --solver cadical   with the proof of an external solver\n  \
    qedoku solve puzzle.txt --first           the first solution, without a search for a second\n  \
    qedoku solve queens.f2csp                 any constraint problem in F2CSP\n  \
    qedoku solve formula.cnf --proof p.lrat   any formula in DIMACS: a model or a proof\n  \
    qedoku solve puzzle.txt --lang pt         the verdict in Portuguese\n\n\
    The search looks for a second solution unless --first is given, so `one solution` is proved. A formula that states a Sudoku is \
    solved like a puzzle; for any other formula, one model is searched.\n\n\
    An external solver's claim that there is no other solution is marked `according to` (in JSON, `verified` is false) unless \
    --certified checks its proof, or proves the same.\n\n\
    In line format, a puzzle without a solution prints `none`, an unreadable one `bad`, and `many` follows the first of several solutions.\n\n\
    Exit code 0: every puzzle has exactly one solution (with --first: a solution; a formula: a model); 1: some have none or many.")]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent flag of the command line")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    input: Inputs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Show up to this many solutions, or all
    #[arg(long, value_name = "K|all", value_parser = parse_solution_limit)]
    solutions: Option<u64>,
    /// Stop at the first solution: whether there are others is not checked
    #[arg(long, conflicts_with = "solutions")]
    first: bool,
    /// Format of the solutions [default: grid for one puzzle, line for many]
    #[arg(long, value_name = "FORMAT", value_parser = writable_formats())]
    to: Option<Format>,
    /// Prove each answer; grid and JSON output show the size of the certificate, the time to check it, and with --solver who
    /// made the proof
    #[arg(long, conflicts_with_all = ["solutions", "first", "engine", "seed"])]
    certified: bool,
    /// Keep the formula that an external solver receives, without blocking clauses
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// For a formula that is unsatisfiable: write the proof to this file, as LRAT if its name ends in .lrat, else as DRAT
    #[arg(long, value_name = "FILE", conflicts_with_all = ["solutions", "certified"])]
    proof: Option<PathBuf>,
    /// Print SATISFIABLE or UNSATISFIABLE before the grid
    #[arg(long)]
    sat_words: bool,
    /// Exit with 10 for satisfiable and 20 for unsatisfiable, as SAT solvers do
    #[arg(long)]
    sat_exit_codes: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Result columns of CSV output.
const CSV_COLUMNS: &[&str] = &["solution", "answer"];
/// The same for the answers of an external solver.
const CSV_COLUMNS_WITH_TRUST: &[&str] = &["solution", "answer", "verified"];

thread_local! {
    /// Answers of [`SolveSettings::solve_lines`], reused for all chunks of a thread.
    static LINE_ANSWERS: RefCell<Vec<BatchAnswer>> = const { RefCell::new(Vec::new()) };
}

/// Value of `--solutions all`.
const ALL: u64 = u64::MAX;

/// `qedoku solve`: text -> Puzzle -> Answer -> text.
pub(crate) fn run(args: &SolveArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let sources = args.input.sources()?;
    if args.sat_words && (global.json || args.to.is_some_and(|to| to != Format::Grid)) {
        bail!("--sat-words is for grids: it cannot be used with --json or another format");
    }
    let counts = if let Some(csp) = CspInput::find(&sources)? {
        csp.solve(args, global, &args.engine.solver(global, false, &limits)?, out)?
    } else if let Some(formula) = CnfInput::find(&sources, args.proof.is_some())? {
        formula.solve(args, global, &args.engine.solver(global, false, &limits)?, out)?
    } else {
        solve_puzzles(args, global, &sources, &limits, out)?
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
    let to = args.to.unwrap_or(if many && !args.sat_words { Format::Line } else { Format::Grid });
    let mut engine = args.engine.clone();
    if args.certified && engine.solver.is_none() {
        engine.engine = Some("auto".to_owned()); // The solver of the environment is not used for certificates.
    }
    let solver = engine.solver(global, many, limits)?;
    let (certified, color) = (args.certified, out.color);
    if certified && !matches!(solver.engine, Engine::Auto | Engine::External(_)) {
        bail!("with --certified, --scheme and --amo are for external solvers: choose one with --solver");
    }
    if args.proof.is_some() {
        bail!("--proof is for formulas in DIMACS; for puzzles, see --certified and `qedoku prove`");
    }
    if args.keep.is_some() && many {
        bail!("--keep keeps one formula: the input has several puzzles");
    }
    let command = SolveSettings {
        keep: args.keep.as_deref().map(|path| KeptFormula::new(path, &solver)).transpose()?,
        trust: Trust::new(&solver),
        solver,
        first: args.first,
        limit: args.solutions,
        certified,
        to,
        many,
        json: global.json,
        color,
        sat_words: args.sat_words,
        // Comments in formats for other programs do not depend on the locale.
        locale: if to == Format::Grid { global.locale() } else { Locale::English },
    };
    if to == Format::Svg && many {
        bail!("an SVG file shows one puzzle: the input has several");
    }
    let is_line_per_puzzle = to == Format::Line && args.solutions.is_none();
    let solve_lines = |lines: &[PuzzleLine<'_>], out: &mut Vec<u8>| command.solve_lines(lines, out);
    let options = BatchOptions {
        stream: args.solutions == Some(ALL),
        placeholder: is_line_per_puzzle.then_some("bad"),
        chunk_size: if command.uses_batches() { batch::lanes_chunk_size(sources, &command.solver) } else { 0 },
        search: Some(&command.solver.portfolio.progress),
        csv: (to == Format::Csv).then_some(command.csv_columns()),
        lines: if is_line_per_puzzle && command.uses_batches() && !global.json { Some(&solve_lines) } else { None },
    };
    let solve_batch = |entries: &[PuzzleEntry]| command.solve_batch(entries);
    let counts = batch::process_in_order(items, global, options, out, solve_batch, |entry, answer, out| {
        command.solve(entry, answer, out)
    });
    command.trust.print_note(global);
    counts
}

/// Result of the solver for one puzzle.
type AnswerResult = Result<Answer, SolveError>;

/// The solutions that a search found; with the error, those found before it.
type SearchResult = Result<EnumerationResult<Grid>, IncompleteError<EnumerationResult<Grid>>>;

/// Settings of the command.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option of the command")]
struct SolveSettings<'a> {
    solver: Solver,
    trust: Trust,
    /// File that receives the formula of the puzzle.
    keep: Option<KeptFormula<'a>>,
    /// Whether to stop at the first solution.
    first: bool,
    /// Number of solutions to list; `None` shows the verdict only.
    limit: Option<u64>,
    /// Whether each answer is proved.
    certified: bool,
    to: Format,
    /// Whether there are several puzzles, so that each verdict needs the place of its puzzle.
    many: bool,
    json: bool,
    color: bool,
    /// Whether SATISFIABLE or UNSATISFIABLE precedes the grids.
    sat_words: bool,
    /// Language of the verdicts.
    locale: Locale,
}

/// The file of `--keep`.
struct KeptFormula<'a> {
    path: &'a Path,
    solver: ExternalSolver,
}

impl<'a> KeptFormula<'a> {
    /// The file for the formula of an external solver; other engines receive none.
    fn new(path: &'a Path, solver: &Solver) -> Result<KeptFormula<'a>> {
        match &solver.engine {
            Engine::External(solver) => Ok(KeptFormula { path, solver: solver.clone() }),
            _ => bail!("--keep is for external solvers: choose one with --solver"),
        }
    }

    /// Keeps the formula of a constraint problem or of a CNF file.
    fn write_problem(&self, formula: &impl Formula) -> Result<()> {
        write_file(self.path, |file| external::write_formula(formula, &[], file))
    }

    fn write_puzzle(&self, puzzle: &Puzzle) -> Result<()> {
        write_file(self.path, |file| self.solver.write_formula(puzzle, file))
    }
}

impl SolveSettings<'_> {
    /// Solves classic puzzles and writes a line for each, as [`write_line`] does. `None` if the solver uses another engine, or was
    /// interrupted.
    fn solve_lines(&self, lines: &[PuzzleLine<'_>], out: &mut Vec<u8>) -> Option<OutcomeCounts> {
        LINE_ANSWERS.with_borrow_mut(|answers| {
            self.solver.solve_lines(lines, answers).ok()?;
            let mut counts = OutcomeCounts::default();
            out.reserve(answers.len() * UNIQUE_LINE_BYTES);
            for answer in &*answers {
                counts.add(&write_line_answer(answer, out));
            }
            Some(counts)
        })
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
        self.limit.is_none() && !self.certified && !self.first && self.keep.is_none()
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
        let (result, certification) = if self.certified {
            if let Some(kept) = &self.keep {
                kept.write_puzzle(&entry.record.puzzle)?;
            }
            match CertifiedResult::prove(&entry.record.puzzle, &self.solver)? {
                Some(CertifiedResult { result, certification }) => (result, certification),
                None => return Ok(PuzzleOutcome::Interrupted),
            }
        } else {
            let result = match answer {
                Some(Ok(answer)) => answer.into(),
                Some(Err(SolveError::Interrupted)) => EnumerationResult::default(),
                Some(Err(error)) => return Err(error.into()),
                None => self.search(entry, out)?.or_else(IncompleteError::into_partial)?,
            };
            (result, Certification::NotRequested)
        };
        self.write_result(entry, &result, &certification, out)?;
        Ok(if certification.is_interrupted() { PuzzleOutcome::Interrupted } else { puzzle_outcome(&result) })
    }

    /// Searches for solutions one by one. With `--solutions all` they are written as they are found.
    fn search(&self, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<SearchResult> {
        if let Some(kept) = &self.keep {
            kept.write_puzzle(&entry.record.puzzle)?;
        }
        if self.first {
            return Ok(EnumerationResult::first(self.solver.solutions(&entry.record.puzzle)));
        }
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
        certification: &Certification,
        out: &mut dyn Write,
    ) -> Result<()> {
        let according_to = self.trust.according_to_on(&entry.record.puzzle, result);
        let according_to = according_to.filter(|_| !certification.is_certified());
        if self.json {
            let mut fields = entry.fields();
            json::merge(&mut fields, json::answer_with_symbols(&entry.record.puzzle, result, entry.alphabet()));
            json::merge(&mut fields, json::verified(according_to));
            json::merge(&mut fields, certification.fields());
            return Ok(write_json(out, &fields)?);
        }
        match self.to {
            Format::Line if self.limit.is_none() => write_line(entry, result, out)?,
            Format::Csv if self.limit.is_none() => self.write_csv(entry, result, according_to, out)?,
            _ => self.write_text(entry, result, according_to, out)?,
        }
        let is_marked = match self.to {
            Format::Grid => true,
            Format::Csv => self.limit.is_none(),
            _ => false,
        };
        if according_to.is_some() && !is_marked {
            self.trust.add_unmarked();
        }
        if let Some(line) = certification.describe(self.locale).filter(|_| self.to == Format::Grid) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn write_text(
        &self,
        entry: &PuzzleEntry,
        result: &EnumerationResult<Grid>,
        according_to: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<()> {
        // Two solutions of an ambiguous puzzle are shown to people only; machine formats get one unless a list was
        // requested.
        let shown_count = if self.limit.is_none() && self.to != Format::Grid { 1 } else { result.solutions.len() };
        for (number, grid) in result.solutions.iter().take(shown_count).enumerate() {
            self.write_grid(entry, grid, number > 0, out)?;
        }
        if self.sat_words && result.count == 0 {
            writeln!(out, "{}", sat_word(result, self.locale))?;
        }
        match self.to {
            Format::Grid if self.many => writeln!(out, "{}\n", self.verdict(entry, result, according_to))?,
            Format::Grid => writeln!(out, "{}", self.verdict(entry, result, according_to))?,
            Format::Line if result.count == 0 => writeln!(out, "{}", result.as_str())?,
            Format::Csv if result.count == 0 => self.write_csv(entry, result, according_to, out)?,
            Format::Line | Format::Csv | Format::Svg => {}
            _ if result.as_str() != "one" => writeln!(out, "# {}", self.verdict(entry, result, according_to))?,
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
                if self.sat_words && !is_further {
                    writeln!(out, "{}", self.locale.text("sat.satisfiable"))?;
                }
                write!(out, "{separator}{}", output::draw_grid(puzzle, grid, &options, self.color)?)?;
            }
            Format::Svg => {
                let options = WriteOptions { solution: Some(grid.clone()), ..options };
                out.write_all(formats::write(puzzle, self.to, &options)?.as_bytes())?;
            }
            Format::Csv => {
                let results = [grid.to_string().into(), "".into(), "".into()];
                entry.write_csv(out, &results[..self.csv_columns().len()])?;
            }
            Format::Numbers => writeln!(out, "{}", formats::write_grid(grid, self.to, &WriteOptions::default())?)?,
            to => write!(out, "{}{}", formats::write_grid(grid, to, &options)?, to.separator())?,
        }
        Ok(())
    }

    /// The verdict as a sentence, after the place of the puzzle if there are several.
    fn verdict(&self, entry: &PuzzleEntry, result: &EnumerationResult<Grid>, according_to: Option<&str>) -> String {
        let locale = self.locale;
        let verdict = mark(describe_enumeration(result, locale), according_to, locale);
        let verdict = match (result.as_str(), &result.solutions[..]) {
            ("none", _) => match entry.record.puzzle.given_conflicts().next() {
                Some(conflict) => {
                    let conflict = describe_conflict(&conflict, locale);
                    locale.format("verdict.conflict", &[("verdict", &verdict), ("conflict", &conflict)])
                }
                None => verdict,
            },
            ("many", [first, second]) if self.limit.is_none() && self.to == Format::Grid => {
                let differences = first.iter().zip(second.iter()).filter(|(first, second)| first != second).count();
                locale.counted("verdict.differ", differences as u64, &[("verdict", &verdict)])
            }
            _ => verdict,
        };
        let verdict = if self.color { styled(verdict, verdict_style(result)) } else { verdict };
        if self.many { format!("{}: {verdict}", entry.place()) } else { verdict }
    }

    /// The result columns of CSV output.
    fn csv_columns(&self) -> &'static [&'static str] {
        if self.trust.solver().is_some() { CSV_COLUMNS_WITH_TRUST } else { CSV_COLUMNS }
    }

    /// Writes the row of a puzzle: that of the input, its solution and the verdict.
    fn write_csv(
        &self,
        entry: &PuzzleEntry,
        result: &EnumerationResult<Grid>,
        according_to: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<()> {
        let solution = result.solutions.first().map(Grid::to_string).unwrap_or_default();
        let verified = if according_to.is_none() { "true" } else { "false" };
        let results = [solution.into(), result.as_str().into(), verified.into()];
        Ok(entry.write_csv(out, &results[..self.csv_columns().len()])?)
    }
}

fn verdict_style<S>(result: &EnumerationResult<S>) -> Style {
    if matches!(result.as_str(), "one" | "some") { output::SUCCESS } else { output::WARNING }
}

fn puzzle_outcome<S>(result: &EnumerationResult<S>) -> PuzzleOutcome {
    match result.as_str() {
        // The output was closed after two solutions: the verdict is known.
        _ if result.count > 1 && limits::is_output_closed() => PuzzleOutcome::Negative { solvable: true },
        _ if result.completeness == Completeness::Unknown => PuzzleOutcome::Interrupted,
        "one" | "some" => PuzzleOutcome::Success,
        word => PuzzleOutcome::Negative { solvable: word == "many" },
    }
}

/// Bytes of the line of a classic puzzle with one solution.
const UNIQUE_LINE_BYTES: usize = 82;

/// [`write_line`] for a classic puzzle.
fn write_line_answer(answer: &BatchAnswer, out: &mut Vec<u8>) -> PuzzleOutcome {
    if answer.count == 0 {
        out.extend_from_slice(b"none\n");
        return PuzzleOutcome::Negative { solvable: false };
    }
    // A loop over a slice is compiled to vector instructions; `map` of an array is not, and took a quarter of the time.
    let mut line = [b'\n'; UNIQUE_LINE_BYTES];
    for (symbol, digit) in line.iter_mut().zip(&answer.solution) {
        *symbol = digit + b'0';
    }
    if answer.count == 1 {
        out.extend_from_slice(&line);
        return PuzzleOutcome::Success;
    }
    out.extend_from_slice(&line[..UNIQUE_LINE_BYTES - 1]);
    out.extend_from_slice(b" many\n");
    PuzzleOutcome::Negative { solvable: true }
}

/// Writes the line of a puzzle: its solution, followed by `many`, `some` or `unknown` unless it is known to be unique.
fn write_line(entry: &PuzzleEntry, result: &EnumerationResult<Grid>, out: &mut dyn Write) -> Result<()> {
    let line = match (result.solutions.first(), result.as_str()) {
        (None, word) => word.to_owned() + "\n",
        (Some(grid), "one") => formats::write_line(grid, &entry.write_options())? + "\n",
        (Some(grid), word) => format!("{} {word}\n", formats::write_line(grid, &entry.write_options())?),
    };
    Ok(out.write_all(line.as_bytes())?)
}

/// Parses `--solutions`: an integer from 1, or `all`.
pub(crate) fn parse_solution_limit(text: &str) -> Result<u64> {
    if text == "all" {
        return Ok(ALL);
    }
    let limit = text.parse().ok().filter(|limit| *limit > 0);
    limit.with_context(|| format!("expected an integer from 1, or all, found '{text}'"))
}
