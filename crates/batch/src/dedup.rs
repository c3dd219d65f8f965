//! [`Dedup`]: finds rows that are equivalent to an earlier one.

use std::cell::RefCell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use qedoku::generate::equivalence::{CanonicalError, CanonicalForm, CanonicalSet, Canonicalizer};
use qedoku::lanes;
use qedoku::{Grid, Puzzle};

use crate::rows::{RowPuzzle, Rows};

thread_local! {
    /// Buffers of the search for canonical forms.
    static CANONICALIZER: RefCell<Canonicalizer> = RefCell::default();
}

/// The classes of equivalent puzzles that have occurred: 16 bytes for each.
///
/// Several threads compute canonical forms at the same time, but they look them up in the order of the chunks, so the first of
/// several equivalent rows stays, however many threads there are.
#[derive(Default)]
pub struct Dedup {
    state: Mutex<DedupState>,
    changed: Condvar,
}

#[derive(Default)]
struct DedupState {
    classes: CanonicalSet,
    /// The chunk whose turn it is.
    next: usize,
}

/// The turn of a chunk. It ends when the value is dropped, also by a panic: otherwise later chunks would wait forever.
struct Turn<'d> {
    dedup: &'d Dedup,
    number: usize,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.dedup.wait_for(self.number).next = self.number + 1;
        self.dedup.changed.notify_all();
    }
}

impl Dedup {
    /// Whether each row of a chunk is the first of its class. Rows without a canonical form count as new. Each chunk number from 0
    /// must be passed once.
    pub fn mark_new(&self, number: usize, rows: &Rows<'_>) -> Vec<bool> {
        let _turn = Turn { dedup: self, number };
        let forms: Vec<Option<Puzzle>> =
            rows.iter().map(|row| canonical_form(&row.puzzle)?.ok().map(|form| form.puzzle)).collect();
        let mut state = self.wait_for(number);
        forms.iter().map(|form| form.as_ref().is_none_or(|form| state.classes.insert(form))).collect()
    }

    fn wait_for(&self, number: usize) -> MutexGuard<'_, DedupState> {
        let guard = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.wait_while(guard, |state| state.next < number).unwrap_or_else(PoisonError::into_inner)
    }
}

/// The canonical form of the puzzle of a row; `None` for a malformed one.
pub(crate) fn canonical_form(puzzle: &RowPuzzle<'_>) -> Option<Result<CanonicalForm, CanonicalError>> {
    let puzzle = puzzle_of(puzzle)?;
    Some(CANONICALIZER.with_borrow_mut(|canonicalizer| canonicalizer.canonical(&puzzle)))
}

/// The puzzle of a row; `None` for a malformed one.
pub(crate) fn puzzle_of<'p>(puzzle: &'p RowPuzzle<'_>) -> Option<std::borrow::Cow<'p, Puzzle>> {
    match puzzle {
        RowPuzzle::Classic(symbols) => Some(std::borrow::Cow::Owned(Puzzle::new(classic_grid(symbols)))),
        RowPuzzle::Puzzle(puzzle) => Some(std::borrow::Cow::Borrowed(puzzle)),
        RowPuzzle::Malformed(_) | RowPuzzle::Missing => None,
    }
}

fn classic_grid(symbols: &[u8; 81]) -> Grid {
    lanes::grid(&symbols.map(|symbol| symbol.checked_sub(b'0').filter(|digit| *digit <= 9).unwrap_or(0)))
}
