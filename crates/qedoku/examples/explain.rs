//! Explains a puzzle step by step: `cargo run --example explain [PUZZLE]`.

use qedoku::Puzzle;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let default = "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..";
    let puzzle: Puzzle = std::env::args().nth(1).as_deref().unwrap_or(default).parse()?;
    for step in &qedoku::explain(&puzzle)? {
        println!("{step}");
    }
    Ok(())
}
