//! The separate implementations of unit propagation against the general one, `qedoku_solve::propagation::Trail`.
//!
//! `cargo bench -p qedoku --bench propagation -- FILE [COUNT]`: the first COUNT puzzles of a file (default 100). For each
//! implementation that works on its boards, the same task is done once by it and once on a `Trail`:
//!
//! | row | task | separate implementation |
//! |---|---|---|
//! | singles | propagate the givens | `solve/src/preprocess/singles.rs`, with locked candidates on top |
//! | probing | preprocess with failed-literal probing | `solve/src/preprocess/probing.rs` |
//! | lanes | 9x9: solve and search for a second solution | the SIMD engine, against DPLL |
//! | layers | propagate every candidate of a position without braids | `explain/src/reference/layered_propagation.rs` |
//! | braids | up to 16x16: next step | `explain/src/braids/`, against the exhaustive search of `explain/src/reference/` |
//!
//! The result is the ratio of both times: above 1 the separate implementation is faster. The results of both are compared
//! as well. Rounds are interleaved, and CPU time is measured where available (Linux), because machines are noisy.

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use qedoku::explain::{Explainer, Position, reference};
use qedoku::formats::{self, ReadOptions};
use qedoku::proof::CandidateLit;
use qedoku::{Board, Digit, DigitSet, Interrupt, Puzzle};
use qedoku_solve::lanes::solve_batch;
use qedoku_solve::preprocess::{self, propagate};
use qedoku_solve::propagation::Trail;

/// Full preprocessing without an interrupt.
fn preprocess_fully(puzzle: &Puzzle, probing_budget: u64) -> Option<Puzzle> {
    preprocess::preprocess_fully(puzzle, probing_budget, &Interrupt::default())
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let Some(file) = args.first() else { return println!("expected FILE and, optionally, COUNT") };
    let count = args.get(1).map_or(100, |count| count.parse().expect("COUNT is a number"));
    let text = std::fs::read_to_string(file).expect("FILE can be read");
    let records = formats::read(&text, &ReadOptions::default()).take(count);
    let puzzles: Vec<Puzzle> = records.map(|record| record.expect("a puzzle").puzzle).collect();
    println!("{file}: {} puzzles", puzzles.len());
    println!("{:<10} {:>14} {:>14} {:>8}", "", "general, ms", "separate, ms", "ratio");
    let side = puzzles.iter().map(|puzzle| puzzle.board().side()).max().unwrap_or(0);
    measure_singles(&puzzles);
    measure_probing(&puzzles);
    if puzzles.iter().all(|puzzle| puzzle.board() == Board::CLASSIC) {
        measure_lanes(&puzzles);
    }
    measure_layers(&puzzles);
    if side <= 16 {
        measure_braids(&puzzles);
    }
}

fn measure_singles(puzzles: &[Puzzle]) {
    for puzzle in puzzles {
        // Locked candidates eliminate more, so `propagate` may also find a conflict that the trail does not find.
        if let ((trail, Ok(())), Some(left)) = (Trail::of_puzzle(puzzle), propagate(puzzle)) {
            let is_kept = |lit: CandidateLit| trail.value(lit) != Some(false);
            assert!(candidates(&left).all(is_kept), "singles eliminate too little in {}", puzzle.givens());
        }
    }
    let general = || puzzles.iter().for_each(|puzzle| drop(black_box(Trail::of_puzzle(puzzle))));
    let separate = || puzzles.iter().for_each(|puzzle| drop(black_box(propagate(puzzle))));
    compare("singles", general, separate);
}

fn measure_probing(puzzles: &[Puzzle]) {
    let reduced: Vec<Puzzle> = puzzles.iter().filter_map(|puzzle| preprocess_fully(puzzle, 0)).collect();
    let separate = |puzzle: &Puzzle| preprocess_fully(puzzle, u64::MAX);
    for puzzle in &reduced {
        assert_eq!(probe_on_trail(puzzle), separate(puzzle), "{}", puzzle.givens());
    }
    let on_trail = || reduced.iter().for_each(|puzzle| drop(black_box(probe_on_trail(puzzle))));
    compare("probing", on_trail, || reduced.iter().for_each(|puzzle| drop(black_box(separate(puzzle)))));
}

