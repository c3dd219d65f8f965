//! CNF encoding of a puzzle: the clause families of a scheme, emitted one after the other.
//!
//! Clauses are streamed into a [`ClauseSink`], so memory use is that of one house, whatever the size of the formula.
//!
//! ```text
//!   Puzzle + EncodingOptions --> Encoding --emit--> [givens] families of the scheme [givens] --> ClauseSink
//! ```
//!
//! In `reduced`, a cell with a given and a digit that is given in a house need no rules. They get the unit clauses of
//! the givens only, and every candidate that the givens eliminate gets a negative unit clause. Without those the
//! eliminated variables would be free: a solver could set them to true, and models could not be decoded or counted.
//! `reduced` therefore has the same models as `extended`, variable by variable. Numbering `open` omits the decided
//! variables instead.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use qedoku_puzzle::{Cell, Digit, DigitSet, House, HouseKind, Puzzle};

use crate::dimacs::write::DimacsOptions;
use crate::dimacs::{self, DimacsMetadata};
use crate::{
    Amo, ClauseFamily, ClauseGroup, ClauseSink, Formula, FormulaSize, Lit, Numbering, Scheme, Var, VarAllocator,
    VariableMap,
};

/// Options of a CNF encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EncodingOptions {
    /// Clause families of the rules.
    pub scheme: Scheme,
    /// At-most-one encoding.
    pub amo: Amo,
    /// Whether a box repeats the pair clauses that it shares with a row or column.
    pub repeats: Repeats,
    /// Numbering of the problem variables.
    pub numbering: Numbering,
    /// Rules, givens or both.
    pub part: FormulaPart,
    /// Position of the givens in the formula.
    pub givens: GivensPosition,
}

/// Treatment of pair clauses that a box shares with a row or column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Repeats {
    /// Every house has all its pair clauses.
    #[default]
    Keep,
    /// A box leaves out the pairs that the scheme states for their row or column: up to 1,458 clauses fewer on 9x9.
    Drop,
}

/// Part of the formula to emit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FormulaPart {
    /// Rules and givens.
    #[default]
    Whole,
    /// Only the rules, which are the same for many puzzles (except in `reduced`).
    Rules,
    /// Only the unit clauses of givens and eliminated candidates.
    Givens,
}

/// Position of the unit clauses of givens and eliminated candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GivensPosition {
    /// Before the rules.
    First,
    /// After the rules.
    #[default]
    Last,
}

/// Error of options that cannot be combined, or that cannot be used for solving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EncodingOptionsError {
    /// [`Repeats::Drop`] with another at-most-one encoding than pairwise: there are no shared pair clauses to leave
    /// out.
    DropRequiresPairwise(Amo),
    /// [`Numbering::Open`] with a scheme that has clauses about eliminated candidates.
    OpenRequiresReduced(Scheme),
    /// The scheme has models that are not solutions ([`Scheme::is_complete`]).
    IncompleteScheme(Scheme),
}

/// A puzzle with the options of its encoding.
#[derive(Debug)]
pub struct Encoding<'p> {
    puzzle: Cow<'p, Puzzle>,
    options: EncodingOptions,
    variables: VariableMap,
    /// Candidates that occur in clauses, per cell: all digits, in `reduced` the open ones.
    candidates: Vec<DigitSet>,
}

impl EncodingOptions {
    /// Checks that the options can be combined.
    pub fn check(self) -> Result<(), EncodingOptionsError> {
        if self.repeats == Repeats::Drop && self.amo != Amo::Pairwise {
            return Err(EncodingOptionsError::DropRequiresPairwise(self.amo));
        }
        if self.numbering == Numbering::Open && !self.scheme.is_reduced() {
            return Err(EncodingOptionsError::OpenRequiresReduced(self.scheme));
        }
        Ok(())
    }

    /// Checks that the options can be combined and that models are solutions of the puzzle.
    pub fn check_for_solving(self) -> Result<(), EncodingOptionsError> {
        if !self.scheme.is_complete() {
            return Err(EncodingOptionsError::IncompleteScheme(self.scheme));
        }
        self.check()
    }
}

