//! `qedoku explain`: explains step by step how a puzzle is solved, or why it has no or several solutions.

mod files;
mod labels;
mod library_line;
mod report;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use qedoku::explain::{ExplainQuery, HintLevel, HodokuLevel, PathStyle, StepDetail, TechniqueSet};
use qedoku::formats::{self, ReadOptions};
use qedoku::{Candidate, Puzzle, Solver};

use crate::args::{GlobalArgs, OutputArgs, choice, html_file};
use crate::batch::{self, BatchOptions};
use crate::exit::Exit;
use crate::input::{Inputs, Source, count_up_to_two};
use crate::limits::Limits;
use crate::output::Output;

use files::StepFiles;
use labels::LabelRows;
use report::ExplainSettings;

/// Explain how each puzzle is solved, or why it has no or several solutions
#[derive(Args)]
#[command(long_about = "Explain step by step how each puzzle is solved, or why it has no or several solutions.\n\n\
    Examples:\n  \
    qedoku explain puzzle.txt                     all steps to the solution\n  \
    qedoku explain puzzle.txt --path short        without the steps that turn out not to be needed\n  \
    qedoku explain puzzle.txt --next              only the next step\n  \
    qedoku explain puzzle.txt --hint cell         where to look for the next step\n  \
    qedoku explain puzzle.txt --why r3c4=5        why the digit must be in the cell\n  \
    qedoku explain puzzle.txt --why-not r3c4=5    why the digit cannot be in the cell\n  \
    qedoku explain puzzle.txt --position mine.txt --next\n                                                \
    continue from a player's digits and candidates\n  \
    qedoku explain list.txt --labels puzzles      a row of CSV per puzzle, for data sets\n  \
    qedoku explain list.txt --labels steps --json a row of JSON Lines per step\n  \
    qedoku explain puzzle.txt --all --technique x-wing\n                                                \
    every instance of a technique\n  \
    qedoku explain puzzle.txt --level hard        with the techniques of a level only\n  \
    qedoku explain puzzle.txt --html steps.html   a page that shows the steps one by one\n  \
    qedoku explain puzzle.txt --svg steps         a picture of each step in this folder\n\n\
    The size of a step is the number of exactly-one constraints that its reason uses: a cell holds one digit, or a house holds a \
    digit once. Every step is an easiest one that is available: singles first, then steps by size; of one size, the better known technique. \
    docs/guide/src/techniques lists the techniques. Every step is verified by the \
    certificate checker before it is shown.\n\n\
    Complete explanations are available for boards up to 16x16; --next, --hint, --why and --why-not for boards of any size. In \
    r3c4=5 digits are numbers, whatever the symbols of the board: 10, not A. R3C4=5 and C4=5 (row C, column 4) are the same.\n\n\
    Exit code 0: explained (every puzzle has exactly one solution); 1: some have none or many, a player's position is wrong, or \
    there is no such reason.")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    input: Inputs,
    /// Show only the next step
    #[arg(long, group = "query")]
    next: bool,
    /// Show only a hint for the next step: house, cell or reason
    #[arg(long, group = "query", value_name = "LEVEL", num_args = 0..=1, default_missing_value = "house", value_parser = choice(&HINT_LEVELS), hide_possible_values = true)]
    hint: Option<HintLevel>,
    /// Show all steps of size up to N that are possible now
    #[arg(long, group = "query", value_name = "N", num_args = 0..=1, default_missing_value = "3")]
    all: Option<usize>,
    /// Explain why the digit must be in the cell
    #[arg(long, group = "query", value_name = "r3c4=5")]
    why: Option<Candidate>,
    /// Explain why the digit cannot be in the cell
    #[arg(long, group = "query", value_name = "r3c4=5")]
    why_not: Option<Candidate>,
    /// Which steps to show: easy (every step is an easiest one, none is left out), short (unneeded steps are dropped) or named
    /// (the easiest named technique, uniqueness included)
    #[arg(long, conflicts_with = "query", value_name = "STYLE", default_value = "easy", value_parser = choice(&PATH_STYLES), hide_possible_values = true)]
    path: PathStyle,
    /// Show all details: every link of long chains and every step of nested ones; in JSON also the position before each step
    #[arg(long)]
    full: bool,
    /// Write labels for data sets, in CSV or with --json in JSON Lines: a row per puzzle (all ratings, steps per technique) or per step
    #[arg(long, conflicts_with_all = ["query", "position", "svg", "html", "full"], value_name = "ROWS", value_parser = choice(&LABEL_ROWS), hide_possible_values = true)]
    labels: Option<LabelRows>,
    /// Use only these techniques, by identifier, and singles; with --all, list every instance of them (up to 9x9)
    #[arg(long, visible_alias = "technique", value_name = "LIST", conflicts_with = "level")]
    techniques: Option<TechniqueSet>,
    /// Use only the techniques of a level: easy, medium, hard, unfair or extreme (up to 9x9)
    #[arg(long, value_name = "LEVEL", value_parser = choice(&LEVELS), hide_possible_values = true)]
    level: Option<HodokuLevel>,
    /// Do without techniques that rest on the puzzle having exactly one solution
    #[arg(long)]
    no_uniqueness: bool,
    /// Start from a player's position: a file or text in any format, with or without candidates
    #[arg(long, value_name = "INPUT")]
    position: Option<String>,
    /// Write an SVG picture of each step into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write an HTML page that shows the steps of a puzzle one by one
    #[arg(long, value_name = "FILE.html", value_parser = html_file)]
    html: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

