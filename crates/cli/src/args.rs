//! Command line definition: the one source of parser, help, man page and shell completions.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use qedoku::encode::{ClauseFamily, Formula as _, Repeats};
use qedoku::formats::{Alphabet, Format, ReadOptions};
use qedoku::{
    Amo, Board, Encoding, EncodingOptions, Engine, ExternalSolver, Grid, Locale, Numbering, Portfolio, Puzzle,
    SatEngine, Scheme, Solver,
};

use crate::limits::Limits;
use crate::output::{Output, group_digits};

/// Sudoku as SAT and CSP: encode, solve, prove, explain.
#[derive(Parser)]
#[command(
    name = "qedoku",
    version,
    max_term_width = 100,
    disable_help_subcommand = true, // the command `help` is defined here, with examples and a man page like the others
    subcommand_value_name = "COMMAND"
)]
#[command(long_about = "Sudoku as SAT and CSP: encode, solve, prove, explain.\n\n\
    Examples:\n  \
    qedoku solve puzzles.txt                      no, one or many solutions for each puzzle\n  \
    qedoku encode puzzle.txt -o puzzle.cnf        DIMACS CNF for any SAT solver\n  \
    minisat puzzle.cnf result.txt; qedoku decode result.txt --cnf puzzle.cnf\n  \
    qedoku compare puzzle.txt --plot plot.svg     encodings and solvers side by side\n  \
    qedoku prove puzzle.txt -o puzzle.proof; qedoku verify puzzle.txt puzzle.proof\n  \
    qedoku explain puzzle.txt                     step-by-step solution with a reason for every step\n\n\
    INPUT is a file, - for standard input, the puzzle itself, or a size such as 16x16 for the empty board.\n\n\
    Exit code 0: the answer is yes, or the work is done; 1: the answer is no (no solution or several, certificate refused); 2: invalid \
    input or usage, or another error; 3: some of several inputs were invalid, the others were processed; 124: the time or memory limit \
    was reached; 130: interrupted by Ctrl-C or SIGTERM; 141: the reader of the output closed it before all verdicts were known.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Solve(crate::solve::SolveArgs),
    Count(crate::count::CountArgs),
    Candidates(crate::candidates::CandidatesArgs),
    Minimize(crate::minimize::MinimizeArgs),
    Encode(crate::encode::EncodeArgs),
    Decode(crate::decode::DecodeArgs),
    Stats(crate::stats::StatsArgs),
    Compare(crate::compare::CompareArgs),
    Bench(crate::bench::BenchArgs),
    Convert(crate::convert::ConvertArgs),
    Generate(crate::generate::GenerateArgs),
    Canonical(crate::canonical::CanonicalArgs),
    Shuffle(crate::shuffle::ShuffleArgs),
    Batch(crate::batch_command::BatchArgs),
    Cubes(crate::cubes::CubesArgs),
    Join(crate::join::JoinArgs),
    Prove(crate::prove::ProveArgs),
    Verify(crate::verify::VerifyArgs),
    Explain(crate::explain::ExplainArgs),
    Rate(crate::rate::RateArgs),
    Serve(crate::serve::ServeArgs),
    Completions(crate::completions::CompletionsArgs),
    Man(crate::man::ManArgs),
    Help(crate::help::HelpArgs),
}

impl Command {
    /// The output file of a command that writes its results to the [`Output`] it receives. The others open their files
    /// themselves, because more than the exit code decides whether a file is kept.
    pub(crate) fn output(&self) -> Option<&OutputArgs> {
        match self {
            Command::Solve(args) => Some(&args.output),
            Command::Count(args) => Some(&args.output),
            Command::Candidates(args) => Some(&args.output),
            Command::Minimize(args) => Some(&args.output),
            Command::Canonical(args) => Some(&args.output),
            Command::Shuffle(args) => Some(&args.output),
            Command::Decode(args) => Some(&args.output),
            Command::Stats(args) => Some(&args.output),
            Command::Compare(args) => Some(&args.output),
            Command::Bench(args) => Some(&args.output),
            Command::Verify(args) => Some(&args.output),
            Command::Cubes(args) => Some(&args.output),
            Command::Join(args) => Some(&args.output),
            Command::Completions(args) => Some(&args.output),
            Command::Man(args) => Some(&args.output),
            Command::Help(args) => Some(&args.output),
            Command::Encode(_)
            | Command::Convert(_)
            | Command::Batch(_)
            | Command::Generate(_)
            | Command::Prove(_)
            | Command::Explain(_)
            | Command::Rate(_)
            | Command::Serve(_) => None,
        }
    }
}

