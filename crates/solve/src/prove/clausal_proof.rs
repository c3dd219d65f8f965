//! Import of an external solver's clausal proof: every step is checked by unit propagation and gets its hints.
//!
//! | format | addition | deletion | written by |
//! |---|---|---|---|
//! | DRAT | `1 -2 0` | `d 1 -2 0` | `CaDiCaL`, Kissat |
//! | RUP | `1 -2 0`, after a line `%RUP...` | | `PicoSAT` |
//! | FRAT | `a 17 1 -2 0 l 3 5 0` | `d 17 1 -2 0` | `CryptoMiniSat` 5.11 |
//!
//! The axioms are the constraints of the puzzle and the blocking clauses of the claim, not the formula that the solver read: each
//! clause of the formula follows from them by unit propagation. A step must be RUP, a clause whose negation leads to a conflict by
//! unit propagation over the axioms and the earlier steps. RAT steps and auxiliary variables are not supported, since the
//! checker of certificates has neither. Deletions only save time: RUP steps remain RUP with more clauses.
//!
//! Step clauses are propagated by two watched literals (M. Moskewicz et al.: Chaff, DAC 2001), constraints by the counts of
//! [`Trail`]. All steps are checked, first to last; trimming then drops those that the refutation does not need. Nothing
//! here is trusted: the checker verifies the certificate that results.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, Read};

use qedoku_proof::{CandidateLit, Claim, VerifyError};
use qedoku_puzzle::Puzzle;

use super::axioms::propagate_axioms;
use super::claims::ProvedClaim;
use super::derivation::Derivation;
use super::prover::{propagation_proof, root_units};
use super::trim::trim;
use super::{Certificate, ProveError, write_text};
use crate::propagation::{Conflict, Reason, Trail};
use crate::{Interrupt, SolveError};

/// The reason why a solver's proof does not become a certificate.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProofImportError {
    /// The work was interrupted.
    Interrupted,
    /// The file cannot be read.
    File(io::Error),
    /// A line is not a step of DRAT, RUP or FRAT in text form.
    Malformed {
        /// The line, from 1.
        line: usize,
    },
    /// A step has a variable that is not a candidate.
    UnknownVariable {
        /// The line, from 1.
        line: usize,
    },
    /// A step does not follow by unit propagation.
    NotRup {
        /// The line, from 1.
        line: usize,
    },
    /// The proof ends without a contradiction.
    Incomplete,
    /// The checker rejected the certificate.
    Rejected(VerifyError),
}

/// Longest line of a proof in bytes. Clauses are far shorter; a longer line would have to be held in memory.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// Checks a proof that a puzzle has no solutions but these, and makes a certificate of it. `literal` translates the numbers of
/// the solver's formula.
pub(crate) fn import_clausal_proof(
    puzzle: &Puzzle,
    claim: Claim,
    proof: impl BufRead,
    literal: impl Fn(i64) -> Option<CandidateLit>,
    interrupt: &Interrupt,
) -> Result<Certificate, ProofImportError> {
    let proof = refutation(puzzle, &claim, ProofReader::new(proof, literal), interrupt)?;
    let text = write_text(puzzle, ProvedClaim { claim, proof });
    Certificate::read_until(puzzle, text, interrupt).map_err(|error| match error {
        _ if interrupt.is_set() => ProofImportError::Interrupted,
        error => ProofImportError::Rejected(error),
    })
}