const HINT_LEVELS: [(HintLevel, &str); 3] =
    [(HintLevel::House, "house"), (HintLevel::Cell, "cell"), (HintLevel::Reason, "reason")];

const LABEL_ROWS: [(LabelRows, &str); 2] = [(LabelRows::Puzzles, "puzzles"), (LabelRows::Steps, "steps")];

const PATH_STYLES: [(PathStyle, &str); 3] =
    [(PathStyle::Easy, "easy"), (PathStyle::Short, "short"), (PathStyle::Named, "named")];

pub(crate) const LEVELS: [(HodokuLevel, &str); 5] = [
    (HodokuLevel::Easy, "easy"),
    (HodokuLevel::Medium, "medium"),
    (HodokuLevel::Hard, "hard"),
    (HodokuLevel::Unfair, "unfair"),
    (HodokuLevel::Extreme, "extreme"),
];

/// `qedoku explain`: text -> Puzzle -> Steps -> text.
pub(crate) fn run(args: &ExplainArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    if let Some(rows) = args.labels {
        return labels::run(args, rows, global, out);
    }
    let limits = Limits::current();
    let sources = args.input.sources()?;
    let files = StepFiles::new(args.svg.as_deref(), args.html.as_deref())?;
    let mut file = args.output.create_file()?;
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    let many = count > 1;
    files.ensure_supported(many)?;
    let position = args.position.as_deref().map(read_position).transpose()?;
    let solver = Solver { interrupt: limits.interrupt.clone(), ..Solver::default() };
    let color = file.is_none() && out.color;
    let detail = if args.full { StepDetail::Full } else { StepDetail::Compact };
    let (query, path, json) = (args.query(), args.path, global.json);
    let (techniques, uniqueness) = (args.techniques(), !args.no_uniqueness);
    let command =
        ExplainSettings { query, path, detail, techniques, uniqueness, position, files, solver, many, json, color };
    let out = file.as_mut().unwrap_or(out);
    let search = Some(&command.solver.portfolio.progress).filter(|_| !many);
    let options = BatchOptions { search, ..BatchOptions::default() };
    let counts = batch::process_each(items, global, options, out, |entry, out| command.explain(entry, out))?;
    counts.finish(&limits, file)
}

impl ExplainArgs {
    fn techniques(&self) -> Option<TechniqueSet> {
        self.techniques.or(self.level.map(TechniqueSet::up_to))
    }

    fn query(&self) -> ExplainQuery {
        match self {
            ExplainArgs { next: true, .. } => ExplainQuery::NextStep,
            ExplainArgs { hint: Some(hint), .. } => ExplainQuery::Hint(*hint),
            ExplainArgs { all: Some(size), .. } => ExplainQuery::AllSteps(*size),
            ExplainArgs { why: Some(candidate), .. } => ExplainQuery::Why(*candidate),
            ExplainArgs { why_not: Some(candidate), .. } => ExplainQuery::WhyNot(*candidate),
            _ => ExplainQuery::SolutionPath,
        }
    }
}

/// Reads the player's position from a file, standard input or the text itself.
fn read_position(input: &str) -> Result<Puzzle> {
    let source = if input == "-" || Path::new(input).exists() {
        Source::open(input)?
    } else {
        Source::from_text("the position", input.to_owned())
    };
    let first = formats::read(&source.text, &ReadOptions::default()).next();
    let record = first.with_context(|| format!("{source} contains no grid"))?;
    Ok(record.map_err(|error| anyhow!("{}", source.describe_error(&error)))?.puzzle)
}
