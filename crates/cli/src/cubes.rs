//! `qedoku cubes`: splits a hard puzzle into rows for many machines.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use qedoku::cubes;
use qedoku::formats::WriteOptions;
use qedoku_batch::{MAX_CUBES, TableFormat, cube_table};

use crate::args::{GlobalArgs, OutputArgs};
use crate::exit::Exit;
use crate::input::Input;
use crate::limits::Limits;
use crate::output::{Output, message, pluralize};

/// Split a hard puzzle into sub-puzzles for many machines
#[derive(Args)]
#[command(
    long_about = "Split a hard puzzle into sub-puzzles (cubes) for many machines: a table with one row per cube.\n\n\
    Examples:\n  \
    qedoku cubes puzzle.txt --count 64 -o cubes.csv\n  \
    qedoku batch cubes.csv -o solved.csv                          here, or the rows on a cluster\n  \
    qedoku join puzzle.txt solved.csv                             the answer of the puzzle\n  \
    qedoku batch cubes.csv -o proved.jsonl --add certificate\n  \
    qedoku join puzzle.txt proved.jsonl --proof puzzle.proof      with a composed certificate\n\n\
    puzzle      the puzzle with the decisions of the cube as further givens\n\
    parent      checksum of the puzzle that was split\n\
    cubes       number of cubes\n\
    cube        number of this cube, from 1\n\
    decisions   what distinguishes the cube, such as r3c2=7 r5c5=1\n\n\
    Every solution of the puzzle is in exactly one cube. The cubes are leaves of a tree that branches over the places of a digit in a house, \
    or the digits of a cell; the cube with the most open candidates after preprocessing is refined first, so that all take \
    about the same time. The output depends on the puzzle and the number only."
)]
pub(crate) struct CubesArgs {
    #[command(flatten)]
    input: Input,
    /// Number of cubes; there may be one or two more, and fewer if they are solved before
    #[arg(long, short = 'n', value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=MAX_CUBES))]
    count: u64,
    /// Format of the table: csv, tsv or jsonl [default: that of the output's name, else csv]
    #[arg(long, value_name = "FORMAT")]
    to: Option<TableFormat>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `qedoku cubes`: Puzzle -> cubes -> table.
pub(crate) fn run(args: &CubesArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let format = args.format(global)?;
    let puzzle = args.input.read_only_puzzle(global)?;
    if puzzle.has_eliminations() {
        bail!("the puzzle has eliminated candidates, which a row cannot state: leave out its pencil marks");
    }
    let Ok(cubes) = cubes::split(&puzzle, args.count as usize, &limits.interrupt) else {
        return Ok(limits.early_exit().unwrap_or(Exit::LimitReached));
    };
    out.write_all(&cube_table(&puzzle, &cubes, format, &WriteOptions::default())?)?;
    if let Some(path) = args.output.output.as_ref().filter(|_| !global.quiet) {
        message!("{}: {}", path.display(), pluralize(cubes.len() as u64, "cube"));
    }
    Ok(Exit::Success)
}

impl CubesArgs {
    fn format(&self, global: &GlobalArgs) -> Result<TableFormat> {
        let by_name = || self.output.output.as_deref().and_then(TableFormat::from_path);
        let default = if global.json { TableFormat::JsonLines } else { TableFormat::Csv };
        match self.to.or_else(by_name).unwrap_or(default) {
            format @ (TableFormat::Csv | TableFormat::Tsv | TableFormat::JsonLines) => Ok(format),
            format => bail!("cubes are written as csv, tsv or jsonl, not as {format}"),
        }
    }
}
