//! At most one of these literals: six ways to say it.
//!
//! | name | clauses for k literals | new variables | from |
//! |---|---|---|---|
//! | `pairwise` | k(k-1)/2 | 0 | folklore |
//! | `sequential` | 3k - 4 | k - 1 | Sinz, CP 2005 |
//! | `product` | 2k + 4√k + O(⁴√k) | 2√k + O(⁴√k) | Chen, ModRef 2010 |
//! | `commander` | about 3.5k | about k/2 | Klieber & Kwon, CFV 2007 |
//! | `binary` | k⌈log₂k⌉ | ⌈log₂k⌉ | Frisch, Peugniez, Doggett & Nightingale, IJCAI 2001 |
//! | `bimander` | about k⌈log₂k⌉/2 + k/2 | ⌈log₂k⌉ - 1 | Hölldobler & Nguyen, 2013 |
//!
//! Pairwise is the default because it alone needs no new variables: a core or a proof that speaks only of x(c,d) can be
//! checked by a person with a pencil. All of them are arc-consistent: one true literal makes the others false by unit
//! propagation. The new variables of `binary` and `bimander` may stay free when no literal is true, so count models by
//! their x's, never by all variables.
//!
//! Written here instead of taken from a library: they are a page of code, every clause goes to the caller's sink without
//! being stored, and the new variables come from the caller's counter.

use std::fmt;
use std::str::FromStr;

use crate::{Lit, Sink, Var};

/// An at-most-one encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Amo {
    /// Not both, for each pair.
    #[default]
    Pairwise,
    /// A running "one of the first i is true".
    Sequential,
    /// The literals in a rectangle: at most one row and at most one column of it.
    Product,
    /// Groups of three with a commander each; at most one commander.
    Commander,
    /// Each literal fixes the bits of its own number.
    Binary,
    /// Groups of two, pairwise within, the group's number in bits.
    Bimander,
}

/// Gives out variables that nothing uses yet.
#[derive(Debug)]
pub struct Fresh {
    last: u32,
}

impl Fresh {
    /// The variables after this number.
    pub fn after(last: u32) -> Fresh {
        Fresh { last }
    }

    /// The highest number given out.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The next one.
    pub fn var(&mut self) -> Lit {
        self.last += 1;
        Var::new(self.last).expect("fewer than 2^31 variables").positive()
    }

    fn vars(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.var()).collect()
    }
}

impl Amo {
    /// Every encoding with its name.
    pub const ALL: [(Amo, &'static str); 6] = [
        (Amo::Pairwise, "pairwise"),
        (Amo::Sequential, "sequential"),
        (Amo::Product, "product"),
        (Amo::Commander, "commander"),
        (Amo::Binary, "binary"),
        (Amo::Bimander, "bimander"),
    ];

    /// Sends the clauses that allow at most one of these literals to be true.
    pub fn encode<S: Sink>(self, lits: &[Lit], fresh: &mut Fresh, sink: &mut S) -> Result<(), S::Error> {
        match self {
            Amo::Pairwise => sink.pairs(lits),
            Amo::Sequential => sequential(lits, fresh, sink),
            Amo::Product => product(lits, fresh, sink),
            Amo::Commander => commander(lits, fresh, sink),
            Amo::Binary => groups_by_bits(lits, 1, fresh, sink),
            Amo::Bimander => groups_by_bits(lits, 2, fresh, sink),
        }
    }
}

/// `s[i]`: one of the literals 0..=i is true.
fn sequential<S: Sink>(lits: &[Lit], fresh: &mut Fresh, sink: &mut S) -> Result<(), S::Error> {
    let Some((last, before)) = lits.split_last() else { return Ok(()) };
    let mut running: Option<Lit> = None;
    for lit in before {
        let s = fresh.var();
        sink.clause(&[!*lit, s])?;
        if let Some(earlier) = running {
            sink.clause(&[!earlier, s])?;
            sink.clause(&[!earlier, !*lit])?;
        }
        running = Some(s);
    }
    running.map_or(Ok(()), |earlier| sink.clause(&[!earlier, !*last]))
}

/// Below this many literals a pair is cheaper than a rectangle: 2 x 2 needs 4 new variables to save nothing.
const PAIRS_UP_TO: usize = 4;

/// Literal i stands in row `i / width`, column `i % width`.
fn product<S: Sink>(lits: &[Lit], fresh: &mut Fresh, sink: &mut S) -> Result<(), S::Error> {
    if lits.len() <= PAIRS_UP_TO {
        return sink.pairs(lits);
    }
    let height = lits.len().isqrt();
    let width = lits.len().div_ceil(height);
    let rows = fresh.vars(lits.len().div_ceil(width));
    let columns = fresh.vars(width);
    for (place, lit) in lits.iter().enumerate() {
        sink.clause(&[!*lit, rows[place / width]])?;
        sink.clause(&[!*lit, columns[place % width]])?;
    }
    product(&rows, fresh, sink)?;
    product(&columns, fresh, sink)
}

/// Groups of three; the commander of a group is true exactly when one of the group is.
fn commander<S: Sink>(lits: &[Lit], fresh: &mut Fresh, sink: &mut S) -> Result<(), S::Error> {
    if lits.len() <= PAIRS_UP_TO {
        return sink.pairs(lits);
    }
    let mut commanders = Vec::with_capacity(lits.len().div_ceil(3));
    for group in lits.chunks(3) {
        let commander = fresh.var();
        sink.pairs(group)?;
        let mut some = vec![!commander];
        for lit in group {
            sink.clause(&[!*lit, commander])?;
            some.push(*lit);
        }
        sink.clause(&some)?;
        commanders.push(commander);
    }
    Amo::Commander.encode(&commanders, fresh, sink)
}

/// Pairs within groups of this size; a true literal fixes the bits of its group's number.
fn groups_by_bits<S: Sink>(lits: &[Lit], size: usize, fresh: &mut Fresh, sink: &mut S) -> Result<(), S::Error> {
    let groups = lits.len().div_ceil(size);
    let bits = fresh.vars(groups.next_power_of_two().trailing_zeros() as usize);
    for (number, group) in lits.chunks(size).enumerate() {
        sink.pairs(group)?;
        for lit in group {
            for (place, bit) in bits.iter().enumerate() {
                sink.clause(&[!*lit, if number >> place & 1 == 1 { *bit } else { !*bit }])?;
            }
        }
    }
    Ok(())
}

impl fmt::Display for Amo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(crate::rule::name_in(&Amo::ALL, self))
    }
}

