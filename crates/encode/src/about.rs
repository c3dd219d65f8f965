//! The clauses about a cell or a house, with the rule that each says and what it says in words.
//!
//! ```
//! use qedoku_encode::{Encoding, Options, Scheme};
//! use qedoku_encode::about::Topic;
//! use qedoku_puzzle::{Cell, Puzzle};
//!
//! let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
//! let encoding = Encoding::new(&puzzle, Options { scheme: Scheme::Minimal, ..Options::default() }).unwrap();
//! let about = encoding.about(Topic::Cell(Cell::new(0, 0)), None, 2);
//! assert_eq!(about.total, 38); // some digit, a given, and 4 times 9 pairs with the same digit elsewhere
//! assert_eq!(encoding.words(&about.clauses[0].lits), "r1c1=1, r1c1=2, r1c1=3 or r1c1=4");
//! assert_eq!(encoding.words(&about.clauses[1].lits), "not both r1c1=1 and r1c2=1");
//! ```

use std::convert::Infallible;

use qedoku_puzzle::{Board, Cell, Digit, House};

use crate::{Encoding, Formula, Lit, Rule, Sink};

/// What clauses are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// What is said of this cell: that it holds one digit, and each house's clause that has it as a candidate's cell.
    Cell(Cell),
    /// What is said of this house.
    House(House),
}

/// A clause and the rule that it says, or a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Its literals.
    pub lits: Vec<Lit>,
    /// Why it is there.
    pub rule: Rule,
}

/// The clauses about something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// The first ones, in the order of the formula.
    pub clauses: Vec<Clause>,
    /// How many there are in all.
    pub total: u64,
}

impl Encoding<'_> {
    /// The clauses about a topic, or about one digit there; no more than so many are kept.
    pub fn about(&self, topic: Topic, digit: Option<Digit>, most: usize) -> About {
        let about = About { clauses: Vec::new(), total: 0 };
        let mut filter = Filter { encoding: self, topic, digit, most, rule: None, about };
        let Ok(_) = self.send(&mut filter);
        filter.about
    }

    /// What a clause says. Variables that an at-most-one encoding needs for itself are called `y` and their number.
    pub fn words(&self, clause: &[Lit]) -> String {
        let name = |lit: &Lit| match self.variables().meaning(lit.var()) {
            Some((cell, digit)) => format!("{cell}={digit}"),
            None => format!("y{}", lit.var().get()),
        };
        let (positive, negative): (Vec<&Lit>, Vec<&Lit>) = clause.iter().partition(|lit| lit.is_positive());
        let [positive, negative] = [positive, negative].map(|lits| lits.into_iter().map(name).collect::<Vec<_>>());
        match (&positive[..], &negative[..]) {
            (_, []) => list(&positive, "or"),
            ([], [one]) => format!("not {one}"),
            ([], [_, _]) => format!("not both {}", list(&negative, "and")),
            ([], _) => format!("not all of {}", list(&negative, "and")),
            _ => format!("if {}, then {}", list(&negative, "and"), list(&positive, "or")),
        }
    }
}

