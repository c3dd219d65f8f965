//! Exact ratings of Sudoku Explainer 1.2.1: ER, EP and ED.
//!
//! In each position the techniques are tried in the order of that program, and the first hint of the first technique that has one is
//! applied. `docs/guide/src/se-ratings.md` specifies the order of the search in each technique and the choice between hints; both
//! decide the path, and so the rating.
//!
//! - `grid.rs`, `combinations.rs`, `step.rs`: the position, the order of combinations, steps
//! - `singles.rs` to `aligned_exclusion.rs`: patterns
//! - `failed_searches.rs`: searches that failed and need not be repeated
//! - `links.rs`, `graph.rs`, `unary.rs`, `shortest.rs`: forcing chains and cycles without branches
//! - `run.rs`, `propagation.rs`, `multiple.rs`, `nested.rs`, `groups.rs`: chains from several assumptions, dynamic and nested ones
//!
//! Difficulties are floating-point sums with the rounding errors of the program, which decide between hints of the same rating.
//!
//! References: N. Juillerat, Sudoku Explainer 1.2.1 (2009); G. Fowler, serate (ER, EP, ED); decision 0067.

mod aligned_exclusion;
mod bug;
mod combinations;

mod graph;
mod grid;
mod groups;
mod links;
mod locked;
mod multiple;
mod nested;
mod pattern;
mod propagation;
mod run;
mod sets;
mod shortest;
mod singles;
mod step;
mod failed_searches;
mod unary;
mod unique_loops;
mod wings;

use std::ops::ControlFlow;

use failed_searches::{FailedSearches, in_new_regions, near_changes, with_new_digits};
use grid::Grid;
use groups::CommonGroups;
use multiple::{MultipleSearch, Scope};
use pattern::PatternHint;
use propagation::ChainKind;
use qedoku_puzzle::{Board, Puzzle};
use qedoku_solve::{IncompleteError, Interrupt, Progress, SolveError};
use step::Step;
use unary::{Conclusion, UnarySearch};

/// Ratings of Sudoku Explainer, in tenths: 42 is 4.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SeRating {
    /// The rating of the hardest step.
    pub er: u8,
    /// The rating of the hardest step up to the first digit (pearl).
    pub ep: u8,
    /// The rating of the first step (diamond).
    pub ed: u8,
}

/// Rates puzzles. Keeps its buffers from one puzzle to the next.
pub struct SeRater {
    /// Receives the rating of the hardest step so far.
    pub progress: Progress,
    failed: FailedSearches,
    unary: UnarySearch,
    /// The searches that make several assumptions, with their base difficulties, easiest first.
    multiple: Vec<(f64, ChainKind, Option<MultipleSearch>)>,
}

/// The rating of a puzzle that all techniques together do not solve. No puzzle with one solution is known to need it.
const UNSOLVED: f64 = 20.0;

/// The ratings of the steps so far.
#[derive(Default)]
struct PathRating {
    hardest: f64,
    /// The hardest step up to the first digit, once there is one.
    pearl: Option<f64>,
    diamond: Option<f64>,
}

impl PathRating {
    fn add(&mut self, step: &Step) {
        self.hardest = self.hardest.max(step.difficulty);
        if self.pearl.is_none() {
            self.diamond = self.diamond.or(Some(self.hardest));
            self.pearl = step.placement.map(|_| self.hardest);
        }
    }

    /// Rounded to tenths. Without a digit so far, the pearl is at least the hardest step.
    fn rating(&self) -> SeRating {
        let tenths = |difficulty: f64| ((difficulty + 0.05) * 10.0) as u8;
        SeRating {
            er: tenths(self.hardest),
            ep: tenths(self.pearl.unwrap_or(self.hardest)),
            ed: tenths(self.diamond.unwrap_or(0.0)),
        }
    }
}

impl Default for SeRater {
    fn default() -> SeRater {
        let mut multiple = vec![(7.5, ChainKind::NISHIO), (8.0, ChainKind::MULTIPLE), (8.5, ChainKind::dynamic(0))];
        multiple.extend(
            [(9.0, 1), (9.5, 2), (10.0, 3), (10.5, 4), (11.0, 5)]
                .map(|(base, level)| (base, ChainKind::dynamic(level))),
        );
        let multiple = multiple.into_iter().map(|(base, kind)| (base, kind, None)).collect();
        SeRater {
            progress: Progress::default(),
            failed: FailedSearches::default(),
            unary: UnarySearch::default(),
            multiple,
        }
    }
}

impl SeRater {
    /// Rates a classic puzzle with one solution; `None` for other boards. The partial result of an interrupted rating has lower
    /// bounds.
    pub fn rate(
        &mut self,
        puzzle: &Puzzle,
        interrupt: &Interrupt,
    ) -> Result<Option<SeRating>, IncompleteError<SeRating>> {
        self.rate_up_to(puzzle, u8::MAX, interrupt)
    }

