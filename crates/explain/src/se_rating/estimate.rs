//! Estimate of the Sudoku Explainer (SE) rating of a classic puzzle.
//!
//! The SE scale (Nicolas Juillerat, Sudoku Explainer, 2006; version 1.2.1) runs from 1.0 to about 12 and is the rating that people
//! quote. A puzzle that its simple techniques solve is solved with them in the same order (`se_solver.rs`), and 99.8 % of these
//! get the same rating. For the others the estimate is the median SE rating of puzzles with the same B rating, over 2,200 puzzles.
//! On the 10,000 puzzles of `rated/cbg_000_a.csv` (`tests/se_rating.rs` of the facade) the fitted estimates are off by 0.33 on
//! average, all estimates together by 0.15. Most of the error comes from SE's uniqueness techniques (4.5 to 5.8), which
//! qedoku does not use.

use std::fmt;

use qedoku_puzzle::{Board, Puzzle};

use super::se_solver;

/// A rating on the scale of Sudoku Explainer, exact or estimated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SeEstimate {
    /// The rating in tenths: 42 is 4.2.
    pub tenths: u8,
    /// How the rating was found.
    pub quality: EstimateQuality,
}

/// Quality of an estimate, by the method that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EstimateQuality {
    /// Computed with all techniques of Sudoku Explainer ([`SeRater`](crate::SeRater)).
    Exact,
    /// Solved with the same techniques; equal in 99.8 % of all cases.
    Replayed,
    /// Fitted by the B rating; off by 0.3 on average.
    Fitted,
    /// Harder than every puzzle of the fit, or an interrupted exact rating: the rating is this or higher.
    LowerBound,
}

impl EstimateQuality {
    /// The name in JSON and CSV (`se_trust`): `exact`, `walked` (replayed), `fitted`, `at-least`.
    pub fn as_str(self) -> &'static str {
        match self {
            EstimateQuality::Exact => "exact",
            EstimateQuality::Replayed => "walked",
            EstimateQuality::Fitted => "fitted",
            EstimateQuality::LowerBound => "at-least",
        }
    }
}

/// The median SE rating, in tenths, of puzzles with this B rating that simple techniques do not solve.
const MEDIAN_SE_BY_B: [(usize, u8); 7] = [(2, 66), (3, 71), (4, 72), (5, 73), (6, 84), (7, 90), (8, 90)];
/// With at least this many open candidates after the simple techniques, a puzzle of B = 5 is rated [`MEDIAN_SE_OF_OPEN_B5`]:
/// these puzzles form a group of their own.
const MANY_OPEN_CANDIDATES: usize = 134;
const MEDIAN_SE_OF_OPEN_B5: u8 = 83;

/// Estimates the SE rating of a classic puzzle with one solution; `None` for other boards. `b` is its B rating, if it has one.
pub fn estimate_se(puzzle: &Puzzle, b: Option<usize>) -> Option<SeEstimate> {
    if puzzle.board() != Board::CLASSIC {
        return None;
    }
    let outcome = se_solver::solve(puzzle);
    if outcome.open_candidates == 0 {
        return Some(SeEstimate { tenths: outcome.rating, quality: EstimateQuality::Replayed });
    }
    let (_, hardest) = MEDIAN_SE_BY_B[MEDIAN_SE_BY_B.len() - 1];
    // The fit starts at 2: puzzles of a lower B that the simple techniques do not solve are treated as B = 2.
    let median = MEDIAN_SE_BY_B.iter().find(|(size, _)| Some(*size) == b.map(|size| size.max(2)));
    Some(match median {
        Some((5, _)) if outcome.open_candidates >= MANY_OPEN_CANDIDATES => {
            SeEstimate { tenths: MEDIAN_SE_OF_OPEN_B5, quality: EstimateQuality::Fitted }
        }
        Some((_, tenths)) => SeEstimate { tenths: *tenths, quality: EstimateQuality::Fitted },
        None => SeEstimate { tenths: hardest, quality: EstimateQuality::LowerBound },
    })
}

/// `4.2`, `about 7.2`, `9.0 or more`.
impl fmt::Display for SeEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, tenth) = (self.tenths / 10, self.tenths % 10);
        match self.quality {
            EstimateQuality::Exact | EstimateQuality::Replayed => write!(f, "{whole}.{tenth}"),
            EstimateQuality::Fitted => write!(f, "about {whole}.{tenth}"),
            EstimateQuality::LowerBound => write!(f, "{whole}.{tenth} or more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One puzzle per simple technique. `tests/se_rating.rs` compares with SE's own ratings of a whole collection.
    #[test]
    fn replays_the_simple_techniques() {
        for (puzzle, tenths) in [
            ("......8.....2.5.47.....72..8.4..1....25....9.1....8.626.2.1.7.........517.9......", 12),
            (".174......8...6.7........42........8.5.3....1...14.....7.....6.6....2...84..97.5.", 15),
            (".4.938.7.....6.2....87.4...8.2...316.........913.........3..74..3......8.81.7....", 17),
            ("9..2.6.1..1..7.2......5.3..68......5......12...7........1......4.9.3.6...3.947...", 20),
            (".45.3.......7....9.....814.5....7...8.23..5..9..1..6.2....7.21.6..2......8.......", 23),
            ("...695.....9.2...........8.5.7...1..2......7336....2.561.5.....7.2.6........3..26", 25),
            ("..5.3.......1......4...638.458....2..6...19..3.....4.62...1.8.....3.2......9...67", 26),
            (".4.1...6.38.4....9..78.9..........862.......5..8....3...1.2.6....4......97..3...1", 28),
            (".2.3..6...8.4.9...3....1..41325..4.........525..9...3.8..79........487.1.4.......", 30),
            ("..24...7.56..9.2..1...38.........9...5..73......8...1........4..7.....96.24..1...", 32),
            (".....7.8........5.67..3...4....6....2.3.4...8.......49...6..5.2.1.......9.817....", 34),
            (".......37.6..9.....2.5.1...9.......2.1....7.94...37....8.....2...6..84.3....1.8..", 36),
            ("6..29...5.1.....3......647.32.7.1.....5.....4....2......8.6....74......8..9..85..", 40),
            (".48...2.......9.4........7942.165....8.........9..2......3.1..5..357...11.6.2..8.", 42),
            ("...82..3..18.6.9...72...56......94...4..........7..65..5.2.13......8......9..527.", 44),
        ] {
            let estimate = estimate_se(&puzzle.parse().unwrap(), None).unwrap();
            assert_eq!(estimate, SeEstimate { tenths, quality: EstimateQuality::Replayed }, "{puzzle}");
        }
    }

    #[test]
    fn fits_harder_puzzles_by_their_b_rating() {
        let hard = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        let of = |b| estimate_se(&hard, b).unwrap();
        assert_eq!(of(Some(4)), SeEstimate { tenths: 72, quality: EstimateQuality::Fitted });
        assert_eq!((of(Some(5)).tenths, of(Some(6)).tenths), (83, 84));
        assert_eq!(of(None), SeEstimate { tenths: 90, quality: EstimateQuality::LowerBound });
        assert_eq!(of(None).to_string(), "9.0 or more");
        assert!(estimate_se(&"1.......2.......".parse().unwrap(), Some(0)).is_none());
    }
}
