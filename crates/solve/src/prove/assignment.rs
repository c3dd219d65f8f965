//! What is true, in the order in which it became so, and why each of it is.
//!
//! As the checker's kernel does, a candidate that becomes true makes its peers false at once. But here every fact has its
//! reason, so that one can go back from a contradiction to all that it rests on: what it does not rest on is left out of
//! a proof.
//!
//! Invariants: the reason of a fact speaks of facts before it, so going back ends. Peers of a true candidate are false.

use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Candidate, ExactlyOne, Puzzle};

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It is assumed.
    Assumed,
    /// The puzzle says so, or the opposite of the claim does.
    Puzzle,
    /// This x is true, and shares a set with it.
    Once(u32),
    /// The other literals of the clause of this number, as certificates count, are false.
    Clause(u64),
    /// The step of this number says just that.
    Unit(u64),
}

/// Why something cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// All literals of the clause of this number are false.
    Clause(u64),
    /// The literal is false, and true for this reason.
    Clash(CandidateLit, Reason),
}

/// What came of looking at a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    /// Its last literal became true.
    Implied,
    /// One of its literals was true before.
    Satisfied,
    /// Two literals are open.
    Open,
}

#[derive(Clone, Copy)]
struct Fact {
    value: Option<bool>,
    place: u32,
    reason: Reason,
}

const UNKNOWN: Fact = Fact { value: None, place: 0, reason: Reason::Assumed };

/// The literals that are true, and why.
#[derive(Clone)]
pub(super) struct Facts {
    pub(super) tables: &'static HouseTables,
    pub(super) side: usize,
    trues: Vec<CandidateLit>,
    /// For each x what is known of it.
    by_x: Vec<Fact>,
    /// The grids to differ from: for each the literals of its cells without a given, ascending by x.
    pub(super) grids: Vec<Vec<CandidateLit>>,
    /// For each x the last search for reasons that met it.
    marks: Vec<u32>,
    mark: u32,
    /// The places that were met.
    met: Vec<u32>,
}

impl Facts {
    /// What the puzzle and the opposite of the claim say; a conflict if they clash.
    pub(super) fn new(puzzle: &Puzzle, claim: &Claim) -> (Facts, Result<(), Conflict>) {
        let board = puzzle.board();
        let xs = board.cell_count() * board.side();
        let open = |grid: &qedoku_puzzle::Grid| {
            let open = grid.filled().filter(|(cell, _)| puzzle.givens().get(*cell).is_none());
            open.map(|(cell, digit)| !CandidateLit::positive(board, cell, digit)).collect()
        };
        let mut facts = Facts {
            tables: HouseTables::of(board),
            side: board.side(),
            trues: Vec::with_capacity(xs),
            by_x: vec![UNKNOWN; xs],
            grids: claim.grids().iter().map(open).collect(),
            marks: vec![0; xs],
            mark: 0,
            met: Vec::new(),
        };
        let said = said(puzzle).into_iter().chain(opposite(puzzle, claim));
        let result = said.into_iter().try_for_each(|lit| facts.set(lit, Reason::Puzzle));
        (facts, result)
    }

    /// Whether the literal is true or false, if that is known.
    #[inline]
    pub(super) fn value(&self, lit: CandidateLit) -> Option<bool> {
        self.by_x[lit.index()].value.map(|value| value == lit.is_positive())
    }

    /// Why a literal, or its opposite, is true.
    pub(super) fn reason(&self, lit: CandidateLit) -> Reason {
        self.by_x[lit.index()].reason
    }

    /// The literals that are true, in order.
    pub(super) fn trues(&self) -> &[CandidateLit] {
        &self.trues
    }

    /// Whether every x is true or false.
    pub(super) fn is_full(&self) -> bool {
        self.trues.len() == self.by_x.len()
    }

    /// The x of a cell and a digit, both from 0.
    pub(super) fn x(&self, cell: usize, digit: usize) -> CandidateLit {
        CandidateLit::from_index(cell * self.side + digit)
    }

