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
        let head = "qedoku certificate 2\nboard 4x4 boxes 2x2\nclaim forced r1c2=2\nsteps\n";
        Endless { steps, deletes, last: 64, line: head.into() }
    }

    /// 2 is in the first row: in the second or in the third cell.
    fn next_line(&mut self) -> String {
        self.last += 1;
        let number = self.last;
        match number - 64 {
            step if step > self.steps + 1 => String::new(),
            step if step > self.steps => format!("{number} : 50\n"),
            1 => format!("{number} 6 10 : 18\n"),
            _ if self.deletes => format!("{number} 6 10 : {0}\ndelete {0}\n", number - 1),
            _ => format!("{number} 6 10 : {}\n", number - 1),
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
    let puzzle: Puzzle = "4...3..2...4....".parse().unwrap();
    let little = Limits { steps: 1 << 10, ..Limits::default() };
    let verdict = |deletes| check(&puzzle, BufReader::new(Endless::new(200_000, deletes)), little);
    assert_eq!(verdict(true).unwrap().steps, 200_001);
    assert!(matches!(verdict(false).unwrap_err().reason, Reason::TooLarge));
}
