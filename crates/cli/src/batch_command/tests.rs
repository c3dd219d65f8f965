//! Crashes at fixed points of a run: between write, fsync, rename and manifest.
//!
//! A run in a process of its own ends at a crash point without destructors; a second one resumes it, and the bytes are compared with
//! those of an undisturbed run. `tests/batch.rs` kills the command at random moments.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use clap::Parser;
use serde_json::Value;

use crate::args::Cli;
use crate::exit::Exit;
use crate::output::Output;

/// The points in the order in which a run passes them.
const POINTS: [&str; 12] = [
    "manifest-created",
    "checkpoint-written",
    "checkpoint-synced",
    "line-written",
    "checkpoint-recorded",
    "part-written",
    "header-written",
    "part-synced",
    "part-renamed",
    "folder-synced",
    "part-recorded",
    "complete",
];

/// Runs the command of the environment variable `QEDOKU_TEST_ARGS`.
#[test]
#[ignore = "the process in which the other tests run a command"]
fn child() {
    let Ok(args) = std::env::var("QEDOKU_TEST_ARGS") else { return };
    let args: Vec<String> = serde_json::from_str(&args).unwrap();
    let cli = Cli::parse_from(args);
    let mut out = Output::stdout();
    let exit = crate::run(&cli, &mut out).unwrap();
    assert_eq!(exit, Exit::SomeBadInput, "the table has malformed rows");
}

/// Runs a command in a process of its own. Returns whether it ended normally.
fn run(args: &[&str], crash: Option<&str>) -> bool {
    let args: Vec<&str> = ["qedoku", "batch"].iter().chain(args).copied().collect();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "batch_command::tests::child", "--ignored", "--nocapture"]);
    command.env("QEDOKU_TEST_ARGS", Value::from(args).to_string());
    command.env_remove("QEDOKU_TEST_CRASH");
    if let Some(point) = crash {
        command.env("QEDOKU_TEST_CRASH", point);
    }
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
}

/// A table of 4x4 puzzles with malformed rows.
fn write_table(path: &Path) {
    let mut text = "id,puzzle\n".to_owned();
    for id in 0..90 {
        let puzzle = ["..2..3.114......", "..2..3.1........", "123....4........", "no puzzle"][id % 4];
        writeln!(text, "{id},{puzzle}").unwrap();
    }
    fs::write(path, text).unwrap();
}

/// The data files of an output, by name.
fn data_files(output: &Path) -> Vec<(String, Vec<u8>)> {
    if output.is_file() {
        return vec![(String::new(), fs::read(output).unwrap())];
    }
    let entries = fs::read_dir(output).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .filter(|(name, _)| name != "_manifest.jsonl")
        .collect();
    files.sort();
    files
}

/// Runs with a crash at each point, the first times that it is passed.
fn crash_everywhere(output: &str, options: &[&str], points: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let input = path("in.csv");
    write_table(input.as_ref());
    let undisturbed = path(&format!("undisturbed-{output}"));
    let args = |output: &str, resume: bool| -> Vec<String> {
        let mut args = vec![input.clone(), "-o".into(), output.to_owned(), "--threads".into(), "1".into()];
        args.extend(options.iter().map(|option| (*option).to_owned()));
        args.extend(resume.then(|| "--resume".to_owned()));
        args
    };
    let run = |output: &str, resume: bool, crash: Option<&str>| {
        let args = args(output, resume);
        run(&args.iter().map(String::as_str).collect::<Vec<_>>(), crash)
    };
    assert!(run(&undisturbed, false, None), "{output}");
    let expected = data_files(undisturbed.as_ref());
    for point in points {
        for count in 1..=2 {
            let disturbed = path(&format!("{point}-{count}-{output}"));
            let crash = format!("{point}:{count}");
            if run(&disturbed, false, Some(&crash)) {
                // The point is passed once.
                assert!(count > 1, "{point} is never passed");
                continue;
            }
            // A second crash at the same point, in the resumed run.
            let resumed = run(&disturbed, true, Some(&crash));
            assert!(resumed || run(&disturbed, true, None), "{output} {crash}");
            assert!(data_files(disturbed.as_ref()) == expected, "{output} {crash}: other bytes");
        }
    }
}

#[test]
fn a_file_is_the_same_after_a_crash_at_any_point() {
    crash_everywhere("out.csv", &["--checkpoint", "0"], &POINTS);
    crash_everywhere("out.npy", &["--checkpoint", "0"], &POINTS);
}

#[test]
fn a_folder_is_the_same_after_a_crash_at_any_point() {
    crash_everywhere("out/", &["--checkpoint", "0", "--shard-rows", "40"], &POINTS);
    crash_everywhere("out/", &["--checkpoint", "0", "--shard-rows", "40", "--dedup"], &POINTS);
}

#[test]
fn a_compressed_file_is_the_same_after_a_crash_at_any_point() {
    let points = POINTS.map(|point| if point.starts_with("checkpoint") { "manifest-created" } else { point });
    crash_everywhere("out.csv.zst", &["--checkpoint", "0"], &points);
}

#[test]
#[cfg(feature = "columnar")]
fn a_parquet_file_is_the_same_after_a_crash_at_any_point() {
    crash_everywhere("out.parquet", &["--checkpoint", "0", "--row-group", "16"], &POINTS);
    let options = ["--to", "parquet", "--checkpoint", "0", "--shard-rows", "40", "--row-group", "16", "--dedup"];
    crash_everywhere("out/", &options, &POINTS);
}
