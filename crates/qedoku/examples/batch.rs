//! Solves a list of puzzles, one per line on standard input, on all cores: `cargo run --release --example batch < FILE`.

use std::io::{self, BufRead, Write};

use qedoku::{Puzzle, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut puzzles = Vec::new();
    for line in io::stdin().lock().lines() {
        puzzles.push(line?.parse::<Puzzle>()?);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for answer in Solver::default().solve_all(&puzzles) {
        writeln!(out, "{}", answer?)?; // in the order of the puzzles
    }
    Ok(out.flush()?)
}
