//! Exact ratings of Sudoku Explainer 1.2.1: ER, EP and ED.
//!
//! In each position the techniques are tried in the order of that program, and the first hint of the first technique that has one is
//! applied. `docs/guide/src/se-ratings.md` specifies the order of the search in each technique and the choice between hints; both
//! decide the path, and so the rating.
//!
//! - `grid.rs`, `combinations.rs`, `step.rs`: the position, the order of combinations, steps
//! - `singles.rs` to `aligned_exclusion.rs`: patterns
//! - `links.rs`, `unary.rs`, `shortest.rs`: forcing chains and cycles without branches
//! - `run.rs`, `propagation.rs`, `multiple.rs`, `nested.rs`: chains from several assumptions, dynamic and nested ones
//!
//! Difficulties are floating-point sums with the rounding errors of the program, which decide between hints of the same rating.
//!
//! References: N. Juillerat, Sudoku Explainer 1.2.1 (2009); G. Fowler, serate (ER, EP, ED); decision 0067.

mod aligned_exclusion;
mod bug;
mod combinations;
mod common;
mod graph;
mod grid;
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
mod tried;
mod unary;
mod unique_loops;
mod wings;

use std::ops::ControlFlow;

use common::CommonGroups;
use grid::Grid;
use multiple::{MultipleSearch, Scope};
use pattern::PatternHint;
use propagation::ChainKind;
use qedoku_puzzle::{Board, Puzzle};
use qedoku_solve::{IncompleteError, Interrupt, SolveError};
use step::Step;
use tried::{Tried, in_new_regions, near_changes, with_new_digits};
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
    tried: Tried,
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
        SeRater { tried: Tried::default(), unary: UnarySearch::default(), multiple }
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
        self.tried = Tried::default();
        self.unary.start_puzzle();
        while grid.unsolved > 0 {
            let step = self.next_step(&grid, interrupt);
            if interrupt.is_set() {
                return Err(IncompleteError::new(path.rating(), SolveError::Interrupted));
            }
            let Some(step) = step else {
                path.hardest = UNSOLVED;
                break;
            };
            let before = grid.clone();
            step.apply(&mut grid);
            let digits = self.tried.note_changes(&before, &grid);
            self.unary.note_changes(digits);
            path.add(&step);
            if path.rating().er > limit {
                break;
            }
        }
        Ok(Some(path.rating()))
    }

    fn next_step(&mut self, grid: &Grid, interrupt: &Interrupt) -> Option<Step> {
        self.pattern_step(grid)
            .or_else(|| self.unary_chain(grid))
            .or_else(|| {
                near_changes(&mut self.tried.aligned[1], |cells| aligned_exclusion::aligned_triplet(grid, cells))
            })
            .or_else(|| self.multiple_chain(grid, interrupt))
    }

    /// The first step without chains.
    fn pattern_step(&mut self, grid: &Grid) -> Option<Step> {
        let tried = &mut self.tried;
        singles::hidden_single(grid, &mut tried.hidden_single)
            .or_else(|| with_new_digits(&mut tried.direct_locking, |digits| singles::direct_locking(grid, digits)))
            .or_else(|| direct_hidden_set(grid, 2, tried))
            .or_else(|| singles::naked_single(grid))
            .or_else(|| direct_hidden_set(grid, 3, tried))
            .or_else(|| {
                with_new_digits(&mut tried.locking, |digits| first(|visit| locked::locking(grid, digits, visit)))
            })
            .or_else(|| naked_set(grid, 2, tried))
            .or_else(|| fish(grid, 2, tried))
            .or_else(|| hidden_set(grid, 2, tried))
            .or_else(|| naked_set(grid, 3, tried))
            .or_else(|| fish(grid, 3, tried))
            .or_else(|| hidden_set(grid, 3, tried))
            .or_else(|| wings::wing(grid, 2, &mut tried.wings[0]))
            .or_else(|| wings::wing(grid, 3, &mut tried.wings[1]))
            .or_else(|| unique_loops::unique_loop(grid, &mut tried.loops))
            .or_else(|| naked_set(grid, 4, tried))
            .or_else(|| fish(grid, 4, tried))
            .or_else(|| hidden_set(grid, 4, tried))
            .or_else(|| bug::bivalue_universal_grave(grid))
            .or_else(|| near_changes(&mut tried.aligned[0], |cells| aligned_exclusion::aligned_pair(grid, cells)))
    }

    /// Chains from several assumptions, in a position without other chains.
    fn multiple_chain(&mut self, grid: &Grid, interrupt: &Interrupt) -> Option<Step> {
        let SeRater { multiple, tried, .. } = self;
        multiple.iter_mut().find_map(|(base, kind, search)| {
            let search = search.get_or_insert_with(|| MultipleSearch::new(*kind));
            let hint = match *kind {
                // A chain of this kind has one digit.
                ChainKind::NISHIO => {
                    with_new_digits(&mut tried.nishio, |digits| search.easiest(grid, &Scope::Digits(digits), interrupt))
                }
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

fn direct_hidden_set(grid: &Grid, size: usize, tried: &mut Tried) -> Option<Step> {
    in_new_regions(&mut tried.direct_sets[size - 2], |region| singles::direct_hidden_set(grid, region, size))
}

fn naked_set(grid: &Grid, size: usize, tried: &mut Tried) -> Option<Step> {
    in_new_regions(&mut tried.naked_sets[size - 2], |region| {
        first(|visit| sets::naked_sets_of(grid, region, size, visit))
    })
}

fn hidden_set(grid: &Grid, size: usize, tried: &mut Tried) -> Option<Step> {
    in_new_regions(&mut tried.hidden_sets[size - 2], |region| {
        first(|visit| sets::hidden_sets_of(grid, region, size, visit))
    })
}

fn fish(grid: &Grid, size: usize, tried: &mut Tried) -> Option<Step> {
    with_new_digits(&mut tried.fish[size - 2], |digits| first(|visit| sets::fish(grid, size, digits, visit)))
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
