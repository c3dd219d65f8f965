//! What can be said on the command line: one definition for parser, help, man page and completions.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use qedoku::encode::Repeats;
use qedoku::formats::{Alphabet, Format, ReadOptions};
use qedoku::{Amo, Board, EncodingOptions, Engine, ExternalSolver, Numbering, Portfolio, SatEngine, Scheme, Solver};

use crate::limits::Limits;

/// Sudoku as logic: say it, solve it, prove it, explain it.
#[derive(Parser)]
#[command(name = "qedoku", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(long_about = "Sudoku as logic: say it, solve it, prove it, explain it.\n\n\
    Examples:\n  \
    qedoku solve puzzles.txt                      none, one or many, for each puzzle\n  \
    qedoku encode puzzle.txt -o puzzle.cnf        clauses for any SAT solver\n  \
    minisat puzzle.cnf result.txt; qedoku decode result.txt --cnf puzzle.cnf\n  \
    qedoku compare puzzle.txt --plot plot.svg     schemes and solvers side by side\n  \
    qedoku prove puzzle.txt -o puzzle.proof; qedoku verify puzzle.txt puzzle.proof\n  \
    qedoku explain puzzle.txt                     every digit with its reason\n\n\
    INPUT is a file, - for standard input, the puzzle itself, or a size such as 16x16 for the empty board.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Solve(crate::solve::SolveArgs),
    Count(crate::count::CountArgs),
    Encode(crate::encode::EncodeArgs),
    Decode(crate::decode::DecodeArgs),
    Stats(crate::stats::StatsArgs),
    Compare(crate::compare::CompareArgs),
    Bench(crate::bench::BenchArgs),
    Convert(crate::convert::ConvertArgs),
    Generate(crate::generate::GenerateArgs),
    Prove(crate::prove::ProveArgs),
    Verify(crate::verify::VerifyArgs),
    Explain(crate::explain::ExplainArgs),
    Rate(crate::rate::RateArgs),
    Serve(crate::serve::ServeArgs),
    Completions(crate::shell::CompletionsArgs),
    Man(crate::shell::ManArgs),
}

/// What every command takes.
#[derive(Args)]
pub(crate) struct Common {
    /// One JSON object per puzzle, each on a line, for scripts
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Colours: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_parser = colors(), hide_possible_values = true)]
    pub(crate) color: anstream::ColorChoice,
    /// Threads to use [default: as many as there are cores; 2 for serve]
    #[arg(long, global = true, value_name = "N", value_parser = from_one)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Stop after this time, such as 30, 1.5s, 10m; exit code 124
    #[arg(long, global = true, value_name = "TIME", value_parser = duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop when more memory is used, such as 500M or 4G [default: nine tenths of what is available]; exit code 124
    #[arg(long, global = true, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory_limit: Option<u64>,
    /// Say nothing on standard error but errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// How texts are to be read, where what is recognised is not what is meant.
#[derive(Args, Clone)]
pub(crate) struct Reading {
    /// The format of the input [default: recognised]
    #[arg(long, value_name = "FORMAT", value_parser = readable_formats())]
    pub(crate) format: Option<Format>,
    /// The symbols of a large board: 1-G, 0-F, A-P, A-Y [default: recognised]
    #[arg(long, value_name = "SYMBOLS")]
    pub(crate) alphabet: Option<Alphabet>,
    /// Rows and columns of a box, such as 2x6 [default: as square as can be]
    #[arg(long, value_name = "RxC", value_parser = Board::from_boxes)]
    pub(crate) boxes: Option<Board>,
}

/// How a puzzle is said in clauses.
#[derive(Args, Clone)]
pub(crate) struct Saying {
    /// The scheme: which families of rules are written [default: reduced]
    #[arg(long, value_parser = choice(&Scheme::ALL))]
    pub(crate) scheme: Option<Scheme>,
    /// The at-most-one encoding [default: pairwise]
    #[arg(long, value_parser = choice(&Amo::ALL))]
    pub(crate) amo: Option<Amo>,
    /// The numbers of the variables: rowmajor 1..729, base 111..999, open only for open candidates [default: rowmajor]
    #[arg(long, value_parser = choice(&Numbering::ALL))]
    pub(crate) numbering: Option<Numbering>,
    /// Leave out the pair clauses that a box shares with a row or column
    #[arg(long)]
    pub(crate) no_repeats: bool,
}

/// What solves.
#[derive(Args, Clone)]
pub(crate) struct Solving {
    /// What solves: lanes for 9x9 only, sat for the built-in SAT solver; auto is lanes for 9x9, and for all else filling
    /// (a local search) and SAT together
    #[arg(long, default_value = "auto", value_parser = ["auto", "lanes", "sat"], hide_possible_values = true)]
    pub(crate) engine: String,
    /// An outside solver: minisat, cryptominisat5, cadical, kissat, picosat, clasp, glucose, a path to one, or a
    /// command such as 'minisat -no-pre {cnf} {out}'
    #[arg(long, value_name = "SOLVER", conflicts_with = "engine")]
    pub(crate) solver: Option<String>,
    /// The scheme in which the solver is told the puzzle [default: pruned, then reduced]
    #[arg(long, value_parser = choice(&Scheme::ALL))]
    pub(crate) scheme: Option<Scheme>,
    /// The at-most-one encoding in which the solver is told the puzzle
    #[arg(long, value_parser = choice(&Amo::ALL))]
    pub(crate) amo: Option<Amo>,
    /// Random numbers for filling: another seed may take more or less time and show another of several solutions
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

impl Reading {
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions { format: self.format, alphabet: self.alphabet, board: self.boxes }
    }
}

