//! `qedoku rate`: rates the difficulty of each puzzle.

use std::cell::RefCell;
use std::io::Write;

use anyhow::Result;
use clap::Args;
use qedoku::explain::{self, Difficulty, DifficultyRater, Explainer};
use qedoku::{Answer, Puzzle, SolveError, Solver, json};
use serde_json::{Value, json};

use crate::args::{GlobalArgs, OutputArgs};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, write_json};

/// Rate the difficulty of each puzzle
#[derive(Args)]
#[command(
    long_about = "Rate the difficulty of each puzzle: by the largest step that its solution needs, and by other measures.\n\n\
    Examples:\n  \
    qedoku rate puzzle.txt                one line of text per puzzle\n  \
    qedoku rate puzzles.txt --csv         puzzle,b,se,steps,hardest,guesses\n  \
    qedoku rate puzzles.txt --json        the same for scripts\n\n\
    B        rating B of D. Berthier: the number of exactly-one constraints (cells, or digits of a house) in the largest step \
    when the smallest available step is always taken and reasoning is unit propagation alone; 0 for singles, 1 for locked candidates. It is the same for isomorphic \
    puzzles (turned, mirrored, relabelled).\n\
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
    #[command(flatten)]
    output: OutputArgs,
}

/// First line of the CSV output.
const CSV_HEADER: &str = "puzzle,b,se,steps,hardest,guesses";

/// `qedoku rate`: text -> Puzzle -> Rating -> text.
pub(crate) fn run(args: &RateArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::new(global)?;
    let mut file = args.output.create_file()?;
    let out = file.as_mut().unwrap_or(out);
    if args.csv {
        writeln!(out, "{CSV_HEADER}")?;
    }
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    let solver = Solver { interrupt: limits.interrupt.clone(), ..Solver::default() };
    let command = RateSettings { json: global.json, csv: args.csv, many: count > 1, solver };
    let counts = batch::process_in_order(
        items,
        global,
        BatchOptions::default(),
        out,
        |entries| command.solve_batch(entries),
        |entry, answer, out| command.rate(entry, answer, out),
    )?;
    counts.finish(&limits, file)
}

/// Settings of the command.
struct RateSettings {
    json: bool,
    csv: bool,
    /// Whether there are several puzzles, so that each line needs the place of its puzzle.
    many: bool,
    solver: Solver,
}

thread_local! {
    /// Scratch memory of the rating engines, reused for all puzzles of a thread.
    static RATER: RefCell<DifficultyRater> = RefCell::default();
}

fn csv_row(puzzle: &Puzzle, rated: &Difficulty) -> String {
    let b = rated.rating.b.map_or(String::new(), |size| size.to_string());
    let se = rated.se().map_or(String::new(), |se| se.to_string());
    let hardest = rated.hardest.map_or(String::new(), |technique| technique.to_string());
    format!("{},{b},{se},{},{hardest},{}", puzzle.givens(), rated.steps, rated.guesses)
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
            Ok(Answer::One(_)) => match RATER.with_borrow_mut(|rater| rater.rate(puzzle, &self.solver.interrupt)) {
                Ok(rated) => self.write_rating(entry, &rated, out).map(|()| PuzzleOutcome::Success),
                Err(_) => Ok(PuzzleOutcome::Interrupted),
            },
            Ok(other) => {
                let solvable = matches!(other, Answer::Many(..));
                self.write_unrated(entry, if solvable { "many" } else { "none" }, out)?;
                Ok(PuzzleOutcome::Negative { solvable })
            }
        }
    }

    fn write_rating(&self, entry: &PuzzleEntry, rated: &Difficulty, out: &mut dyn Write) -> Result<()> {
        if self.json {
            let mut fields = json!({ "answer": "one" });
            json::merge(&mut fields, &explain::json::difficulty(rated));
            return write_fields(entry, &fields, out);
        }
        if self.csv {
            return Ok(writeln!(out, "{}", csv_row(&entry.record.puzzle, rated))?);
        }
        self.write_text(entry, &rated.to_string(), out)
    }

    fn write_unrated(&self, entry: &PuzzleEntry, answer: &str, out: &mut dyn Write) -> Result<()> {
        if self.json {
            return write_fields(entry, &json!({ "answer": answer }), out);
        }
        if self.csv {
            return Ok(writeln!(out, "{},,,,,", entry.record.puzzle.givens())?);
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
