//! `qedoku stats`: statistics, and normalisation of CNF files.

mod command;

use std::process::Command;

use command::{QEDOKU, SOLUTION_4X4, TestFolder, UNIQUE_4X4, UNIQUE_9X9, finish, qedoku, qedoku_with};

#[test]
fn statistics_of_an_encoded_file_list_its_clause_families() {
    let folder = TestFolder::new();
    let cnf = folder.path_to("puzzle.cnf");
    qedoku(["encode", UNIQUE_9X9, "--scheme", "extended", "-o", &cnf]).exits_with(0);
    let stats = &qedoku(["stats", &cnf, "--json"]).exits_with(0).objects()[0];
    assert_eq!((&stats["variables"], &stats["clauses"], &stats["board"]), (&729.into(), &12_011.into(), &"9x9".into()));
    let families = [
        ("cell-some", 81),
        ("cell-once", 2916),
        ("row-some", 81),
        ("column-some", 81),
        ("box-some", 81),
        ("row-once", 2916),
        ("column-once", 2916),
        ("box-once", 2916),
        ("given", 23),
    ];
    for (family, count) in families {
        assert_eq!(stats["families"][family], count, "{family}");
    }
    assert_eq!(stats["tolerated"].as_array().map(Vec::len), Some(0));
    let text = qedoku(["stats", &cnf]).exits_with(0).out;
    assert!(
        text.contains("12,011")
            && text.contains("scheme extended")
            && text.contains("each box has each digit at most once")
    );
}

#[test]
fn boxes_without_repeats_are_counted_apart_from_rows_and_columns() {
    let cnf = qedoku(["encode", "9x9", "--scheme", "efficient", "--no-repeats"]).exits_with(0).out;
    let bare: Vec<&str> = cnf.lines().filter(|line| !line.starts_with("c ")).collect();
    for text in [cnf.clone(), bare.join("\n")] {
        let families = &qedoku_with(["stats", "-", "--json"], &text).exits_with(0).objects()[0]["families"];
        assert_eq!(["row-once", "column-once", "box-once"].map(|family| &families[family]), [2916, 2916, 1458]);
    }
}

#[test]
fn rules_that_reduced_shortens_to_one_literal_are_not_givens() {
    let puzzle = "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..";
    let cnf = qedoku(["encode", puzzle]).exits_with(0).out;
    let stats = &qedoku_with(["stats", "-", "--json"], &cnf).exits_with(0).objects()[0];
    assert_eq!(stats["families"]["given"], 29);
    assert_eq!(stats["other"], 0);
}

#[test]
fn a_file_without_metadata_is_recognised_by_its_clauses() {
    let cnf = qedoku(["encode", UNIQUE_9X9, "--scheme", "efficient"]).exits_with(0).out;
    let bare: Vec<&str> = cnf.lines().filter(|line| !line.starts_with("c ")).collect();
    let stats = &qedoku_with(["stats", "-", "--json"], &bare.join("\n")).exits_with(0).objects()[0];
    assert_eq!((&stats["board"], &stats["numbering"]), (&"9x9".into(), &"rowmajor".into()));
    assert_eq!((&stats["inferred"], &stats["families"]["cell-once"]), (&true.into(), &2916.into()));
}

#[test]
fn puzzles_are_counted_by_size_and_givens() {
    let folder = TestFolder::new();
    let file = folder.write(
        "puzzles.txt",
        format!("{UNIQUE_4X4}\n{UNIQUE_4X4}\n11..............\n..2..3x114......\n{UNIQUE_9X9}\n"),
    );
    let output = qedoku(["stats", &file, "--json"]).exits_with(3).stderr_contains(&format!("{file}:4:7: "));
    let stats = &output.objects()[0];
    assert_eq!((&stats["kind"], &stats["puzzles"], &stats["bad"]), (&"puzzles".into(), &4.into(), &1.into()));
    assert_eq!(stats["clashing"], 1);
    assert_eq!(stats["givens"]["4x4 with boxes 2x2"]["5"], 2);
    assert_eq!(stats["givens"]["9x9 with boxes 3x3"]["23"], 1);
    qedoku(["stats", &file, "--quiet"]).exits_with(3).stderr_is_empty();
}

/// Normalises a CNF text. Returns the file and the reported deviations.
#[track_caller]
fn normalize(text: &str) -> (String, String) {
    let output = qedoku_with(["stats", "-", "--fix"], text).exits_with(0);
    qedoku_with(["stats", "-", "--fix"], &output.out).exits_with(0).stdout_is(&output.out);
    let again = qedoku_with(["stats", "-", "--json"], &output.out).exits_with(0).objects();
    assert_eq!(again[0]["tolerated"].as_array().map(Vec::len), Some(0), "{}", output.out);
    (output.out, output.err)
}