impl<'p> Encoding<'p> {
    /// Encoding of a puzzle.
    pub fn new(puzzle: &'p Puzzle, options: EncodingOptions) -> Result<Encoding<'p>, EncodingOptionsError> {
        Encoding::from_cow(Cow::Borrowed(puzzle), options)
    }

    /// Encoding that may own its puzzle.
    pub fn from_cow(puzzle: Cow<'p, Puzzle>, options: EncodingOptions) -> Result<Encoding<'p>, EncodingOptionsError> {
        options.check()?;
        let board = puzzle.board();
        let candidates = if options.scheme.is_reduced() {
            puzzle.initial_candidates()
        } else {
            vec![DigitSet::all(board.side()); board.cell_count()]
        };
        let variables = match options.numbering {
            Numbering::Open => VariableMap::for_open_candidates(&puzzle, &candidates),
            numbering => VariableMap::for_board(board, numbering),
        };
        Ok(Encoding { puzzle, options, variables, candidates })
    }

    /// Encoded puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Options of the encoding.
    pub fn options(&self) -> EncodingOptions {
        self.options
    }

    /// Map between candidates and variables.
    pub fn variables(&self) -> &VariableMap {
        &self.variables
    }

    /// Writes the formula as a DIMACS file with header. Returns its size.
    pub fn write_dimacs(&self, mut out: impl Write) -> io::Result<FormulaSize> {
        self.write_dimacs_with(DimacsOptions::default(), &mut out)
    }

    /// Writes the formula as a DIMACS file. Returns its size.
    ///
    /// The output is a trait object, so that the emission of clauses is compiled and optimised in this crate.
    pub fn write_dimacs_with(&self, options: DimacsOptions, out: &mut dyn Write) -> io::Result<FormulaSize> {
        dimacs::write::write(self, options, &[], out)
    }

    fn is_reduced(&self) -> bool {
        self.options.scheme.is_reduced()
    }

    /// Whether a given decides this cell, so that `reduced` needs no rules for it.
    ///
    /// False for a given that conflicts with another one: the cell has no candidate left, and the rules must state the contradiction.
    fn is_given(&self, cell: Cell) -> bool {
        self.is_reduced() && self.puzzle.givens().get(cell).is_some() && !self.candidates_of(cell).is_empty()
    }

    fn candidates_of(&self, cell: Cell) -> DigitSet {
        self.candidates[self.puzzle.board().index(cell)]
    }
}

impl Formula for Encoding<'_> {
    fn emit<S: ClauseSink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        let mut emitter =
            Emitter { encoding: self, vars: VarAllocator::after(self.variables.max_var()), lits: vec![], sink };
        let EncodingOptions { part, givens, .. } = self.options;
        if part != FormulaPart::Rules && givens == GivensPosition::First {
            emitter.givens()?;
        }
        if part != FormulaPart::Givens {
            emitter.rules()?;
        }
        if part != FormulaPart::Rules && givens == GivensPosition::Last {
            emitter.givens()?;
        }
        Ok(emitter.vars.max_var())
    }

    fn is_problem_var(&self, var: Var) -> bool {
        self.variables.candidate(var).is_some()
    }

    fn comments(&self, size: &FormulaSize) -> Vec<String> {
        let mut lines = DimacsMetadata::for_encoding(self).lines();
        lines.push(format!("c {}", self.options.numbering.formula(self.puzzle.board())));
        let families = ClauseFamily::ALL.iter().zip(size.by_family).filter(|(_, count)| *count > 0);
        let line = |((family, name), count): (&(ClauseFamily, _), u64)| {
            format!("c {count} clauses {name}: {}", family.description())
        };
        lines.extend(families.map(line));
        lines
    }
}

/// Emitter of one pass over the formula.
struct Emitter<'a, 'p, S> {
    encoding: &'a Encoding<'p>,
    vars: VarAllocator,
    /// Literals of the current group; a field to reuse the allocation.
    lits: Vec<Lit>,
    sink: &'a mut S,
}

