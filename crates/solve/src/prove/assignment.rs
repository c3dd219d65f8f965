//! Assignment with reasons, and conflict analysis over them.
//!
//! ```text
//!   trail       x   ¬y  ¬z   w   ...      true literals in the order of assignment
//!   reason      |    |   |   |
//!            Axiom  AtMostOne(x)  Clause(24): its other literals are false
//! ```
//!
//! An assigned variable stores its value, its position on the trail and its reason. Like the checker's kernel, the
//! assignment propagates the at-most-one halves of the constraints by itself: a true candidate makes its peers false at
//! once. The other clauses (at-least-one halves, blocking clauses, steps) are applied by the caller, one at a time.
//!
//! Invariants: the reason of a literal mentions only literals at earlier positions of the trail. The peers of a true
//! candidate are false, unless the call ended in a conflict.
//!
//! [`Assignment::analyze_conflict`] follows reasons backwards from a conflict (the implication graph of Marques-Silva &
//! Sakallah, "GRASP: a new search algorithm for satisfiability", ICCAD 1996). By the first invariant it terminates, and
//! the antecedents sorted by position are a valid order of propagation: applied in that order, every clause is unit.
//! Literals that it does not reach are irrelevant to the conflict, so their hints are left out of the proof.

use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Candidate, ExactlyOne, Grid, Puzzle};

/// Antecedent of a true literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// A decision of the search, or an assumption of a step.
    Decision,
    /// A given, an elimination of the puzzle, or the negated claim.
    Axiom,
    /// The candidate with this index is true and shares a constraint with the literal, which is false.
    AtMostOne(u32),
    /// The other literals of the clause with this certificate number are false.
    Clause(u64),
    /// The step with this number is the unit clause of the literal.
    Unit(u64),
}

impl Reason {
    /// The number of the clause that a step must name to use the literal. The checker needs none for axioms and
    /// at-most-one constraints.
    pub(super) fn hint(self) -> Option<u64> {
        match self {
            Reason::Clause(id) | Reason::Unit(id) => Some(id),
            Reason::Decision | Reason::Axiom | Reason::AtMostOne(_) => None,
        }
    }
}

/// A contradiction under the current assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// All literals of the clause with this certificate number are false.
    Clause(u64),
    /// The literal is false, but this reason implies it.
    Falsified(CandidateLit, Reason),
}

impl Conflict {
    /// The last hint of a step that ends in the conflict.
    fn hint(self) -> Option<u64> {
        match self {
            Conflict::Clause(id) => Some(id),
            Conflict::Falsified(_, reason) => reason.hint(),
        }
    }
}

/// Status of a clause that was applied without a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClauseStatus {
    /// It was unit, and its last literal is now true.
    Unit,
    /// It had a true literal.
    Satisfied,
    /// It has at least two unassigned literals, and no true one before the second of them.
    Open,
}

/// State of a variable.
#[derive(Clone, Copy)]
struct VarState {
    value: Option<bool>,
    /// Position on the trail, if assigned.
    position: u32,
    reason: Reason,
}

const UNASSIGNED: VarState = VarState { value: None, position: 0, reason: Reason::Decision };

/// Partial assignment of the candidates of a board, with the reason of every literal.
#[derive(Clone)]
pub(super) struct Assignment {
    pub(super) tables: &'static HouseTables,
    pub(super) side: usize,
    /// The true literals in the order of assignment.
    trail: Vec<CandidateLit>,
    /// The state of each variable, by candidate index.
    vars: Vec<VarState>,
    /// The blocking clause of each grid of the claim: its literals over the cells without a given, ascending by
    /// candidate.
    pub(super) blocking_clauses: Vec<Vec<CandidateLit>>,
    /// For each variable the number of the last conflict analysis that reached it. Stamps need no clearing between
    /// analyses.
    stamps: Vec<u32>,
    /// The number of the current conflict analysis.
    stamp: u32,
    /// Trail positions that the current analysis reached; also its work queue.
    seen: Vec<u32>,
}

