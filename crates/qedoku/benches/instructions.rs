//! Instructions per puzzle of the hot paths: a measure that does not depend on the load of the machine.
//!
//! `cargo bench -p qedoku --bench instructions [-- NAME]` counts them with valgrind, compares them with the recorded figures in
//! `benches/instructions.txt`, and fails if any is 5 % higher or has no record. NAME selects the cases whose name contains it, for
//! example `lanes`. `--record` rewrites the figures of these cases (for example after a change of compiler).
//!
//! Valgrind supports AVX2 but not AVX-512; the source of the search is the same for both.

use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use qedoku::explain::{BraidRater, Explainer};
use qedoku::formats::{self, Format, PuzzleStream, ReadOptions, WriteOptions};
use qedoku::lanes::{BatchAnswer, LanesSolver, PuzzleLine, SimdLevel};
use qedoku::prove::{ProofGoal, prove};
use qedoku::{Certificate, Interrupt, Puzzle, Solver};

/// Puzzle sets: a name, and two puzzles from which all others are derived.
const PUZZLE_SETS: [(&str, [&[u8; 81]; 2]); 4] = [
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
    (
        "newspaper",
        [
            b"..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..",
            b".4.938.7.....6.2....87.4...8.2...316.........913.........3..74..3......8.81.7....",
        ],
    ),
];

/// Sets that the lanes engine solves.
const LANES_SETS: usize = 3;

/// Cases besides those of the lanes engine: a name, its puzzle set, and the work of a pass over all puzzles.
const CASES: [(&str, &str, MakePass); 11] = [
    ("parse lines", "17-givens", |puzzles| {
        let text = text(puzzles);
        Box::new(move || count_puzzles(&text))
    }),
    ("parse grids", "17-givens", |puzzles| {
        let grid = |puzzle: &Puzzle| write(puzzle, Format::Grid);
        let text = parsed(puzzles).iter().map(grid).collect::<Vec<_>>().join("\n");
        Box::new(move || count_puzzles(&text))
    }),
    ("cut and check lines", "17-givens", |puzzles| {
        let text = text(puzzles);
        Box::new(move || {
            let mut stream = PuzzleStream::new(text.as_bytes(), &ReadOptions::default()).expect(READABLE);
            let chunk = stream.next_chunk(COUNT, Vec::new()).expect(READABLE).expect(READABLE);
            chunk.classic_lines().expect("a list of classic puzzles").len()
        })
    }),
    ("write lines", "17-givens", |puzzles| {
        let puzzles = parsed(puzzles);
        Box::new(move || puzzles.iter().map(|puzzle| write(puzzle, Format::Line).len()).sum())
    }),
    ("write grids", "17-givens", |puzzles| {
        let puzzles = parsed(puzzles);
        Box::new(move || puzzles.iter().map(|puzzle| write(puzzle, Format::Grid).len()).sum())
    }),
    ("solve lines", "17-givens", solve_lines),
    ("solve lines", "many-solutions", solve_lines),
    ("rate", "newspaper", |puzzles| {
        let (puzzles, mut rater) = (parsed(puzzles), BraidRater::default());
        let mut is_rated = move |puzzle: &&Puzzle| rater.rate(puzzle).is_ok_and(|rating| rating.b.is_some());
        Box::new(move || puzzles.iter().filter(&mut is_rated).count())
    }),
    ("explain", "newspaper", |puzzles| {
        let (puzzles, mut explainer) = (parsed(puzzles), Explainer::default());
        let mut steps =
            move |puzzle: &Puzzle| explainer.explain(puzzle).map_or(0, |explanation| explanation.steps.len());
        Box::new(move || puzzles.iter().map(&mut steps).sum())
    }),
    ("prove", "newspaper", |puzzles| {
        let puzzles = parsed(puzzles);
        Box::new(move || puzzles.iter().map(|puzzle| certificate(puzzle).text().len()).sum())
    }),
    ("verify", "newspaper", |puzzles| {
        let proved: Vec<(Puzzle, Certificate)> =
            parsed(puzzles).into_iter().map(|puzzle| (puzzle.clone(), certificate(&puzzle))).collect();
        Box::new(move || proved.iter().filter(|(puzzle, certificate)| certificate.verify(puzzle).is_ok()).count())
    }),
];

