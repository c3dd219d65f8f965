//! Recognition of a Sudoku in a formula, for files that state rules and givens together.
//!
//! The formula must have exactly the solutions of the puzzle as its models, so that solving the puzzle solves the formula. This
//! is shown in one of two ways:
//!
//! - *By its clauses.* Every clause states a rule over all candidates of a cell or house, a given, or an eliminated candidate,
//!   in the numbering `rowmajor` or `base`. The families that occur in full must form a [complete](Scheme::is_complete)
//!   scheme; the clauses of other families are implied. Order, repetitions and the header do not matter.
//! - *By its metadata.* A file of qedoku with shortened rules or auxiliary variables must equal the formula that its
//!   metadata describe, clause by clause.
//!
//! The longest positive clause has as many literals as the board has rows, and the highest variable determines the numbering. Every
//! box shape of that side is tried.

use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Grid, HouseKind, Puzzle};

use super::{CnfFormula, DimacsMetadata};
use crate::model::detect::boards_of_side;
use crate::{
    ClauseFamily, ClauseSink, Encoding, EncodingOptions, Formula, GivensPosition, Lit, Numbering, Repeats, Scheme,
    VariableMap,
};

impl CnfFormula {
    /// The puzzle whose solutions are exactly the models of the formula; `None` if the formula is not recognised as a Sudoku.
    pub fn as_puzzle(&self) -> Option<Puzzle> {
        self.as_puzzle_unless(&|| false)
    }

    /// The same, or `None` soon after `is_interrupted` returns true; a formula of millions of clauses takes seconds.
    pub fn as_puzzle_unless(&self, is_interrupted: &dyn Fn() -> bool) -> Option<Puzzle> {
        self.puzzle_by_clauses(is_interrupted).or_else(|| self.puzzle_by_metadata(is_interrupted))
    }

    fn puzzle_by_clauses(&self, is_interrupted: &dyn Fn() -> bool) -> Option<Puzzle> {
        let side = self.clauses().filter(|clause| is_positive(clause)).map(<[Lit]>::len).max()?;
        let variables = |board| {
            let maps = [Numbering::RowMajor, Numbering::Base].map(|one| VariableMap::for_board(board, one));
            maps.into_iter().find(|variables| variables.max_var() == self.max_var())
        };
        let boards = if (4..=Board::MAX_SIDE).contains(&side) { boards_of_side(side) } else { Vec::new() };
        boards
            .into_iter()
            .filter_map(variables)
            .find_map(|variables| Coverage::new(variables).puzzle(self, is_interrupted))
    }

    fn puzzle_by_metadata(&self, is_interrupted: &dyn Fn() -> bool) -> Option<Puzzle> {
        let metadata = DimacsMetadata::parse(self.metadata_lines()).filter(|one| one.scheme.is_complete())?;
        let puzzle = metadata.puzzle.clone().unwrap_or_else(|| self.puzzle_of_units(&metadata.variables()));
        let layouts = [Repeats::Keep, Repeats::Drop]
            .into_iter()
            .flat_map(|repeats| [GivensPosition::Last, GivensPosition::First].map(|givens| (repeats, givens)));
        let is_equal = |(repeats, givens)| {
            let DimacsMetadata { scheme, amo, numbering, .. } = metadata;
            let options = EncodingOptions { scheme, amo, repeats, numbering, givens, ..EncodingOptions::default() };
            Encoding::new(&puzzle, options).is_ok_and(|encoding| has_clauses(self, &encoding, is_interrupted))
        };
        layouts.into_iter().any(is_equal).then_some(puzzle)
    }

    /// The puzzle that the unit clauses over problem variables state.
    fn puzzle_of_units(&self, variables: &VariableMap) -> Puzzle {
        let mut units = Units::new(variables.board());
        for clause in self.clauses() {
            if let [unit] = clause
                && let Some((cell, digit)) = variables.candidate(unit.var())
            {
                units.add(cell, digit, unit.is_positive());
            }
        }
        units.puzzle()
    }
}

fn is_positive(clause: &[Lit]) -> bool {
    clause.iter().all(|lit| lit.is_positive())
}

