//! Dependencies between the crates of the workspace: exactly those listed in ARCHITECTURE.md. Metadata of their packages, and the
//! paths that documents for contributors name.
//!
//! The list of dependencies is a `text` block that starts with the line `dependency edges` and has one line per crate with dependencies:
//! `qedoku -> qedoku-puzzle, qedoku-encode`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate and one of its dependencies.
type Edge = (String, String);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn dependencies_between_crates_are_those_listed_in_the_architecture() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is at the root");
    let (listed, actual) = (listed_edges(&text), actual_edges());
    let shown = |edges: &BTreeSet<Edge>| edges.iter().map(|(from, to)| format!("{from} -> {to}")).collect::<Vec<_>>();
    let unlisted = shown(&(&actual - &listed));
    assert!(unlisted.is_empty(), "in Cargo.toml and not in ARCHITECTURE.md: {unlisted:?}");
    let absent = shown(&(&listed - &actual));
    assert!(absent.is_empty(), "in ARCHITECTURE.md and not in any Cargo.toml: {absent:?}");
}

/// The edges listed in ARCHITECTURE.md.
fn listed_edges(text: &str) -> BTreeSet<Edge> {
    let block = text.split("```text\ndependency edges\n").nth(1).expect("a text block 'dependency edges'");
    let lines = block.lines().take_while(|line| !line.starts_with("```")).filter(|line| !line.trim().is_empty());
    lines.flat_map(parse_edges).collect()
}

fn parse_edges(line: &str) -> Vec<Edge> {
    let (from, all) = line.split_once("->").unwrap_or_else(|| panic!("expected 'crate -> crates', found '{line}'"));
    all.split(',').map(|to| (from.trim().to_owned(), to.trim().to_owned())).collect()
}

/// The crates of the workspace according to cargo.
fn packages() -> Vec<serde_json::Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let args = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
    let output = Command::new(cargo).args(args).current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    serde_json::from_value(metadata["packages"].take()).expect("a list")
}

/// The edges between crates of the workspace.
fn actual_edges() -> BTreeSet<Edge> {
    let packages = packages();
    let name = |value: &serde_json::Value| value["name"].as_str().expect("a name").to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let edges_of = |package: &serde_json::Value| -> Vec<Edge> {
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        dependencies.iter().map(name).filter(|to| ours.contains(to)).map(|to| (name(package), to)).collect()
    };
    packages.iter().flat_map(edges_of).collect()
}

#[test]
fn dependency_edges_are_parsed_line_by_line() {
    let text = "words\n```text\ndependency edges\na -> b, c\n\nb -> c\n```\n```text\nd -> e\n```\n";
    let pairs = [("a", "b"), ("a", "c"), ("b", "c")];
    assert_eq!(listed_edges(text), pairs.map(|(from, to)| (from.to_owned(), to.to_owned())).into());
}

#[test]
fn every_published_crate_has_the_metadata_of_a_package() {
    let is_published = |package: &serde_json::Value| package["publish"].is_null();
    let packages: Vec<serde_json::Value> = packages().into_iter().filter(is_published).collect();
    assert_eq!(packages.len(), 12);
    let mut descriptions = BTreeSet::new();
    for package in &packages {
        let name = package["name"].as_str().expect("a name");
        let text = |field: &str| package[field].as_str().unwrap_or_else(|| panic!("{name} has no {field}")).to_owned();
        assert!(descriptions.insert(text("description")), "{name} has the description of another crate");
        assert_eq!(text("documentation"), format!("https://docs.rs/{name}"));
        let folder = PathBuf::from(text("manifest_path")).parent().expect("a folder").to_path_buf();
        for file in [&*text("readme"), "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).is_file(), "{name} has no {file}");
        }
        for list in ["keywords", "categories"] {
            assert!(package[list].as_array().is_some_and(|list| (1..=5).contains(&list.len())), "{name}: {list}");
        }
    }
}

#[test]
fn the_citation_has_the_version_of_the_crates() {
    let text = std::fs::read_to_string(root().join("CITATION.cff")).expect("CITATION.cff is at the root");
    assert!(text.lines().any(|line| line == concat!("version: ", env!("CARGO_PKG_VERSION"))), "{text}");
}

#[test]
fn paths_in_the_documents_for_contributors_exist() {
    for (document, at_least) in [("CONTRIBUTING.md", 20), ("SECURITY.md", 4)] {
        let text = std::fs::read_to_string(root().join(document)).expect("the document is at the root");
        let folders = ["crates/", "docs/", "fuzz/", "testdata/", "packaging/"];
        let words = text.split(|symbol: char| symbol.is_whitespace() || "`()".contains(symbol));
        let words = words.filter(|word| folders.iter().any(|folder| word.starts_with(folder)));
        let paths: Vec<&str> = words.map(|word| word.trim_end_matches([',', '.', ':', ';'])).collect();
        assert!(paths.len() >= at_least, "{document}: {paths:?}");
        let missing: Vec<&str> = paths.into_iter().filter(|path| !root().join(path).exists()).collect();
        assert!(missing.is_empty(), "{document} names paths that do not exist: {missing:?}");
    }
}