/// Prepares a pass over these puzzles.
type MakePass = fn(&[[u8; 81]]) -> Pass;

/// A pass over all puzzles; returns a number, so that the work is not optimised away.
type Pass = Box<dyn FnMut() -> usize>;

/// Passes over all puzzles in two runs. The difference of the runs is counted, which excludes startup and first touch of memory.
const REPEATS: [u32; 2] = [1, 3];

/// Puzzles per set.
const COUNT: usize = 72;

/// Ratio to the recorded figure above which the benchmark fails.
const TOLERANCE: f64 = 1.05;

const READABLE: &str = "the text in memory can be read";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [run, name, repeats] = &arguments[..]
        && run == "--run"
    {
        run_case(name, repeats.parse().expect("a number"));
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("instructions: valgrind is not installed");
        return ExitCode::FAILURE;
    }
    let record = arguments.iter().any(|argument| argument == "--record");
    let filter = arguments.iter().find(|argument| *argument != "--record").map_or("", String::as_str);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt");
    let recorded = std::fs::read_to_string(&file).unwrap_or_default();
    let (mut figures, mut failed) = (String::new(), false);
    println!("{:<40} {:>12} {:>12} {:>8}", "instructions per puzzle", "now", "recorded", "ratio");
    for name in case_names() {
        let before = recorded.lines().find_map(|line| line.strip_prefix(&name)?.trim().parse::<u64>().ok());
        if !name.contains(filter) || !is_available(&name) {
            if let Some(before) = before {
                writeln!(figures, "{name} {before}").expect("a string can be written");
            }
            continue;
        }
        let now = count(&name);
        let ratio = before.map(|before| now as f64 / before as f64);
        let shown = |number: Option<String>| number.unwrap_or_else(|| "-".into());
        let (before, shown_ratio) = (before.map(|before| before.to_string()), ratio.map(|ratio| format!("{ratio:.3}")));
        println!("{name:<40} {now:>12} {:>12} {:>8}", shown(before), shown(shown_ratio));
        failed |= ratio.is_none_or(|ratio| ratio > TOLERANCE);
        writeln!(figures, "{name} {now}").expect("a string can be written");
    }
    if record {
        std::fs::write(&file, figures).expect("benches/instructions.txt must be writable");
        return ExitCode::SUCCESS;
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The names of all cases: `lanes SET LEVEL MODE`, and those of [`CASES`] with their set.
fn case_names() -> Vec<String> {
    let mut names = Vec::new();
    for (set, _) in &PUZZLE_SETS[..LANES_SETS] {
        for level in ["portable", "avx2"] {
            names.extend(["batch", "ordered", "one-by-one"].map(|mode| format!("lanes {set} {level} {mode}")));
        }
    }
    names.extend(CASES.iter().map(|(name, set, _)| format!("{name} {set}")));
    names
}

/// Whether this processor can run a case as it was recorded. All but the portable ones use AVX2, if only to solve the puzzle first.
fn is_available(name: &str) -> bool {
    name.contains("portable") || SimdLevel::available().any(|level| level.to_string() == "avx2")
}

/// Mean number of instructions per puzzle.
fn count(name: &str) -> u64 {
    let [few, many] = REPEATS.map(|repeats| {
        let program: PathBuf = std::env::current_exe().expect("the path of this program is known");
        let output = Command::new("valgrind")
            .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
            .arg(program)
            .args(["--run", name, &repeats.to_string()])
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

/// Runs the passes of a case.
fn run_case(name: &str, repeats: u32) {
    let puzzles = |set: &str| {
        let (_, originals) = PUZZLE_SETS.into_iter().find(|(name, _)| *name == set).expect("a known puzzle set");
        (0..COUNT).map(|number| variant(originals[number % 2], number / 2)).collect::<Vec<_>>()
    };
    let words: Vec<&str> = name.split(' ').collect();
    let mut pass = if let ["lanes", set, level, mode] = words[..] {
        lanes_pass(puzzles(set), level, mode)
    } else {
        let is_named = |(case, set, _): &&(&str, &str, MakePass)| format!("{case} {set}") == name;
        let (_, set, pass) = CASES.iter().find(is_named).expect("a known case");
        pass(&puzzles(set))
    };
    for _ in 0..repeats {
        assert!(black_box(pass()) > 0);
    }
}

/// Solves the puzzles with the lanes engine. `ordered` finds the first solution of the enumeration.
fn lanes_pass(puzzles: Vec<[u8; 81]>, level: &str, mode: &str) -> Pass {
    let level: SimdLevel = level.parse().expect("a SIMD level of this processor");
    let (mut solver, mut answers) = (LanesSolver::with_level(level), vec![BatchAnswer::default(); COUNT]);
    let mode = mode.to_owned();
    Box::new(move || {
        let lines: Vec<PuzzleLine> = puzzles.iter().map(PuzzleLine).collect();
        match mode.as_str() {
            "batch" => drop(solver.solve(&lines, 2, &mut answers)),
            "ordered" => drop(solver.solve_ordered(&lines, 2, &mut answers)),
            _ => {
                for (line, answer) in lines.iter().zip(&mut answers) {
                    *answer = solver.solve_one(line, 2);
                }
            }
        }
        answers.iter().map(|answer| answer.count as usize).sum()
    })
}

/// Solves the lines as `qedoku solve` does, the referee included, at the level that valgrind supports best.
fn solve_lines(puzzles: &[[u8; 81]]) -> Pass {
    let (puzzles, solver, mut answers) = (puzzles.to_vec(), Solver::default(), Vec::new());
    Box::new(move || {
        let lines: Vec<PuzzleLine> = puzzles.iter().map(PuzzleLine).collect();
        solver.solve_lines(&lines, &mut answers).expect("the search is not interrupted");
        answers.iter().map(|answer| answer.count as usize).sum()
    })
}

fn text(puzzles: &[[u8; 81]]) -> String {
    puzzles.iter().map(|puzzle| String::from_utf8_lossy(puzzle) + "\n").collect()
}

fn parsed(puzzles: &[[u8; 81]]) -> Vec<Puzzle> {
    puzzles.iter().map(|puzzle| String::from_utf8_lossy(puzzle).parse().expect("a puzzle")).collect()
}

fn count_puzzles(text: &str) -> usize {
    formats::read(text, &ReadOptions::default()).flatten().count()
}

fn write(puzzle: &Puzzle, format: Format) -> String {
    formats::write(puzzle, format, &WriteOptions::default()).expect("a format for classic puzzles")
}

fn certificate(puzzle: &Puzzle) -> Certificate {
    prove(puzzle, ProofGoal::default(), &Interrupt::default()).expect("the proof is not interrupted")
}

/// An isomorphic puzzle: digits relabelled, bands rotated, for odd numbers transposed.
fn variant(puzzle: &[u8; 81], number: usize) -> [u8; 81] {
    std::array::from_fn(|cell| {
        let (row, column) = (cell / 9, cell % 9);
        let (row, column) = if number.is_multiple_of(2) { (row, column) } else { (column, row) };
        match puzzle[9 * ((row + 3 * (number / 2)) % 9) + column] {
            digit @ b'1'..=b'9' => (digit - b'1' + (number / 6) as u8) % 9 + b'1',
            _ => b'.',
        }
    })
}
