//! Clause queries: the clauses about a cell or a house, each with its group and in words.
//!
//! ```
//! use qedoku_encode::{Encoding, EncodingOptions, Scheme};
//! use qedoku_encode::clause_query::ClauseQuery;
//! use qedoku_puzzle::{Cell, Puzzle};
//!
//! let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
//! let options = EncodingOptions { scheme: Scheme::MINIMAL, ..EncodingOptions::default() };
//! let encoding = Encoding::new(&puzzle, options).unwrap();
//! let result = encoding.clauses_about(ClauseQuery::Cell(Cell::new(0, 0)), None, 2);
//! assert_eq!(result.total, 38); // at least one digit, a given, and 4 times 9 pairs with the same digit elsewhere
//! assert_eq!(encoding.describe_clause(&result.clauses[0].lits), "r1c1=1, r1c1=2, r1c1=3 or r1c1=4");
//! assert_eq!(encoding.describe_clause(&result.clauses[1].lits), "not both r1c1=1 and r1c2=1");
//! ```
//!
//! A query emits the whole formula into a filter. The filter looks at the group first, so most clauses are skipped
//! without looking at their literals.

use std::convert::Infallible;

use qedoku_puzzle::{Board, Cell, Digit, House};

use crate::{ClauseGroup, ClauseSink, Encoding, Formula, Lit};

/// Subject of a clause query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseQuery {
    /// The groups of this cell, and the clauses of its houses that mention it.
    Cell(Cell),
    /// The groups of this house.
    House(House),
}

/// A clause with its group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupClause {
    /// Literals of the clause.
    pub lits: Vec<Lit>,
    /// Rule that the clause states, alone or with other clauses of the group.
    pub group: ClauseGroup,
}

/// Result of a clause query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseQueryResult {
    /// First matching clauses, in the order of the formula.
    pub clauses: Vec<GroupClause>,
    /// Number of all matching clauses.
    pub total: u64,
}

impl Encoding<'_> {
    /// Clauses about a cell or house, or about one digit there. The result holds at most `limit` of them.
    pub fn clauses_about(&self, query: ClauseQuery, digit: Option<Digit>, limit: usize) -> ClauseQueryResult {
        let result = ClauseQueryResult { clauses: Vec::new(), total: 0 };
        let mut filter = QueryFilter { encoding: self, query, digit, limit, group: None, result };
        let Ok(_) = self.emit(&mut filter);
        filter.result
    }

    /// A clause in words: `not both r1c1=1 and r1c2=1`. Auxiliary variables are called `y` and their number.
    pub fn describe_clause(&self, clause: &[Lit]) -> String {
        let name = |lit: &Lit| match self.variables().candidate(lit.var()) {
            Some((cell, digit)) => format!("{cell}={digit}"),
            None => format!("y{}", lit.var().get()),
        };
        let (positive, negative): (Vec<&Lit>, Vec<&Lit>) = clause.iter().partition(|lit| lit.is_positive());
        let [positive, negative] = [positive, negative].map(|lits| lits.into_iter().map(name).collect::<Vec<_>>());
        match (&positive[..], &negative[..]) {
            (_, []) => join(&positive, "or"),
            ([], [only]) => format!("not {only}"),
            ([], [_, _]) => format!("not both {}", join(&negative, "and")),
            ([], _) => format!("not all of {}", join(&negative, "and")),
            // A clause ¬a ∨ ¬b ∨ c is an implication.
            _ => format!("if {}, then {}", join(&negative, "and"), join(&positive, "or")),
        }
    }
}

/// `a`, `a or b`, `a, b or c`.
fn join(names: &[String], conjunction: &str) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

/// Sink that keeps the clauses of a query.
struct QueryFilter<'a, 'p> {
    encoding: &'a Encoding<'p>,
    query: ClauseQuery,
    digit: Option<Digit>,
    limit: usize,
    /// Current group, if it may have matching clauses.
    group: Option<ClauseGroup>,
    result: ClauseQueryResult,
}

impl QueryFilter<'_, '_> {
    /// Whether some clause of this group may match.
    fn may_match(&self, group: ClauseGroup) -> bool {
        let board: Board = self.encoding.puzzle().board();
        let has_digit = |digit: Digit| self.digit.is_none_or(|queried| queried == digit);
        match (self.query, group) {
            (
                ClauseQuery::House(queried),
                ClauseGroup::HouseAtLeastOne(house, digit) | ClauseGroup::HouseAtMostOne(house, digit),
            ) => queried == house && has_digit(digit),
            (ClauseQuery::House(_), _) => false,
            (ClauseQuery::Cell(queried), ClauseGroup::CellAtLeastOne(cell) | ClauseGroup::CellAtMostOne(cell)) => {
                queried == cell
            }
            (ClauseQuery::Cell(queried), ClauseGroup::Given(cell, digit) | ClauseGroup::Eliminated(cell, digit)) => {
                queried == cell && has_digit(digit)
            }
            (
                ClauseQuery::Cell(queried),
                ClauseGroup::HouseAtLeastOne(house, digit) | ClauseGroup::HouseAtMostOne(house, digit),
            ) => board.houses_of(queried).contains(&house) && has_digit(digit),
        }
    }

