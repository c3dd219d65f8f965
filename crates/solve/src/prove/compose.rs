//! Composition: the certificate of a puzzle, made from those of its cubes.
//!
//! The certificate of a cube refutes, from the puzzle and the decisions of the cube, that there is a solution besides the claimed
//! ones. Without the decisions as givens, each of its steps C becomes C ∨ ¬l1 ∨ ... ∨ ¬lk for the decisions l1, ..., lk, and its last
//! step the lemma ¬l1 ∨ ... ∨ ¬lk. The lemmas and the constraints over which the tree branches give the empty clause:
//!
//! ```text
//!   certificate of a cube -> trim         names the units that a step uses: over the puzzle they are no units any more
//!                         -> lift         adds the negated decisions, renumbers
//!                         -> trim_lemma   drops what does not depend on the cube; units are kept for the cubes that follow
//!                         -> text         steps, then the deletion of all clauses but the lemma
//!   lemmas, CubeTree      -> closing      node by node, children first: its constraint has no candidate left
//! ```
//!
//! The steps are written as they are made, one cube at a time: memory depends on the largest cube and the number of cubes, here and
//! in the checker. The format is that of every other certificate. Nothing here is trusted; the caller has the text verified.

use std::fmt;
use std::io::{self, Write};

use qedoku_proof::{CandidateLit, Claim, write_header};
use qedoku_puzzle::{Candidate, Grid, Puzzle};

use super::axioms::{assign_axioms, input_clause_count};
use super::claims::ascending;
use super::derivation::Derivation;
use super::export::{ProofLine, proof_lines};
use super::trim::{Lemmas, clause_of, trim, trim_lemma};
use super::{Certificate, ProveError};
use crate::Interrupt;
use crate::cubes::{Cube, CubeNode, CubeTree, literal};
use crate::propagation::{Assignment, Conflict, Reason, Trail};

/// Writes the certificate that a puzzle has exactly these solutions, from the certificates of its cubes.
pub struct Composer<'p, W> {
    puzzle: &'p Puzzle,
    claim: Claim,
    /// The axioms, and the units proved so far, which need no hint.
    assignment: Assignment,
    /// The lemmas of the cubes.
    lemmas: Lemmas,
    /// The number of the last step.
    last_id: u64,
    /// Whether the empty clause has been derived.
    is_complete: bool,
    out: W,
}

/// The reason why certificates cannot be composed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ComposeError {
    /// The certificate cannot be written.
    Io(io::Error),
    /// The work was interrupted, or a proof cannot be replayed.
    Prove(ProveError),
    /// The certificate of a cube does not claim all its solutions, or one that the composed certificate does not have.
    Claim(Claim),
    /// The steps of the cubes do not refute the puzzle: a cube was not added.
    Incomplete,
}