impl Assignment {
    /// Assigns the axioms: the puzzle and, for a claim about a candidate, its negation. They may be in conflict.
    pub(super) fn new(puzzle: &Puzzle, claim: &Claim) -> (Assignment, Result<(), Conflict>) {
        let board = puzzle.board();
        let vars = board.cell_count() * board.side();
        let blocking_clause = |grid: &Grid| {
            let open = grid.filled().filter(|(cell, _)| puzzle.givens().get(*cell).is_none());
            open.map(|(cell, digit)| !CandidateLit::positive(board, cell, digit)).collect()
        };
        let mut assignment = Assignment {
            tables: HouseTables::of(board),
            side: board.side(),
            trail: Vec::with_capacity(vars),
            vars: vec![UNASSIGNED; vars],
            blocking_clauses: claim.grids().iter().map(blocking_clause).collect(),
            stamps: vec![0; vars],
            stamp: 0,
            seen: Vec::new(),
        };
        let mut axioms = unit_axioms(puzzle).into_iter().chain(negated_claim(puzzle, claim));
        let result = axioms.try_for_each(|lit| assignment.assign(lit, Reason::Axiom));
        (assignment, result)
    }

    /// The value of a literal, if it is assigned.
    #[inline]
    pub(super) fn value(&self, lit: CandidateLit) -> Option<bool> {
        self.vars[lit.index()].value.map(|value| value == lit.is_positive())
    }

    /// The reason of an assigned literal or of its negation, whichever is true.
    pub(super) fn reason(&self, lit: CandidateLit) -> Reason {
        self.vars[lit.index()].reason
    }

    /// The true literals in the order of assignment.
    pub(super) fn trail(&self) -> &[CandidateLit] {
        &self.trail
    }

    /// Whether every variable is assigned.
    pub(super) fn is_complete(&self) -> bool {
        self.trail.len() == self.vars.len()
    }

    /// The candidate of a cell and a digit, both counted from 0.
    fn candidate(&self, cell: usize, digit: usize) -> CandidateLit {
        CandidateLit::from_index(cell * self.side + digit)
    }

    /// Number of exactly-one constraints. They have the certificate numbers 1 to this.
    pub(super) fn constraint_count(&self) -> usize {
        4 * self.side * self.side
    }

    /// The certificate number of the blocking clause of a grid, counted from 0.
    pub(super) fn blocking_clause_id(&self, grid: usize) -> u64 {
        (self.constraint_count() + 1 + grid) as u64
    }

    /// A candidate of a constraint, both counted from 0.
    #[inline]
    pub(super) fn constraint_candidate(&self, constraint: usize, place: usize) -> CandidateLit {
        match constraint.checked_sub(self.side * self.side) {
            None => self.candidate(constraint, place),
            Some(index) => self.candidate(self.tables.cells_of(index / self.side)[place].into(), index % self.side),
        }
    }

    /// Makes a literal true; if it is a candidate, makes its peers false.
    pub(super) fn assign(&mut self, lit: CandidateLit, reason: Reason) -> Result<(), Conflict> {
        match self.value(lit) {
            Some(true) => Ok(()),
            Some(false) => Err(Conflict::Falsified(lit, reason)),
            None => {
                self.push(lit, reason);
                if lit.is_positive() { self.propagate_at_most_one(lit.index()) } else { Ok(()) }
            }
        }
    }

    /// Makes an unassigned literal true without propagating it.
    fn push(&mut self, lit: CandidateLit, reason: Reason) {
        self.vars[lit.index()] = VarState { value: Some(lit.is_positive()), position: self.trail.len() as u32, reason };
        self.trail.push(lit);
    }

