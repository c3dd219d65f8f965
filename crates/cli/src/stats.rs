//! `qedoku stats`: what is in a file.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::ops::RangeInclusive;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use qedoku::encode::ClauseFamily;
use qedoku::encode::csp::f2csp;
use qedoku::encode::dimacs::normalize::{NormalizeOptions, normalize};
use qedoku::encode::dimacs::read::DimacsReader;
use qedoku::encode::dimacs::stats::{Classification, DimacsStats, MetadataSource};
use qedoku::{formats, json};
use serde_json::{Map, Value, json};

use crate::args::{Common, Into, Reading};
use crate::exit::Exit;
use crate::input::Source;
use crate::limits::Limits;
use crate::output::{Output, group_digits};
use crate::packed;

/// Tell what is in a .cnf, .f2csp or puzzle file
#[derive(Args)]
#[command(
    long_about = "Tell what is in a .cnf file (variables, clauses, literals, lengths, what the clauses say, and where the \
    header departs from the truth), in an F2CSP file (domains, variables, constraints, tuples), or in a file of puzzles \
    (sizes, givens, clashes, what cannot be read).\n\n\
    Examples:\n  \
    qedoku stats puzzle.cnf\n  \
    qedoku stats broken.cnf --fix -o clean.cnf\n  \
    qedoku stats puzzles.txt --json"
)]
pub(crate) struct StatsArgs {
    /// A file, or - for standard input; its content says what it is
    file: String,
    /// Write a clean CNF file instead: exact header, one clause per line
    #[arg(long)]
    fix: bool,
    /// With --fix: also drop clauses that are always true and repeated literals
    #[arg(long, requires = "fix")]
    tidy: bool,
    #[command(flatten)]
    into: Into,
    #[command(flatten)]
    reading: Reading,
}

/// `qedoku stats`: a file -> what is in it.
pub(crate) fn run(args: &StatsArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    Limits::end_at(common.time_limit);
    let bytes = Bytes::of(&args.file)?;
    let mut file = args.into.output.as_deref().map(Output::create).transpose()?;
    let out = file.as_mut().unwrap_or(out);
    let head = bytes.head()?;
    let exit = match (looks_like_cnf(&head), args.fix) {
        (true, true) => fixed(args, common, &bytes, out)?,
        (true, false) => cnf(args, common, &bytes, out)?,
        (false, true) => bail!("{} is not a CNF file: there is nothing to fix", args.file),
        (false, false) if f2csp::is_f2csp(&head) => constraints(args, common, &bytes, out)?,
        (false, false) => puzzles(args, common, &bytes, out)?,
    };
    if let Some(file) = file {
        file.finish()?;
    }
    Ok(exit)
}

/// A file that can be read again; standard input is kept for that.
enum Bytes {
    File(String),
    Kept(Vec<u8>),
}

impl Bytes {
    fn of(name: &str) -> Result<Bytes> {
        if name != "-" {
            return Ok(Bytes::File(name.to_owned()));
        }
        let mut kept = Vec::new();
        io::stdin().lock().read_to_end(&mut kept)?;
        Ok(Bytes::Kept(kept))
    }

    fn open(&self) -> Result<Box<dyn BufRead + '_>> {
        match self {
            Bytes::File(name) => packed::open(name),
            Bytes::Kept(kept) => packed::unpacked(&kept[..]).context("standard input"),
        }
    }

    fn head(&self) -> Result<Vec<u8>> {
        let name = if let Bytes::File(name) = self { name } else { "standard input" };
        let mut head = Vec::new();
        self.open()?.take(4096).read_to_end(&mut head).with_context(|| name.to_owned())?;
        Ok(head)
    }
}

/// A comment or header line, or literals below -1: puzzles have neither.
fn looks_like_cnf(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    let Some(first) = head.lines().map(str::trim).find(|line| !line.is_empty()) else { return false };
    let literal = |word: &str| word.parse::<i64>().is_ok_and(|literal| literal < -1);
    first == "c"
        || first.starts_with("c ")
        || first.starts_with("p ")
        || head.split_whitespace().any(literal)
        || head.lines().any(|line| line.starts_with("p cnf"))
}

