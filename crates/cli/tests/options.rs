//! Options that every command has, and files that hold what their names say.

mod command;

use command::{AMBIGUOUS_4X4, SOLUTION_4X4, TestFolder, UNIQUE_4X4, UNIQUE_9X9, commands, qedoku};

#[test]
fn every_command_has_an_output_file_and_json() {
    for name in commands() {
        let help = qedoku([&name, "--help"]).exits_with(0).out;
        assert!(help.contains("-o, --output <FILE>") && help.contains("--json"), "{name}:\n{help}");
    }
}

#[test]
fn results_go_to_the_output_file() {
    let folder = TestFolder::new();
    let file = folder.path_to("out.txt");
    let proof = folder.path_to("puzzle.proof");
    qedoku(["prove", UNIQUE_4X4, "-o", &proof]).exits_with(0);
    let lines: [&[&str]; 8] = [
        &["solve", UNIQUE_4X4],
        &["count", "4x4"],
        &["count", "6x6", "--estimate", "--samples", "20"],
        &["candidates", UNIQUE_4X4],
        &["minimize", UNIQUE_4X4, "-q"],
        &["verify", UNIQUE_4X4, &proof],
        &["completions", "bash"],
        &["help", "solve"],
    ];
    for line in lines {
        for json in [&["--json"][..], &[]] {
            let expected = qedoku(line.iter().chain(json)).exits_with(0).out;
            qedoku(line.iter().chain(json).chain(&["-o", &file])).exits_with(0).stdout_is("");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), expected, "{line:?} {json:?}");
        }
    }
    qedoku(["man", "-o", &file]).exits_with(0).stdout_is("");
    assert!(std::fs::read_to_string(&file).unwrap().contains(".TH qedoku 1"));
    qedoku(["compare", UNIQUE_4X4, "--scheme", "reduced", "-o", &file]).exits_with(0).stdout_is("");
    assert!(std::fs::read_to_string(&file).unwrap().contains("reduced"));
}

#[test]
fn a_stopped_command_leaves_the_output_file_unchanged() {
    let folder = TestFolder::new();
    let file = folder.write("count.txt", "before");
    qedoku(["count", "9x9", "--time-limit", "200ms", "-o", &file])
        .exits_with(124)
        .stdout_is("")
        .stderr_contains("the output file was not written");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "before");
}

#[test]
fn help_of_a_command_is_its_help_text() {
    for name in commands() {
        qedoku(["help", &name]).exits_with(0).stdout_is(&qedoku([&name, "--help"]).out);
    }
    qedoku(["help"]).exits_with(0).stdout_is(&qedoku(["--help"]).out);
    qedoku(["help", "no-such-command"])
        .exits_with(2)
        .stderr_contains("unknown command 'no-such-command' (available: solve,");
}

#[test]
fn pictures_and_plots_are_svg_whatever_the_command() {
    let folder = TestFolder::new();
    let png = folder.path_to("picture.png");
    for args in [&["compare", UNIQUE_4X4, "--plot", &png][..], &["bench", UNIQUE_9X9, "--peers", "--plot", &png]] {
        qedoku(args).exits_with(2).stdout_is("").stderr_contains("must end in .svg");
    }
    qedoku(["convert", UNIQUE_4X4, "--to", "svg", "-o", &png]).exits_with(2).stderr_contains("only SVG");
    qedoku(["explain", UNIQUE_4X4, "--html", &folder.path_to("steps.svg")]).exits_with(2).stderr_contains(".html");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was written");
}

#[test]
fn many_pictures_are_numbered_files() {
    let folder = TestFolder::new();
    let list = folder.write("list.txt", format!("{UNIQUE_4X4}\n4...3..2...4..x.\n{SOLUTION_4X4}\n"));
    let one = folder.path_to("one.svg");
    for output in [&[][..], &["-o", &one]] {
        let args = ["convert", &list, "--to", "svg"];
        qedoku(args.iter().chain(output)).exits_with(2).stdout_is("").stderr_contains("-o 'puzzle-{number}.svg'");
    }
    assert!(!std::fs::exists(&one).unwrap());
    qedoku(["convert", &list, "--to", "svg", "-o", &folder.path_to("p-{number}.svg")]).exits_with(3).stdout_is("");
    for (file, givens) in [("p-1.svg", "5 givens"), ("p-2.svg", "16 givens")] {
        let picture = std::fs::read_to_string(folder.path_to(file)).unwrap();
        assert!(picture.matches("<svg ").count() == 1 && picture.contains(givens), "{file}: {picture}");
    }
    assert!(!folder.path().join("p-3.svg").exists());
    qedoku(["convert", &list, "--to", "line", "-o", &folder.path_to("p-{number}.txt")]).exits_with(3);
    assert_eq!(std::fs::read_to_string(folder.path_to("p-2.txt")).unwrap(), format!("{SOLUTION_4X4}\n"));
}