/// The steps of a proof that lead to the empty clause.
fn refutation<R: BufRead, L: Fn(i64) -> Option<CandidateLit>>(
    puzzle: &Puzzle,
    claim: &Claim,
    mut steps: ProofReader<R, L>,
    interrupt: &Interrupt,
) -> Result<Derivation, ProofImportError> {
    let (mut trail, propagated) = propagate_axioms(puzzle, claim);
    if let Err(conflict) = propagated {
        // Any proof is valid, but there must be one.
        steps.next_step()?.ok_or(ProofImportError::Incomplete)?;
        return Ok(propagation_proof(puzzle, claim, &mut trail, conflict));
    }
    let derivation = root_units(puzzle, claim, &trail);
    let mut replay = Replay::new(trail, derivation);
    while let Some(step) = steps.next_step()? {
        if interrupt.is_set() {
            return Err(ProofImportError::Interrupted);
        }
        match step {
            ProofStep::Delete(clause) => replay.delete(&clause),
            ProofStep::Add(clause) => match replay.add(clause) {
                Ok(Added::EmptyClause) => {
                    let trimmed = trim(puzzle, claim, &replay.derivation, interrupt);
                    return trimmed.map_err(|error| ProofImportError::from_trimming(&error, steps.line));
                }
                Ok(Added::Clause) => {}
                Err(NotRup) => return Err(ProofImportError::NotRup { line: steps.line }),
            },
        }
    }
    Err(ProofImportError::Incomplete)
}

/// A line of a proof. Literals are in ascending order, without duplicates.
enum ProofStep {
    Add(Vec<CandidateLit>),
    Delete(Vec<CandidateLit>),
}

/// Reads the steps of a proof.
struct ProofReader<R, L> {
    input: R,
    literal: L,
    /// The number of the last line.
    line: usize,
    text: Vec<u8>,
    /// Whether a line was in FRAT, whose clauses have numbers.
    is_frat: bool,
}

impl<R: BufRead, L: Fn(i64) -> Option<CandidateLit>> ProofReader<R, L> {
    fn new(input: R, literal: L) -> ProofReader<R, L> {
        ProofReader { input, literal, line: 0, text: Vec::new(), is_frat: false }
    }