/// Full preprocessing whose probes are decisions on a trail.
fn probe_on_trail(puzzle: &Puzzle) -> Option<Puzzle> {
    let mut left = preprocess_fully(puzzle, 0)?;
    loop {
        let (mut trail, Ok(())) = Trail::of_puzzle(&left) else { return None };
        // A candidate implied by a probe that did not fail need not be probed: it implies no more than that probe.
        let mut is_implied = vec![false; left.board().cell_count() * left.board().side()];
        for lit in candidates(&left) {
            if trail.value(lit).is_some() || is_implied[lit.index()] {
                continue;
            }
            let (level, begin) = (trail.level(), trail.literals().len());
            let result = trail.decide(lit);
            if result.is_ok() {
                let implied = trail.literals()[begin..].iter().filter(|lit| lit.is_positive());
                implied.for_each(|lit| is_implied[lit.index()] = true);
            }
            trail.backtrack(level);
            if result.is_err() && trail.decide(!lit).is_err() {
                return None;
            }
        }
        let next = preprocess_fully(&without_false(&left, &trail), 0)?;
        if next == left {
            return Some(left);
        }
        left = next;
    }
}

fn measure_lanes(puzzles: &[Puzzle]) {
    let batch: Vec<&Puzzle> = puzzles.iter().collect();
    let counts: Vec<usize> = puzzles.iter().map(count_on_trail).collect();
    for ((puzzle, count), answer) in puzzles.iter().zip(&counts).zip(solve_batch(&batch, 2, &Interrupt::default())) {
        assert_eq!(*count as u64, u64::from(answer.count), "{}", puzzle.givens());
    }
    let general = || puzzles.iter().for_each(|puzzle| assert!(count_on_trail(black_box(puzzle)) <= 2));
    compare("lanes", general, || drop(black_box(solve_batch(&batch, 2, &Interrupt::default()))));
}

/// Number of solutions up to two, by DPLL on a trail.
fn count_on_trail(puzzle: &Puzzle) -> usize {
    let (mut trail, propagated) = Trail::of_puzzle(puzzle);
    propagated.map_or(0, |()| count_from(puzzle.board(), &mut trail, 2))
}

/// Branches on a cell with the fewest open candidates.
fn count_from(board: Board, trail: &mut Trail, limit: usize) -> usize {
    let open = |cell: usize| (cell * board.side()..(cell + 1) * board.side()).map(CandidateLit::from_index);
    let open_count = |cell: &usize| open(*cell).filter(|lit| trail.value(*lit).is_none()).count();
    let cells = (0..board.cell_count()).map(|cell| (open_count(&cell), cell)).filter(|(count, _)| *count > 0);
    let Some((_, cell)) = cells.min() else { return 1 };
    let choices: Vec<CandidateLit> = open(cell).filter(|lit| trail.value(*lit).is_none()).collect();
    let (level, mut found) = (trail.level(), 0);
    for choice in choices {
        if found < limit && trail.decide(choice).is_ok() {
            found += count_from(board, trail, limit - found);
        }
        if trail.level() > level {
            trail.backtrack(level);
        }
    }
    found
}

fn measure_layers(puzzles: &[Puzzle]) {
    let fixpoints = puzzles.iter().filter_map(|puzzle| preprocess_fully(puzzle, u64::MAX));
    let positions: Vec<(Puzzle, Position)> =
        fixpoints.filter(|left| !left.givens().is_full()).map(|left| (left.clone(), Position::new(&left))).collect();
    if positions.is_empty() {
        return; // solved by preprocessing
    }
    for (left, position) in &positions {
        assert!(refuted_on_trail(left) == 0 && reference::next_step(position, u64::MAX).is_none());
    }
    let general = || positions.iter().for_each(|(left, _)| assert!(refuted_on_trail(black_box(left)) == 0));
    let layered = |position| drop(black_box(reference::next_step(position, u64::MAX)));
    compare("layers", general, || positions.iter().for_each(|(_, position)| layered(position)));
}

