//! Benchmark of the diagnosis of unsolvable and ambiguous puzzles: `cargo bench -p qedoku --bench diagnosis -- FILE...`
//!
//! Each 9x9 puzzle of a list is made unsolvable by one wrong given without a conflict of givens, and ambiguous by removing givens.
//! On larger boards the first steps of the reference search are measured. Times are CPU times where available (Linux), else wall times.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use qedoku::explain::{Minimality, Position, find_ambiguity, find_unsat_core, reference};
use qedoku::formats::{self, ReadOptions};
use qedoku::{Answer, Board, Digit, Interrupt, Puzzle, solve};
use qedoku_puzzle::rng::Rng;

/// Number of puzzles sampled evenly from a list.
const SAMPLE_SIZE: usize = 1000;

fn main() {
    for file in std::env::args().skip(1).filter(|arg| !arg.starts_with("--")) {
        let text = std::fs::read_to_string(&file).expect("FILE can be read");
        let puzzles: Vec<Puzzle> =
            formats::read(&text, &ReadOptions::default()).map(|item| item.expect("a puzzle").puzzle).collect();
        let step = puzzles.len().div_ceil(SAMPLE_SIZE);
        let sample: Vec<&Puzzle> = puzzles.iter().step_by(step).collect();
        println!("{file}: {} puzzles", sample.len());
        if puzzles[0].board() != Board::CLASSIC {
            measure_next_step(&puzzles[0]);
            continue;
        }
        let mut rng = Rng::new(1, 0);
        measure_unsat_core("one wrong given", &unsolvable_puzzles(&sample, 0, &mut rng));
        measure_unsat_core("one wrong given, 10 correct givens added", &unsolvable_puzzles(&sample, 10, &mut rng));
        measure_unsat_core("one wrong given, 20 correct givens added", &unsolvable_puzzles(&sample, 20, &mut rng));
        for removed in [0, 1, 2, 4] {
            measure_ambiguity(&format!("{removed} givens removed"), &ambiguous_puzzles(&sample, removed, &mut rng));
        }
    }
}

/// Unsolvable puzzles: some correct givens added, and one given changed.
fn unsolvable_puzzles(puzzles: &[&Puzzle], added: usize, rng: &mut Rng) -> Vec<Puzzle> {
    puzzles.iter().filter_map(|puzzle| (0..100).find_map(|_| unsolvable_puzzle(puzzle, added, rng))).collect()
}

fn unsolvable_puzzle(puzzle: &Puzzle, added: usize, rng: &mut Rng) -> Option<Puzzle> {
    let board = puzzle.board();
    let solution = solve(puzzle).solutions().first().map(|grid| (*grid).clone())?;
    let mut grid = puzzle.givens().clone();
    for _ in 0..added {
        let cell = board.cell(rng.below(board.cell_count()));
        grid.set(cell, solution.get(cell));
    }
    let (cell, _) = grid.filled().nth(rng.below(grid.filled_count()))?;
    grid.set(cell, Digit::from_index(rng.below(board.side())));
    let wrong = Puzzle::new(grid);
    (wrong.given_conflicts().next().is_none() && solve(&wrong) == Answer::None).then_some(wrong)
}

fn measure_unsat_core(name: &str, puzzles: &[Puzzle]) {
    let mut sizes = Vec::new();
    let times = puzzles.iter().map(|puzzle| {
        let start = now();
        let core = find_unsat_core(puzzle, &Interrupt::default())
            .expect("the search is not interrupted")
            .expect("the puzzle has no solution");
        let time = now().saturating_sub(start);
        assert_eq!(core.minimality, Minimality::Smallest);
        if time > Duration::from_millis(300) {
            println!("    {time:?} {} {}", core.givens.len(), puzzle.givens());
        }
        sizes.push(core.givens.len());
        time
    });
    let times: Vec<Duration> = times.collect();
    sizes.sort_unstable();
    report(name, times);
    let quantile = |share: usize| sizes[(sizes.len() - 1) * share / 100];
    println!("    size of the core: median {}, max {}", quantile(50), quantile(100));
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let quantile = |share: usize| times[(times.len() - 1) * share / 1000];
    println!(
        "  {name}: {} puzzles, median {:?}, p99 {:?}, max {:?}",
        times.len(),
        quantile(500),
        quantile(990),
        quantile(1000)
    );
}

/// Ambiguous puzzles: some givens removed.
fn ambiguous_puzzles(puzzles: &[&Puzzle], removed: usize, rng: &mut Rng) -> Vec<Puzzle> {
    let remove_givens = |puzzle: &&Puzzle| {
        let mut grid = puzzle.givens().clone();
        for _ in 0..removed {
            let (cell, _) = grid.filled().nth(rng.below(grid.filled_count())).expect("the puzzle has givens");
            grid.set(cell, None);
        }
        Puzzle::new(grid)
    };
    puzzles.iter().map(remove_givens).filter(|puzzle| matches!(solve(puzzle), Answer::Many(..))).collect()
}

fn measure_ambiguity(name: &str, puzzles: &[Puzzle]) {
    if puzzles.is_empty() {
        return;
    }
    let (mut minimum, mut sizes) = (0, Vec::new());
    let times = puzzles.iter().map(|puzzle| {
        let start = now();
        let ambiguity = find_ambiguity(puzzle, &Interrupt::default())
            .expect("the search is not interrupted")
            .expect("the puzzle has several solutions");
        let time = now().saturating_sub(start);
        if time > Duration::from_secs(1) {
            println!("    {time:?} {}", puzzle.givens());
        }
        minimum += usize::from(ambiguity.is_minimum());
        sizes.push(ambiguity.disambiguating_givens.map_or(0, |extra| extra.len()));
        time
    });
    let times: Vec<Duration> = times.collect();
    sizes.sort_unstable();
    report(name, times);
    let quantile = |share: usize| sizes[(sizes.len() - 1) * share / 100];
    println!("    disambiguating givens: median {}, max {}; proved minimum: {minimum}", quantile(50), quantile(100));
}

fn measure_next_step(puzzle: &Puzzle) {
    let mut position = Position::new(puzzle);
    let mut times = Vec::new();
    for _ in 0..200 {
        let start = now();
        let next = reference::next_step(&position, reference::DEFAULT_BUDGET);
        times.push(now().saturating_sub(start));
        let Some(next) = next else { break };
        if next.step.size() > 0 {
            println!("    {:?}, smallest: {}, {:?}", next.step.technique, next.is_smallest, times.last());
        }
        position.apply(&next.step);
    }
    report("next step", times);
}

/// CPU time of this thread where available (Linux), else wall time.
fn now() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}
