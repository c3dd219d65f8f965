//! Export of certificates for external proof checkers: CNF, LRAT and DRAT.
//!
//! | file | content |
//! |---|---|
//! | CNF | the rules and the puzzle in the scheme `extended`, then the negated claim; unsatisfiable iff the claim is true |
//! | LRAT | the steps with ids and all hints |
//! | DRAT | the steps without ids and hints |
//!
//! The checker of this project applies some clauses without a hint: at-most-one constraints, givens and other axioms,
//! unit steps. An LRAT checker has no such rules. [`write_lrat`] therefore replays every step, and
//! conflict analysis determines the hints to add. A wrong export cannot do harm: the external checker rejects it.
//!
//! References: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient certified RAT verification.
//! CADE 2017 (LRAT). N. Wetzler, M. Heule, W. Hunt: DRAT-trim: efficient checking and trimming using expressive clausal
//! proofs. SAT 2014 (DRAT).

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use qedoku_encode::{self as encode, ClauseSink, Encoding, EncodingOptions, Formula, Scheme};
use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::Puzzle;

use super::Certificate;
use super::axioms::{assign_axioms, blocking_clauses, negated_claim};
use super::clause_ids::ClauseIds;
use crate::propagation::{Assignment, Conflict, Reason};

/// Writes the formula that the steps of a certificate refute. Clause ids are counted from 1 in the order of the file.
pub fn write_cnf(puzzle: &Puzzle, claim: &Claim, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    writeln!(out, "c rules, puzzle and negation of the claim: {claim}")?;
    let variables = puzzle.board().cell_count() * puzzle.board().side();
    writeln!(out, "p cnf {variables} {}", ClauseIds::new(puzzle, claim).last)?;
    let options = EncodingOptions { scheme: Scheme::EXTENDED, ..EncodingOptions::default() };
    let encoding = Encoding::new(puzzle, options).expect("these options are compatible");
    encoding.emit(&mut ClauseLineWriter(&mut out))?;
    for clause in negated_claim_clauses(puzzle, claim) {
        write_list(&clause, &mut out)?;
    }
    out.flush()
}

/// The negated claim as clauses: the blocking clauses of "exactly", or a unit clause.
fn negated_claim_clauses(puzzle: &Puzzle, claim: &Claim) -> Vec<Vec<CandidateLit>> {
    let mut clauses = blocking_clauses(puzzle, claim);
    clauses.extend(negated_claim(puzzle, claim).map(|lit| vec![lit]));
    clauses
}

/// Writes one clause per line.
struct ClauseLineWriter<W>(W);

impl<W: Write> ClauseSink for ClauseLineWriter<W> {
    type Error = io::Error;
    fn add_clause(&mut self, clause: &[encode::Lit]) -> io::Result<()> {
        write_list(clause.iter().map(|lit| lit.to_dimacs()), &mut self.0)
    }
}

/// Writes a line of numbers that ends with 0.
fn write_list<T: Display>(list: impl IntoIterator<Item = T>, out: &mut impl Write) -> io::Result<()> {
    list.into_iter().try_for_each(|item| write!(out, "{item} "))?;
    writeln!(out, "0")
}

/// Writes the steps of a certificate as DRAT: clauses and deletions.
pub fn write_drat(certificate: &Certificate, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let (mut clauses, mut last_len) = (HashMap::new(), None);
    for line in proof_lines(certificate) {
        match line {
            ProofLine::Step { id, lits, .. } => {
                write_list(&lits, &mut out)?;
                last_len = Some(lits.len());
                clauses.insert(id, lits);
            }
            ProofLine::Delete(ids) => {
                for id in ids {
                    write!(out, "d ")?;
                    write_list(
                        clauses.remove(&id).expect("the checker accepts deletions of known clauses only"),
                        &mut out,
                    )?;
                }
            }
        }
    }
    // A certificate may end with a unit clause that is false at the root level, or have no steps at all. DRAT needs the
    // empty clause.
    if last_len != Some(0) {
        write_list([0; 0], &mut out)?;
    }
    out.flush()
}

/// Writes the steps of a certificate as LRAT for the formula of [`write_cnf`].
pub fn write_lrat(puzzle: &Puzzle, certificate: &Certificate, out: impl Write) -> io::Result<()> {
    let claim = certificate.claim();
    let (assignment, axioms) = assign_axioms(puzzle, claim);
    let ids = ClauseIds::new(puzzle, claim);
    let mut writer = LratWriter {
        assignment,
        last_id: ids.last,
        ids,
        steps: HashMap::new(),
        antecedents: Vec::new(),
        out: BufWriter::new(out),
    };
    match axioms {
        Err(conflict) => writer.write_step(&[], conflict)?,
        Ok(()) => writer.write_all(proof_lines(certificate))?,
    }
    writer.out.flush()
}

/// Replays the steps of a certificate and writes them with all hints.
struct LratWriter<W: Write> {
    /// Between steps: the axioms and the unit steps, with at-most-one propagated.
    assignment: Assignment,
    ids: ClauseIds,
    /// The LRAT id and the literals of each step, by certificate number.
    steps: HashMap<u64, (u64, Vec<CandidateLit>)>,
    /// The LRAT id of the last step.
    last_id: u64,
    /// Buffer of conflict analysis.
    antecedents: Vec<CandidateLit>,
    out: BufWriter<W>,
}

impl<W: Write> LratWriter<W> {
    fn write_all(&mut self, lines: impl Iterator<Item = ProofLine>) -> io::Result<()> {
        for line in lines {
            match line {
                ProofLine::Delete(ids) => self.write_deletion(&ids)?,
                ProofLine::Step { id, lits, hints } => self.replay(id, lits, &hints)?,
            }
        }
        Ok(())
    }