    /// The number of sets; the number of the last one, as certificates count.
    pub(super) fn sets(&self) -> usize {
        4 * self.side * self.side
    }

    /// A candidate of a set, both counted from 0.
    #[inline]
    pub(super) fn x_of_set(&self, set: usize, place: usize) -> CandidateLit {
        match set.checked_sub(self.side * self.side) {
            None => self.x(set, place),
            Some(index) => self.x(self.tables.cells_of(index / self.side)[place].into(), index % self.side),
        }
    }

    /// Makes a literal true, and false what cannot be with it.
    pub(super) fn set(&mut self, lit: CandidateLit, reason: Reason) -> Result<(), Conflict> {
        match self.value(lit) {
            Some(true) => Ok(()),
            Some(false) => Err(Conflict::Clash(lit, reason)),
            None => {
                self.put(lit, reason);
                if lit.is_positive() { self.spread(lit.index()) } else { Ok(()) }
            }
        }
    }

    /// Another reason for what is true.
    pub(super) fn set_reason(&mut self, lit: CandidateLit, reason: Reason) {
        self.by_x[lit.index()].reason = reason;
    }

    /// Makes an open literal true and leaves all others as they are.
    fn put(&mut self, lit: CandidateLit, reason: Reason) {
        self.by_x[lit.index()] = Fact { value: Some(lit.is_positive()), place: self.trues.len() as u32, reason };
        self.trues.push(lit);
    }

