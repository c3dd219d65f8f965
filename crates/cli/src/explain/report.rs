//! Explanation of one puzzle as text or JSON.

use std::cell::RefCell;
use std::io::Write;

use anyhow::Result;
use qedoku::explain::{
    ExplainQuery, ExplainReport, Explainer, PathStyle, Position, ReportStatus, StepDetail, StepSvgOptions, TechniqueSet,
};
use qedoku::{Puzzle, SolveError, Solver, json};

use super::files::StepFiles;
use super::library_line;
use crate::batch::{PuzzleEntry, PuzzleOutcome};
use crate::output::{self, WARNING, styled, write_json};

/// Settings of the command.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(super) struct ExplainSettings<'a> {
    pub(super) query: ExplainQuery,
    pub(super) path: PathStyle,
    pub(super) detail: StepDetail,
    /// The only techniques that steps may use, if given.
    pub(super) techniques: Option<TechniqueSet>,
    /// Whether steps may rest on the puzzle having exactly one solution.
    pub(super) uniqueness: bool,
    /// Digits and candidates of a player, as the start of the explanation.
    pub(super) position: Option<Puzzle>,
    pub(super) files: StepFiles<'a>,
    pub(super) solver: Solver,
    /// Whether there are several puzzles, so that each explanation needs the place of its puzzle.
    pub(super) many: bool,
    pub(super) json: bool,
    pub(super) color: bool,
}

thread_local! {
    /// Scratch memory of the engine, reused for all puzzles of a thread.
    static EXPLAINER: RefCell<Explainer> = RefCell::default();
}

impl ExplainSettings<'_> {
    pub(super) fn explain(&self, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<PuzzleOutcome> {
        let puzzle = &entry.record.puzzle;
        if let Some(message) = self.unsupported(puzzle) {
            return Ok(entry.failed(&message));
        }
        let position = self.position.as_ref().map(|position| Position::from_progress(puzzle, position));
        let position = match position.transpose() {
            Ok(position) => position,
            Err(error) => return Ok(entry.failed(&error)),
        };
        let library = if position.is_none() { self.library_position(entry) } else { None };
        let (puzzle, position) = match &library {
            Some((puzzle, position)) => (puzzle, Some(position.clone())),
            None => (puzzle, position),
        };
        let report = EXPLAINER.with_borrow_mut(|explainer| {
            explainer.path = self.path;
            explainer.techniques = self.techniques;
            explainer.avoids_uniqueness = !self.uniqueness;
            ExplainReport::new(explainer, self.query, puzzle, position, &self.solver)
        });
        match report {
            Err(SolveError::Interrupted) => Ok(PuzzleOutcome::Interrupted),
            Err(error) => Ok(entry.failed(&error)),
            Ok(report) => self.write(entry, &report, out).map(|()| puzzle_outcome(report.status)),
        }
    }

    /// The puzzle and position of a HoDoKu library line. A whole path starts from the digits of the line as from givens.
    fn library_position(&self, entry: &PuzzleEntry) -> Option<(Puzzle, Position)> {
        let is_path = self.query == ExplainQuery::SolutionPath;
        if is_path { None } else { library_line::puzzle_and_position(entry.record, &self.solver) }
    }

    /// Message for a query that cannot be answered on the board of a puzzle.
    fn unsupported(&self, puzzle: &Puzzle) -> Option<String> {
        let board = puzzle.board();
        if let Some(candidate) = self.query.candidate().filter(|candidate| !candidate.is_on(board)) {
            return Some(format!("there is no {candidate} on a board {board}"));
        }
        let is_too_large =
            matches!(self.query, ExplainQuery::SolutionPath | ExplainQuery::AllSteps(_)) && !Explainer::supports(board);
        if self.techniques.is_some() && board.side() > 9 {
            return Some(format!("techniques are searched by name up to 9x9; this board is {board}"));
        }
        is_too_large
            .then(|| format!("complete explanations end at 16x16; on a board {board} use --next, --why or --why-not"))
    }

    fn write(&self, entry: &PuzzleEntry, report: &ExplainReport, out: &mut dyn Write) -> Result<()> {
        let alphabet = entry.write_options().alphabet;
        let options = StepSvgOptions { alphabet, givens: Some(entry.record.puzzle.givens()) };
        self.files.write(&entry.file_stem(), report, &options)?;
        if !self.json {
            return self.write_text(entry, report, out);
        }
        let mut fields = entry.fields();
        json::merge(&mut fields, report.fields(self.detail, alphabet));
        Ok(write_json(out, &fields)?)
    }

    fn write_text(&self, entry: &PuzzleEntry, report: &ExplainReport, out: &mut dyn Write) -> Result<()> {
        if self.many {
            writeln!(out, "{}:", entry.place())?;
        }
        report.header.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        for (number, sentence) in (1..).zip(report.sentences(self.detail, entry.write_options().alphabet)) {
            match report.steps.len() {
                1 => writeln!(out, "{sentence}")?,
                count => write_numbered(out, number, count, &sentence)?,
            }
        }
        for grid in &report.grids {
            let drawing = output::draw_grid(&entry.record.puzzle, grid, &entry.write_options(), self.color)?;
            write!(out, "\n{drawing}")?;
        }
        let styled_line = |line: &String| if self.color { styled(line, WARNING) } else { line.clone() };
        report.footer.iter().map(styled_line).try_for_each(|line| writeln!(out, "{line}"))?;
        if self.many { Ok(writeln!(out)?) } else { Ok(()) }
    }
}

fn puzzle_outcome(status: ReportStatus) -> PuzzleOutcome {
    match status {
        ReportStatus::Positive => PuzzleOutcome::Success,
        ReportStatus::NoSolution => PuzzleOutcome::Negative { solvable: false },
        ReportStatus::Negative => PuzzleOutcome::Negative { solvable: true },
    }
}

/// Writes ` 7. Hidden single: ...`. The further lines of a nested step are indented below the first.
fn write_numbered(out: &mut dyn Write, number: usize, count: usize, sentence: &str) -> Result<()> {
    let width = count.to_string().len();
    let indented_break = format!("\n{:width$}  ", "");
    Ok(writeln!(out, "{number:>width$}. {}", sentence.replace('\n', &indented_break))?)
}
