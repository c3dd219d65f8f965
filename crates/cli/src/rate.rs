//! `qedoku rate`: how hard is each puzzle?

use std::cell::RefCell;
use std::io::Write;

use anyhow::Result;
use clap::Args;
use qedoku::explain::{Critic, Explainer, Rated};
use qedoku::{Answer, Puzzle, SolveError, Solver, json};
use serde_json::{Value, json};

use crate::args::{Common, Into};
use crate::batch::{self, Entry, Manner, Outcome};
use crate::exit::Exit;
use crate::input::Inputs;
use crate::limits::Limits;
use crate::output::Output;

/// Say how hard each puzzle is
#[derive(Args)]
#[command(long_about = "Say how hard each puzzle is: by the largest step that it needs, and by other measures.\n\n\
    Examples:\n  \
    qedoku rate puzzle.txt                one line of words for each puzzle\n  \
    qedoku rate puzzles.txt --csv         puzzle,b,se,steps,hardest,guesses\n  \
    qedoku rate puzzles.txt --json        the same for scripts\n\n\
    B        the number of sets in the largest step when smaller ones always go first, by unit propagation alone; 0 for \
    singles, 1 for locked candidates (the rating B of D. Berthier). It does not change when a puzzle is turned, \
    mirrored or relabelled.\n\
    SE       what Sudoku Explainer would say (9x9 only): the same for 99.8 % of the puzzles that its simple techniques \
    solve; for others `about`, 0.3 off on average; `9.0 or more` beyond what it was fitted on (se_trust in JSON: walked, \
    fitted, at-least)\n\
    steps    steps of the explanation beyond singles\n\
    hardest  the hardest of them by name\n\
    guesses  what plain search needs that only knows singles\n\n\
    Exit code 0: every puzzle has exactly one solution; 1: some have none or many, and are not rated.")]
pub(crate) struct RateArgs {
    #[command(flatten)]
    input: Inputs,
    /// A table with commas, for spreadsheets
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    into: Into,
}

/// The head of the table.
const COLUMNS: &str = "puzzle,b,se,steps,hardest,guesses";

/// `qedoku rate`: text -> Puzzle -> Rating -> text.
pub(crate) fn run(args: &RateArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::new(common)?;
    let mut file = args.into.output.as_deref().map(Output::create).transpose()?;
    let to = file.as_mut().unwrap_or(out);
    if args.csv {
        writeln!(to, "{COLUMNS}")?;
    }
    let mut items = args.input.items(&sources, common).peekable();
    let first = items.next();
    let many = items.peek().is_some();
    let solver = Solver { interrupt: limits.stop.clone(), ..Solver::default() };
    let report = Report { json: common.json, csv: args.csv, many, solver };
    let tally = batch::report(
        first.into_iter().chain(items),
        common,
        Manner::default(),
        to,
        |entries| report.answers(entries),
        |entry, answer, to| report.write(entry, answer, to),
    )?;
    tally.end(&limits, file)
}

/// How each puzzle is reported.
struct Report {
    json: bool,
    csv: bool,
    /// Whether a line has to say which puzzle it is about.
    many: bool,
    solver: Solver,
}

thread_local! {
    /// The memory of the engines, kept from puzzle to puzzle.
    static CRITIC: RefCell<Critic> = RefCell::default();
}

/// A line of the table.
fn csv(puzzle: &Puzzle, rated: &Rated) -> String {
    let rating = rated.rating.braids.map_or(String::new(), |size| size.to_string());
    let estimate = rated.se().map_or(String::new(), |se| se.to_string());
    let hardest = rated.hardest.map_or(String::new(), |technique| technique.to_string());
    format!("{},{rating},{estimate},{},{hardest},{}", puzzle.givens(), rated.steps, rated.guesses)
}

impl Report {
    /// Answers first: only what has one solution is rated.
    fn answers(&self, entries: &[Entry]) -> Vec<Result<Answer, SolveError>> {
        let puzzles: Vec<&Puzzle> = entries.iter().map(|entry| &entry.record.puzzle).collect();
        self.solver.answers(&puzzles)
    }

    fn write(&self, entry: &Entry, answer: Result<Answer, SolveError>, out: &mut dyn Write) -> Result<Outcome> {
        let puzzle = &entry.record.puzzle;
        if !Explainer::covers(puzzle.board()) {
            let side = puzzle.board().side();
            return Ok(Outcome::Bad(format!("{}: {side}x{side} is not rated: boards up to 16x16 are", entry.place())));
        }
        match answer {
            Err(SolveError::Interrupted) => Ok(Outcome::Stopped),
            Err(error) => Ok(Outcome::Bad(format!("{}: {error}", entry.place()))),
            Ok(Answer::One(_)) => match CRITIC.with_borrow_mut(|critic| critic.rate(puzzle, &self.solver.interrupt)) {
                Ok(rated) => self.write_rated(entry, &rated, out).map(|()| Outcome::Yes),
                Err(_) => Ok(Outcome::Stopped),
            },
            Ok(other) => {
                let solvable = matches!(other, Answer::Many(..));
                self.write_unrated(entry, if solvable { "many" } else { "none" }, out)?;
                Ok(Outcome::No { solvable })
            }
        }
    }

    fn write_rated(&self, entry: &Entry, rated: &Rated, out: &mut dyn Write) -> Result<()> {
        if self.json {
            let mut fields = json!({ "answer": "one" });
            json::merge(&mut fields, &rated.fields());
            return write_json(entry, &fields, out);
        }
        if self.csv {
            return Ok(writeln!(out, "{}", csv(&entry.record.puzzle, rated))?);
        }
        self.write_words(entry, &rated.sentence(), out)
    }

    fn write_unrated(&self, entry: &Entry, answer: &str, out: &mut dyn Write) -> Result<()> {
        if self.json {
            return write_json(entry, &json!({ "answer": answer }), out);
        }
        if self.csv {
            return Ok(writeln!(out, "{},,,,,", entry.record.puzzle.givens())?);
        }
        let words = if answer == "none" { "no solution" } else { "many solutions" };
        self.write_words(entry, &format!("not rated: {words}"), out)
    }

    fn write_words(&self, entry: &Entry, words: &str, out: &mut dyn Write) -> Result<()> {
        if self.many {
            write!(out, "{}: ", entry.place())?;
        }
        Ok(writeln!(out, "{words}")?)
    }
}

fn write_json(entry: &Entry, more: &Value, out: &mut dyn Write) -> Result<()> {
    let mut fields = json!({ "input": entry.place() });
    json::merge(&mut fields, &json::puzzle(&entry.record.puzzle));
    json::merge(&mut fields, more);
    Ok(writeln!(out, "{}", json::with_schema(&fields))?)
}