/// Arguments of every command.
#[derive(Args)]
pub(crate) struct GlobalArgs {
    /// Print one JSON object per line, for scripts
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// When to use colours: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_parser = color_choices(), hide_possible_values = true)]
    pub(crate) color: anstream::ColorChoice,
    /// Language of verdicts and statistics: en or pt [default: that of the locale]
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = choice(&Locale::ALL), hide_possible_values = true)]
    lang: Option<Locale>,
    /// Number of threads [default: number of cores; 2 for serve]
    #[arg(long, global = true, value_name = "N", value_parser = positive)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Stop after this time, such as 30, 1.5s or 10m (exit code 124)
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop when the process uses more memory, such as 500M or 4G (exit code 124) [default: 90 % of the available memory]
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_bytes)]
    pub(crate) memory_limit: Option<u64>,
    /// Print only errors on standard error
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// Arguments that override what the reader detects.
#[derive(Args, Clone)]
pub(crate) struct ReadArgs {
    /// Input format [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = readable_formats())]
    pub(crate) format: Option<Format>,
    /// Symbols of a large board: 1-G, 0-F, A-P or A-Y [default: detected]
    #[arg(long, value_name = "SYMBOLS")]
    pub(crate) alphabet: Option<Alphabet>,
    /// Rows and columns of a box, such as 2x6 [default: as close to square as possible]
    #[arg(long, value_name = "RxC", value_parser = Board::from_boxes)]
    pub(crate) boxes: Option<Board>,
}

/// Arguments of the CNF encoding.
#[derive(Args, Clone)]
pub(crate) struct EncodingArgs {
    /// Scheme: which clause families state the rules, by name or as families separated by commas [default: reduced]
    #[arg(long, value_parser = SchemeParser)]
    pub(crate) scheme: Option<Scheme>,
    /// At-most-one encoding [default: pairwise]
    #[arg(long, value_parser = choice(&Amo::ALL))]
    pub(crate) amo: Option<Amo>,
    /// Variable numbering: rowmajor (1..729), base (111..999), open (open candidates only) [default: rowmajor]
    #[arg(long, value_parser = choice(&Numbering::ALL))]
    pub(crate) numbering: Option<Numbering>,
    /// Leave out pairwise clauses that a box shares with a row or column
    #[arg(long)]
    pub(crate) no_repeats: bool,
}

/// Arguments that choose the solver.
#[derive(Args, Clone)]
pub(crate) struct EngineArgs {
    /// Engine: lanes (SIMD, 9x9 only), sat (CaDiCaL), auto (lanes for 9x9, else tabu search + CaDiCaL) [default: auto]
    #[arg(long, value_parser = ["auto", "lanes", "sat"], hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// External SAT solver: minisat, cryptominisat5, cadical, kissat, picosat, clasp, glucose, a path, or a command
    /// such as 'minisat -no-pre {cnf} {out}' [default: the environment variable `QEDOKU_SOLVER`, unless --engine is given]
    #[arg(long, value_name = "SOLVER", conflicts_with = "engine")]
    pub(crate) solver: Option<String>,
    /// Scheme of the formula for the SAT solver, by name or as families separated by commas (see encode --help) [default:
    /// reduced, after preprocessing]
    #[arg(long, value_parser = SchemeParser, hide_possible_values = true)]
    pub(crate) scheme: Option<Scheme>,
    /// At-most-one encoding of the formula for the SAT solver
    #[arg(long, value_parser = choice(&Amo::ALL))]
    pub(crate) amo: Option<Amo>,
    /// Seed of the tabu search, and of count --estimate; affects the running time, and which of several solutions is shown
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// Argument for the destination of the main result.
#[derive(Args, Clone)]
pub(crate) struct OutputArgs {
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

impl GlobalArgs {
    /// Language of results for people. Machine-readable output, help and errors are English whatever it is.
    pub(crate) fn locale(&self) -> Locale {
        self.lang.unwrap_or_else(|| {
            let values = ["LC_ALL", "LC_MESSAGES", "LANG"].map(std::env::var_os);
            let values = values.each_ref().map(|value| value.as_ref().and_then(|value| value.to_str()));
            Locale::from_posix(values)
        })
    }
}

impl ReadArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions { format: self.format, alphabet: self.alphabet, board: self.boxes }
    }
}