/// Number of candidates that unit propagation refutes.
fn refuted_on_trail(puzzle: &Puzzle) -> usize {
    let (mut trail, propagated) = Trail::of_puzzle(puzzle);
    assert_eq!(propagated, Ok(()));
    let mut is_refuted = |lit: &CandidateLit| {
        let result = trail.decide(*lit);
        trail.backtrack(0);
        result.is_err()
    };
    candidates(puzzle).filter(|lit| is_refuted(lit)).count()
}

fn measure_braids(puzzles: &[Puzzle]) {
    let mut explainer = Explainer::default();
    let mut positions: Vec<Position> = Vec::new();
    for puzzle in puzzles.iter().filter_map(propagate).filter(|left| !left.givens().is_full()) {
        let position = Position::new(&puzzle);
        let expected = reference::next_step(&position, reference::DEFAULT_BUDGET);
        // Only steps that the exhaustive search proves to be smallest can be compared.
        if let Some(expected) = expected.filter(|step| step.is_smallest) {
            let step = explainer.next_step(&position).expect("not interrupted").expect("there is a step");
            assert_eq!(step.size(), expected.step.size(), "{}", puzzle.givens());
            positions.push(position);
        }
    }
    if positions.is_empty() {
        return; // solved by propagation, or too hard for the exhaustive search
    }
    let exhaustive = |position| drop(black_box(reference::next_step(position, reference::DEFAULT_BUDGET)));
    let mut exact = |position| drop(black_box(explainer.next_step(position)));
    compare("braids", || positions.iter().for_each(exhaustive), || positions.iter().for_each(&mut exact));
}

/// The candidates of the cells that have several, as positive literals.
fn candidates(puzzle: &Puzzle) -> impl Iterator<Item = CandidateLit> + '_ {
    let board = puzzle.board();
    let open = board.cells().filter(|cell| puzzle.givens().get(*cell).is_none());
    open.flat_map(move |cell| puzzle.allowed(cell).iter().map(move |digit| CandidateLit::positive(board, cell, digit)))
}

/// The puzzle without the candidates that are false on a trail.
fn without_false(puzzle: &Puzzle, trail: &Trail) -> Puzzle {
    let board = puzzle.board();
    let mut allowed: Vec<DigitSet> = board.cells().map(|cell| puzzle.allowed(cell)).collect();
    for lit in trail.literals().iter().filter(|lit| !lit.is_positive()) {
        let digit: Digit = Digit::from_index(lit.index() % board.side());
        allowed[lit.index() / board.side()].remove(digit);
    }
    Puzzle::with_candidates(board, allowed)
}

/// CPU time that each side gets in a round. The kernel updates it every few milliseconds only.
const ROUND: Duration = Duration::from_millis(200);

/// Runs both in turns and prints the time of one call of each, and their ratio.
fn compare(name: &str, mut general: impl FnMut(), mut separate: impl FnMut()) {
    let (mut times, mut calls) = ([Duration::ZERO; 2], [0; 2]);
    for _ in 0..3 {
        run(&mut general, &mut times[0], &mut calls[0]);
        run(&mut separate, &mut times[1], &mut calls[1]);
    }
    let [general, separate] = [0, 1].map(|side| times[side].as_secs_f64() * 1e3 / f64::from(calls[side]));
    println!("{name:<10} {general:>14.4} {separate:>14.4} {:>8.2}", general / separate);
}

/// Repeats the work for one round.
fn run(work: &mut impl FnMut(), time: &mut Duration, calls: &mut u32) {
    let begin = now();
    loop {
        work();
        *calls += 1;
        let elapsed = now().saturating_sub(begin);
        if elapsed >= ROUND {
            return *time += elapsed;
        }
    }
}

/// CPU time of this thread where available (Linux), else wall time.
fn now() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}
