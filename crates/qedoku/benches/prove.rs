//! How large certificates are, and how long it takes to make and to check them.
//!
//! `cargo bench -p qedoku --bench prove -- FILE [COUNT]`: the first COUNT puzzles of each file, on one thread.

use std::time::{Duration, Instant};

use qedoku::prove::{ProofGoal, prove};
use qedoku::{Interrupt, Puzzle, formats};
use qedoku_proof::{VerifyLimits, verify};

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let count =
        files.pop_if(|last| last.parse::<usize>().is_ok()).map_or(1000, |count| count.parse().expect("a number"));
    for file in &files {
        let text = std::fs::read_to_string(file).expect("FILE can be read");
        let puzzles = formats::read(&text, &formats::ReadOptions::default()).filter_map(Result::ok);
        let measured: Vec<Measured> = puzzles.take(count).map(|record| measure(&record.puzzle)).collect();
        println!("{file}: {} puzzles", measured.len());
        report("bytes", measured.iter().map(|one| one.bytes as f64).collect());
        report("steps", measured.iter().map(|one| one.steps as f64).collect());
        report("made, ms", measured.iter().map(|one| one.made.as_secs_f64() * 1e3).collect());
        report("checked, ms", measured.iter().map(|one| one.checked.as_secs_f64() * 1e3).collect());
    }
}

/// A certificate's size, and the time that it took.
struct Measured {
    bytes: usize,
    steps: u64,
    /// With the check that every certificate goes through.
    made: Duration,
    checked: Duration,
}

fn measure(puzzle: &Puzzle) -> Measured {
    let begin = Instant::now();
    let certificate = prove(puzzle, ProofGoal::Solutions(1), &Interrupt::default()).expect("it can be proved");
    let made = begin.elapsed();
    let begin = Instant::now();
    verify(puzzle, certificate.text(), VerifyLimits::default()).expect("it was accepted before");
    Measured { bytes: certificate.text().len(), steps: certificate.steps(), made, checked: begin.elapsed() }
}

fn report(what: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share) as usize];
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    println!("{what:>12}: median {:.2}, mean {mean:.2}, 90 % {:.2}, most {:.2}", at(0.5), at(0.9), at(1.0));
}
