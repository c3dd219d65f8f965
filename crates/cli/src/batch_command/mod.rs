//! `qedoku batch`: tables of any length; results become new columns.

mod crash_point;
mod inputs;
mod job;
mod part_file;
mod run;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use qedoku::Board;
use qedoku::formats::{Alphabet, ReadOptions};
use qedoku_batch::{AddedColumn, Labeller, Layout, Manifest, RowCounts, TableFormat, TableOptions, TableWriter};
use serde_json::{Map, Value, json};

use crate::args::{GlobalArgs, parse_duration};
use crate::exit::Exit;
use crate::limits::{self, Limits};
use crate::output::{Output, group_digits, message, pluralize, print_error};
pub(crate) use inputs::{TableInputs, identities};
use job::{ExistingOutput, Job, OutputFiles};
use run::{BatchRun, Destination, RunEnd};

/// Label tables of puzzles: CSV, JSON Lines, NumPy, Parquet, Arrow
#[derive(Args)]
#[command(
    long_about = "Label tables of puzzles: every row and column of the input is kept, and results become new columns.\n\n\
    Examples:\n  \
    qedoku batch puzzles.csv -o solved.csv                 the columns answer, solution and error\n  \
    qedoku batch puzzles.jsonl -o rated.jsonl --add rating,se,techniques\n  \
    qedoku batch puzzles.csv -o shards/ --shard-rows 100000\n  \
    qedoku batch puzzles.csv -o shards/ --resume           continue after a crash or Ctrl-C\n  \
    qedoku batch puzzles.npy -o solutions.npy --add solution\n  \
    qedoku batch puzzles.parquet -o solved.parquet         all columns with their types\n  \
    qedoku batch *.csv.gz -o unique.csv.zst --dedup        one of several equivalent puzzles\n\n\
    answer      none, one or many solutions; invalid for a row without a puzzle\n\
    solution    the solution; of several, one of them\n\
    count       number of solutions, at most --limit\n\
    rating      B rating (see rate)\n\
    se          rating of Sudoku Explainer for 9x9, and se_trust: walked, fitted or at-least\n\
    steps       steps of the explanation that are not singles\n\
    techniques  techniques of the explanation\n\
    canonical   canonical (minlex) form\n\
    givens      number of givens\n\
    certificate proof of the answer, exact up to --limit solutions (1): see prove and join\n\
    error       why the row is malformed, or a column could not be computed\n\n\
    The output appears under its name when it is complete. A manifest beside it (FILE.manifest.jsonl, or _manifest.jsonl in a folder) \
    records inputs, options, row ranges and checksums; --resume trusts nothing else. Memory does not depend on the length of \
    the input, except for --dedup: 16 bytes per puzzle, and some more for the table.\n\n\
    Exit code 0: the work is done, whatever the answers are; 2: every row is malformed, or another error; 3: some rows have an error."
)]
pub(crate) struct BatchArgs {
    /// Files, or - for standard input: CSV, TSV, JSON Lines, .npy, Parquet, Arrow, lists; gzip and zstd are detected [default:
    /// standard input]
    #[arg(value_name = "INPUT")]
    inputs: Vec<String>,
    /// Output file, or a folder (it exists, or its name ends in /) for numbered files [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Columns to add: answer, solution, count, rating, se, steps, techniques, canonical, givens, certificate [default: answer,solution]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', num_args = 1)]
    add: Vec<AddedColumn>,
    /// Column of the puzzles: its name, or its number from 1 [default: detected]
    #[arg(long, value_name = "COLUMN")]
    column: Option<String>,
    /// Input format: csv, tsv, jsonl, npy, parquet, arrow or list [default: detected]
    #[arg(long, value_name = "FORMAT")]
    format: Option<TableFormat>,
    /// Output format: csv, tsv, jsonl, npy or parquet [default: that of the output's name, else that of the input]
    #[arg(long, value_name = "FORMAT")]
    to: Option<TableFormat>,
    /// With a folder: rows of the input per file [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    shard_rows: Option<u64>,
    /// With Parquet: rows of the input per row group; a stopped run continues at the end of one [default: 122880, fewer if rows
    /// take long]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    row_group: Option<u64>,
    /// Leave out rows that are equivalent to an earlier one: the same puzzle with rows, columns or digits permuted
    #[arg(long)]
    dedup: bool,
    /// Count solutions up to this number [default: 1000; 1 for certificates]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Time between two checkpoints, at which an interrupted file is continued; every one waits for the disk [default: 5s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    checkpoint: Option<Duration>,
    /// Continue a run that was stopped, with the same inputs and options
    #[arg(long, conflicts_with = "overwrite")]
    resume: bool,
    /// Replace an existing output
    #[arg(long)]
    overwrite: bool,
    /// Symbols of a large board: 1-G, 0-F, A-P or A-Y [default: detected]
    #[arg(long, value_name = "SYMBOLS")]
    alphabet: Option<Alphabet>,
    /// Rows and columns of a box, such as 2x6 [default: as close to square as possible]
    #[arg(long, value_name = "RxC", value_parser = Board::from_boxes)]
    boxes: Option<Board>,
}

