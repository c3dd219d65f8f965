//! Small files that decompress to hundreds of megabytes stay within `--memory-limit` in every command that reads files.
#![cfg(target_os = "linux")]

mod command;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use command::{QEDOKU, TestFolder, UNIQUE_4X4, UNIQUE_9X9, WAIT_TIMEOUT, qedoku, without_settings};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// The limit of all runs.
const MEMORY_LIMIT: &str = "200M";
/// Bound on the peak memory in MiB: a process may use an eighth more than the limit before it is ended, and grows between two looks.
const MAX_PEAK: u64 = 270;
/// Size of a bomb when it is decompressed, in MiB.
const BOMB_SIZE: usize = 400;

/// A zstd file with this beginning, followed by the unit over and over.
fn bomb(folder: &TestFolder, name: &str, start: &str, unit: &str) -> String {
    let frame = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    let megabyte = frame(&unit.repeat((1 << 20) / unit.len()));
    let bytes = [frame(start), megabyte.repeat(BOMB_SIZE)].concat();
    assert!(bytes.len() < 4 << 20, "{name} has {} bytes", bytes.len());
    folder.write(name, bytes)
}

/// Waits for the end of a process. Returns its exit code and its peak memory in MiB.
fn wait_and_measure(mut child: Child) -> (Option<i32>, u64) {
    let (start, status_file) = (Instant::now(), format!("/proc/{}/status", child.id()));
    let mut peak = 0;
    loop {
        let status = std::fs::read_to_string(&status_file).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = kilobytes.unwrap_or(peak); // A process that has ended has no memory.
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), peak >> 10);
        }
        assert!(start.elapsed() < WAIT_TIMEOUT, "the command does not end");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Runs a command with limits. Asserts that it ends with an exit code of its own, and how much memory it used.
#[track_caller]
fn assert_bounded(args: &[&str]) {
    let mut command = Command::new(QEDOKU);
    let command = command.args(args).args(["--memory-limit", MEMORY_LIMIT, "--time-limit", "4s", "--quiet"]);
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let (code, peak) = wait_and_measure(without_settings(command).spawn().expect("the command starts"));
    assert!(matches!(code, Some(0..=3 | 124)), "{args:?} ended with {code:?}");
    assert!(peak > 0 && peak < MAX_PEAK, "{args:?} used {peak} MiB");
}

/// Commands that read puzzles.
const PUZZLE_COMMANDS: [&[&str]; 17] = [
    &["solve", "--to", "line"],
    &["solve", "--certified"],
    &["count"],
    &["candidates"],
    &["minimize"],
    &["convert", "--to", "line"],
    &["convert", "--to", "npy", "-o", "/dev/null"],
    &["rate"],
    &["explain"],
    &["prove"],
    &["stats"],
    &["encode"],
    &["encode", "--to", "minizinc"],
    &["compare", "--scheme", "reduced", "--repeat", "1"],
    &["bench", "--engine", "portable", "--repeat", "1", "--run-time", "1ms"],
    &["bench", "--peers", "--solver", "qedoku", "--run-limit", "1s"],
    &["generate", "--pattern"],
];

#[test]
fn a_long_list_is_bounded() {
    let folder = TestFolder::new();
    let list = bomb(&folder, "list.zst", "", &format!("{UNIQUE_9X9}\n"));
    let proofs = folder.write("p.proof", qedoku(["prove", UNIQUE_4X4]).exits_with(0).out);
    for command in PUZZLE_COMMANDS {
        assert_bounded(&[command, &[&list]].concat());
    }
    assert_bounded(&["explain", UNIQUE_9X9, "--position", &list]);
    assert_bounded(&["verify", &list, &proofs]);
}

#[test]
fn an_endless_line_is_bounded() {
    let folder = TestFolder::new();
    let line = bomb(&folder, "line.zst", "", "5");
    let proofs = folder.write("p.proof", qedoku(["prove", UNIQUE_4X4]).exits_with(0).out);
    for command in PUZZLE_COMMANDS {
        assert_bounded(&[command, &[&line]].concat());
    }
    assert_bounded(&["explain", UNIQUE_9X9, "--position", &line]);
    assert_bounded(&["verify", &line, &proofs]);
    assert_bounded(&["decode", &line]);
    assert_bounded(&["decode", &line, "--cnf", &line]);
}

