//! `qedoku rate`: rates the difficulty of each puzzle.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use clap::Args;
use qedoku::explain::{self, BraidRating, Difficulty, DifficultyRater, EstimateQuality, Explainer, Measure};
use qedoku::{Answer, IncompleteError, Puzzle, SolveError, Solver, json};
use serde_json::{Value, json};

use crate::args::{GlobalArgs, OutputArgs};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, message, pluralize, write_json};

/// Rate the difficulty of each puzzle
#[derive(Args)]
#[command(
    long_about = "Rate the difficulty of each puzzle: by the largest step that its solution needs, and by other measures.\n\n\
    Examples:\n  \
    qedoku rate puzzle.txt                one line of text per puzzle\n  \
    qedoku rate puzzles.txt --csv         puzzle,b,se,steps,hardest,guesses,answer\n  \
    qedoku rate puzzles.txt --json        the same for scripts\n  \
    qedoku rate hard16x16.txt --exact     B of a hard puzzle, however long it takes\n\n\
    B        rating B of D. Berthier: the number of exactly-one constraints (cells, or digits of a house) in the largest step \
    when the smallest available step is always taken and reasoning is unit propagation alone; 0 for singles, 1 for locked candidates. It is the same for isomorphic \
    puzzles (turned, mirrored, relabelled). `B >= 12` is a lower bound: the search reached its work limit, which only some \
    16x16 puzzles do, or the time limit; --exact searches on.\n\
    SE       rating of Sudoku Explainer (9x9 only): equal for 99.8 % of the puzzles that its simple techniques solve; for \
    others an estimate (`about`), 0.3 off on average; `9.0 or more` beyond the range it was fitted on (se_trust in JSON: \
    walked, fitted, at-least)\n\
    steps    steps of the explanation that are not singles\n\
    hardest  technique of the hardest of them\n\
    guesses  digits tried by a backtracking search that propagates singles only\n\n\
    Exit code 0: every puzzle has exactly one solution; 1: some have none or many and are not rated."
)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    input: Inputs,
    /// Print CSV, for spreadsheets
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Search until B is known, instead of printing a lower bound after some seconds
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Result columns of the CSV output.
const CSV_COLUMNS: &[&str] = &["b", "se", "steps", "hardest", "guesses", "answer"];

/// `qedoku rate`: text -> Puzzle -> Rating -> text.
pub(crate) fn run(args: &RateArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let sources = args.input.sources()?;
    let mut file = args.output.create_file()?;
    let out = file.as_mut().unwrap_or(out);
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    let solver = Solver { interrupt: limits.interrupt.clone(), ..Solver::default() };
    let format = match (global.json, args.csv) {
        (true, _) => RatingFormat::Json,
        (_, true) => RatingFormat::Csv,
        _ => RatingFormat::Text,
    };
    let command = RateSettings { format, exact: args.exact, many: count > 1, solver, bounds: AtomicU64::new(0) };
    let counts = batch::process_in_order(
        items,
        global,
        BatchOptions { csv: args.csv.then_some(CSV_COLUMNS), ..BatchOptions::default() },
        out,
        |entries| command.solve_batch(entries),
        |entry, answer, out| command.rate(entry, answer, out),
    )?;
    let bounds = command.bounds.into_inner();
    if bounds > 0 && !global.quiet {
        let (ratings, are) =
            (pluralize(bounds, "rating"), if bounds == 1 { "is a lower bound" } else { "are lower bounds" });
        message!("{ratings} {are} (B >= N), because the search reached its work limit; --exact searches on");
    }
    counts.finish(&limits, file)
}

/// Format of the ratings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RatingFormat {
    Text,
    Csv,
    Json,
}

/// Settings of the command.
struct RateSettings {
    format: RatingFormat,
    exact: bool,
    /// Whether there are several puzzles, so that each line needs the place of its puzzle.
    many: bool,
    solver: Solver,
    /// Ratings that are lower bounds because the search reached its work limit.
    bounds: AtomicU64,
}

thread_local! {
    /// Scratch memory of the rating engines, reused for all puzzles of a thread.
    static RATER: RefCell<Option<DifficultyRater>> = RefCell::default();
}

/// `12`, or `>=12` for a lower bound.
fn csv_number(measure: Measure) -> String {
    match measure {
        Measure::Exactly(value) => value.to_string(),
        Measure::AtLeast(bound) => format!(">={bound}"),
    }
}

/// The values of [`CSV_COLUMNS`].
fn csv_results(rated: &Difficulty) -> [Cow<'static, str>; 6] {
    let b = rated.rating.b.map_or(String::new(), csv_number);
    let is_bound = rated.estimate.is_some_and(|estimate| estimate.quality == EstimateQuality::LowerBound);
    let se = rated.se().map_or(String::new(), |se| format!("{}{se}", if is_bound { ">=" } else { "" }));
    let hardest = rated.hardest.map_or(String::new(), |technique| technique.to_string());
    let (steps, guesses) = (rated.steps.to_string(), csv_number(rated.guesses));
    [b.into(), se.into(), steps.into(), hardest.into(), guesses.into(), "one".into()]
}