/// Rows per file of a folder.
const SHARD_ROWS: u64 = 1_000_000;
/// Time between two checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(5);
/// Rows per row group of Parquet if they take milliseconds; and on boards that may take minutes.
const SLOW_GROUP_ROWS: u64 = 2048;
const SLOWEST_GROUP_ROWS: u64 = 16;
/// Number at which counting ends.
const COUNT_LIMIT: u64 = 1000;

/// `qedoku batch`: rows -> puzzles -> new columns -> rows.
pub(crate) fn run(args: &BatchArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let start = Instant::now();
    let paths = if args.inputs.is_empty() { vec!["-".to_owned()] } else { args.inputs.clone() };
    let identities = identities(&paths)?;
    args.check_output(&paths)?;
    let options = args.table_options();
    let inputs = TableInputs::open(&paths, &identities, &options)?;
    let format = args.output_format(inputs.layout())?;
    let mut labeller = args.labeller(format);
    labeller.solver.interrupt = limits.interrupt.clone();
    labeller.has_fixed_columns = format != TableFormat::JsonLines;
    labeller.max_certificate_bytes = format.max_field_bytes();
    labeller.has_typed_columns = format == TableFormat::Parquet;
    let mut writer = TableWriter::new(format, inputs.layout(), &labeller)?;
    writer.row_group_rows = args.row_group_rows(&labeller, inputs.layout().board(), writer.row_group_rows);
    let shard_rows = if args.is_folder() { args.shard_rows.unwrap_or(SHARD_ROWS) } else { u64::MAX };
    let destination = match args.file() {
        None => Destination::stream(args, out, &writer)?,
        Some(path) => {
            let files = OutputFiles::new(path, args.is_folder(), format);
            BatchArgs::check_compression(format, &files)?;
            let program = format!("qedoku {}", env!("CARGO_PKG_VERSION"));
            let manifest = Manifest::new(program, identities, args.recorded_options(&labeller, &writer, shard_rows));
            let note = |text: &str| {
                if !global.quiet {
                    message!("{text}");
                }
            };
            Destination::Files(Box::new(Job::begin(files, manifest, args.existing_output(), note)?))
        }
    };
    let is_stdout = matches!(destination, Destination::Stream(_)) && args.output.is_none();
    let run = BatchRun {
        labeller: &labeller,
        writer: &writer,
        shard_rows,
        has_dedup: args.dedup,
        checkpoint_interval: args.checkpoint.unwrap_or(CHECKPOINT_INTERVAL),
        limits: &limits,
    };
    let end = run.process(inputs, destination, global)?;
    summarize(args, global, (!is_stdout).then_some(out), &end, start)?;
    Ok(exit(&end, &limits))
}