fn fixed(args: &StatsArgs, common: &Common, bytes: &Bytes, out: &mut Output) -> Result<Exit> {
    let options = NormalizeOptions { remove_redundancy: args.tidy, ..NormalizeOptions::default() };
    let fixed = normalize(|| bytes.open().map_err(io::Error::other), options, out)
        .map_err(|error| anyhow!("{}: {error}", args.file))?;
    if !common.quiet {
        for tolerated in &fixed.deviations {
            anstream::eprintln!("{}: mended: {tolerated}", args.file);
        }
        let (variables, clauses) = (fixed.header.variables.into(), fixed.header.clauses);
        anstream::eprintln!("{} variables, {} clauses", group_digits(variables), group_digits(clauses));
    }
    Ok(Exit::Yes)
}

fn cnf(args: &StatsArgs, common: &Common, bytes: &Bytes, out: &mut Output) -> Result<Exit> {
    let stats = DimacsStats::collect(DimacsReader::new(bytes.open()?)).with_context(|| args.file.clone())?;
    if common.json {
        out.json(&cnf_fields(args, &stats))?;
    } else {
        write_cnf(&stats, out)?;
    }
    Ok(Exit::Yes)
}

fn write_cnf(stats: &DimacsStats, out: &mut Output) -> Result<()> {
    writeln!(out, "declared   {}", declared(stats))?;
    row(out, "variables", stats.max_var.into(), "highest")?;
    if let Some(used) = stats.used_variables {
        row(out, "", used, "in use")?;
    }
    row(out, "clauses", stats.clauses, "")?;
    row(out, "literals", stats.literals, "")?;
    for (length, count) in stats.lengths.iter() {
        row(out, "", count, &format!("of length {}", span(&length)))?;
    }
    for (count, what) in [(stats.tautologies, "always true"), (stats.duplicates, "with a literal twice")] {
        if count > 0 {
            row(out, "", count, what)?;
        }
    }
    if let Some(rules) = &stats.classification {
        writeln!(out, "\n{}", meaning(rules))?;
        for (words, count) in says(rules) {
            row(out, "", count, words)?;
        }
    }
    for tolerated in &stats.deviations {
        writeln!(out, "\ntolerated  {tolerated}")?;
    }
    Ok(())
}

/// `clauses            11,774  of length 2`.
fn row(out: &mut Output, name: &str, count: u64, what: &str) -> Result<()> {
    let line = format!("{name:<11}{:>14}  {what}", group_digits(count));
    Ok(writeln!(out, "{}", line.trim_end())?)
}

fn declared(stats: &DimacsStats) -> String {
    match stats.header {
        Some(header) => {
            format!("{} variables, {} clauses", group_digits(header.variables.into()), group_digits(header.clauses))
        }
        None => "nothing: there is no header".to_owned(),
    }
}

/// `9`, or `32-63`.
fn span(lengths: &RangeInclusive<usize>) -> String {
    let (least, most) = (lengths.start(), lengths.end());
    if least == most { least.to_string() } else { format!("{least}-{most}") }
}

fn meaning(rules: &Classification) -> String {
    let (board, numbering) = (rules.variables.board(), rules.variables.numbering());
    let how = match rules.source {
        MetadataSource::Caller => "",
        MetadataSource::Comments => ", as the file says",
        MetadataSource::Inferred => ", inferred",
    };
    match &rules.metadata {
        Some(said) => {
            format!("Sudoku {board}, scheme {}, at most one by {}, numbering {numbering}{how}", said.scheme, said.amo)
        }
        None => format!("Sudoku {board}, numbering {numbering}{how}"),
    }
}

