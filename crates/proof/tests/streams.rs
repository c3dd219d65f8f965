//! A proof may be larger than memory: what is deleted takes no room.

use std::io::{self, BufReader, Read};

use qedoku_proof::{Limits, Reason, check};
use qedoku_puzzle::Puzzle;

/// A certificate that is made as it is read: so many steps that say the same, and then the empty clause.
struct Endless {
    steps: u64,
    /// Whether each step is deleted after the next.
    deletes: bool,
    last: u64,
    line: Vec<u8>,
}

impl Endless {
    fn new(steps: u64, deletes: bool) -> Endless {
        let head = "qedoku certificate 1\nboard 4x4 boxes 2x2\nclaim forced r4c4=1\nsteps\n";
        Endless { steps, deletes, last: 464, line: head.into() }
    }

    fn next_line(&mut self) -> String {
        self.last += 1;
        let number = self.last;
        match number - 464 {
            step if step > self.steps + 1 => String::new(),
            step if step > self.steps => format!("{number} 0 464 461 253 462 249 463 244 16 0\n"),
            1 => format!("{number} 61 0 461 253 462 249 463 244 16 0\n"),
            _ if self.deletes => format!("{number} 61 0 {0} 0\n{number} d {0} 0\n", number - 1),
            _ => format!("{number} 61 0 {} 0\n", number - 1),
        }
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            self.line = self.next_line().into();
        }
        let length = self.line.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.line[..length]);
        self.line.drain(..length);
        Ok(length)
    }
}

#[test]
fn a_proof_with_deletions_needs_the_room_of_what_it_keeps() {
    let puzzle: Puzzle = "1234 3412 2143 432.".parse().unwrap();
    let little = Limits { steps: 1 << 10, ..Limits::default() };
    let verdict = |deletes| check(&puzzle, BufReader::new(Endless::new(200_000, deletes)), little);
    assert_eq!(verdict(true).unwrap().steps, 200_001);
    assert!(matches!(verdict(false).unwrap_err().reason, Reason::TooLarge));
}
