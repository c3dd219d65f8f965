//! Every command line in README.md and in the pages of docs/ does what is shown there.
//!
//! In a block marked `console`, a line that begins with `$ ` is run by `sh`, and the lines up to the next one are its
//! output, standard error after standard output; empty lines at its end do not count. A line `...` stands for any lines,
//! and at the end of a line for any rest of it. All blocks share one folder, so a file that one command writes is there
//! for the next. `console ignore` is not run.

mod command;

use std::path::{Path, PathBuf};
use std::process::Command;

use command::{Folder, QEDOKU, finish};

/// A command line and what it is said to print.
struct Example {
    /// Where it stands.
    line: usize,
    command: String,
    expected: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README.md, and the pages in docs/.
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
fn every_command_line_in_the_documents_does_what_is_shown() {
    let mut wrong = Vec::new();
    for (name, text) in documents() {
        let folder = Folder::new();
        for example in examples(&text) {
            let shown = run(&folder, &example.command);
            if !matches(trimmed(&example.expected), trimmed(&shown)) {
                let Example { line, command, expected } = &example;
                let (expected, shown) = (expected.join("\n"), shown.join("\n"));
                wrong
                    .push(format!("{name}:{line}: $ {command}\n-- is said to print\n{expected}\n-- prints\n{shown}\n"));
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

/// What a command line prints: standard output, then standard error.
fn run(folder: &Folder, line: &str) -> Vec<String> {
    let line = line.replace("cargo run --release -- ", "qedoku ").replace("./target/release/qedoku", "qedoku");
    let own = Path::new(QEDOKU).parent().expect("the command is in a folder").to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&path))).expect("a PATH");
    let said = finish(Command::new("sh").args(["-c", &line]).current_dir(folder.path()).env("PATH", path), "");
    said.out.lines().chain(said.err.lines()).map(|line| line.trim_end().to_owned()).collect()
}

/// The lines without empty ones at the end.
fn trimmed(lines: &[String]) -> &[String] {
    let last = lines.iter().rposition(|line| !line.is_empty());
    &lines[..last.map_or(0, |last| last + 1)]
}

/// Whether the lines are those expected, where `...` stands for any number of lines, or for the rest of one.
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
fn dots_stand_for_any_lines_and_everything_else_for_itself() {
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
