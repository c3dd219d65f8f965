//! `qedoku join`: the answer of a puzzle from the rows of its cubes.

mod certificate;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Error, Result, bail};
use clap::Args;
use qedoku::formats::{ReadOptions, WriteOptions};
use qedoku::message_text::{describe_enumeration, describe_unverified};
use qedoku::{Completeness, Puzzle, json};
use qedoku_batch::{ChunkLimit, CubeJoin, CubeRow, JoinedAnswer, TableOptions};
use serde_json::json;

use crate::args::{GlobalArgs, OutputArgs};
use crate::batch_command::{TableInputs, identities};
use crate::exit::Exit;
use crate::input::Input;
use crate::limits::{self, Limits};
use crate::output::{Output, draw_grid, message, print_error};
use crate::progress::ProgressLine;

/// Join the results of cubes into the answer of their puzzle
#[derive(Args)]
#[command(long_about = "Join the results of cubes into the answer of their puzzle.\n\n\
    Examples:\n  \
    qedoku cubes puzzle.txt --count 64 -o cubes.csv\n  \
    qedoku batch cubes.csv -o solved.csv\n  \
    qedoku join puzzle.txt solved.csv\n  \
    qedoku join puzzle.txt part-*.jsonl --proof puzzle.proof      rows with the column certificate\n\n\
    ROWS are tables with the columns of cubes and of their results: answer and solution, count, or certificate, in any order, in one \
    file or several. Everything is checked: that each row belongs to the puzzle, that every cube occurs once, that the cubes \
    cover the puzzle and are disjoint, every solution, every certificate. An answer without certificates is marked as according to the rows. \
    Cubes that are missing or have no result leave the answer unknown, unless two solutions are known.\n\n\
    With --proof, the certificates of the cubes become one certificate of the puzzle, for qedoku verify. It is written when the checker \
    has accepted it.\n\n\
    Exit code 0: exactly one solution; 1: no solution or several; 2: the rows are not those of the puzzle; 124: not known.")]
pub(crate) struct JoinArgs {
    #[command(flatten)]
    input: Input,
    /// Tables with the results: CSV, TSV, JSON Lines, Parquet; gzip and zstd are detected
    #[arg(value_name = "ROWS", required = true)]
    rows: Vec<String>,
    /// Write the certificate of the answer to this file
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// The --limit with which solutions were counted: a count that reaches it is a lower bound
    #[arg(long, value_name = "K", default_value_t = 1000)]
    limit: u64,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `qedoku join`: Puzzle and rows -> answer, certificate.
pub(crate) fn run(args: &JoinArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    if args.proof.is_some() && args.rows.iter().any(|path| path == "-") {
        bail!("--proof reads the rows twice: name files instead of -");
    }
    let puzzle = args.input.read_only_puzzle(global)?;
    let mut join = CubeJoin::new(&puzzle);
    for_each_row(args, &puzzle, global, &limits, |row| Ok(join.add(row)?))?;
    let answer = join.answer()?;
    let is_certified = match &args.proof {
        Some(path) if answer.is_known() => certificate::write(args, path, &puzzle, &answer, global, &limits)?,
        _ => args.proof.is_none(),
    };
    report(&puzzle, &answer, global, out)?;
    Ok(match &answer.result {
        _ if !answer.is_known() || !is_certified => Exit::LimitReached,
        result if result.count == 1 && result.completeness == Completeness::Complete => Exit::Success,
        _ => Exit::Negative,
    })
}

/// Reads and checks the rows of all files.
fn for_each_row(
    args: &JoinArgs,
    puzzle: &Puzzle,
    global: &GlobalArgs,
    limits: &Limits,
    mut consume: impl FnMut(CubeRow) -> Result<()>,
) -> Result<()> {
    let read = ReadOptions { board: Some(puzzle.board()), ..ReadOptions::default() };
    let options = TableOptions { format: None, column: Some("puzzle".to_owned()), read };
    for path in &args.rows {
        let paths = [path.clone()];
        let identities = identities(&paths)?;
        let mut inputs = TableInputs::open(&paths, &identities, &options)?;
        let progress = ProgressLine::for_input("rows", global, inputs.progress());
        let mut number = 0;
        // One row at a time: a row may have a certificate of many megabytes.
        while let Some(chunk) = inputs.next_chunk(ChunkLimit { rows: 1, ..ChunkLimit::default() })? {
            limits::check_reading()?;
            let rows = chunk.rows();
            for index in 0..rows.len() {
                number += 1;
                let row = CubeRow::read(puzzle, &rows, index, args.limit, &limits.interrupt).map_err(Error::from);
                limits::check_reading()?; // An interrupted check refuses the certificate.
                row.and_then(&mut consume).with_context(|| format!("{path}: row {number}"))?;
            }
            progress.add_from_input(rows.len() as u64, chunk.bytes());
        }
    }
    Ok(())
}

/// Prints the answer.
fn report(puzzle: &Puzzle, answer: &JoinedAnswer, global: &GlobalArgs, out: &mut Output) -> Result<()> {
    let JoinedAnswer { result, is_verified, total, missing, unknown, .. } = answer;
    if global.json {
        let mut fields = json::answer(puzzle, result);
        let details = json!({
            "count": answer.at_least,
            "exact": result.completeness == Completeness::Complete,
            "verified": is_verified,
            "cubes": total,
            "missing": missing,
            "unknown": unknown,
        });
        json::merge(&mut fields, details);
        return Ok(out.json(&fields)?);
    }
    for (numbers, problem) in [(missing, "no row"), (unknown, "no result")] {
        if !numbers.is_empty() && (!global.quiet || !answer.is_known()) {
            message!("{} of {total} cubes have {problem}: {}", numbers.len(), abbreviated(numbers));
        }
    }
    if !answer.is_known() {
        print_error("the answer is not known");
        return Ok(());
    }
    let locale = global.locale();
    let verdict = describe_enumeration(result, locale);
    let verdict = if *is_verified { verdict } else { describe_unverified(&verdict, "the rows", locale) };
    writeln!(out, "{verdict}")?;
    // One solution, or the first two of several.
    for solution in result.solutions.iter().take(2) {
        write!(out, "{}", draw_grid(puzzle, solution, &WriteOptions::default(), out.color)?)?;
    }
    Ok(())
}

/// The first numbers of a list.
fn abbreviated(numbers: &[u64]) -> String {
    const SHOWN: usize = 10;
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
    let rest = if numbers.len() > SHOWN { ", ..." } else { "" };
    format!("{}{rest}", shown.join(", "))
}