impl<'p, W: Write> Composer<'p, W> {
    /// Begins a certificate with its header. The grids are the solutions of all cubes.
    pub fn begin(puzzle: &'p Puzzle, solutions: Vec<Grid>, mut out: W) -> io::Result<Composer<'p, W>> {
        let claim = Claim::Exactly(ascending(solutions));
        write_header(puzzle.board(), &claim, &mut out)?;
        let (assignment, axioms) = assign_axioms(puzzle, &claim);
        let last_id = input_clause_count(puzzle, &claim);
        // Axioms in conflict: the checker needs no step.
        Ok(Composer { puzzle, claim, assignment, lemmas: Lemmas::new(), last_id, is_complete: axioms.is_err(), out })
    }

    /// Adds the steps of a cube. The certificate is that of its sub-puzzle.
    pub fn add(&mut self, cube: &Cube, certificate: &Certificate, interrupt: &Interrupt) -> Result<(), ComposeError> {
        if self.is_complete {
            return Ok(());
        }
        let blocking_ids = self.blocking_ids(certificate.claim())?;
        let sub_puzzle = cube.sub_puzzle(self.puzzle);
        let proof = trim(&sub_puzzle, certificate.claim(), &steps_of(&sub_puzzle, certificate), interrupt)?;
        let lifted = self.lift(cube, &blocking_ids, &proof);
        self.append(&lifted, interrupt)
    }

    /// Derives the empty clause from the lemmas of all cubes, and returns the writer.
    pub fn finish(mut self, tree: &CubeTree, interrupt: &Interrupt) -> Result<W, ComposeError> {
        if !self.is_complete {
            let closing = Closing::new(&self).close(tree)?;
            self.append(&closing, interrupt)?;
        }
        if self.is_complete { Ok(self.out) } else { Err(ComposeError::Incomplete) }
    }

    /// The steps of a cube over the puzzle: with the negated decisions, and with the numbers of this certificate.
    fn lift(&self, cube: &Cube, blocking_ids: &[u64], proof: &Derivation) -> Derivation {
        let negated: Vec<CandidateLit> =
            cube.decisions().iter().map(|decision| !literal(self.puzzle.board(), *decision)).collect();
        let constraints = self.assignment.constraint_count() as u64;
        let mut lifted = Derivation::new(self.last_id);
        let first = self.last_id + 1;
        let id_of = |id: u64| match proof.step_index(id) {
            Some(step) => first + step as u64,
            None if id <= constraints => id,
            None => blocking_ids[(id - constraints - 1) as usize],
        };
        let (mut clause, mut ids) = (Vec::new(), Vec::new());
        for (lits, hints) in proof.steps() {
            clause.clear();
            clause.extend(lits.iter().chain(&negated));
            ids.clear();
            ids.extend(hints.iter().map(|hint| id_of(*hint)));
            lifted.push(&clause, &ids);
        }
        if proof.is_empty() {
            lifted.push(&negated, &[]); // The decisions contradict the givens.
        }
        lifted
    }

    /// The numbers of the blocking clauses of a cube's solutions.
    fn blocking_ids(&self, claim: &Claim) -> Result<Vec<u64>, ComposeError> {
        let wrong = || ComposeError::Claim(claim.clone());
        let Claim::Exactly(grids) = claim else { return Err(wrong()) };
        let place = |grid: &Grid| {
            let place = self.claim.grids().binary_search_by(|other| other.digits().cmp(grid.digits()));
            place.map(|place| self.assignment.blocking_clause_id(place)).map_err(|_| wrong())
        };
        grids.iter().map(place).collect()
    }

    /// Trims and writes steps, and keeps the units and the last clause.
    fn append(&mut self, steps: &Derivation, interrupt: &Interrupt) -> Result<(), ComposeError> {
        let trimmed = trim_lemma(&self.assignment, &self.lemmas, steps, interrupt)?;
        trimmed.write_lemma(&mut self.out).map_err(ComposeError::Io)?;
        self.last_id = trimmed.last_id();
        for (lits, _) in trimmed.steps() {
            if let [unit] = lits {
                let assigned = self.assignment.assign(*unit, Reason::Axiom);
                assigned.expect("trimming drops literals that are false at the root level");
            }
        }
        match trimmed.steps().next_back() {
            Some(([], _)) => self.is_complete = true,
            // A unit needs no hint.
            None | Some(([_], _)) => {}
            Some((lemma, _)) => _ = self.lemmas.insert(self.last_id, lemma.to_vec()),
        }
        Ok(())
    }
}

/// The steps of a certificate as they are in its text: without hints for units.
fn steps_of(puzzle: &Puzzle, certificate: &Certificate) -> Derivation {
    let mut steps = Derivation::new(input_clause_count(puzzle, certificate.claim()));
    for line in proof_lines(certificate) {
        if let ProofLine::Step { lits, hints, .. } = line {
            steps.push(&lits, &hints);
        }
    }
    steps
}

/// Derives the empty clause from the lemmas of the cubes: a step for each inner node of the tree.
struct Closing<'l> {
    trail: Trail,
    lemmas: &'l Lemmas,
    steps: Derivation,
    puzzle: &'l Puzzle,
    antecedents: Vec<CandidateLit>,
}

