//! Times of "why no solution" and "why not only one": `cargo bench -p qedoku --bench answers -- FILE...`
//!
//! On 9x9 each puzzle of a list gets a wrong digit that clashes with no other given directly, so that it has no solution; and it loses
//! some of its givens, so that it has several. On larger boards the first steps are timed. Times are those of the processor, where the
//! system tells them.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use qedoku::explain::{Minimality, Position, find_ambiguity, find_unsat_core, reference};
use qedoku::formats::{self, ReadOptions};
use qedoku::{Answer, Board, Digit, Interrupt, Puzzle, solve};
use qedoku_puzzle::rng::Rng;

/// How many puzzles of a list, spread evenly.
const SAMPLE: usize = 1000;

fn main() {
    for file in std::env::args().skip(1).filter(|arg| !arg.starts_with("--")) {
        let text = std::fs::read_to_string(&file).expect("a file");
        let puzzles: Vec<Puzzle> =
            formats::read(&text, &ReadOptions::default()).map(|item| item.expect("a puzzle").puzzle).collect();
        let step = puzzles.len().div_ceil(SAMPLE);
        let sample: Vec<&Puzzle> = puzzles.iter().step_by(step).collect();
        println!("{file}: {} puzzles", sample.len());
        if puzzles[0].board() != Board::CLASSIC {
            measure_next(&puzzles[0]);
            continue;
        }
        let mut rng = Rng::new(1, 0);
        measure_impossible("one wrong digit", &wrong(&sample, 0, &mut rng));
        measure_impossible("one wrong digit, 10 more right ones", &wrong(&sample, 10, &mut rng));
        measure_impossible("one wrong digit, 20 more right ones", &wrong(&sample, 20, &mut rng));
        for fewer in [0, 1, 2, 4] {
            measure_ambiguous(&format!("{fewer} givens fewer"), &thinner(&sample, fewer, &mut rng));
        }
    }
}

/// Puzzles without a solution: some right digits added, and one given changed.
fn wrong(puzzles: &[&Puzzle], more: usize, rng: &mut Rng) -> Vec<Puzzle> {
    puzzles.iter().filter_map(|puzzle| (0..100).find_map(|_| spoilt(puzzle, more, rng))).collect()
}

fn spoilt(puzzle: &Puzzle, more: usize, rng: &mut Rng) -> Option<Puzzle> {
    let board = puzzle.board();
    let solution = solve(puzzle).solutions().first().map(|grid| (*grid).clone())?;
    let mut grid = puzzle.givens().clone();
    for _ in 0..more {
        let cell = board.cell(rng.below(board.cell_count()));
        grid.set(cell, solution.get(cell));
    }
    let (cell, _) = grid.filled().nth(rng.below(grid.filled_count()))?;
    grid.set(cell, Digit::from_index(rng.below(board.side())));
    let spoilt = Puzzle::new(grid);
    (spoilt.given_conflicts().next().is_none() && solve(&spoilt) == Answer::None).then_some(spoilt)
}

fn measure_impossible(what: &str, puzzles: &[Puzzle]) {
    let mut sizes = Vec::new();
    let times = puzzles.iter().map(|puzzle| {
        let start = now();
        let why = find_unsat_core(puzzle, &Interrupt::default()).expect("nobody stops it").expect("it has no solution");
        let time = now().saturating_sub(start);
        assert_eq!(why.minimality, Minimality::Smallest);
        if time > Duration::from_millis(300) {
            println!("    {time:?} {} {}", why.givens.len(), puzzle.givens());
        }
        sizes.push(why.givens.len());
        time
    });
    let times: Vec<Duration> = times.collect();
    sizes.sort_unstable();
    show(what, times);
    let at = |share: usize| sizes[(sizes.len() - 1) * share / 100];
    println!("    givens told: median {}, most {}", at(50), at(100));
}

fn show(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 1000];
    println!("  {what}: {} puzzles, median {:?}, p99 {:?}, worst {:?}", times.len(), at(500), at(990), at(1000));
}

/// Puzzles with several solutions: some givens left out.
fn thinner(puzzles: &[&Puzzle], fewer: usize, rng: &mut Rng) -> Vec<Puzzle> {
    let thin = |puzzle: &&Puzzle| {
        let mut grid = puzzle.givens().clone();
        for _ in 0..fewer {
            let (cell, _) = grid.filled().nth(rng.below(grid.filled_count())).expect("it has givens");
            grid.set(cell, None);
        }
        Puzzle::new(grid)
    };
    puzzles.iter().map(thin).filter(|puzzle| matches!(solve(puzzle), Answer::Many(..))).collect()
}

fn measure_ambiguous(what: &str, puzzles: &[Puzzle]) {
    if puzzles.is_empty() {
        return;
    }
    let (mut smallest, mut sizes) = (0, Vec::new());
    let times = puzzles.iter().map(|puzzle| {
        let start = now();
        let why =
            find_ambiguity(puzzle, &Interrupt::default()).expect("nobody stops it").expect("it has several solutions");
        let time = now().saturating_sub(start);
        if time > Duration::from_secs(1) {
            println!("    {time:?} {}", puzzle.givens());
        }
        smallest += usize::from(why.is_minimum());
        sizes.push(why.disambiguating_givens.map_or(0, |extra| extra.len()));
        time
    });
    let times: Vec<Duration> = times.collect();
    sizes.sort_unstable();
    show(what, times);
    let at = |share: usize| sizes[(sizes.len() - 1) * share / 100];
    println!("    givens more: median {}, most {}; proved smallest: {smallest}", at(50), at(100));
}

fn measure_next(puzzle: &Puzzle) {
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
    show("next step", times);
}

/// The time of the processor that this thread has had; that of the clock where the system does not tell.
fn now() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}
