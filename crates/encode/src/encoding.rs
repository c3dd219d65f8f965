//! Puzzle to clauses: a scheme's families, one after the other, sent to a sink.
//!
//! Nothing is stored: a [`Sink`] takes each clause as it is made, so that a file of any size needs the memory of one
//! house.
//!
//! In `reduced`, a cell with a given and a digit that a house was given are settled: they get no clause but the unit
//! clauses of the givens, and every other candidate that they rule out gets a negative one. So the formula has the same
//! models as `extended`, variable by variable; only `open` leaves the settled ones out, having no numbers for them.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use qedoku_puzzle::{Cell, Digit, DigitSet, House, HouseKind, Puzzle};

use crate::amo::Fresh;
use crate::dimacs::{self, Description};
use crate::{Amo, Family, Formula, Lit, Numbering, Rule, Scheme, Sink, Size, Var, Variables};

/// How a puzzle is to be said in clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Which families of rules.
    pub scheme: Scheme,
    /// How "at most one" is said.
    pub amo: Amo,
    /// Whether pairs that a box shares with a row or column are said twice.
    pub repeats: Repeats,
    /// The numbers of the x's.
    pub numbering: Numbering,
    /// Rules, givens or both.
    pub part: Part,
    /// Where the givens go.
    pub givens: Place,
}

/// Whether a box says again what a row or column said of two of its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Repeats {
    /// Each house speaks for itself.
    #[default]
    Keep,
    /// No pair clause twice: 1,458 fewer on 9x9.
    Drop,
}

/// Which part of the formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Part {
    /// Rules and givens.
    #[default]
    Whole,
    /// Only the rules, to be written once for many puzzles.
    Rules,
    /// Only the givens (and what is ruled out), to be added to the rules.
    Givens,
}

/// Where the givens stand in the formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// Before the rules.
    First,
    /// After the rules.
    #[default]
    Last,
}

/// Why these options do not go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionsError {
    /// Only pair clauses can be repeats of each other.
    RepeatsWithoutPairs(Amo),
    /// Only `reduced` speaks of open candidates alone.
    OpenWithoutReduced(Scheme),
    /// The scheme has models that are not solutions, so a solver's answer to it says nothing.
    Incomplete(Scheme),
}

/// A puzzle together with a way of saying it.
#[derive(Debug)]
pub struct Encoding<'p> {
    puzzle: Cow<'p, Puzzle>,
    options: Options,
    variables: Variables,
    /// What the clauses speak of, cell by cell: all digits, or in `reduced` the open ones.
    candidates: Vec<DigitSet>,
}

impl Options {
    /// Whether they go together.
    pub fn check(self) -> Result<(), OptionsError> {
        if self.repeats == Repeats::Drop && self.amo != Amo::Pairwise {
            return Err(OptionsError::RepeatsWithoutPairs(self.amo));
        }
        if self.numbering == Numbering::Open && self.scheme != Scheme::Reduced {
            return Err(OptionsError::OpenWithoutReduced(self.scheme));
        }
        Ok(())
    }

    /// Whether they go together and a solver's answer is an answer to the puzzle.
    pub fn check_for_solving(self) -> Result<(), OptionsError> {
        if !self.scheme.is_complete() {
            return Err(OptionsError::Incomplete(self.scheme));
        }
        self.check()
    }
}

