//! What is said of each puzzle, in words or as JSON.

use std::cell::RefCell;
use std::io::Write;

use anyhow::Result;
use qedoku::explain::{Ask, Explainer, PictureOptions, Position, Reply, Verdict};
use qedoku::{Puzzle, SolveError, Solver, json};
use serde_json::json;

use super::files::Files;
use crate::batch::{Entry, Outcome};
use crate::output::{self, NOTE, styled};

/// How each puzzle is reported.
pub(super) struct Report<'a> {
    pub(super) ask: Ask,
    /// What a player has made of the puzzle.
    pub(super) entered: Option<Puzzle>,
    pub(super) files: Files<'a>,
    pub(super) solver: Solver,
    /// Whether a report has to say which puzzle it is about.
    pub(super) many: bool,
    pub(super) json: bool,
    pub(super) color: bool,
}

thread_local! {
    /// The memory of the engine, kept from puzzle to puzzle.
    static EXPLAINER: RefCell<Explainer> = RefCell::default();
}

impl Report<'_> {
    pub(super) fn write(&self, entry: &Entry, out: &mut dyn Write) -> Result<Outcome> {
        let bad = |message: &str| Ok(Outcome::Bad(format!("{}: {message}", entry.place())));
        let puzzle = &entry.record.puzzle;
        if let Some(message) = self.refusal(puzzle) {
            return bad(&message);
        }
        let entered = match self.entered.as_ref().map(|entered| Position::entered(puzzle, entered)).transpose() {
            Ok(entered) => entered,
            Err(error) => return bad(&error.to_string()),
        };
        let reply =
            EXPLAINER.with_borrow_mut(|explainer| Reply::new(explainer, self.ask, puzzle, entered, &self.solver));
        match reply {
            Err(SolveError::Interrupted) => Ok(Outcome::Stopped),
            Err(error) => bad(&error.to_string()),
            Ok(reply) => self.show(entry, &reply, out).map(|()| outcome(reply.verdict)),
        }
    }

    /// Why nothing can be said of the puzzle.
    fn refusal(&self, puzzle: &Puzzle) -> Option<String> {
        let board = puzzle.board();
        if let Some(candidate) = self.ask.candidate().filter(|candidate| !candidate.is_on(board)) {
            return Some(format!("there is no {candidate} on a board {board}"));
        }
        let whole = matches!(self.ask, Ask::Everything | Ask::All(_)) && !Explainer::covers(board);
        whole.then(|| format!("a board {board} is explained step by step only: try --next, --why or --why-not"))
    }

    fn show(&self, entry: &Entry, reply: &Reply, out: &mut dyn Write) -> Result<()> {
        let alphabet = entry.write_options().alphabet;
        let options = PictureOptions { alphabet, givens: Some(entry.record.puzzle.givens()) };
        self.files.write(&entry.name(), &reply.start, &reply.steps, &options)?;
        if !self.json {
            return self.show_words(entry, reply, out);
        }
        let mut fields = json!({ "input": entry.place() });
        json::merge(&mut fields, &json::puzzle(&entry.record.puzzle));
        json::merge(&mut fields, &reply.fields(alphabet));
        Ok(writeln!(out, "{}", json::with_schema(&fields))?)
    }

    fn show_words(&self, entry: &Entry, reply: &Reply, out: &mut dyn Write) -> Result<()> {
        if self.many {
            writeln!(out, "{}:", entry.place())?;
        }
        reply.before.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        for (number, sentence) in (1..).zip(reply.sentences(entry.write_options().alphabet)) {
            match reply.steps.len() {
                1 => writeln!(out, "{sentence}")?,
                count => write_numbered(out, number, count, &sentence)?,
            }
        }
        for grid in &reply.grids {
            let picture = output::picture(&entry.record.puzzle, grid, &entry.write_options(), self.color)?;
            write!(out, "\n{picture}")?;
        }
        let style = |line: &String| if self.color { styled(line, NOTE) } else { line.clone() };
        reply.after.iter().map(style).try_for_each(|line| writeln!(out, "{line}"))?;
        if self.many { Ok(writeln!(out)?) } else { Ok(()) }
    }
}

fn outcome(verdict: Verdict) -> Outcome {
    match verdict {
        Verdict::Yes => Outcome::Yes,
        Verdict::Impossible => Outcome::No { solvable: false },
        Verdict::No => Outcome::No { solvable: true },
    }
}

/// ` 7. Hidden single: ...`; what a step has inside is indented.
fn write_numbered(out: &mut dyn Write, number: usize, count: usize, sentence: &str) -> Result<()> {
    let width = count.to_string().len();
    let inside = format!("\n{:width$}  ", "");
    Ok(writeln!(out, "{number:>width$}. {}", sentence.replace('\n', &inside))?)
}
