//! Instructions per puzzle: a measure that does not depend on the load of the machine.
//!
//! `cargo bench -p qedoku-lanes --bench instructions` counts them with valgrind, compares them with the recorded figures in
//! `benches/instructions.txt`, and fails if any is 5 % higher. `-- --record` rewrites that file (for example after a change
//! of compiler). Valgrind supports AVX2 but not AVX-512; the source of the search is the same for both.

use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use qedoku_lanes::{BatchAnswer, CellDigits, LanesSolver, SimdLevel};

/// Puzzle sets: a name, and two puzzles from which all others are derived.
const PUZZLE_SETS: [(&str, [&[u8; 81]; 2]); 3] = [
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

/// Passes over all puzzles in two runs. The difference of the runs is counted, which excludes startup and first touch of memory.
const REPEATS: [u32; 2] = [1, 3];

/// Puzzles per set.
const COUNT: usize = 72;

/// Ratio to the recorded figure above which the benchmark fails.
const TOLERANCE: f64 = 1.05;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [set, level, mode, repeats] = &arguments[..] {
        solve_set(set, level, mode, repeats.parse().expect("a number"));
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("instructions: skipped, valgrind is not installed");
        return ExitCode::SUCCESS;
    }
    let record = arguments.iter().any(|argument| argument == "--record");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt");
    let recorded = std::fs::read_to_string(&file).unwrap_or_default();
    let (mut figures, mut failed) = (String::new(), false);
    println!("{:<36} {:>12} {:>12} {:>8}", "instructions per puzzle", "now", "recorded", "ratio");
    for (set, _) in PUZZLE_SETS {
        for level in ["portable", "avx2"] {
            for mode in ["batch", "one-by-one"] {
                let (name, now) = (format!("{set} {level} {mode}"), count(set, level, mode));
                let before = recorded.lines().find_map(|line| line.strip_prefix(&name)?.trim().parse::<u64>().ok());
                #[expect(clippy::cast_precision_loss, reason = "only three digits are printed")]
                let ratio = before.map(|before| now as f64 / before as f64);
                let shown = |number: Option<String>| number.unwrap_or_else(|| "-".into());
                println!(
                    "{name:<36} {now:>12} {:>12} {:>8}",
                    shown(before.map(|before| before.to_string())),
                    shown(ratio.map(|ratio| format!("{ratio:.3}")))
                );
                failed |= ratio.is_some_and(|ratio| ratio > TOLERANCE);
                writeln!(figures, "{name} {now}").expect("writing to a string cannot fail");
            }
        }
    }
    if record {
        std::fs::write(&file, figures).expect("benches/instructions.txt must be writable");
        return ExitCode::SUCCESS;
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Mean number of instructions per puzzle.
fn count(set: &str, level: &str, mode: &str) -> u64 {
    let [few, many] = REPEATS.map(|repeats| {
        let program: PathBuf = std::env::current_exe().expect("the path of this program is known");
        let output = Command::new("valgrind")
            .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
            .arg(program)
            .args([set, level, mode, &repeats.to_string()])
            .output()
            .expect("valgrind must run");
        let report = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{report}");
        let line = report.lines().find(|line| line.contains("I refs:") || line.contains("I   refs:"));
        let number = line.and_then(|line| line.rsplit(':').next()).expect("valgrind reports 'I refs'");
        number.trim().replace(',', "").parse::<u64>().expect("a number")
    });
    (many - few) / u64::from(REPEATS[1] - REPEATS[0]) / COUNT as u64
}

/// Solves the puzzles of a set.
fn solve_set(set: &str, level: &str, mode: &str, repeats: u32) {
    let (_, puzzles) = PUZZLE_SETS.into_iter().find(|(name, _)| *name == set).expect("a known puzzle set");
    let level: SimdLevel = level.parse().expect("a SIMD level of this processor");
    let puzzles: Vec<CellDigits> = (0..COUNT).map(|number| variant(puzzles[number % 2], number / 2)).collect();
    let (mut solver, mut answers) = (LanesSolver::with_level(level), vec![BatchAnswer::default(); COUNT]);
    for _ in 0..repeats {
        if mode == "batch" {
            solver.solve(&puzzles, 2, &mut answers);
        } else {
            for (puzzle, answer) in puzzles.iter().zip(&mut answers) {
                *answer = solver.solve_one(puzzle, 2);
            }
        }
        black_box(&answers);
    }
}

/// An isomorphic puzzle: digits relabelled, bands rotated, for odd numbers transposed.
fn variant(puzzle: &[u8; 81], number: usize) -> CellDigits {
    std::array::from_fn(|cell| {
        let (row, column) = (cell / 9, cell % 9);
        let (row, column) = if number.is_multiple_of(2) { (row, column) } else { (column, row) };
        match puzzle[9 * ((row + 3 * (number / 2)) % 9) + column] {
            digit @ b'1'..=b'9' => (digit - b'1' + (number / 6) as u8) % 9 + 1,
            _ => 0,
        }
    })
}
