//! Many puzzles on all threads, reported in the order of the input.
//!
//! Puzzles are handed out in batches of about 2,600 cells, so that a file of three 49x49s still uses three threads. A
//! command that is done with a 9x9 in a microsecond takes more of them at a time, up to 1,024 of a long list: then
//! handing out costs little, and an engine that answers many puzzles at once has many. A report is written as soon as
//! all before it are.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::mpsc;

use anyhow::Result;
use qedoku::formats::{Alphabet, PuzzleRecord, WriteOptions};
use qedoku::{Board, Engine, Progress, Solver, json};
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde_json::json;

use crate::args::Common;
use crate::exit::Exit;
use crate::input::{Item, Source};
use crate::limits::Limits;
use crate::output::{Output, complain, group_digits, pluralize};
use crate::progress::ProgressLine;

/// Cells in a batch: 32 puzzles of 9x9.
const BATCH: usize = 32 * 81;
/// Most 9x9s in a batch.
const MOST: usize = 1024;

/// What became of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The answer is yes: it has exactly one solution.
    Yes,
    /// The answer is no; whether there is a solution at all.
    No { solvable: bool },
    /// The work was stopped before the answer was known.
    Stopped,
    /// It could not be read, or the solver failed: a sentence for standard error.
    Bad(String),
}

/// How many puzzles had which outcome.
#[derive(Default)]
pub(crate) struct Tally {
    all: usize,
    no: usize,
    unsolvable: usize,
    bad: usize,
    stopped: usize,
}

/// How reports are written.
#[derive(Clone, Copy, Default)]
pub(crate) struct Manner<'w> {
    /// One after the other as it is made, for reports of any length; else on all threads.
    pub(crate) stream: bool,
    /// What stands in the place of a report on a bad puzzle, so that lines stay in step with the input.
    pub(crate) placeholder: Option<&'static str>,
    /// How many 9x9s are handed out at a time, if more than usual: see [`quick`] and [`share`].
    pub(crate) quick: usize,
    /// Shows how far a long search is.
    pub(crate) watch: Option<&'w Progress>,
}

/// How many 9x9s are handed out at a time to this solver: more than usual if it answers them in one go.
pub(crate) fn quick(sources: &[Source], solver: &Solver) -> usize {
    if matches!(solver.engine, Engine::Auto | Engine::Lanes) { share(sources) } else { 0 }
}

/// How many 9x9s are handed out at a time where they take next to no time: many, but so that a short list is shared by
/// all threads. A 9x9 takes 82 bytes of a list.
pub(crate) fn share(sources: &[Source]) -> usize {
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    (bytes / 82 / (8 * rayon::current_num_threads())).min(MOST)
}

/// A puzzle that was read, and the place it was read from.
pub(crate) struct Entry<'i> {
    pub(crate) record: &'i PuzzleRecord,
    source: &'i Source,
    /// The symbols that it was read with.
    alphabet: Option<Alphabet>,
}

/// Reports on puzzles that were handed out together.
#[derive(Default)]
struct Reports {
    text: Vec<u8>,
    tally: Tally,
    /// What is to be said on standard error.
    bad: Vec<String>,
}

impl<'i> Entry<'i> {
    /// The puzzle of an item, if there is one.
    fn of(item: &'i Item<'i>) -> Option<Entry<'i>> {
        let record = item.record.as_ref().ok()?;
        Some(Entry { record, source: item.source, alphabet: item.alphabet })
    }

    /// `file:3`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.source, self.record.line)
    }

    /// A name for files about the puzzle: `file-3`.
    pub(crate) fn name(&self) -> String {
        format!("{}-{}", self.source.stem, self.record.line)
    }

    /// Options that write a grid with the symbols that the puzzle was read with.
    pub(crate) fn write_options(&self) -> WriteOptions {
        let side = self.record.puzzle.board().side();
        let alphabet = self.alphabet.filter(|alphabet| side <= alphabet.max_side());
        WriteOptions { alphabet, ..WriteOptions::default() }
    }
}

/// Writes a report on each puzzle, in the order of the input: `answer` is asked about all puzzles of a batch and says
/// something about each, and `write` reports on one with what was said of it.
pub(crate) fn report<'s, A>(
    items: impl Iterator<Item = Item<'s>> + Send,
    common: &Common,
    manner: Manner,
    out: &mut Output,
    answer: impl Fn(&[Entry]) -> Vec<A> + Sync,
    write: impl Fn(&Entry, A, &mut dyn Write) -> Result<Outcome> + Sync,
) -> Result<Tally> {
    let mut tally = Tally::default();
    if manner.stream {
        for item in items {
            report_batch(&[item], common, manner, out, &answer, &write, |outcome| tally.tell(outcome))?;
        }
        return Ok(tally);
    }
    let progress = ProgressLine::new("puzzles", common).watching(manner.watch.unwrap_or(&Progress::default()));
    let work = |batch: &[Item]| {
        let Reports { mut text, mut tally, mut bad } = Reports::default();
        let each = |outcome: Outcome| {
            tally.add(&outcome);
            bad.extend(outcome.complaint());
        };
        report_batch(batch, common, manner, &mut text, &answer, &write, each)?;
        Ok(Reports { text, tally, bad })
    };
    in_order(items, manner, work, |reports: Result<Reports>| {
        let Reports { text, tally: part, bad } = reports?;
        progress.add(part.all as u64);
        progress.aside(|| {
            for message in &bad {
                complain(message);
            }
            tally.merge(&part);
            Ok(out.write_all(&text)?)
        })
    })?;
    Ok(tally)
}

