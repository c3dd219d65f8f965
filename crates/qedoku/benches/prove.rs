//! Benchmark of certificates: size, steps, time to prove and time to verify.
//!
//! `cargo bench -p qedoku --bench prove -- FILE [COUNT]`: the first COUNT puzzles of each file, on one thread.

use std::time::{Duration, Instant};

use qedoku::prove::{ProofGoal, prove};
use qedoku::{Interrupt, Puzzle, formats};
use qedoku_proof::{VerifyLimits, verify};

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let count = files
        .pop_if(|last| last.parse::<usize>().is_ok())
        .map_or(1000, |count| count.parse().expect("COUNT is a number"));
    for file in &files {
        let text = std::fs::read_to_string(file).expect("FILE can be read");
        let puzzles = formats::read(&text, &formats::ReadOptions::default()).filter_map(Result::ok);
        let samples: Vec<Sample> = puzzles.take(count).map(|record| measure(&record.puzzle)).collect();
        println!("{file}: {} puzzles", samples.len());
        report("bytes", samples.iter().map(|sample| sample.bytes as f64).collect());
        report("steps", samples.iter().map(|sample| sample.steps as f64).collect());
        report("prove, ms", samples.iter().map(|sample| sample.prove_time.as_secs_f64() * 1e3).collect());
        report("verify, ms", samples.iter().map(|sample| sample.verify_time.as_secs_f64() * 1e3).collect());
    }
}

/// Measurements of one puzzle.
struct Sample {
    bytes: usize,
    steps: u64,
    /// Includes the verification that every certificate passes.
    prove_time: Duration,
    verify_time: Duration,
}

fn measure(puzzle: &Puzzle) -> Sample {
    let begin = Instant::now();
    let certificate = prove(puzzle, ProofGoal::default(), &Interrupt::default()).expect("every goal can be proved");
    let prove_time = begin.elapsed();
    let begin = Instant::now();
    verify(puzzle, certificate.text(), VerifyLimits::default()).expect("`prove` returns verified certificates");
    Sample { bytes: certificate.text().len(), steps: certificate.steps(), prove_time, verify_time: begin.elapsed() }
}

fn report(name: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    let quantile = |share: f64| values[((values.len() - 1) as f64 * share) as usize];
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    println!(
        "{name:>12}: median {:.2}, mean {mean:.2}, 90 % {:.2}, max {:.2}",
        quantile(0.5),
        quantile(0.9),
        quantile(1.0)
    );
}
