//! Benchmark of generating by difficulty: puzzles examined and puzzles found per second.
//!
//! `cargo bench -p qedoku --bench difficulty [-- SECONDS]`: each request for SECONDS (5 unless set), on one thread.

use std::time::{Duration, Instant};

use qedoku::explain::{DifficultyFilter, DifficultySpec, DifficultyVerdict, HodokuLevel};
use qedoku::generate::PuzzleSpec;
use qedoku::{Board, Interrupt};

fn main() {
    let seconds = std::env::args().find_map(|word| word.parse::<f64>().ok()).unwrap_or(5.0);
    let se = |min, max| DifficultySpec { se: Some(min..=max), ..DifficultySpec::default() };
    let level = |level| DifficultySpec { level: Some(level), ..DifficultySpec::default() };
    let technique = |id: &str, only| DifficultySpec { technique: Some(id.into()), only, ..DifficultySpec::default() };
    let mut requests = vec![se(30, 36), se(70, 75), se(85, 90)];
    requests.extend(HodokuLevel::ALL.map(level));
    requests.extend([technique("x-wing", true), technique("x-wing", false), technique("swordfish", false)]);
    requests.extend([technique("xy-wing", false), technique("unique-rectangle-1", false)]);
    println!("{:<42} examined/s  found/s", "request");
    for request in requests {
        measure(&request, Duration::from_secs_f64(seconds));
    }
}

fn measure(request: &DifficultySpec, time: Duration) {
    let puzzles = qedoku::generate(PuzzleSpec::new(Board::CLASSIC), 1).expect("a possible specification");
    let filter = DifficultyFilter::new(request.clone(), Board::CLASSIC, &Interrupt::default());
    let mut filter = filter.expect("a possible difficulty");
    let (begin, mut examined, mut found) = (Instant::now(), 0, 0);
    for generated in puzzles.take_while(|_| begin.elapsed() < time) {
        let puzzle = generated.expect("a puzzle").puzzle;
        examined += 1;
        if matches!(filter.judge(&puzzle), Ok(DifficultyVerdict::Passed(_))) {
            assert!(filter.confirm(&puzzle).is_ok_and(|confirmed| confirmed.is_some()), "{puzzle}");
            found += 1;
        }
    }
    let rate = |count: u32| f64::from(count) / begin.elapsed().as_secs_f64();
    println!("{:<42} {:>10.0}  {:>7.1}", request.to_string(), rate(examined), rate(found));
}
