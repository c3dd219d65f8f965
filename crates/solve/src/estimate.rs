//! Estimated number of solutions: Knuth's estimator, random descents of the search tree.
//!
//! A sample descends from the root to a leaf. At each node it branches on the first cell with the fewest candidates, propagates
//! each digit (singles and locked candidates) and drops the children that end in a contradiction. It continues in one of the k
//! remaining children, chosen uniformly, and multiplies its weight by k. At a solution the weight is the estimate of the sample;
//! in a dead end the estimate is 0. The expected value is the number of solutions, whatever the shape of the tree:
//! each solution is reached with the probability 1 / weight.
//!
//! The weights of large boards exceed every floating-point number, so samples and results are logarithms.
//!
//! Up to [`EXACT_LIMIT`], solutions are counted and not estimated: those of the puzzle, because samples are useless where nearly all
//! branches are dead ends, and on 9x9 those below each node of a sample, because the lanes engine needs microseconds for them
//! (docs/decisions/0056-estimated-counts.md has the variance with and without).
//!
//! # References
//!
//! - D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975.

use std::fmt;

use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Digit, DigitSet, Puzzle};
use rayon::prelude::*;

use crate::preprocess::SearchNode;
use crate::{IncompleteError, Interrupt, SolutionCount, SolveError, Solver, lanes};

/// Up to this number, solutions are counted and not estimated.
pub const EXACT_LIMIT: u64 = 100;

/// 97.5 % quantile of the normal distribution.
const Z_95: f64 = 1.959_964;
/// Relative error of the logarithms, so that the interval of equal samples contains their exact value.
const ROUNDING: f64 = 1e-12;

/// Parameters of an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EstimateOptions {
    /// The number of samples. The width of the interval shrinks with its square root.
    pub samples: u64,
    /// The seed of the samples.
    pub seed: u64,
}

/// The estimated number of solutions of a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CountEstimate {
    /// The number is small and was counted; a lower bound only in the partial result of an interrupted count.
    Counted(SolutionCount),
    /// The estimate from samples.
    Sampled(SampledCount),
}

/// An estimate from samples, with a confidence interval of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampledCount {
    /// The mean of the samples.
    pub mean: LogNumber,
    /// The lower and the upper end of the interval. If no sample reached a solution, the number that was counted, and infinity.
    pub interval: [LogNumber; 2],
    /// The number of samples.
    pub samples: u64,
    /// The number of samples that reached a solution.
    pub solved: u64,
}

/// A number that is not negative, stored as its natural logarithm (minus infinity for 0).
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct LogNumber(f64);

impl Default for EstimateOptions {
    fn default() -> EstimateOptions {
        EstimateOptions { samples: 1000, seed: 0 }
    }
}

impl Solver {
    /// Estimates the number of solutions, on all threads of the current rayon pool. The result depends on the puzzle and the
    /// options only. The engine of the solver counts up to [`EXACT_LIMIT`] solutions first.
    ///
    /// ```
    /// use qedoku_puzzle::{Board, Grid, Puzzle};
    /// use qedoku_solve::{CountEstimate, EstimateOptions, Solver};
    ///
    /// let six = Puzzle::new(Grid::empty(Board::of_side(6)?));
    /// let CountEstimate::Sampled(sampled) = Solver::default().estimate_count(&six, EstimateOptions::default())? else {
    ///     panic!("there are more than 100 grids");
    /// };
    /// let [low, high] = sampled.interval;
    /// assert!(low.get() < 28_200_960.0 && 28_200_960.0 < high.get()); // the number of 6x6 grids
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimate_count(
        &self,
        puzzle: &Puzzle,
        options: EstimateOptions,
    ) -> Result<CountEstimate, IncompleteError<Box<CountEstimate>>> {
        let counted = self.count(puzzle, Some(EXACT_LIMIT + 1));
        match counted.map_err(|incomplete| incomplete.map(|count| Box::new(CountEstimate::Counted(count))))? {
            SolutionCount::AtLeast(_) => {}
            exact @ SolutionCount::Exactly(_) => return Ok(CountEstimate::Counted(exact)),
        }
        let weights = sample_weights(puzzle, options, self);
        let sampled = CountEstimate::Sampled(SampledCount::new(&weights));
        if weights.len() as u64 == options.samples {
            Ok(sampled)
        } else if weights.is_empty() {
            let partial = CountEstimate::Counted(SolutionCount::AtLeast(EXACT_LIMIT + 1));
            Err(IncompleteError::new(Box::new(partial), SolveError::Interrupted))
        } else {
            Err(IncompleteError::new(Box::new(sampled), SolveError::Interrupted))
        }
    }
}