impl<'p> Encoding<'p> {
    /// A puzzle said in this way.
    pub fn new(puzzle: &'p Puzzle, options: Options) -> Result<Encoding<'p>, OptionsError> {
        Encoding::of(Cow::Borrowed(puzzle), options)
    }

    /// A puzzle said in this way, which the encoding may own.
    pub fn of(puzzle: Cow<'p, Puzzle>, options: Options) -> Result<Encoding<'p>, OptionsError> {
        options.check()?;
        let board = puzzle.board();
        let candidates = match options.scheme {
            Scheme::Reduced => puzzle.open_candidates(),
            _ => vec![DigitSet::all(board.side()); board.cell_count()],
        };
        let variables = match options.numbering {
            Numbering::Open => Variables::of_open(&puzzle, &candidates),
            numbering => Variables::of_board(board, numbering),
        };
        Ok(Encoding { puzzle, options, variables, candidates })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// How it is said.
    pub fn options(&self) -> Options {
        self.options
    }

    /// What the variables mean.
    pub fn variables(&self) -> &Variables {
        &self.variables
    }

    /// Writes the formula as a DIMACS file with header; returns its size.
    pub fn write_dimacs(&self, out: impl Write) -> io::Result<Size> {
        dimacs::write::write(self, out)
    }

    fn is_reduced(&self) -> bool {
        self.options.scheme == Scheme::Reduced
    }

    /// In `reduced`: the given of this cell says all there is to say. (One that clashes does not: no candidate is left.)
    fn is_settled(&self, cell: Cell) -> bool {
        self.is_reduced() && self.puzzle.givens().get(cell).is_some() && !self.candidates_of(cell).is_empty()
    }

    fn candidates_of(&self, cell: Cell) -> DigitSet {
        self.candidates[self.puzzle.board().index(cell)]
    }
}

impl Formula for Encoding<'_> {
    fn send<S: Sink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        let mut sending = Sending { encoding: self, fresh: Fresh::after(self.variables.last()), lits: vec![], sink };
        let Options { part, givens, .. } = self.options;
        if part != Part::Rules && givens == Place::First {
            sending.givens()?;
        }
        if part != Part::Givens {
            sending.rules()?;
        }
        if part != Part::Rules && givens == Place::Last {
            sending.givens()?;
        }
        Ok(sending.fresh.last())
    }

    fn is_x(&self, var: Var) -> bool {
        self.variables.meaning(var).is_some()
    }

    fn comments(&self, size: &Size) -> Vec<String> {
        let mut lines = Description::of(self).lines();
        lines.push(format!("c {}", self.options.numbering.formula(self.puzzle.board())));
        let families = Family::ALL.iter().zip(size.by_family).filter(|(_, count)| *count > 0);
        let says =
            |((family, name), count): (&(Family, _), u64)| format!("c {count} clauses {name}: {}", family.sentence());
        lines.extend(families.map(says));
        lines
    }
}

/// One run over the formula.
struct Sending<'a, 'p, S> {
    encoding: &'a Encoding<'p>,
    fresh: Fresh,
    /// The x's of the rule at hand, kept to save allocations.
    lits: Vec<Lit>,
    sink: &'a mut S,
}

impl<S: Sink> Sending<'_, '_, S> {
    fn rules(&mut self) -> Result<(), S::Error> {
        for family in self.encoding.options.scheme.families() {
            match family {
                Family::CellSome | Family::CellOnce => self.cells(*family)?,
                Family::HouseSome | Family::HouseOnce => self.houses(*family)?,
                Family::Given | Family::Excluded => unreachable!("not a family of rules"),
            }
        }
        Ok(())
    }

    fn cells(&mut self, family: Family) -> Result<(), S::Error> {
        for cell in self.encoding.puzzle.board().cells() {
            if self.encoding.is_settled(cell) {
                continue;
            }
            self.lits.clear();
            for digit in self.encoding.candidates_of(cell).iter() {
                self.lits.extend(self.encoding.variables.x(cell, digit).map(Var::positive));
            }
            match family {
                Family::CellSome => self.some(Rule::CellSome(cell))?,
                _ => self.once(Rule::CellOnce(cell))?,
            }
        }
        Ok(())
    }

    fn houses(&mut self, family: Family) -> Result<(), S::Error> {
        for house in self.encoding.puzzle.board().houses() {
            let given = self.settled_digits(house);
            for digit in self.encoding.puzzle.board().digits().filter(|digit| !given.contains(*digit)) {
                self.collect_places(house, digit);
                match family {
                    Family::HouseSome => self.some(Rule::HouseSome(house, digit))?,
                    _ if self.drops_repeats(house) => self.pairs_across(house, digit)?,
                    _ => self.once(Rule::HouseOnce(house, digit))?,
                }
            }
        }
        Ok(())
    }

    /// In `reduced`: the digits that this house was given.
    fn settled_digits(&self, house: House) -> DigitSet {
        let Encoding { puzzle, .. } = self.encoding;
        let settled = |cell: &Cell| self.encoding.is_reduced() && puzzle.givens().get(*cell).is_some();
        puzzle.board().cells_of(house).filter(settled).filter_map(|cell| puzzle.givens().get(cell)).collect()
    }

