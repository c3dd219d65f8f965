//! `qedoku generate`: reproducible output, options, and requests that cannot be met.

mod command;

use std::process::Command;
use std::time::Instant;

use command::{CommandOutput, QEDOKU, TestFolder, finish, qedoku};
use qedoku::lanes::SimdLevel;

/// A pattern of givens.
const PATTERN: [&str; 9] = [
    "...xx.xx.",
    ".xx......",
    "..xx.....",
    "x....x.x.",
    "...x.x...",
    ".x.x....x",
    ".....xx..",
    "......xx.",
    ".xx.xx...",
];

/// Asserts that each line is a puzzle with exactly one solution.
#[track_caller]
fn assert_unique(output: &CommandOutput) {
    let folder = TestFolder::new();
    let file = folder.write("made.txt", &output.out);
    qedoku(["solve", &file, "--to", "line", "--engine", "sat", "--quiet"]).exits_with(0);
}

#[track_caller]
fn lines(output: &CommandOutput) -> Vec<String> {
    output.out.lines().map(str::to_owned).collect()
}

fn givens(line: &str) -> usize {
    line.chars().filter(|symbol| *symbol != '.').count()
}

#[test]
fn a_single_puzzle_is_a_grid_and_its_seed_is_printed() {
    let output = qedoku(["generate"]).exits_with(0).stderr_contains("seed ");
    assert_eq!(output.out.lines().count(), 11, "{}", output.out);
    let seed = output.err.split_whitespace().nth(1).unwrap();
    let again = qedoku(["generate", "--seed", seed]).exits_with(0).stderr_is_empty();
    assert_eq!(again.out, output.out);
    assert_ne!(qedoku(["generate"]).exits_with(0).out, output.out);
    qedoku(["generate", "--quiet"]).exits_with(0).stderr_is_empty();
}

#[test]
fn several_puzzles_are_unique_and_a_longer_list_starts_with_a_shorter_one() {
    let output = qedoku(["generate", "300", "--seed", "1"]).exits_with(0).stderr_is_empty();
    let made = lines(&output);
    assert!(made.len() == 300 && made.iter().all(|line| line.len() == 81 && (19..30).contains(&givens(line))));
    assert_unique(&output);
    let fewer = qedoku(["generate", "20", "--seed", "1"]).exits_with(0);
    assert!(output.out.starts_with(&fewer.out));
    assert_ne!(qedoku(["generate", "20", "--seed", "2"]).exits_with(0).out, fewer.out);
    qedoku(["generate", "0", "--seed", "1"]).exits_with(0).stdout_is("");
}

#[test]
fn output_does_not_depend_on_threads_and_simd_level() {
    let folder = TestFolder::new();
    let pattern = folder.write("pattern.txt", PATTERN.concat());
    let requests: [&[&str]; 7] = [
        &["600"],
        &["20", "--givens", "..22"],
        &["50", "--symmetry", "rotate180"],
        &["40", "--givens", "30..40", "--not-minimal"],
        &["6", "--size", "6x6"],
        &["2", "--size", "16x16"],
        &["2", "--pattern", &pattern],
    ];
    for request in requests {
        let run = |threads: &str, simd: Option<&str>| {
            let mut command = Command::new(QEDOKU);
            command.args(["generate", "--seed", "11", "--threads", threads]).args(request);
            simd.map(|simd| command.env("QEDOKU_SIMD", simd));
            finish(&mut command, "").exits_with(0).out
        };
        let one = run("1", None);
        assert_eq!(run("2", None), one, "{request:?}");
        assert_eq!(run("3", None), one, "{request:?}");
        for simd in SimdLevel::available() {
            assert_eq!(run("1", Some(simd.name())), one, "{request:?}");
        }
    }
}