/// The logarithms of the samples; fewer if interrupted. Precondition: the puzzle has a solution.
fn sample_weights(puzzle: &Puzzle, options: EstimateOptions, solver: &Solver) -> Vec<f64> {
    let root = SearchNode::root(puzzle).expect("propagation keeps all solutions");
    let progress = &solver.portfolio.progress;
    progress.start_samples(options.samples);
    let sample = |number| {
        let weight = sample(&root, &mut Rng::new(options.seed, number), &solver.interrupt);
        progress.add_sample();
        weight
    };
    (0..options.samples).into_par_iter().map(sample).while_some().collect()
}

/// The logarithm of the weight of one random descent; `None` if interrupted.
fn sample(root: &SearchNode, rng: &mut Rng, interrupt: &Interrupt) -> Option<f64> {
    if interrupt.is_set() {
        return None;
    }
    let (mut node, mut weight) = (root.clone(), 0.0);
    while let Some(cell) = node.branching_cell() {
        if let Some(count) = count_below_limit(&node) {
            return Some(weight + (count as f64).ln());
        }
        // A node of 144x144 has up to 144 children, whose propagation takes a second.
        let child = |digit: Digit| if interrupt.is_set() { None } else { node.child(cell, digit) };
        let mut children: Vec<SearchNode> = node.candidates()[cell].iter().filter_map(child).collect();
        if interrupt.is_set() {
            return None;
        }
        if children.is_empty() {
            return Some(f64::NEG_INFINITY);
        }
        weight += (children.len() as f64).ln();
        node = children.swap_remove(rng.below(children.len()));
    }
    Some(weight)
}

/// The number of solutions below a node of a 9x9 puzzle if it is at most [`EXACT_LIMIT`]. On other boards counting takes
/// longer than many samples.
fn count_below_limit(node: &SearchNode) -> Option<u64> {
    let bits = |set: &DigitSet| set.iter().fold(0, |bits, digit| bits | 1 << digit.index());
    let candidates: Option<Vec<u16>> =
        (node.board() == Board::CLASSIC).then(|| node.candidates().iter().map(bits).collect());
    lanes::count_below(candidates?.as_slice().try_into().expect("a classic board has 81 cells"), EXACT_LIMIT + 1)
}

impl SampledCount {
    /// Mean and interval of samples, given as logarithms.
    ///
    /// The interval is that of the central limit theorem on the logarithmic scale: mean * exp(±z * relative standard error). It is
    /// wider above than below, as the distribution of the mean is, and its lower end stays positive.
    fn new(weights: &[f64]) -> SampledCount {
        let (samples, solved) =
            (weights.len() as u64, weights.iter().filter(|weight| weight.is_finite()).count() as u64);
        // Relative to the largest sample, no weight overflows.
        let max = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if solved == 0 {
            // A lower bound of the caller's exact count is all that is known.
            let bounds = [LogNumber::from_count(EXACT_LIMIT + 1), LogNumber(f64::INFINITY)];
            return SampledCount { mean: LogNumber(max), interval: bounds, samples, solved };
        }
        let relative = weights.iter().map(|weight| (weight - max).exp());
        let mean = relative.clone().sum::<f64>() / samples as f64;
        let squares: f64 = relative.map(|weight| (weight / mean - 1.0).powi(2)).sum();
        let variance = squares / (samples as f64 - 1.0).max(1.0);
        let error = Z_95 * (variance / samples as f64).sqrt() + ROUNDING;
        let mean = max + mean.ln();
        SampledCount {
            mean: LogNumber(mean),
            interval: [LogNumber(mean - error), LogNumber(mean + error)],
            samples,
            solved,
        }
    }
}

impl LogNumber {
    fn from_count(count: u64) -> LogNumber {
        LogNumber((count as f64).ln())
    }

    /// The natural logarithm; minus infinity for 0.
    pub fn ln(self) -> f64 {
        self.0
    }

    /// The decimal logarithm; minus infinity for 0.
    pub fn log10(self) -> f64 {
        self.0 / std::f64::consts::LN_10
    }

    /// The number itself; infinite if it exceeds every `f64`.
    pub fn get(self) -> f64 {
        self.0.exp()
    }
}

/// Up to this number all digits are shown: there are fewer of them than the estimate has in scientific notation.
const SHOWN_IN_FULL: f64 = 99_999.0;

