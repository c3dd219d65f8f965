//! [`BatchRun`]: the loop of `qedoku batch`.
//!
//! ```text
//!   TableInputs ─ cut ─▶ worker: parse, find duplicates, label, write to memory ─▶ in order ─▶ PartFile, manifest
//!   (one lock)           worker: ...                                                          (this thread)
//! ```
//!
//! A chunk never crosses the end of a part or of a row group of Parquet, nor the checkpoint at which a resumed run continues. The rows before it are read again, for
//! their checksum and for `--dedup`, but nothing is computed for them.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use crc32fast::Hasher;
use qedoku::Board;
use qedoku_batch::{
    AddedColumn, ChunkLimit, Dedup, EncodedRows, LabelError, Labeller, OpenPart, PartEncoder, PartRecord, RowChunk,
    RowCounts, TableWriter, map_in_order,
};

use super::BatchArgs;
use super::inputs::TableInputs;
use super::job::Job;
use super::part_file::PartFile;
use crate::args::GlobalArgs;
use crate::limits::{InterruptedError, Limits};
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::threads;

/// Settings of a run.
pub(super) struct BatchRun<'a> {
    pub(super) labeller: &'a Labeller,
    pub(super) writer: &'a TableWriter,
    pub(super) shard_rows: u64,
    pub(super) has_dedup: bool,
    /// Time between two checkpoints of a part.
    pub(super) checkpoint_interval: Duration,
    pub(super) limits: &'a Limits,
}

/// Where the rows go.
pub(super) enum Destination<'o> {
    /// Standard output or a device.
    Stream(StreamOutput<'o>),
    Files(Box<Job>),
}

/// Standard output, or a device that is written directly.
pub(super) enum StreamOutput<'o> {
    Stdout(&'o mut Output),
    Device(Output),
}

/// The end of a run.
pub(super) struct RunEnd {
    /// All rows, those of earlier runs included.
    pub(super) counts: RowCounts,
    /// The rows of this run.
    pub(super) processed: u64,
    pub(super) is_complete: bool,
    pub(super) is_resumable: bool,
}

/// Rows that were cut from the input.
struct CutChunk {
    part: u64,
    is_skipped: bool,
    chunk: RowChunk,
}

/// The result of a chunk.
struct ChunkResult {
    part: u64,
    is_skipped: bool,
    rows: u64,
    bytes: usize,
    checksum: Hasher,
    encoded: EncodedRows,
    counts: RowCounts,
}

/// A limit or Ctrl-C ended the work on a chunk.
#[derive(Debug)]
struct InterruptedRun;

impl std::fmt::Display for InterruptedRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for InterruptedRun {}

impl<'o> Destination<'o> {
    /// Begins to write a table to standard output or to a device.
    pub(super) fn stream(args: &BatchArgs, out: &'o mut Output, writer: &TableWriter) -> Result<Destination<'o>> {
        if writer.final_header(0).is_some() {
            bail!("an array begins with the number of its rows: name a file with -o");
        }
        let path = args.output.as_deref().filter(|path| *path != std::path::Path::new("-"));
        let mut stream = match path {
            Some(path) => StreamOutput::Device(Output::create(path)?),
            None => StreamOutput::Stdout(out),
        };
        stream.output().write_all(&writer.header())?;
        Ok(Destination::Stream(stream))
    }
}

impl StreamOutput<'_> {
    fn output(&mut self) -> &mut Output {
        match self {
            StreamOutput::Stdout(out) => out,
            StreamOutput::Device(out) => out,
        }
    }
}

