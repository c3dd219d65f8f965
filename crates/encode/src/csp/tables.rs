//! Tables of tuples, each kept once.

use std::collections::HashMap;
use std::sync::Arc;

use super::Value;

/// Tuples of the same length, one behind the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    arity: usize,
    values: Arc<[Value]>,
    /// No tuple stands there twice.
    distinct: bool,
}

/// The tables of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Tables(Vec<Table>);

/// Finds a table that was there before.
#[derive(Debug, Default)]
pub(super) struct Known(HashMap<(usize, Arc<[Value]>), u32>);

impl Table {
    fn new(arity: usize, values: Arc<[Value]>) -> Table {
        let mut sorted: Vec<&[Value]> = values.chunks_exact(arity).collect();
        sorted.sort_unstable();
        let distinct = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        Table { arity, values, distinct }
    }

    /// The tuples, as they stand in the file.
    pub(super) fn tuples(&self) -> std::slice::ChunksExact<'_, Value> {
        self.values.chunks_exact(self.arity)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.values.len() / self.arity
    }

    /// Whether no tuple stands there twice.
    pub(super) fn is_distinct(&self) -> bool {
        self.distinct
    }
}

impl Tables {
    pub(super) fn get(&self, number: u32) -> &Table {
        &self.0[number as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Table> {
        self.0.iter()
    }

    /// The number of the table with these tuples, which is made if there is none.
    pub(super) fn number(&mut self, arity: usize, values: &[Value], known: &mut Known) -> u32 {
        let values: Arc<[Value]> = values.into();
        *known.0.entry((arity, values)).or_insert_with_key(|(arity, values)| {
            self.0.push(Table::new(*arity, Arc::clone(values)));
            u32::try_from(self.0.len() - 1).expect("fewer than 2^32 tables: each has a line of its own in memory")
        })
    }
}