#[test]
fn a_proof_file_holds_certificates_and_the_results_are_json() {
    let folder = TestFolder::new();
    let (proof, results) = (folder.path_to("x.proof"), folder.path_to("x.jsonl"));
    qedoku(["prove", UNIQUE_4X4, "--json", "-o", &proof]).exits_with(2).stderr_contains("--proof");
    assert!(!std::fs::exists(&proof).unwrap());
    let list = folder.write("list.txt", format!("{UNIQUE_4X4}\n{AMBIGUOUS_4X4}\n"));
    qedoku(["prove", &list, "--json", "--proof", &proof, "-o", &results]).exits_with(1).stdout_is("");
    qedoku(["verify", &list, &proof]).exits_with(0);
    let results = std::fs::read_to_string(&results).unwrap();
    let objects: Vec<serde_json::Value> = results.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((objects.len(), &objects[0]["claim"]), (2, &"exactly 1".into()));
    let output = qedoku(["prove", &list, "--proof", &proof]).exits_with(1);
    assert!(output.out.lines().count() == 2 && output.out.contains("exactly 1: "), "{}", output.out);
}

#[test]
fn certificates_of_several_inputs_are_verified_in_their_order() {
    let folder = TestFolder::new();
    let proof = folder.path_to("all.proof");
    qedoku(["prove", UNIQUE_4X4, AMBIGUOUS_4X4, "-o", &proof]).exits_with(1);
    let output = qedoku(["verify", UNIQUE_4X4, AMBIGUOUS_4X4, &proof]).exits_with(0);
    assert_eq!(output.out.lines().count(), 2, "{}", output.out);
    qedoku(["verify", AMBIGUOUS_4X4, UNIQUE_4X4, &proof]).exits_with(1);
}

#[test]
fn json_keeps_the_symbols_of_the_input_and_names_them() {
    let hex = format!("F{}0", ".".repeat(254));
    let args = ["convert", &hex, "--alphabet", "0-F", "--to", "line", "--json"];
    let object = &qedoku(args).exits_with(0).objects()[0];
    assert_eq!((&object["alphabet"], &object["puzzle"]), (&"0-F".into(), &hex.clone().into()));
    let object = &qedoku(["solve", &hex, "--alphabet", "0-F", "--json"]).exits_with(1).objects()[0];
    let solution = object["solutions"][0].as_str().unwrap();
    assert!(solution.starts_with('F') && solution.ends_with('0') && !solution.contains('G'), "{solution}");
    let object = &qedoku(["count", "4x4", "--json"]).exits_with(0).objects()[0];
    assert_eq!(object.get("alphabet"), None, "up to 9x9 there is one alphabet");
}

#[test]
fn cells_are_written_in_any_case_and_with_a_letter_for_the_row() {
    let expected = qedoku(["explain", UNIQUE_4X4, "--why", "r1c1=4"]).exits_with(0).out;
    for candidate in ["R1C1=4", "R1c1=4", "A1=4", "a1=4"] {
        qedoku(["explain", UNIQUE_4X4, "--why", candidate]).exits_with(0).stdout_is(&expected);
    }
    qedoku(["prove", UNIQUE_4X4, "--cell", "A1=4"]).exits_with(0);
}

#[test]
fn statistics_in_a_file_have_plain_numbers() {
    let folder = TestFolder::new();
    let (cnf, stats) = (folder.path_to("nine.cnf"), folder.path_to("stats.txt"));
    qedoku(["encode", "9x9", "--scheme", "extended", "-o", &cnf]).exits_with(0);
    assert!(qedoku(["stats", &cnf]).exits_with(0).out.contains("11,988"));
    qedoku(["stats", &cnf, "-o", &stats]).exits_with(0);
    let stats = std::fs::read_to_string(stats).unwrap();
    assert!(stats.contains("11988") && !stats.contains("11,988"), "{stats}");
}

