//! What is in a file, found in one pass.
//!
//! ```
//! use qedoku_encode::dimacs::{read::Reader, stats::Stats};
//! use qedoku_encode::ClauseFamily;
//!
//! let stats = Stats::of(Reader::new("p cnf 64 4\n1 2 3 4 0\n-1 -2 0\n-1 -5 0\n1 0\n".as_bytes()))?;
//! assert_eq!((stats.clauses, stats.literals, stats.used), (4, 9, Some(5)));
//! let rules = stats.rules.unwrap(); // 64 variables and a first clause that fits: 4x4, `rowmajor`, inferred
//! assert_eq!(rules.of(ClauseFamily::CellAtMostOne), 1);
//! # Ok::<(), qedoku_encode::dimacs::read::ReadError>(())
//! ```
//!
//! The memory is one bit per variable, up to 2^26 variables; beyond, the different ones are not counted.

mod rules;

use std::io::BufRead;
use std::ops::RangeInclusive;

pub use rules::{Kind, Rules, Source, kind};

use crate::dimacs::read::{Header, ReadError, Reader, Tolerated};
use crate::{Lit, Var, VariableMap};

/// The contents of a DIMACS file.
#[derive(Clone, Debug)]
pub struct Stats {
    /// What the (first) header declares.
    pub header: Option<Header>,
    /// The highest variable in a clause; 0 if there is none.
    pub highest: u32,
    /// How many different variables the clauses have; not counted if one is above 2^26.
    pub used: Option<u64>,
    /// The number of clauses.
    pub clauses: u64,
    /// The number of literals in them.
    pub literals: u64,
    /// How long the clauses are.
    pub lengths: Lengths,
    /// Clauses with a variable and its negation: always true.
    pub tautologies: u64,
    /// Clauses that have a literal twice.
    pub repeats: u64,
    /// What the clauses say, if the board and the numbering are known.
    pub rules: Option<Rules>,
    /// What was bent in the file and yet read.
    pub tolerated: Vec<Tolerated>,
}

/// How many clauses there are of each length: exact up to 255, then by powers of two.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lengths(Vec<u64>);

const EXACT: usize = 256;

impl Stats {
    /// Counts what a file has. What it means is taken from its description, or inferred from header and first clause.
    pub fn of<R: BufRead>(reader: Reader<R>) -> Result<Stats, ReadError> {
        Count::new(None).run(reader)
    }

    /// Counts what a file has, with the meaning of its variables known.
    pub fn with<R: BufRead>(reader: Reader<R>, variables: VariableMap) -> Result<Stats, ReadError> {
        Count::new(Some(Rules::new(variables, Source::Known))).run(reader)
    }
}

/// The counts so far.
struct Count {
    stats: Stats,
    seen: VarSet,
    /// For sorting a clause.
    scratch: Vec<Lit>,
}

impl Count {
    fn new(rules: Option<Rules>) -> Count {
        let stats = Stats {
            header: None,
            highest: 0,
            used: None,
            clauses: 0,
            literals: 0,
            lengths: Lengths::default(),
            tautologies: 0,
            repeats: 0,
            rules,
            tolerated: Vec::new(),
        };
        Count { stats, seen: VarSet::default(), scratch: Vec::new() }
    }

    fn run<R: BufRead>(mut self, mut reader: Reader<R>) -> Result<Stats, ReadError> {
        // The description stands before the first clause, but the reader has it only after that was read.
        if let Some(first) = reader.next_clause()? {
            let first = first.to_vec();
            if self.stats.rules.is_none() {
                self.stats.rules = Rules::find(reader.description(), reader.header(), &first);
            }
            self.clause(&first);
        }
        while let Some(clause) = reader.next_clause()? {
            self.clause(clause);
        }
        Ok(self.finish(&reader))
    }

    fn clause(&mut self, clause: &[Lit]) {
        self.stats.clauses += 1;
        self.stats.literals += clause.len() as u64;
        self.stats.lengths.add(clause.len());
        for lit in clause {
            self.seen.insert(lit.var());
        }
        let (tautology, repeat) = flaws(clause, &mut self.scratch);
        self.stats.tautologies += u64::from(tautology);
        self.stats.repeats += u64::from(repeat);
        if let Some(rules) = &mut self.stats.rules {
            rules.add(clause);
        }
    }

    fn finish<R: BufRead>(self, reader: &Reader<R>) -> Stats {
        let mut stats = self.stats;
        stats.header = reader.header();
        stats.highest = reader.highest();
        stats.used = self.seen.len();
        stats.tolerated = reader.tolerated().to_vec();
        stats.rules = stats.rules.filter(Rules::is_plausible);
        stats
    }
}

impl Lengths {
    fn add(&mut self, length: usize) {
        let place = if length < EXACT { length } else { EXACT + (length / EXACT).ilog2() as usize };
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] += 1;
    }

    /// The lengths that occur, ascending, each with the number of its clauses; long ones as ranges.
    pub fn iter(&self) -> impl Iterator<Item = (RangeInclusive<usize>, u64)> + '_ {
        let range = |place: usize| match place.checked_sub(EXACT) {
            None => place..=place,
            Some(power) => EXACT << power..=(EXACT << (power + 1)) - 1,
        };
        self.0.iter().enumerate().filter(|(_, count)| **count > 0).map(move |(place, count)| (range(place), *count))
    }

    /// How many clauses have exactly this length, for lengths up to 255.
    pub fn exactly(&self, length: usize) -> u64 {
        if length < EXACT { self.0.get(length).copied().unwrap_or(0) } else { 0 }
    }
}

/// Whether a clause has a variable and its negation, and whether it has a literal twice.
pub(super) fn flaws(clause: &[Lit], scratch: &mut Vec<Lit>) -> (bool, bool) {
    match clause {
        [] | [_] => (false, false),
        [a, b] => (*a == !*b, a == b),
        _ => {
            scratch.clear();
            scratch.extend_from_slice(clause);
            scratch.sort_unstable_by_key(|lit| (lit.var(), *lit));
            let any = |test: fn(Lit, Lit) -> bool| scratch.windows(2).any(|pair| test(pair[0], pair[1]));
            (any(|a, b| a == !b), any(|a, b| a == b))
        }
    }
}

/// A set of variables, one bit each.
#[derive(Default)]
struct VarSet {
    words: Vec<u64>,
    /// There was one that is too high.
    overflow: bool,
}

const MAX_WORDS: usize = 1 << 20;

impl VarSet {
    #[inline]
    fn insert(&mut self, var: Var) {
        let (word, bit) = (var.get() as usize / 64, var.get() % 64);
        if word >= self.words.len() && !self.grow(word) {
            return;
        }
        self.words[word] |= 1 << bit;
    }

    fn grow(&mut self, word: usize) -> bool {
        self.overflow |= word >= MAX_WORDS;
        if word < MAX_WORDS {
            self.words.resize(word + 1, 0);
        }
        word < MAX_WORDS
    }

    fn len(&self) -> Option<u64> {
        let count = self.words.iter().map(|word| u64::from(word.count_ones())).sum();
        (!self.overflow).then_some(count)
    }
}