    /// The next step; `None` at the end of the file.
    fn next_step(&mut self) -> Result<Option<ProofStep>, ProofImportError> {
        while self.read_line()? {
            let text = std::mem::take(&mut self.text);
            let step = self.parse_line(&text);
            self.text = text;
            if let Some(step) = step? {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    fn read_line(&mut self) -> Result<bool, ProofImportError> {
        self.line += 1;
        self.text.clear();
        let mut line = self.input.by_ref().take(MAX_LINE_BYTES);
        let length = line.read_until(b'\n', &mut self.text).map_err(ProofImportError::File)?;
        if length as u64 == MAX_LINE_BYTES { Err(self.malformed()) } else { Ok(length > 0) }
    }

    fn parse_line(&mut self, text: &[u8]) -> Result<Option<ProofStep>, ProofImportError> {
        let text = str::from_utf8(text).map_err(|_| self.malformed())?;
        let mut words = text.split_ascii_whitespace().peekable();
        let kind = match words.peek() {
            // Comments, the header of RUP, and clauses of FRAT that are in the formula or remain at the end.
            None | Some(&"c" | &"o" | &"f" | &"t") => return Ok(None),
            Some(word) if word.starts_with('%') => return Ok(None),
            Some(&"a") => "a",
            Some(&"d") => "d",
            Some(_) => "",
        };
        self.is_frat |= kind == "a";
        if !kind.is_empty() {
            words.next();
            if self.is_frat {
                words.next(); // the number of the clause
            }
        }
        let is_deletion = kind == "d";
        let mut clause = Vec::new();
        for word in words {
            match word.parse().map_err(|_| self.malformed())? {
                0 if is_deletion => return Ok(Some(ProofStep::Delete(sorted(clause)))),
                0 => return Ok(Some(ProofStep::Add(sorted(clause)))),
                number => match (self.literal)(number) {
                    Some(lit) => clause.push(lit),
                    // A clause that was never added need not be deleted.
                    None if is_deletion => return Ok(None),
                    None => return Err(ProofImportError::UnknownVariable { line: self.line }),
                },
            }
        }
        Err(self.malformed()) // The final 0 is missing.
    }

    fn malformed(&self) -> ProofImportError {
        ProofImportError::Malformed { line: self.line }
    }
}

fn sorted(mut clause: Vec<CandidateLit>) -> Vec<CandidateLit> {
    clause.sort_unstable();
    clause.dedup();
    clause
}

/// The axioms and the steps so far, closed under unit propagation at the root level.
struct Replay {
    trail: Trail,
    /// The steps with their hints, and a unit step for each literal that is implied at the root level.
    derivation: Derivation,
    /// By literal: the numbers of the steps that watch it.
    watchers: Vec<Vec<u64>>,
    /// By step number: the two watched literals; `None` for units and deleted steps.
    watched: HashMap<u64, [CandidateLit; 2]>,
    /// Number of literals of the trail whose watchers were visited.
    visited: usize,
    /// Number of root literals that have a step, if they need one.
    emitted_units: usize,
    /// The numbers of the steps by the clause in the file, for deletions.
    numbers: HashMap<Vec<CandidateLit>, Vec<u64>>,
    /// Buffer of conflict analysis.
    antecedents: Vec<CandidateLit>,
}

/// The result of adding a step.
enum Added {
    Clause,
    EmptyClause,
}

/// A step does not follow by unit propagation.
struct NotRup;

impl Replay {
    /// Starts after the propagation of the axioms, with their unit steps.
    fn new(trail: Trail, derivation: Derivation) -> Replay {
        let literals = 2 * trail.assignment.side.pow(3);
        let root_len = trail.root_len();
        Replay {
            trail,
            derivation,
            watchers: vec![Vec::new(); literals],
            watched: HashMap::new(),
            visited: root_len,
            emitted_units: root_len,
            numbers: HashMap::new(),
            antecedents: Vec::new(),
        }
    }

    /// Checks a clause and adds it. Conflict analysis may find a shorter one, which is added in its place.
    fn add(&mut self, clause: Vec<CandidateLit>) -> Result<Added, NotRup> {
        let is_tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        if is_tautology || clause.iter().any(|lit| self.trail.value(*lit) == Some(true)) {
            return Ok(Added::Clause); // It holds at the root level, and is of no use.
        }
        let conflict = self.refute(&clause);
        let learnt = conflict.map(|conflict| self.learn(conflict));
        self.trail.backtrack(0);
        self.visited = self.visited.min(self.trail.root_len());
        let (learnt, number) = learnt.ok_or(NotRup)?;
        match learnt[..] {
            [] => return Ok(Added::EmptyClause),
            [unit] => return Ok(self.assign_unit(unit, number)),
            [first, second, ..] => {
                self.watched.insert(number, [first, second]);
                self.watchers[code(first)].push(number);
                self.watchers[code(second)].push(number);
            }
        }
        self.numbers.entry(clause).or_default().push(number);
        Ok(Added::Clause)
    }

    /// Deletes a step with this clause, if there is one.
    fn delete(&mut self, clause: &[CandidateLit]) {
        if let Some(number) = self.numbers.get_mut(clause).and_then(Vec::pop) {
            self.watched.remove(&number);
        }
    }

    /// Assumes that a clause is false, and propagates; returns the conflict.
    fn refute(&mut self, clause: &[CandidateLit]) -> Option<Conflict> {
        // Candidates assumed true come first, so that fewer of the assumptions are needed (see `trim.rs`).
        let (negative, positive): (Vec<_>, Vec<_>) = clause.iter().map(|lit| !*lit).partition(|lit| !lit.is_positive());
        let assumed = self.trail.assume(positive.into_iter().chain(negative));
        assumed.and_then(|()| self.trail.propagate()).and_then(|()| self.propagate_steps()).err()
    }

    /// Appends the step of a conflict; returns its clause and number.
    fn learn(&mut self, conflict: Conflict) -> (Vec<CandidateLit>, u64) {
        let (root_len, derivation) = (self.trail.root_len(), &self.derivation);
        let assignment = &mut self.trail.assignment;
        let clause_of = |id| derivation.clause(id).unwrap_or_default();
        assignment.analyze_conflict(conflict, root_len, clause_of, &mut self.antecedents);
        let clause = assignment.learnt_clause(conflict, &self.antecedents);
        let hints: Vec<u64> = assignment.hints(conflict, &self.antecedents).collect();
        let number = self.derivation.push(&clause, &hints);
        (clause, number)
    }

    /// Assigns a unit step at the root level and propagates. A conflict completes the refutation.
    fn assign_unit(&mut self, unit: CandidateLit, number: u64) -> Added {
        let assigned = self.trail.assign(unit, Reason::Unit(number)).and_then(|()| self.propagate_steps());
        self.derivation.push_root_units(&self.trail.assignment, self.emitted_units);
        self.emitted_units = self.trail.root_len();
        match assigned {
            Ok(()) => Added::Clause,
            Err(conflict) => {
                self.learn(conflict);
                Added::EmptyClause
            }
        }
    }

    /// Visits the watchers of all literals that became false.
    fn propagate_steps(&mut self) -> Result<(), Conflict> {
        while let Some(lit) = self.trail.literals().get(self.visited) {
            self.visited += 1;
            let falsified = !*lit;
            let mut watchers = std::mem::take(&mut self.watchers[code(falsified)]);
            let mut result = Ok(());
            watchers.retain(|number| result.is_err() || self.visit(*number, falsified, &mut result));
            self.watchers[code(falsified)].append(&mut watchers);
            result?;
        }
        Ok(())
    }

    /// Looks for another literal to watch; if there is none, the step is unit or falsified. Returns whether it still watches
    /// the falsified literal.
    fn visit(&mut self, number: u64, falsified: CandidateLit, result: &mut Result<(), Conflict>) -> bool {
        let Some(watched) = self.watched.get_mut(&number) else { return false };
        let other = if watched[0] == falsified { watched[1] } else { watched[0] };
        if self.trail.value(other) == Some(true) {
            return true;
        }
        let clause = self.derivation.clause(number).unwrap_or_default();
        let can_watch = |lit: &&CandidateLit| **lit != other && self.trail.value(**lit) != Some(false);
        if let Some(next) = clause.iter().find(can_watch) {
            *watched = [other, *next];
            self.watchers[code(*next)].push(number);
            return false;
        }
        *result = match self.trail.value(other) {
            Some(false) => Err(Conflict::Clause(number)),
            _ => self.trail.assign(other, Reason::Clause(number)),
        };
        true
    }
}

/// Index of a literal in the table of watchers.
fn code(lit: CandidateLit) -> usize {
    2 * lit.index() + usize::from(lit.is_positive())
}

impl ProofImportError {
    fn from_trimming(error: &ProveError, line: usize) -> ProofImportError {
        match error {
            ProveError::Solve(SolveError::Interrupted) => ProofImportError::Interrupted,
            _ => ProofImportError::NotRup { line },
        }
    }
}

impl fmt::Display for ProofImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofImportError::Interrupted => write!(f, "the check of the proof was interrupted"),
            ProofImportError::File(error) => write!(f, "the proof cannot be read: {error}"),
            ProofImportError::Malformed { line } => write!(f, "line {line} of the proof is malformed"),
            ProofImportError::UnknownVariable { line } => {
                write!(f, "line {line} of the proof has a variable that is not a candidate")
            }
            ProofImportError::NotRup { line } => {
                write!(f, "line {line} of the proof does not follow by unit propagation")
            }
            ProofImportError::Incomplete => write!(f, "the proof ends without a contradiction"),
            ProofImportError::Rejected(error) => write!(f, "the checker rejected the proof: {error}"),
        }
    }
}