#[test]
fn deviations_from_the_format_are_fixed_and_reported() {
    let clean = "p cnf 3 2\n1 -2 0\n2 3 0\n";
    let deviating = [
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
    for (text, report) in &deviating[..8] {
        let (out, err) = normalize(text);
        assert_eq!(out, clean, "from:\n{text}");
        assert!(err.contains(report), "expected '{report}' in:\n{err}");
    }
    let (out, err) = normalize(deviating[8].0);
    assert!(out.ends_with("2 3 0\n1 -2 0\n") && err.contains(deviating[8].1), "a first clause without negation: {out}");
}

#[test]
fn tidy_removes_tautologies_and_repeated_literals() {
    let text = "p cnf 3 3\n1 -1 0\n2 3 2 0\n-3 0\n";
    qedoku_with(["stats", "-", "--fix"], text).exits_with(0).stdout_is(text);
    qedoku_with(["stats", "-", "--fix", "--tidy"], text).exits_with(0).stdout_is("p cnf 3 2\n2 3 0\n-3 0\n");
    qedoku_with(["stats", "-", "--tidy"], text).exits_with(2).stdout_is("");
    let stats = &qedoku_with(["stats", "-", "--json"], text).exits_with(0).objects()[0];
    assert_eq!((&stats["tautologies"], &stats["repeats"]), (&1.into(), &1.into()));
}

#[test]
fn a_fixed_file_is_written_to_the_given_path() {
    let folder = TestFolder::new();
    let (broken, clean) = (folder.write("broken.cnf", "p cnf 1 1\n1 0\n-1"), folder.path_to("clean.cnf"));
    qedoku(["stats", &broken, "--fix", "-o", &clean]).exits_with(0).stdout_is("");
    assert_eq!(std::fs::read_to_string(clean).unwrap(), "p cnf 1 2\n1 0\n-1 0\n");
    let nowhere = folder.path_to("no/such/folder.cnf");
    qedoku(["stats", &broken, "--fix", "-o", &nowhere]).exits_with(2).stderr_contains("cannot write");
}

#[test]
#[cfg(unix)]
fn a_formula_in_a_pipe_is_read_twice() {
    let folder = TestFolder::new();
    let encode = format!("<('{QEDOKU}' encode 16x16 --quiet)");
    let piped = |command: &str| finish(Command::new("bash").args(["-c", &format!("'{QEDOKU}' {command}")]), "");
    let cnf = folder.path_to("large.cnf");
    qedoku(["encode", "16x16", "--quiet", "-o", &cnf]).exits_with(0);
    let without_name = |text: String| text.replace(&cnf, "");
    let stats = without_name(qedoku(["stats", &cnf]).exits_with(0).out);
    assert_eq!(piped(&format!("stats {encode}")).exits_with(0).out, stats);
    let fixed = qedoku(["stats", &cnf, "--fix", "-q"]).exits_with(0).out;
    assert_eq!(piped(&format!("stats {encode} --fix -q")).exits_with(0).out, fixed);
    let variable = |(cell, digit): (usize, char)| (4 * cell + digit.to_digit(10).unwrap() as usize).to_string();
    let variables: Vec<String> = SOLUTION_4X4.chars().enumerate().map(variable).collect();
    let model = folder.write("model.txt", format!("s SATISFIABLE\nv {} 0\n", variables.join(" ")));
    let encode = format!("<('{QEDOKU}' encode {UNIQUE_4X4} --scheme extended --quiet)");
    let decoded = piped(&format!("decode '{model}' --cnf {encode} --to line"));
    decoded.exits_with(0).stdout_is(&format!("{SOLUTION_4X4}\n"));
}

#[test]
fn a_write_error_is_reported_once() {
    let line = format!(
        "'{QEDOKU}' encode 16x16 --quiet | '{QEDOKU}' stats - --fix --quiet > /dev/full; exit ${{PIPESTATUS[1]}}"
    );
    let error = finish(Command::new("bash").args(["-c", &line]), "").exits_with(2).err;
    assert!(error.starts_with("error: -: cannot write: "), "{error}");
    assert_eq!(error.matches("No space left on device").count(), 1, "{error}");
}

#[test]
fn unreadable_files_have_exit_code_2_and_name_the_position() {
    qedoku_with(["stats", "-"], "p cnf 3 2\n1 x 0\n").exits_with(2).stderr_contains("-:2:3: expected ");
    qedoku_with(["stats", "-", "--fix"], UNIQUE_4X4).exits_with(2).stdout_is("");
    qedoku(["stats", "no-such-file.cnf"]).exits_with(2).stderr_contains("no-such-file.cnf");
    qedoku(["stats", "."]).exits_with(2);
}

#[test]
fn a_file_without_a_puzzle_is_an_error() {
    let folder = TestFolder::new();
    let file = folder.write("empty.txt", "\n");
    qedoku(["stats", &file]).exits_with(2).stdout_is("").stderr_contains(&format!("{file} has no puzzle"));
}