impl<S: ClauseSink> Emitter<'_, '_, S> {
    fn rules(&mut self) -> Result<(), S::Error> {
        for family in self.encoding.options.scheme.families() {
            match family {
                ClauseFamily::CellAtLeastOne | ClauseFamily::CellAtMostOne => self.cells(family)?,
                ClauseFamily::RowAtLeastOne | ClauseFamily::RowAtMostOne => self.houses(family, HouseKind::Row)?,
                ClauseFamily::ColumnAtLeastOne | ClauseFamily::ColumnAtMostOne => {
                    self.houses(family, HouseKind::Column)?;
                }
                ClauseFamily::BoxAtLeastOne | ClauseFamily::BoxAtMostOne => self.houses(family, HouseKind::Block)?,
                ClauseFamily::Given | ClauseFamily::Eliminated => unreachable!("schemes list families of rules only"),
            }
        }
        Ok(())
    }

    fn cells(&mut self, family: ClauseFamily) -> Result<(), S::Error> {
        for cell in self.encoding.puzzle.board().cells() {
            if self.encoding.is_given(cell) {
                continue;
            }
            self.lits.clear();
            for digit in self.encoding.candidates_of(cell) {
                self.lits.extend(self.encoding.variables.var(cell, digit).map(Var::positive));
            }
            match family {
                ClauseFamily::CellAtLeastOne => self.at_least_one(ClauseGroup::CellAtLeastOne(cell))?,
                _ => self.at_most_one(ClauseGroup::CellAtMostOne(cell))?,
            }
        }
        Ok(())
    }

    fn houses(&mut self, family: ClauseFamily, kind: HouseKind) -> Result<(), S::Error> {
        let is_at_least_one = family == ClauseFamily::at_least_one_in(kind);
        for house in self.encoding.puzzle.board().houses_of_kind(kind) {
            let given = self.given_digits(house);
            for digit in self.encoding.puzzle.board().digits().filter(|digit| !given.contains(*digit)) {
                self.collect_lits(house, digit);
                if is_at_least_one {
                    self.at_least_one(ClauseGroup::HouseAtLeastOne(house, digit))?;
                } else if self.drops_repeats(house) {
                    self.pairs_across_lines(house, digit)?;
                } else {
                    self.at_most_one(ClauseGroup::HouseAtMostOne(house, digit))?;
                }
            }
        }
        Ok(())
    }

    /// Digits given in this house, which need no rules there. Empty unless the scheme is `reduced`.
    fn given_digits(&self, house: House) -> DigitSet {
        let Encoding { puzzle, .. } = self.encoding;
        let cells = puzzle.board().cells_of(house).filter(|_| self.encoding.is_reduced());
        cells.filter_map(|cell| puzzle.givens().get(cell)).collect()
    }

    /// Collects the literals of a digit in the cells of a house.
    fn collect_lits(&mut self, house: House, digit: Digit) {
        self.lits.clear();
        for cell in self.encoding.puzzle.board().cells_of(house) {
            if self.encoding.candidates_of(cell).contains(digit) {
                self.lits.extend(self.encoding.variables.var(cell, digit).map(Var::positive));
            }
        }
    }

    fn drops_repeats(&self, house: House) -> bool {
        self.encoding.options.repeats == Repeats::Drop && house.kind() == HouseKind::Block
    }

    /// Pairwise at-most-one of a digit in a box, without the pairs that the scheme states for a row or column.
    fn pairs_across_lines(&mut self, house: House, digit: Digit) -> Result<(), S::Error> {
        self.sink.begin_group(ClauseGroup::HouseAtMostOne(house, digit))?;
        let Encoding { puzzle, variables, options, .. } = self.encoding;
        let by_row = options.scheme.contains(ClauseFamily::RowAtMostOne);
        let by_column = options.scheme.contains(ClauseFamily::ColumnAtMostOne);
        let is_stated = |a: &Cell, b: &Cell| by_row && a.row() == b.row() || by_column && a.column() == b.column();
        let is_candidate = |cell: &Cell| self.encoding.candidates_of(*cell).contains(digit);
        let cells: Vec<Cell> = puzzle.board().cells_of(house).filter(is_candidate).collect();
        for (index, a) in cells.iter().enumerate() {
            for b in cells[index + 1..].iter().filter(|b| !is_stated(a, b)) {
                if let (Some(a), Some(b)) = (variables.var(*a, digit), variables.var(*b, digit)) {
                    self.sink.add_clause(&[!a.positive(), !b.positive()])?;
                }
            }
        }
        Ok(())
    }

