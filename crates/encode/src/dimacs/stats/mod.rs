//! Statistics of a CNF file, collected in one pass.
//!
//! ```
//! use qedoku_encode::dimacs::{read::DimacsReader, stats::DimacsStats};
//! use qedoku_encode::ClauseFamily;
//!
//! let stats = DimacsStats::collect(DimacsReader::new("p cnf 64 4\n1 2 3 4 0\n-1 -2 0\n-1 -5 0\n1 0\n".as_bytes()))?;
//! assert_eq!((stats.clauses, stats.literals, stats.used_variables), (4, 9, Some(5)));
//! // 64 variables and a first clause that fits: inferred to be 4x4, numbering `rowmajor`.
//! let classification = stats.classification.unwrap();
//! assert_eq!(classification.count(ClauseFamily::CellAtMostOne), 1);
//! # Ok::<(), qedoku_encode::dimacs::read::DimacsError>(())
//! ```
//!
//! Memory use is one bit per variable, up to 2^26 variables (8 MiB), and some words for each given. Files with higher variables are read, but their
//! distinct variables are not counted.

mod classify;
mod unit_clauses;

use std::io::BufRead;
use std::ops::RangeInclusive;

pub use classify::{Classification, ClauseClass, MetadataSource, classify};

use crate::dimacs::read::{Deviation, DimacsError, DimacsHeader, DimacsReader};
use crate::{Lit, Var, VariableMap};

/// Statistics of a CNF file.
#[derive(Clone, Debug)]
pub struct DimacsStats {
    /// The first header.
    pub header: Option<DimacsHeader>,
    /// Highest variable in a clause; 0 if there is none.
    pub max_var: u32,
    /// Number of distinct variables in clauses; `None` if one is above 2^26.
    pub used_variables: Option<u64>,
    /// Number of clauses.
    pub clauses: u64,
    /// Number of literals in all clauses.
    pub literals: u64,
    /// Number of clauses of each length.
    pub lengths: LengthHistogram,
    /// Number of clauses that contain a variable and its negation.
    pub tautologies: u64,
    /// Number of clauses that contain a literal twice.
    pub duplicates: u64,
    /// Clauses by what they state, if the board and the numbering are known.
    pub classification: Option<Classification>,
    /// Deviations from the format.
    pub deviations: Vec<Deviation>,
}

/// Number of clauses of each length: exact up to 255, then in ranges between powers of two.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LengthHistogram(Vec<u64>);

/// Lengths below this have a bin of their own. The longest clause of a Sudoku encoding has 144 literals.
const EXACT_LENGTHS: usize = 256;

impl DimacsStats {
    /// Collects statistics. The meaning of the variables comes from the metadata comments, or is inferred from the header
    /// and the first clause.
    pub fn collect<R: BufRead>(reader: DimacsReader<R>) -> Result<DimacsStats, DimacsError> {
        StatsCollector::new(None).run(reader)
    }

    /// Collects statistics of a file whose variables are known.
    pub fn collect_with<R: BufRead>(
        reader: DimacsReader<R>,
        variables: VariableMap,
    ) -> Result<DimacsStats, DimacsError> {
        StatsCollector::new(Some(Classification::new(variables, MetadataSource::Caller))).run(reader)
    }
}

struct StatsCollector {
    stats: DimacsStats,
    seen: VarSet,
    /// Buffer of [`find_redundancy`].
    scratch: Vec<Lit>,
}

impl StatsCollector {
    fn new(classification: Option<Classification>) -> StatsCollector {
        let stats = DimacsStats {
            header: None,
            max_var: 0,
            used_variables: None,
            clauses: 0,
            literals: 0,
            lengths: LengthHistogram::default(),
            tautologies: 0,
            duplicates: 0,
            classification,
            deviations: Vec::new(),
        };
        StatsCollector { stats, seen: VarSet::default(), scratch: Vec::new() }
    }

