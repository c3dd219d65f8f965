//! `qedoku explain --labels`: rows for data sets, one per puzzle or one per step.
//!
//! ```text
//!   puzzles   the row of the input; all measures of the difficulty; number of steps per technique; answer
//!   steps     place of the puzzle; number, technique and size of the step; what it places or eliminates
//! ```
//!
//! Both are CSV, or JSON Lines with `--json`. Puzzles without exactly one solution have no steps: their row has the
//! answer only, and there are no rows of steps.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Write;

use anyhow::Result;
use qedoku::explain::{self, DifficultyRater, Explainer, Explanation, PathStyle, Technique};
use qedoku::{Answer, Puzzle, SolveError, Solver, json};
use serde_json::{Map, Value, json};

use super::ExplainArgs;
use crate::args::GlobalArgs;
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::limits::Limits;
use crate::output::{Output, write_json};

/// The unit of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LabelRows {
    Puzzles,
    Steps,
}

/// Columns added to a row of the input. `techniques` lists `technique:count`, the easiest technique first.
const PUZZLE_COLUMNS: &[&str] = &[
    "b",
    "se",
    "se_trust",
    "er",
    "ep",
    "ed",
    "hodoku_score",
    "hodoku_level",
    "guesses",
    "steps",
    "size",
    "hardest",
    "techniques",
    "answer",
];

/// The header of rows of steps.
const STEP_HEADER: &str = "input,step,technique,size,placed,removed";

/// `qedoku explain --labels`: text -> Puzzle -> Steps -> rows.
pub(super) fn run(args: &ExplainArgs, rows: LabelRows, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let sources = args.input.sources()?;
    let mut file = args.output.create_file()?;
    let out = file.as_mut().unwrap_or(out);
    let solver = Solver { interrupt: limits.interrupt.clone(), ..Solver::default() };
    let labels = LabelWriter { rows, json: global.json, path: args.path, solver };
    if rows == LabelRows::Steps && !global.json {
        writeln!(out, "{STEP_HEADER}")?;
    }
    let options =
        BatchOptions { csv: (rows == LabelRows::Puzzles).then_some(PUZZLE_COLUMNS), ..BatchOptions::default() };
    let items = args.input.items(&sources, global);
    let counts = batch::process_each(items, global, options, out, |entry, out| labels.write(entry, out))?;
    counts.finish(&limits, file)
}

thread_local! {
    /// Scratch memory of the engines, reused for all puzzles of a thread.
    static ENGINES: RefCell<(Explainer, DifficultyRater)> =
        RefCell::new((Explainer::default(), DifficultyRater::default().exact_se().with_hodoku()));
}

/// Settings of the labels.
struct LabelWriter {
    rows: LabelRows,
    json: bool,
    path: PathStyle,
    solver: Solver,
}