/// The message of an inner error is part of the message here, so `source` continues with the cause of the inner error.
impl std::error::Error for ProofImportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ProofImportError::File(error) => error.source(),
            ProofImportError::Rejected(error) => error.source(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::{Board, DigitSet};

    /// Four cells of row 1 share three digits. Unit propagation alone does not show that there is no solution.
    fn unsolvable() -> Puzzle {
        let board = Board::CLASSIC;
        let (few, all): (DigitSet, DigitSet) = (board.digits().take(3).collect(), board.digits().collect());
        let allowed = (0..board.cell_count()).map(|cell| if cell < 4 { few } else { all });
        Puzzle::with_candidates(board, allowed.collect::<Vec<_>>())
    }

    /// r1c1 is neither 1 nor 2; then r1c2 is not 1, which leaves 2 and a conflict. Literal 9 k + d is digit d of cell k, from 0.
    const PROOF: &str = "-1 -11 0\n-1 0\n-2 -10 0\nd -1 -11 0\n-2 0\n-10 0\n";

    fn import(puzzle: &Puzzle, proof: &str) -> Result<Certificate, ProofImportError> {
        let literal = |number| CandidateLit::from_dimacs(puzzle.board(), number);
        import_clausal_proof(puzzle, Claim::Exactly(vec![]), proof.as_bytes(), literal, &Interrupt::default())
    }

    #[test]
    fn a_proof_becomes_a_certificate_in_every_format() {
        let puzzle = unsolvable();
        assert!(propagate_axioms(&puzzle, &Claim::Exactly(vec![])).1.is_ok(), "propagation alone does not decide it");
        let frat = "c x\no 1 5 0\na 2 -1 -11 0 l 1 0\na 3 -1 0\nd 2 -1 -11 0\na 4 -2 -10 0\na 5 -2 0\na 6 -10 0\na 7 0\nf 7 0\n";
        for proof in [PROOF, &format!("%RUPD32 64 9\n{PROOF}0\n"), frat] {
            let certificate = import(&puzzle, proof).unwrap_or_else(|error| panic!("{proof}: {error}"));
            assert_eq!(*certificate.claim(), Claim::Exactly(vec![]));
        }
    }

    #[test]
    fn a_wrong_proof_is_refused_at_its_line() {
        let puzzle = unsolvable();
        let error = |proof: &str| import(&puzzle, proof).expect_err(proof);
        assert!(matches!(error("0\n"), ProofImportError::NotRup { line: 1 }));
        assert!(matches!(error("c\n-1 0\n0\n"), ProofImportError::NotRup { line: 2 }));
        assert!(matches!(error("-1 -11 0\nd -1 -11 0\n-1 0\n"), ProofImportError::NotRup { line: 3 }));
        assert!(matches!(error("-1 -11 0\n-1"), ProofImportError::Malformed { line: 2 }));
        assert!(matches!(error("-1 x 0\n"), ProofImportError::Malformed { line: 1 }));
        assert!(matches!(error("730 0\n"), ProofImportError::UnknownVariable { line: 1 }));
        assert!(matches!(error(""), ProofImportError::Incomplete));
        assert!(matches!(error("-1 -11 0\n-1 1 0\nd 730 0\n"), ProofImportError::Incomplete));
    }

    #[test]
    fn a_line_without_an_end_is_refused() {
        let endless = io::BufReader::new(io::repeat(b'1'));
        let literal = |number| CandidateLit::from_dimacs(Board::CLASSIC, number);
        let imported =
            import_clausal_proof(&unsolvable(), Claim::Exactly(vec![]), endless, literal, &Interrupt::default());
        assert!(matches!(imported, Err(ProofImportError::Malformed { line: 1 })));
    }

    #[test]
    fn no_proof_refutes_a_solvable_puzzle() {
        let puzzle: Puzzle = "..2..3.114......".parse().unwrap();
        let mut rng = qedoku_puzzle::rng::Rng::new(1, 0);
        for _ in 0..2000 {
            let mut proof = String::new();
            for _ in 0..rng.below(12) {
                for _ in 0..rng.below(4) {
                    proof += if rng.below(2) == 0 { "-" } else { "" };
                    proof += &(1 + rng.below(64)).to_string();
                    proof += " ";
                }
                proof += "0\n";
            }
            assert!(import(&puzzle, &(proof.clone() + "0\n")).is_err(), "{proof}");
        }
    }
}
