//! `qedoku stats`: statistics of CNF, F2CSP and puzzle files; normalises CNF files.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use qedoku::encode::ClauseFamily;
use qedoku::encode::csp::f2csp;
use qedoku::encode::dimacs;
use qedoku::encode::dimacs::normalize::{NormalizeError, NormalizeOptions, normalize};
use qedoku::encode::dimacs::read::DimacsReader;
use qedoku::encode::dimacs::stats::{Classification, DimacsStats, MetadataSource};
use qedoku::message_text::{
    describe_board, describe_deviation, describe_encoding, describe_family, describe_formula_size,
};
use qedoku::{Board, Locale, formats, json};
use serde_json::{Map, Value, json};

use crate::args::{GlobalArgs, OutputArgs, ReadArgs};
use crate::compression;
use crate::exit::Exit;
use crate::input::{Source, dimacs_error, print_f2csp_warnings};
use crate::input_stream::InputProgress;
use crate::limits::{self, InterruptibleWriter};
use crate::missing_file;
use crate::output::{ErrorLog, Output, message};
use crate::progress::{CountedBytes, ProgressLine};

/// Show statistics of a .cnf, .f2csp or puzzle file
#[derive(Args, Clone)]
#[command(
    long_about = "Show statistics of a .cnf file (variables, clauses, literals, clause lengths, clause families, and deviations from \
    the format), of an F2CSP file (domains, variables, constraints, tuples), or of a file of puzzles (sizes, givens, \
    conflicting givens, unreadable puzzles).\n\n\
    Examples:\n  \
    qedoku stats puzzle.cnf\n  \
    qedoku stats broken.cnf --fix -o clean.cnf\n  \
    qedoku stats puzzles.txt --json\n  \
    qedoku stats a.cnf b.cnf -o stats.txt     in a file, numbers have no commas"
)]
pub(crate) struct StatsArgs {
    /// A file, or - for standard input; its kind is detected from its content
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The file that is being read.
    #[arg(skip)]
    file: String,
    /// Write a normalised CNF file instead: exact header, one clause per line
    #[arg(long)]
    fix: bool,
    /// With --fix: also remove tautologies and repeated literals
    #[arg(long, requires = "fix")]
    tidy: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// `qedoku stats`: file -> statistics, or a normalised CNF file.
pub(crate) fn run(args: &StatsArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let is_list = args.files.len() > 1;
    if args.fix && is_list {
        bail!("--fix writes one CNF file: name one input");
    }
    let mut exit = Exit::Success;
    for (index, name) in args.files.iter().enumerate() {
        if let Some(early_exit) = limits::current_early_exit() {
            return Ok(early_exit);
        }
        if is_list && !global.json {
            writeln!(out, "{}{name}:", if index > 0 { "\n" } else { "" })?;
        }
        exit = exit.max(run_file(&StatsArgs { file: name.clone(), ..args.clone() }, global, out)?);
    }
    Ok(exit)
}

fn run_file(args: &StatsArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let input = RereadableInput::new(&args.file)?;
    let head = input.head()?;
    match (dimacs::is_dimacs(&head), args.fix) {
        (true, true) => normalize_cnf(args, global, &input, out),
        (true, false) => cnf_stats(args, global, &input, out),
        (false, true) => bail!("{} is not a CNF file: --fix is for CNF files", args.file),
        (false, false) if f2csp::is_f2csp(&head) => f2csp_stats(args, global, &input, out),
        (false, false) => puzzle_stats(args, global, input, out),
    }
}

/// An input that can be read several times: to detect its kind, and twice to normalise it. A pipe is buffered, unless it
/// is a list of puzzles, which is read once.
enum RereadableInput {
    File(String),
    Pipe(Source),
}

impl RereadableInput {
    fn new(name: &str) -> Result<RereadableInput> {
        missing_file::check(name)?;
        let is_pipe = name == "-" || Path::new(name).metadata().is_ok_and(|metadata| !metadata.is_file());
        if is_pipe {
            Source::begin_file(name).map(RereadableInput::Pipe)
        } else {
            Ok(RereadableInput::File(name.to_owned()))
        }
    }

    /// The input as a list of puzzles.
    fn source(self) -> Result<Source> {
        match self {
            RereadableInput::File(name) => Source::begin_file(&name),
            RereadableInput::Pipe(source) => Ok(source),
        }
    }

    fn open(&self) -> Result<Box<dyn BufRead + Send + '_>> {
        match self {
            RereadableInput::File(name) => compression::open(name),
            RereadableInput::Pipe(source) => Ok(Box::new(source.text.as_bytes())),
        }
    }