impl RateSettings {
    /// Solves the puzzles first, because only those with exactly one solution are rated.
    fn solve_batch(&self, entries: &[PuzzleEntry]) -> Vec<Result<Answer, SolveError>> {
        let puzzles: Vec<&Puzzle> = entries.iter().map(|entry| &entry.record.puzzle).collect();
        self.solver.solve_batch(&puzzles)
    }

    fn rate(
        &self,
        entry: &PuzzleEntry,
        answer: Result<Answer, SolveError>,
        out: &mut dyn Write,
    ) -> Result<PuzzleOutcome> {
        let puzzle = &entry.record.puzzle;
        if !Explainer::supports(puzzle.board()) {
            let side = puzzle.board().side();
            return Ok(entry.failed(&format_args!("cannot rate a {side}x{side} board: the largest is 16x16")));
        }
        match answer {
            Err(SolveError::Interrupted) => Ok(PuzzleOutcome::Interrupted),
            Err(error) => Ok(entry.failed(&error)),
            Ok(Answer::One(_)) => match self.rate_unique(puzzle) {
                Ok(rated) => {
                    let is_bound = matches!(rated.rating.b, Some(Measure::AtLeast(_)));
                    self.bounds.fetch_add(u64::from(is_bound), Ordering::Relaxed);
                    self.write_rating(entry, &rated, out).map(|()| PuzzleOutcome::Success)
                }
                Err(incomplete) => {
                    let rating = incomplete.into_partial()?;
                    self.write_incomplete(entry, rating, out).map(|()| PuzzleOutcome::Interrupted)
                }
            },
            Ok(other) => {
                let solvable = matches!(other, Answer::Many(..));
                self.write_unrated(entry, if solvable { "many" } else { "none" }, out)?;
                Ok(PuzzleOutcome::Negative { solvable })
            }
        }
    }

    fn rate_unique(&self, puzzle: &Puzzle) -> Result<Difficulty, IncompleteError<BraidRating>> {
        RATER.with_borrow_mut(|rater| {
            let new = || if self.exact { DifficultyRater::default().exact() } else { DifficultyRater::default() };
            rater.get_or_insert_with(new).rate(puzzle, &self.solver.interrupt)
        })
    }

    /// Writes what is known of B when the rating was interrupted.
    fn write_incomplete(&self, entry: &PuzzleEntry, rating: BraidRating, out: &mut dyn Write) -> Result<()> {
        if self.format == RatingFormat::Json {
            let mut fields = explain::json::rating(rating);
            fields.insert("answer".into(), "one".into());
            fields.insert("interrupted".into(), true.into());
            return write_fields(entry, &Value::Object(fields), out);
        }
        if self.format == RatingFormat::Csv {
            let b = rating.b.map_or(String::new(), csv_number);
            return Ok(writeln!(out, "{},{b},,,,", entry.record.puzzle.givens())?);
        }
        self.write_text(entry, &format!("{rating}, interrupted"), out)
    }

    fn write_rating(&self, entry: &PuzzleEntry, rated: &Difficulty, out: &mut dyn Write) -> Result<()> {
        if self.format == RatingFormat::Json {
            let mut fields = json!({ "answer": "one" });
            json::merge(&mut fields, &explain::json::difficulty(rated));
            return write_fields(entry, &fields, out);
        }
        if self.format == RatingFormat::Csv {
            return Ok(entry.write_csv(out, &csv_results(rated))?);
        }
        self.write_text(entry, &rated.to_string(), out)
    }

    fn write_unrated(&self, entry: &PuzzleEntry, answer: &str, out: &mut dyn Write) -> Result<()> {
        if self.format == RatingFormat::Json {
            return write_fields(entry, &json!({ "answer": answer }), out);
        }
        if self.format == RatingFormat::Csv {
            let mut results = [const { Cow::Borrowed("") }; 6];
            results[5] = answer.to_owned().into();
            return Ok(entry.write_csv(out, &results)?);
        }
        let verdict = if answer == "none" { "no solution" } else { "many solutions" };
        self.write_text(entry, &format!("not rated: {verdict}"), out)
    }

    fn write_text(&self, entry: &PuzzleEntry, text: &str, out: &mut dyn Write) -> Result<()> {
        if self.many {
            write!(out, "{}: ", entry.place())?;
        }
        Ok(writeln!(out, "{text}")?)
    }
}

fn write_fields(entry: &PuzzleEntry, more: &Value, out: &mut dyn Write) -> Result<()> {
    let mut fields = entry.fields();
    json::merge(&mut fields, more);
    Ok(write_json(out, &fields)?)
}
