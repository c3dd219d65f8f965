//! The command as a person runs it, against a peer that does the least that could be done.
//!
//! `cargo bench -p qedoku-cli --bench command`:
//!
//! - `encode 36x36 --scheme efficient` (3,267,216 clauses, 51 MB) against `cp` of the same file to the same folder;
//! - the memory of that, and of 144x144 (854 million clauses) written to nowhere;
//! - start-up: `solve` of one 9x9.
//!
//! Times are medians of interleaved runs; what counts is the ratio.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const QEDOKU: &str = env!("CARGO_BIN_EXE_qedoku");
const PUZZLE: &str = "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..";
const ROUNDS: usize = 11;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [cnf, copy] = ["36.cnf", "copy.cnf"].map(|name| folder.path().join(name).display().to_string());
    let encode = ["-q", "encode", "36x36", "--scheme", "efficient", "-o", &cnf];
    let (mut encodes, mut copies, mut starts) = (vec![], vec![], vec![]);
    let mut memory = 0;
    for _ in 0..ROUNDS {
        let (time, peak) = run(QEDOKU, &encode);
        encodes.push(time);
        memory = memory.max(peak);
        copies.push(run("cp", &[&cnf, &copy]).0);
        starts.push(run(QEDOKU, &["solve", PUZZLE]).0);
    }
    let [encode, copy, start] = [encodes, copies, starts].map(median);
    let ratio = encode.as_secs_f64() / copy.as_secs_f64();
    println!("encode 36x36, efficient   {encode:>10.1?}   cp {copy:.1?}   ratio {ratio:.2}   {memory} kB resident");
    println!("solve one 9x9             {start:>10.1?}");
    if Path::new("/dev/null").exists() {
        let (time, memory) = run(QEDOKU, &["-q", "encode", "144x144", "--scheme", "efficient", "-o", "/dev/null"]);
        println!("encode 144x144, efficient {time:>10.1?}   {memory} kB resident");
    }
}

/// Runs a program to its end; the wall time, and the highest memory that it was seen with (0 where that is not told).
fn run(program: &str, words: &[&str]) -> (Duration, u64) {
    let start = Instant::now();
    let mut child = Command::new(program).args(words).stdout(Stdio::null()).spawn().expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut memory = 0;
    loop {
        memory = memory.max(peak(&status));
        if let Some(end) = child.try_wait().expect("the program can be waited for") {
            assert!(end.success(), "{program} {words:?}: {end}");
            return (start.elapsed(), memory);
        }
        std::thread::sleep(Duration::from_micros(100));
    }
}

/// The kernel's note of the highest resident memory, in kB.
fn peak(status: &str) -> u64 {
    let text = std::fs::read_to_string(status).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