impl FromStr for Amo {
    type Err = String;
    fn from_str(name: &str) -> Result<Amo, String> {
        crate::rule::find_in(&Amo::ALL, "at-most-one encoding", name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagation::{extends, propagate};

    fn clauses(amo: Amo, k: u32) -> (Vec<Vec<Lit>>, u32) {
        let lits: Vec<Lit> = (1..=k).map(|number| Var::new(number).unwrap().positive()).collect();
        let mut fresh = Fresh::after(k);
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        amo.encode(&lits, &mut fresh, &mut clauses).unwrap();
        (clauses, fresh.last())
    }

    #[test]
    fn truth_table_at_most_one_is_what_every_encoding_allows() {
        for (amo, name) in Amo::ALL {
            for k in 0..=11 {
                let (clauses, last) = clauses(amo, k);
                for table in 0_u32..1 << k {
                    let mut values = vec![None; last as usize + 1];
                    (0..k).for_each(|place| values[place as usize + 1] = Some(table >> place & 1 == 1));
                    assert_eq!(extends(&clauses, values), table.count_ones() <= 1, "{name}, {table:b} of {k}");
                }
            }
        }
    }

    #[test]
    fn one_true_literal_makes_the_others_false_by_unit_propagation() {
        for (amo, name) in Amo::ALL {
            for k in [2, 3, 5, 9, 16, 25, 30] {
                let (clauses, last) = clauses(amo, k);
                for place in 1..=k as usize {
                    let mut values = vec![None; last as usize + 1];
                    values[place] = Some(true);
                    assert!(propagate(&clauses, &mut values));
                    let others = (1..=k as usize).filter(|other| *other != place);
                    assert!(others.into_iter().all(|other| values[other] == Some(false)), "{name}, {place} of {k}");
                }
            }
        }
    }

    #[test]
    fn sizes_are_as_the_table_says() {
        let size = |amo, k| {
            let (clauses, last) = clauses(amo, k);
            (clauses.len(), last - k)
        };
        assert_eq!(size(Amo::Pairwise, 9), (36, 0));
        assert_eq!(size(Amo::Sequential, 9), (23, 8));
        assert_eq!(size(Amo::Product, 9), (24, 6));
        assert_eq!(size(Amo::Commander, 9), (24, 3));
        assert_eq!(size(Amo::Binary, 9), (36, 4));
        assert_eq!(size(Amo::Bimander, 9), (31, 3));
        assert_eq!(size(Amo::Pairwise, 144), (10_296, 0));
        assert_eq!(size(Amo::Sequential, 144), (428, 143));
        assert_eq!(size(Amo::Binary, 144), (1_152, 8));
    }
}