    /// Makes the peers of a true candidate false: the other digits of its cell, and its digit in the rest of its
    /// houses.
    fn propagate_at_most_one(&mut self, candidate: usize) -> Result<(), Conflict> {
        let (tables, side) = (self.tables, self.side);
        let (cell, digit) = (candidate / side, candidate % side);
        for peer in cell * side..(cell + 1) * side {
            self.eliminate_peer(peer, candidate)?;
        }
        for house in tables.houses_of(cell) {
            for peer in tables.cells_of(house) {
                self.eliminate_peer(usize::from(*peer) * side + digit, candidate)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn eliminate_peer(&mut self, peer: usize, candidate: usize) -> Result<(), Conflict> {
        let reason = Reason::AtMostOne(candidate as u32);
        match self.vars[peer].value {
            Some(false) => Ok(()),
            Some(true) if peer == candidate => Ok(()),
            Some(true) => Err(Conflict::Falsified(!CandidateLit::from_index(peer), reason)),
            None => {
                self.push(!CandidateLit::from_index(peer), reason);
                Ok(())
            }
        }
    }

    /// Assumes several literals at the same time: all are on the trail as decisions before the first of them is
    /// propagated.
    ///
    /// One by one, an assumption that another one implies by an at-most-one constraint would get that reason. In LRAT
    /// its hint would then name a clause that the negated literals of the step already satisfy, which checkers refuse.
    pub(super) fn assume_all(&mut self, lits: &[CandidateLit]) -> Result<(), Conflict> {
        let begin = self.trail.len();
        for lit in lits {
            match self.value(*lit) {
                Some(true) => {}
                Some(false) => return Err(Conflict::Falsified(*lit, Reason::Decision)),
                None => self.push(*lit, Reason::Decision),
            }
        }
        for position in begin..self.trail.len() {
            let lit = self.trail[position];
            if lit.is_positive() && self.reason(lit) == Reason::Decision {
                self.propagate_at_most_one(lit.index())?;
            }
        }
        Ok(())
    }

    /// Unassigns all literals but the first `len` of the trail.
    pub(super) fn backtrack(&mut self, len: usize) {
        for lit in self.trail.drain(len..) {
            self.vars[lit.index()] = UNASSIGNED;
        }
    }

    /// Applies the clause with this certificate number. If it is unit, its last literal becomes true.
    ///
    /// `step_clause` is the clause if the number is that of a step; constraints and blocking clauses are known here.
    pub(super) fn apply_clause(&mut self, id: u64, step_clause: &[CandidateLit]) -> Result<ClauseStatus, Conflict> {
        let mut open = None;
        for place in 0..self.clause_len(id, step_clause) {
            let lit = self.clause_lit(id, step_clause, place);
            match self.value(lit) {
                Some(false) => {}
                Some(true) => return Ok(ClauseStatus::Satisfied),
                None if open.is_none() => open = Some(lit),
                None => return Ok(ClauseStatus::Open),
            }
        }
        let lit = open.ok_or(Conflict::Clause(id))?;
        self.assign(lit, Reason::Clause(id)).map(|()| ClauseStatus::Unit)
    }

    fn clause_len(&self, id: u64, step_clause: &[CandidateLit]) -> usize {
        match (id as usize).checked_sub(self.constraint_count() + 1) {
            None => self.side,
            Some(grid) => self.blocking_clauses.get(grid).map_or(step_clause, |clause| clause).len(),
        }
    }

    fn clause_lit(&self, id: u64, step_clause: &[CandidateLit], place: usize) -> CandidateLit {
        match (id as usize).checked_sub(self.constraint_count() + 1) {
            None => self.constraint_candidate(id as usize - 1, place),
            Some(grid) => self.blocking_clauses.get(grid).map_or(step_clause, |clause| clause)[place],
        }
    }

    /// Conflict analysis: collects the true literals that a conflict depends on, in the order of the trail.
    ///
    /// Literals at positions before `root_len` are taken as known and not followed. `clause_of` returns the clause of a
    /// step by its number. Unlike CDCL, the analysis does not stop at a unique implication point but continues to
    /// decisions and axioms: a proof step needs the hints of the whole derivation, not only of its last part.
    pub(super) fn analyze_conflict<'c>(
        &mut self,
        conflict: Conflict,
        root_len: usize,
        clause_of: impl Fn(u64) -> &'c [CandidateLit],
        antecedents: &mut Vec<CandidateLit>,
    ) {
        self.stamp += 1;
        self.seen.clear();
        match conflict {
            Conflict::Clause(id) => self.visit_clause(id, clause_of(id), None, root_len),
            Conflict::Falsified(lit, reason) => {
                self.visit(lit.index(), root_len);
                self.visit_reason(lit, reason, root_len, &clause_of);
            }
        }
        let mut next = 0;
        while let Some(position) = self.seen.get(next) {
            let lit = self.trail[*position as usize];
            self.visit_reason(lit, self.reason(lit), root_len, &clause_of);
            next += 1;
        }
        self.seen.sort_unstable();
        antecedents.clear();
        antecedents.extend(self.seen.iter().map(|position| self.trail[*position as usize]));
    }

    fn visit_reason<'c>(
        &mut self,
        lit: CandidateLit,
        reason: Reason,
        root_len: usize,
        clause_of: impl Fn(u64) -> &'c [CandidateLit],
    ) {
        match reason {
            Reason::AtMostOne(candidate) => self.visit(candidate as usize, root_len),
            Reason::Clause(id) => self.visit_clause(id, clause_of(id), Some(lit), root_len),
            Reason::Decision | Reason::Axiom | Reason::Unit(_) => {}
        }
    }

    /// Visits the false literals of a clause: all but the implied one.
    fn visit_clause(&mut self, id: u64, step_clause: &[CandidateLit], implied: Option<CandidateLit>, root_len: usize) {
        for place in 0..self.clause_len(id, step_clause) {
            let lit = self.clause_lit(id, step_clause, place);
            if Some(lit) != implied {
                self.visit(lit.index(), root_len);
            }
        }
    }

    #[inline]
    fn visit(&mut self, var: usize, root_len: usize) {
        let position = self.vars[var].position;
        if position as usize >= root_len && std::mem::replace(&mut self.stamps[var], self.stamp) != self.stamp {
            self.seen.push(position);
        }
    }

    /// The clause that a conflict refutes the negation of: the negated decisions among its antecedents, in trail order.
    pub(super) fn learnt_clause(&self, conflict: Conflict, antecedents: &[CandidateLit]) -> Vec<CandidateLit> {
        let decisions = antecedents.iter().filter(|lit| self.reason(**lit) == Reason::Decision);
        let mut clause: Vec<CandidateLit> = decisions.map(|lit| !*lit).collect();
        // An assumption that was false when it was made is not on the trail.
        if let Conflict::Falsified(lit, Reason::Decision) = conflict {
            clause.push(!lit);
        }
        clause
    }

    /// The hints of the step of a conflict, in propagation order; the last one is falsified.
    pub(super) fn hints<'a>(
        &'a self,
        conflict: Conflict,
        antecedents: &'a [CandidateLit],
    ) -> impl Iterator<Item = u64> + 'a {
        antecedents.iter().filter_map(|lit| self.reason(*lit).hint()).chain(conflict.hint())
    }
}