#[test]
fn boards_of_several_sizes_are_generated() {
    for (size, boxes, cells) in
        [("4x4", "2x2", 16), ("6x6", "2x3", 36), ("6x6", "3x2", 36), ("12x12", "3x4", 144), ("16x16", "4x4", 256)]
    {
        let output =
            qedoku(["generate", "--size", size, "--boxes", boxes, "--seed", "3", "--to", "line"]).exits_with(0);
        assert_eq!(output.out.trim_end().len(), cells);
        let folder = TestFolder::new();
        let file = folder.write("made.txt", &output.out);
        qedoku(["solve", &file, "--boxes", boxes, "--quiet"]).exits_with(0);
    }
    qedoku(["generate", "--size", "36x36"]).exits_with(1).stdout_is("").stderr_contains("above 25x25");
    qedoku(["generate", "--size", "7x7"]).exits_with(2).stdout_is("");
    qedoku(["generate", "--size", "6x6", "--boxes", "3x3"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("boxes 3x3 make");
}

#[test]
fn number_of_givens_and_symmetry_follow_the_options() {
    let output = qedoku(["generate", "30", "--seed", "1", "--givens", "21..22"]).exits_with(0);
    assert!(lines(&output).iter().all(|line| (21..=22).contains(&givens(line))));
    let output = qedoku(["generate", "30", "--seed", "1", "--givens", "50", "--not-minimal"]).exits_with(0);
    assert!(lines(&output).iter().all(|line| givens(line) == 50));
    assert_unique(&output);
    let output = qedoku(["generate", "30", "--seed", "1", "--symmetry", "rotate180"]).exits_with(0);
    let is_given = |symbol: char| symbol != '.';
    assert!(lines(&output).iter().all(|line| line.chars().map(is_given).eq(line.chars().rev().map(is_given))));
    assert_unique(&output);
    qedoku(["generate", "--givens", ""]).exits_with(2).stderr_contains("expected a number or a range");
    qedoku(["generate", "--givens", "5..3"]).exits_with(2).stderr_contains("5 is more than 3");
    qedoku(["generate", "--not-minimal"]).exits_with(2).stderr_contains("--givens");
}

#[test]
fn givens_follow_the_pattern() {
    let folder = TestFolder::new();
    let file = folder.write("pattern.txt", PATTERN.join("\n"));
    let output = qedoku(["generate", "2", "--seed", "1", "--pattern", &file, "--to", "line"]).exits_with(0);
    for line in lines(&output) {
        assert!(
            line.chars().zip(PATTERN.concat().chars()).all(|(digit, mark)| (digit == '.') == (mark == '.')),
            "{line}"
        );
    }
    assert_unique(&output);
    let few = folder.write("few.txt", format!("{}{}", "x".repeat(16), ".".repeat(65)));
    qedoku(["generate", "--pattern", &few]).exits_with(1).stdout_is("").stderr_contains("at least 17 givens, not 16");
    let bad = folder.write("bad.txt", "x.x");
    qedoku(["generate", "--pattern", &bad]).exits_with(2).stdout_is("").stderr_contains("found 3 cells");
    qedoku(["generate", "--pattern", &folder.path_to("none.txt")])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("none.txt");
    qedoku(["generate", "--pattern", &file, "--givens", "22"]).exits_with(2).stdout_is("");
    qedoku(["generate", "--pattern", &file, "--size", "16x16"]).exits_with(2).stderr_contains("the pattern is 9x9");
}

#[test]
fn impossible_requests_fail_with_exit_code_1_and_a_reason() {
    qedoku(["generate", "--givens", "16"]).exits_with(1).stdout_is("").stderr_contains("at least 17 givens, not 16");
    qedoku(["generate", "--givens", "79"]).exits_with(1).stdout_is("").stderr_contains("at most 72 givens, not 79");
    qedoku(["generate", "--givens", "82", "--not-minimal"]).exits_with(1).stderr_contains("it has 81 cells");
    qedoku(["generate", "--givens", "27", "--symmetry", "full"])
        .exits_with(1)
        .stderr_contains("no way to place 27 givens");
    let output =
        qedoku(["generate", "3", "--seed", "1", "--givens", "60", "--tries", "1000"]).exits_with(1).stdout_is("");
    output.stderr_contains("no minimal 9x9 puzzle with 60 givens was found in 1000 attempts in a row");
    let objects =
        qedoku(["generate", "--seed", "1", "--givens", "60", "--tries", "10", "--json"]).exits_with(1).objects();
    assert!(objects.len() == 1 && objects[0]["error"].as_str().unwrap().contains("10 attempts"), "{objects:?}");
}

#[test]
fn puzzles_generated_before_giving_up_are_kept() {
    let few = ["generate", "50", "--seed", "1", "--givens", "..21", "--tries", "500"];
    let output = qedoku(few)
        .exits_with(1)
        .stderr_contains("of 50 puzzles were generated; then no minimal 9x9 puzzle with at most 21 givens");
    assert!((1..50).contains(&output.out.lines().count()) && !output.err.contains("--not-minimal"), "{output:?}");
    let folder = TestFolder::new();
    let file = folder.write("made.txt", "as it was");
    qedoku(few.into_iter().chain(["-o", &file])).exits_with(1).stdout_is("");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), output.out);
    let kept = folder.write("kept.txt", "as it was");
    qedoku(["generate", "--givens", "60", "--tries", "10", "-o", &kept])
        .exits_with(1)
        .stderr_contains("--not-minimal allows");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "as it was");
}

