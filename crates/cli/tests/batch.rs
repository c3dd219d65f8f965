//! `qedoku batch`: tables in every format, malformed rows, and outputs that survive whatever ends the process.

mod command;

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use command::{
    AMBIGUOUS_4X4, QEDOKU, SOLUTION_4X4, SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4,
    WAIT_TIMEOUT, qedoku, qedoku_with,
};

const DEFAULT_COLUMNS: &str = "answer,solution,error";

/// Runs `qedoku batch` on a text, which is standard input.
fn batch(input: &str, args: &[&str]) -> command::CommandOutput {
    qedoku_with([&["batch"], args].concat(), input)
}

#[test]
fn csv_rows_are_kept_byte_by_byte() {
    let quoted = "\"a, \"\"b\"\"\nc\"";
    let input = format!("id;quiz;note\r\n1;{UNIQUE_4X4}; x \r\n2;\"{AMBIGUOUS_4X4}\";{quoted}\n\n3;{UNSOLVABLE_4X4};");
    let out = batch(&input, &[]).exits_with(0).out;
    let many = out.split(";many;").nth(1).unwrap().split(';').next().unwrap();
    let expected = format!(
        "id;quiz;note;answer;solution;error\r\n1;{UNIQUE_4X4}; x ;one;{SOLUTION_4X4};\r\n\
         2;\"{AMBIGUOUS_4X4}\";{quoted};many;{many};\n3;{UNSOLVABLE_4X4};;none;;\r\n"
    );
    assert_eq!(out, expected);
}

#[test]
fn malformed_rows_stay_and_have_an_error() {
    let input = format!(
        "id,puzzle,note\n1,{UNIQUE_4X4},a\n2,{UNIQUE_4X4}x,b\n3\n4,{UNIQUE_4X4},c,d\n5,\"open,e\n6,{UNIQUE_4X4},f\n"
    );
    let result = batch(&input, &["--add", "answer"]).exits_with(3);
    let lines: Vec<&str> = result.out.lines().collect();
    assert_eq!(lines[0], "id,puzzle,note,answer,error");
    assert_eq!(lines[1], format!("1,{UNIQUE_4X4},a,one,"));
    assert!(lines[2].starts_with(&format!("2,{UNIQUE_4X4}x,b,invalid,\"expected n x n cells")), "{}", lines[2]);
    assert_eq!(lines[3], "3,,,invalid,\"expected a puzzle in field 2, found 1 fields\"");
    assert_eq!(lines[4], format!("4,{UNIQUE_4X4},\"c,d\",one,\"expected 3 fields, found 4\""));
    assert!(lines[5].starts_with("5,\"\"\"open\",e,invalid,"), "{}", lines[5]);
    assert_eq!(lines[6], format!("6,{UNIQUE_4X4},f,one,"));
    assert!(result.err.contains("6 rows: 3 one, 3 invalid, 1 with another error"), "{}", result.err);
    assert_eq!(
        batch("puzzle\nx\n", &["--column", "puzzle"]).exits_with(2).out,
        "puzzle,answer,solution,error\n\
        x,invalid,,\"expected n x n cells, such as 16, 36, 81 or 256, found 1 character\"\n"
    );
}