    fn write_deletion(&mut self, ids: &[u64]) -> io::Result<()> {
        let deleted = ids.iter().filter_map(|id| self.steps.remove(id));
        let deleted: Vec<u64> = deleted.map(|(id, _)| id).collect();
        write!(self.out, "{} d ", self.last_id)?;
        write_list(&deleted, &mut self.out)
    }

    /// Replays a step and writes it.
    ///
    /// Literals that are false at the root level are left out: LRAT checkers refuse the hints for them, since the
    /// negated clause already makes them false. Tautologies are not written: no step can use them.
    fn replay(&mut self, id: u64, mut lits: Vec<CandidateLit>, hints: &[u64]) -> io::Result<()> {
        if lits.iter().any(|lit| lits.contains(&!*lit)) {
            return Ok(());
        }
        let unit = if let [unit] = lits[..] { Some(unit) } else { None };
        lits.retain(|lit| self.assignment.value(*lit) != Some(false));
        let root_len = self.assignment.trail().len();
        let conflict = self.apply_hints(&lits, hints).expect_err("the checker found the conflict of the step");
        self.write_step(&lits, conflict)?;
        self.assignment.backtrack(root_len);
        self.steps.insert(id, (self.last_id, lits));
        if let Some(unit) = unit {
            // If the literal is false at the root level, the step was written as the empty clause and is the last one.
            let _ = self.assignment.assign(unit, Reason::Unit(id));
        }
        Ok(())
    }

    /// Assumes the negated clause and applies the hints up to the conflict.
    fn apply_hints(&mut self, lits: &[CandidateLit], hints: &[u64]) -> Result<(), Conflict> {
        let assumptions: Vec<CandidateLit> = lits.iter().map(|lit| !*lit).collect();
        self.assignment.assume_all(&assumptions)?;
        for hint in hints {
            let clause = self.steps.get(hint).map_or(&[][..], |(_, lits)| lits);
            self.assignment.apply_clause(*hint, clause)?;
        }
        Ok(())
    }

    /// Writes a clause with the hints of its conflict.
    fn write_step(&mut self, lits: &[CandidateLit], conflict: Conflict) -> io::Result<()> {
        let steps = &self.steps;
        let clause_of = |id: u64| steps.get(&id).map_or(&[][..], |(_, lits)| lits);
        self.assignment.analyze_conflict(conflict, 0, clause_of, &mut self.antecedents);
        let last_hint = match conflict {
            Conflict::Clause(id) => Some(self.lrat_id(id)),
            Conflict::Falsified(lit, reason) => self.hint(lit, reason),
        };
        let antecedents = self.antecedents.iter();
        let hints: Vec<u64> =
            antecedents.filter_map(|lit| self.hint(*lit, self.assignment.reason(*lit))).chain(last_hint).collect();
        self.last_id += 1;
        write!(self.out, "{} ", self.last_id)?;
        lits.iter().try_for_each(|lit| write!(self.out, "{lit} "))?;
        write!(self.out, "0 ")?;
        write_list(&hints, &mut self.out)
    }

    /// The LRAT id of the clause that implies a literal; `None` for an assumption.
    fn hint(&self, lit: CandidateLit, reason: Reason) -> Option<u64> {
        match reason {
            Reason::Decision => None,
            Reason::Axiom => Some(self.ids.unit(lit)),
            Reason::AtMostOne(candidate) => Some(self.ids.at_most_one(candidate as usize, lit.index())),
            Reason::Clause(id) | Reason::Unit(id) => Some(self.lrat_id(id)),
        }
    }

    /// The LRAT id of the clause with a certificate number.
    fn lrat_id(&self, id: u64) -> u64 {
        match (id as usize).checked_sub(self.assignment.constraint_count() + 1) {
            None => self.ids.at_least_one(id as usize - 1),
            Some(grid) if grid < self.assignment.blocking_clauses.len() => self.ids.blocking_clause(grid),
            Some(_) => self.steps[&id].0,
        }
    }
}

/// A line of the proof of a certificate.
pub(super) enum ProofLine {
    Step { id: u64, lits: Vec<CandidateLit>, hints: Vec<u64> },
    Delete(Vec<u64>),
}

/// Parses the lines after `steps`. The checker has accepted them, so parsing cannot fail.
pub(super) fn proof_lines(certificate: &Certificate) -> impl Iterator<Item = ProofLine> {
    let text = std::str::from_utf8(certificate.text()).expect("certificates are UTF-8");
    let steps = text.split_once("\nsteps\n").map_or("", |(_, steps)| steps);
    steps.lines().map(parse_line)
}

fn parse_line(line: &str) -> ProofLine {
    if let Some(ids) = line.strip_prefix("delete ") {
        return ProofLine::Delete(ids.split_ascii_whitespace().map(parse_number).collect());
    }
    let (clause, hints) = line.split_once(':').expect("a step has a colon");
    let mut words = clause.split_ascii_whitespace();
    let id = parse_number(words.next().expect("a step has a number"));
    let parse_lit = |word: &str| {
        let candidate = CandidateLit::from_index(parse_number(word.trim_start_matches(['-', '+'])) as usize - 1);
        if word.starts_with('-') { !candidate } else { candidate }
    };
    // Our checker accepts repeated literals, others do not. The set removes them.
    let lits: BTreeSet<CandidateLit> = words.map(parse_lit).collect();
    let hints = hints.split_ascii_whitespace().map(parse_number).collect();
    ProofLine::Step { id, lits: lits.into_iter().collect(), hints }
}

fn parse_number(word: &str) -> u64 {
    word.parse().expect("the checker has accepted the number")
}