impl EncodingArgs {
    pub(crate) fn options(&self) -> EncodingOptions {
        let repeats = if self.no_repeats { Repeats::Drop } else { Repeats::Keep };
        let (scheme, amo) = (self.scheme.unwrap_or_default(), self.amo.unwrap_or_default());
        EncodingOptions {
            scheme,
            amo,
            repeats,
            numbering: self.numbering.unwrap_or_default(),
            ..EncodingOptions::default()
        }
    }
}

impl EngineArgs {
    /// The chosen solver. If there are `many` puzzles, they share the threads, so each is solved on one.
    pub(crate) fn solver(&self, global: &GlobalArgs, many: bool, limits: &Limits) -> Result<Solver> {
        // One and two threads find the same grid. More do not, so they are used on request only.
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = if many { 1 } else { global.threads.map_or(cores.min(2), NonZeroUsize::get) };
        let portfolio = Portfolio { seed: self.seed, threads, ..Portfolio::default() };
        Ok(Solver { engine: self.engine()?, portfolio, interrupt: limits.interrupt.clone() })
    }

    /// The chosen engine. Fails if an external solver does not exist.
    fn engine(&self) -> Result<Engine> {
        let has_encoding = self.scheme.is_some() || self.amo.is_some();
        let options = EncodingOptions {
            scheme: self.scheme.unwrap_or_default(),
            amo: self.amo.unwrap_or_default(),
            ..EncodingOptions::default()
        };
        Ok(match (self.external_solver(), self.engine.as_deref().unwrap_or("auto")) {
            (Some(solver), _) => Engine::External(ExternalSolver::new(&solver)?.with_options(options)?),
            (None, "lanes") if has_encoding => {
                bail!("--scheme and --amo are for SAT solvers and cannot be used with --engine lanes")
            }
            (None, _) if has_encoding => Engine::Sat(SatEngine::with_options(options)?),
            (None, "lanes") => Engine::Lanes,
            (None, "sat") => Engine::Sat(SatEngine::default()),
            (None, _) => Engine::Auto,
        })
    }
}

impl EngineArgs {
    /// The external solver: that of `--solver`, else that of the environment unless an engine is chosen.
    fn external_solver(&self) -> Option<String> {
        let from_environment = || std::env::var(SOLVER_VARIABLE).ok().filter(|solver| !solver.is_empty());
        let environment = if self.engine.is_none() { from_environment() } else { None };
        self.solver.clone().or(environment)
    }
}

/// Environment variable with the default of `--solver`.
pub(crate) const SOLVER_VARIABLE: &str = "QEDOKU_SOLVER";

impl OutputArgs {
    /// The file that `-o` names; `None` means standard output.
    pub(crate) fn create_file(&self) -> Result<Option<Output>> {
        let Some(path) = &self.output else { return Ok(None) };
        if let Some(extension) = has_ending(path, &PICTURE_ENDINGS) {
            bail!("cannot write {}: {extension} pictures are not supported, only SVG", path.display());
        }
        Output::create(path).map(Some)
    }
}

/// Endings of pictures that no command writes.
const PICTURE_ENDINGS: [&str; 8] = ["png", "jpg", "jpeg", "gif", "webp", "bmp", "tiff", "pdf"];

/// The ending of a file name if it is one of these. The ending of a compressed file stands before `.gz` or `.zst`.
pub(crate) fn has_ending<'e>(path: &Path, endings: &[&'e str]) -> Option<&'e str> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    endings.iter().copied().find(|ending| name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.')))
}

/// Parses the name of an SVG file.
pub(crate) fn svg_file(text: &str) -> Result<PathBuf> {
    file_ending_in(text, &["svg"])
}

/// Parses the name of an HTML file.
pub(crate) fn html_file(text: &str) -> Result<PathBuf> {
    file_ending_in(text, &["html", "htm"])
}

/// A file whose name says what it will hold. A device such as `/dev/stdout` has no ending.
fn file_ending_in(text: &str, endings: &[&str]) -> Result<PathBuf> {
    let path = PathBuf::from(text);
    if has_ending(&path, endings).is_none() && path.extension().is_some() {
        bail!("the name of the file must end in .{}", endings[0]);
    }
    Ok(path)
}

/// Parser for one of the names in a table.
pub(crate) fn choice<T: Copy + Send + Sync>(all: &'static [(T, &'static str)]) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.iter().map(|(_, name)| *name));
    names.map(|name| all.iter().find(|(_, known)| *known == name).expect("clap accepts only the listed names").0)
}

