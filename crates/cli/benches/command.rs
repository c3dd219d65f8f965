//! The command as a person runs it, against a peer that does the least that could be done.
//!
//! `cargo bench -p qedoku-cli --bench command`:
//!
//! - `encode 36x36 --scheme efficient` (3,267,216 clauses, 51 MB) against `cp` of the same file to the same folder;
//! - the memory of that, and of 144x144 (854 million clauses) written to nowhere;
//! - `encode 36x36 --to f2csp` (2,216,160 tuples, 14 MB) and `stats` of it against `cp` of the same file;
//! - start-up: `solve` of one 9x9, from its text and from its F2CSP file.
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
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (cnf, f2csp, copy, nine) = (at("36.cnf"), at("36.f2csp"), at("copy"), at("9.f2csp"));
    run(QEDOKU, &["-q", "encode", PUZZLE, "--to", "f2csp", "-o", &nine]);

    let encode_cnf = ["-q", "encode", "36x36", "--scheme", "efficient", "-o", &cnf];
    let [encode, copied] = medians([(QEDOKU, &encode_cnf), ("cp", &[&cnf, &copy])]);
    encode.print("encode 36x36 --scheme efficient", Some(&copied));
    let encode_f2csp = ["-q", "encode", "36x36", "--to", "f2csp", "-o", &f2csp];
    let [encode, stats, copied] =
        medians([(QEDOKU, &encode_f2csp), (QEDOKU, &["stats", &f2csp]), ("cp", &[&f2csp, &copy])]);
    encode.print("encode 36x36 --to f2csp", Some(&copied));
    stats.print("stats 36x36.f2csp", Some(&copied));
    let [text, file] = medians([(QEDOKU, &["solve", PUZZLE, "--engine", "sat"]), (QEDOKU, &["solve", &nine])]);
    text.print("solve one 9x9", None);
    file.print("solve it from F2CSP", Some(&text));
    if Path::new("/dev/null").exists() {
        let large = run(QEDOKU, &["-q", "encode", "144x144", "--scheme", "efficient", "-o", "/dev/null"]);
        large.print("encode 144x144 --scheme efficient", None);
    }
}

/// How long a program took, and the highest memory that it was seen with (0 where that is not told).
struct Run {
    time: Duration,
    memory: u64,
}

impl Run {
    fn print(&self, what: &str, peer: Option<&Run>) {
        let ratio = |peer: &Run| {
            let ratio = self.time.as_secs_f64() / peer.time.as_secs_f64();
            format!("   peer {:>8.1?}   ratio {ratio:.2}", peer.time)
        };
        let ratio = peer.map(ratio).unwrap_or_default();
        println!("{what:<34} {:>8.1?}   {:>6} kB{ratio}", self.time, self.memory);
    }
}

/// The median time and the highest memory of each program, run in turns.
fn medians<const N: usize>(programs: [(&str, &[&str]); N]) -> [Run; N] {
    let mut runs: [Vec<Run>; N] = std::array::from_fn(|_| Vec::new());
    for _ in 0..ROUNDS {
        for (runs, (program, words)) in runs.iter_mut().zip(programs) {
            runs.push(run(program, words));
        }
    }
    runs.map(|mut runs| {
        runs.sort_by_key(|run| run.time);
        let memory = runs.iter().map(|run| run.memory).max().unwrap_or(0);
        Run { time: runs[runs.len() / 2].time, memory }
    })
}

/// Runs a program to its end.
fn run(program: &str, words: &[&str]) -> Run {
    let start = Instant::now();
    let mut child = Command::new(program).args(words).stdout(Stdio::null()).spawn().expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut memory = 0;
    loop {
        memory = memory.max(peak(&status));
        if let Some(end) = child.try_wait().expect("the program can be waited for") {
            assert!(end.success(), "{program} {words:?}: {end}");
            return Run { time: start.elapsed(), memory };
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