/// `a`, `a or b`, `a, b or c`.
fn list(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Keeps the clauses about a topic.
struct Filter<'a, 'p> {
    encoding: &'a Encoding<'p>,
    topic: Topic,
    digit: Option<Digit>,
    most: usize,
    /// The rule at hand, if it may be about the topic.
    rule: Option<Rule>,
    about: About,
}

impl Filter<'_, '_> {
    /// Whether some clause of this rule may be about the topic.
    fn may_take(&self, rule: Rule) -> bool {
        let board: Board = self.encoding.puzzle().board();
        let is_digit = |digit: Digit| self.digit.is_none_or(|wanted| wanted == digit);
        match (self.topic, rule) {
            (Topic::House(house), Rule::HouseSome(one, digit) | Rule::HouseOnce(one, digit)) => {
                house == one && is_digit(digit)
            }
            (Topic::House(_), _) => false,
            (Topic::Cell(cell), Rule::CellSome(one) | Rule::CellOnce(one)) => cell == one,
            (Topic::Cell(cell), Rule::Given(one, digit) | Rule::Excluded(one, digit)) => cell == one && is_digit(digit),
            (Topic::Cell(cell), Rule::HouseSome(house, digit) | Rule::HouseOnce(house, digit)) => {
                board.houses_of(cell).contains(&house) && is_digit(digit)
            }
        }
    }

    /// Whether a clause of such a rule is.
    fn takes(&self, rule: Rule, clause: &[Lit]) -> bool {
        let mentions = |cell: Cell, digit: Option<Digit>| {
            let mut meanings = clause.iter().filter_map(|lit| self.encoding.variables().meaning(lit.var()));
            meanings.any(|(one, its)| one == cell && digit.is_none_or(|digit| digit == its))
        };
        match (self.topic, rule) {
            (Topic::Cell(cell), Rule::HouseSome(..) | Rule::HouseOnce(..)) => mentions(cell, None),
            (Topic::Cell(cell), Rule::CellSome(_) | Rule::CellOnce(_)) => {
                self.digit.is_none() || mentions(cell, self.digit)
            }
            _ => true,
        }
    }
}

impl Sink for Filter<'_, '_> {
    type Error = Infallible;

    fn rule(&mut self, rule: Rule) -> Result<(), Infallible> {
        self.rule = Some(rule).filter(|rule| self.may_take(*rule));
        Ok(())
    }

    fn clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        if let Some(rule) = self.rule.filter(|rule| self.takes(*rule, clause)) {
            self.about.total += 1;
            if self.about.clauses.len() < self.most {
                self.about.clauses.push(Clause { lits: clause.to_vec(), rule });
            }
        }
        Ok(())
    }

    fn pairs(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        if self.rule.is_some() {
            for (place, first) in lits.iter().enumerate() {
                for second in &lits[place + 1..] {
                    self.clause(&[!*first, !*second])?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Amo, Options, Scheme};
    use qedoku_puzzle::{Grid, HouseKind, Puzzle};

    fn empty() -> Puzzle {
        Puzzle::new(Grid::empty(Board::CLASSIC))
    }

    #[test]
    fn a_house_has_a_clause_for_each_digit_and_one_for_each_pair() {
        let puzzle = empty();
        let encoding = Encoding::new(&puzzle, Options { scheme: Scheme::Extended, ..Options::default() }).unwrap();
        let row = Topic::House(House::new(HouseKind::Row, 2));
        assert_eq!(encoding.about(row, None, 10).total, 9 + 9 * 36);
        assert_eq!(encoding.about(row, None, 10).clauses.len(), 10);
        let five = encoding.about(row, Digit::new(5), 100);
        assert_eq!(five.total, 1 + 36);
        assert_eq!(five.clauses[0].rule.to_string(), "row 3 holds 5 somewhere");
        assert!(encoding.words(&five.clauses[0].lits).starts_with("r3c1=5, r3c2=5, "));
    }

    #[test]
    fn the_clauses_of_all_cells_are_the_formula_pairs_counted_for_both_cells() {
        let puzzle = empty();
        let encoding = Encoding::new(&puzzle, Options { scheme: Scheme::Extended, ..Options::default() }).unwrap();
        let totals: u64 = Board::CLASSIC.cells().map(|cell| encoding.about(Topic::Cell(cell), None, 0).total).sum();
        // C+ 81, C- 81 * 36, H+ 243 clauses of 9 cells each, H- 243 * 36 pairs of 2 cells each.
        assert_eq!(totals, 81 + 81 * 36 + 243 * 9 + 243 * 36 * 2);
        let one = encoding.about(Topic::Cell(Cell::new(4, 4)), Digit::new(5), 100);
        assert_eq!(one.total, 1 + 8 + 3 + 3 * 8);
    }

    #[test]
    fn words_speak_of_extra_variables_too() {
        let puzzle = empty();
        let options = Options { scheme: Scheme::Minimal, amo: Amo::Sequential, ..Options::default() };
        let encoding = Encoding::new(&puzzle, options).unwrap();
        let about = encoding.about(Topic::House(House::new(HouseKind::Row, 0)), Digit::new(1), 100);
        let words: Vec<String> = about.clauses.iter().map(|clause| encoding.words(&clause.lits)).collect();
        assert!(words.contains(&"if r1c1=1, then y730".to_owned()), "{words:?}");
        let names = |numbers: &[i32]| {
            let lits: Vec<Lit> = numbers.iter().filter_map(|number| Lit::from_dimacs(*number)).collect();
            encoding.words(&lits)
        };
        assert_eq!(names(&[1]), "r1c1=1");
        assert_eq!(names(&[-1]), "not r1c1=1");
        assert_eq!(names(&[-1, -2, -730]), "not all of r1c1=1, r1c1=2 and y730");
        assert_eq!(names(&[-1, 2, 10]), "if r1c1=1, then r1c1=2 or r1c2=1");
    }
}
