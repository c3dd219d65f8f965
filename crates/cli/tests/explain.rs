//! `explain` and `rate`: reasons, hints, what is wrong, and how hard.

mod command;

use std::fs;

use command::{Folder, MANY, NINE, ONE, assert_well_formed, qedoku};

/// Needs a chain of three sets.
const CHAIN: &str = "...82..3..18.6.9...72...56......94...4..........7..65..5.2.13......8......9..527.";

#[test]
fn steps_lead_to_the_solution_and_say_so() {
    let said = qedoku(["explain", CHAIN]).ends(0);
    assert!(said.out.contains("alternating inference chain (3 sets)"), "{}", said.out);
    let object = qedoku(["explain", CHAIN, "--json"]).ends(0).objects().remove(0);
    let solution = qedoku(["solve", CHAIN, "--json"]).ends(0).objects().remove(0)["solutions"][0].clone();
    assert_eq!((&object["answer"], &object["solution"]), (&"one".into(), &solution));
    let steps = object["steps"].as_array().unwrap();
    assert_eq!(steps.iter().map(|step| step["size"].as_u64().unwrap()).max(), Some(3));
    for step in steps {
        assert!(said.out.contains(step["sentence"].as_str().unwrap()), "{step}");
    }
    let placed = steps.iter().filter(|step| !step["placed"].is_null()).count();
    assert_eq!(placed, solution.as_str().unwrap().len() - CHAIN.matches(char::is_numeric).count());
}

#[test]
fn one_thing_is_asked_at_a_time() {
    qedoku(["explain", ONE, "--next"]).ends(0).keeps_quiet();
    for strength in ["house", "cell", "reason"] {
        let said = qedoku(["explain", ONE, "--hint", strength]).ends(0);
        assert_eq!(said.out.starts_with("Look at "), strength != "reason", "{}", said.out);
    }
    let hint = qedoku(["explain", ONE, "--hint", "--json"]).ends(0).objects().remove(0);
    assert!(hint["hint"].is_string() && hint.get("steps").is_none(), "{hint}");
    let all = qedoku(["explain", CHAIN, "--all", "1", "--json"]).ends(0).objects().remove(0);
    assert!(all["steps"].as_array().unwrap().len() > 3);
    qedoku(["explain", ONE, "--next", "--all"]).ends(2).complains("cannot be used with");
    qedoku(["explain", ONE, "--why", "r5c1=1"]).ends(2).complains("there is no r5c1=1 on a board 4x4");
    qedoku(["explain", ONE, "--why", "5"]).ends(2).complains("expected a cell and a digit, such as r3c4=5");
}

#[test]
fn each_candidate_has_its_reason() {
    let solution = qedoku(["solve", CHAIN, "--to", "line"]).ends(0).out;
    let at = CHAIN.find('.').unwrap();
    let right = solution.as_bytes()[at] - b'0';
    qedoku(["explain", CHAIN, "--why", &format!("r1c{}={right}", at + 1)]).ends(0);
    let mut refuted = 0;
    for digit in (1..=9).filter(|digit| *digit != right) {
        let candidate = format!("r1c{}={digit}", at + 1);
        let said = qedoku(["explain", CHAIN, "--why-not", &candidate]);
        refuted += u32::from(said.out.contains(&format!("is not {digit}")) || said.out.contains(" goes from r1c"));
    }
    assert!(refuted > 0);
    let object = qedoku(["explain", CHAIN, "--why-not", &format!("r1c{}={right}", at + 1)]).ends(1);
    assert_eq!(object.out, format!("r1c{} is {right} in the solution.\n", at + 1));
}

#[test]
fn a_position_of_a_player_is_where_it_begins_and_is_told_if_it_is_wrong() {
    let solved = qedoku(["solve", ONE, "--to", "line"]).ends(0).out;
    let solved = solved.trim();
    qedoku(["explain", ONE, "--position", solved, "--next"]).ends(1).prints("Every cell has its digit.\n");
    let open = ONE.find('.').unwrap();
    let right = &solved[open..=open];
    let mut position = ONE.to_owned();
    position.replace_range(open..=open, right);
    qedoku(["explain", ONE, "--position", &position]).ends(0);
    let wrong = if right == "1" { "2" } else { "1" };
    position.replace_range(open..=open, wrong);
    let said = qedoku(["explain", ONE, "--position", &position, "--next"]).ends(1);
    assert!(said.out.contains(&format!("r1c{} is not {wrong}; it is {right}.", open + 1)), "{}", said.out);
    qedoku(["explain", ONE, "--position", NINE]).ends(2).complains("the position is on a board 9x9");
}