impl BatchRun<'_> {
    /// Processes all rows.
    pub(super) fn process(
        &self,
        mut inputs: TableInputs<'_>,
        destination: Destination<'_>,
        global: &GlobalArgs,
    ) -> Result<RunEnd> {
        let progress = ProgressLine::for_input("rows", global, inputs.progress());
        let limit = self.chunk_limit(inputs.layout().board());
        let mut sink = Sink::new(self, destination)?;
        let (shard_rows, group_rows) = (self.shard_rows, self.writer.group_rows());
        let mut cursor = Cursor { row: 0, shard_rows, group_rows, checkpoint: sink.checkpoint() };
        let done = sink.done_parts();
        let mut is_cut_short = false;
        let next_chunk = || {
            if self.limits.early_exit().is_some() {
                is_cut_short = true;
                return Ok(None);
            }
            let part = cursor.part();
            let rows = cursor.rows_to_boundary().min(limit.rows as u64) as usize;
            let Some(chunk) = inputs.next_chunk(ChunkLimit { rows, ..limit })? else { return Ok(None) };
            let is_skipped = done.contains(&part) || cursor.is_before_checkpoint();
            cursor.row += chunk.row_count() as u64;
            Ok(Some(CutChunk { part, is_skipped, chunk }))
        };
        let dedup = self.has_dedup.then(Dedup::default);
        let process = |number: usize, cut: CutChunk| self.process_chunk(number, &cut, dedup.as_ref());
        let consume = |result: ChunkResult| {
            progress.add_from_input(result.rows, result.bytes);
            sink.consume(result)?;
            Ok(true)
        };
        let result = map_in_order(rayon::current_num_threads(), threads::consumer(), next_chunk, process, consume);
        drop(progress);
        let is_complete = match result {
            Ok(_) => !is_cut_short,
            Err(error) if error.is::<InterruptedRun>() || InterruptedError::is_cause_of(&error) => false,
            Err(error) => return Err(error),
        };
        sink.end(is_complete)
    }

    /// Chunks of slow rows are small, so that all threads have work and an interrupted run loses little.
    fn chunk_limit(&self, board: Board) -> ChunkLimit {
        let limit = ChunkLimit::default();
        let rows = match board.side() {
            // A row may take minutes.
            25.. => 1,
            _ if self.labeller.columns().contains(&AddedColumn::Certificate) => 1,
            _ if self.labeller.is_slow() || board != Board::CLASSIC => 16,
            _ => limit.rows,
        };
        ChunkLimit { rows, ..limit }
    }

    fn process_chunk(&self, number: usize, cut: &CutChunk, dedup: Option<&Dedup>) -> Result<ChunkResult> {
        let CutChunk { part, is_skipped, chunk } = cut;
        let mut result = ChunkResult {
            part: *part,
            is_skipped: *is_skipped,
            rows: chunk.row_count() as u64,
            bytes: chunk.bytes(),
            checksum: chunk.checksum(),
            encoded: EncodedRows::empty(),
            counts: RowCounts::default(),
        };
        if *is_skipped && dedup.is_none() {
            return Ok(result);
        }
        let rows = chunk.rows();
        let is_new = dedup.map(|dedup| dedup.mark_new(number, &rows));
        if !*is_skipped {
            let keep = |index: usize| is_new.as_ref().is_none_or(|is_new| is_new[index]);
            let results = self.labeller.label_where(&rows, keep).map_err(|_: LabelError| InterruptedRun)?;
            result.encoded = self.writer.encode(&rows, &results, keep)?;
            result.counts = results.counts;
        }
        Ok(result)
    }
}

/// The position in the input.
struct Cursor {
    row: u64,
    shard_rows: u64,
    /// The rows of a row group, counted from the first row of a part.
    group_rows: u64,
    /// The row at which an unfinished part is continued.
    checkpoint: Option<u64>,
}

impl Cursor {
    fn part(&self) -> u64 {
        self.row / self.shard_rows
    }

    fn is_before_checkpoint(&self) -> bool {
        self.checkpoint.is_some_and(|checkpoint| {
            self.part() == (checkpoint.saturating_sub(1)) / self.shard_rows && self.row < checkpoint
        })
    }

    /// The number of rows up to the end of the part or row group, or to the checkpoint.
    fn rows_to_boundary(&self) -> u64 {
        let part_start = self.part().saturating_mul(self.shard_rows);
        let groups = (self.row - part_start) / self.group_rows + 1;
        let group_end = part_start.saturating_add(groups.saturating_mul(self.group_rows));
        let end = (self.part() + 1).saturating_mul(self.shard_rows).min(group_end);
        let end =
            self.checkpoint.filter(|checkpoint| self.row < *checkpoint).map_or(end, |checkpoint| end.min(checkpoint));
        end - self.row
    }
}

/// The consumer of the results.
struct Sink<'a, 'o> {
    run: &'a BatchRun<'a>,
    destination: Destination<'o>,
    /// The part that is being written.
    file: Option<PartFile>,
    encoder: Option<PartEncoder>,
    part: u64,
    /// Rows and results of this part.
    part_rows: u64,
    part_counts: RowCounts,
    /// The checksum of all rows of the input so far.
    input: Hasher,
    row: u64,
    /// Rows of this run that were not skipped.
    processed: u64,
    last_checkpoint: Instant,
    /// The last state at which the part can be continued.
    aligned: Option<AlignedState>,
    resumed: Option<ResumedPart>,
}

