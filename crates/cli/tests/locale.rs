//! The language of verdicts and statistics: `--lang`, the variables of the locale, and what does not depend on them.

mod command;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use command::{
    AMBIGUOUS_4X4, CommandOutput, QEDOKU, SOLUTION_4X4, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, finish,
    qedoku, qedoku_with,
};
use qedoku::Locale;

/// The solution of `UNIQUE_4X4` as a grid.
const GRID: &str = "4 1 | 2 3\n2 3 | 4 1\n----+----\n1 4 | 3 2\n3 2 | 1 4\n";

/// Runs `qedoku` with these variables of the locale.
fn qedoku_in(locale: &[(&str, &str)], args: &[&str]) -> CommandOutput {
    finish(Command::new(QEDOKU).args(args).envs(locale.iter().copied()), "")
}

#[test]
fn verdicts_are_portuguese_on_request() {
    let verdict = |puzzle: &str| {
        let output = qedoku(["--lang", "pt", "solve", puzzle]).stderr_is_empty().out;
        output.lines().last().expect("a verdict").to_owned()
    };
    assert_eq!(verdict(UNIQUE_4X4), "solução única");
    assert_eq!(verdict(UNSOLVABLE_4X4), "sem solução");
    assert_eq!(verdict("4...3..2...4...."), "várias soluções; estas duas diferem em 4 células");
    assert_eq!(verdict("44.............."), "sem solução: r1c1 e r1c2 têm ambas o 4 na linha 1");
    let all = qedoku(["solve", AMBIGUOUS_4X4, "--solutions", "all", "--to", "grid", "--lang", "pt"]).exits_with(1).out;
    assert!(all.ends_with("\n6 soluções\n"), "{all}");
    let some = qedoku(["solve", AMBIGUOUS_4X4, "--solutions", "4", "--lang", "pt"]).exits_with(1).out;
    assert!(some.ends_with("\nmais de 4 soluções\n"), "{some}");
}

#[test]
fn ratings_and_estimates_are_portuguese_on_request() {
    let line = |args: &[&str]| qedoku(args).out.trim_end().to_owned();
    let rating = line(&["--lang", "pt", "rate", UNIQUE_9X9]);
    assert!(rating.starts_with("B 0, SE ") && rating.contains(", 0 passos além dos singles, "), "{rating}");
    assert!(
        rating.contains("tentativas: ") && rating.contains("SE 1,") && rating.contains("single oculto"),
        "{rating}"
    );
    assert_eq!(line(&["--lang", "pt", "rate", AMBIGUOUS_4X4]), "não classificado: várias soluções");
    assert_eq!(line(&["rate", UNSOLVABLE_4X4]), "not rated: no solution");
    let estimate = line(&["--lang", "pt", "count", "9x9", "--estimate", "--samples", "20"]);
    assert!(
        estimate.starts_with("cerca de ") && estimate.contains(" (95 %: ") && estimate.contains(" a "),
        "{estimate}"
    );
}

#[test]
fn the_first_variable_of_the_locale_that_is_set_decides_and_the_option_precedes_it() {
    let is_portuguese = |locale: &[(&str, &str)], args: &[&str]| {
        let output = qedoku_in(locale, &[&["solve", UNSOLVABLE_4X4], args].concat()).exits_with(1).out;
        assert!(["no solution\n", "sem solução\n"].contains(&&output[..]), "{output}");
        output == "sem solução\n"
    };
    let pt = "pt_PT.UTF-8";
    assert!(!is_portuguese(&[], &[]));
    assert!(is_portuguese(&[("LANG", pt)], &[]));
    assert!(is_portuguese(&[("LANG", "en_GB.UTF-8"), ("LC_MESSAGES", "pt_PT")], &[]));
    assert!(is_portuguese(&[("LANG", "C"), ("LC_MESSAGES", "C"), ("LC_ALL", pt)], &[]));
    assert!(!is_portuguese(&[("LANG", pt), ("LC_MESSAGES", pt), ("LC_ALL", "C")], &[]));
    assert!(!is_portuguese(&[("LANG", pt), ("LC_MESSAGES", "en_US.UTF-8")], &[]));
    assert!(is_portuguese(&[("LANG", pt), ("LC_MESSAGES", ""), ("LC_ALL", "")], &[]), "an empty variable is not set");
    assert!(!is_portuguese(&[("LC_NUMERIC", pt)], &[]), "other categories do not concern messages");
    assert!(!is_portuguese(&[("LC_ALL", pt)], &["--lang", "en"]));
    assert!(is_portuguese(&[("LC_ALL", "C")], &["--lang", "pt"]));
    qedoku(["solve", UNIQUE_4X4, "--lang", "fr"]).exits_with(2).stdout_is("").stderr_contains("en, pt");
}