#[test]
fn a_puzzle_without_a_solution_or_with_several_says_why() {
    let many = qedoku(["explain", MANY, "--json"]).ends(1).objects().remove(0);
    assert_eq!(many["answer"], "many");
    let extra: Vec<&str> = many["extra"].as_array().unwrap().iter().map(|given| given.as_str().unwrap()).collect();
    assert!(!extra.is_empty() && many["differ"].as_array().unwrap().len() > 3);
    let mut wrong = NINE.to_owned();
    let solution = qedoku(["solve", NINE, "--to", "line"]).ends(0).out;
    let open = NINE.find('.').unwrap();
    let clue = if &solution[open..=open] == "5" { "7" } else { "5" };
    wrong.replace_range(open..=open, clue);
    let none = qedoku(["explain", &wrong, "--json"]).ends(1).objects().remove(0);
    assert_eq!(none["answer"], "none");
    let clashing = none["clashing"].as_array().unwrap();
    assert!(
        clashing.len() > 1 && none["removable"].as_array().unwrap().contains(&format!("r1c{}={clue}", open + 1).into())
    );
}

#[test]
fn pictures_and_a_page_are_written() {
    let folder = Folder::new();
    let (pictures, page) = (folder.at("steps"), folder.at("steps.html"));
    qedoku(["explain", CHAIN, "--svg", &pictures, "--html", &page]).ends(0);
    let files: Vec<_> = fs::read_dir(&pictures).unwrap().map(|file| file.unwrap().path()).collect();
    let steps = qedoku(["explain", CHAIN, "--json"]).objects()[0]["steps"].as_array().unwrap().len();
    assert_eq!(files.len(), steps);
    for file in files {
        assert_well_formed(&fs::read_to_string(file).unwrap());
    }
    assert!(fs::read_to_string(&page).unwrap().starts_with("<!doctype html>"));
    let list = folder.with("two.txt", format!("{NINE}\n{CHAIN}\n"));
    qedoku(["explain", &list, "--html", &page]).ends(2).complains("--html is for one puzzle");
}

#[test]
fn large_boards_are_explained_step_by_step() {
    let folder = Folder::new();
    let large = folder.with("25.clues", "25\n2\n1 1 7\n2 6 7\n");
    qedoku(["explain", &large]).ends(2).complains("try --next");
    qedoku(["rate", &large]).ends(2).complains("boards up to 16x16 are");
    let row: Vec<String> = (1..=25).map(|digit| if digit == 9 { "0".into() } else { digit.to_string() }).collect();
    let rows = row.join(" ") + &("\n".to_owned() + &["0"; 25].join(" ")).repeat(24);
    let nearly = folder.with("25.txt", rows);
    let said = qedoku(["explain", &nearly, "--next"]).ends(0);
    assert!(said.out.contains("r1c9"), "{}", said.out);
    qedoku(["explain", &nearly, "--why", "r1c9=9"]).ends(0);
}

#[test]
fn ratings_come_in_words_in_a_table_and_as_json() {
    let folder = Folder::new();
    let list = folder.with("list.txt", format!("{NINE}\n{CHAIN}\n"));
    let table = qedoku(["rate", &list, "--csv"]).ends(0).out;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!((lines[0], lines.len()), ("puzzle,b,se,steps,hardest,guesses", 3));
    assert_eq!(lines[2], format!("{CHAIN},3,4.4,1,alternating inference chain,2"));
    let object = qedoku(["rate", CHAIN, "--json"]).ends(0).objects().remove(0);
    assert_eq!((&object["b"], &object["se"], &object["steps"]), (&3.into(), &4.4.into(), &1.into()));
    qedoku(["rate", CHAIN])
        .ends(0)
        .prints("B 3, SE 4.4, 1 step beyond singles, hardest alternating inference chain, guesses: 2\n");
    qedoku(["rate", MANY]).ends(1).prints("not rated: many solutions\n");
}

/// A minimal 16x16 whose explanation takes seconds.
const LONG: &str = "..1D..7...64.85.E....D...G.941..4..B3.....8..C...23.1..............1.94..2GC.57..G..B..C8.....4.9......DB.4.A2..F..C..2....D..18.5.9F..E........AD8..7...125.F....E6C.G..9....BA2........D.B6G...6..9....A.1...G...5GC..D...F.86...F52..7.3E..91.B.....7.8.....E";

#[test]
fn long_work_ends_at_the_time_limit() {
    for command in ["explain", "rate"] {
        let said = qedoku([command, LONG, "--time-limit", "50ms"]).ends(124).prints("");
        said.complains("stopped with 1 of 1 puzzle unanswered\n");
    }
}
