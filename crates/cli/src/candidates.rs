//! `qedoku candidates`: the candidates of each puzzle, or those that occur in some solution.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use qedoku::formats::{self, Format, WriteOptions};
use qedoku::{Board, CandidateCount, Cell, DigitSet, IncompleteError, Puzzle, SolutionCount, SolveError, Solver, json};
use serde_json::{Value, json};

use crate::args::{EngineArgs, GlobalArgs, OutputArgs, writable_formats};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::csv::ResultColumns;
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, write_json};
use crate::solve::trust::{self, Trust};

/// List the candidates of each puzzle
#[derive(Args)]
#[command(
    long_about = "List the candidates of each puzzle (pencil marks): the digits that no given in the same house excludes.\n\n\
    Examples:\n  \
    qedoku candidates puzzle.txt                     a grid with the candidates of each cell\n  \
    qedoku candidates puzzles.txt --to candidates    one line per puzzle\n  \
    qedoku candidates puzzle.txt --true              only candidates that occur in some solution\n  \
    qedoku candidates puzzle.txt --true --limit 100  with the number of solutions of each, up to 100\n\n\
    With --limit, each line is a candidate and the number of solutions that contain it, such as `r1c2=4 17`; `100+` means 100 or \
    more. A line without a candidate grid is `none`: a cell has no candidate, or with --true the puzzle has no solution.\n\n\
    Exit code 0: every cell of every puzzle has a candidate; 1: some have none."
)]
pub(crate) struct CandidatesArgs {
    #[command(flatten)]
    input: Inputs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Only true candidates: those that occur in some solution
    #[arg(long = "true")]
    only_true: bool,
    /// With --true: count the solutions of each candidate up to this number
    #[arg(long, value_name = "K", requires = "only_true", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Format of the candidates [default: candidate-grid for one puzzle up to 9x9, else candidates]
    #[arg(long, value_name = "FORMAT", conflicts_with = "limit", value_parser = writable_formats())]
    to: Option<Format>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Columns after those of the input.
const CSV_COLUMNS: ResultColumns = &["candidates", "status"];

/// `qedoku candidates`: text -> Puzzle -> candidates -> text.
pub(crate) fn run(args: &CandidatesArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::current();
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    let solver = args.engine.solver(global, count > 1, &limits)?;
    let csv = (args.to == Some(Format::Csv)).then_some(CSV_COLUMNS);
    let options = BatchOptions { search: Some(&solver.portfolio.progress), csv, ..BatchOptions::default() };
    let trust = Trust::new(&solver);
    let command = CandidatesSettings { args, solver: &solver, trust: &trust, many: count > 1, json: global.json };
    let counts = batch::process_each(items, global, options, out, |entry, out| command.process(entry, out))?;
    trust.print_note(global);
    Ok(counts.early_exit(&limits).unwrap_or_else(|| counts.exit()))
}

/// Settings of the command.
struct CandidatesSettings<'a> {
    args: &'a CandidatesArgs,
    solver: &'a Solver,
    trust: &'a Trust,
    /// Whether there are several puzzles, so that each needs its place, or a line of its own.
    many: bool,
    json: bool,
}