impl LabelWriter {
    fn write(&self, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<PuzzleOutcome> {
        let puzzle = &entry.record.puzzle;
        if !Explainer::supports(puzzle.board()) {
            let side = puzzle.board().side();
            return Ok(entry.failed(&format_args!("cannot explain a {side}x{side} board: the largest is 16x16")));
        }
        match self.solver.solve(puzzle) {
            Err(SolveError::Interrupted) => Ok(PuzzleOutcome::Interrupted),
            Err(error) => Ok(entry.failed(&error)),
            Ok(Answer::One(_)) => self.write_unique(entry, out),
            Ok(answer) => {
                let solvable = matches!(answer, Answer::Many(..));
                if self.rows == LabelRows::Puzzles {
                    self.write_puzzle(entry, &json!({ "answer": if solvable { "many" } else { "none" } }), out)?;
                }
                Ok(PuzzleOutcome::Negative { solvable })
            }
        }
    }

    fn write_unique(&self, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<PuzzleOutcome> {
        let puzzle = &entry.record.puzzle;
        let labels = ENGINES.with_borrow_mut(|(explainer, rater)| {
            explainer.path = self.path;
            explainer.interrupt = self.solver.interrupt.clone();
            let explanation = explainer.explain(puzzle).ok()?;
            let fields = match self.rows {
                LabelRows::Puzzles => Some(self.puzzle_labels(rater, puzzle, &explanation)?),
                LabelRows::Steps => None,
            };
            Some((explanation, fields))
        });
        // Only an interrupt leaves an explanation or a rating incomplete.
        let Some((explanation, fields)) = labels else { return Ok(PuzzleOutcome::Interrupted) };
        match fields {
            Some(fields) => self.write_puzzle(entry, &Value::Object(fields), out)?,
            None => self.write_steps(entry, &explanation, out)?,
        }
        Ok(PuzzleOutcome::Success)
    }

    /// All measures of the difficulty, and the steps of the explanation by technique.
    fn puzzle_labels(
        &self,
        rater: &mut DifficultyRater,
        puzzle: &Puzzle,
        explanation: &Explanation,
    ) -> Option<Map<String, Value>> {
        let difficulty = rater.rate(puzzle, &self.solver.interrupt).ok()?;
        let mut fields = json!({ "answer": "one" });
        json::merge(&mut fields, explain::json::difficulty(&difficulty));
        let sizes = explanation.steps.iter().map(explain::Step::size);
        let counts: Map<String, Value> =
            count_techniques(explanation).into_iter().map(|(id, count)| (id.to_owned(), count.into())).collect();
        json::merge(
            &mut fields,
            json!({
                "steps": sizes.clone().filter(|size| *size > 0).count(),
                "size": sizes.sum::<usize>(),
                "techniques": counts,
            }),
        );
        fields.as_object().cloned()
    }

    fn write_puzzle(&self, entry: &PuzzleEntry, labels: &Value, out: &mut dyn Write) -> Result<()> {
        if self.json {
            let mut fields = entry.fields();
            json::merge(&mut fields, labels);
            return Ok(write_json(out, &fields)?);
        }
        let values: Vec<Cow<'_, str>> = PUZZLE_COLUMNS.iter().map(|column| csv_value(labels, column).into()).collect();
        Ok(entry.write_csv(out, &values)?)
    }

    fn write_steps(&self, entry: &PuzzleEntry, explanation: &Explanation, out: &mut dyn Write) -> Result<()> {
        let place = entry.place();
        for (number, step) in (1..).zip(&explanation.steps) {
            if self.json {
                let mut fields = json!({ "input": place });
                json::merge(&mut fields, explain::json::step_row(number, step));
                write_json(out, &fields)?;
                continue;
            }
            let placed = step.placement.map_or(String::new(), |placed| placed.to_string());
            let removed: Vec<String> = step.eliminations.iter().map(ToString::to_string).collect();
            let values = [
                number.to_string().into(),
                step.technique.id().into(),
                step.size().to_string().into(),
                placed.into(),
                removed.join(" ").into(),
            ];
            crate::csv::write_row(out, None, &place, &values)?;
        }
        Ok(())
    }
}

/// The number of steps of each technique, the easiest technique first. Techniques of different sizes that share an
/// identifier are one.
fn count_techniques(explanation: &Explanation) -> Vec<(&'static str, u64)> {
    let mut techniques: Vec<Technique> = explanation.steps.iter().map(|step| step.technique).collect();
    techniques.sort_unstable();
    let same_id = techniques.chunk_by(|one, other| one.id() == other.id());
    same_id.map(|techniques| (techniques[0].id(), techniques.len() as u64)).collect()
}

/// A field of the labels as a value of CSV: `>=12` for a lower bound, `technique:count` for counts.
fn csv_value(labels: &Value, column: &str) -> String {
    let bound = &labels[format!("{column}_at_least")];
    match &labels[column] {
        Value::Null if !bound.is_null() => format!(">={bound}"),
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Object(counts) => {
            counts.iter().map(|(name, count)| format!("{name}:{count}")).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}
