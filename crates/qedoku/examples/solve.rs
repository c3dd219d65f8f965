//! Solves one puzzle: `cargo run --example solve [PUZZLE]`.

use qedoku::{Answer, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let default = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
    let puzzle: Puzzle = std::env::args().nth(1).as_deref().unwrap_or(default).parse()?;
    match qedoku::solve(&puzzle) {
        Answer::None => println!("no solution"),
        Answer::One(solution) => println!("one solution: {solution}"),
        Answer::Many(first, second) => println!("several solutions, for example\n{first}\n{second}"),
    }
    Ok(())
}
