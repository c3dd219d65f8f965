//! How many instructions a puzzle takes: a figure that is the same on a busy machine.
//!
//! `cargo bench -p qedoku-lanes --bench instructions` counts them with valgrind, next to those of
//! `benches/instructions.txt`, and fails where they are 5 % more; with `-- --record` it writes that file anew (another compiler
//! is a reason to). Valgrind knows AVX2, but not AVX-512: the search is the same source for both.

use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use qedoku_lanes::{Digits, Found, Simd, Solver};

/// What is solved: a name, and two puzzles that are turned into many.
const KINDS: [(&str, [&[u8; 81]; 2]); 3] = [
    (
        "17-givens",
        [
            b"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
            b"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        ],
    ),
    (
        "hard",
        [
            b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        ],
    ),
    (
        "many-solutions",
        [
            b"1....7.9..3..2...8..96..5....53..9...1..8...26.................................7.",
            b"8..........36......7..9.2...5...7.......457.....1...3...1.......................4",
        ],
    ),
];

/// How often all puzzles are solved: the difference is counted, so that neither the start nor the first touch of memory is.
const REPEATS: [u32; 2] = [1, 3];

/// Puzzles of a kind.
const COUNT: usize = 72;

/// The share of instructions more that is a failure.
const TOLERANCE: f64 = 1.05;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [kind, simd, mode, repeats] = &arguments[..] {
        work(kind, simd, mode, repeats.parse().expect("a number"));
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("instructions: valgrind is not installed, nothing was counted");
        return ExitCode::SUCCESS;
    }
    let record = arguments.iter().any(|argument| argument == "--record");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt");
    let recorded = std::fs::read_to_string(&file).unwrap_or_default();
    let (mut figures, mut failed) = (String::new(), false);
    println!("{:<36} {:>12} {:>12} {:>8}", "instructions of a puzzle", "now", "recorded", "ratio");
    for (kind, _) in KINDS {
        for simd in ["portable", "avx2"] {
            for mode in ["batch", "one-by-one"] {
                let (name, now) = (format!("{kind} {simd} {mode}"), count(kind, simd, mode));
                let before = recorded.lines().find_map(|line| line.strip_prefix(&name)?.trim().parse::<u64>().ok());
                #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
                let ratio = before.map(|before| now as f64 / before as f64);
                let shown = |number: Option<String>| number.unwrap_or_else(|| "-".into());
                println!(
                    "{name:<36} {now:>12} {:>12} {:>8}",
                    shown(before.map(|before| before.to_string())),
                    shown(ratio.map(|ratio| format!("{ratio:.3}")))
                );
                failed |= ratio.is_some_and(|ratio| ratio > TOLERANCE);
                writeln!(figures, "{name} {now}").expect("a string takes everything");
            }
        }
    }
    if record {
        std::fs::write(&file, figures).expect("the figures can be written");
        return ExitCode::SUCCESS;
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The instructions of one puzzle, by the mean.
fn count(kind: &str, simd: &str, mode: &str) -> u64 {
    let [few, many] = REPEATS.map(|repeats| {
        let program: PathBuf = std::env::current_exe().expect("this program is somewhere");
        let output = Command::new("valgrind")
            .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
            .arg(program)
            .args([kind, simd, mode, &repeats.to_string()])
            .output()
            .expect("valgrind can be run");
        let report = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{report}");
        let line = report.lines().find(|line| line.contains("I refs:") || line.contains("I   refs:"));
        let number = line.and_then(|line| line.rsplit(':').next()).expect("valgrind tells what it counted");
        number.trim().replace(',', "").parse::<u64>().expect("a number")
    });
    (many - few) / u64::from(REPEATS[1] - REPEATS[0]) / COUNT as u64
}

/// Solves the puzzles of a kind.
fn work(kind: &str, simd: &str, mode: &str, repeats: u32) {
    let (_, puzzles) = KINDS.into_iter().find(|(name, _)| *name == kind).expect("a kind");
    let simd = Simd::available().find(|available| available.name() == simd).expect("instructions of this machine");
    let questions: Vec<Digits> = (0..COUNT).map(|number| variant(puzzles[number % 2], number / 2)).collect();
    let (mut solver, mut found) = (Solver::new(simd), vec![Found::default(); COUNT]);
    for _ in 0..repeats {
        if mode == "batch" {
            solver.solve(&questions, 2, &mut found);
        } else {
            for (question, found) in questions.iter().zip(&mut found) {
                *found = solver.solve_one(question, 2);
            }
        }
        black_box(&found);
    }
}

/// The puzzle with other digits, with its bands moved round, and mirrored at the diagonal.
fn variant(puzzle: &[u8; 81], number: usize) -> Digits {
    std::array::from_fn(|cell| {
        let (row, column) = (cell / 9, cell % 9);
        let (row, column) = if number.is_multiple_of(2) { (row, column) } else { (column, row) };
        match puzzle[9 * ((row + 3 * (number / 2)) % 9) + column] {
            digit @ b'1'..=b'9' => (digit - b'1' + (number / 6) as u8) % 9 + 1,
            _ => 0,
        }
    })
}