/// Whether a file has the clauses of an encoding, in the same order.
fn has_clauses(file: &CnfFormula, encoding: &Encoding, is_interrupted: &dyn Fn() -> bool) -> bool {
    let mut comparison = Comparison { clauses: file.clauses(), compared: 0, is_interrupted };
    encoding.emit(&mut comparison).is_ok() && comparison.clauses.next().is_none()
}

/// Clauses between two polls of an interruption, less than a millisecond.
const CLAUSES_PER_POLL: usize = 4096;

/// Sink that compares clauses with expected ones.
struct Comparison<'p, I> {
    clauses: I,
    /// Clauses that were compared.
    compared: usize,
    is_interrupted: &'p dyn Fn() -> bool,
}

/// The clauses differ, or the comparison was interrupted.
struct DifferentClause;

impl<'c, I: Iterator<Item = &'c [Lit]>> ClauseSink for Comparison<'_, I> {
    type Error = DifferentClause;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), DifferentClause> {
        let is_interrupted = self.compared.is_multiple_of(CLAUSES_PER_POLL) && (self.is_interrupted)();
        self.compared += 1;
        if self.clauses.next() == Some(clause) && !is_interrupted { Ok(()) } else { Err(DifferentClause) }
    }
}

/// The unit clauses of a formula: givens and eliminated candidates.
struct Units {
    board: Board,
    allowed: Vec<DigitSet>,
    givens: Grid,
    /// Two different digits are given in one cell, or a given is eliminated.
    is_contradictory: bool,
}

impl Units {
    fn new(board: Board) -> Units {
        let allowed = vec![DigitSet::all(board.side()); board.cell_count()];
        Units { board, allowed, givens: Grid::empty(board), is_contradictory: false }
    }

    fn add(&mut self, cell: Cell, digit: Digit, is_given: bool) {
        let allowed = &mut self.allowed[self.board.index(cell)];
        if is_given {
            *allowed = *allowed & DigitSet::only(digit);
            self.givens.set(cell, digit);
        } else {
            allowed.remove(digit);
        }
        self.is_contradictory |= allowed.is_empty();
    }

    /// The puzzle. Eliminated candidates that the givens eliminate anyway are left out.
    fn puzzle(self) -> Puzzle {
        let puzzle = Puzzle::new(self.givens);
        let is_implied = |(candidates, allowed): (DigitSet, &DigitSet)| (candidates - *allowed).is_empty();
        if !self.is_contradictory && puzzle.initial_candidates().into_iter().zip(&self.allowed).all(is_implied) {
            return puzzle;
        }
        Puzzle::with_candidates(self.board, self.allowed)
    }
}

/// The rules of a board that the clauses read so far state.
struct Coverage {
    variables: VariableMap,
    units: Units,
    /// For each family of rules: the clauses that have occurred, and their number.
    seen: [(Vec<u64>, usize); ClauseFamily::RULES.len()],
}

const KINDS: [HouseKind; 3] = [HouseKind::Row, HouseKind::Column, HouseKind::Block];

impl Coverage {
    fn new(variables: VariableMap) -> Coverage {
        Coverage { units: Units::new(variables.board()), variables, seen: Default::default() }
    }

    /// The puzzle, if every clause of the formula states a rule or a unit, and together they state Sudoku.
    fn puzzle(mut self, formula: &CnfFormula, is_interrupted: &dyn Fn() -> bool) -> Option<Puzzle> {
        for (number, clause) in formula.clauses().enumerate() {
            if number.is_multiple_of(CLAUSES_PER_POLL) && is_interrupted() {
                return None;
            }
            self.add(clause)?;
        }
        let n = self.variables.board().side();
        let total = |family: ClauseFamily| if is_at_least_one(family) { n * n } else { n * n * n * (n - 1) / 2 };
        let is_full = |family: &ClauseFamily| self.seen[*family as usize].1 == total(*family);
        let scheme = Scheme::from_families(ClauseFamily::RULES.into_iter().filter(is_full));
        scheme.is_complete().then(|| self.units.puzzle())
    }