    /// At least one of the collected literals.
    ///
    /// If there is none, two contradicting unit clauses on an auxiliary variable take the place of the empty clause: in
    /// DIMACS that would be a lone 0, which some readers take for the end of the file.
    fn at_least_one(&mut self, group: ClauseGroup) -> Result<(), S::Error> {
        self.sink.begin_group(group)?;
        if self.lits.is_empty() {
            let contradiction = self.vars.new_lit();
            self.sink.add_clause(&[contradiction])?;
            return self.sink.add_clause(&[!contradiction]);
        }
        self.sink.add_clause(&self.lits)
    }

    /// At most one of the collected literals.
    fn at_most_one(&mut self, group: ClauseGroup) -> Result<(), S::Error> {
        self.sink.begin_group(group)?;
        self.encoding.options.amo.encode(&self.lits, &mut self.vars, self.sink)
    }

    /// Unit clauses: positive for givens, negative for eliminated candidates.
    fn givens(&mut self) -> Result<(), S::Error> {
        let Encoding { puzzle, variables, .. } = self.encoding;
        for cell in puzzle.board().cells() {
            let given = puzzle.givens().get(cell);
            if let Some((digit, x)) = given.and_then(|digit| Some((digit, variables.var(cell, digit)?))) {
                self.sink.begin_group(ClauseGroup::Given(cell, digit))?;
                self.sink.add_clause(&[x.positive()])?;
            }
            for digit in self.eliminated(cell) {
                if let Some(x) = variables.var(cell, digit) {
                    self.sink.begin_group(ClauseGroup::Eliminated(cell, digit))?;
                    self.sink.add_clause(&[!x.positive()])?;
                }
            }
        }
        Ok(())
    }

    /// Candidates that need a negative unit clause: in `reduced` all that are not open, otherwise those that the puzzle
    /// itself eliminates. A given makes the other digits of its cell false through the rules.
    fn eliminated(&self, cell: Cell) -> DigitSet {
        let Encoding { puzzle, .. } = self.encoding;
        let all = DigitSet::all(puzzle.board().side());
        match puzzle.givens().get(cell) {
            _ if self.encoding.is_reduced() => all - self.encoding.candidates_of(cell),
            Some(_) => DigitSet::EMPTY,
            None => all - puzzle.allowed(cell),
        }
    }
}

impl fmt::Display for EncodingOptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodingOptionsError::DropRequiresPairwise(amo) => {
                write!(f, "no-repeats requires the at-most-one encoding pairwise, not {amo}")
            }
            EncodingOptionsError::OpenRequiresReduced(scheme) => {
                write!(f, "numbering open requires scheme reduced, not {scheme}")
            }
            EncodingOptionsError::IncompleteScheme(scheme) => {
                write!(f, "scheme {scheme} does not imply the rules of Sudoku: {}", DescribeMissing(*scheme))
            }
        }
    }
}

impl std::error::Error for EncodingOptionsError {}

/// What to add to an incomplete scheme: `add cell-some or cell-once`.
struct DescribeMissing(Scheme);

impl fmt::Display for DescribeMissing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, families) in self.0.missing().enumerate() {
            let names: Vec<String> = families.iter().map(ToString::to_string).collect();
            let (last, first) = names.split_last().expect("every requirement has several families");
            write!(f, "{} {} or {last}", if index == 0 { "add" } else { ", and" }, first.join(", "))?;
        }
        Ok(())
    }
}