    /// A candidate is true: the others of its cell and of its digit in its houses are false.
    fn spread(&mut self, x: usize) -> Result<(), Conflict> {
        let (tables, side) = (self.tables, self.side);
        let (cell, digit) = (x / side, x % side);
        for other in cell * side..(cell + 1) * side {
            self.exclude(other, x)?;
        }
        for house in tables.houses_of(cell) {
            for peer in tables.cells_of(house) {
                self.exclude(usize::from(*peer) * side + digit, x)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn exclude(&mut self, other: usize, x: usize) -> Result<(), Conflict> {
        match self.by_x[other].value {
            Some(false) => Ok(()),
            Some(true) if other == x => Ok(()),
            Some(true) => Err(Conflict::Clash(!CandidateLit::from_index(other), Reason::Once(x as u32))),
            None => {
                self.put(!CandidateLit::from_index(other), Reason::Once(x as u32));
                Ok(())
            }
        }
    }

    /// Assumes all of these at the same time: what one of them makes false is assumed, if it is among them.
    pub(super) fn assume_all(&mut self, lits: &[CandidateLit]) -> Result<(), Conflict> {
        let begin = self.trues.len();
        for lit in lits {
            match self.value(*lit) {
                Some(true) => {}
                Some(false) => return Err(Conflict::Clash(*lit, Reason::Assumed)),
                None => self.put(*lit, Reason::Assumed),
            }
        }
        for place in begin..self.trues.len() {
            if self.trues[place].is_positive() && self.reason(self.trues[place]) == Reason::Assumed {
                self.spread(self.trues[place].index())?;
            }
        }
        Ok(())
    }

    /// Takes back all but the first so many facts.
    pub(super) fn go_back(&mut self, length: usize) {
        for lit in self.trues.drain(length..) {
            self.by_x[lit.index()] = UNKNOWN;
        }
    }

    /// Looks at the clause of a number: a set, a grid, or else these literals.
    pub(super) fn apply(&mut self, number: u64, clause: &[CandidateLit]) -> Result<Seen, Conflict> {
        let mut open = None;
        for place in 0..self.len_of(number, clause) {
            let lit = self.lit_of(number, clause, place);
            match self.value(lit) {
                Some(false) => {}
                Some(true) => return Ok(Seen::Satisfied),
                None if open.is_none() => open = Some(lit),
                None => return Ok(Seen::Open),
            }
        }
        let lit = open.ok_or(Conflict::Clause(number))?;
        self.set(lit, Reason::Clause(number)).map(|()| Seen::Implied)
    }

    fn len_of(&self, number: u64, clause: &[CandidateLit]) -> usize {
        match (number as usize).checked_sub(self.sets() + 1) {
            None => self.side,
            Some(grid) => self.grids.get(grid).map_or(clause, |grid| grid).len(),
        }
    }

    fn lit_of(&self, number: u64, clause: &[CandidateLit], place: usize) -> CandidateLit {
        match (number as usize).checked_sub(self.sets() + 1) {
            None => self.x_of_set(number as usize - 1, place),
            Some(grid) => self.grids.get(grid).map_or(clause, |grid| grid)[place],
        }
    }

    /// Puts all that a conflict rests on into `needed`, in order. Facts before the first so many are not asked for.
    /// `clause_of` has the literals of the steps.
    pub(super) fn rests_on<'c>(
        &mut self,
        conflict: Conflict,
        from: usize,
        clause_of: impl Fn(u64) -> &'c [CandidateLit],
        needed: &mut Vec<CandidateLit>,
    ) {
        self.mark += 1;
        self.met.clear();
        match conflict {
            Conflict::Clause(number) => self.meet_clause(number, clause_of(number), None, from),
            Conflict::Clash(lit, reason) => {
                self.meet(lit.index(), from);
                self.meet_reason(lit, reason, from, &clause_of);
            }
        }
        let mut next = 0;
        while let Some(place) = self.met.get(next) {
            let lit = self.trues[*place as usize];
            self.meet_reason(lit, self.reason(lit), from, &clause_of);
            next += 1;
        }
        self.met.sort_unstable();
        needed.clear();
        needed.extend(self.met.iter().map(|place| self.trues[*place as usize]));
    }

    fn meet_reason<'c>(
        &mut self,
        lit: CandidateLit,
        reason: Reason,
        from: usize,
        clause_of: impl Fn(u64) -> &'c [CandidateLit],
    ) {
        match reason {
            Reason::Once(x) => self.meet(x as usize, from),
            Reason::Clause(number) => self.meet_clause(number, clause_of(number), Some(lit), from),
            Reason::Assumed | Reason::Puzzle | Reason::Unit(_) => {}
        }
    }

    fn meet_clause(&mut self, number: u64, clause: &[CandidateLit], but: Option<CandidateLit>, from: usize) {
        for place in 0..self.len_of(number, clause) {
            let lit = self.lit_of(number, clause, place);
            if Some(lit) != but {
                self.meet(lit.index(), from);
            }
        }
    }

    #[inline]
    fn meet(&mut self, x: usize, from: usize) {
        let place = self.by_x[x].place;
        if place as usize >= from && std::mem::replace(&mut self.marks[x], self.mark) != self.mark {
            self.met.push(place);
        }
    }
}

/// What the puzzle says of single candidates, cell by cell: the givens, and what it came without.
pub(super) fn said(puzzle: &Puzzle) -> Vec<CandidateLit> {
    let board = puzzle.board();
    let mut said = Vec::new();
    for cell in board.cells() {
        match puzzle.givens().get(cell) {
            Some(given) => said.push(CandidateLit::positive(board, cell, given)),
            None if puzzle.has_eliminations() => {
                let missing = board.digits().filter(|digit| !puzzle.allowed(cell).contains(*digit));
                said.extend(missing.map(|digit| !CandidateLit::positive(board, cell, digit)));
            }
            None => {}
        }
    }
    said
}

/// What the opposite of "forced" or "excluded" says.
pub(super) fn opposite(puzzle: &Puzzle, claim: &Claim) -> Option<CandidateLit> {
    let x = |candidate: &Candidate| CandidateLit::positive(puzzle.board(), candidate.cell, candidate.digit);
    match claim {
        Claim::Forced(candidate) => Some(!x(candidate)),
        Claim::Excluded(candidate) => Some(x(candidate)),
        Claim::Exactly(_) | Claim::AtLeast(_) => None,
    }
}

/// How many clauses come before the first step.
pub(super) fn clause_count(puzzle: &Puzzle, claim: &Claim) -> u64 {
    (ExactlyOne::count_on(puzzle.board()) + claim.grids().len()) as u64
}
