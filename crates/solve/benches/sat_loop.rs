//! The SAT engine against a bare loop over CaDiCaL, on the same puzzles in the same run.
//!
//! `cargo bench -p qedoku-solve --bench sat_loop -- FILE [COUNT]`: a list of 9x9 puzzles. Each is solved and a second solution is searched
//! for. The bare loop receives ready-made clauses and does nothing but call CaDiCaL:
//!
//! - `reduced`: the clauses of the whole puzzle as `qedoku encode` writes them, with the compact numbering `open`;
//! - `engine's`: the clauses that the engine generates after propagation; puzzles that propagation solves cost nothing.
//!
//! The result is the ratio: above 1 the engine is faster. Rounds are interleaved because machines are noisy.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cadical_sys::{CaDiCal, Status};
use qedoku_encode::{Encoding, EncodingOptions, Formula, Lit, Numbering, Repeats, Scheme};
use qedoku_puzzle::{Puzzle, formats};
use qedoku_solve::preprocess::propagate;
use qedoku_solve::{Engine, SatEngine, Solver};

/// The clauses of a puzzle; the x's are the variables up to `last`.
struct Clauses {
    clauses: Vec<Vec<i32>>,
    last: i32,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let Some(file) = arguments.first() else {
        println!(
            "sat_loop: give a file of 9x9 puzzles to measure: cargo bench -p qedoku-solve --bench sat_loop -- FILE [COUNT]"
        );
        return;
    };
    let count = arguments.get(1).map_or(usize::MAX, |count| count.parse().expect("COUNT is a number"));
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let puzzles: Vec<Puzzle> = formats::read(&text, &formats::ReadOptions::default())
        .take(count)
        .map(|record| record.expect("a puzzle").puzzle)
        .collect();
    let reduced: Vec<Clauses> = puzzles.iter().map(formula).collect();
    let left: Vec<Puzzle> = puzzles.iter().filter_map(propagate).filter(|left| !left.givens().is_full()).collect();
    let engines: Vec<Clauses> = left.iter().map(formula).collect();

    let mut times = [Duration::ZERO; 3];
    for _ in 0..3 {
        let solver = Solver::new(Engine::Sat(SatEngine::default()));
        times[0] += time(|| puzzles.iter().for_each(|puzzle| drop(black_box(solver.solve(puzzle)))));
        times[1] += time(|| reduced.iter().for_each(|formula| assert!(bare(formula) > 0)));
        times[2] += time(|| engines.iter().for_each(|formula| assert!(bare(formula) > 0)));
    }
    let rate = |time: Duration| 3.0 * puzzles.len() as f64 / time.as_secs_f64();
    println!("{} puzzles, {} of them need search", puzzles.len(), left.len());
    for (name, time) in ["engine", "bare loop, reduced", "bare loop, engine's"].iter().zip(times) {
        println!("{name:<22} {:>8.0} puzzles/s   engine is {:.2}x", rate(time), rate(times[0]) / rate(time));
    }
}

fn formula(puzzle: &Puzzle) -> Clauses {
    let (scheme, numbering) = (Scheme::REDUCED, Numbering::Open);
    let options = EncodingOptions { scheme, numbering, repeats: Repeats::Drop, ..EncodingOptions::default() };
    let encoding = Encoding::new(puzzle, options).expect("these go together");
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    let Ok(_) = encoding.emit(&mut clauses);
    let clauses = clauses.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect();
    Clauses { clauses, last: encoding.variables().max_var() as i32 }
}

/// How many solutions, up to two.
fn bare(formula: &Clauses) -> usize {
    let mut solver = CaDiCal::new();
    for (option, value) in [("lucky", 0), ("factor", 0)] {
        assert!(solver.set(option, value));
    }
    for clause in &formula.clauses {
        solver.clause6(clause);
    }
    for found in 0..2 {
        if solver.solve() != Status::SATISFIABLE {
            return found;
        }
        let forbidding: Vec<i32> = (1..=formula.last).filter(|x| solver.val(*x) > 0).map(|x| -x).collect();
        solver.clause6(&forbidding);
    }
    2
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