fn report_batch<A>(
    batch: &[Item],
    common: &Common,
    manner: Manner,
    out: &mut dyn Write,
    answer: impl Fn(&[Entry]) -> Vec<A>,
    write: impl Fn(&Entry, A, &mut dyn Write) -> Result<Outcome>,
    mut each: impl FnMut(Outcome),
) -> Result<()> {
    let entries: Vec<Entry> = batch.iter().filter_map(Entry::of).collect();
    let mut answered = entries.iter().zip(answer(&entries));
    for item in batch {
        let outcome = if let Err(error) = &item.record {
            Outcome::Bad(item.source.at(error))
        } else {
            let (entry, answer) = answered.next().expect("every puzzle has an answer");
            write(entry, answer, out)?
        };
        match (&outcome, manner.placeholder) {
            (Outcome::Bad(message), _) if common.json => {
                writeln!(out, "{}", json::with_schema(&json!({ "input": item.source.name, "error": message })))?;
            }
            (Outcome::Bad(_), Some(placeholder)) => writeln!(out, "{placeholder}")?,
            _ => {}
        }
        each(outcome);
    }
    Ok(())
}

/// Does `work` for each batch of items on all threads, and `each` with every result in the order of the items. The first
/// error of `each` ends it.
fn in_order<'s, R: Send>(
    items: impl Iterator<Item = Item<'s>> + Send,
    manner: Manner,
    work: impl Fn(&[Item<'s>]) -> R + Sync,
    mut each: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let (sender, receiver) = mpsc::sync_channel(64);
    let work = &work;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A send fails when the receiver has left: then nobody wants the rest.
            let batches = batches(items, manner).enumerate().par_bridge();
            batches.try_for_each_with(sender, |sender, (number, batch)| sender.send((number, work(&batch))))
        });
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (number, result) in receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&next) {
                each(result)?;
                next += 1;
            }
        }
        Ok(())
    })
}

fn batches<'s>(mut items: impl Iterator<Item = Item<'s>>, manner: Manner) -> impl Iterator<Item = Vec<Item<'s>>> {
    let classic = BATCH / manner.quick.max(BATCH / 81);
    let weight = move |item: &Item| match item.record.as_ref().map(|record| record.puzzle.board()) {
        Ok(board) if board != Board::CLASSIC => board.cell_count(),
        _ => classic,
    };
    std::iter::from_fn(move || {
        let mut batch = Vec::new();
        let mut cells = 0;
        while cells < BATCH {
            let Some(item) = items.next() else { break };
            cells += weight(&item);
            batch.push(item);
        }
        (!batch.is_empty()).then_some(batch)
    })
}

impl Outcome {
    /// What is to be said on standard error.
    fn complaint(self) -> Option<String> {
        if let Outcome::Bad(message) = self { Some(message) } else { None }
    }
}

impl Tally {
    /// Of one outcome; says on standard error what was bad.
    pub(crate) fn of(outcome: Outcome) -> Tally {
        let mut tally = Tally::default();
        tally.tell(outcome);
        tally
    }

    /// Counts an outcome, and says on standard error what was bad.
    fn tell(&mut self, outcome: Outcome) {
        self.add(&outcome);
        if let Some(message) = outcome.complaint() {
            complain(&message);
        }
    }

    fn add(&mut self, outcome: &Outcome) {
        self.all += 1;
        match outcome {
            Outcome::Yes => {}
            Outcome::Stopped => self.stopped += 1,
            Outcome::No { solvable } => {
                self.no += 1;
                self.unsolvable += usize::from(!solvable);
            }
            Outcome::Bad(_) => self.bad += 1,
        }
    }

    fn merge(&mut self, other: &Tally) {
        self.all += other.all;
        self.no += other.no;
        self.unsolvable += other.unsolvable;
        self.bad += other.bad;
        self.stopped += other.stopped;
    }

    /// Whether the answer to some puzzle is not known because the work was stopped.
    pub(crate) fn was_stopped(&self) -> bool {
        self.stopped > 0
    }

    /// Ends a command that may write to a file: what was stopped leaves none, and a word about it.
    pub(crate) fn end(&self, limits: &Limits, file: Option<Output>) -> Result<Exit> {
        if let Some(exit) = limits.exit().filter(|_| self.was_stopped()) {
            let (stopped, all) = (group_digits(self.stopped as u64), pluralize(self.all as u64, "puzzle"));
            let lost = if file.is_some() { "; the file is not written" } else { "" };
            complain(&format!("stopped with {stopped} of {all} unanswered{lost}"));
            return Ok(exit);
        }
        file.map_or(Ok(()), Output::finish)?;
        Ok(self.exit())
    }

    /// How the command ends.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Tally { all: 0, .. } => {
                complain("there is no puzzle in the input");
                Exit::Bad
            }
            Tally { all, bad, .. } if bad == all => Exit::Bad,
            Tally { bad: 1.., .. } => Exit::SomeBad,
            Tally { no: 1.., .. } => Exit::No,
            _ => Exit::Yes,
        }
    }

    /// How the command ends when it is asked to end as SAT solvers do: unsatisfiable if any puzzle is.
    pub(crate) fn sat_exit(&self) -> Exit {
        match self.exit() {
            Exit::Yes | Exit::No => Exit::Sat(self.unsolvable == 0),
            bad => bad,
        }
    }
}
