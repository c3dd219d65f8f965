//! `qedoku stats`: statistics of CNF, F2CSP and puzzle files; normalises CNF files.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::ops::RangeInclusive;

use anyhow::{Context, Result, bail};
use clap::Args;
use qedoku::encode::ClauseFamily;
use qedoku::encode::csp::f2csp;
use qedoku::encode::dimacs::normalize::{NormalizeOptions, normalize};
use qedoku::encode::dimacs::read::DimacsReader;
use qedoku::encode::dimacs::stats::{Classification, DimacsStats, MetadataSource};
use qedoku::{formats, json};
use serde_json::{Map, Value, json};

use crate::args::{GlobalArgs, OutputArgs, ReadArgs};
use crate::compression;
use crate::exit::Exit;
use crate::input::Source;
use crate::limits::Limits;
use crate::output::{Output, group_digits};

/// Show statistics of a .cnf, .f2csp or puzzle file
#[derive(Args)]
#[command(
    long_about = "Show statistics of a .cnf file (variables, clauses, literals, clause lengths, clause families, and deviations from \
    the format), of an F2CSP file (domains, variables, constraints, tuples), or of a file of puzzles (sizes, givens, \
    conflicting givens, unreadable puzzles).\n\n\
    Examples:\n  \
    qedoku stats puzzle.cnf\n  \
    qedoku stats broken.cnf --fix -o clean.cnf\n  \
    qedoku stats puzzles.txt --json"
)]
pub(crate) struct StatsArgs {
    /// A file, or - for standard input; its kind is detected from its content
    file: String,
    /// Write a normalised CNF file instead: exact header, one clause per line
    #[arg(long)]
    fix: bool,
    /// With --fix: also remove tautologies and repeated literals
    #[arg(long, requires = "fix")]
    tidy: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// `qedoku stats`: file -> statistics, or a normalised CNF file.
pub(crate) fn run(args: &StatsArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    Limits::exit_at_time_limit(global.time_limit);
    let input = RereadableInput::new(&args.file)?;
    let mut file = args.output.create_file()?;
    let out = file.as_mut().unwrap_or(out);
    let head = input.head()?;
    let exit = match (looks_like_cnf(&head), args.fix) {
        (true, true) => normalize_cnf(args, global, &input, out)?,
        (true, false) => cnf_stats(args, global, &input, out)?,
        (false, true) => bail!("{} is not a CNF file: --fix is for CNF files", args.file),
        (false, false) if f2csp::is_f2csp(&head) => f2csp_stats(args, global, &input, out)?,
        (false, false) => puzzle_stats(args, global, &input, out)?,
    };
    if let Some(file) = file {
        file.finish()?;
    }
    Ok(exit)
}

/// An input that can be read several times: to detect its kind, and twice to normalise it. Standard input is buffered.
enum RereadableInput {
    File(String),
    Stdin(Vec<u8>),
}

impl RereadableInput {
    fn new(name: &str) -> Result<RereadableInput> {
        if name != "-" {
            return Ok(RereadableInput::File(name.to_owned()));
        }
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        Ok(RereadableInput::Stdin(bytes))
    }

    fn open(&self) -> Result<Box<dyn BufRead + '_>> {
        match self {
            RereadableInput::File(name) => compression::open(name),
            RereadableInput::Stdin(bytes) => compression::decompress(&bytes[..]).context("standard input"),
        }
    }

    /// The first bytes, to detect the kind of the file.
    fn head(&self) -> Result<Vec<u8>> {
        let name = if let RereadableInput::File(name) = self { name } else { "standard input" };
        let mut head = Vec::new();
        self.open()?.take(HEAD_BYTES).read_to_end(&mut head).with_context(|| name.to_owned())?;
        Ok(head)
    }
}

/// Number of bytes that decide the kind of a file.
const HEAD_BYTES: u64 = 4096;

