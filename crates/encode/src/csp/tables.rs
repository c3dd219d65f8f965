//! Tuple tables, each stored once (interning).

use std::collections::HashMap;
use std::sync::Arc;

use super::Value;

/// Tuples of one arity, concatenated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TupleTable {
    arity: usize,
    values: Arc<[Value]>,
    /// No tuple occurs twice. Known in advance, so that encoding such a table needs no hash set.
    distinct: bool,
}

/// Tables of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TupleTables(Vec<TupleTable>);

/// Finds equal tables while a problem is read. It is dropped afterwards; the tuples are shared with [`TupleTables`].
#[derive(Debug, Default)]
pub(super) struct TableInterner(HashMap<(usize, Arc<[Value]>), u32>);

impl TupleTable {
    fn new(arity: usize, values: Arc<[Value]>) -> TupleTable {
        let mut sorted: Vec<&[Value]> = values.chunks_exact(arity).collect();
        sorted.sort_unstable();
        let distinct = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        TupleTable { arity, values, distinct }
    }

    /// Tuples, in the order of the file.
    pub(super) fn tuples(&self) -> std::slice::ChunksExact<'_, Value> {
        self.values.chunks_exact(self.arity)
    }

    /// Number of tuples.
    pub(super) fn len(&self) -> usize {
        self.values.len() / self.arity
    }

    /// Whether no tuple occurs twice.
    pub(super) fn is_distinct(&self) -> bool {
        self.distinct
    }
}

impl TupleTables {
    pub(super) fn get(&self, index: u32) -> &TupleTable {
        &self.0[index as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &TupleTable> {
        self.0.iter()
    }

    /// Index of the table with these tuples, which is added if it is new.
    pub(super) fn intern(&mut self, arity: usize, values: &[Value], interner: &mut TableInterner) -> u32 {
        let values: Arc<[Value]> = values.into();
        *interner.0.entry((arity, values)).or_insert_with_key(|(arity, values)| {
            self.0.push(TupleTable::new(*arity, Arc::clone(values)));
            u32::try_from(self.0.len() - 1).expect("fewer than 2^32 tables: each takes more than a byte of memory")
        })
    }
}