    /// The same, but ends as soon as the rating is above a limit: it is a lower bound then.
    pub fn rate_up_to(
        &mut self,
        puzzle: &Puzzle,
        limit: u8,
        interrupt: &Interrupt,
    ) -> Result<Option<SeRating>, IncompleteError<SeRating>> {
        if puzzle.board() != Board::CLASSIC {
            return Ok(None);
        }
        let mut grid = Grid::new(puzzle);
        let mut path = PathRating::default();
        self.start_puzzle();
        while grid.unsolved > 0 {
            self.progress.set_se_tenths(path.rating().er.into());
            let step = self.next_step(&grid, interrupt);
            if interrupt.is_set() {
                return Err(IncompleteError::new(path.rating(), SolveError::Interrupted));
            }
            let Some(step) = step else {
                path.hardest = UNSOLVED;
                break;
            };
            self.apply(&step, &mut grid);
            path.add(&step);
            if path.rating().er > limit {
                break;
            }
        }
        Ok(Some(path.rating()))
    }

    /// Forgets the puzzle before.
    fn start_puzzle(&mut self) {
        self.failed = FailedSearches::default();
        self.unary.start_puzzle();
    }

    fn apply(&mut self, step: &Step, grid: &mut Grid) {
        let before = grid.clone();
        step.apply(grid);
        let digits = self.failed.invalidate(&before, grid);
        self.unary.note_changes(digits);
    }

    fn next_step(&mut self, grid: &Grid, interrupt: &Interrupt) -> Option<Step> {
        self.pattern_step(grid)
            .or_else(|| self.unary_chain(grid))
            .or_else(|| {
                near_changes(&mut self.failed.aligned[1], |cells| aligned_exclusion::aligned_triplet(grid, cells))
            })
            .or_else(|| self.multiple_chain(grid, interrupt))
    }

    /// The first step without chains.
    fn pattern_step(&mut self, grid: &Grid) -> Option<Step> {
        let failed = &mut self.failed;
        singles::hidden_single(grid, &mut failed.hidden_single)
            .or_else(|| with_new_digits(&mut failed.direct_locking, |digits| singles::direct_locking(grid, digits)))
            .or_else(|| direct_hidden_set(grid, 2, failed))
            .or_else(|| singles::naked_single(grid))
            .or_else(|| direct_hidden_set(grid, 3, failed))
            .or_else(|| {
                with_new_digits(&mut failed.locking, |digits| first(|visit| locked::locking(grid, digits, visit)))
            })
            .or_else(|| naked_set(grid, 2, failed))
            .or_else(|| fish(grid, 2, failed))
            .or_else(|| hidden_set(grid, 2, failed))
            .or_else(|| naked_set(grid, 3, failed))
            .or_else(|| fish(grid, 3, failed))
            .or_else(|| hidden_set(grid, 3, failed))
            .or_else(|| wings::wing(grid, 2, &mut failed.wings[0]))
            .or_else(|| wings::wing(grid, 3, &mut failed.wings[1]))
            .or_else(|| unique_loops::unique_loop(grid, &mut failed.loops))
            .or_else(|| naked_set(grid, 4, failed))
            .or_else(|| fish(grid, 4, failed))
            .or_else(|| hidden_set(grid, 4, failed))
            .or_else(|| bug::bivalue_universal_grave(grid))
            .or_else(|| near_changes(&mut failed.aligned[0], |cells| aligned_exclusion::aligned_pair(grid, cells)))
    }

    /// Chains from several assumptions, in a position without other chains.
    fn multiple_chain(&mut self, grid: &Grid, interrupt: &Interrupt) -> Option<Step> {
        let SeRater { multiple, failed, .. } = self;
        multiple.iter_mut().find_map(|(base, kind, search)| {
            let search = search.get_or_insert_with(|| MultipleSearch::new(*kind));
            let hint = match *kind {
                // A chain of this kind has one digit.
                ChainKind::NISHIO => with_new_digits(&mut failed.nishio, |digits| {
                    search.easiest(grid, &Scope::Digits(digits), interrupt)
                }),
                ChainKind::MULTIPLE => search.easiest(grid, &Scope::Groups(CommonGroups::of(grid)), interrupt),
                _ => search.easiest(grid, &Scope::All, interrupt),
            }?;
            let placement = hint.is_on.then(|| (grid::cell_of(hint.result) as u8, grid::digit_of(hint.result) as u8));
            let difficulty = *base + links::length_increment(hint.complexity);
            Some(Step { difficulty, placement, removals: vec![hint.removal(grid)] })
        })
    }