#[test]
fn json_lines_keep_their_objects() {
    let rows: Vec<String> = UNIQUE_4X4.chunks_of(4).iter().map(|row| format!("{row:?}")).collect();
    let rows = rows.join(", ");
    let input = format!(
        "{{\"id\": 1.50, \"puzzle\" : \"{UNIQUE_4X4}\" }}\n{{\"puzzle\":[{rows}],\"tags\":[1, 2]}}\nnot JSON\n\"{UNIQUE_4X4}\"\n{{\"id\":3}}\n"
    );
    let out = batch(&input, &["--to", "jsonl"]).exits_with(3).out;
    let lines: Vec<&str> = out.lines().collect();
    let results = format!("\"answer\":\"one\",\"solution\":\"{SOLUTION_4X4}\",\"error\":null}}");
    assert_eq!(lines[0], format!("{{\"id\": 1.50, \"puzzle\" : \"{UNIQUE_4X4}\",{results}"));
    assert_eq!(lines[1], format!("{{\"puzzle\":[{rows}],\"tags\":[1, 2],{results}"));
    assert!(
        lines[2].starts_with("{\"row\":\"not JSON\",\"answer\":\"invalid\",\"solution\":null,\"error\":\"column 2: ")
    );
    assert!(lines[3].contains(&format!("\"puzzle\":\"{UNIQUE_4X4}\"")) && lines[3].ends_with(&results), "{}", lines[3]);
    assert!(lines[4].contains("\"error\":\"expected a puzzle in the field \\\"puzzle\\\", which is missing\""));
    assert!(lines.iter().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

/// Parts of a text, `size` characters each.
trait Chunks {
    fn chunks_of(&self, size: usize) -> Vec<&str>;
}

impl Chunks for str {
    fn chunks_of(&self, size: usize) -> Vec<&str> {
        (0..self.len()).step_by(size).map(|start| &self[start..start + size]).collect()
    }
}

#[test]
fn every_format_becomes_every_other() {
    let folder = TestFolder::new();
    let list = format!("{UNIQUE_9X9}\n# comment\n{SOLUTION_9X9}\n");
    let csv = batch(&list, &[]).exits_with(0).out;
    assert_eq!(
        csv,
        format!("puzzle,{DEFAULT_COLUMNS}\n{UNIQUE_9X9},one,{SOLUTION_9X9},\n{SOLUTION_9X9},one,{SOLUTION_9X9},\n")
    );
    assert_eq!(batch(&list, &["--to", "tsv"]).out, csv.replace(',', "\t"));
    let json = batch(&list, &["--to", "jsonl"]).exits_with(0).out;
    assert!(json.starts_with(&format!("{{\"puzzle\":\"{UNIQUE_9X9}\",\"answer\":\"one\",")));
    assert_eq!(
        batch(&json, &["--to", "csv", "--add", "givens"]).exits_with(0).out.lines().next().unwrap(),
        "puzzle,answer,solution,error,givens,error_2"
    );
    // An array of puzzles, with a row that is none.
    let puzzles = folder.path_to("puzzles.npy");
    let digits =
        |line: &str| line.bytes().map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' }).collect::<Vec<u8>>();
    let body = [digits(UNIQUE_9X9), vec![17; 81], digits(SOLUTION_9X9)].concat();
    let board = qedoku::Board::CLASSIC;
    fs::write(&puzzles, [qedoku::formats::npy::header(board, 3), body].concat()).unwrap();
    let out = folder.path_to("solutions.npy");
    qedoku(["batch", &puzzles, "-o", &out]).exits_with(3);
    let expected =
        [qedoku::formats::npy::header(board, 3), digits(SOLUTION_9X9), vec![0; 81], digits(SOLUTION_9X9)].concat();
    assert_eq!(fs::read(&out).unwrap(), expected);
    let csv = qedoku(["batch", &puzzles]).exits_with(3).out;
    assert!(csv.lines().nth(2).unwrap().starts_with("17 17 17 "), "{csv}");
    // Grids of several lines.
    let grid = UNIQUE_9X9.chunks_of(9).join("\n") + "\n";
    assert_eq!(batch(&format!("{grid}\n{grid}"), &["--add", "answer"]).exits_with(0).out.lines().count(), 3);
}

#[test]
fn columns_are_added_in_the_order_of_the_option() {
    let out = batch(
        &format!("{UNIQUE_9X9}\n{}\n", ".".repeat(81)),
        &["--add", "steps,answer,rating,count,givens,se,techniques,canonical", "--limit", "7"],
    );
    let out = out.exits_with(0).out;
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "puzzle,steps,answer,rating,count,givens,se,se_trust,techniques,canonical,error");
    let fields: Vec<&str> = lines[1].split(',').collect();
    assert_eq!((fields[2], fields[4], fields[5]), ("one", "1", "23"), "{}", lines[1]);
    assert!(fields[8].contains("hidden single") && fields[9].len() == 81, "{}", lines[1]);
    assert_eq!(lines[2], format!("{},,many,,7,0,,,,{},", ".".repeat(81), ".".repeat(81)));
    assert!(batch("", &["--add", "colour"]).exits_with(2).err.contains("unknown column \"colour\""));
}

#[test]
fn names_that_exist_get_a_number() {
    let out = batch(&format!("puzzle,solution,error\n{UNIQUE_4X4},,\n"), &[]).exits_with(0).out;
    assert_eq!(out.lines().next().unwrap(), "puzzle,solution,error,answer,solution_2,error_2");
}

#[test]
fn equivalent_rows_are_left_out() {
    let folder = TestFolder::new();
    let relabelled: String = UNIQUE_9X9
        .chars()
        .map(|c| {
            if c == '1' {
                '2'
            } else if c == '2' {
                '1'
            } else {
                c
            }
        })
        .collect();
    let input = folder.write(
        "in.csv",
        format!("id,puzzle\n1,{UNIQUE_9X9}\n2,{relabelled}\n3,{UNIQUE_4X4}\n4,bad\n5,bad\n6,{UNIQUE_9X9}\n"),
    );
    let result = qedoku(["batch", &input, "--dedup", "--add", "answer"]).exits_with(3);
    let ids: Vec<&str> = result.out.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(ids, ["1", "3", "4", "5"]);
    assert!(result.err.contains("2 left out as duplicates"), "{}", result.err);
}

#[test]
fn byte_order_marks_and_nul_bytes_are_kept() {
    let input = format!("\u{feff}id,puzzle\n1\0,{UNIQUE_4X4}\n2,\0\n");
    let out = batch(&input, &["--add", "answer"]).exits_with(3).out;
    assert!(
        out.starts_with(&format!("\u{feff}id,puzzle,answer,error\n1\0,{UNIQUE_4X4},one,\n2,\0,invalid,")),
        "{out:?}"
    );
    let folder = TestFolder::new();
    let latin = folder.path_to("latin.csv");
    fs::write(&latin, [b"caf\xe9,", UNIQUE_4X4.as_bytes(), b"\n"].concat()).unwrap();
    let out = folder.path_to("out.csv");
    qedoku(["batch", &latin, "-o", &out, "--add", "answer"]).exits_with(0);
    assert_eq!(fs::read(&out).unwrap(), [b"caf\xe9,", UNIQUE_4X4.as_bytes(), b",one,\n"].concat());
}

#[test]
fn empty_tables_have_a_header() {
    assert_eq!(batch("", &[]).exits_with(0).out, "puzzle,answer,solution,error\n");
    assert_eq!(batch("id,puzzle\n", &[]).exits_with(0).out, "id,puzzle,answer,solution,error\n");
    let folder = TestFolder::new();
    let (input, out) = (folder.write("in.csv", "id,puzzle\n"), folder.path_to("out"));
    qedoku(["batch", &input, "-o", &format!("{out}/")]).exits_with(0);
    let part = Path::new(&out).join("part-00000.csv");
    assert_eq!(fs::read_to_string(part).unwrap(), "id,puzzle,answer,solution,error\n");
    // Without a folder for the files, and with one whose files are others.
    assert!(qedoku(["batch", &input, "-o", &format!("{out}/")]).exits_with(2).err.contains("--overwrite replaces it"));
}

#[test]
fn a_line_of_100_megabytes_is_a_row() {
    let folder = TestFolder::new();
    let (input, out) = (folder.path_to("in.csv"), folder.path_to("out.csv"));
    let long = "x".repeat(100_000_000);
    fs::write(&input, format!("id,puzzle\n1,{UNIQUE_4X4}\n2,{long}\n3,{UNIQUE_4X4}\n")).unwrap();
    qedoku(["batch", &input, "-o", &out, "--add", "answer"]).exits_with(3);
    let text = fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[3]), (4, &format!("3,{UNIQUE_4X4},one,")[..]));
    assert!(
        lines[2].starts_with("2,xxx")
            && lines[2].ends_with(",invalid,\"expected a puzzle, found a field of 100000000 bytes\"")
    );
}