impl CandidatesSettings<'_> {
    fn process(&self, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<PuzzleOutcome> {
        let puzzle = &entry.record.puzzle;
        let result = match self.args.limit {
            Some(limit) => {
                let counts = self.solver.candidate_counts(puzzle, limit);
                counts.map(|counts| (candidates_of(puzzle.board(), &counts), Some(counts))).map_err(error_of)
            }
            None if self.args.only_true => {
                self.solver.true_candidates(puzzle).map(|sets| (sets, None)).map_err(error_of)
            }
            None => Ok((puzzle.initial_candidates(), None)),
        };
        match result {
            Err(SolveError::Interrupted) => Ok(PuzzleOutcome::Interrupted),
            Err(error) => Ok(entry.failed(&error)),
            Ok((candidates, counts)) => self.write(entry, &candidates, counts.as_deref(), out),
        }
    }

    fn write(
        &self,
        entry: &PuzzleEntry,
        candidates: &[DigitSet],
        counts: Option<&[CandidateCount]>,
        out: &mut dyn Write,
    ) -> Result<PuzzleOutcome> {
        let board = entry.record.puzzle.board();
        let empty_cell = board.cells().zip(candidates).find(|(_, set)| set.is_empty()).map(|(cell, _)| cell);
        // An external solver counts, and it decides whether there is a solution; the built-in one finds the candidates.
        let is_claimed = self.args.only_true && (counts.is_some() || empty_cell.is_some());
        let according_to = self.trust.solver().filter(|_| is_claimed && !trust::is_evident(&entry.record.puzzle, 0));
        if according_to.is_some() && !self.json {
            self.trust.add_unmarked();
        }
        if self.json {
            let mut fields = entry.fields();
            json::merge(&mut fields, self.fields(board, candidates, counts));
            if self.args.only_true {
                json::merge(&mut fields, json::verified(according_to));
            }
            write_json(out, &fields)?;
        } else if self.args.to == Some(Format::Csv) {
            return write_csv_row(entry, candidates, empty_cell.is_none(), out);
        } else if let Some(cell) = empty_cell {
            self.write_empty(cell, entry, out)?;
        } else if let Some(counts) = counts {
            self.write_counts(entry, counts, out)?;
        } else {
            let puzzle = Puzzle::with_candidates(board, candidates);
            let to = self.format(board);
            let options = WriteOptions { header: false, ..entry.write_options() };
            match formats::write(&puzzle, to, &options) {
                Ok(text) => {
                    out.write_all(text.as_bytes())?;
                    let separator = if self.many { to.separator() } else { "" };
                    out.write_all(separator.as_bytes())?;
                }
                Err(error) => return Ok(entry.failed(&error)),
            }
        }
        Ok(match empty_cell {
            None => PuzzleOutcome::Success,
            Some(_) => PuzzleOutcome::Negative { solvable: false },
        })
    }

    fn format(&self, board: Board) -> Format {
        let is_drawn = !self.many && board.side() <= 9;
        self.args.to.unwrap_or(if is_drawn { Format::CandidateGrid } else { Format::Candidates })
    }

    /// Writes that a puzzle has no candidates to show.
    fn write_empty(&self, cell: Cell, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<()> {
        let is_line = self.format(entry.record.puzzle.board()) == Format::Candidates && self.args.limit.is_none();
        let verdict = match (is_line, self.args.only_true) {
            (true, _) => "none".to_owned(),
            (false, true) => format!("{}no solution", self.place(entry)),
            (false, false) => format!("{}no solution: {cell} has no candidate", self.place(entry)),
        };
        Ok(writeln!(out, "{verdict}")?)
    }

    fn write_counts(&self, entry: &PuzzleEntry, counts: &[CandidateCount], out: &mut dyn Write) -> Result<()> {
        for CandidateCount { candidate, count } in counts {
            let (count, suffix) = match count {
                SolutionCount::Exactly(count) => (count, ""),
                SolutionCount::AtLeast(count) => (count, "+"),
            };
            writeln!(out, "{}{candidate} {count}{suffix}", self.place(entry))?;
        }
        Ok(())
    }

    /// `file:3: ` if there are several puzzles.
    fn place(&self, entry: &PuzzleEntry) -> String {
        if self.many { format!("{}: ", entry.place()) } else { String::new() }
    }

    fn fields(&self, board: Board, candidates: &[DigitSet], counts: Option<&[CandidateCount]>) -> Value {
        let mut fields = json!({ "true": self.args.only_true, "candidates": json::candidates(board, candidates) });
        if let Some(counts) = counts {
            let count = |count: &CandidateCount| {
                let mut fields = json!({ "candidate": count.candidate.to_string() });
                json::merge(&mut fields, json::count(count.count));
                fields
            };
            fields["counts"] = counts.iter().map(count).collect();
        }
        fields
    }
}

/// Writes the row of the input and the candidates on one line; `none` if a cell has no candidate.
fn write_csv_row(
    entry: &PuzzleEntry,
    candidates: &[DigitSet],
    is_solvable: bool,
    out: &mut dyn Write,
) -> Result<PuzzleOutcome> {
    if !is_solvable {
        entry.write_csv(out, &["".into(), "none".into()])?;
        return Ok(PuzzleOutcome::Negative { solvable: false });
    }
    let puzzle = Puzzle::with_candidates(entry.record.puzzle.board(), candidates);
    let options = WriteOptions { header: false, ..entry.write_options() };
    match formats::write(&puzzle, Format::Candidates, &options) {
        Ok(text) => entry.write_csv(out, &[text.trim_end().into(), "ok".into()])?,
        Err(error) => return Ok(entry.failed(&error)),
    }
    Ok(PuzzleOutcome::Success)
}

/// The candidates that were counted, as one set per cell.
fn candidates_of(board: Board, counts: &[CandidateCount]) -> Vec<DigitSet> {
    let mut candidates = vec![DigitSet::EMPTY; board.cell_count()];
    for CandidateCount { candidate, .. } in counts {
        candidates[board.index(candidate.cell)].insert(candidate.digit);
    }
    candidates
}

/// Part of the candidates is of no use: others may be missing from each cell.
fn error_of<P>(incomplete: IncompleteError<P>) -> SolveError {
    incomplete.error
}