    /// The x's of a digit in a house.
    fn collect_places(&mut self, house: House, digit: Digit) {
        self.lits.clear();
        for cell in self.encoding.puzzle.board().cells_of(house) {
            if self.encoding.candidates_of(cell).contains(digit) {
                self.lits.extend(self.encoding.variables.x(cell, digit).map(Var::positive));
            }
        }
    }

    fn drops_repeats(&self, house: House) -> bool {
        self.encoding.options.repeats == Repeats::Drop && house.kind() == HouseKind::Block
    }

    /// The pairs of a box that share neither row nor column.
    fn pairs_across(&mut self, house: House, digit: Digit) -> Result<(), S::Error> {
        self.sink.rule(Rule::HouseOnce(house, digit))?;
        let Encoding { puzzle, variables, .. } = self.encoding;
        let here = |cell: &Cell| self.encoding.candidates_of(*cell).contains(digit);
        let cells: Vec<Cell> = puzzle.board().cells_of(house).filter(here).collect();
        for (place, a) in cells.iter().enumerate() {
            for b in cells[place + 1..].iter().filter(|b| b.row() != a.row() && b.column() != a.column()) {
                if let (Some(a), Some(b)) = (variables.x(*a, digit), variables.x(*b, digit)) {
                    self.sink.clause(&[!a.positive(), !b.positive()])?;
                }
            }
        }
        Ok(())
    }

    /// At least one of the collected. None at all is said as a contradiction of two unit clauses: an empty clause
    /// would say it too, but not every reader takes a lone 0 for one.
    fn some(&mut self, rule: Rule) -> Result<(), S::Error> {
        self.sink.rule(rule)?;
        if self.lits.is_empty() {
            let absurd = self.fresh.var();
            self.sink.clause(&[absurd])?;
            return self.sink.clause(&[!absurd]);
        }
        self.sink.clause(&self.lits)
    }

    fn once(&mut self, rule: Rule) -> Result<(), S::Error> {
        self.sink.rule(rule)?;
        self.encoding.options.amo.encode(&self.lits, &mut self.fresh, self.sink)
    }

    /// The givens as unit clauses, and what is ruled out as negative ones.
    fn givens(&mut self) -> Result<(), S::Error> {
        let Encoding { puzzle, variables, .. } = self.encoding;
        for cell in puzzle.board().cells() {
            let given = puzzle.givens().get(cell);
            if let Some((digit, x)) = given.and_then(|digit| Some((digit, variables.x(cell, digit)?))) {
                self.sink.rule(Rule::Given(cell, digit))?;
                self.sink.clause(&[x.positive()])?;
            }
            for digit in self.excluded(cell).iter() {
                if let Some(x) = variables.x(cell, digit) {
                    self.sink.rule(Rule::Excluded(cell, digit))?;
                    self.sink.clause(&[!x.positive()])?;
                }
            }
        }
        Ok(())
    }

    /// What needs a negative unit clause: in `reduced` all that is not open, else what the puzzle came without.
    fn excluded(&self, cell: Cell) -> DigitSet {
        let Encoding { puzzle, .. } = self.encoding;
        let all = DigitSet::all(puzzle.board().side());
        match puzzle.givens().get(cell) {
            _ if self.encoding.is_reduced() => all - self.encoding.candidates_of(cell),
            Some(_) => DigitSet::EMPTY,
            None => all - puzzle.allowed(cell),
        }
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionsError::RepeatsWithoutPairs(amo) => {
                write!(f, "only pair clauses repeat each other: no-repeats goes with pairwise, not with {amo}")
            }
            OptionsError::OpenWithoutReduced(scheme) => {
                write!(
                    f,
                    "the numbering open has no numbers for what the scheme {scheme} speaks of; it goes with reduced"
                )
            }
            OptionsError::Incomplete(scheme) => {
                write!(
                    f,
                    "the scheme {scheme} allows two digits in a cell, so it cannot be solved with; {scheme}-cells can"
                )
            }
        }
    }
}

impl std::error::Error for OptionsError {}