impl<'l> Closing<'l> {
    fn new<W>(composer: &'l Composer<'_, W>) -> Closing<'l> {
        Closing {
            trail: Trail::new(composer.puzzle.board(), composer.assignment.clone()),
            lemmas: &composer.lemmas,
            steps: Derivation::new(composer.last_id),
            puzzle: composer.puzzle,
            antecedents: Vec::new(),
        }
    }

    /// The steps of all inner nodes, children before parents. The last one is the empty clause.
    fn close(mut self, tree: &CubeTree) -> Result<Derivation, ComposeError> {
        let propagated = self.trail.propagate_root();
        self.steps.push_root_units(&self.trail.assignment, 0);
        if let Err(conflict) = propagated {
            self.push_step(conflict);
            return Ok(self.steps);
        }
        for node in tree.nodes().iter().rev().filter(|node| !node.children.is_empty()) {
            self.close_node(node)?;
        }
        // A single cube, whose lemma is the empty clause, ends the proof before.
        if self.steps.steps().next_back().is_some_and(|(lits, _)| lits.is_empty()) {
            Ok(self.steps)
        } else {
            Err(ComposeError::Incomplete)
        }
    }

    /// Assumes the decisions of a node. All children are refuted by lemmas, so its constraint has no candidate left.
    fn close_node(&mut self, node: &CubeNode) -> Result<(), ComposeError> {
        let board = self.puzzle.board();
        let decisions: Vec<CandidateLit> = node.decisions.iter().map(|decision| literal(board, *decision)).collect();
        let assumed = self.trail.assume(decisions.iter().copied()).and_then(|()| self.trail.propagate());
        let conflict = match assumed {
            Ok(()) => {
                self.refute_others(&node.refuted);
                self.apply_clauses().err()
            }
            Err(conflict) => Some(conflict),
        };
        if let Some(conflict) = conflict {
            self.push_step(conflict);
        }
        self.trail.backtrack(0);
        if conflict.is_some() { Ok(()) } else { Err(ComposeError::Incomplete) }
    }

    /// Adds a step for each open candidate that propagation refutes.
    fn refute_others(&mut self, refuted: &[Candidate]) {
        let level = self.trail.level();
        for candidate in refuted {
            let lit = literal(self.puzzle.board(), *candidate);
            if self.trail.value(lit).is_some() {
                continue;
            }
            if let Err(conflict) = self.trail.decide(lit) {
                self.push_step(conflict);
            }
            self.trail.backtrack(level);
        }
    }

    /// Applies all lemmas and steps that are unit or falsified, to the fixpoint.
    fn apply_clauses(&mut self) -> Result<(), Conflict> {
        loop {
            let before = self.trail.literals().len();
            for (id, clause) in self.lemmas {
                self.trail.assignment.apply_clause(*id, clause)?;
            }
            for (step, (clause, _)) in self.steps.steps().enumerate() {
                self.trail.assignment.apply_clause(self.steps.input_clauses() + 1 + step as u64, clause)?;
            }
            self.trail.propagate()?;
            if self.trail.literals().len() == before {
                return Ok(());
            }
        }
    }

    /// Appends the step of a conflict.
    fn push_step(&mut self, conflict: Conflict) {
        let (root_len, lemmas, steps) = (self.trail.root_len(), self.lemmas, &self.steps);
        let assignment = &mut self.trail.assignment;
        assignment.analyze_conflict(conflict, root_len, |id| clause_of(lemmas, steps, id), &mut self.antecedents);
        let clause = assignment.learnt_clause(conflict, &self.antecedents);
        let hints: Vec<u64> = assignment.hints(conflict, &self.antecedents).collect();
        self.steps.push(&clause, &hints);
    }
}

impl From<ProveError> for ComposeError {
    fn from(error: ProveError) -> ComposeError {
        ComposeError::Prove(error)
    }
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ComposeError::Io(error) => error.fmt(f),
            ComposeError::Prove(error) => error.fmt(f),
            ComposeError::Claim(claim) => write!(f, "a cube with the claim {claim} cannot be part of the certificate"),
            ComposeError::Incomplete => f.write_str("the certificates of the cubes do not refute the puzzle"),
        }
    }
}

/// The message of an inner error is part of the message here, so `source` continues with the cause of the inner error.
impl std::error::Error for ComposeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ComposeError::Io(error) => std::error::Error::source(error),
            ComposeError::Prove(error) => std::error::Error::source(error),
            ComposeError::Claim(_) | ComposeError::Incomplete => None,
        }
    }
}