    fn unary_chain(&mut self, grid: &Grid) -> Option<Step> {
        let hint = self.unary.easiest(grid)?;
        let placement = match hint.conclusion {
            Conclusion::On(target) => Some((grid::cell_of(target) as u8, grid::digit_of(target) as u8)),
            Conclusion::Off(_) | Conclusion::Cycle => None,
        };
        Some(Step { difficulty: hint.key.0, placement, removals: hint.removals })
    }
}

fn direct_hidden_set(grid: &Grid, size: usize, failed: &mut FailedSearches) -> Option<Step> {
    in_new_regions(&mut failed.direct_sets[size - 2], |region| singles::direct_hidden_set(grid, region, size))
}

fn naked_set(grid: &Grid, size: usize, failed: &mut FailedSearches) -> Option<Step> {
    in_new_regions(&mut failed.naked_sets[size - 2], |region| {
        first(|visit| sets::naked_sets_of(grid, region, size, visit))
    })
}

fn hidden_set(grid: &Grid, size: usize, failed: &mut FailedSearches) -> Option<Step> {
    in_new_regions(&mut failed.hidden_sets[size - 2], |region| {
        first(|visit| sets::hidden_sets_of(grid, region, size, visit))
    })
}

fn fish(grid: &Grid, size: usize, failed: &mut FailedSearches) -> Option<Step> {
    with_new_digits(&mut failed.fish[size - 2], |digits| first(|visit| sets::fish(grid, size, digits, visit)))
}

type Visit<'a> = dyn FnMut(&PatternHint) -> ControlFlow<()> + 'a;

/// The first hint of a search for patterns.
fn first(search: impl FnOnce(&mut Visit<'_>) -> ControlFlow<()>) -> Option<Step> {
    let mut found = None;
    let mut visit = |hint: &PatternHint| {
        found = Some(Step::remove(hint.difficulty, hint.removals.as_slice()));
        ControlFlow::Break(())
    };
    let _ = search(&mut visit);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use unary::{HintKey, HintSink, UnaryHint};

    /// Puzzles with many forcing chains and cycles, and with chains from several assumptions.
    const PUZZLES: [&str; 5] = [
        "1.34..78.4...8........23.6....3..9....8...6.1....17...53........4.....369.72..5..",
        "1....678...7.8......9.....4..19....676..43..28....1.......2...15....43.....3..625",
        ".2.....89..71..........7.4....5.3..8..19.8.2.86..4.......6...5.58....9...7..2...4",
        "1............892.6..97..14..91...5..5.6....7..3...2.....4.9...7.7.6.......53..4.8",
        "..34..7..45...9..66.....15.....6..97......4..9.67....137.....18.6...1.....42.....",
    ];

    /// Keeps the first of the easiest hints.
    #[derive(Default)]
    struct EasiestHint(Option<UnaryHint>);

    impl HintSink for EasiestHint {
        fn accepts(&self, key: HintKey) -> bool {
            self.0.as_ref().is_none_or(|best| key < best.key)
        }

        fn offer(&mut self, hint: UnaryHint) {
            if self.accepts(hint.key) {
                self.0 = Some(hint);
            }
        }
    }

    /// Calls `check` with all positions of the paths, and the rater in the state in which it has reached them.
    fn visit_positions(mut check: impl FnMut(&mut SeRater, &Grid)) {
        for puzzle in PUZZLES {
            let mut grid = Grid::new(&puzzle.parse().expect("a puzzle"));
            let mut rater = SeRater::default();
            rater.start_puzzle();
            while grid.unsolved > 0 {
                check(&mut rater, &grid);
                let step = rater.next_step(&grid, &Interrupt::default()).expect("the techniques solve the puzzle");
                rater.apply(&step, &mut grid);
            }
        }
    }

    /// The search by layers of sets and the one along lists of links share no code but that for cycles of a known length.
    #[test]
    fn the_shortest_chain_is_the_first_of_the_easiest_ones() {
        let mut chains = 0;
        visit_positions(|_, grid| {
            if singles::naked_single(grid).is_some() {
                return;
            }
            let mut sink = EasiestHint::default();
            UnarySearch::default().search(grid, &mut sink);
            let parts = |hint: UnaryHint| (hint.key, hint.conclusion, hint.removals);
            let found = UnarySearch::default().easiest(grid).map(parts);
            chains += usize::from(found.is_some());
            assert_eq!(found, sink.0.map(parts));
        });
        assert!(chains > 100, "only {chains} chains");
    }

    #[test]
    fn failed_searches_are_repeated_where_something_changed() {
        visit_positions(|rater, grid| {
            let fresh = SeRater::default().pattern_step(grid);
            let parts = |step: Step| (step.difficulty, step.placement, step.removals);
            assert_eq!(rater.pattern_step(grid).map(parts), fresh.map(parts));
            let fresh = UnarySearch::default().easiest(grid).map(|hint| (hint.key, hint.removals));
            assert_eq!(rater.unary.easiest(grid).map(|hint| (hint.key, hint.removals)), fresh);
        });
    }
}
