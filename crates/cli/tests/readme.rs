//! README.md, README.pt.md and the guide (docs/guide/src): every quoted command line is run and must print the quoted output, every link leads to
//! a file and a heading, and SUMMARY.md lists every chapter.
//!
//! Conventions:
//! - In a fenced block marked `console`, `sh` runs each line that begins with `$ `. The lines up to the next command are its
//!   output: standard output, then standard error. Empty lines at the end are ignored.
//! - A line `...` matches any number of lines, and `...` at the end of a line matches the rest of it.
//! - `cargo run --release -- ARGS` runs the command that the tests were built with.
//! - The commands of a document `NAME.pt.md` run in a Portuguese locale, those of the others in none.
//! - The commands of a document run in order in one empty folder, so each finds the files that earlier ones wrote.
//! - A block marked `console ignore` is not run. This is for commands that never end, need a large download, or show times
//!   that a reader will not see again. The test prints the number of such command lines and fails above [`MAX_IGNORED`].
//!   Blocks with any other mark are not command lines.

mod command;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use command::{QEDOKU, TestFolder, finish};

/// Most command lines that may be marked `console ignore` in all documents together.
const MAX_IGNORED: usize = 16;

/// External solvers that commands of the documents run.
const EXTERNAL_SOLVERS: [&str; 8] =
    ["minisat", "cryptominisat5", "cadical", "picosat", "clasp", "minizinc", "z3", "cp-sat"];

/// Folder of the guide's chapters, from the root of the project.
const GUIDE: &str = "docs/guide/src";

/// A document of the project.
struct Document {
    /// Path from the root of the project.
    name: String,
    text: String,
}

/// A command and its quoted output.
struct Example {
    /// Line number in the document.
    line: usize,
    command: String,
    expected: Vec<String>,
    /// Whether its block is marked `console ignore`.
    is_ignored: bool,
}

