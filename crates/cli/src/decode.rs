//! `qedoku decode`: a solver's output back to a grid.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use qedoku::encode::dimacs::read::DimacsReader;
use qedoku::encode::dimacs::stats::DimacsStats;
use qedoku::encode::languages::{self, Language, SolverReply};
use qedoku::encode::model::{self, Model};
use qedoku::encode::{Numbering, VariableMap};
use qedoku::formats::{self, Format, WriteOptions};
use qedoku::{Board, Grid, Puzzle, json, referee};
use serde_json::json;

use crate::args::{Common, choice, side, writable_formats};
use crate::exit::Exit;
use crate::input::Source;
use crate::limits::Limits;
use crate::output::{self, Output};
use crate::packed;

/// Turn a solver's output back into a grid
#[derive(Args)]
#[command(long_about = "Turn a solver's output back into a grid.\n\n\
    Examples:\n  \
    minisat puzzle.cnf result.txt; qedoku decode result.txt --cnf puzzle.cnf\n  \
    cadical -q puzzle.cnf | qedoku decode -\n  \
    minizinc puzzle.mzn | qedoku decode -\n\n\
    Reads `s` and `v` lines, MiniSat's result files, bare literals, one literal per line, lists such as [1, -2, 3], and what MiniZinc, XCSP3, pseudo-Boolean and SMT solvers print. \
    Board and numbering are recognised; with --cnf they are known, and the grid is checked against the givens too.\n\n\
    Exit code 0: a solved grid; 1: unsatisfiable, or the solver gave up.")]
pub(crate) struct DecodeArgs {
    /// The solver's output: a file, or - for standard input
    model: String,
    /// The file that the solver was given
    #[arg(long, value_name = "FILE")]
    cnf: Option<PathBuf>,
    /// The size of the board, such as 16x16 [default: recognised]
    #[arg(long, value_name = "NxN", value_parser = side, conflicts_with_all = ["cnf", "boxes"])]
    size: Option<Board>,
    /// Rows and columns of a box, such as 2x6 [default: recognised]
    #[arg(long, value_name = "RxC", value_parser = Board::from_boxes, conflicts_with = "cnf")]
    boxes: Option<Board>,
    /// The numbers of the variables [default: recognised]
    #[arg(long, value_parser = choice(&Numbering::ALL), conflicts_with = "cnf")]
    numbering: Option<Numbering>,
    /// How the grid is written
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = writable_formats())]
    to: Format,
}

/// `qedoku decode`: text -> Model -> Grid -> text.
pub(crate) fn run(args: &DecodeArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    Limits::end_at(common.time_limit);
    let source = Source::open(&args.model)?;
    let answer = match languages::detect_language(&source.text) {
        Some(language) if args.cnf.is_none() => args.of_constraints(&source, language)?,
        _ => args.of_clauses(&source)?,
    };
    match answer {
        Answer::None => say(common, out, "none", "unsatisfiable: there is no solution"),
        Answer::Unknown => say(common, out, "unknown", "the solver gave up: nothing is known"),
        Answer::Solved(solved) => {
            let Solved { puzzle, grid, .. } = &solved;
            referee::check(puzzle, grid).with_context(|| format!("{source}: it is not a solution"))?;
            args.write(&source, &solved, common, out)?;
            Ok(Exit::Yes)
        }
    }
}

/// What a solver's output says.
enum Answer {
    Solved(Solved),
    None,
    Unknown,
}

/// A grid, and the puzzle that it is said to solve, as far as that is known.
struct Solved {
    puzzle: Puzzle,
    grid: Grid,
    /// What it was written in: a numbering of variables, or a language.
    language: String,
}

fn say(common: &Common, out: &mut Output, answer: &str, words: &str) -> Result<Exit> {
    if common.json {
        out.json(&json!({ "answer": answer }))?;
    } else {
        writeln!(out, "{words}")?;
    }
    Ok(Exit::No)
}

impl DecodeArgs {
    fn of_clauses(&self, source: &Source) -> Result<Answer> {
        let model = match model::SolverOutput::parse(&source.text).map_err(|error| anyhow!("{source}: {error}"))? {
            model::SolverOutput::Satisfiable(model) => model,
            model::SolverOutput::Unsatisfiable => return Ok(Answer::None),
            model::SolverOutput::Unknown => return Ok(Answer::Unknown),
        };
        let (puzzle, variables) = self.question(&model)?;
        let grid =
            model.decode_with_givens(puzzle.givens(), &variables).map_err(|error| anyhow!("{source}: {error}"))?;
        Ok(Answer::Solved(Solved { puzzle, grid, language: variables.numbering().to_string() }))
    }

    fn of_constraints(&self, source: &Source, language: Language) -> Result<Answer> {
        let board = self.size.or(self.boxes);
        Ok(
            match SolverReply::parse(&source.text, Some(language), board)
                .map_err(|error| anyhow!("{source}: {error}"))?
            {
                SolverReply::Unsatisfiable => Answer::None,
                SolverReply::Unknown => Answer::Unknown,
                SolverReply::Solved(grid) => {
                    let puzzle = Puzzle::new(Grid::empty(grid.board()));
                    Answer::Solved(Solved { puzzle, grid, language: language.to_string() })
                }
            },
        )
    }

    fn write(&self, source: &Source, solved: &Solved, common: &Common, out: &mut Output) -> Result<()> {
        let Solved { puzzle, grid, language } = solved;
        if common.json {
            let mut fields = json!({ "input": source.name, "answer": "satisfiable" });
            json::merge(&mut fields, &json::puzzle(puzzle));
            fields["numbering"] = language.as_str().into();
            fields["solution"] = grid.to_string().into();
            return Ok(out.json(&fields)?);
        }
        let options = WriteOptions { solution: Some(grid.clone()), ..WriteOptions::default() };
        let text = match self.to {
            Format::Grid => output::picture(puzzle, grid, &WriteOptions::default(), out.color)?,
            Format::Svg | Format::Csv => formats::write(puzzle, self.to, &options)?,
            to => formats::write_grid(grid, to, &options)?,
        };
        Ok(out.write_all(text.as_bytes())?)
    }

    /// The puzzle that was asked, as far as it is known, and the meaning of its variables.
    fn question(&self, model: &Model) -> Result<(Puzzle, VariableMap)> {
        if let Some(path) = &self.cnf {
            return question_of(path);
        }
        let variables = model::detect_numbering(model, self.size.or(self.boxes), self.numbering)?;
        Ok((Puzzle::new(Grid::empty(variables.board())), variables))
    }
}

/// What a CNF file asks: its meaning, and its positive unit clauses as givens.
fn question_of(path: &Path) -> Result<(Puzzle, VariableMap)> {
    let open = || -> Result<DimacsReader<Box<dyn BufRead>>> { Ok(DimacsReader::new(packed::open_file(path)?)) };
    let stats = DimacsStats::collect(open()?).with_context(|| path.display().to_string())?;
    let Some(rules) = stats.classification else {
        bail!("{}: what its variables mean is not known; say it with --size and --numbering instead", path.display());
    };
    if let Some(puzzle) = rules.metadata.and_then(|metadata| metadata.puzzle) {
        return Ok((puzzle, rules.variables));
    }
    let mut givens = Grid::empty(rules.variables.board());
    let mut reader = open()?;
    while let Some(clause) = reader.next_clause().with_context(|| path.display().to_string())? {
        if let [unit] = clause
            && unit.is_positive()
            && let Some((cell, digit)) = rules.variables.candidate(unit.var())
        {
            givens.set(cell, digit);
        }
    }
    Ok((Puzzle::new(givens), rules.variables))
}
