//! A certificate as the plain files that outside checkers read.
//!
//! The formula becomes DIMACS: the rules and the puzzle in the scheme `extended`, then the opposite of the claim. The steps
//! become LRAT. Each is done again, and what our checker knows without a hint (what a true candidate makes false, the puzzle,
//! clauses of one literal) gets its hint. DRAT is the same without numbers and hints.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::Puzzle;

use super::Certificate;
use super::assignment::{Conflict, Facts, Reason, opposite};
use super::clause_ids::Numbers;
use qedoku_encode::{self as encode, ClauseSink, Encoding, EncodingOptions, Formula, Scheme};

/// Writes the formula that the steps of a certificate refute. Its clauses are numbered from 1 in the order of the file.
pub fn write_cnf(puzzle: &Puzzle, claim: &Claim, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    writeln!(out, "c the rules, the puzzle, and the opposite of: {claim}")?;
    let variables = puzzle.board().cell_count() * puzzle.board().side();
    writeln!(out, "p cnf {variables} {}", Numbers::new(puzzle, claim).last)?;
    let options = EncodingOptions { scheme: Scheme::Extended, ..EncodingOptions::default() };
    Encoding::new(puzzle, options).expect("these go together").emit(&mut Plain(&mut out))?;
    for clause in opposites(puzzle, claim) {
        write_list(&clause, &mut out)?;
    }
    out.flush()
}

/// What the opposite of a claim says.
fn opposites(puzzle: &Puzzle, claim: &Claim) -> Vec<Vec<CandidateLit>> {
    let mut clauses = Facts::new(puzzle, claim).0.grids;
    clauses.extend(opposite(puzzle, claim).map(|lit| vec![lit]));
    clauses
}

/// Takes clauses and writes them, one in a line.
struct Plain<W>(W);

impl<W: Write> ClauseSink for Plain<W> {
    type Error = io::Error;
    fn add_clause(&mut self, clause: &[encode::Lit]) -> io::Result<()> {
        write_list(clause.iter().map(|lit| lit.to_dimacs()), &mut self.0)
    }
}

/// Writes numbers, then a 0 and the end of the line.
fn write_list<T: Display>(list: impl IntoIterator<Item = T>, out: &mut impl Write) -> io::Result<()> {
    list.into_iter().try_for_each(|one| write!(out, "{one} "))?;
    writeln!(out, "0")
}

/// Writes the steps of a certificate as DRAT: the clauses, and those that are not needed any more.
pub fn write_drat(certificate: &Certificate, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let (mut clauses, mut last) = (HashMap::new(), None);
    for line in lines(certificate) {
        match line {
            Line::Step { number, lits, .. } => {
                write_list(&lits, &mut out)?;
                last = Some(lits.len());
                clauses.insert(number, lits);
            }
            Line::Delete(numbers) => {
                for number in numbers {
                    write!(out, "d ")?;
                    write_list(clauses.remove(&number).expect("what is deleted was added"), &mut out)?;
                }
            }
        }
    }
    if last != Some(0) {
        write_list([0; 0], &mut out)?;
    }
    out.flush()
}

/// Writes the steps of a certificate as LRAT, for the formula of [`write_cnf`].
pub fn write_lrat(puzzle: &Puzzle, certificate: &Certificate, out: impl Write) -> io::Result<()> {
    let claim = certificate.claim();
    let (facts, said) = Facts::new(puzzle, claim);
    let numbers = Numbers::new(puzzle, claim);
    let last = numbers.last;
    let mut lrat = Lrat { facts, numbers, steps: HashMap::new(), last, needed: Vec::new(), out: BufWriter::new(out) };
    match said {
        Err(conflict) => lrat.write(&[], conflict)?,
        Ok(()) => lrat.write_all(lines(certificate))?,
    }
    lrat.out.flush()
}

/// Does the steps of a certificate again, and writes them with all their hints.
struct Lrat<W: Write> {
    facts: Facts,
    numbers: Numbers,
    /// For each step its new number and its literals.
    steps: HashMap<u64, (u64, Vec<CandidateLit>)>,
    /// The new number of the last step.
    last: u64,
    needed: Vec<CandidateLit>,
    out: BufWriter<W>,
}

impl<W: Write> Lrat<W> {
    fn write_all(&mut self, lines: impl Iterator<Item = Line>) -> io::Result<()> {
        for line in lines {
            match line {
                Line::Delete(numbers) => self.delete(&numbers)?,
                Line::Step { number, lits, hints } => self.redo(number, lits, &hints)?,
            }
        }
        Ok(())
    }

    fn delete(&mut self, numbers: &[u64]) -> io::Result<()> {
        let deleted = numbers.iter().filter_map(|number| self.steps.remove(number));
        let deleted: Vec<u64> = deleted.map(|(number, _)| number).collect();
        write!(self.out, "{} d ", self.last)?;
        write_list(&deleted, &mut self.out)
    }

