//! Counts the solutions of a puzzle, for at most two seconds: `cargo run --example count [PUZZLE]`.

use std::thread;
use std::time::Duration;

use qedoku::{Puzzle, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let default = "1........2........3........4........5........6........7........8........9........";
    let puzzle: Puzzle = std::env::args().nth(1).as_deref().unwrap_or(default).parse()?;
    let solver = Solver::default();
    let interrupt = solver.interrupt.clone(); // the library reads no clock: the caller sets the flag
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(2));
        interrupt.set();
    });
    match solver.count(&puzzle, None) {
        Ok(count) => println!("{count}"),
        Err(error) if error.is_interrupted() => println!("interrupted: {}", error.partial),
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
