//! How Sudoku Explainer would rate a puzzle, about.
//!
//! Its scale (N. Juillerat, Sudoku Explainer 1.2.1) goes from 1.0 to about 12 and is what people quote. A puzzle that its simple
//! techniques solve is walked through with them, and rated as there: 99.8 % are equal. For the others the rating goes with the
//! number of sets that the hardest step needs: the median of 2,200 rated puzzles for each, which on 5,000 other puzzles is off
//! by 0.32 on average; over all puzzles, the simple ones included, by 0.14. Uniqueness (4.5 to 5.8), which we do not use, is most of that.

mod walk;

use std::fmt;

use qedoku_puzzle::{Board, Puzzle};

/// A rating on the scale of Sudoku Explainer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Estimate {
    /// In tenths: 42 is 4.2.
    pub tenths: u8,
    /// How sure it is.
    pub trust: Trust,
}

/// How an estimate was come by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Trust {
    /// By the same simple steps; equal in 99.8 % of all cases.
    Walked,
    /// By the size of the hardest step; off by 0.3 on average.
    Fitted,
    /// Harder than any puzzle that it was fitted on: so much or more.
    AtLeast,
}

/// The medians for puzzles that simple techniques do not solve, by the rating B; with 5, those with many candidates left
/// are a kind of their own.
const BY_SIZE: [(usize, u8); 7] = [(2, 66), (3, 71), (4, 72), (5, 73), (6, 84), (7, 90), (8, 90)];
/// With so many candidates left, a puzzle of B = 5 is rated [`OPEN_5`].
const MANY_OPEN: usize = 134;
const OPEN_5: u8 = 83;

/// The estimate for a classic puzzle with one solution and the rating B, if it has one; none for other boards.
pub fn estimate(puzzle: &Puzzle, braids: Option<usize>) -> Option<Estimate> {
    if puzzle.board() != Board::CLASSIC {
        return None;
    }
    let walked = walk::walk(puzzle);
    if walked.open == 0 {
        return Some(Estimate { tenths: walked.rating, trust: Trust::Walked });
    }
    let (_, hardest) = BY_SIZE[BY_SIZE.len() - 1];
    let fitted = BY_SIZE.iter().find(|(size, _)| Some(*size) == braids.map(|size| size.max(2)));
    Some(match fitted {
        Some((5, _)) if walked.open >= MANY_OPEN => Estimate { tenths: OPEN_5, trust: Trust::Fitted },
        Some((_, tenths)) => Estimate { tenths: *tenths, trust: Trust::Fitted },
        None => Estimate { tenths: hardest, trust: Trust::AtLeast },
    })
}

/// `4.2`, `about 7.2`, `9.0 or more`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, tenth) = (self.tenths / 10, self.tenths % 10);
        match self.trust {
            Trust::Walked => write!(f, "{whole}.{tenth}"),
            Trust::Fitted => write!(f, "about {whole}.{tenth}"),
            Trust::AtLeast => write!(f, "{whole}.{tenth} or more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One puzzle for each simple step; that they are rated so there, `tests/explain_scale.rs` shows on a list.
    #[test]
    fn simple_puzzles_are_walked_through() {
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
            let estimate = estimate(&puzzle.parse().unwrap(), None).unwrap();
            assert_eq!(estimate, Estimate { tenths, trust: Trust::Walked }, "{puzzle}");
        }
    }

    #[test]
    fn harder_puzzles_are_rated_by_their_hardest_step() {
        let hard = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        let of = |braids| estimate(&hard, braids).unwrap();
        assert_eq!(of(Some(4)), Estimate { tenths: 72, trust: Trust::Fitted });
        assert_eq!((of(Some(5)).tenths, of(Some(6)).tenths), (83, 84));
        assert_eq!(of(None), Estimate { tenths: 90, trust: Trust::AtLeast });
        assert_eq!(of(None).to_string(), "9.0 or more");
        assert!(estimate(&"1.......2.......".parse().unwrap(), Some(0)).is_none());
    }
}
