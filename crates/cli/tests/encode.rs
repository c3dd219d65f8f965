//! `qedoku encode`: exact headers, known numbers of clauses, options and errors.

mod command;

use std::collections::BTreeSet;

use command::{TestFolder, UNIQUE_4X4, UNIQUE_9X9, qedoku};

/// A DIMACS file, parsed strictly.
struct Cnf {
    comments: Vec<String>,
    variables: i32,
    clauses: Vec<Vec<i32>>,
}

impl Cnf {
    /// Encodes with these arguments. Panics unless the header is exact and every clause has its own line that ends in 0.
    #[track_caller]
    fn encode(args: &[&str]) -> Cnf {
        let cnf = Cnf::parse(&qedoku([&["encode"], args].concat()).exits_with(0).out);
        assert!(!cnf.comments.is_empty(), "a file has metadata");
        cnf
    }

    #[track_caller]
    fn parse(text: &str) -> Cnf {
        let (comments, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("c "));
        let (header, clauses) = lines.split_first().expect("there is a header");
        let numbers: Vec<&str> = header.strip_prefix("p cnf ").expect("a header comes first").split(' ').collect();
        let [variables, count] = numbers[..] else { panic!("{header}") };
        let clauses: Vec<Vec<i32>> = clauses.iter().map(|line| clause(line)).collect();
        assert_eq!(clauses.len(), count.parse::<usize>().unwrap(), "the header counts the clauses");
        let variables = variables.parse().unwrap();
        assert!(clauses.iter().flatten().all(|literal| literal.abs() <= variables));
        Cnf { comments: comments.into_iter().map(str::to_owned).collect(), variables, clauses }
    }

    fn clause_set(&self) -> BTreeSet<Vec<i32>> {
        self.clauses.iter().cloned().collect()
    }
}

fn clause(line: &str) -> Vec<i32> {
    let literals = line.strip_suffix(" 0").unwrap_or_else(|| panic!("no 0 ends the line: {line}"));
    literals.split(' ').map(|literal| literal.parse().unwrap()).collect()
}

#[test]
fn the_empty_9x9_has_the_documented_number_of_clauses_in_each_scheme() {
    let table = [
        ("minimal", 8829, 7371),
        ("efficient", 11_745, 10_287),
        ("houses", 8991, 7533),
        ("houses-cells", 9072, 7614),
        ("extended", 11_988, 10_530),
        ("reduced", 11_988, 10_530),
    ];
    for (scheme, all, without_repeats) in table {
        let cnf = Cnf::encode(&["9x9", "--scheme", scheme]);
        assert_eq!((cnf.variables, cnf.clauses.len()), (729, all), "{scheme}");
        let cnf = Cnf::encode(&["9x9", "--scheme", scheme, "--no-repeats"]);
        assert_eq!((cnf.variables, cnf.clauses.len()), (729, without_repeats), "{scheme}");
        assert_eq!(cnf.clause_set().len(), without_repeats, "{scheme} has a clause twice");
    }
}

#[test]
fn a_given_adds_one_unit_clause() {
    for (scheme, rules) in [("minimal", 8829), ("efficient", 11_745), ("houses", 8991), ("extended", 11_988)] {
        let cnf = Cnf::encode(&[UNIQUE_9X9, "--scheme", scheme]);
        assert_eq!(cnf.clauses.len(), rules + 23, "{scheme}");
        assert_eq!(cnf.clauses.iter().filter(|clause| clause.len() == 1).count(), 23);
    }
}

#[test]
fn the_empty_4x4_and_16x16_have_the_published_number_of_clauses() {
    let published =
        [("minimal", 304, 92_416), ("efficient", 400, 123_136), ("houses", 336, 92_928), ("extended", 448, 123_904)];
    for (scheme, small, large) in published {
        assert_eq!(Cnf::encode(&["4x4", "--scheme", scheme]).clauses.len(), small);
        assert_eq!(Cnf::encode(&["16x16", "--scheme", scheme]).clauses.len(), large);
    }
}

#[test]
fn rules_and_givens_together_are_the_whole_formula() {
    for scheme in ["minimal", "efficient", "houses", "houses-cells", "extended", "reduced"] {
        for amo in ["pairwise", "sequential", "binary"] {
            let part = |args: &[&str]| Cnf::encode(&[&[UNIQUE_9X9, "--scheme", scheme, "--amo", amo], args].concat());
            let (whole, rules, givens) = (part(&[]), part(&["--rules-only"]), part(&["--givens-only"]));
            assert_eq!(whole.clauses.len(), rules.clauses.len() + givens.clauses.len());
            assert_eq!(whole.clause_set(), &rules.clause_set() | &givens.clause_set(), "{scheme}, {amo}");
            assert!(givens.clauses.iter().all(|clause| clause.len() == 1));
        }
    }
}

#[test]
fn rules_are_the_same_for_all_puzzles_of_a_size() {
    for scheme in ["minimal", "efficient", "houses", "houses-cells", "extended"] {
        let rules = |puzzle| Cnf::encode(&[puzzle, "--scheme", scheme, "--rules-only"]).clauses;
        assert!(rules(UNIQUE_9X9) == rules("9x9"), "{scheme}");
    }
}

#[test]
fn the_default_scheme_of_rules_only_is_extended() {
    let rules = |puzzle| Cnf::encode(&[puzzle, "--rules-only"]).clauses;
    assert!(rules(UNIQUE_9X9) == rules("9x9"));
    assert_eq!(rules(UNIQUE_9X9).len(), 11_988);
}