    /// Records a clause; `None` if it is neither a rule over all candidates nor a unit.
    fn add(&mut self, clause: &[Lit]) -> Option<()> {
        let positive = clause.first()?.is_positive();
        if clause.iter().any(|lit| lit.is_positive() != positive) {
            return None;
        }
        match clause {
            [unit] => {
                let (cell, digit) = self.variables.candidate(unit.var())?;
                self.units.add(cell, digit, positive);
                Some(())
            }
            [a, b] if !positive => self.add_pair(*a, *b),
            _ if positive => self.add_at_least_one(clause),
            _ => None,
        }
    }

    /// At most one of two candidates of a cell, or of a digit in a house.
    fn add_pair(&mut self, a: Lit, b: Lit) -> Option<()> {
        let (a, b) = (self.variables.candidate(a.var())?, self.variables.candidate(b.var())?);
        let (board, n) = (self.variables.board(), self.variables.board().side());
        let pair = |a: usize, b: usize| {
            let (low, high) = (a.min(b), a.max(b));
            low * (2 * n - low - 1) / 2 + high - low - 1
        };
        let per_group = n * (n - 1) / 2;
        if a.0 == b.0 && a.1 != b.1 {
            let pair = pair(a.1.get() - 1, b.1.get() - 1);
            self.record(ClauseFamily::CellAtMostOne, board.index(a.0) * per_group + pair);
            return Some(());
        }
        let mut states_rule = false;
        let houses = board.houses_of(a.0).into_iter().zip(board.houses_of(b.0));
        for (kind, (house, other)) in KINDS.into_iter().zip(houses) {
            if a.1 == b.1 && a.0 != b.0 && house == other {
                let group = house.index() * n + a.1.get() - 1;
                let pair = pair(position(board, kind, a.0), position(board, kind, b.0));
                self.record(ClauseFamily::at_most_one_in(kind), group * per_group + pair);
                states_rule = true;
            }
        }
        states_rule.then_some(())
    }

    /// At least one of all candidates of a cell, or of all cells for a digit in a house.
    fn add_at_least_one(&mut self, clause: &[Lit]) -> Option<()> {
        let (board, n) = (self.variables.board(), self.variables.board().side());
        let candidates: Option<Vec<(Cell, Digit)>> =
            clause.iter().map(|lit| self.variables.candidate(lit.var())).collect();
        let candidates = candidates?;
        let (cell, digit) = candidates[0];
        if candidates.iter().all(|(other, _)| *other == cell) {
            let digits: DigitSet = candidates.iter().map(|(_, digit)| *digit).collect();
            self.record(ClauseFamily::CellAtLeastOne, board.index(cell));
            return (digits.len() == n && clause.len() == n).then_some(());
        }
        let is_common = |(kind, house)| {
            let in_house = |(other, other_digit): &(Cell, Digit)| {
                *other_digit == digit && board.houses_of(*other).contains(&house)
            };
            let positions: DigitSet =
                candidates.iter().map(|(cell, _)| Digit::from_index(position(board, kind, *cell))).collect();
            candidates.iter().all(in_house) && positions.len() == n && clause.len() == n
        };
        let (kind, house) = KINDS.into_iter().zip(board.houses_of(cell)).find(|house| is_common(*house))?;
        self.record(ClauseFamily::at_least_one_in(kind), house.index() * n + digit.get() - 1);
        Some(())
    }

    fn record(&mut self, family: ClauseFamily, number: usize) {
        let (seen, count) = &mut self.seen[family as usize];
        let (word, mask) = (number / 64, 1 << (number % 64));
        if seen.len() <= word {
            seen.resize(word + 1, 0);
        }
        *count += usize::from(seen[word] & mask == 0);
        seen[word] |= mask;
    }
}

fn is_at_least_one(family: ClauseFamily) -> bool {
    family == ClauseFamily::CellAtLeastOne
        || KINDS.into_iter().any(|kind| family == ClauseFamily::at_least_one_in(kind))
}

/// Index of a cell in its row, column or box.
fn position(board: Board, kind: HouseKind, cell: Cell) -> usize {
    match kind {
        HouseKind::Row => cell.column(),
        HouseKind::Column => cell.row(),
        HouseKind::Block => cell.row() % board.box_height() * board.box_width() + cell.column() % board.box_width(),
    }
}