#[test]
fn puzzles_are_written_in_any_format_and_to_files() {
    let to = |format| qedoku(["generate", "2", "--seed", "4", "--to", format]).exits_with(0).out;
    let line = to("line");
    for format in ["grid", "numbers", "clues", "sdm", "sdk", "ss", "csv"] {
        let folder = TestFolder::new();
        let file = folder.write("made", to(format));
        qedoku(["convert", &file, "--to", "line"]).exits_with(0).stdout_is(&line);
    }
    let csv = to("csv");
    assert!(csv.starts_with("puzzle,solution\n") && csv.lines().skip(1).all(|line| line.len() == 163), "{csv}");
    qedoku(["generate", "2", "--to", "svg"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("an SVG file shows one puzzle");
    assert!(qedoku(["generate", "--to", "svg"]).exits_with(0).out.trim_end().ends_with("</svg>"));
    qedoku(["generate", "--size", "4x4", "--to", "sdm"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("sdm is for 9x9 only");
    let folder = TestFolder::new();
    let file = folder.path_to("made.txt");
    qedoku(["generate", "2", "--seed", "4", "-o", &file]).exits_with(0).stdout_is("").stderr_is_empty();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), line);
}

#[test]
fn json_contains_seed_puzzle_and_solution() {
    let output = qedoku(["generate", "3", "--seed", "4", "--json"]).exits_with(0).stderr_is_empty();
    let objects = output.objects();
    let made = lines(&qedoku(["generate", "3", "--seed", "4"]).exits_with(0));
    assert_eq!(objects.len(), 3);
    for (object, line) in objects.iter().zip(made) {
        assert_eq!((&object["schema"], &object["seed"]), (&1.into(), &4.into()));
        assert_eq!((&object["board"], &object["puzzle"]), (&"9x9".into(), &line.clone().into()));
        let solved = qedoku(["solve", &line, "--to", "line"]).exits_with(0).out;
        assert_eq!(object["solution"], solved.trim_end());
    }
    let random = qedoku(["generate", "--json"]).exits_with(0).stderr_is_empty().objects();
    assert!(random[0]["seed"].is_u64());
}

#[test]
fn a_time_limit_ends_with_124_and_complete_puzzles() {
    let start = Instant::now();
    let output = qedoku(["generate", "100000000", "--seed", "1", "--time-limit", "3s"]).exits_with(124);
    assert!(start.elapsed() < command::WAIT_TIMEOUT);
    assert!(!output.out.is_empty() && output.out.lines().all(|line| line.len() == 81));
    let folder = TestFolder::new();
    let file = folder.write("kept.txt", "as it was");
    qedoku(["generate", "100000000", "--seed", "1", "--time-limit", "200ms", "-o", &file])
        .exits_with(124)
        .stderr_contains("of 100000000 puzzles; the output file was not written");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "as it was");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no partial file is left");
}
