//! Lists of puzzles: chunks, order, errors, limits, CSV.

mod command;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use command::{
    QEDOKU, SOLUTION_4X4, SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, WAIT_TIMEOUT, qedoku, qedoku_with,
};

/// A 9x9 puzzle with many solutions.
const AMBIGUOUS_9X9: &str = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9..........";

/// A list of lines of every kind, and the line of the output for each.
fn mixed_list(lines: usize) -> (String, Vec<&'static str>) {
    let mut list = String::new();
    let mut expected = Vec::new();
    for number in 0..lines {
        let (line, answer) = match number % 2500 {
            700 => (format!("{UNIQUE_9X9} a name"), SOLUTION_9X9),
            1100 => ("not a puzzle".to_owned(), "bad"),
            1500 => (UNIQUE_9X9.replacen('.', "1", 1), "none"),
            2100 => ("# a comment".to_owned(), ""),
            _ => (UNIQUE_9X9.to_owned(), SOLUTION_9X9),
        };
        writeln!(list, "{line}").unwrap();
        if !answer.is_empty() {
            expected.push(answer);
        }
    }
    (list, expected)
}

#[test]
fn a_long_list_has_the_same_output_on_any_number_of_threads_and_from_any_source() {
    let folder = TestFolder::new();
    let (list, expected) = mixed_list(30_000);
    let expected = expected.join("\n") + "\n";
    let file = folder.write("list.txt", &list);
    for threads in ["1", "2", "7"] {
        qedoku(["solve", &file, "--to", "line", "--threads", threads]).exits_with(3).stdout_is(&expected);
    }
    let packed = folder.path_to("list.txt.gz");
    let zstd = folder.path_to("list.txt.zst");
    for name in [&packed, &zstd] {
        qedoku(["convert", &file, "--to", "line", "-o", name]).exits_with(3);
        let unpacked = expected.lines().filter(|line| *line != "bad").collect::<Vec<_>>().join("\n") + "\n";
        qedoku(["solve", name]).exits_with(1).stdout_is(&unpacked);
    }
    qedoku_with(["solve", "-"], &list).exits_with(3).stdout_is(&expected);
}

#[test]
fn the_short_way_for_lists_of_lines_gives_the_same_lines_as_the_general_one() {
    let folder = TestFolder::new();
    let list: String = [UNIQUE_9X9, AMBIGUOUS_9X9, &UNIQUE_9X9.replacen('.', "1", 1), &UNIQUE_9X9.replace('.', "0")]
        .map(|line| format!("{line}\n"))
        .concat()
        .repeat(300);
    // A name behind each puzzle excludes the short way.
    let named = list.replace('\n', " name\n");
    let (list, named) = (folder.write("list.txt", list), folder.write("named.txt", named));
    let general = qedoku(["solve", &named, "--to", "line"]).exits_with(1).out;
    assert_eq!(general.lines().filter(|line| line.ends_with(" many")).count(), 300);
    qedoku(["solve", &list, "--to", "line"]).exits_with(1).stdout_is(&general);
}

#[test]
fn line_numbers_stay_right_in_every_chunk() {
    let folder = TestFolder::new();
    let mut list = format!("{UNIQUE_9X9}\n").repeat(20_000);
    list.push_str("1.3.....4....x2.\n");
    let file = folder.write("list.txt", list);
    qedoku(["count", &file]).exits_with(3).stderr_contains(&format!("{file}:20001:14: expected a digit 1-4"));
}

#[test]
fn repeated_errors_stop_after_ten_with_a_count() {
    let folder = TestFolder::new();
    let list = format!("{UNIQUE_9X9}\n").repeat(200) + &"x\n".repeat(1244);
    let file = folder.write("list.txt", list);
    for command in [&["solve"][..], &["convert", "--to", "line"], &["stats"]] {
        let mut args = command.to_vec();
        args.push(&file);
        let output = qedoku(args).exits_with(3).stderr_contains("... and 1,234 more errors\n");
        assert_eq!(output.err.lines().count(), 11, "{command:?}: {}", output.err);
    }
}