#[test]
fn inputs_with_the_same_columns_are_one_table() {
    let folder = TestFolder::new();
    let a = folder.write("a.csv", format!("id,puzzle\n1,{UNIQUE_4X4}\n"));
    let b = folder.write("b.csv", format!("id,puzzle\n2,{UNIQUE_4X4}\n"));
    let c = folder.write("c.csv", format!("puzzle\n{UNIQUE_4X4}\n"));
    assert_eq!(qedoku(["batch", &a, &b]).exits_with(0).out.lines().count(), 3);
    let error = qedoku(["batch", &a, &c]).exits_with(2).err;
    assert!(error.contains("has other columns than") && error.contains("puzzle instead of id, puzzle"), "{error}");
    assert!(qedoku(["batch", &a, "-o", &a]).exits_with(2).err.contains("is input and output"));
    assert!(qedoku(["batch", &folder.path_to("none.csv")]).exits_with(2).err.contains("none.csv"));
}

#[test]
fn outputs_are_replaced_only_on_request_and_resumed_only_if_nothing_changed() {
    let folder = TestFolder::new();
    let input = folder.write("in.csv", format!("id,puzzle\n1,{UNIQUE_4X4}\n2,{UNIQUE_4X4}\n3,{UNIQUE_4X4}\n"));
    let out = folder.path_to("out");
    let shards = format!("{out}/");
    let run = |more: &[&str]| qedoku([&["batch", &input, "-o", &shards, "--shard-rows", "2"], more].concat());
    run(&[]).exits_with(0);
    let part = |number: usize| Path::new(&out).join(format!("part-{number:05}.csv"));
    let first = fs::read(part(0)).unwrap();
    assert!(run(&[]).exits_with(2).err.contains("exists: --overwrite replaces it"));
    // A part that was changed or removed is written again, and only that one.
    fs::write(part(0), "damaged").unwrap();
    let result = run(&["--resume"]).exits_with(0);
    assert!(result.err.contains("part-00000.csv is missing or has changed"), "{}", result.err);
    assert_eq!(fs::read(part(0)).unwrap(), first);
    assert!(run(&["--resume", "--add", "givens"]).exits_with(2).err.contains("add was [\"answer\",\"solution\"]"));
    fs::write(&input, format!("id,puzzle\n1,{UNIQUE_4X4}\n")).unwrap();
    assert!(run(&["--resume"]).exits_with(2).err.contains("in.csv has changed"));
    // Files of the earlier run that the new one does not replace are removed.
    run(&["--overwrite"]).exits_with(0);
    assert!(part(0).exists() && !part(1).exists());
    // A run that was killed before its manifest had a name.
    let killed = folder.path_to("killed");
    fs::create_dir(&killed).unwrap();
    fs::write(Path::new(&killed).join("._manifest.jsonl.1-0.unfinished"), "{").unwrap();
    qedoku(["batch", &input, "-o", &killed, "--resume"]).exits_with(0);
    // A file that no run has written.
    let other = folder.write("other.csv", "mine");
    assert!(
        qedoku(["batch", &input, "-o", &other, "--resume"])
            .exits_with(2)
            .err
            .contains("exists: --overwrite replaces it")
    );
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
}