    /// Whether a clause of a group that may match does.
    fn matches(&self, group: ClauseGroup, clause: &[Lit]) -> bool {
        let mentions = |queried: Cell, queried_digit: Option<Digit>| {
            let mut candidates = clause.iter().filter_map(|lit| self.encoding.variables().candidate(lit.var()));
            candidates.any(|(cell, digit)| cell == queried && queried_digit.is_none_or(|queried| queried == digit))
        };
        match (self.query, group) {
            (ClauseQuery::Cell(cell), ClauseGroup::HouseAtLeastOne(..) | ClauseGroup::HouseAtMostOne(..)) => {
                mentions(cell, None)
            }
            (ClauseQuery::Cell(cell), ClauseGroup::CellAtLeastOne(_) | ClauseGroup::CellAtMostOne(_)) => {
                self.digit.is_none() || mentions(cell, self.digit)
            }
            _ => true,
        }
    }
}

impl ClauseSink for QueryFilter<'_, '_> {
    type Error = Infallible;

    fn begin_group(&mut self, group: ClauseGroup) -> Result<(), Infallible> {
        self.group = Some(group).filter(|group| self.may_match(*group));
        Ok(())
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        if let Some(group) = self.group.filter(|group| self.matches(*group, clause)) {
            self.result.total += 1;
            if self.result.clauses.len() < self.limit {
                self.result.clauses.push(GroupClause { lits: clause.to_vec(), group });
            }
        }
        Ok(())
    }

    /// Skips all pairs of a group that does not match, at once.
    fn pairwise_at_most_one(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        if self.group.is_some() {
            for (index, first) in lits.iter().enumerate() {
                for second in &lits[index + 1..] {
                    self.add_clause(&[!*first, !*second])?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Amo, EncodingOptions, Scheme};
    use qedoku_puzzle::{Grid, HouseKind, Puzzle};

    fn empty() -> Puzzle {
        Puzzle::new(Grid::empty(Board::CLASSIC))
    }

    #[test]
    fn a_house_has_one_clause_per_digit_and_one_per_pair() {
        let puzzle = empty();
        let encoding =
            Encoding::new(&puzzle, EncodingOptions { scheme: Scheme::EXTENDED, ..EncodingOptions::default() }).unwrap();
        let row = ClauseQuery::House(House::new(HouseKind::Row, 2));
        assert_eq!(encoding.clauses_about(row, None, 10).total, 9 + 9 * 36);
        assert_eq!(encoding.clauses_about(row, None, 10).clauses.len(), 10);
        let five = encoding.clauses_about(row, Digit::new(5), 100);
        assert_eq!(five.total, 1 + 36);
        assert_eq!(five.clauses[0].group.to_string(), "row 3 has 5 at least once");
        assert!(encoding.describe_clause(&five.clauses[0].lits).starts_with("r3c1=5, r3c2=5, "));
    }

    #[test]
    fn queries_of_all_cells_cover_the_formula_with_pairs_counted_twice() {
        let puzzle = empty();
        let encoding =
            Encoding::new(&puzzle, EncodingOptions { scheme: Scheme::EXTENDED, ..EncodingOptions::default() }).unwrap();
        let totals: u64 =
            Board::CLASSIC.cells().map(|cell| encoding.clauses_about(ClauseQuery::Cell(cell), None, 0).total).sum();
        // C+ 81, C- 81 * 36, H+ 243 clauses of 9 cells each, H- 243 * 36 pairs of 2 cells each.
        assert_eq!(totals, 81 + 81 * 36 + 243 * 9 + 243 * 36 * 2);
        let one = encoding.clauses_about(ClauseQuery::Cell(Cell::new(4, 4)), Digit::new(5), 100);
        assert_eq!(one.total, 1 + 8 + 3 + 3 * 8);
    }

    #[test]
    fn clauses_are_described_with_auxiliary_variables() {
        let puzzle = empty();
        let options = EncodingOptions { scheme: Scheme::MINIMAL, amo: Amo::Sequential, ..EncodingOptions::default() };
        let encoding = Encoding::new(&puzzle, options).unwrap();
        let result = encoding.clauses_about(ClauseQuery::House(House::new(HouseKind::Row, 0)), Digit::new(1), 100);
        let words: Vec<String> = result.clauses.iter().map(|clause| encoding.describe_clause(&clause.lits)).collect();
        assert!(words.contains(&"if r1c1=1, then y730".to_owned()), "{words:?}");
        let names = |numbers: &[i32]| {
            let lits: Vec<Lit> = numbers.iter().filter_map(|number| Lit::from_dimacs(*number)).collect();
            encoding.describe_clause(&lits)
        };
        assert_eq!(names(&[1]), "r1c1=1");
        assert_eq!(names(&[-1]), "not r1c1=1");
        assert_eq!(names(&[-1, -2, -730]), "not all of r1c1=1, r1c1=2 and y730");
        assert_eq!(names(&[-1, 2, 10]), "if r1c1=1, then r1c1=2 or r1c2=1");
    }
}