#[test]
fn certificates_are_bounded() {
    let folder = TestFolder::new();
    let two = folder.write("two.txt", format!("{UNIQUE_4X4}\n{UNIQUE_4X4}\n"));
    let start = qedoku(["prove", UNIQUE_4X4]).exits_with(0).out.lines().next().unwrap().to_owned() + "\n";
    for (name, unit) in [("line.zst", "x"), ("lines.zst", "a line\n"), ("many.zst", &start)] {
        let certificate = bomb(&folder, name, &start, unit);
        assert_bounded(&["verify", UNIQUE_4X4, &certificate]);
        assert_bounded(&["verify", &two, &certificate]);
        assert_bounded(&["solve", &certificate]);
    }
}

#[test]
fn formulas_and_models_are_bounded() {
    let folder = TestFolder::new();
    let model = folder.write("model.txt", "s SATISFIABLE\nv 1 2 3 0\n");
    for (name, start, unit) in [
        ("clauses.zst", "p cnf 729 100000000\n", "1 -2 3 0\n"),
        ("clause.zst", "p cnf 729 1\n", "1 -2 3 "),
        ("comment.zst", "c", "x"),
        ("variables.zst", "p cnf 2000000000 9\n", "2000000000 -1999999999 0\n"),
    ] {
        let formula = bomb(&folder, name, start, unit);
        for command in [&["solve"][..], &["count"], &["convert", "--to", "line"], &["encode"], &["stats"]] {
            assert_bounded(&[command, &[&formula]].concat());
        }
        assert_bounded(&["stats", &formula, "--fix", "-o", "/dev/null"]);
        assert_bounded(&["decode", &model, "--cnf", &formula]);
    }
    for (name, start, unit) in
        [("v-line.zst", "s SATISFIABLE\nv", " 1 -2 3"), ("v-lines.zst", "s SATISFIABLE\n", "v 1 -2 3\n")]
    {
        assert_bounded(&["decode", &bomb(&folder, name, start, unit)]);
    }
}

#[test]
fn constraint_problems_are_bounded() {
    let folder = TestFolder::new();
    let start = "Map\nDomains\n1\nColour red green\nVariables\n2\nA Colour\nB Colour\n";
    let tuples = format!("{start}Constraints\n1\nA|B\nA B\nReject\n100000000\n");
    let domains = "Map\nDomains\n1\nColour";
    let variables = "Map\nDomains\n1\nColour red green\nVariables\n100000000\n";
    for (name, start, unit) in [
        ("tuples.zst", &tuples[..], "red red\n"),
        ("domain.zst", domains, " red"),
        ("variables.zst", variables, "A Colour\n"),
    ] {
        let problem = bomb(&folder, name, start, unit);
        for command in [&["solve"][..], &["count"], &["encode"], &["stats"], &["rate"]] {
            assert_bounded(&[command, &[&problem]].concat());
        }
    }
}

#[test]
fn documents_are_bounded() {
    let folder = TestFolder::new();
    let object = format!("{{\"puzzle\":\"{UNIQUE_9X9}\"}},");
    for (name, start, unit) in [
        ("array.zst", "[", &object[..]),
        ("text.zst", "{\"puzzle\":\"", "x"),
        ("nested.zst", "", "["),
        ("document.zst", "<?xml version=\"1.0\"?><opensudoku>", "<game/>"),
        ("cells.csv.zst", "id,quiz\n1,\"", "x\n"),
        ("blanks.zst", "", "\n"),
    ] {
        let document = bomb(&folder, name, start, unit);
        for command in [&["solve"][..], &["convert", "--to", "line"], &["stats"], &["encode"]] {
            assert_bounded(&[command, &[&document]].concat());
        }
    }
}
