//! Assignment with reasons, and conflict analysis over them.
//!
//! ```text
//!   trail       x   ¬y  ¬z   w   ...      true literals in the order of assignment
//!   reason      |    |   |   |
//!            Axiom  AtMostOne(x)  Clause(24): its other literals are false
//! ```
//!
//! An assigned variable has a value, a position on the trail and a reason. Like the checker's kernel, the
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

use qedoku_proof::CandidateLit;
use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Puzzle};

/// Antecedent of a true literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
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
    pub(crate) fn hint(self) -> Option<u64> {
        match self {
            Reason::Clause(id) | Reason::Unit(id) => Some(id),
            Reason::Decision | Reason::Axiom | Reason::AtMostOne(_) => None,
        }
    }
}

/// A contradiction under the current assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conflict {
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
pub(crate) enum ClauseStatus {
    /// It was unit, and its last literal is now true.
    Unit,
    /// It had a true literal.
    Satisfied,
    /// It has at least two unassigned literals, and no true one before the second of them.
    Open,
}

/// Place of an assigned variable in the implication graph. That of an unassigned one is out of date and never read.
#[derive(Clone, Copy)]
struct Implication {
    /// Position on the trail.
    position: u32,
    reason: Reason,
}

const NOT_ASSIGNED_YET: Implication = Implication { position: 0, reason: Reason::Decision };

/// Partial assignment of the candidates of a board, with the reason of every literal.
#[derive(Clone)]
pub(crate) struct Assignment {
    pub(crate) tables: &'static HouseTables,
    pub(crate) side: usize,
    /// The true literals in the order of assignment.
    trail: Vec<CandidateLit>,
    /// The value of each variable, by candidate index; in an array of its own because propagation reads little else.
    values: Vec<Option<bool>>,
    /// Position and reason of each variable.
    implications: Vec<Implication>,
    /// The blocking clause of each excluded grid: its literals over the cells without a given, ascending by candidate.
    pub(crate) blocking_clauses: Vec<Vec<CandidateLit>>,
    /// For each variable the number of the last conflict analysis that reached it. Stamps need no clearing between
    /// analyses.
    stamps: Vec<u32>,
    /// The number of the current conflict analysis.
    stamp: u32,
    /// Trail positions that the current analysis reached; also its work queue.
    seen: Vec<u32>,
}

impl Assignment {
    /// No variable is assigned.
    pub(crate) fn new(board: Board, blocking_clauses: Vec<Vec<CandidateLit>>) -> Assignment {
        let vars = board.cell_count() * board.side();
        Assignment {
            tables: HouseTables::of(board),
            side: board.side(),
            trail: Vec::with_capacity(vars),
            values: vec![None; vars],
            implications: vec![NOT_ASSIGNED_YET; vars],
            blocking_clauses,
            stamps: vec![0; vars],
            stamp: 0,
            seen: Vec::new(),
        }
    }

    /// The value of a literal, if it is assigned.
    #[inline]
    pub(crate) fn value(&self, lit: CandidateLit) -> Option<bool> {
        self.values[lit.index()].map(|value| value == lit.is_positive())
    }

    /// The reason of an assigned literal or of its negation, whichever is true.
    pub(crate) fn reason(&self, lit: CandidateLit) -> Reason {
        self.implications[lit.index()].reason
    }

    /// The true literals in the order of assignment.
    pub(crate) fn trail(&self) -> &[CandidateLit] {
        &self.trail
    }

    /// Whether every variable is assigned.
    pub(crate) fn is_complete(&self) -> bool {
        self.trail.len() == self.values.len()
    }

    /// Number of exactly-one constraints. They have the certificate numbers 1 to this.
    pub(crate) fn constraint_count(&self) -> usize {
        4 * self.side * self.side
    }

    /// The certificate number of the blocking clause of a grid, counted from 0.
    pub(crate) fn blocking_clause_id(&self, grid: usize) -> u64 {
        (self.constraint_count() + 1 + grid) as u64
    }

    /// The candidates of a constraint, counted from 0, in the order of their digits or cells.
    #[inline]
    pub(crate) fn constraint_candidates(&self, constraint: usize) -> impl Iterator<Item = CandidateLit> + use<> {
        let (side, tables) = (self.side, self.tables);
        // The constraints of the cells come first, then those of each house, digit by digit.
        let (house, digit) = ((constraint / side).checked_sub(side), constraint % side);
        let cells = house.map(|house| tables.cells_of(house));
        (0..side).map(move |place| {
            CandidateLit::from_index(match cells {
                None => constraint * side + place,
                Some(cells) => usize::from(cells[place]) * side + digit,
            })
        })
    }