#[test]
fn standard_input_that_changed_is_noticed() {
    let folder = TestFolder::new();
    let out = format!("{}/", folder.path_to("out"));
    let row = |id: usize| format!("{id},{UNIQUE_4X4}\n");
    let args = ["-o", &out, "--shard-rows", "1", "--resume"];
    batch(&(row(1) + &row(2)), &args).exits_with(0);
    fs::remove_file(Path::new(&out).join("part-00001.csv")).unwrap();
    let error = batch(&(row(7) + &row(2)), &args).exits_with(2).err;
    assert!(error.contains("the input has changed since the run was begun"), "{error}");
    batch(&(row(1) + &row(2)), &args).exits_with(0);
}

#[test]
fn two_runs_on_one_output_exclude_each_other() {
    let folder = TestFolder::new();
    let out = folder.path_to("out.csv");
    let mut first = Command::new(QEDOKU);
    first.args(["batch", "-", "-o", &out, "--checkpoint", "0"]).stdin(Stdio::piped()).stderr(Stdio::null());
    let mut first = first.spawn().unwrap();
    let mut stdin = first.stdin.take().unwrap();
    // More than the first look at the input needs, so that the run has begun.
    writeln!(stdin, "id,puzzle").unwrap();
    for id in 0..20_000 {
        writeln!(stdin, "{id},{UNIQUE_4X4}").unwrap();
    }
    stdin.flush().unwrap();
    wait_for(|| Path::new(&format!("{out}.manifest.jsonl")).exists());
    let second = qedoku_with(["batch", "-", "-o", &out, "--overwrite"], UNIQUE_4X4).exits_with(2);
    assert!(second.err.contains("another run is writing"), "{}", second.err);
    drop(stdin);
    assert!(first.wait().unwrap().success());
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 20_001);
    qedoku_with(["batch", "-", "-o", &out, "--overwrite"], UNIQUE_4X4).exits_with(0);
}

fn wait_for(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < WAIT_TIMEOUT, "the condition never holds");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn full_devices_are_errors() {
    let text = format!("id,puzzle\n{}", format!("1,{UNIQUE_4X4}\n").repeat(1000));
    let error = batch(&text, &["-o", "/dev/full", "--to", "csv"]).exits_with(2).err;
    assert!(error.contains("No space left on device"), "{error}");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child = Command::new(QEDOKU);
    let mut child = child.arg("batch").stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left on device"));
}