    /// Number of bytes that will be read, if that is known before the end.
    fn size(&self) -> Option<u64> {
        match self {
            RereadableInput::File(name) => {
                let is_compressed = compression::open_counted(name, &Arc::default()).ok()?.is_compressed;
                std::fs::metadata(name).ok().map(|metadata| metadata.len()).filter(|_| !is_compressed)
            }
            RereadableInput::Pipe(source) => Some(source.text.len() as u64),
        }
    }

    /// The first bytes, to detect the kind of the file.
    fn head(&self) -> Result<Vec<u8>> {
        let (RereadableInput::File(name) | RereadableInput::Pipe(Source { name, .. })) = self;
        let mut head = Vec::new();
        self.open()?.take(KIND_BYTES).read_to_end(&mut head).with_context(|| name.to_owned())?;
        Ok(head)
    }
}

/// Number of bytes that decide the kind of a file.
const KIND_BYTES: u64 = crate::input::KIND_BYTES as u64;

fn normalize_cnf(args: &StatsArgs, global: &GlobalArgs, input: &RereadableInput, out: &mut Output) -> Result<Exit> {
    let options = NormalizeOptions { remove_redundancy: args.tidy, ..NormalizeOptions::default() };
    let report = normalize(|| input.open().map_err(io::Error::other), options, &mut InterruptibleWriter(out)).map_err(
        |error| match error {
            NormalizeError::Read(error) => dimacs_error(&args.file, error),
            error => anyhow::Error::new(error).context(args.file.clone()),
        },
    )?;
    if !global.quiet {
        let locale = global.locale();
        for deviation in &report.deviations {
            let deviation = describe_deviation(deviation, locale);
            message!("{}", locale.format("cnf.fixed", &[("file", &args.file), ("deviation", &deviation)]));
        }
        let (variables, clauses) = (report.header.variables.into(), report.header.clauses);
        message!("{}", describe_formula_size(variables, clauses, locale));
    }
    Ok(Exit::Success)
}

fn cnf_stats(args: &StatsArgs, global: &GlobalArgs, input: &RereadableInput, out: &mut Output) -> Result<Exit> {
    let progress = ProgressLine::of_bytes(input.size(), global);
    let stats = DimacsStats::collect(DimacsReader::new(CountedBytes::new(input.open()?, Some(&progress))));
    drop(progress);
    let stats = stats.map_err(|error| dimacs_error(&args.file, error))?;
    if global.json {
        out.json(&cnf_fields(args, &stats))?;
    } else {
        write_cnf(&stats, global.locale(), out)?;
    }
    Ok(Exit::Success)
}

fn write_cnf(stats: &DimacsStats, locale: Locale, out: &mut Output) -> Result<()> {
    let text = |key| locale.text(key);
    writeln!(out, "{:<11}{}", text("cnf.declared"), declared(stats, locale, out))?;
    let mut row = |name: &str, count: u64, what: &str| write_row(out, locale, name, count, what);
    row(text("cnf.variables"), stats.max_var.into(), text("cnf.highest"))?;
    if let Some(used) = stats.used_variables {
        row("", used, text("cnf.used"))?;
    }
    row(text("cnf.clauses"), stats.clauses, "")?;
    row(text("cnf.literals"), stats.literals, "")?;
    for (length, count) in stats.lengths.iter() {
        row("", count, &locale.format("cnf.length", &[("length", &format_lengths(&length))]))?;
    }
    for (count, what) in [(stats.tautologies, "cnf.tautologies"), (stats.duplicates, "cnf.repeated-literal")] {
        if count > 0 {
            row("", count, text(what))?;
        }
    }
    if let Some(classification) = &stats.classification {
        writeln!(out, "\n{}", describe_encoding(classification, locale))?;
        for (family, count) in family_counts(classification, locale) {
            write_row(out, locale, "", count, family)?;
        }
    }
    for deviation in &stats.deviations {
        writeln!(out, "\n{:<11}{}", text("cnf.tolerated"), describe_deviation(deviation, locale))?;
    }
    Ok(())
}

/// Writes a row such as `clauses            11,774  of length 2`.
fn write_row(out: &mut Output, locale: Locale, name: &str, count: u64, what: &str) -> Result<()> {
    let line = format!("{name:<11}{:>14}  {what}", out.number(count, locale));
    Ok(writeln!(out, "{}", line.trim_end())?)
}