    /// Makes a literal true; if it is a candidate, makes its peers false.
    pub(crate) fn assign(&mut self, lit: CandidateLit, reason: Reason) -> Result<(), Conflict> {
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
        self.values[lit.index()] = Some(lit.is_positive());
        self.implications[lit.index()] = Implication { position: self.trail.len() as u32, reason };
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
        match self.values[peer] {
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
    pub(crate) fn assume_all(&mut self, lits: &[CandidateLit]) -> Result<(), Conflict> {
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
    pub(crate) fn backtrack(&mut self, len: usize) {
        for lit in self.trail.drain(len..) {
            self.values[lit.index()] = None;
        }
    }

    /// Applies the clause with this certificate number. If it is unit, its last literal becomes true.
    ///
    /// `step_clause` is the clause if the number is that of a step; constraints and blocking clauses are known here.
    pub(crate) fn apply_clause(&mut self, id: u64, step_clause: &[CandidateLit]) -> Result<ClauseStatus, Conflict> {
        let last_open = match self.constraint_of(id) {
            Ok(constraint) => self.last_open(self.constraint_candidates(constraint)),
            Err(grid) => {
                let clause = self.blocking_clauses.get(grid).map_or(step_clause, |clause| clause);
                self.last_open(clause.iter().copied())
            }
        };
        match last_open {
            Ok(Some(lit)) => self.assign(lit, Reason::Clause(id)).map(|()| ClauseStatus::Unit),
            Ok(None) => Err(Conflict::Clause(id)),
            Err(status) => Ok(status),
        }
    }

    /// The only literal of a clause that is not false, or `None` if all are; as an error the status of a clause that is
    /// not unit.
    #[inline]
    fn last_open(&self, clause: impl Iterator<Item = CandidateLit>) -> Result<Option<CandidateLit>, ClauseStatus> {
        let mut open = None;
        for lit in clause {
            match self.value(lit) {
                Some(false) => {}
                Some(true) => return Err(ClauseStatus::Satisfied),
                None if open.is_none() => open = Some(lit),
                None => return Err(ClauseStatus::Open),
            }
        }
        Ok(open)
    }

    /// The constraint with this certificate number, counted from 0. As an error, the number counted from the first
    /// blocking clause; steps follow the blocking clauses.
    #[inline]
    fn constraint_of(&self, id: u64) -> Result<usize, usize> {
        (id as usize).checked_sub(self.constraint_count() + 1).map_or(Ok(id as usize - 1), Err)
    }

    /// Conflict analysis: collects the true literals that a conflict depends on, in the order of the trail.
    ///
    /// Literals at positions before `root_len` are taken as known and not followed. `clause_of` returns the clause of a
    /// step by its number. Unlike CDCL, the analysis does not stop at a unique implication point but continues to
    /// decisions and axioms: a proof step needs the hints of the whole derivation, not only of its last part.
    pub(crate) fn analyze_conflict<'c>(
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
        let visit = |assignment: &mut Assignment, lit: CandidateLit| {
            if Some(lit) != implied {
                assignment.visit(lit.index(), root_len);
            }
        };
        match self.constraint_of(id) {
            Ok(constraint) => self.constraint_candidates(constraint).for_each(|lit| visit(self, lit)),
            Err(grid) => match self.blocking_clauses.get(grid).map(Vec::len) {
                Some(len) => (0..len).for_each(|place| visit(self, self.blocking_clauses[grid][place])),
                None => step_clause.iter().for_each(|lit| visit(self, *lit)),
            },
        }
    }

    #[inline]
    fn visit(&mut self, var: usize, root_len: usize) {
        let position = self.implications[var].position;
        if position as usize >= root_len && std::mem::replace(&mut self.stamps[var], self.stamp) != self.stamp {
            self.seen.push(position);
        }
    }

    /// The clause that a conflict refutes the negation of: the negated decisions among its antecedents, in trail order.
    pub(crate) fn learnt_clause(&self, conflict: Conflict, antecedents: &[CandidateLit]) -> Vec<CandidateLit> {
        let decisions = antecedents.iter().filter(|lit| self.reason(**lit) == Reason::Decision);
        let mut clause: Vec<CandidateLit> = decisions.map(|lit| !*lit).collect();
        // An assumption that was false when it was made is not on the trail.
        if let Conflict::Falsified(lit, Reason::Decision) = conflict {
            clause.push(!lit);
        }
        clause
    }

    /// The hints of the step of a conflict, in propagation order; the last one is falsified.
    pub(crate) fn hints<'a>(
        &'a self,
        conflict: Conflict,
        antecedents: &'a [CandidateLit],
    ) -> impl Iterator<Item = u64> + 'a {
        antecedents.iter().filter_map(|lit| self.reason(*lit).hint()).chain(conflict.hint())
    }
}

/// The literals that the puzzle fixes, cell by cell: givens, and eliminations where there is no given.
pub(crate) fn unit_axioms(puzzle: &Puzzle) -> Vec<CandidateLit> {
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