/// The literals that the puzzle fixes, cell by cell: givens, and eliminations where there is no given.
pub(super) fn unit_axioms(puzzle: &Puzzle) -> Vec<CandidateLit> {
    let board = puzzle.board();
    let mut axioms = Vec::new();
    for cell in board.cells() {
        match puzzle.givens().get(cell) {
            Some(given) => axioms.push(CandidateLit::positive(board, cell, given)),
            None if puzzle.has_eliminations() => {
                let eliminated = board.digits().filter(|digit| !puzzle.allowed(cell).contains(*digit));
                axioms.extend(eliminated.map(|digit| !CandidateLit::positive(board, cell, digit)));
            }
            None => {}
        }
    }
    axioms
}

/// The negation of the claim "forced" or "excluded". The negation of "exactly" is its blocking clauses.
pub(super) fn negated_claim(puzzle: &Puzzle, claim: &Claim) -> Option<CandidateLit> {
    let lit = |candidate: &Candidate| CandidateLit::positive(puzzle.board(), candidate.cell, candidate.digit);
    match claim {
        Claim::Forced(candidate) => Some(!lit(candidate)),
        Claim::Excluded(candidate) => Some(lit(candidate)),
        Claim::Exactly(_) | Claim::AtLeast(_) => None,
    }
}

/// Number of input clauses that certificates number: constraints and blocking clauses. The first step has the next
/// number.
pub(super) fn input_clause_count(puzzle: &Puzzle, claim: &Claim) -> u64 {
    (ExactlyOne::count_on(puzzle.board()) + claim.grids().len()) as u64
}