    /// Writes a step again, without what is known to be false: other checkers would stumble over hints for that. What is
    /// always true is not written at all: no other step can use it.
    fn redo(&mut self, number: u64, mut lits: Vec<CandidateLit>, hints: &[u64]) -> io::Result<()> {
        if lits.iter().any(|lit| lits.contains(&!*lit)) {
            return Ok(());
        }
        let unit = if let [unit] = lits[..] { Some(unit) } else { None };
        lits.retain(|lit| self.facts.value(*lit) != Some(false));
        let before = self.facts.trues().len();
        let conflict = self.conflict(&lits, hints).expect_err("the checker has found the contradiction");
        self.write(&lits, conflict)?;
        self.facts.go_back(before);
        self.steps.insert(number, (self.last, lits));
        if let Some(unit) = unit {
            // If it is known to be false, the step was the empty clause, and the last one.
            let _ = self.facts.set(unit, Reason::Unit(number));
        }
        Ok(())
    }

    fn conflict(&mut self, lits: &[CandidateLit], hints: &[u64]) -> Result<(), Conflict> {
        let opposites: Vec<CandidateLit> = lits.iter().map(|lit| !*lit).collect();
        self.facts.assume_all(&opposites)?;
        for hint in hints {
            let clause = self.steps.get(hint).map_or(&[][..], |(_, lits)| lits);
            self.facts.apply(*hint, clause)?;
        }
        Ok(())
    }

    /// Writes a clause that follows because of a conflict.
    fn write(&mut self, lits: &[CandidateLit], conflict: Conflict) -> io::Result<()> {
        let steps = &self.steps;
        let clause_of = |number: u64| steps.get(&number).map_or(&[][..], |(_, lits)| lits);
        self.facts.rests_on(conflict, 0, clause_of, &mut self.needed);
        let last = match conflict {
            Conflict::Clause(number) => Some(self.number(number)),
            Conflict::Clash(lit, reason) => self.hint(lit, reason),
        };
        let hints = self.needed.iter().filter_map(|lit| self.hint(*lit, self.facts.reason(*lit))).chain(last);
        let hints: Vec<u64> = hints.collect();
        self.last += 1;
        write!(self.out, "{} ", self.last)?;
        lits.iter().try_for_each(|lit| write!(self.out, "{lit} "))?;
        write!(self.out, "0 ")?;
        write_list(&hints, &mut self.out)
    }

    /// The clause that makes a literal true.
    fn hint(&self, lit: CandidateLit, reason: Reason) -> Option<u64> {
        match reason {
            Reason::Assumed => None,
            Reason::Puzzle => Some(self.numbers.said(lit)),
            Reason::Once(x) => Some(self.numbers.once(x as usize, lit.index())),
            Reason::Clause(number) | Reason::Unit(number) => Some(self.number(number)),
        }
    }

    /// The number in the plain file for a number of the certificate.
    fn number(&self, number: u64) -> u64 {
        match (number as usize).checked_sub(self.facts.sets() + 1) {
            None => self.numbers.some(number as usize - 1),
            Some(grid) if grid < self.facts.grids.len() => self.numbers.grid(grid),
            Some(_) => self.steps[&number].0,
        }
    }
}

/// A line of the steps.
enum Line {
    Step { number: u64, lits: Vec<CandidateLit>, hints: Vec<u64> },
    Delete(Vec<u64>),
}

/// The lines after `steps`. They were accepted, so nothing about them can be wrong.
fn lines(certificate: &Certificate) -> impl Iterator<Item = Line> {
    let text = std::str::from_utf8(certificate.text()).expect("a certificate is text");
    let steps = text.split_once("\nsteps\n").map_or("", |(_, steps)| steps);
    steps.lines().map(read)
}

fn read(line: &str) -> Line {
    if let Some(numbers) = line.strip_prefix("delete ") {
        return Line::Delete(numbers.split_ascii_whitespace().map(number).collect());
    }
    let (clause, hints) = line.split_once(':').expect("a step has hints");
    let mut words = clause.split_ascii_whitespace();
    let first = number(words.next().expect("a step has a number"));
    let lit = |word: &str| {
        let x = CandidateLit::from_index(number(word.trim_start_matches(['-', '+'])) as usize - 1);
        if word.starts_with('-') { !x } else { x }
    };
    // A literal that is there twice is there once for other checkers.
    let lits: BTreeSet<CandidateLit> = words.map(lit).collect();
    Line::Step {
        number: first,
        lits: lits.into_iter().collect(),
        hints: hints.split_ascii_whitespace().map(number).collect(),
    }
}

fn number(word: &str) -> u64 {
    word.parse().expect("a number")
}