/// Whether the text is CNF: it has a comment or header line, or a literal below -1. Puzzles have neither; -1 is excluded because
/// some puzzle formats use it for an empty cell.
fn looks_like_cnf(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    let Some(first) = head.lines().map(str::trim).find(|line| !line.is_empty()) else { return false };
    let is_literal = |word: &str| word.parse::<i64>().is_ok_and(|literal| literal < -1);
    first == "c"
        || first.starts_with("c ")
        || first.starts_with("p ")
        || head.split_whitespace().any(is_literal)
        || head.lines().any(|line| line.starts_with("p cnf"))
}

fn normalize_cnf(args: &StatsArgs, global: &GlobalArgs, input: &RereadableInput, out: &mut Output) -> Result<Exit> {
    let options = NormalizeOptions { remove_redundancy: args.tidy, ..NormalizeOptions::default() };
    let report =
        normalize(|| input.open().map_err(io::Error::other), options, out).with_context(|| args.file.clone())?;
    if !global.quiet {
        for deviation in &report.deviations {
            anstream::eprintln!("{}: fixed: {deviation}", args.file);
        }
        let (variables, clauses) = (report.header.variables.into(), report.header.clauses);
        anstream::eprintln!("{} variables, {} clauses", group_digits(variables), group_digits(clauses));
    }
    Ok(Exit::Success)
}

fn cnf_stats(args: &StatsArgs, global: &GlobalArgs, input: &RereadableInput, out: &mut Output) -> Result<Exit> {
    let stats = DimacsStats::collect(DimacsReader::new(input.open()?)).with_context(|| args.file.clone())?;
    if global.json {
        out.json(&cnf_fields(args, &stats))?;
    } else {
        write_cnf(&stats, out)?;
    }
    Ok(Exit::Success)
}

fn write_cnf(stats: &DimacsStats, out: &mut Output) -> Result<()> {
    writeln!(out, "declared   {}", declared(stats))?;
    write_row(out, "variables", stats.max_var.into(), "highest")?;
    if let Some(used) = stats.used_variables {
        write_row(out, "", used, "in use")?;
    }
    write_row(out, "clauses", stats.clauses, "")?;
    write_row(out, "literals", stats.literals, "")?;
    for (length, count) in stats.lengths.iter() {
        write_row(out, "", count, &format!("of length {}", format_lengths(&length)))?;
    }
    for (count, what) in [(stats.tautologies, "tautologies"), (stats.duplicates, "with a repeated literal")] {
        if count > 0 {
            write_row(out, "", count, what)?;
        }
    }
    if let Some(classification) = &stats.classification {
        writeln!(out, "\n{}", describe_encoding(classification))?;
        for (family, count) in family_counts(classification) {
            write_row(out, "", count, family)?;
        }
    }
    for deviation in &stats.deviations {
        writeln!(out, "\ntolerated  {deviation}")?;
    }
    Ok(())
}

/// Writes a row such as `clauses            11,774  of length 2`.
fn write_row(out: &mut Output, name: &str, count: u64, what: &str) -> Result<()> {
    let line = format!("{name:<11}{:>14}  {what}", group_digits(count));
    Ok(writeln!(out, "{}", line.trim_end())?)
}

fn declared(stats: &DimacsStats) -> String {
    match stats.header {
        Some(header) => {
            format!("{} variables, {} clauses", group_digits(header.variables.into()), group_digits(header.clauses))
        }
        None => "nothing (no header)".to_owned(),
    }
}

/// `9`, or `32-63`.
fn format_lengths(lengths: &RangeInclusive<usize>) -> String {
    let (min, max) = (lengths.start(), lengths.end());
    if min == max { min.to_string() } else { format!("{min}-{max}") }
}

/// Board, scheme and numbering, and how they are known.
fn describe_encoding(classification: &Classification) -> String {
    let (board, numbering) = (classification.variables.board(), classification.variables.numbering());
    let source = match classification.source {
        MetadataSource::Caller => "",
        MetadataSource::Comments => ", according to the file",
        MetadataSource::Inferred => ", inferred from the clauses",
    };
    match &classification.metadata {
        Some(description) => {
            let (scheme, amo) = (description.scheme, description.amo);
            format!("Sudoku {board}, scheme {scheme}, at-most-one {amo}, numbering {numbering}{source}")
        }
        None => format!("Sudoku {board}, numbering {numbering}{source}"),
    }
}