fn declared(stats: &DimacsStats, locale: Locale, out: &Output) -> String {
    let counted = |key: &str, count: u64| locale.counted_as(key, count, &out.number(count, locale), &[]);
    match stats.header {
        Some(header) => {
            let (variables, clauses) =
                (counted("variables", header.variables.into()), counted("clauses", header.clauses));
            locale.format("size.formula", &[("variables", &variables), ("clauses", &clauses)])
        }
        None => locale.text("cnf.no-header").to_owned(),
    }
}

/// `9`, or `32-63`.
fn format_lengths(lengths: &RangeInclusive<usize>) -> String {
    let (min, max) = (lengths.start(), lengths.end());
    if min == max { min.to_string() } else { format!("{min}-{max}") }
}

/// Clause families with their number of clauses.
fn family_counts(classification: &Classification, locale: Locale) -> Vec<(&'static str, u64)> {
    let family = |(family, _): &(ClauseFamily, _)| (describe_family(*family, locale), classification.count(*family));
    let rest = [
        (locale.text("cnf.auxiliary"), classification.auxiliary),
        (locale.text("cnf.unclassified"), classification.other),
    ];
    ClauseFamily::ALL.iter().map(family).chain(rest).filter(|(_, count)| *count > 0).collect()
}

fn cnf_fields(args: &StatsArgs, stats: &DimacsStats) -> Value {
    let lengths = stats.lengths.iter().map(|(length, count)| (length.start().to_string(), count.into()));
    let mut fields = json!({
        "input": args.file,
        "kind": "cnf",
        "header": stats.header.map(|header| json!({ "variables": header.variables, "clauses": header.clauses })),
        "variables": stats.max_var,
        "used": stats.used_variables,
        "clauses": stats.clauses,
        "literals": stats.literals,
        "lengths": lengths.collect::<Map<_, _>>(),
        "tautologies": stats.tautologies,
        "repeats": stats.duplicates,
        "tolerated": stats.deviations.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    if let Some(classification) = &stats.classification {
        let families =
            ClauseFamily::ALL.iter().map(|(family, name)| ((*name).to_owned(), classification.count(*family).into()));
        fields["board"] = format!("{side}x{side}", side = classification.variables.board().side()).into();
        fields["numbering"] = classification.variables.numbering().to_string().into();
        fields["inferred"] = (classification.source == MetadataSource::Inferred).into();
        fields["families"] = Value::Object(families.collect());
        fields["extra"] = classification.auxiliary.into();
        fields["other"] = classification.other.into();
    }
    fields
}

fn f2csp_stats(args: &StatsArgs, global: &GlobalArgs, input: &RereadableInput, out: &mut Output) -> Result<Exit> {
    let with_place = |error: f2csp::F2cspError| match error.place() {
        None => anyhow::Error::new(error).context(args.file.clone()),
        Some((line, 0)) => anyhow!("{}:{line}: {}", args.file, error.message()),
        Some((line, column)) => anyhow!("{}:{line}:{column}: {}", args.file, error.message()),
    };
    let progress = ProgressLine::of_bytes(input.size(), global);
    let stats = f2csp::F2cspStats::with_warnings(CountedBytes::new(input.open()?, Some(&progress)));
    drop(progress);
    let (stats, warnings) = stats.map_err(with_place)?;
    print_f2csp_warnings(&args.file, &warnings);
    if global.json {
        let mut fields = json!({ "input": args.file, "kind": "f2csp", "title": stats.title });
        json::merge(&mut fields, f2csp_fields(&stats));
        out.json(&fields)?;
        return Ok(Exit::Success);
    }
    writeln!(out, "{}", stats.title)?;
    let locale = global.locale();
    let counts = [
        (locale.text("f2csp.domains"), stats.domains),
        (locale.text("f2csp.variables"), stats.variables),
        (locale.text("f2csp.constraints"), stats.constraints),
        (locale.text("f2csp.accepted"), stats.accepted),
        (locale.text("f2csp.rejected"), stats.rejected),
    ];
    let width = counts.iter().map(|(what, _)| what.chars().count() + 1).max().unwrap_or_default();
    for (what, count) in counts {
        let count = out.number(count, locale);
        writeln!(out, "{what:<width$}{count:>14}")?;
    }
    Ok(Exit::Success)
}

/// The JSON fields of an F2CSP file.
pub(crate) fn f2csp_fields(stats: &f2csp::F2cspStats) -> Value {
    json!({
        "domains": stats.domains,
        "variables": stats.variables,
        "constraints": stats.constraints,
        "accepted": stats.accepted,
        "rejected": stats.rejected,
    })
}

/// Statistics of a file of puzzles.
#[derive(Default)]
struct PuzzleStats {
    count: u64,
    unreadable: u64,
    conflicting: u64,
    with_candidates: u64,
    /// For each board: number of givens -> puzzles.
    boards: Vec<(Board, BTreeMap<usize, u64>)>,
}

/// Puzzles between two updates of the progress line.
const PUZZLES_PER_UPDATE: u64 = 1024;

fn puzzle_stats(args: &StatsArgs, global: &GlobalArgs, input: RereadableInput, out: &mut Output) -> Result<Exit> {
    let source = input.source()?;
    let mut items = source.items(&args.read.options(), true);
    let mut stats = PuzzleStats::default();
    let mut errors = ErrorLog::default();
    // The position is what has been read, compressed or not.
    let progress =
        ProgressLine::for_input("puzzles", global, InputProgress { is_compressed: true, ..items.progress() });
    for (number, item) in (1_u64..).zip(&mut items) {
        if number.is_multiple_of(PUZZLES_PER_UPDATE) {
            progress.add(PUZZLES_PER_UPDATE);
        }
        match item.record {
            Ok(record) => stats.add(&record.puzzle),
            Err(error) => {
                stats.unreadable += 1;
                if !global.quiet {
                    progress.suspend(|| errors.print(&source.describe_error(&error)));
                }
            }
        }
    }
    drop(progress);
    if items.was_interrupted() {
        return Ok(limits::current_early_exit().unwrap_or(Exit::Interrupted));
    }
    let format = items.format();
    if stats.count + stats.unreadable == 0 {
        bail!("{source} has no puzzle");
    }
    if global.json {
        out.json(&stats.fields(args, format))?;
    } else {
        stats.write(format, global.locale(), out)?;
    }
    Ok(match stats {
        PuzzleStats { count: 0, .. } => Exit::BadInput,
        PuzzleStats { unreadable: 1.., .. } => Exit::SomeBadInput,
        _ => Exit::Success,
    })
}

/// Writes a row of the statistics of puzzles.
fn write_count(out: &mut Output, locale: Locale, name: &str, count: u64, what: &str) -> Result<()> {
    let count = out.number(count, locale);
    Ok(writeln!(out, "{name:<11}{count:>10}  {what}")?)
}

impl PuzzleStats {
    fn add(&mut self, puzzle: &qedoku::Puzzle) {
        self.count += 1;
        self.conflicting += u64::from(puzzle.given_conflicts().next().is_some());
        self.with_candidates += u64::from(puzzle.has_eliminations());
        let board = puzzle.board();
        let index = self.boards.iter().position(|(known, _)| *known == board).unwrap_or_else(|| {
            self.boards.push((board, BTreeMap::new()));
            self.boards.len() - 1
        });
        *self.boards[index].1.entry(puzzle.givens().filled_count()).or_default() += 1;
    }

    /// The boards in the order of their texts.
    fn sorted_boards(&self) -> Vec<&(Board, BTreeMap<usize, u64>)> {
        let mut boards: Vec<_> = self.boards.iter().collect();
        boards.sort_by_cached_key(|(board, _)| board.to_string());
        boards
    }

    fn write(&self, format: formats::Format, locale: Locale, out: &mut Output) -> Result<()> {
        let mut row = |name: &str, count: u64, what: &str| write_count(out, locale, name, count, what);
        row(locale.text("stats.puzzles"), self.count, &locale.format("stats.format", &[("format", &format)]))?;
        let rest = [
            (self.unreadable, "stats.unreadable"),
            (self.conflicting, "stats.conflicting"),
            (self.with_candidates, "stats.with-candidates"),
        ];
        for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
            row("", count, locale.text(what))?;
        }
        for (board, givens) in self.sorted_boards() {
            writeln!(out, "\n{}", describe_board(*board, locale))?;
            for (given, count) in givens {
                write_count(out, locale, "", *count, &locale.counted("stats.givens", *given as u64, &[]))?;
            }
        }
        Ok(())
    }

    fn fields(&self, args: &StatsArgs, format: formats::Format) -> Value {
        let text = |givens: &BTreeMap<usize, u64>| -> Value {
            Value::Object(givens.iter().map(|(given, count)| (given.to_string(), (*count).into())).collect())
        };
        let boards = self.sorted_boards().into_iter().map(|(board, givens)| (board.to_string(), text(givens)));
        json!({
            "input": args.file,
            "kind": "puzzles",
            "format": format.name(),
            "puzzles": self.count,
            "bad": self.unreadable,
            "clashing": self.conflicting,
            "with_candidates": self.with_candidates,
            "givens": boards.collect::<Map<_, _>>(),
        })
    }
}
