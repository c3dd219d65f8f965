//! `qedoku decode`: decodes the output of a solver into a grid.

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

use crate::args::{GlobalArgs, OutputArgs, choice, parse_board_size, writable_formats};
use crate::compression;
use crate::exit::Exit;
use crate::input::{Source, dimacs_error};
use crate::missing_file;
use crate::output::{self, Output};

/// Decode the output of a solver into a grid
#[derive(Args)]
#[command(long_about = "Decode the output of a solver into a grid.\n\n\
    Examples:\n  \
    minisat puzzle.cnf result.txt; qedoku decode result.txt --cnf puzzle.cnf\n  \
    cadical -q puzzle.cnf | qedoku decode -\n  \
    minizinc puzzle.mzn | qedoku decode -\n\n\
    Reads `s` and `v` lines, MiniSat's result files, bare literals, one literal per line, lists such as [1, -2, 3], and the output of MiniZinc, XCSP3, pseudo-Boolean and SMT solvers. \
    Board and numbering are detected, or taken from the file given with --cnf; then the grid is also checked against the givens. \
    There is one input, because one formula (--cnf) belongs to it.\n\n\
    Exit code 0: a solved grid; 1: unsatisfiable or unknown.")]
pub(crate) struct DecodeArgs {
    /// Output of the solver: a file, or - for standard input
    model: String,
    /// CNF file that the solver solved
    #[arg(long, value_name = "FILE")]
    cnf: Option<PathBuf>,
    /// Size of the board, such as 16x16 [default: detected]
    #[arg(long, value_name = "NxN", value_parser = parse_board_size, conflicts_with_all = ["cnf", "boxes"])]
    size: Option<Board>,
    /// Rows and columns of a box, such as 2x6 [default: detected]
    #[arg(long, value_name = "RxC", value_parser = Board::from_boxes, conflicts_with = "cnf")]
    boxes: Option<Board>,
    /// Variable numbering [default: detected]
    #[arg(long, value_parser = choice(&Numbering::ALL), conflicts_with = "cnf")]
    numbering: Option<Numbering>,
    /// Format of the grid
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = writable_formats())]
    to: Format,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `qedoku decode`: text -> Model -> Grid -> text.
pub(crate) fn run(args: &DecodeArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    missing_file::check(&args.model)?;
    let source = Source::open(&args.model)?;
    let solver_result = match languages::detect_language(&source.text) {
        Some(language) if args.cnf.is_none() => args.decode_constraints(&source, language)?,
        _ => args.decode_model(&source)?,
    };
    match solver_result {
        SolverResult::Unsatisfiable => write_verdict(global, out, "none", "decode.unsatisfiable"),
        SolverResult::Unknown => write_verdict(global, out, "unknown", "decode.unknown"),
        SolverResult::Solved(solved) => {
            let DecodedGrid { puzzle, grid, .. } = &solved;
            referee::check(puzzle, grid).with_context(|| format!("{source}: the grid is not a solution"))?;
            args.write(&source, &solved, global, out)?;
            Ok(Exit::Success)
        }
    }
}

/// Result that the output of a solver states.
enum SolverResult {
    Solved(DecodedGrid),
    Unsatisfiable,
    Unknown,
}

/// A decoded grid. `puzzle` contains the givens as far as they are known.
struct DecodedGrid {
    puzzle: Puzzle,
    grid: Grid,
    /// Variable numbering, or the language of the solver.
    language: String,
}

fn write_verdict(global: &GlobalArgs, out: &mut Output, answer: &str, message: &str) -> Result<Exit> {
    if global.json {
        out.json(&json!({ "answer": answer }))?;
    } else {
        writeln!(out, "{}", global.locale().text(message))?;
    }
    Ok(Exit::Negative)
}