/// Runs a script of `sh` in a mount namespace, where it may mount file systems. `None` if that is not permitted.
#[cfg(target_os = "linux")]
fn with_mounts(script: &str) -> Option<command::CommandOutput> {
    let unshare = |script: &str| {
        let output =
            Command::new("unshare").args(["--user", "--map-root-user", "--mount", "sh", "-c", script]).output();
        output.ok().map(|output| command::command_output(&output))
    };
    let can_mount = unshare("mount -t tmpfs -o size=64k none /mnt").is_some_and(|output| output.code == 0);
    if !can_mount {
        eprintln!("skipped: no permission to mount a file system in a namespace");
        return None;
    }
    unshare(script)
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_the_run_can_be_resumed() {
    let folder = TestFolder::new();
    let input = folder.write("in.csv", format!("id,puzzle\n{}", format!("1,{UNIQUE_9X9}\n").repeat(3000)));
    let expected = folder.path_to("expected.csv");
    qedoku(["batch", &input, "-o", &expected]).exits_with(0);
    let script = format!(
        "mount -t tmpfs -o size=200k none /mnt || exit 77
        {QEDOKU} batch {input} -o /mnt/out.csv --checkpoint 0; echo first $?
        mount -o remount,size=8m /mnt
        {QEDOKU} batch {input} -o /mnt/out.csv --checkpoint 0 --resume; echo second $?
        cmp /mnt/out.csv {expected} && echo same
        mount -o remount,ro /mnt
        {QEDOKU} batch {input} -o /mnt/other.csv; echo third $?
        ls -A /mnt"
    );
    let Some(result) = with_mounts(&script) else { return };
    assert!(result.out.starts_with("first 2\nsecond 0\nsame\nthird 2\n"), "{result:?}");
    assert!(
        result.err.contains("No space left on device") && result.err.contains("Read-only file system"),
        "{result:?}"
    );
    assert_eq!(result.out.lines().skip(4).collect::<Vec<_>>(), ["out.csv", "out.csv.manifest.jsonl"], "{result:?}");
}

#[test]
fn a_closed_standard_output_ends_the_command_quietly() {
    let folder = TestFolder::new();
    let input = folder.write("in.csv", format!("id,puzzle\n{}", format!("1,{UNIQUE_4X4}\n").repeat(20_000)));
    let mut child = Command::new(QEDOKU);
    let mut child = child.args(["batch", &input]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn an_interrupted_run_is_resumed_where_it_stopped() {
    let folder = TestFolder::new();
    let (input, out) = (folder.write("in.csv", table(4000)), folder.path_to("out.csv"));
    let expected = folder.path_to("expected.csv");
    let options = ["--add", "answer,rating"];
    qedoku([&["batch", &input, "-o", &expected], &options[..]].concat()).exits_with(3);
    let stopped = qedoku([&["batch", &input, "-o", &out, "--time-limit", "300ms"], &options[..]].concat());
    if stopped.code == 124 {
        assert!(stopped.err.contains("--resume continues"), "{}", stopped.err);
        assert!(!Path::new(&out).exists());
    }
    qedoku([&["batch", &input, "-o", &out, "--resume"], &options[..]].concat()).exits_with(3);
    assert_eq!(fs::read(&out).unwrap(), fs::read(&expected).unwrap());
}

/// A table of 9x9 puzzles, some equivalent to others, with malformed rows.
fn table(rows: usize) -> String {
    let mut text = "id,puzzle,note\n".to_owned();
    for id in 0..rows {
        let shift =
            |c: char| c.to_digit(10).map_or(c, |digit| char::from_digit((digit + id as u32) % 9 + 1, 10).unwrap());
        // Without one of its givens it is another puzzle, with several solutions.
        let removed = UNIQUE_9X9.char_indices().filter(|(_, c)| *c != '.').nth(id % 23).map(|(cell, _)| cell);
        let cells = UNIQUE_9X9.chars().enumerate().map(|(cell, c)| if Some(cell) == removed { '.' } else { shift(c) });
        let puzzle: String = cells.collect();
        let puzzle = if id % 97 == 5 { "malformed" } else { &puzzle };
        writeln!(text, "{id},{puzzle},\"note {id}\"").unwrap();
    }
    text
}

/// The data of an output: its files, without the manifest.
fn data(output: &Path) -> Vec<(String, Vec<u8>)> {
    if output.is_file() {
        return vec![(String::new(), fs::read(output).unwrap())];
    }
    let entries = fs::read_dir(output).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<_> = entries.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    files.retain(|(name, _)| name != "_manifest.jsonl");
    files.sort();
    files
}

/// Kills runs with SIGKILL at random moments, `kills` in total, resumes them, and compares the final bytes.
fn kill_and_resume(output: &str, options: &[&str], kills: usize, seed: u64) {
    let folder = TestFolder::new();
    let input = folder.write("in.csv", table(6000));
    let args = |output: &str| {
        [&["batch", &input, "-o", output, "--quiet", "--resume", "--checkpoint", "1ms"], options].concat().join("\n")
    };
    let run = |output: &str| Command::new(QEDOKU).args(args(output).split('\n')).spawn().unwrap();
    let undisturbed = folder.path_to(&format!("undisturbed{output}"));
    let start = Instant::now();
    assert_eq!(run(&undisturbed).wait().unwrap().code(), Some(3));
    let duration = start.elapsed();
    let expected = data(undisturbed.as_ref());
    let mut state = seed;
    let mut random_below = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut killed = 0;
    for number in 0.. {
        let disturbed = folder.path_to(&format!("{number}{output}"));
        // After some kills the run may end.
        for _ in 0..=random_below(6) {
            let mut child = run(&disturbed);
            std::thread::sleep(duration.mul_f64(random_below(1000) as f64 / 900.0));
            let has_ended = child.try_wait().unwrap().is_some();
            child.kill().unwrap();
            child.wait().unwrap();
            killed += usize::from(!has_ended);
        }
        assert_eq!(run(&disturbed).wait().unwrap().code(), Some(3), "{output} {number}, seed {seed}");
        assert!(data(disturbed.as_ref()) == expected, "{output} {number}, seed {seed}: other bytes");
        if killed >= kills {
            break;
        }
    }
}

#[test]
fn a_file_is_the_same_after_any_number_of_kills() {
    kill_and_resume(".csv", &["--threads", "1"], 50, 1);
    kill_and_resume(".csv", &["--threads", "2"], 50, 2);
}

#[test]
fn a_folder_is_the_same_after_any_number_of_kills() {
    let options = ["--shard-rows", "700", "--dedup", "--add", "answer,canonical"];
    kill_and_resume("/", &[&options[..], &["--threads", "1"]].concat(), 50, 3);
    kill_and_resume("/", &[&options[..], &["--threads", "2"]].concat(), 50, 4);
}

/// Row groups of 512 rows, so that a run has checkpoints; the last kills come while it writes footers.
#[test]
#[cfg(feature = "columnar")]
fn a_parquet_file_is_the_same_after_any_number_of_kills() {
    kill_and_resume(".parquet", &["--threads", "1", "--row-group", "512"], 50, 5);
    kill_and_resume(".parquet", &["--threads", "2", "--row-group", "512"], 50, 6);
}

#[test]
#[cfg(feature = "columnar")]
fn a_folder_of_parquet_files_is_the_same_after_any_number_of_kills() {
    let options =
        ["--to", "parquet", "--shard-rows", "700", "--row-group", "300", "--dedup", "--add", "answer,canonical"];
    kill_and_resume("/", &[&options[..], &["--threads", "1"]].concat(), 50, 7);
    kill_and_resume("/", &[&options[..], &["--threads", "2"]].concat(), 50, 8);
}

/// A build without the feature names it; the magic bytes are enough.
#[test]
#[cfg(not(feature = "columnar"))]
fn parquet_and_arrow_need_a_feature() {
    let folder = TestFolder::new();
    let parquet = folder.write("a.parquet", "PAR1....PAR1");
    let arrow = folder.write("a.arrow", "ARROW1\0\0");
    let csv = folder.write("a.csv", format!("puzzle\n{UNIQUE_4X4}\n"));
    let out = folder.path_to("out.parquet");
    for args in [&[&parquet[..]][..], &[&arrow], &[&csv, "--to", "parquet"], &[&csv, "-o", &out]] {
        let error = qedoku([&["batch"], args].concat()).exits_with(2).err;
        assert!(error.contains("needs the feature \"columnar\"") && error.contains("--features columnar"), "{error}");
    }
    assert!(!Path::new(&out).exists());
}
