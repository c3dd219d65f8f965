//! Commands quoted in README.md and docs/*.md: each is run and must print the quoted output.
//!
//! In a block marked `console`, `sh` runs each line that starts with `$ `, and the lines up to the next one are its output,
//! standard error after standard output. Empty lines at the end are ignored. A line `...` matches any number of lines, and
//! `...` at the end of a line matches the rest of it. The blocks of a document share one folder, so files written by one
//! command are available to the next. Blocks marked `console ignore` are not run.

mod command;

use std::path::{Path, PathBuf};
use std::process::Command;

use command::{QEDOKU, TestFolder, finish};

/// A command and its quoted output.
struct Example {
    /// Line number in the document.
    line: usize,
    command: String,
    expected: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Names and texts of README.md and of the pages in docs/.
fn documents() -> Vec<(String, String)> {
    let pages = std::fs::read_dir(root().join("docs")).expect("there is a folder docs");
    let pages = pages.map(|page| page.expect("a file").path());
    let pages = pages.filter(|page| page.extension().is_some_and(|extension| extension == "md"));
    let mut names: Vec<String> =
        pages.filter_map(|page| Some(format!("docs/{}", page.file_name()?.to_string_lossy()))).collect();
    names.sort();
    names.insert(0, "README.md".to_owned());
    let read = |name: String| (std::fs::read_to_string(root().join(&name)).expect("the project has it"), name);
    names.into_iter().map(read).map(|(text, name)| (name, text)).collect()
}

#[test]
fn every_command_in_the_documents_prints_the_quoted_output() {
    let mut wrong = Vec::new();
    for (name, text) in documents() {
        let folder = TestFolder::new();
        for example in examples(&text) {
            let shown = run(&folder, &example.command);
            if !matches(trimmed(&example.expected), trimmed(&shown)) {
                let Example { line, command, expected } = &example;
                let (expected, shown) = (expected.join("\n"), shown.join("\n"));
                wrong.push(format!("{name}:{line}: $ {command}\n-- is quoted as\n{expected}\n-- prints\n{shown}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The examples of all `console` blocks, in order.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut mark: Option<&str> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (line.strip_prefix("```"), mark) {
            (Some(_), Some(_)) => mark = None,
            (Some(opened), None) => mark = Some(opened.trim()),
            (None, Some("console")) => match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => {
                    examples.push(Example { line: number, command: command.to_owned(), expected: Vec::new() });
                }
                (None, Some(last)) => last.expected.push(line.trim_end().to_owned()),
                (None, None) => panic!("README.md:{number}: output without a command line: {line}"),
            },
            (None, _) => {}
        }
    }
    examples
}

/// Runs a command line and returns standard output followed by standard error.
fn run(folder: &TestFolder, line: &str) -> Vec<String> {
    let line = line.replace("cargo run --release -- ", "qedoku ").replace("./target/release/qedoku", "qedoku");
    let folder_of_command = Path::new(QEDOKU).parent().expect("the command is in a folder").to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(std::iter::once(folder_of_command).chain(std::env::split_paths(&path))).expect("a PATH");
    let output = finish(Command::new("sh").args(["-c", &line]).current_dir(folder.path()).env("PATH", path), "");
    output.out.lines().chain(output.err.lines()).map(|line| line.trim_end().to_owned()).collect()
}

/// The lines without trailing empty lines.
fn trimmed(lines: &[String]) -> &[String] {
    let last = lines.iter().rposition(|line| !line.is_empty());
    &lines[..last.map_or(0, |last| last + 1)]
}

/// Whether the lines match; `...` matches any number of lines, or the rest of one.
fn matches(expected: &[String], shown: &[String]) -> bool {
    match expected.split_first() {
        None => shown.is_empty(),
        Some((line, rest)) if line == "..." => (0..=shown.len()).any(|skipped| matches(rest, &shown[skipped..])),
        Some((line, rest)) => shown.first().is_some_and(|first| is_line(line, first)) && matches(rest, &shown[1..]),
    }
}

fn is_line(expected: &str, shown: &str) -> bool {
    expected.strip_suffix("...").map_or(expected == shown, |start| shown.starts_with(start.trim_end()))
}

#[test]
fn dots_match_any_lines_and_other_lines_match_themselves() {
    let fits = |expected: &str, shown: &str| {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        matches(&lines(expected), &lines(shown))
    };
    assert!(fits("a\n...\nd", "a\nb\nc\nd") && fits("...", "") && fits("a\n...", "a") && fits("", ""));
    assert!(fits("a b ...\nd", "a b c\nd") && !fits("a b ...", "a c") && !fits("a ...", "a\nb"));
    assert!(!fits("a\n...\nd", "a\nb") && !fits("a", "a\nb") && !fits("", "a") && !fits("a", ""));
}

#[test]
fn blocks_are_split_into_command_lines_and_their_output() {
    let text = "```console\n$ one\nout\n\n$ two\n```\n```console ignore\n$ three\n```\n```sh\n$ four\n```\n";
    let found = examples(text);
    let commands: Vec<&str> = found.iter().map(|example| &example.command[..]).collect();
    assert_eq!(commands, ["one", "two"]);
    assert_eq!(found[0].expected, ["out", ""]);
    assert_eq!((found[0].line, found[1].line), (2, 5));
}