/// A rounded integer up to 99999, four digits and an exponent above: `6.671e21`.
impl fmt::Display for LogNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == f64::INFINITY {
            return f.pad("infinity");
        }
        if self.get().round() <= SHOWN_IN_FULL {
            return f.pad(&format!("{:.0}", self.get()));
        }
        let exponent = self.log10().floor();
        // Four digits of the mantissa. 9999.6 is rounded up to the next power of ten.
        let digits = (10f64.powf(self.log10() - exponent + 3.0)).round();
        let (digits, exponent) = if digits >= 10_000.0 { (1000.0, exponent + 1.0) } else { (digits, exponent) };
        f.pad(&format!("{:.3}e{exponent:.0}", digits / 1000.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::Grid;

    fn estimate(puzzle: &Puzzle, samples: u64, seed: u64) -> CountEstimate {
        Solver::default().estimate_count(puzzle, EstimateOptions { samples, seed }).unwrap()
    }

    /// How many of 100 seeded estimates have an interval that contains the true number.
    fn covering_intervals(puzzle: &Puzzle, samples: u64, truth: f64) -> usize {
        let covers = |seed: &u64| {
            let options = EstimateOptions { samples, seed: *seed };
            let [low, high] = SampledCount::new(&sample_weights(puzzle, options, &Solver::default())).interval;
            low.get() <= truth && truth <= high.get()
        };
        (0..100).filter(covers).count()
    }

    fn empty(side: usize) -> Puzzle {
        Puzzle::new(Grid::empty(Board::of_side(side).unwrap()))
    }

    #[test]
    fn intervals_on_4x4_and_6x6_contain_the_known_numbers_of_grids() {
        for (side, grids) in [(4, 288.0), (6, 28_200_960.0)] {
            let covering = covering_intervals(&empty(side), 200, grids);
            assert!(covering >= 90, "{side}x{side}: {covering} of 100");
        }
    }

    #[test]
    fn intervals_on_9x9_contain_the_exact_count() {
        let puzzle: Puzzle =
            ".26.....87...8.........91.....3...24..24.....3.5....1.9...........27..9...8....6.".parse().unwrap();
        let SolutionCount::Exactly(count) = Solver::default().count(&puzzle, None).unwrap() else { panic!("no limit") };
        assert_eq!(count, 3591);
        let covering = covering_intervals(&puzzle, 200, count as f64);
        assert!(covering >= 90, "{covering} of 100");
    }

    #[test]
    fn the_number_of_9x9_grids_is_estimated() {
        let CountEstimate::Sampled(sampled) = estimate(&empty(9), 200, 1) else { panic!("too many to count") };
        let grids = 6.670_903_752_021_073e21; // Felgenhauer and Jarvis, 2005
        assert!(sampled.interval[0].get() < grids && grids < sampled.interval[1].get(), "{sampled:?}");
        assert_eq!(estimate(&empty(9), 200, 1), CountEstimate::Sampled(sampled), "the same seed, the same estimate");
    }

    #[test]
    fn few_solutions_are_counted() {
        for (text, count) in [("..2..3.114......", 1), ("..2..3.1........", 6), ("123....4........", 0)] {
            let expected = CountEstimate::Counted(SolutionCount::Exactly(count));
            assert_eq!(estimate(&text.parse().unwrap(), 10, 0), expected, "{text}");
        }
    }

    #[test]
    fn samples_without_a_solution_leave_the_upper_end_open() {
        let sampled = SampledCount::new(&[f64::NEG_INFINITY; 3]);
        assert_eq!((sampled.solved, sampled.mean.get(), sampled.interval[0].get().round()), (0, 0.0, 101.0));
        assert!(sampled.interval[1].get().is_infinite());
    }

    #[test]
    fn an_interrupted_estimate_is_an_error_with_the_count_so_far() {
        let solver = Solver::default();
        solver.interrupt.set();
        let error = solver.estimate_count(&empty(9), EstimateOptions::default()).unwrap_err();
        assert!(error.is_interrupted() && matches!(*error.partial, CountEstimate::Counted(SolutionCount::AtLeast(_))));
    }

    #[test]
    fn numbers_are_shown_with_four_digits() {
        let shown = |number: f64| LogNumber(number.ln()).to_string();
        assert_eq!((shown(0.0), shown(288.0), shown(99_999.0)), ("0".into(), "288".into(), "99999".into()));
        assert_eq!((shown(100_000.0), shown(28_200_960.0)), ("1.000e5".into(), "2.820e7".into()));
        assert_eq!((shown(9.999_96e21), shown(6.6709e21)), ("1.000e22".into(), "6.671e21".into()));
        assert_eq!(LogNumber(5000.0 * std::f64::consts::LN_10).to_string(), "1.000e5000");
        assert_eq!(LogNumber(f64::INFINITY).to_string(), "infinity");
    }
}