#[test]
fn sat_words_precede_the_grid() {
    let solve = |puzzle: &str, lang: &str| qedoku(["solve", puzzle, "--sat-words", "--lang", lang]);
    solve(UNIQUE_4X4, "en").exits_with(0).stdout_is(&format!("SATISFIABLE\n{GRID}one solution\n"));
    solve(UNIQUE_4X4, "pt").exits_with(0).stdout_is(&format!("Satisfazível\n{GRID}solução única\n"));
    solve(UNSOLVABLE_4X4, "en").exits_with(1).stdout_is("UNSATISFIABLE\nno solution\n");
    solve(UNSOLVABLE_4X4, "pt").exits_with(1).stdout_is("Insatisfazível\nsem solução\n");
    for solutions in ["2", "all"] {
        let ambiguous = qedoku(["solve", AMBIGUOUS_4X4, "--sat-words", "--solutions", solutions]).exits_with(1).out;
        assert!(ambiguous.starts_with("SATISFIABLE\n") && ambiguous.matches("SATISFIABLE").count() == 1, "{ambiguous}");
    }
}

#[test]
fn sat_words_precede_each_of_several_grids() {
    let folder = TestFolder::new();
    let file = folder.write("two.txt", format!("{UNIQUE_4X4}\n{UNSOLVABLE_4X4}\n"));
    let expected = format!("Satisfazível\n{GRID}{file}:1: solução única\n\nInsatisfazível\n{file}:2: sem solução\n\n");
    qedoku(["solve", &file, "--sat-words", "--lang", "pt"]).exits_with(1).stdout_is(&expected);
}

