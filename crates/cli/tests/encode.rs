//! `qedoku encode`: every file is exact, and says what it should.

mod command;

use std::collections::BTreeSet;

use command::{Folder, NINE, ONE, qedoku};

/// A DIMACS file, read as strictly as the format is defined.
struct Cnf {
    comments: Vec<String>,
    variables: i32,
    clauses: Vec<Vec<i32>>,
}

impl Cnf {
    /// Encodes with these words; fails unless the header is exact and every clause has its own line and 0.
    #[track_caller]
    fn of(words: &[&str]) -> Cnf {
        let cnf = Cnf::parse(&qedoku([&["encode"], words].concat()).ends(0).out);
        let declared = cnf.comments.len();
        assert!(declared > 0, "a file says what it is");
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

    fn set(&self) -> BTreeSet<Vec<i32>> {
        self.clauses.iter().cloned().collect()
    }
}

fn clause(line: &str) -> Vec<i32> {
    let literals = line.strip_suffix(" 0").unwrap_or_else(|| panic!("no 0 ends the line: {line}"));
    literals.split(' ').map(|literal| literal.parse().unwrap()).collect()
}

#[test]
fn the_empty_9x9_has_as_many_clauses_as_each_scheme_says() {
    let table = [
        ("minimal", 8829, 7371),
        ("efficient", 11_745, 10_287),
        ("houses", 8991, 7533),
        ("houses-cells", 9072, 7614),
        ("extended", 11_988, 10_530),
        ("reduced", 11_988, 10_530),
    ];
    for (scheme, all, without_repeats) in table {
        let cnf = Cnf::of(&["9x9", "--scheme", scheme]);
        assert_eq!((cnf.variables, cnf.clauses.len()), (729, all), "{scheme}");
        let cnf = Cnf::of(&["9x9", "--scheme", scheme, "--no-repeats"]);
        assert_eq!((cnf.variables, cnf.clauses.len()), (729, without_repeats), "{scheme}");
        assert_eq!(cnf.set().len(), without_repeats, "{scheme} has a clause twice");
    }
}

#[test]
fn a_given_adds_one_unit_clause() {
    for (scheme, rules) in [("minimal", 8829), ("efficient", 11_745), ("houses", 8991), ("extended", 11_988)] {
        let cnf = Cnf::of(&[NINE, "--scheme", scheme]);
        assert_eq!(cnf.clauses.len(), rules + 23, "{scheme}");
        assert_eq!(cnf.clauses.iter().filter(|clause| clause.len() == 1).count(), 23);
    }
}

#[test]
fn the_empty_4x4_and_16x16_have_as_many_clauses_as_published() {
    let published =
        [("minimal", 304, 92_416), ("efficient", 400, 123_136), ("houses", 336, 92_928), ("extended", 448, 123_904)];
    for (scheme, small, large) in published {
        assert_eq!(Cnf::of(&["4x4", "--scheme", scheme]).clauses.len(), small);
        assert_eq!(Cnf::of(&["16x16", "--scheme", scheme]).clauses.len(), large);
    }
}

#[test]
fn rules_and_givens_together_are_the_whole() {
    for scheme in ["minimal", "efficient", "houses", "houses-cells", "extended", "reduced"] {
        for amo in ["pairwise", "sequential", "binary"] {
            let part = |words: &[&str]| Cnf::of(&[&[NINE, "--scheme", scheme, "--amo", amo], words].concat());
            let (whole, rules, givens) = (part(&[]), part(&["--rules-only"]), part(&["--givens-only"]));
            assert_eq!(whole.clauses.len(), rules.clauses.len() + givens.clauses.len());
            assert_eq!(whole.set(), &rules.set() | &givens.set(), "{scheme}, {amo}");
            assert!(givens.clauses.iter().all(|clause| clause.len() == 1));
        }
    }
}

#[test]
fn rules_are_the_same_for_all_puzzles_of_a_size() {
    for scheme in ["minimal", "efficient", "houses", "houses-cells", "extended"] {
        let rules = |puzzle| Cnf::of(&[puzzle, "--scheme", scheme, "--rules-only"]).clauses;
        assert!(rules(NINE) == rules("9x9"), "{scheme}");
    }
}

#[test]
fn rules_apart_are_those_of_the_whole_board_unless_another_scheme_is_asked_for() {
    let rules = |puzzle| Cnf::of(&[puzzle, "--rules-only"]).clauses;
    assert!(rules(NINE) == rules("9x9"));
    assert_eq!(rules(NINE).len(), 11_988);
}

#[test]
fn givens_go_first_if_asked_for() {
    let first = Cnf::of(&[ONE, "--scheme", "efficient", "--givens", "first"]);
    let last = Cnf::of(&[ONE, "--scheme", "efficient"]);
    let givens = [vec![10], vec![23], vec![29], vec![33], vec![40]];
    assert_eq!(first.clauses[..5], givens);
    assert_eq!(last.clauses[400..], givens);
    assert_eq!(first.set(), last.set());
}

#[test]
fn base_numbering_reads_row_column_digit() {
    let cnf = Cnf::of(&[NINE, "--scheme", "extended", "--numbering", "base"]);
    let used: BTreeSet<i32> = cnf.clauses.iter().flatten().map(|literal| literal.abs()).collect();
    let expected: BTreeSet<i32> = (111..=999).filter(|number| !number.to_string().contains('0')).collect();
    assert_eq!((cnf.variables, used), (999, expected));
    assert!(cnf.set().contains(&vec![111]) && cnf.set().contains(&vec![122]), "r1c1 is 1, r1c2 is 2");
}

#[test]
fn open_numbering_leaves_no_number_unused() {
    let cnf = Cnf::of(&[NINE, "--numbering", "open"]);
    let used: BTreeSet<i32> = cnf.clauses.iter().flatten().map(|literal| literal.abs()).collect();
    assert_eq!(used, (1..=cnf.variables).collect());
    qedoku(["encode", NINE, "--numbering", "open", "--scheme", "minimal"]).ends(2).prints("").complains("reduced");
}

#[test]
fn every_at_most_one_encoding_has_an_exact_header() {
    for amo in ["pairwise", "sequential", "product", "commander", "binary", "bimander"] {
        let cnf = Cnf::of(&[NINE, "--scheme", "efficient", "--amo", amo]);
        assert_eq!(cnf.variables > 729, amo != "pairwise", "{amo}");
        let highest = cnf.clauses.iter().flatten().map(|literal| literal.abs()).max();
        assert_eq!(highest, Some(cnf.variables), "{amo}");
    }
    qedoku(["encode", ONE, "--amo", "binary", "--no-repeats"]).ends(2).prints("").complains("pairwise");
}

#[test]
fn comments_say_what_each_group_of_clauses_means() {
    let plain = Cnf::of(&[ONE, "--scheme", "extended"]);
    let commented = Cnf::of(&[ONE, "--scheme", "extended", "--comments"]);
    assert_eq!(plain.clauses, commented.clauses);
    for sentence in
        ["c r1c1 has at least one digit", "c row 3 has 2 at most once", "c box 4 has 1 at least once", "c r1c3 is 2"]
    {
        assert!(commented.comments.iter().any(|comment| comment == sentence), "{sentence}");
        assert!(!plain.comments.iter().any(|comment| comment == sentence));
    }
}

#[test]
fn without_header_there_are_only_clauses() {
    let said = qedoku(["encode", ONE, "--scheme", "houses", "--givens-only", "--no-header"]).ends(0);
    assert_eq!(said.out, "10 0\n23 0\n29 0\n33 0\n40 0\n");
    let rules = qedoku(["encode", ONE, "--scheme", "minimal", "--rules-only"]).ends(0).out;
    let givens = qedoku(["encode", ONE, "--scheme", "minimal", "--givens-only", "--no-header"]).ends(0).out;
    let folder = Folder::new();
    let file = folder.with("both.cnf", rules + &givens);
    let stats = qedoku(["stats", &file, "--json"]).ends(0).objects();
    assert_eq!(stats[0]["clauses"], 304 + 5);
}

#[test]
fn a_file_gets_what_standard_output_would_get() {
    let folder = Folder::new();
    let file = folder.at("puzzle.cnf");
    qedoku(["encode", ONE, "-o", &file]).ends(0).prints("").complains("64 variables, 129 clauses");
    qedoku(["encode", ONE, "--quiet"]).ends(0).prints(&std::fs::read_to_string(&file).unwrap()).keeps_quiet();
    let json = qedoku(["encode", ONE, "-o", &file, "--json"]).ends(0).objects();
    assert_eq!((&json[0]["variables"], &json[0]["clauses"]), (&64.into(), &129.into()));
    assert_eq!((&json[0]["families"]["given"], &json[0]["givens"]), (&5.into(), &5.into()));
}

#[test]
fn what_cannot_be_written_or_read_ends_with_2() {
    let folder = Folder::new();
    let nowhere = folder.at("no/such/folder.cnf");
    qedoku(["encode", ONE, "-o", &nowhere]).ends(2).complains(&format!("cannot write {nowhere}"));
    let two = folder.with("two.txt", format!("{ONE}\n{ONE}\n"));
    qedoku(["encode", &two]).ends(2).prints("").complains("more than one puzzle: choose with --puzzle N");
    qedoku(["encode", &two, "--puzzle", "2"]).ends(0);
    qedoku(["encode", &two, "--puzzle", "3"]).ends(2).complains("has no puzzle 3");
    qedoku(["encode", &two, "--puzzle", "0"]).ends(2).complains("has no puzzle 0");
    let bad = folder.with("bad.txt", format!("{ONE}\n..2..3x114......\n"));
    qedoku(["encode", &bad, "--puzzle", "2"]).ends(2).prints("").complains(&format!("{bad}:2:7: "));
    qedoku(["encode", ONE, "--rules-only", "--givens-only"]).ends(2).prints("");
}