impl Document {
    /// The value of `LANG` for its commands.
    fn locale(&self) -> &'static str {
        if self.name.ends_with(".pt.md") { "pt_PT.UTF-8" } else { "C" }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README.md, its Portuguese version and all pages of the guide.
fn documents() -> Vec<Document> {
    let mut names = vec!["README.md".to_owned(), "README.pt.md".to_owned()];
    add_pages(GUIDE, &mut names);
    names.sort();
    let read = |name: String| Document { text: std::fs::read_to_string(root().join(&name)).expect("UTF-8 text"), name };
    names.into_iter().map(read).collect()
}

/// Adds the names of the Markdown files in a folder and the folders in it.
fn add_pages(folder: &str, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(root().join(folder)).expect("the folder exists") {
        let path = entry.expect("an entry of the folder").path();
        let name = format!("{folder}/{}", path.file_name().expect("an entry has a name").to_string_lossy());
        if path.is_dir() {
            add_pages(&name, names);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            names.push(name);
        }
    }
}

#[test]
fn every_command_of_documents_without_external_solvers_prints_the_quoted_output() {
    assert_commands_print_their_output(|document| !needs_external_solvers(document));
}

/// Needs the solvers that `./test` installs.
#[test]
fn every_command_of_documents_with_external_solvers_prints_the_quoted_output() {
    assert_commands_print_their_output(needs_external_solvers);
}

/// Whether a command of the document runs one of the external solvers, by itself or through `--solver` or `--to`.
fn needs_external_solvers(document: &Document) -> bool {
    let is_external = |word: &str| EXTERNAL_SOLVERS.contains(&word);
    let words = |example: Example| example.command.split([' ', ',', '\'']).any(is_external);
    examples(document).into_iter().filter(|example| !example.is_ignored).any(words)
}

/// Runs the commands of some of the documents, on all cores.
fn assert_commands_print_their_output(is_chosen: impl Fn(&Document) -> bool) {
    let documents: Vec<Document> = documents().into_iter().filter(is_chosen).collect();
    assert!(!documents.is_empty());
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let check = || {
            let documents = std::iter::from_fn(|| documents.get(next.fetch_add(1, Ordering::Relaxed)));
            documents.flat_map(wrong_examples).collect::<Vec<_>>()
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(check)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn few_command_lines_are_not_run() {
    let documents = documents();
    let all =
        documents.iter().flat_map(|document| examples(document).into_iter().map(|example| (&document.name, example)));
    let (ignored, run): (Vec<_>, Vec<_>) = all.partition(|(_, example)| example.is_ignored);
    println!("{} command lines are run, {} are marked `console ignore`:", run.len(), ignored.len());
    for (name, Example { line, command, .. }) in &ignored {
        println!("{name}:{line}: {command}");
    }
    assert!(run.len() > 50, "README.md and the guide have examples");
    assert!(ignored.len() <= MAX_IGNORED, "{} command lines are not run, more than {MAX_IGNORED}", ignored.len());
}

/// Runs the examples of a document. Returns a message for each whose output differs.
fn wrong_examples(document: &Document) -> Vec<String> {
    let folder = TestFolder::new();
    let mut wrong = Vec::new();
    for example in examples(document).iter().filter(|example| !example.is_ignored) {
        let shown = run(&folder, &example.command, document.locale());
        if !matches(trimmed(&example.expected), trimmed(&shown)) {
            let Example { line, command, expected, .. } = example;
            let (name, expected, shown) = (&document.name, expected.join("\n"), shown.join("\n"));
            wrong.push(format!("{name}:{line}: $ {command}\n-- is quoted as\n{expected}\n-- prints\n{shown}\n"));
        }
    }
    wrong
}

/// The examples of all `console` blocks, in order.
fn examples(document: &Document) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut mark: Option<&str> = None;
    let mut begins_block = false;
    for (number, line) in (1..).zip(document.text.lines()) {
        match (line.strip_prefix("```"), mark) {
            (Some(_), Some(_)) => mark = None,
            (Some(opened), None) => (mark, begins_block) = (Some(opened.trim()), true),
            (None, Some("console" | "console ignore")) => {
                match (line.strip_prefix("$ "), examples.last_mut().filter(|_| !begins_block)) {
                    (Some(command), _) => {
                        let (command, is_ignored) = (command.to_owned(), mark == Some("console ignore"));
                        examples.push(Example { line: number, command, expected: Vec::new(), is_ignored });
                    }
                    (None, Some(last)) => last.expected.push(line.trim_end().to_owned()),
                    (None, None) => panic!("{}:{number}: output without a command line: {line}", document.name),
                }
                begins_block = false;
            }
            (None, _) => {}
        }
    }
    assert!(mark.is_none(), "{}: the last block is not closed", document.name);
    examples
}

/// Runs a command line and returns standard output followed by standard error.
fn run(folder: &TestFolder, line: &str, locale: &str) -> Vec<String> {
    let line = line.replace("cargo run --release -- ", "qedoku ").replace("./target/release/qedoku", "qedoku");
    let folder_of_command = Path::new(QEDOKU).parent().expect("the command is in a folder").to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(std::iter::once(folder_of_command).chain(std::env::split_paths(&path))).expect("a PATH");
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", &line]).current_dir(folder.path()).env("PATH", path).env("LANG", locale);
    let output = finish(shell, "");
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
    let found = examples(&Document { name: "a.md".to_owned(), text: text.to_owned() });
    let commands: Vec<_> =
        found.iter().map(|example| (&example.command[..], example.line, example.is_ignored)).collect();
    assert_eq!(commands, [("one", 2, false), ("two", 5, false), ("three", 8, true)]);
    assert_eq!(found[0].expected, ["out", ""]);
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let documents = documents();
    let mut wrong = Vec::new();
    for document in &documents {
        let is_relative = |link: &&str| !link.contains("://") && !link.starts_with("mailto:");
        for link in links(&document.text).into_iter().filter(is_relative) {
            let (path, heading) = link.split_once('#').map_or((link, None), |(path, heading)| (path, Some(heading)));
            let Some(target) = resolve(&document.name, path) else {
                wrong.push(format!("{}: {link} leads out of the project", document.name));
                continue;
            };
            let text = documents.iter().find(|document| document.name == target).map(|document| &document.text);
            let has_heading = |heading| text.is_some_and(|text| headings(text).contains(heading));
            // The guide is also a book of its own, without the other files of the project.
            let is_outside = document.name.starts_with(GUIDE) && !target.starts_with(GUIDE);
            if is_outside || !root().join(&target).exists() || !heading.is_none_or(has_heading) {
                wrong.push(format!("{}: {link}", document.name));
            }
        }
    }
    assert!(wrong.is_empty(), "broken links, or links out of the guide:\n{}", wrong.join("\n"));
}

#[test]
fn the_summary_lists_every_chapter_once() {
    let documents = documents();
    let summary = format!("{GUIDE}/SUMMARY.md");
    let text = &documents.iter().find(|document| document.name == summary).expect("the guide has a summary").text;
    let mut listed: Vec<String> = links(text).into_iter().map(|link| format!("{GUIDE}/{link}")).collect();
    listed.sort();
    let mut chapters: Vec<String> = documents.into_iter().map(|document| document.name).collect();
    chapters.retain(|name| name.starts_with(GUIDE) && *name != summary);
    assert_eq!(listed, chapters);
}

/// The targets of the links and pictures of a text, without those in code blocks and code spans.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("\n```").step_by(2);
    let prose = prose.flat_map(|part| part.split('`').step_by(2));
    let targets = prose.flat_map(|part| part.split("](").skip(1));
    targets.filter_map(|target| target.split_once(')')).map(|(target, _)| target).collect()
}

/// The anchors of the headings of a text, as mdBook and GitHub form them.
fn headings(text: &str) -> BTreeSet<String> {
    let prose = text.split("\n```").step_by(2).flat_map(str::lines);
    let titles =
        prose.filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let kept = |symbol: &char| symbol.is_alphanumeric() || matches!(symbol, ' ' | '-' | '_');
    titles.map(|title| title.chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}

/// The path of a link from the root of the project; `None` if it leads out of it.
fn resolve(document: &str, link: &str) -> Option<String> {
    if link.is_empty() {
        return Some(document.to_owned());
    }
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => _ = parts.pop()?,
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[test]
fn links_and_headings_are_found_and_resolved() {
    let text = "# A `b`, c\n[one](x.md#a-b-c) and `[two](y)`\n```console\n[three](z)\n```\n![four](d.svg)\n";
    assert_eq!(links(text), ["x.md#a-b-c", "d.svg"]);
    assert_eq!(headings(text), ["a-b-c".to_owned()].into());
    assert_eq!(resolve("docs/a/b.md", "../c.md").as_deref(), Some("docs/c.md"));
    assert_eq!(resolve("docs/a/b.md", "").as_deref(), Some("docs/a/b.md"));
    assert_eq!(resolve("README.md", "../c.md"), None);
}