/// The state of a part when its bytes contain all rows so far. Rows of Parquet that are not in a finished row group are lost when a run
/// stops.
struct AlignedState {
    rows: u64,
    counts: RowCounts,
    input: Hasher,
}

/// The checkpoint to continue at, and its opened file.
struct ResumedPart {
    open: OpenPart,
    file: PartFile,
    encoder: PartEncoder,
}

impl<'a, 'o> Sink<'a, 'o> {
    fn new(run: &'a BatchRun<'a>, destination: Destination<'o>) -> Result<Sink<'a, 'o>> {
        let mut resumed = None;
        if let Destination::Files(job) = &destination
            && let Some(open) = job.manifest.open.clone().filter(|open| !job.is_done(open.part))
        {
            // Without the file that the manifest describes, the part is written from its beginning.
            if let Some(file) = job.open_part(open.part, run.writer.header(), Some(&open))? {
                let length = file.header_length() + open.bytes;
                let encoder = run.writer.resume_part(file.reader()?, length, open.rows)?;
                resumed = Some(ResumedPart { open, file, encoder });
            }
        }
        Ok(Sink {
            run,
            destination,
            file: None,
            encoder: None,
            part: 0,
            part_rows: 0,
            part_counts: RowCounts::default(),
            input: Hasher::new(),
            row: 0,
            processed: 0,
            last_checkpoint: Instant::now(),
            aligned: None,
            resumed,
        })
    }

    /// The row at which an unfinished part is continued.
    fn checkpoint(&self) -> Option<u64> {
        let row = |open: &OpenPart| open.part.saturating_mul(self.run.shard_rows).saturating_add(open.rows);
        self.resumed.as_ref().map(|resumed| row(&resumed.open))
    }

    fn done_parts(&self) -> std::collections::BTreeSet<u64> {
        match &self.destination {
            Destination::Files(job) => job.manifest.parts.keys().copied().collect(),
            Destination::Stream(_) => std::collections::BTreeSet::new(),
        }
    }

    fn consume(&mut self, result: ChunkResult) -> Result<()> {
        if result.part != self.part {
            self.end_part()?;
            self.part = result.part;
        }
        let (rows, checksum) = (result.rows, result.checksum.clone());
        if rows > 0 && !result.is_skipped {
            self.write(result)?;
        }
        self.input.combine(&checksum);
        self.row += rows;
        self.part_rows += rows;
        self.check_resumed_input()?;
        if self.file.is_some() && self.encoder.as_ref().is_some_and(PartEncoder::is_aligned) {
            let (rows, counts, input) = (self.part_rows, self.part_counts, self.input.clone());
            self.aligned = Some(AlignedState { rows, counts, input });
            if self.last_checkpoint.elapsed() >= self.run.checkpoint_interval {
                self.write_checkpoint()?;
            }
        }
        Ok(())
    }

    fn write(&mut self, result: ChunkResult) -> Result<()> {
        self.processed += result.rows;
        if matches!(self.destination, Destination::Files(_)) && self.file.is_none() {
            self.open_part()?;
        }
        let encoder = self.encoder.get_or_insert_with(|| self.run.writer.begin_part());
        let bytes = encoder.push(result.encoded)?;
        self.part_counts.add(&result.counts);
        self.append(&bytes)
    }

