//! Writes a puzzle as a DIMACS file for any SAT solver, and reads the solver's output back:
//! `cargo run --example encode > puzzle.cnf; minisat puzzle.cnf out.txt; cargo run --example encode out.txt`.

use std::io;

use qedoku::{Encoding, EncodingOptions, Puzzle, Scheme};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "4...3..2...4..2.".parse()?;
    let options = EncodingOptions { scheme: Scheme::EXTENDED, ..EncodingOptions::default() };
    let encoding = Encoding::new(&puzzle, options)?;
    let Some(file) = std::env::args().nth(1) else {
        encoding.write_dimacs(io::stdout().lock())?;
        return Ok(());
    };
    match qedoku::decode(&std::fs::read_to_string(file)?, &encoding)? {
        Some(solution) => println!("{solution}"),
        None => println!("no solution"),
    }
    Ok(())
}