impl DecodeArgs {
    fn decode_model(&self, source: &Source) -> Result<SolverResult> {
        let model = match model::SolverOutput::parse(&source.text).map_err(|error| anyhow!("{source}: {error}"))? {
            model::SolverOutput::Satisfiable(model) => model,
            model::SolverOutput::Unsatisfiable => return Ok(SolverResult::Unsatisfiable),
            model::SolverOutput::Unknown => return Ok(SolverResult::Unknown),
        };
        let (puzzle, variables) = self.formula(&model)?;
        let grid =
            model.decode_with_givens(puzzle.givens(), &variables).map_err(|error| anyhow!("{source}: {error}"))?;
        Ok(SolverResult::Solved(DecodedGrid { puzzle, grid, language: variables.numbering().to_string() }))
    }

    fn decode_constraints(&self, source: &Source, language: Language) -> Result<SolverResult> {
        let board = self.size.or(self.boxes);
        Ok(
            match SolverReply::parse(&source.text, Some(language), board)
                .map_err(|error| anyhow!("{source}: {error}"))?
            {
                SolverReply::Unsatisfiable => SolverResult::Unsatisfiable,
                SolverReply::Unknown => SolverResult::Unknown,
                SolverReply::Solved(grid) => {
                    let puzzle = Puzzle::new(Grid::empty(grid.board()));
                    SolverResult::Solved(DecodedGrid { puzzle, grid, language: language.to_string() })
                }
            },
        )
    }

    fn write(&self, source: &Source, solved: &DecodedGrid, global: &GlobalArgs, out: &mut Output) -> Result<()> {
        let DecodedGrid { puzzle, grid, language } = solved;
        if global.json {
            let mut fields = json!({ "input": source.name, "answer": "satisfiable" });
            json::merge(&mut fields, json::puzzle(puzzle));
            fields["numbering"] = language.as_str().into();
            fields["solution"] = grid.to_string().into();
            return Ok(out.json(&fields)?);
        }
        let options = WriteOptions { solution: Some(grid.clone()), ..WriteOptions::default() };
        let text = match self.to {
            Format::Grid => output::draw_grid(puzzle, grid, &WriteOptions::default(), out.color)?,
            Format::Svg | Format::Csv => formats::write(puzzle, self.to, &options)?,
            to => formats::write_grid(grid, to, &options)?,
        };
        Ok(out.write_all(text.as_bytes())?)
    }

    /// The puzzle of the formula, as far as it is known, and its variable numbering.
    fn formula(&self, model: &Model) -> Result<(Puzzle, VariableMap)> {
        if let Some(path) = &self.cnf {
            return read_formula(path);
        }
        let variables = model::detect_numbering(model, self.size.or(self.boxes), self.numbering)?;
        Ok((Puzzle::new(Grid::empty(variables.board())), variables))
    }
}

/// Reads puzzle and numbering from a CNF file. Without metadata, the positive unit clauses are the givens.
fn read_formula(path: &Path) -> Result<(Puzzle, VariableMap)> {
    // The file is read twice; a pipe is kept in memory.
    let pipe =
        if path.is_file() { None } else { Some(Source::open(path.to_str().context("expected a name in UTF-8")?)?) };
    let open = || -> Result<DimacsReader<Box<dyn BufRead + '_>>> {
        Ok(DimacsReader::new(match &pipe {
            Some(source) => Box::new(source.text.as_bytes()),
            None => compression::open_file(path)?,
        }))
    };
    let with_place = |error| dimacs_error(&path.display().to_string(), error);
    let stats = DimacsStats::collect(open()?).map_err(with_place)?;
    let Some(classification) = stats.classification else {
        bail!(
            "{}: the meaning of its variables is unknown; use --size and --numbering instead of --cnf",
            path.display()
        );
    };
    if let Some(puzzle) = classification.metadata.and_then(|metadata| metadata.puzzle) {
        return Ok((puzzle, classification.variables));
    }
    let mut givens = Grid::empty(classification.variables.board());
    let mut reader = open()?;
    while let Some(clause) = reader.next_clause().map_err(with_place)? {
        if let [unit] = clause
            && unit.is_positive()
            && let Some((cell, digit)) = classification.variables.candidate(unit.var())
        {
            givens.set(cell, digit);
        }
    }
    Ok((Puzzle::new(givens), classification.variables))
}
