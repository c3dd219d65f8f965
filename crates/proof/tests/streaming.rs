//! Streaming verification: memory depends on the clauses stored at a time, not on the length of the proof.

use std::io::{self, BufReader, Read};

use qedoku_proof::{VerifyErrorKind, VerifyLimits, verify};
use qedoku_puzzle::Puzzle;

/// A certificate generated while it is read: `steps` copies of one clause, then the empty clause.
struct GeneratedCertificate {
    steps: u64,
    /// Whether each step is deleted after the next one.
    deletes: bool,
    last_id: u64,
    line: Vec<u8>,
}

impl GeneratedCertificate {
    fn new(steps: u64, deletes: bool) -> GeneratedCertificate {
        let header = "qedoku certificate 2\nboard 4x4 boxes 2x2\nclaim forced r1c2=2\nsteps\n";
        GeneratedCertificate { steps, deletes, last_id: 64, line: header.into() }
    }

    /// The clause `6 10`: row 1 has its 2 in r1c2 or r1c3.
    fn next_line(&mut self) -> String {
        self.last_id += 1;
        let id = self.last_id;
        match id - 64 {
            step if step > self.steps + 1 => String::new(),
            step if step > self.steps => format!("{id} : 50\n"),
            1 => format!("{id} 6 10 : 18\n"),
            _ if self.deletes => format!("{id} 6 10 : {0}\ndelete {0}\n", id - 1),
            _ => format!("{id} 6 10 : {}\n", id - 1),
        }
    }
}

impl Read for GeneratedCertificate {
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
fn deletions_keep_a_long_proof_within_a_small_limit() {
    let puzzle: Puzzle = "4...3..2...4....".parse().unwrap();
    let limits = VerifyLimits { clause_bytes: 1 << 10, ..VerifyLimits::default() };
    let verdict = |deletes| verify(&puzzle, BufReader::new(GeneratedCertificate::new(200_000, deletes)), limits);
    assert_eq!(verdict(true).unwrap().steps, 200_001);
    assert!(matches!(verdict(false).unwrap_err().kind, VerifyErrorKind::LimitExceeded));
}