/// Like [`choice`], with a line of help for each name.
pub(crate) fn described_choice<T: Copy + Send + Sync>(
    all: &'static [(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let values = PossibleValuesParser::new(all.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help)));
    values.map(|name| all.iter().find(|(_, known, _)| *known == name).expect("clap accepts only the listed names").0)
}

/// Parser for a scheme: a name, or clause families separated by commas. Help describes each.
#[derive(Clone)]
pub(crate) struct SchemeParser;

impl TypedValueParser for SchemeParser {
    type Value = Scheme;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Scheme, clap::Error> {
        StringValueParser::new().try_map(|name| name.parse::<Scheme>()).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let named = Scheme::ALL.iter().map(|(scheme, name)| {
            let clauses = if scheme.is_reduced() {
                String::new()
            } else {
                format!(" ({} clauses on 9x9)", group_digits(clauses_on_9x9(*scheme)))
            };
            PossibleValue::new(*name).help(format!("{}{clauses}", scheme.description().unwrap_or_default()))
        });
        let family = |(family, name): &(ClauseFamily, &'static str)| {
            let clauses = group_digits(clauses_on_9x9(Scheme::from_families([*family])));
            PossibleValue::new(*name).help(format!("{} ({clauses})", family.description()))
        };
        let families = ClauseFamily::ALL.iter().filter(|(family, _)| ClauseFamily::RULES.contains(family)).map(family);
        let all = [("house-some", "row-some,column-some,box-some"), ("house-once", "row-once,column-once,box-once")];
        let abbreviations = all.map(|(name, families)| PossibleValue::new(name).help(families));
        Some(Box::new(named.chain(families).chain(abbreviations)))
    }
}

/// One item of a list of schemes: a scheme, or all that have a name.
#[derive(Clone)]
pub(crate) struct SchemeItem(pub(crate) Vec<Scheme>);

impl SchemeItem {
    /// The schemes of a list, each once and in the order given.
    pub(crate) fn schemes(list: &[SchemeItem]) -> Vec<Scheme> {
        let mut schemes = Vec::new();
        for scheme in list.iter().flat_map(|item| &item.0) {
            if !schemes.contains(scheme) {
                schemes.push(*scheme);
            }
        }
        schemes
    }
}

/// Parser for an item of a list of schemes, in which commas separate schemes: a name, clause families joined by `+`, or `all`.
#[derive(Clone)]
pub(crate) struct SchemeItemParser;

impl TypedValueParser for SchemeItemParser {
    type Value = SchemeItem;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<SchemeItem, clap::Error> {
        StringValueParser::new().try_map(|name| scheme_item(&name)).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Scheme::ALL.iter().map(|(_, name)| *name).chain(["all"]).map(PossibleValue::new)))
    }
}

fn scheme_item(text: &str) -> Result<SchemeItem, String> {
    if text == "all" {
        return Ok(SchemeItem(Scheme::ALL.iter().map(|(scheme, _)| *scheme).collect()));
    }
    let scheme: Scheme =
        text.replace('+', ",").parse().map_err(|error: qedoku::encode::UnknownOptionError| error.to_string())?;
    // `cell-some,house-once` is one scheme for `encode`; here it would be two incomplete ones.
    if !text.contains('+') && !Scheme::ALL.iter().any(|(_, name)| *name == text) {
        return Err(
            "commas separate schemes here: join the families of a scheme with +, as in cell-some+house-once".into()
        );
    }
    Ok(SchemeItem(vec![scheme]))
}

/// Clauses of a scheme on the empty 9x9 board, pairwise.
fn clauses_on_9x9(scheme: Scheme) -> u64 {
    let empty = Puzzle::new(Grid::empty(Board::CLASSIC));
    let options = EncodingOptions { scheme, ..EncodingOptions::default() };
    Encoding::new(&empty, options).map_or(0, |encoding| encoding.size().clauses)
}

/// The solvers of a `--solver LIST` that may be repeated: names separated by commas. A command or a file is one name,
/// whatever commas it contains.
pub(crate) fn solver_names(lists: &[String]) -> Vec<&str> {
    let mut names = Vec::new();
    for list in lists {
        if list.contains(char::is_whitespace) || Path::new(list).is_file() {
            names.push(&list[..]);
        } else {
            names.extend(list.split(',').filter(|name| !name.is_empty()));
        }
    }
    names
}

/// Parser for a format that can be read.
fn readable_formats() -> impl TypedValueParser<Value = Format> {
    formats(Format::is_readable)
}

/// Parser for a format of results: text in which a solution follows the other. `--json` is the JSON of results.
pub(crate) fn writable_formats() -> impl TypedValueParser<Value = Format> {
    formats(|format| format.is_text() && format.epilogue().is_empty() && format != Format::Json)
}