#[test]
fn givens_can_be_written_first() {
    let first = Cnf::encode(&[UNIQUE_4X4, "--scheme", "efficient", "--givens", "first"]);
    let last = Cnf::encode(&[UNIQUE_4X4, "--scheme", "efficient"]);
    let givens = [vec![10], vec![23], vec![29], vec![33], vec![40]];
    assert_eq!(first.clauses[..5], givens);
    assert_eq!(last.clauses[400..], givens);
    assert_eq!(first.clause_set(), last.clause_set());
}

#[test]
fn base_numbering_has_the_decimal_digits_row_column_digit() {
    let cnf = Cnf::encode(&[UNIQUE_9X9, "--scheme", "extended", "--numbering", "base"]);
    let used: BTreeSet<i32> = cnf.clauses.iter().flatten().map(|literal| literal.abs()).collect();
    let expected: BTreeSet<i32> = (111..=999).filter(|number| !number.to_string().contains('0')).collect();
    assert_eq!((cnf.variables, used), (999, expected));
    assert!(cnf.clause_set().contains(&vec![111]) && cnf.clause_set().contains(&vec![122]), "r1c1 is 1, r1c2 is 2");
}

#[test]
fn open_numbering_uses_every_number() {
    let cnf = Cnf::encode(&[UNIQUE_9X9, "--numbering", "open"]);
    let used: BTreeSet<i32> = cnf.clauses.iter().flatten().map(|literal| literal.abs()).collect();
    assert_eq!(used, (1..=cnf.variables).collect());
    qedoku(["encode", UNIQUE_9X9, "--numbering", "open", "--scheme", "minimal"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("reduced");
}

#[test]
fn every_at_most_one_encoding_has_an_exact_header() {
    for amo in ["pairwise", "sequential", "product", "commander", "binary", "bimander"] {
        let cnf = Cnf::encode(&[UNIQUE_9X9, "--scheme", "efficient", "--amo", amo]);
        assert_eq!(cnf.variables > 729, amo != "pairwise", "{amo}");
        let highest = cnf.clauses.iter().flatten().map(|literal| literal.abs()).max();
        assert_eq!(highest, Some(cnf.variables), "{amo}");
    }
    qedoku(["encode", UNIQUE_4X4, "--amo", "binary", "--no-repeats"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("pairwise");
}

#[test]
fn comments_state_the_meaning_of_each_clause_group() {
    let plain = Cnf::encode(&[UNIQUE_4X4, "--scheme", "extended"]);
    let commented = Cnf::encode(&[UNIQUE_4X4, "--scheme", "extended", "--comments"]);
    assert_eq!(plain.clauses, commented.clauses);
    for sentence in
        ["c r1c1 has at least one digit", "c row 3 has 2 at most once", "c box 4 has 1 at least once", "c r1c3 is 2"]
    {
        assert!(commented.comments.iter().any(|comment| comment == sentence), "{sentence}");
        assert!(!plain.comments.iter().any(|comment| comment == sentence));
    }
}

#[test]
fn output_without_header_contains_only_clauses() {
    let output = qedoku(["encode", UNIQUE_4X4, "--scheme", "houses", "--givens-only", "--no-header"]).exits_with(0);
    assert_eq!(output.out, "10 0\n23 0\n29 0\n33 0\n40 0\n");
    let rules = qedoku(["encode", UNIQUE_4X4, "--scheme", "minimal", "--rules-only"]).exits_with(0).out;
    let givens =
        qedoku(["encode", UNIQUE_4X4, "--scheme", "minimal", "--givens-only", "--no-header"]).exits_with(0).out;
    let folder = TestFolder::new();
    let file = folder.write("both.cnf", rules + &givens);
    let stats = qedoku(["stats", &file, "--json"]).exits_with(0).objects();
    assert_eq!(stats[0]["clauses"], 304 + 5);
}

#[test]
fn a_file_has_the_same_content_as_standard_output() {
    let folder = TestFolder::new();
    let file = folder.path_to("puzzle.cnf");
    qedoku(["encode", UNIQUE_4X4, "-o", &file])
        .exits_with(0)
        .stdout_is("")
        .stderr_contains("64 variables, 129 clauses");
    qedoku(["encode", UNIQUE_4X4, "--quiet"])
        .exits_with(0)
        .stdout_is(&std::fs::read_to_string(&file).unwrap())
        .stderr_is_empty();
    let json = qedoku(["encode", UNIQUE_4X4, "-o", &file, "--json"]).exits_with(0).objects();
    assert_eq!((&json[0]["variables"], &json[0]["clauses"]), (&64.into(), &129.into()));
    assert_eq!((&json[0]["families"]["given"], &json[0]["givens"]), (&5.into(), &5.into()));
}

#[test]
fn input_and_output_errors_have_exit_code_2() {
    let folder = TestFolder::new();
    let nowhere = folder.path_to("no/such/folder.cnf");
    qedoku(["encode", UNIQUE_4X4, "-o", &nowhere]).exits_with(2).stderr_contains(&format!("cannot write {nowhere}"));
    let two = folder.write("two.txt", format!("{UNIQUE_4X4}\n{UNIQUE_4X4}\n"));
    qedoku(["encode", &two])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("more than one puzzle: choose one with --puzzle N");
    qedoku(["encode", &two, "--puzzle", "2"]).exits_with(0);
    qedoku(["encode", &two, "--puzzle", "3"]).exits_with(2).stderr_contains("has no puzzle 3");
    qedoku(["encode", &two, "--puzzle", "0"]).exits_with(2).stderr_contains("has no puzzle 0");
    let bad = folder.write("bad.txt", format!("{UNIQUE_4X4}\n..2..3x114......\n"));
    qedoku(["encode", &bad, "--puzzle", "2"]).exits_with(2).stdout_is("").stderr_contains(&format!("{bad}:2:7: "));
    qedoku(["encode", UNIQUE_4X4, "--rules-only", "--givens-only"]).exits_with(2).stdout_is("");
}