#[test]
fn statistics_of_several_files_follow_their_names() {
    let folder = TestFolder::new();
    let (one, two) = (folder.write("one.txt", UNIQUE_4X4), folder.write("two.txt", UNIQUE_9X9));
    let output = qedoku(["stats", &one, &two]).exits_with(0).out;
    assert!(output.starts_with(&format!("{one}:\npuzzles ")) && output.contains(&format!("\n\n{two}:\n")), "{output}");
    let inputs: Vec<String> =
        qedoku(["stats", &one, &two, "--json"]).objects().iter().map(|object| object["input"].to_string()).collect();
    assert_eq!(inputs, [format!("{one:?}"), format!("{two:?}")]);
    qedoku(["stats", &one, &two, "--fix"]).exits_with(2).stderr_contains("one input");
}

#[test]
fn an_estimate_has_an_interval_and_depends_on_the_seed_only() {
    let estimate = |seed: &str| {
        let args = ["count", "6x6", "--estimate", "--samples", "200", "--seed", seed, "--json"];
        qedoku(args).exits_with(0).objects()[0].clone()
    };
    let fields = estimate("1");
    let number = |name: &str| fields[name].as_f64().unwrap();
    assert!(number("low") < number("estimate") && number("estimate") < number("high"), "{fields}");
    assert!(number("low") < 3.5e7 && 2.3e7 < number("high"), "{fields}");
    assert_eq!((estimate("1"), estimate("2") == fields), (fields.clone(), false));
    let text = qedoku(["count", "6x6", "--estimate", "--samples", "200", "--seed", "1"]).exits_with(0).out;
    assert!(text.starts_with("about 2.") && text.contains("(95 %: "), "{text}");
    qedoku(["count", AMBIGUOUS_4X4, UNIQUE_4X4, "--estimate"]).exits_with(0).stdout_is("6\n1\n");
    qedoku(["count", "16x16", "--estimate", "--samples", "1000000", "--time-limit", "500ms"]).exits_with(124);
}

#[test]
fn options_have_one_name_across_commands() {
    for (command, old, new) in [("bench", "--repeats", "--repeat"), ("compare", "--limit", "--max-puzzles")] {
        let help = qedoku([command, "--help"]).exits_with(0).out;
        assert!(help.contains(&format!("{new} <N>")) && !help.contains(&format!("{old} <N>")), "{command}:\n{help}");
    }
    // The former name still works.
    qedoku(["compare", UNIQUE_4X4, "--limit", "1", "--scheme", "reduced", "--repeat", "1"]).exits_with(0);
}

#[test]
fn help_shows_the_name_of_numbered_files() {
    // The help formatter replaces `{n}` by a line break.
    let help = qedoku(["convert", "--help"]).exits_with(0).out;
    assert!(help.contains("-o 'puzzle-{number}.svg'"), "{help}");
}

#[test]
fn a_missing_file_is_reported_alike_by_every_command() {
    let folder = TestFolder::new();
    let (file, other) = (folder.path_to("puzles.txt"), folder.write("puzzles.txt", UNIQUE_4X4));
    for args in [&["solve"][..], &["stats"], &["decode"], &["convert", "--to", "line"], &["encode"]] {
        let output = qedoku(args.iter().chain(&[&file[..]])).exits_with(2).stdout_is("");
        assert_eq!(output.err, format!("error: {file}: no such file (did you mean {other}?)\n"), "{args:?}");
    }
}

#[test]
fn an_archive_is_named_also_if_it_is_compressed() {
    use std::io::Write;
    let folder = TestFolder::new();
    let archive = [&[b'x'; 257][..], b"ustar\0", UNIQUE_9X9.as_bytes()].concat();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&archive).unwrap();
    for bytes in [archive, gzip.finish().unwrap()] {
        let file = folder.write("puzzles.bin", bytes);
        for command in ["solve", "stats"] {
            qedoku([command, &file])
                .exits_with(2)
                .stdout_is("")
                .stderr_contains("this is a tar archive: unpack it first");
        }
    }
}