/// What the clauses say and how many do.
fn says(rules: &Classification) -> Vec<(&'static str, u64)> {
    let families = ClauseFamily::ALL.iter().map(|(family, _)| (family.description(), rules.count(*family)));
    let rest = [("with extra variables, for at most one", rules.auxiliary), ("anything else", rules.other)];
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
    if let Some(rules) = &stats.classification {
        let families = ClauseFamily::ALL.iter().map(|(family, name)| ((*name).to_owned(), rules.count(*family).into()));
        fields["board"] = format!("{side}x{side}", side = rules.variables.board().side()).into();
        fields["numbering"] = rules.variables.numbering().to_string().into();
        fields["inferred"] = (rules.source == MetadataSource::Inferred).into();
        fields["families"] = Value::Object(families.collect());
        fields["extra"] = rules.auxiliary.into();
        fields["other"] = rules.other.into();
    }
    fields
}

fn constraints(args: &StatsArgs, common: &Common, bytes: &Bytes, out: &mut Output) -> Result<Exit> {
    let stats = f2csp::F2cspStats::of(bytes.open()?).with_context(|| args.file.clone())?;
    if common.json {
        let mut fields = json!({ "input": args.file, "kind": "f2csp", "title": stats.title });
        json::merge(&mut fields, &f2csp_fields(&stats));
        out.json(&fields)?;
        return Ok(Exit::Yes);
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
    Ok(Exit::Yes)
}

/// What JSON says of an F2CSP file.
pub(crate) fn f2csp_fields(stats: &f2csp::F2cspStats) -> Value {
    json!({
        "domains": stats.domains,
        "variables": stats.variables,
        "constraints": stats.constraints,
        "accepted": stats.accepted,
        "rejected": stats.rejected,
    })
}

/// What a file of puzzles holds.
#[derive(Default)]
struct Puzzles {
    count: u64,
    bad: u64,
    clashing: u64,
    with_candidates: u64,
    /// Board -> number of givens -> puzzles.
    boards: BTreeMap<String, BTreeMap<usize, u64>>,
}

fn puzzles(args: &StatsArgs, common: &Common, bytes: &Bytes, out: &mut Output) -> Result<Exit> {
    let source = Source::new(&args.file, bytes.open()?)?;
    let reader = formats::read(&source.text, &args.reading.options());
    let detected = reader.detected().clone();
    let mut found = Puzzles::default();
    for record in reader {
        match record {
            Ok(record) => found.add(&record.puzzle),
            Err(error) => {
                found.bad += 1;
                if !common.quiet {
                    anstream::eprintln!("{}", source.at(&error));
                }
            }
        }
    }
    if found.count + found.bad == 0 {
        bail!("there is no puzzle in {source}");
    }
    if common.json {
        out.json(&found.fields(args, detected.format))?;
    } else {
        found.write(detected.format, out)?;
    }
    Ok(match found {
        Puzzles { count: 0, .. } => Exit::Bad,
        Puzzles { bad: 1.., .. } => Exit::SomeBad,
        _ => Exit::Yes,
    })
}

impl Puzzles {
    fn add(&mut self, puzzle: &qedoku::Puzzle) {
        self.count += 1;
        self.clashing += u64::from(puzzle.given_conflicts().next().is_some());
        self.with_candidates += u64::from(puzzle.has_eliminations());
        let givens = self.boards.entry(puzzle.board().to_string()).or_default();
        *givens.entry(puzzle.givens().filled_count()).or_default() += 1;
    }

    fn write(&self, format: formats::Format, out: &mut Output) -> Result<()> {
        let number = |number: u64| format!("{:>10}", group_digits(number));
        writeln!(out, "puzzles    {}  in format {format}", number(self.count))?;
        let rest = [
            (self.bad, "that cannot be read"),
            (self.clashing, "with givens that clash"),
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
            "bad": self.bad,
            "clashing": self.clashing,
            "with_candidates": self.with_candidates,
            "givens": boards.collect::<Map<_, _>>(),
        })
    }
}
