//! Benchmark of the command: wall time and peak memory of `encode`, `stats` and `solve` relative to a lower bound.
//!
//! `cargo bench -p qedoku-cli --bench command` measures
//!
//! - `encode 36x36 --scheme efficient` (3,267,216 clauses, 51 MB) relative to `cp` of the same file to the same folder;
//! - its peak memory, and that of 144x144 (854 million clauses) written to /dev/null;
//! - `encode 36x36 --to f2csp` (2,216,160 tuples, 14 MB) and `stats` of the file relative to `cp` of it;
//! - start-up: `solve` of one 9x9 puzzle, from its text and from its F2CSP file.
//!
//! Times are medians of interleaved runs. Compare the ratios: absolute times depend on the machine and its load.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const QEDOKU: &str = env!("CARGO_BIN_EXE_qedoku");
const PUZZLE: &str = "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..";
/// Runs of each program; odd, so that the median is one of them.
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

/// Resource use of a program.
struct Run {
    time: Duration,
    /// Peak resident memory in kB; 0 where the system does not report it.
    peak_memory: u64,
}

impl Run {
    /// Prints a line of the report, with the ratio to a reference if there is one.
    fn print(&self, label: &str, reference: Option<&Run>) {
        let ratio = |reference: &Run| {
            let ratio = self.time.as_secs_f64() / reference.time.as_secs_f64();
            format!("   reference {:>8.1?}   ratio {ratio:.2}", reference.time)
        };
        let ratio = reference.map(ratio).unwrap_or_default();
        println!("{label:<34} {:>8.1?}   {:>6} kB{ratio}", self.time, self.peak_memory);
    }
}

/// Median time and peak memory of each program, run alternately.
fn medians<const N: usize>(programs: [(&str, &[&str]); N]) -> [Run; N] {
    let mut runs: [Vec<Run>; N] = std::array::from_fn(|_| Vec::new());
    for _ in 0..ROUNDS {
        for (runs, (program, args)) in runs.iter_mut().zip(programs) {
            runs.push(run(program, args));
        }
    }
    runs.map(|mut runs| {
        runs.sort_by_key(|run| run.time);
        let peak_memory = runs.iter().map(|run| run.peak_memory).max().unwrap_or(0);
        Run { time: runs[runs.len() / 2].time, peak_memory }
    })
}

/// Runs a program to its end.
fn run(program: &str, args: &[&str]) -> Run {
    let start = Instant::now();
    let mut child = Command::new(program).args(args).stdout(Stdio::null()).spawn().expect("the program starts");
    let status_file = format!("/proc/{}/status", child.id());
    let mut peak_memory = 0;
    loop {
        // The kernel forgets the peak when the process ends, so it is polled.
        peak_memory = peak_memory.max(read_peak_memory(&status_file));
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            assert!(status.success(), "{program} {args:?}: {status}");
            return Run { time: start.elapsed(), peak_memory };
        }
        std::thread::sleep(Duration::from_micros(100));
    }
}

/// Peak resident memory (`VmHWM`) in kB; 0 if the file does not exist.
fn read_peak_memory(status_file: &str) -> u64 {
    let text = std::fs::read_to_string(status_file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
