//! Many puzzles on all threads, reported in the order of the input.
//!
//! Puzzles are handed out in batches of about 2,600 cells, so that a list of a million 9x9s costs little to hand out and
//! a file of three 49x49s still uses three threads. A report is written as soon as all before it are.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::mpsc;

use anyhow::Result;
use qedoku::formats::{Alphabet, Record, WriteOptions};
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde_json::json;

use crate::args::Common;
use crate::exit::Exit;
use crate::input::Item;
use crate::output::{self, Output, styled};
use crate::progress::Progress;

/// Cells in a batch: 32 puzzles of 9x9.
const BATCH: usize = 32 * 81;

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
pub(crate) struct Manner {
    /// One after the other as it is made, for reports of any length; else on all threads.
    pub(crate) stream: bool,
    /// What stands in the place of a report on a bad puzzle, so that lines stay in step with the input.
    pub(crate) placeholder: Option<&'static str>,
}

/// A puzzle that was read, and the place it was read from.
pub(crate) struct Entry<'i> {
    pub(crate) record: &'i Record,
    /// `file:3`.
    pub(crate) place: String,
    /// The symbols that it was read with.
    pub(crate) alphabet: Option<Alphabet>,
}

impl Entry<'_> {
    /// Options that write a grid with the symbols that the puzzle was read with.
    pub(crate) fn write_options(&self) -> WriteOptions {
        let side = self.record.puzzle.board().side();
        let alphabet = self.alphabet.filter(|alphabet| side <= alphabet.max_side());
        WriteOptions { alphabet, ..WriteOptions::default() }
    }
}

/// Writes a report on each puzzle, in the order of the input.
pub(crate) fn report<'s>(
    items: impl Iterator<Item = Item<'s>> + Send,
    common: &Common,
    manner: Manner,
    out: &mut Output,
    write: impl Fn(&Entry, &mut dyn Write) -> Result<Outcome> + Sync,
) -> Result<Tally> {
    let mut tally = Tally::default();
    if manner.stream {
        for item in items {
            let outcome = report_one(&item, common, manner, out, &write)?;
            tally.add(&outcome);
        }
        return Ok(tally);
    }
    let progress = Progress::new("puzzles", common);
    let work = |item: Item| {
        let mut text = Vec::new();
        report_one(&item, common, manner, &mut text, &write).map(|outcome| (text, outcome))
    };
    in_order(items, work, |done| {
        let (text, outcome) = done?;
        progress.add(1);
        progress.aside(|| {
            tally.add(&outcome);
            Ok(out.write_all(&text)?)
        })
    })?;
    Ok(tally)
}

fn report_one(
    item: &Item,
    common: &Common,
    manner: Manner,
    out: &mut dyn Write,
    write: impl Fn(&Entry, &mut dyn Write) -> Result<Outcome>,
) -> Result<Outcome> {
    let outcome = match &item.record {
        Err(error) => Outcome::Bad(item.source.at(error)),
        Ok(record) => {
            let place = format!("{}:{}", item.source, record.line);
            write(&Entry { record, place, alphabet: item.alphabet }, out)?
        }
    };
    match (&outcome, manner.placeholder) {
        (Outcome::Bad(message), _) if common.json => {
            writeln!(out, "{}", output::with_schema(&json!({ "input": item.source.name, "error": message })))?;
        }
        (Outcome::Bad(_), Some(placeholder)) => writeln!(out, "{placeholder}")?,
        _ => {}
    }
    Ok(outcome)
}

/// Does `work` for each item on all threads, and `each` with every result in the order of the items. The first error
/// of `each` ends it.
fn in_order<'s, R: Send>(
    items: impl Iterator<Item = Item<'s>> + Send,
    work: impl Fn(Item<'s>) -> R + Sync,
    mut each: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let (sender, receiver) = mpsc::sync_channel(64);
    let work = &work;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A send fails when the receiver has left: then nobody wants the rest.
            batches(items).enumerate().par_bridge().try_for_each_with(sender, |sender, (number, batch)| {
                sender.send((number, batch.into_iter().map(work).collect::<Vec<R>>()))
            })
        });
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (number, results) in receiver {
            early.insert(number, results);
            while let Some(results) = early.remove(&next) {
                results.into_iter().try_for_each(&mut each)?;
                next += 1;
            }
        }
        Ok(())
    })
}

fn batches<'s>(mut items: impl Iterator<Item = Item<'s>>) -> impl Iterator<Item = Vec<Item<'s>>> {
    std::iter::from_fn(move || {
        let mut batch = Vec::new();
        let mut cells = 0;
        while cells < BATCH {
            let Some(item) = items.next() else { break };
            cells += item.record.as_ref().map_or(81, |record| record.puzzle.board().cell_count());
            batch.push(item);
        }
        (!batch.is_empty()).then_some(batch)
    })
}

impl Tally {
    /// Of one outcome.
    pub(crate) fn of(outcome: &Outcome) -> Tally {
        let mut tally = Tally::default();
        tally.add(outcome);
        tally
    }

    /// Counts an outcome, and says on standard error what was bad.
    fn add(&mut self, outcome: &Outcome) {
        self.all += 1;
        match outcome {
            Outcome::Yes => {}
            Outcome::Stopped => self.stopped += 1,
            Outcome::No { solvable } => {
                self.no += 1;
                self.unsolvable += usize::from(!solvable);
            }
            Outcome::Bad(message) => {
                self.bad += 1;
                anstream::eprintln!("{}: {message}", styled("error", output::ERROR));
            }
        }
    }

    /// Whether the answer to some puzzle is not known because the work was stopped.
    pub(crate) fn was_stopped(&self) -> bool {
        self.stopped > 0
    }

    /// How the command ends.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Tally { all: 0, .. } => {
                anstream::eprintln!("{}: there is no puzzle in the input", styled("error", output::ERROR));
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