/// Parser for a format of `convert`.
pub(crate) fn convertible_formats() -> impl TypedValueParser<Value = Format> {
    formats(|_| true)
}

fn formats(is_allowed: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.iter().filter(|format| is_allowed(**format)).map(|format| format.name());
    PossibleValuesParser::new(names.collect::<Vec<_>>())
        .map(|name| name.parse().expect("clap accepts only the listed names"))
}

fn color_choices() -> impl TypedValueParser<Value = anstream::ColorChoice> {
    use anstream::ColorChoice::{Always, Auto, Never};
    choice(&[(Auto, "auto"), (Always, "always"), (Never, "never")])
}

/// Parses a size such as `16x16` and returns the board with the usual boxes.
pub(crate) fn parse_board_size(text: &str) -> Result<Board> {
    Ok(text.parse()?)
}

/// Parses an integer from 1.
pub(crate) fn positive(text: &str) -> Result<NonZeroUsize> {
    text.parse().map_err(|_| anyhow!("expected an integer from 1"))
}

/// Parses a duration: `30` (seconds), `1.5s`, `200ms`, `10m`, `2h`.
pub(crate) fn parse_duration(text: &str) -> Result<Duration> {
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => bail!("unknown unit '{unit}' (expected ms, s, m or h)"),
    };
    let number: f64 = number.trim().parse().map_err(|_| anyhow!("expected a number, found '{number}'"))?;
    Ok(Duration::try_from_secs_f64(number * seconds)?)
}

/// Parses a size in bytes: `4096`, `500k`, `64M`, `4G`; units are powers of 1024.
pub(crate) fn parse_bytes(text: &str) -> Result<u64> {
    let (number, unit) = split_unit(text);
    let shift = match unit.to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        _ => bail!("unknown unit '{unit}' (expected k, M or G)"),
    };
    let number: u64 = number.trim().parse().map_err(|_| anyhow!("expected a number, found '{number}'"))?;
    number.checked_mul(1 << shift).with_context(|| format!("'{text}' is too large"))
}

/// `1.5s` -> (`1.5`, `s`).
fn split_unit(text: &str) -> (&str, &str) {
    text.split_at(text.find(|symbol: char| symbol.is_ascii_alphabetic()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_definition_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn a_solver_list_is_split_at_commas_and_a_command_is_not() {
        let names = |list: &str| solver_names(&[list.to_owned()]).into_iter().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(names("built-in,minisat,,picosat"), ["built-in", "minisat", "picosat"]);
        assert_eq!(names("clasp --configuration=a,b {cnf}"), ["clasp --configuration=a,b {cnf}"]);
    }

    #[test]
    fn side_files_have_the_ending_of_their_content() {
        let is_svg = |name| svg_file(name).is_ok();
        assert!(is_svg("plot.svg") && is_svg("a/Plot.SVG") && is_svg("plot.svg.gz") && is_svg("/dev/stdout"));
        assert!(!is_svg("plot.png") && !is_svg("plot.svg.png") && !is_svg("svg.txt"));
        assert!(html_file("steps.html").is_ok() && html_file("steps.htm").is_ok() && html_file("steps.svg").is_err());
        let png = OutputArgs { output: Some("picture.png".into()) };
        assert!(png.create_file().is_err_and(|error| error.to_string().contains("only SVG")));
    }

    #[test]
    fn sizes_are_parsed_with_their_unit() {
        assert_eq!(parse_bytes("4096").unwrap(), 4096);
        assert_eq!(parse_bytes("500k").unwrap(), 500 << 10);
        assert_eq!(parse_bytes("64M").unwrap(), parse_bytes("64MiB").unwrap());
        assert_eq!(parse_bytes("4GB").unwrap(), 4 << 30);
        assert!(parse_bytes("1T").is_err() && parse_bytes("G").is_err() && parse_bytes("99999999999G").is_err());
    }

    #[test]
    fn durations_are_parsed_with_their_unit() {
        assert_eq!(parse_duration("30").unwrap(), Duration::from_secs(30));
        assert_eq!(parse_duration("1.5s").unwrap(), Duration::from_millis(1500));
        assert_eq!(parse_duration("200ms").unwrap(), Duration::from_millis(200));
        assert_eq!(parse_duration("2m").unwrap(), Duration::from_secs(120));
        assert!(parse_duration("1y").is_err() && parse_duration("s").is_err() && parse_duration("-1").is_err());
    }
}