#[test]
fn sat_words_are_for_grids() {
    for args in [&["--to", "line"][..], &["--json"], &["--to", "csv"]] {
        let args = [&["solve", UNIQUE_4X4, "--sat-words"], args].concat();
        qedoku(args).exits_with(2).stdout_is("").stderr_contains("--sat-words is for grids");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_is_neither_satisfiable_nor_unsatisfiable() {
    let folder = TestFolder::new();
    let solver = folder.sleeping_solver();
    let args = ["solve", UNIQUE_4X4, "--solver", &solver, "--sat-words", "--lang", "pt"];
    let output = folder.run_and_interrupt(&args).exits_with(130);
    output.stdout_is("Indeterminado\ninterrompido antes de se encontrar uma solução\n");
}

/// Two variables that must differ: a constraint problem that is not a Sudoku.
const PAIR: &str = "Pair\nDomains\n1\nD a b\nVariables\n2\nx D\ny D\nConstraints\n2\nC1\nx y\nReject\n2\na a\nb b\nC2\nx\nAccept\n1\na\nGoal\nSatisfy\n";

#[test]
fn constraint_problems_have_verdicts_and_sat_words_in_portuguese() {
    let solve = |problem: &str| qedoku_with(["solve", "-", "--sat-words", "--lang", "pt"], problem);
    solve(PAIR).exits_with(0).stdout_is("Satisfazível\nx = a\ny = b\nsolução única\n");
    let impossible = PAIR.replace("Accept\n1\na\n", "Accept\n0\n");
    solve(&impossible).exits_with(1).stdout_is("Insatisfazível\nsem solução\n");
}

#[test]
fn statistics_of_f2csp_files_have_the_names_of_the_source_program() {
    let f2csp = qedoku(["-q", "encode", UNIQUE_9X9, "--to", "f2csp"]).exits_with(0).out;
    let expected = "\
Sudoku 9x9
Domínios                       1
Variáveis                     81
Restrições                   833
Tuplos Aceites                23
Tuplos Rejeitados           7290
";
    qedoku_with(["stats", "-", "--lang", "pt"], &f2csp).exits_with(0).stdout_is(expected).stderr_is_empty();
}

#[test]
fn statistics_of_cnf_files_are_portuguese() {
    let cnf = qedoku(["-q", "encode", UNIQUE_9X9, "--scheme", "efficient"]).exits_with(0).out;
    let text = qedoku_with(["stats", "-", "--lang", "pt"], &cnf).exits_with(0).out;
    let lines = [
        "declarado  729 variáveis, 11\u{a0}768 cláusulas",
        "variáveis             729  número mais alto",
        "cláusulas          11\u{a0}768",
        "Sudoku 9x9 com blocos 3x3, esquema efficient, no máximo um: pairwise, numeração rowmajor, segundo o ficheiro",
    ];
    for line in lines {
        assert!(text.lines().any(|found| found == line), "no line '{line}' in:\n{text}");
    }
    let deviating = qedoku_with(["stats", "-", "--lang", "pt"], "p cnf 1 2\n1 0\n").exits_with(0).out;
    assert!(deviating.ends_with("\ntolerado   o cabeçalho declara 2 cláusulas, mas há 1\n"), "{deviating}");
    let fixed = qedoku_with(["stats", "-", "--fix", "--lang", "pt"], "p cnf 1 2\n1 0\n").exits_with(0);
    assert_eq!(fixed.out, "p cnf 1 1\n1 0\n");
    assert_eq!(fixed.err, "-: corrigido: o cabeçalho declara 2 cláusulas, mas há 1\n1 variável, 1 cláusula\n");
}

#[test]
fn statistics_of_puzzles_are_portuguese() {
    let folder = TestFolder::new();
    let file = folder.write("puzzles.txt", format!("{UNIQUE_4X4}\n11..............\n4...............\n"));
    let expected = "\
puzzles             3  no formato line
                    1  com pistas em conflito

4x4 com blocos 2x2
                    1  com 1 pista
                    1  com 2 pistas
                    1  com 5 pistas
";
    qedoku(["stats", &file, "--lang", "pt"]).exits_with(0).stdout_is(expected);
}

#[test]
fn summaries_of_certificates_and_formulas_are_portuguese() {
    let folder = TestFolder::new();
    let (proof, cnf) = (folder.path_to("puzzle.proof"), folder.path_to("puzzle.cnf"));
    let prove = qedoku(["prove", UNIQUE_4X4, "-o", &proof, "--lang", "pt"]).exits_with(0);
    assert!(prove.err.starts_with("exatamente 1: 1 passo, ") && prove.err.ends_with(" bytes\n"), "{}", prove.err);
    qedoku(["verify", UNIQUE_4X4, &proof, "--lang", "pt"]).exits_with(0).stdout_is("aceite: exatamente 1\n");
    let refused = qedoku(["verify", AMBIGUOUS_4X4, &proof, "--lang", "pt"]).exits_with(1).out;
    assert!(refused.starts_with("recusado: line "), "{refused}");
    let certified = qedoku(["solve", UNIQUE_4X4, "--certified", "--lang", "pt"]).exits_with(0).out;
    let summary = certified.lines().last().expect("a summary");
    assert!(summary.starts_with("certificado: exatamente 1, 1 passo, "), "{summary}");
    assert!(summary.contains(" bytes, verificado em 0,") && summary.ends_with(" ms"), "{summary}");
    let encode = ["encode", "4x4", "--scheme", "efficient", "-o", &cnf, "--lang", "pt"];
    qedoku(encode).exits_with(0).stderr_contains("64 variáveis, 400 cláusulas\n");
    let decode = |output: &str| qedoku_with(["decode", "-", "--lang", "pt"], output).exits_with(1);
    decode("s UNSATISFIABLE\n").stdout_is("insatisfazível: não há solução\n");
    decode("s UNKNOWN\n").stdout_is("indeterminado: o solucionador desistiu\n");
}

/// Scripts must not notice the locale: output for machines, exit codes, errors and help are the same bytes.
#[test]
fn machine_readable_output_help_and_errors_do_not_depend_on_the_locale() {
    let folder = TestFolder::new();
    let puzzles =
        folder.write("p.txt", format!("{UNIQUE_4X4}\n{AMBIGUOUS_4X4}\n{UNSOLVABLE_4X4}\n11..............\nx\n"));
    let cnf = folder.path_to("p.cnf");
    qedoku(["-q", "encode", UNIQUE_9X9, "--comments", "-o", &cnf]).exits_with(0);
    let f2csp = folder.write("p.f2csp", qedoku(["-q", "encode", UNIQUE_4X4, "--to", "f2csp"]).out);
    let pair = folder.write("pair.f2csp", PAIR);
    let proof = folder.path_to("p.proof");
    qedoku(["-q", "prove", UNIQUE_4X4, "-o", &proof]).exits_with(0);
    let unsat = folder.write("unsat.txt", "s UNSATISFIABLE\n");
    let commands: &[&[&str]] = &[
        &["solve", &puzzles],
        &["solve", &puzzles, "--json"],
        &["solve", &puzzles, "--to", "csv"],
        &["solve", &puzzles, "--to", "sdk"],
        &["solve", &puzzles, "--to", "numbers", "--solutions", "1"],
        &["solve", &puzzles, "--sat-exit-codes"],
        &["solve", &pair, "--json"],
        &["count", &puzzles],
        &["count", AMBIGUOUS_4X4, "--limit", "3", "--json"],
        &["-q", "encode", UNIQUE_9X9, "--comments"],
        &["-q", "encode", UNIQUE_4X4, "--to", "f2csp"],
        &["stats", &cnf, "--json"],
        &["stats", &f2csp, "--json"],
        &["stats", &puzzles, "--json"],
        &["stats", &cnf, "--fix", "-q"],
        &["prove", UNIQUE_4X4],
        &["prove", UNIQUE_4X4, "--json"],
        &["verify", UNIQUE_4X4, &proof, "--json"],
        &["decode", &unsat, "--json"],
        &["convert", &puzzles, "--to", "clues"],
        &["rate", UNIQUE_4X4, "--json"],
        &["solve", "--help"],
        &["--help"],
        &["man"],
        &["solve", "no-such-file"],
        &["solve", "--no-such-option"],
        &["stats", "no-such-file.cnf"],
    ];
    for args in commands {
        let run = |locale| {
            let CommandOutput { code, out, err } = qedoku_in(&[("LC_ALL", locale)], args);
            (code, out, err)
        };
        assert_eq!(run("pt_PT.UTF-8"), run("C"), "{args:?}");
    }
    assert_eq!(
        qedoku_in(&[("LANG", "pt_PT.UTF-8")], &["solve", UNIQUE_4X4, "--to", "line"]).out,
        format!("{SOLUTION_4X4}\n")
    );
}

/// Compares the keys that occur in the sources of the workspace, Rust and JavaScript, with the catalogue.
#[test]
fn the_sources_use_exactly_the_messages_of_the_catalogue() {
    let mut sources = String::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for entry in std::fs::read_dir(crates).expect("the folder of the crates") {
        let folder = entry.expect("an entry of the folder").path();
        for name in ["src", "page"] {
            add_sources(&folder.join(name), &mut sources);
        }
    }
    // A message in several plural forms is used without its suffix.
    let stem = |key: &'static str| key.strip_suffix(".one").or(key.strip_suffix(".other")).unwrap_or(key);
    let keys: BTreeSet<&str> = Locale::English.messages().map(|(key, _)| stem(key)).collect();
    // Keys that are formed from the name of a value; `message_text.rs` tests that each value has its message.
    let is_formed = |key: &str| key.starts_with("family.") || key.starts_with("technique.");
    let is_used = |key: &str| ['"', '\''].iter().any(|quote| sources.contains(&format!("{quote}{key}{quote}")));
    let unused: Vec<&&str> = keys.iter().filter(|key| !is_formed(key) && !is_used(key)).collect();
    assert!(unused.is_empty(), "no source uses {unused:?}");

    let calls = ["locale.text(\"", "locale.format(\"", "locale.counted(\"", "locale().text(\""];
    let quoted = calls.iter().flat_map(|call| sources.split(call).skip(1)).filter_map(|rest| rest.split('"').next());
    let used: BTreeSet<&str> = quoted.collect();
    assert!(used.len() > 20, "{used:?}");
    let missing: Vec<&&str> = used.iter().filter(|key| !keys.contains(**key)).collect();
    assert!(missing.is_empty(), "not in the catalogue: {missing:?}");
}

/// Appends the Rust and JavaScript files of a folder and the folders in it, without the unit tests at their ends.
fn add_sources(folder: &Path, sources: &mut String) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            add_sources(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "js") {
            let text = std::fs::read_to_string(&path).expect("UTF-8 text");
            sources.push_str(text.split("#[cfg(test)]").next().unwrap_or_default());
        }
    }
}
