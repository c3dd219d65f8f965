//! `qedoku stats`: what is in a file, and a clean one from a bent one.

mod command;

use command::{Folder, NINE, ONE, qedoku, qedoku_with};

#[test]
fn a_file_of_ours_is_told_by_its_families() {
    let folder = Folder::new();
    let cnf = folder.at("puzzle.cnf");
    qedoku(["encode", NINE, "--scheme", "extended", "-o", &cnf]).ends(0);
    let stats = &qedoku(["stats", &cnf, "--json"]).ends(0).objects()[0];
    assert_eq!((&stats["variables"], &stats["clauses"], &stats["board"]), (&729.into(), &12_011.into(), &"9x9".into()));
    let families = [("cell-some", 81), ("cell-once", 2916), ("house-some", 243), ("house-once", 8748), ("given", 23)];
    for (family, count) in families {
        assert_eq!(stats["families"][family], count, "{family}");
    }
    assert_eq!(stats["tolerated"].as_array().map(Vec::len), Some(0));
    let text = qedoku(["stats", &cnf]).ends(0).out;
    assert!(
        text.contains("12,011")
            && text.contains("scheme extended")
            && text.contains("each house has each digit at most once")
    );
}

#[test]
fn a_file_of_others_is_recognised_by_its_clauses() {
    let cnf = qedoku(["encode", NINE, "--scheme", "efficient"]).ends(0).out;
    let bare: Vec<&str> = cnf.lines().filter(|line| !line.starts_with("c ")).collect();
    let stats = &qedoku_with(["stats", "-", "--json"], &bare.join("\n")).ends(0).objects()[0];
    assert_eq!((&stats["board"], &stats["numbering"]), (&"9x9".into(), &"rowmajor".into()));
    assert_eq!((&stats["inferred"], &stats["families"]["cell-once"]), (&true.into(), &2916.into()));
}

#[test]
fn a_file_of_puzzles_is_counted_by_size_and_givens() {
    let folder = Folder::new();
    let file = folder.with("puzzles.txt", format!("{ONE}\n{ONE}\n11..............\n..2..3x114......\n{NINE}\n"));
    let said = qedoku(["stats", &file, "--json"]).ends(3).complains(&format!("{file}:4:7: "));
    let stats = &said.objects()[0];
    assert_eq!((&stats["kind"], &stats["puzzles"], &stats["bad"]), (&"puzzles".into(), &4.into(), &1.into()));
    assert_eq!(stats["clashing"], 1);
    assert_eq!(stats["givens"]["4x4 with boxes 2x2"]["5"], 2);
    assert_eq!(stats["givens"]["9x9 with boxes 3x3"]["23"], 1);
    qedoku(["stats", &file, "--quiet"]).ends(3).keeps_quiet();
}

/// Fixes a text; returns the clean file and what was mended.
#[track_caller]
fn fixed(text: &str) -> (String, String) {
    let said = qedoku_with(["stats", "-", "--fix"], text).ends(0);
    qedoku_with(["stats", "-", "--fix"], &said.out).ends(0).prints(&said.out);
    let again = qedoku_with(["stats", "-", "--json"], &said.out).ends(0).objects();
    assert_eq!(again[0]["tolerated"].as_array().map(Vec::len), Some(0), "{}", said.out);
    (said.out, said.err)
}

#[test]
fn a_bent_file_is_fixed_and_what_was_bent_is_told() {
    let clean = "p cnf 3 2\n1 -2 0\n2 3 0\n";
    let bent = [
        ("p cnf 3 2\r\n1 -2 0\r\n2 3 0\r\n", "CR LF"),
        ("p cnf 3 2\n1 -2 0\n2 3 0\n%\n0\n", "'%'"),
        ("p cnf 2 7\n1 -2 0\n2 3 0\n", "the header declares 7 clauses, but there are 2"),
        ("p cnf 2 2\n1 -2 0\n2 3 0\n", "the header declares 2 variables, but the highest is 3"),
        ("p cnf 3 2\n1 -2 0\n2 3\n", "no 0 at the end"),
        ("1 -2 0\n2 3 0\n", "there is no header"),
        ("1 -2\n2 3\n", "each line is read as one"),
        ("p cnf 3 2\n\n 1\t-2 0 2\n3 0", "begins with blanks"),
        ("2 3 0\n1 -2 0\n", "there is no header"),
    ];
    for (text, told) in &bent[..8] {
        let (out, err) = fixed(text);
        assert_eq!(out, clean, "from:\n{text}");
        assert!(err.contains(told), "expected '{told}' in:\n{err}");
    }
    let (out, err) = fixed(bent[8].0);
    assert!(out.ends_with("2 3 0\n1 -2 0\n") && err.contains(bent[8].1), "a first clause without negation: {out}");
}

#[test]
fn tidy_drops_what_says_nothing() {
    let text = "p cnf 3 3\n1 -1 0\n2 3 2 0\n-3 0\n";
    qedoku_with(["stats", "-", "--fix"], text).ends(0).prints(text);
    qedoku_with(["stats", "-", "--fix", "--tidy"], text).ends(0).prints("p cnf 3 2\n2 3 0\n-3 0\n");
    qedoku_with(["stats", "-", "--tidy"], text).ends(2).prints("");
    let stats = &qedoku_with(["stats", "-", "--json"], text).ends(0).objects()[0];
    assert_eq!((&stats["tautologies"], &stats["repeats"]), (&1.into(), &1.into()));
}

#[test]
fn a_fixed_file_goes_where_it_should() {
    let folder = Folder::new();
    let (bent, clean) = (folder.with("bent.cnf", "p cnf 1 1\n1 0\n-1"), folder.at("clean.cnf"));
    qedoku(["stats", &bent, "--fix", "-o", &clean]).ends(0).prints("");
    assert_eq!(std::fs::read_to_string(clean).unwrap(), "p cnf 1 2\n1 0\n-1 0\n");
    let nowhere = folder.at("no/such/folder.cnf");
    qedoku(["stats", &bent, "--fix", "-o", &nowhere]).ends(2).complains("cannot write");
}

#[test]
fn what_cannot_be_read_ends_with_2_and_its_place() {
    qedoku_with(["stats", "-"], "p cnf 3 2\n1 x 0\n").ends(2).complains("line 2, column 3");
    qedoku_with(["stats", "-", "--fix"], ONE).ends(2).prints("");
    qedoku(["stats", "no-such-file.cnf"]).ends(2).complains("no-such-file.cnf");
    qedoku(["stats", "."]).ends(2);
}

#[test]
fn a_file_without_a_puzzle_is_told() {
    let folder = Folder::new();
    let file = folder.with("empty.txt", "\n");
    qedoku(["stats", &file]).ends(2).prints("").complains(&format!("there is no puzzle in {file}"));
}