fn exit(end: &RunEnd, limits: &Limits) -> Exit {
    let RowCounts { rows, invalid, incomplete, .. } = end.counts;
    match limits.early_exit().filter(|_| !end.is_complete) {
        Some(exit) => exit,
        None if rows > 0 && invalid == rows => Exit::BadInput,
        None if invalid + incomplete > 0 => Exit::SomeBadInput,
        None => Exit::Success,
    }
}

/// Prints the numbers of rows; as JSON on standard output if that is requested and free.
fn summarize(
    args: &BatchArgs,
    global: &GlobalArgs,
    out: Option<&mut Output>,
    end: &RunEnd,
    start: Instant,
) -> Result<()> {
    let seconds = start.elapsed().as_secs_f64();
    let counts = &end.counts;
    if let Some(out) = out.filter(|_| global.json) {
        let mut fields = counts.to_json();
        fields["complete"] = end.is_complete.into();
        fields["seconds"] = ((seconds * 1e3).round() / 1e3).into();
        return Ok(out.json(&fields)?);
    }
    if limits::is_output_closed() {
        return Ok(());
    }
    if !end.is_complete {
        let resume = if end.is_resumable { "; --resume continues" } else { "" };
        print_error(&format!("stopped after {}{resume}", pluralize(counts.rows, "row")));
        return Ok(());
    }
    if !global.quiet {
        let rate = (end.processed as f64 / seconds.max(0.001)) as u64;
        let place = args.output.as_ref().map_or(String::new(), |path| format!("{}: ", path.display()));
        message!("{place}{}, {seconds:.1} s, {} rows/s", describe_counts(counts), group_digits(rate));
    }
    Ok(())
}

/// `1,000 rows: 997 one, 2 many, 1 invalid`.
fn describe_counts(counts: &RowCounts) -> String {
    let named = [
        (counts.one, "one"),
        (counts.none, "none"),
        (counts.many, "many"),
        (counts.invalid, "invalid"),
        (counts.missing, "null"),
        (counts.incomplete, "with another error"),
        (counts.duplicates, "left out as duplicates"),
    ];
    let named = named.iter().filter(|(count, _)| *count > 0);
    let named: Vec<String> = named.map(|(count, name)| format!("{} {name}", group_digits(*count))).collect();
    let separator = if named.is_empty() { "" } else { ": " };
    format!("{}{separator}{}", pluralize(counts.rows, "row"), named.join(", "))
}

impl BatchArgs {
    /// Whether the output is a folder of numbered files.
    fn is_folder(&self) -> bool {
        let ends_in_slash = |path: &PathBuf| path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
        self.output.as_ref().is_some_and(|path| path.is_dir() || ends_in_slash(path))
    }

    /// The output, unless it is standard output or a device, which are written directly.
    fn file(&self) -> Option<&Path> {
        let path = self.output.as_deref().filter(|path| *path != Path::new("-"))?;
        let is_special = path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
        let is_descriptor = ["/dev/fd/", "/proc/"].iter().any(|folder| path.starts_with(folder));
        (!is_special && !is_descriptor).then_some(path)
    }

    /// Refuses options that contradict each other, before any work.
    fn check_output(&self, paths: &[String]) -> Result<()> {
        if self.file().is_none() && (self.resume || self.overwrite) {
            bail!("--resume and --overwrite are for output files: name one with -o");
        }
        if !self.is_folder() && self.shard_rows.is_some() {
            bail!("--shard-rows is for folders: end the name of the output with /");
        }
        let output = self.file().and_then(|path| path.canonicalize().ok());
        let is_input = |path: &&String| output.is_some() && Path::new(path).canonicalize().ok() == output;
        match paths.iter().find(is_input) {
            Some(path) => bail!("{path} is input and output"),
            None => Ok(()),
        }
    }