/// Peak memory of a process, in bytes, while it reads this text `repeats` times from its standard input.
#[cfg(target_os = "linux")]
fn peak_memory(args: &[&str], text: &str, repeats: usize) -> u64 {
    let mut command = Command::new(QEDOKU);
    let piped = command.args(args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = piped.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for _ in 0..repeats {
        input.write_all(text.as_bytes()).unwrap();
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(input);
    child.wait().unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak memory is in the file");
    peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_depend_on_the_length_of_the_list() {
    let megabyte = format!("{UNIQUE_9X9}\n").repeat((1 << 20) / 82);
    let grids = "1.|3.\n..|..\n--+--\n..|..\n..|2.\n\n".repeat((1 << 20) / 33);
    for (args, text) in [
        (&["solve", "--to", "line"][..], &megabyte),
        (&["convert", "--to", "sdm"], &megabyte),
        (&["count"], &megabyte),
        (&["stats", "-"], &megabyte),
        (&["convert", "--to", "line"], &grids),
    ] {
        let peak = peak_memory(args, text, 30);
        assert!(peak < 50 << 20, "{args:?}: {} MiB for 30 MiB", peak >> 20);
    }
}

#[test]
fn an_endless_line_and_a_bomb_stay_within_the_memory_limit() {
    let folder = TestFolder::new();
    let bomb = folder.path_to("bomb.gz");
    // 200 MB of one line, compressed by the command itself.
    let line = "5".repeat(200 << 20);
    let mut gzip = Command::new("gzip")
        .arg("-1")
        .stdin(Stdio::piped())
        .stdout(std::fs::File::create(&bomb).unwrap())
        .spawn()
        .unwrap();
    gzip.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
    assert!(gzip.wait().unwrap().success());
    for command in [&["solve"][..], &["count"], &["convert", "--to", "line"], &["rate"], &["stats"]] {
        let mut args = command.to_vec();
        args.extend([&bomb[..], "--memory-limit", "100M"]);
        let output = qedoku(args).exits_with(2).stderr_contains("found a line of more than 4 MiB");
        assert!(!output.err.contains("memory limit"), "{command:?}: {}", output.err);
    }
    // A command that needs the whole file stops at the limit.
    qedoku(["encode", &bomb, "--memory-limit", "50M"])
        .exits_with(124)
        .stderr_contains("stopped at the memory limit of 50 MiB");
}

#[test]
fn a_flipped_bit_in_a_zstd_file_is_an_error() {
    let folder = TestFolder::new();
    let compress = |text: &str| {
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        ruzstd::encoding::compress_to_vec(text.as_bytes(), level)
    };
    // A short text is stored as it is, and its last 4 becomes a 5.
    let mut puzzle = compress(&format!("{UNIQUE_9X9}\n"));
    let place = puzzle.iter().rposition(|byte| *byte == b'4').expect("stored text");
    puzzle[place] ^= 1;
    let puzzle = folder.write("puzzle.zst", puzzle);
    // The text of the certificate is valid; the checksum at its end is not.
    let mut certificate = compress(&qedoku(["prove", UNIQUE_9X9]).exits_with(0).out);
    *certificate.last_mut().unwrap() ^= 1;
    let certificate = folder.write("proof.zst", certificate);
    for command in [&["solve"][..], &["count"], &["stats"], &["encode"], &["convert", "--to", "line"], &["verify", "-"]]
    {
        let file = if command[0] == "verify" { &certificate } else { &puzzle };
        let mut args = command.to_vec();
        args.push(file);
        let output = qedoku_with(args, UNIQUE_9X9).exits_with(2).stdout_is("");
        assert!(output.err.contains("corrupt zstd data: wrong checksum"), "{command:?}: {}", output.err);
    }
}

#[test]
fn a_missing_file_is_reported_as_missing_and_a_similar_one_is_suggested() {
    let folder = TestFolder::new();
    folder.write("puzzles.txt", UNIQUE_9X9);
    let missing = folder.path_to("puzles.txt");
    let message = format!("error: {missing}: no such file (did you mean {}?)\n", folder.path_to("puzzles.txt"));
    let output = qedoku(["solve", &missing]).exits_with(2).stdout_is("");
    assert_eq!(output.err, message);
    let output = qedoku(["rate", "no-such-list.sdm"]).exits_with(2).stdout_is("");
    assert_eq!(output.err, "error: no-such-list.sdm: no such file\n");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_names_the_file() {
    let folder = TestFolder::new();
    let list = folder.write("list.txt", format!("{UNIQUE_9X9}\n").repeat(5000));
    qedoku(["convert", &list, "--to", "line", "-o", "/dev/full"])
        .exits_with(2)
        .stderr_contains("error: /dev/full: No space left on device");
    qedoku(["prove", UNIQUE_9X9, "-o", "/dev/full"])
        .exits_with(2)
        .stderr_contains("error: /dev/full: No space left on device");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(QEDOKU).args(["solve", &list]).stdout(full).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("error: standard output: No space left on device"), "{error}");
    assert_eq!(output.status.code(), Some(2));
}

/// An endless list, which ends only when the command does. Returns the output and the exit code.
#[cfg(unix)]
fn endless_list(args: &[&str], interrupt: bool) -> (String, String, Option<i32>) {
    let mut command = Command::new(QEDOKU);
    let piped = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = format!("{UNIQUE_9X9}\n").repeat(100);
    let writer = std::thread::spawn(move || while input.write_all(lines.as_bytes()).is_ok() {});
    if interrupt {
        let process = child.id();
        std::thread::spawn(move || {
            command::wait_for_interrupt_handler(process);
            std::thread::sleep(Duration::from_millis(300));
            command::program("kill", &["-INT", &process.to_string()]);
        });
    }
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
#[cfg(unix)]
fn an_interrupted_list_ends_at_once() {
    let start = Instant::now();
    let (out, err, code) = endless_list(&["solve", "--to", "line", "--time-limit", "500ms"], false);
    assert_eq!(code, Some(124));
    assert!(err.contains("stopped at the time limit of 500ms\n"), "{err}");
    assert!(err.contains("; the rest of the input was not processed\n"), "{err}");
    let unknown = out.lines().filter(|line| *line != SOLUTION_9X9).count();
    assert!(out.lines().count() > 100 && unknown <= 1, "{unknown} lines are no solutions");
    for command in [
        &["solve"][..],
        &["count"],
        &["rate"],
        &["explain", "--next"],
        &["prove"],
        &["candidates"],
        &["minimize"],
        &["convert", "--to", "line"],
    ] {
        let (out, err, code) = endless_list(command, true);
        assert_eq!(code, Some(130), "{command:?}: {err}");
        let stopped = "; the rest of the input was not processed\n";
        assert!(err.starts_with("error: stopped after ") && err.ends_with(stopped), "{command:?}: {err}");
        let unknown = out.lines().filter(|line| line.contains("unknown") || line.contains("interrupted")).count();
        assert!(!out.is_empty() && unknown <= 1, "{command:?}: {unknown} lines have no result");
    }
    assert_eq!(endless_list(&["stats", "-"], true).2, Some(130));
    assert!(start.elapsed() < WAIT_TIMEOUT);
}

#[test]
#[cfg(unix)]
fn a_pipe_that_delivers_nothing_does_not_outlive_the_time_limit() {
    let mut command = Command::new(QEDOKU);
    let piped = command.args(["count", "--time-limit", "300ms"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.stderr(Stdio::piped()).spawn().unwrap();
    let open_pipe = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(124));
    drop(open_pipe);
}

#[test]
fn csv_rows_and_columns_are_kept() {
    let folder = TestFolder::new();
    let file = folder.write(
        "list.csv",
        format!(
            "id,quiz,\"note\",solution\r\n1,{UNIQUE_9X9},\"a, b\",\r\n2,oops,\"\"\"x\"\"\",\r\n3,{UNIQUE_9X9},,4\r\n"
        ),
    );
    qedoku(["solve", &file, "--to", "csv"]).exits_with(3).stdout_is(&format!(
        "id,quiz,\"note\",solution,solution_2,answer\n\
         1,{UNIQUE_9X9},\"a, b\",,{SOLUTION_9X9},one\n\
         2,oops,\"\"\"x\"\"\",,,bad\n\
         3,{UNIQUE_9X9},,4,{SOLUTION_9X9},one\n"
    ));
    qedoku(["count", &file, "--csv"]).exits_with(3).stdout_is(&format!(
        "id,quiz,\"note\",solution,solutions\n1,{UNIQUE_9X9},\"a, b\",,1\n2,oops,\"\"\"x\"\"\",,bad\n3,{UNIQUE_9X9},,4,1\n"
    ));
    let rated = qedoku(["rate", &file, "--csv"]).exits_with(3).out;
    let rows: Vec<&str> = rated.lines().collect();
    assert_eq!(rows[0], "id,quiz,\"note\",solution,b,se,se_trust,er,ep,ed,steps,hardest,guesses,answer");
    assert!(rows[1].starts_with(&format!("1,{UNIQUE_9X9},\"a, b\",,")) && rows[1].ends_with(",one"), "{}", rows[1]);
    assert_eq!(rows[2], "2,oops,\"\"\"x\"\"\",,,,,,,,,,,bad");
}

#[test]
fn csv_keeps_its_separator_and_needs_no_header() {
    let list = format!("7;{UNIQUE_9X9};\n8;nonsense;x\n");
    qedoku_with(["solve", "--to", "csv"], &list)
        .exits_with(3)
        .stdout_is(&format!("7;{UNIQUE_9X9};;{SOLUTION_9X9};one\n8;nonsense;x;;bad\n"));
    // Lines that are no CSV become a column, and so do unreadable ones.
    qedoku_with(["solve", "--to", "csv"], &format!("{UNIQUE_9X9}\nno puzzle, really\n"))
        .exits_with(3)
        .stdout_is(&format!("puzzle,solution,answer\n{UNIQUE_9X9},{SOLUTION_9X9},one\n\"no puzzle, really\",,bad\n"));
    let folder = TestFolder::new();
    let one = folder.write("one.csv", format!("id,quiz\n1,{UNIQUE_9X9}\n"));
    let two = folder.write("two.csv", format!("quiz,id\n{UNIQUE_9X9},1\n"));
    qedoku(["solve", &one, &two, "--to", "csv"]).exits_with(2).stderr_contains("has other columns than");
}

/// Runs a command on a terminal of its own (by `script` of util-linux) and returns what it shows.
#[cfg(target_os = "linux")]
fn on_terminal(line: &str) -> String {
    let output = Command::new("script").args(["-qec", line, "/dev/null"]).stdin(Stdio::null()).output();
    String::from_utf8(output.expect("script is needed for this test").stdout).unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn progress_on_a_terminal_shows_share_rate_and_remaining_time() {
    let folder = TestFolder::new();
    let list = folder.write("list.txt", format!("{UNIQUE_9X9}\n").repeat(200_000));
    let shown = on_terminal(&format!("'{QEDOKU}' rate '{list}' -o /dev/null --time-limit 3s"));
    assert!(shown.contains(" %, ") && shown.contains(" puzzles, ") && shown.contains("/s, "), "{shown}");
    assert!(shown.contains(" left"), "{shown}");
    let single = on_terminal(&format!(
        "'{QEDOKU}' solve 100x100 --seed 3 --time-limit 3s --to line -q; '{QEDOKU}' count 9x9 --time-limit 2s"
    ));
    assert!(single.contains("working, "), "{single}");
    // The input of `stats` does not end, the output of `encode` has gigabytes, and the run of `compare` takes long.
    let pipe = folder.path().join("pipe");
    let pipe = pipe.display();
    let stats = on_terminal(&format!(
        "mkfifo '{pipe}'; yes {UNIQUE_9X9} > '{pipe}' & '{QEDOKU}' stats '{pipe}' --time-limit 3s"
    ));
    assert!(stats.contains(" puzzles, "), "{stats}");
    let encode = on_terminal(&format!("'{QEDOKU}' encode 144x144 --scheme extended --time-limit 3s > /dev/null"));
    assert!(encode.contains("B/s, "), "{encode}");
    let compare = on_terminal(&format!("'{QEDOKU}' compare 100x100 --scheme extended --repeat 2 --time-limit 3s"));
    assert!(compare.contains("0 of 2 runs, "), "{compare}");
    // Nothing on a pipe.
    let output = qedoku(["rate", &list, "-o", "/dev/null", "--time-limit", "1s"]).exits_with(124);
    assert!(!output.err.contains('%'), "{}", output.err);
}

/// A minimal 16x16 whose rating and explanation take long.
#[cfg(target_os = "linux")]
const HARD_16X16: &str = "9..C.7....D..84.2.5D....G..E...9..F7..4.2.63...A.8E45.3.C7....GD..8AG4.......2...GC..65A..B..1F4.F..8B.3..2.5.E.E.4..C.F.G.....6.6.3.FB..C.7GE5..D...A.C...F9.2B..9...1.3.E.......A...7......F.3.......65...4C...E3..2.5.D.G.6...C...3.7...48D..7.........C...B1";

#[test]
#[cfg(target_os = "linux")]
fn progress_of_a_single_puzzle_says_what_is_being_searched() {
    let rate = on_terminal(&format!("'{QEDOKU}' rate {HARD_16X16} --exact --time-limit 3s"));
    assert!(rate.contains("working, ") && rate.contains("; B >= "), "{rate}");
    let explain = on_terminal(&format!("'{QEDOKU}' explain 100x100 --next --time-limit 4s"));
    assert!(explain.contains("; step 1: ") && explain.contains(" of 1,000,000 candidates tested"), "{explain}");
    let estimate = on_terminal(&format!("'{QEDOKU}' count 25x25 --estimate --samples 1000000 --time-limit 3s"));
    assert!(estimate.contains(" of 1,000,000 samples"), "{estimate}");
}

#[test]
fn csv_rows_are_kept_by_convert_minimize_and_candidates() {
    let folder = TestFolder::new();
    let rows = [format!("7,\"a, b\",{UNIQUE_4X4}"), "8,x,4...".to_owned(), "9,y,44..............".to_owned()];
    let file = folder.write("list.csv", format!("id,name,quiz\n{}\n", rows.join("\n")));
    let zeros = |text: &str| text.replace('.', "0");
    qedoku(["convert", &file, "--to", "csv", "--blank", "0"]).exits_with(3).stdout_is(&format!(
        "id,name,quiz,converted,status\n{},{},ok\n{},,bad\n{},{},ok\n",
        rows[0],
        zeros(UNIQUE_4X4),
        rows[1],
        rows[2],
        zeros("44..............")
    ));
    qedoku(["minimize", &file, "--to", "csv"]).exits_with(3).stdout_is(&format!(
        "id,name,quiz,minimal,solution,answer\n{},{UNIQUE_4X4},{SOLUTION_4X4},one\n{},,,bad\n{},,,none\n",
        rows[0], rows[1], rows[2]
    ));
    let candidates = qedoku(["candidates", &file, "--to", "csv"]).exits_with(3).out;
    let lines: Vec<&str> = candidates.lines().collect();
    assert_eq!(lines[0], "id,name,quiz,candidates,status");
    assert!(lines[1].starts_with(&format!("{},...41....2..", rows[0])) && lines[1].ends_with(",ok"), "{candidates}");
    assert_eq!(lines[2..], [format!("{},,bad", rows[1]), format!("{},,none", rows[2])]);
}

#[test]
fn a_csv_field_with_a_line_break_is_refused_where_results_would_be_written_into_it() {
    let folder = TestFolder::new();
    let file = folder.write("list.csv", format!("quiz,note\n{UNIQUE_4X4},a\n{UNIQUE_4X4},\"two\nlines\"\n"));
    qedoku(["count", &file, "--csv"]).exits_with(2).stderr_contains("contains a line break");
}