    /// Appends bytes to the part or the stream.
    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        match (&mut self.destination, &mut self.file) {
            (Destination::Stream(stream), _) => Ok(stream.output().write_all(bytes)?),
            (Destination::Files(_), Some(file)) => file.write(bytes).map_err(|error| self.name_error(error)),
            (Destination::Files(_), None) => unreachable!("the part is open"),
        }
    }

    /// Begins the current part, or continues it at the checkpoint.
    fn open_part(&mut self) -> Result<()> {
        let Destination::Files(job) = &self.destination else { return Ok(()) };
        match self.resumed.take() {
            Some(resumed) if resumed.open.part == self.part => self.continue_part(resumed),
            _ => {
                self.file = job.open_part(self.part, self.run.writer.header(), None)?;
                self.encoder = Some(self.run.writer.begin_part());
            }
        }
        self.last_checkpoint = Instant::now();
        Ok(())
    }

    fn continue_part(&mut self, resumed: ResumedPart) {
        let (rows, counts, input) = (resumed.open.rows, resumed.open.counts, self.input.clone());
        self.aligned = Some(AlignedState { rows, counts, input });
        self.part_counts = counts;
        self.file = Some(resumed.file);
        self.encoder = Some(resumed.encoder);
    }

    fn name_error(&self, error: std::io::Error) -> anyhow::Error {
        let path = match &self.destination {
            Destination::Files(job) => job.path().display().to_string(),
            Destination::Stream(_) => "output".to_owned(),
        };
        anyhow::Error::from(error).context(path)
    }

    /// The rows before the checkpoint must be those of the earlier run.
    fn check_resumed_input(&self) -> Result<()> {
        match &self.resumed {
            Some(ResumedPart { open, .. }) if open.part == self.part && open.rows == self.part_rows => {
                self.check_input(open.input_crc32)
            }
            _ => Ok(()),
        }
    }

    fn check_input(&self, expected: u32) -> Result<()> {
        if self.input.clone().finalize() != expected {
            bail!("the input has changed since the run was begun: the first {} rows are others", self.row);
        }
        Ok(())
    }

    fn write_checkpoint(&mut self) -> Result<()> {
        self.last_checkpoint = Instant::now();
        let (Some(file), Destination::Files(job)) = (&mut self.file, &mut self.destination) else { return Ok(()) };
        let Some(AlignedState { rows, counts, input }) = &self.aligned else { return Ok(()) };
        if let Some((bytes, crc32)) = file.checkpoint()? {
            let (part, rows, counts, input_crc32) = (self.part, *rows, *counts, input.clone().finalize());
            job.record_open(&OpenPart { part, rows, bytes, crc32, input_crc32, counts })?;
        }
        Ok(())
    }

    /// Ends the current part: finishes its file, or compares its rows with the record of an earlier run.
    fn end_part(&mut self) -> Result<()> {
        if let Some(resumed) = self.resumed.take_if(|resumed| resumed.open.part == self.part) {
            // All rows of the part were written before the checkpoint.
            if resumed.open.rows != self.part_rows {
                bail!("the input has changed since the run was begun: it has fewer rows");
            }
            self.continue_part(resumed);
        }
        if let Some(encoder) = self.encoder.take() {
            self.append(&encoder.finish()?)?;
        }
        let Destination::Files(job) = &mut self.destination else { return Ok(()) };
        let input_crc32 = self.input.clone().finalize();
        if let Some(file) = self.file.take() {
            let written = self.part_counts.rows - self.part_counts.duplicates;
            let path = job.path().display().to_string();
            let finished = file.finish(self.run.writer.final_header(written));
            let (bytes, crc32) = finished.map_err(|error| anyhow::Error::from(error).context(path))?;
            job.record_part(PartRecord {
                part: self.part,
                file: job.part_name(self.part),
                first_row: self.row - self.part_rows,
                rows: self.part_rows,
                bytes,
                crc32,
                input_crc32,
                counts: self.part_counts,
            })?;
        } else if let Some(known) = job.manifest.parts.get(&self.part) {
            let (rows, expected) = (known.rows, known.input_crc32);
            if rows != self.part_rows {
                bail!("the input has changed since the run was begun: it has fewer rows");
            }
            self.check_input(expected)?;
        }
        self.part_rows = 0;
        self.part_counts = RowCounts::default();
        self.aligned = None;
        Ok(())
    }

    /// Ends the run.
    fn end(mut self, is_complete: bool) -> Result<RunEnd> {
        // The counts of a stream are those of its only part, which has no record.
        let stream_counts = self.part_counts;
        if is_complete {
            self.end_all()?;
        } else {
            self.write_checkpoint()?;
        }
        let processed = self.processed;
        let open = self.aligned.map_or(RowCounts::default(), |state| state.counts);
        match self.destination {
            Destination::Stream(stream) => {
                if let StreamOutput::Device(out) = stream {
                    out.finish()?;
                }
                Ok(RunEnd { counts: stream_counts, processed, is_complete, is_resumable: false })
            }
            Destination::Files(job) => {
                let mut counts = job.manifest.counts();
                if is_complete {
                    job.complete()?;
                } else {
                    counts.add(&open);
                }
                Ok(RunEnd { counts, processed, is_complete, is_resumable: true })
            }
        }
    }

    fn end_all(&mut self) -> Result<()> {
        // A table without rows is a file with a header.
        if let Destination::Files(job) = &self.destination
            && self.row == 0
            && !job.is_done(0)
        {
            self.file = job.open_part(0, self.run.writer.header(), None)?;
            self.encoder = Some(self.run.writer.begin_part());
        }
        if let Destination::Stream(_) = &self.destination {
            self.encoder.get_or_insert_with(|| self.run.writer.begin_part());
        }
        self.end_part()?;
        if self.resumed.is_some() {
            bail!("the input has changed since the run was begun: it has fewer rows");
        }
        Ok(())
    }
}
