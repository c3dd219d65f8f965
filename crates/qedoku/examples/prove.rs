//! Proves that a puzzle has exactly one solution, and verifies the certificate: `cargo run --example prove [PUZZLE]`.

use qedoku::Puzzle;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let default = "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..";
    let puzzle: Puzzle = std::env::args().nth(1).as_deref().unwrap_or(default).parse()?;
    let certificate = qedoku::prove(&puzzle)?;
    let verified = certificate.verify(&puzzle)?; // the checker knows no solver
    println!("{}: {} steps, {} bytes", verified.claim, verified.steps, certificate.text().len());
    Ok(())
}