impl Saying {
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

impl Solving {
    /// The solver that these words mean, for one puzzle or for many that share the threads.
    pub(crate) fn solver(&self, common: &Common, many: bool, limits: &Limits) -> anyhow::Result<Solver> {
        // Two threads lead to the same grid as one does; more do not, so they must be asked for.
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = if many { 1 } else { common.threads.map_or(cores.min(2), NonZeroUsize::get) };
        let portfolio = Portfolio { seed: self.seed, threads, ..Portfolio::default() };
        Ok(Solver { engine: self.engine()?, portfolio, interrupt: limits.stop.clone() })
    }

    /// The engine that these words mean; an outside solver must exist.
    fn engine(&self) -> anyhow::Result<Engine> {
        let said = self.scheme.is_some() || self.amo.is_some();
        let options = EncodingOptions {
            scheme: self.scheme.unwrap_or_default(),
            amo: self.amo.unwrap_or_default(),
            ..EncodingOptions::default()
        };
        Ok(match (&self.solver, &self.engine[..]) {
            (Some(solver), _) => Engine::External(ExternalSolver::new(solver)?.with_options(options)?),
            (None, "lanes") if said => anyhow::bail!("--scheme and --amo are for SAT solvers: not with --engine lanes"),
            (None, _) if said => Engine::Sat(SatEngine::with_options(options)?),
            (None, "lanes") => Engine::Lanes,
            (None, "sat") => Engine::Sat(SatEngine::default()),
            (None, _) => Engine::Auto,
        })
    }
}

/// A choice from a table of names.
pub(crate) fn choice<T: Copy + Send + Sync>(all: &'static [(T, &'static str)]) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.iter().map(|(_, name)| *name));
    names.map(|name| all.iter().find(|(_, known)| *known == name).expect("one of the possible values").0)
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

/// The formats that can be read.
fn readable_formats() -> impl TypedValueParser<Value = Format> {
    formats(|format| format != Format::Svg)
}

/// The formats that can be written.
pub(crate) fn writable_formats() -> impl TypedValueParser<Value = Format> {
    formats(|_| true)
}

fn formats(wanted: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.iter().filter(|format| wanted(**format)).map(|format| format.name());
    PossibleValuesParser::new(names.collect::<Vec<_>>()).map(|name| name.parse().expect("one of the possible values"))
}

fn colors() -> impl TypedValueParser<Value = anstream::ColorChoice> {
    use anstream::ColorChoice::{Always, Auto, Never};
    choice(&[(Auto, "auto"), (Always, "always"), (Never, "never")])
}

/// `16x16`: the usual board of a size.
pub(crate) fn side(text: &str) -> Result<Board, String> {
    text.parse::<Board>().map_err(|error| error.to_string())
}

/// How many of something that there must be one of.
pub(crate) fn from_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number from 1".to_owned())
}

/// `30`, `1.5s`, `200ms`, `10m`, `2h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|symbol: char| symbol.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("expected ms, s, m or h, found '{unit}'")),
    };
    let number: f64 = number.trim().parse().map_err(|_| format!("expected a number, found '{number}'"))?;
    Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())
}

/// `4096`, `500k`, `64M`, `4G`: bytes, or so many times 1024 of them.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let split = text.find(|symbol: char| symbol.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let shift = match unit.to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        _ => return Err(format!("expected k, M or G, found '{unit}'")),
    };
    let number: u64 = number.trim().parse().map_err(|_| format!("expected a number, found '{number}'"))?;
    number.checked_mul(1 << shift).ok_or(format!("'{text}' is too large"))
}

/// Where a command writes its main result.
#[derive(Args, Clone)]
pub(crate) struct Into {
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_list_is_split_at_commas_and_a_command_is_not() {
        let names = |list: &str| solver_names(&[list.to_owned()]).into_iter().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(names("built-in,minisat,,picosat"), ["built-in", "minisat", "picosat"]);
        assert_eq!(names("clasp --configuration=a,b {cnf}"), ["clasp --configuration=a,b {cnf}"]);
    }

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_are_read_with_their_unit() {
        assert_eq!(bytes("4096"), Ok(4096));
        assert_eq!(bytes("500k"), Ok(500 << 10));
        assert_eq!(bytes("64M"), bytes("64MiB"));
        assert_eq!(bytes("4GB"), Ok(4 << 30));
        assert!(bytes("1T").is_err() && bytes("G").is_err() && bytes("99999999999G").is_err());
    }

    #[test]
    fn durations_are_read_with_their_unit() {
        assert_eq!(duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert!(duration("1y").is_err() && duration("s").is_err() && duration("-1").is_err());
    }
}