    /// An array begins with the number of its rows, which is known at the end; a compressed file cannot be changed there. Nothing reads
    /// a compressed Parquet file.
    fn check_compression(format: TableFormat, files: &OutputFiles) -> Result<()> {
        match format {
            _ if files.compression == part_file::FileCompression::Plain => Ok(()),
            TableFormat::Npy => bail!("arrays cannot be written compressed: leave out .gz or .zst"),
            TableFormat::Parquet => bail!("the columns of Parquet are compressed: leave out .gz or .zst"),
            _ => Ok(()),
        }
    }

    /// Row groups of rows that take long are small, because a stopped run loses the one that it has begun.
    fn row_group_rows(&self, labeller: &Labeller, board: Board, default: u64) -> u64 {
        let default = match board.side() {
            17.. => SLOWEST_GROUP_ROWS,
            _ if labeller.is_slow() || board != Board::CLASSIC => SLOW_GROUP_ROWS,
            _ => default,
        };
        self.row_group.unwrap_or(default)
    }

    fn existing_output(&self) -> ExistingOutput {
        match (self.resume, self.overwrite) {
            (true, _) => ExistingOutput::Resume,
            (_, true) => ExistingOutput::Overwrite,
            _ => ExistingOutput::Refuse,
        }
    }

    fn table_options(&self) -> TableOptions {
        let read = ReadOptions { format: None, alphabet: self.alphabet, board: self.boxes };
        TableOptions { format: self.format, column: self.column.clone(), read }
    }

    fn output_format(&self, layout: &Layout) -> Result<TableFormat> {
        let by_name = || self.output.as_deref().filter(|_| !self.is_folder()).and_then(TableFormat::from_path);
        let by_input =
            || Some(layout.format()).filter(|format| matches!(format, TableFormat::Tsv | TableFormat::JsonLines));
        let by_types = || (layout.format().is_columnar() && self.file().is_some()).then_some(TableFormat::Parquet);
        let format = self.to.or_else(by_name).or_else(by_input).or_else(by_types).unwrap_or(TableFormat::Csv);
        if !format.is_writable() {
            bail!("tables cannot be written as {format}");
        }
        if format != TableFormat::Parquet && self.row_group.is_some() {
            bail!("--row-group is for Parquet: write it with --to parquet");
        }
        Ok(format)
    }

    fn labeller(&self, format: TableFormat) -> Labeller {
        let default: &[AddedColumn] = match format {
            TableFormat::Npy => &[AddedColumn::Solution],
            _ => &[AddedColumn::Answer, AddedColumn::Solution],
        };
        let mut columns: Vec<AddedColumn> = Vec::new();
        for column in if self.add.is_empty() { default } else { &self.add } {
            if !columns.contains(column) {
                columns.push(*column);
            }
        }
        let mut labeller = Labeller::new(&columns);
        labeller.solver.portfolio.threads = 1;
        labeller.count_limit = self.limit.unwrap_or(COUNT_LIMIT);
        labeller.proof_limit = self.limit.unwrap_or(1);
        labeller
    }

    /// The options on which the bytes of the output depend.
    fn recorded_options(&self, labeller: &Labeller, writer: &TableWriter, shard_rows: u64) -> Map<String, Value> {
        let columns: Vec<&str> = labeller.columns().iter().map(|column| column.name()).collect();
        let fields = json!({
            "add": columns,
            "to": writer.format().name(),
            "column": self.column,
            "format": self.format.map(TableFormat::name),
            "alphabet": self.alphabet.map(|alphabet| alphabet.to_string()),
            "boxes": self.boxes.map(|board| board.to_string()),
            "limit": labeller.count_limit,
            "proof-limit": columns.contains(&"certificate").then_some(labeller.proof_limit),
            "dedup": self.dedup,
            "shard-rows": (shard_rows < u64::MAX).then_some(shard_rows),
            "row-group": (writer.group_rows() < u64::MAX).then(|| writer.group_rows()),
        });
        fields.as_object().cloned().unwrap_or_default()
    }
}