    fn run<R: BufRead>(mut self, mut reader: DimacsReader<R>) -> Result<DimacsStats, DimacsError> {
        // The metadata precede the first clause, so the reader knows them once it has returned that clause.
        if let Some(first) = reader.next_clause()? {
            let first = first.to_vec();
            if self.stats.classification.is_none() {
                self.stats.classification = Classification::detect(reader.metadata_lines(), reader.header(), &first);
            }
            self.add(&first);
        }
        while let Some(clause) = reader.next_clause()? {
            self.add(clause);
        }
        Ok(self.finish(&reader))
    }

    fn add(&mut self, clause: &[Lit]) {
        self.stats.clauses += 1;
        self.stats.literals += clause.len() as u64;
        self.stats.lengths.add(clause.len());
        for lit in clause {
            self.seen.insert(lit.var());
        }
        let Redundancy { is_tautology, has_duplicates } = find_redundancy(clause, &mut self.scratch);
        self.stats.tautologies += u64::from(is_tautology);
        self.stats.duplicates += u64::from(has_duplicates);
        if let Some(classification) = &mut self.stats.classification {
            classification.add(clause);
        }
    }

    fn finish<R: BufRead>(self, reader: &DimacsReader<R>) -> DimacsStats {
        let mut stats = self.stats;
        stats.header = reader.header();
        stats.max_var = reader.max_var();
        stats.used_variables = self.seen.len();
        stats.deviations = reader.deviations().to_vec();
        if let Some(classification) = &mut stats.classification {
            classification.finish();
        }
        stats.classification = stats.classification.filter(Classification::is_plausible);
        stats
    }
}

impl LengthHistogram {
    fn add(&mut self, length: usize) {
        let bin =
            if length < EXACT_LENGTHS { length } else { EXACT_LENGTHS + (length / EXACT_LENGTHS).ilog2() as usize };
        if self.0.len() <= bin {
            self.0.resize(bin + 1, 0);
        }
        self.0[bin] += 1;
    }

    /// The non-empty bins in ascending order: range of lengths and number of clauses.
    pub fn iter(&self) -> impl Iterator<Item = (RangeInclusive<usize>, u64)> + '_ {
        let range = |bin: usize| match bin.checked_sub(EXACT_LENGTHS) {
            None => bin..=bin,
            Some(power) => EXACT_LENGTHS << power..=(EXACT_LENGTHS << (power + 1)) - 1,
        };
        self.0.iter().enumerate().filter(|(_, count)| **count > 0).map(move |(bin, count)| (range(bin), *count))
    }

    /// Number of clauses of exactly this length, for lengths up to 255; 0 for longer ones.
    pub fn exactly(&self, length: usize) -> u64 {
        if length < EXACT_LENGTHS { self.0.get(length).copied().unwrap_or(0) } else { 0 }
    }
}

/// Redundancy inside a clause.
pub(super) struct Redundancy {
    /// The clause contains a variable and its negation.
    pub(super) is_tautology: bool,
    /// The clause contains a literal twice.
    pub(super) has_duplicates: bool,
}

/// Finds tautologies and duplicate literals. Sorts the clause only if it has three or more literals.
pub(super) fn find_redundancy(clause: &[Lit], scratch: &mut Vec<Lit>) -> Redundancy {
    match clause {
        [] | [_] => Redundancy { is_tautology: false, has_duplicates: false },
        [a, b] => Redundancy { is_tautology: *a == !*b, has_duplicates: a == b },
        _ => {
            scratch.clear();
            scratch.extend_from_slice(clause);
            scratch.sort_unstable_by_key(|lit| (lit.var(), *lit));
            let any = |test: fn(Lit, Lit) -> bool| scratch.windows(2).any(|pair| test(pair[0], pair[1]));
            Redundancy { is_tautology: any(|a, b| a == !b), has_duplicates: any(|a, b| a == b) }
        }
    }
}

/// Bit set of variables.
#[derive(Default)]
struct VarSet {
    words: Vec<u64>,
    /// A variable above the limit was inserted.
    overflow: bool,
}

/// 2^20 words of 64 bits: variables below 2^26.
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