/// Clause families with their number of clauses.
fn family_counts(classification: &Classification) -> Vec<(&'static str, u64)> {
    let families = ClauseFamily::ALL.iter().map(|(family, _)| (family.description(), classification.count(*family)));
    let rest = [("with auxiliary variables", classification.auxiliary), ("other", classification.other)];
    families.chain(rest).filter(|(_, count)| *count > 0).collect()
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
    let stats = f2csp::F2cspStats::of(input.open()?).with_context(|| args.file.clone())?;
    if global.json {
        let mut fields = json!({ "input": args.file, "kind": "f2csp", "title": stats.title });
        json::merge(&mut fields, &f2csp_fields(&stats));
        out.json(&fields)?;
        return Ok(Exit::Success);
    }
    writeln!(out, "{}", stats.title)?;
    let counts = [
        ("domains", stats.domains),
        ("variables", stats.variables),
        ("constraints", stats.constraints),
        ("accepted tuples", stats.accepted),
        ("rejected tuples", stats.rejected),
    ];
    for (what, count) in counts {
        writeln!(out, "{what:<16}{:>14}", group_digits(count))?;
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
    /// Board -> number of givens -> puzzles.
    boards: BTreeMap<String, BTreeMap<usize, u64>>,
}

fn puzzle_stats(args: &StatsArgs, global: &GlobalArgs, input: &RereadableInput, out: &mut Output) -> Result<Exit> {
    let source = Source::from_reader(&args.file, input.open()?)?;
    let reader = formats::read(&source.text, &args.read.options());
    let detected = reader.detected().clone();
    let mut stats = PuzzleStats::default();
    for record in reader {
        match record {
            Ok(record) => stats.add(&record.puzzle),
            Err(error) => {
                stats.unreadable += 1;
                if !global.quiet {
                    anstream::eprintln!("{}", source.describe_error(&error));
                }
            }
        }
    }
    if stats.count + stats.unreadable == 0 {
        bail!("{source} has no puzzle");
    }
    if global.json {
        out.json(&stats.fields(args, detected.format))?;
    } else {
        stats.write(detected.format, out)?;
    }
    Ok(match stats {
        PuzzleStats { count: 0, .. } => Exit::BadInput,
        PuzzleStats { unreadable: 1.., .. } => Exit::SomeBadInput,
        _ => Exit::Success,
    })
}

impl PuzzleStats {
    fn add(&mut self, puzzle: &qedoku::Puzzle) {
        self.count += 1;
        self.conflicting += u64::from(puzzle.given_conflicts().next().is_some());
        self.with_candidates += u64::from(puzzle.has_eliminations());
        let givens = self.boards.entry(puzzle.board().to_string()).or_default();
        *givens.entry(puzzle.givens().filled_count()).or_default() += 1;
    }

    fn write(&self, format: formats::Format, out: &mut Output) -> Result<()> {
        let number = |number: u64| format!("{:>10}", group_digits(number));
        writeln!(out, "puzzles    {}  in format {format}", number(self.count))?;
        let rest = [
            (self.unreadable, "unreadable"),
            (self.conflicting, "with conflicting givens"),
            (self.with_candidates, "with candidates"),
        ];
        for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
            writeln!(out, "           {}  {what}", number(count))?;
        }
        for (board, givens) in &self.boards {
            writeln!(out, "\n{board}")?;
            for (given, count) in givens {
                writeln!(out, "           {}  with {given} givens", number(*count))?;
            }
        }
        Ok(())
    }

    fn fields(&self, args: &StatsArgs, format: formats::Format) -> Value {
        let text = |givens: &BTreeMap<usize, u64>| -> Value {
            Value::Object(givens.iter().map(|(given, count)| (given.to_string(), (*count).into())).collect())
        };
        let boards = self.boards.iter().map(|(board, givens)| (board.clone(), text(givens)));
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
