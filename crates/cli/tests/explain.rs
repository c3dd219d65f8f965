//! `qedoku explain` and `qedoku rate`: steps, hints, single candidates, mistakes and ratings.

mod command;

use std::fs;

use command::{AMBIGUOUS_4X4, TestFolder, UNIQUE_4X4, UNIQUE_9X9, assert_well_formed, qedoku};

/// A puzzle that needs a chain of three exactly-one constraints.
const CHAIN: &str = "...82..3..18.6.9...72...56......94...4..........7..65..5.2.13......8......9..527.";

#[test]
fn steps_lead_to_the_solution_and_match_in_text_and_json() {
    let output = qedoku(["explain", CHAIN]).exits_with(0);
    assert!(output.out.contains("Hardest: alternating inference chain."), "{}", output.out);
    let object = qedoku(["explain", CHAIN, "--json"]).exits_with(0).objects().remove(0);
    let solution = qedoku(["solve", CHAIN, "--json"]).exits_with(0).objects().remove(0)["solutions"][0].clone();
    assert_eq!((&object["answer"], &object["solution"]), (&"one".into(), &solution));
    let steps = object["steps"].as_array().unwrap();
    assert_eq!(steps.iter().map(|step| step["size"].as_u64().unwrap()).max(), Some(3));
    for step in steps {
        // The further lines of a sentence are indented in the list.
        assert!(output.out.contains(step["sentence"].as_str().unwrap().lines().next().unwrap()), "{step}");
    }
    let placed = steps.iter().filter(|step| !step["placed"].is_null()).count();
    assert_eq!(placed, solution.as_str().unwrap().len() - CHAIN.matches(char::is_numeric).count());
}

#[test]
fn a_level_that_does_not_suffice_names_the_missing_technique() {
    let easy = qedoku(["explain", CHAIN, "--level", "easy"]).exits_with(1);
    assert!(easy.out.contains("Stuck: the next step needs a technique beyond this level: "), "{}", easy.out);
    let object = qedoku(["explain", CHAIN, "--level", "easy", "--json"]).exits_with(1).objects().remove(0);
    assert!(object["stuck"].as_bool() == Some(true) && object["missing_technique"].is_string(), "{object}");
    let extreme = qedoku(["explain", CHAIN, "--level", "extreme"]).exits_with(0);
    assert!(extreme.out.contains("One solution, "), "{}", extreme.out);
}

#[test]
fn instances_of_a_technique_are_listed_by_name() {
    let samples = qedoku_testdata::collection::sample_text("explain/hodoku_cases.txt");
    let case = |code: &str| samples.lines().find(|line| line.starts_with(code)).expect("a case of the technique");
    let line = |code: &str| case(code).to_owned();
    for (code, technique) in [
        (":0311:", "finned-swordfish"),
        (":0600", "unique-rectangle-1"),
        (":0901", "als-xz"),
        // The digits that the line marks as placed are no givens.
        (":0607", "avoidable-rectangle-1"),
        (":0608", "avoidable-rectangle-2"),
    ] {
        let output = qedoku(["explain", &line(code), "--all", "--technique", technique, "--json"]).exits_with(0);
        let steps = output.objects().remove(0)["steps"].as_array().unwrap().clone();
        assert!(!steps.is_empty() && steps.iter().all(|step| step["technique"] == technique), "{technique}");
        let rests_on_uniqueness = steps.iter().all(|step| step["rests_on"] == "exactly one solution");
        assert_eq!(rests_on_uniqueness, code.starts_with(":06"));
    }
    let none = qedoku(["explain", &line(":0600"), "--all", "--technique", "unique-rectangle-1", "--no-uniqueness"]);
    none.exits_with(1).stdout_is("No instance of these techniques found.\n");
    qedoku(["explain", CHAIN, "--technique", "y-wing"]).exits_with(2).stderr_contains("unknown technique \"y-wing\"");
}

#[test]
fn a_continuous_loop_has_its_name_in_json() {
    let puzzle = "..3.5.7......8..2..9.2.1.4..1..4.9...6....2..7....8.3.57..63.1........9......2..6";
    let object = qedoku(["explain", puzzle, "--json"]).exits_with(0).objects().remove(0);
    let steps = object["steps"].as_array().unwrap();
    let is_loop = |step: &&serde_json::Value| step["sentence"].as_str().unwrap().starts_with("Continuous loop");
    let loops: Vec<_> = steps.iter().filter(is_loop).collect();
    assert!(!loops.is_empty() && loops.iter().all(|step| step["technique"] == "continuous-nice-loop"), "{loops:?}");
    assert!(loops[0]["name"] == "continuous nice loop" && loops[0]["eureka"].is_array(), "{}", loops[0]);
}

#[test]
fn each_query_option_shows_its_part_and_excludes_the_others() {
    qedoku(["explain", UNIQUE_4X4, "--next"]).exits_with(0).stderr_is_empty();
    for strength in ["house", "cell", "reason"] {
        let output = qedoku(["explain", UNIQUE_4X4, "--hint", strength]).exits_with(0);
        assert_eq!(output.out.starts_with("Look at "), strength != "reason", "{}", output.out);
    }
    let hint = qedoku(["explain", UNIQUE_4X4, "--hint", "--json"]).exits_with(0).objects().remove(0);
    assert!(hint["hint"].is_string() && hint.get("steps").is_none(), "{hint}");
    let all = qedoku(["explain", CHAIN, "--all", "1", "--json"]).exits_with(0).objects().remove(0);
    assert!(all["steps"].as_array().unwrap().len() > 3);
    qedoku(["explain", UNIQUE_4X4, "--next", "--all"]).exits_with(2).stderr_contains("cannot be used with");
    qedoku(["explain", UNIQUE_4X4, "--why", "r5c1=1"])
        .exits_with(2)
        .stderr_contains("there is no r5c1=1 on a board 4x4");
    qedoku(["explain", UNIQUE_4X4, "--why", "5"])
        .exits_with(2)
        .stderr_contains("expected a cell and a digit, such as r3c4=5");
}

#[test]
fn why_and_why_not_explain_single_candidates() {
    let solution = qedoku(["solve", CHAIN, "--to", "line"]).exits_with(0).out;
    let at = CHAIN.find('.').unwrap();
    let right = solution.as_bytes()[at] - b'0';
    qedoku(["explain", CHAIN, "--why", &format!("r1c{}={right}", at + 1)]).exits_with(0);
    let mut refuted = 0;
    for digit in (1..=9).filter(|digit| *digit != right) {
        let candidate = format!("r1c{}={digit}", at + 1);
        let output = qedoku(["explain", CHAIN, "--why-not", &candidate]);
        refuted +=
            u32::from(output.out.contains(&format!("is not {digit}")) || output.out.contains(" eliminated from r1c"));
    }
    assert!(refuted > 0);
    let object = qedoku(["explain", CHAIN, "--why-not", &format!("r1c{}={right}", at + 1)]).exits_with(1);
    assert_eq!(object.out, format!("r1c{} is {right} in the solution.\n", at + 1));
}

#[test]
fn a_position_is_the_start_of_the_explanation_and_its_mistakes_are_reported() {
    let solved = qedoku(["solve", UNIQUE_4X4, "--to", "line"]).exits_with(0).out;
    let solved = solved.trim();
    qedoku(["explain", UNIQUE_4X4, "--position", solved, "--next"])
        .exits_with(1)
        .stdout_is("Every cell has its digit.\n");
    let open = UNIQUE_4X4.find('.').unwrap();
    let right = &solved[open..=open];
    let mut position = UNIQUE_4X4.to_owned();
    position.replace_range(open..=open, right);
    qedoku(["explain", UNIQUE_4X4, "--position", &position]).exits_with(0);
    let wrong = if right == "1" { "2" } else { "1" };
    position.replace_range(open..=open, wrong);
    let output = qedoku(["explain", UNIQUE_4X4, "--position", &position, "--next"]).exits_with(1);
    assert!(output.out.contains(&format!("r1c{} is not {wrong}; it is {right}.", open + 1)), "{}", output.out);
    qedoku(["explain", UNIQUE_4X4, "--position", UNIQUE_9X9])
        .exits_with(2)
        .stderr_contains("different boards: the position is 9x9 with boxes 3x3, the puzzle is 4x4 with boxes 2x2");
}

#[test]
fn unsolvable_and_ambiguous_puzzles_are_explained() {
    let many = qedoku(["explain", AMBIGUOUS_4X4, "--json"]).exits_with(1).objects().remove(0);
    assert_eq!(many["answer"], "many");
    let extra: Vec<&str> = many["extra"].as_array().unwrap().iter().map(|given| given.as_str().unwrap()).collect();
    assert!(!extra.is_empty() && many["differ"].as_array().unwrap().len() > 3);
    let mut wrong = UNIQUE_9X9.to_owned();
    let solution = qedoku(["solve", UNIQUE_9X9, "--to", "line"]).exits_with(0).out;
    let open = UNIQUE_9X9.find('.').unwrap();
    let clue = if &solution[open..=open] == "5" { "7" } else { "5" };
    wrong.replace_range(open..=open, clue);
    let none = qedoku(["explain", &wrong, "--json"]).exits_with(1).objects().remove(0);
    assert_eq!(none["answer"], "none");
    let clashing = none["clashing"].as_array().unwrap();
    assert!(
        clashing.len() > 1 && none["removable"].as_array().unwrap().contains(&format!("r1c{}={clue}", open + 1).into())
    );
}

#[test]
fn svg_pictures_and_an_html_page_are_written() {
    let folder = TestFolder::new();
    let (pictures, page) = (folder.path_to("steps"), folder.path_to("steps.html"));
    qedoku(["explain", CHAIN, "--svg", &pictures, "--html", &page]).exits_with(0);
    let files: Vec<_> = fs::read_dir(&pictures).unwrap().map(|file| file.unwrap().path()).collect();
    let steps = qedoku(["explain", CHAIN, "--json"]).objects()[0]["steps"].as_array().unwrap().len();
    assert_eq!(files.len(), steps);
    for file in files {
        assert_well_formed(&fs::read_to_string(file).unwrap());
    }
    assert!(fs::read_to_string(&page).unwrap().starts_with("<!doctype html>"));
    let list = folder.write("two.txt", format!("{UNIQUE_9X9}\n{CHAIN}\n"));
    qedoku(["explain", &list, "--html", &page]).exits_with(2).stderr_contains("--html is for one puzzle");
}

#[test]
fn pictures_of_all_possible_steps_show_the_same_position() {
    let folder = TestFolder::new();
    let (pictures, page) = (folder.path_to("steps"), folder.path_to("steps.html"));
    qedoku(["explain", UNIQUE_9X9, "--all", "2", "--svg", &pictures, "--html", &page]).exits_with(0);
    let eliminations = qedoku(["explain", UNIQUE_9X9, "--all", "2", "--json"]).objects().remove(0);
    let eliminations = eliminations["steps"].as_array().unwrap().iter().map(|step| &step["removed"]);
    let eliminations: usize = eliminations.map(|removed| removed.as_array().unwrap().len()).sum();
    let files = fs::read_dir(&pictures).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let drawn: usize = files.map(|svg| svg.matches("class=\"strike\"").count()).sum();
    assert!(eliminations > 10, "{eliminations}");
    assert_eq!(drawn, eliminations);
    let page = fs::read_to_string(&page).unwrap();
    // The legend has one more.
    assert_eq!(page.matches("class=\"strike\"").count(), eliminations + 1);
}

#[test]
fn large_boards_are_explained_one_step_at_a_time() {
    let folder = TestFolder::new();
    let large = folder.write("25.clues", "25\n2\n1 1 7\n2 6 7\n");
    qedoku(["explain", &large]).exits_with(2).stderr_contains("use --next");
    qedoku(["rate", &large]).exits_with(2).stderr_contains("the largest is 16x16");
    let row: Vec<String> = (1..=25).map(|digit| if digit == 9 { "0".into() } else { digit.to_string() }).collect();
    let rows = row.join(" ") + &("\n".to_owned() + &["0"; 25].join(" ")).repeat(24);
    let nearly = folder.write("25.txt", rows);
    let output = qedoku(["explain", &nearly, "--next"]).exits_with(0);
    assert!(output.out.contains("r1c9"), "{}", output.out);
    qedoku(["explain", &nearly, "--why", "r1c9=9"]).exits_with(0);
}

#[test]
fn ratings_are_written_as_text_csv_and_json() {
    let folder = TestFolder::new();
    let list = folder.write("list.txt", format!("{UNIQUE_9X9}\n{CHAIN}\n"));
    let table = qedoku(["rate", &list, "--csv"]).exits_with(0).out;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!((lines[0], lines.len()), ("puzzle,b,se,se_trust,er,ep,ed,steps,hardest,guesses,answer", 3));
    assert_eq!(lines[2], format!("{CHAIN},3,4.4,exact,4.4,1.2,1.2,1,alternating inference chain,2,one"));
    let object = qedoku(["rate", CHAIN, "--json"]).exits_with(0).objects().remove(0);
    assert_eq!((&object["b"], &object["se"], &object["steps"]), (&3.into(), &4.4.into(), &1.into()));
    qedoku(["rate", CHAIN]).exits_with(0).stdout_is(
        "B 3, SE 4.4 (EP 1.2, ED 1.2), 1 step beyond singles, hardest alternating inference chain, guesses: 2\n",
    );
    qedoku(["rate", AMBIGUOUS_4X4]).exits_with(1).stdout_is("not rated: many solutions\n");
}

/// What no column needs is not computed; the columns come in the order of the list.
#[test]
fn ratings_are_written_in_chosen_columns() {
    let rows = |columns: &str| qedoku(["rate", CHAIN, "--csv", "--columns", columns]).exits_with(0).out;
    assert_eq!(rows("ep,er"), format!("puzzle,ep,er,answer\n{CHAIN},1.2,4.4,one\n"));
    assert_eq!(rows("guesses,steps,b"), format!("puzzle,guesses,steps,b,answer\n{CHAIN},2,1,3,one\n"));
    let estimate = qedoku(["rate", CHAIN, "--csv", "--columns", "se,se_trust", "--se", "estimate"]).exits_with(0).out;
    assert_eq!(estimate, format!("puzzle,se,se_trust,answer\n{CHAIN},4.4,walked,one\n"));
    let unrated = qedoku(["rate", AMBIGUOUS_4X4, "--csv", "--columns", "b"]).exits_with(1).out;
    assert!(unrated.ends_with(",,many\n"), "{unrated}");
    qedoku(["rate", CHAIN, "--columns", "b"]).exits_with(2).stderr_contains("--csv");
    qedoku(["rate", CHAIN, "--csv", "--columns", "c"]).exits_with(2).stderr_contains("se_trust");
}

/// The figures are those of the program itself.
#[test]
fn score_and_level_of_hodoku_are_written_on_request() {
    const HARD: &str = "....567...571...3....2....527......43...4..5......1.........9..8.139...2.4.6....8";
    let text = qedoku(["rate", HARD, "--hodoku"]).exits_with(0).out;
    assert!(text.contains(", HoDoKu 1,084 (hard), "), "{text}");
    let table = qedoku(["rate", HARD, UNIQUE_4X4, "--hodoku", "--csv"]).exits_with(0).out;
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines[0][7..9], ["hodoku_score", "hodoku_level"]);
    assert_eq!((&lines[1][7..9], &lines[2][7..9]), (&["1084", "hard"][..], &["", ""][..]));
    assert_eq!((lines[0].len(), lines[1].len()), (lines[2].len(), lines[2].len()));
    let object = qedoku(["rate", HARD, "--hodoku", "--json"]).exits_with(0).objects().remove(0);
    assert_eq!((&object["hodoku_score"], &object["hodoku_level"]), (&1084.into(), &"hard".into()));
    assert!(qedoku(["rate", HARD, "--json"]).exits_with(0).objects()[0].get("hodoku_score").is_none());
    let labels = qedoku(["explain", HARD, "--labels", "puzzles", "--json"]).exits_with(0).objects().remove(0);
    assert_eq!((&labels["hodoku_score"], &labels["er"]), (&object["hodoku_score"], &object["er"]));
}

/// The estimate beyond its range is a bound, which the trust says; the number keeps its decimal.
#[test]
fn the_estimated_rating_is_written_with_its_quality() {
    const HARD: &str = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
    let row = qedoku(["rate", HARD, "--csv", "--se", "estimate"]).exits_with(0).out;
    let columns: Vec<&str> = row.lines().nth(1).expect("a row").split(',').collect();
    assert_eq!(columns[2..7], ["9.0", "at-least", "", "", ""]);
    let estimate = qedoku(["rate", HARD, "--json", "--se", "estimate"]).exits_with(0).objects().remove(0);
    assert_eq!((&estimate["se"], &estimate["se_trust"], estimate.get("er")), (&9.0.into(), &"at-least".into(), None));
    let exact = qedoku(["rate", HARD, "--json", "--se", "exact"]).exits_with(0).objects().remove(0);
    assert_eq!((&exact["se"], &exact["se_trust"]), (&exact["er"], &"exact".into()));
    assert!(exact["er"].as_f64() >= exact["ep"].as_f64() && exact["ep"].as_f64() >= exact["ed"].as_f64(), "{exact}");
    qedoku(["rate", HARD, "--se", "guess"]).exits_with(2).stderr_contains("exact, estimate");
}

/// A minimal 16x16 puzzle whose explanation takes seconds.
const LONG: &str = "..1D..7...64.85.E....D...G.941..4..B3.....8..C...23.1..............1.94..2GC.57..G..B..C8.....4.9......DB.4.A2..F..C..2....D..18.5.9F..E........AD8..7...125.F....E6C.G..9....BA2........D.B6G...6..9....A.1...G...5GC..D...F.86...F52..7.3E..91.B.....7.8.....E";

#[test]
fn explain_and_rate_end_at_the_time_limit() {
    let stopped = "stopped with 1 of 1 puzzle unanswered\n";
    qedoku(["explain", LONG, "--time-limit", "50ms"]).exits_with(124).stdout_is("").stderr_contains(stopped);
    let output = qedoku(["rate", LONG, "--time-limit", "50ms"]).exits_with(124).stderr_contains(stopped);
    assert!(output.out.is_empty() || output.out.starts_with("B >= "), "{}", output.out);
}

/// A puzzle with a step that turns out not to be needed.
const UNNEEDED_STEP: &str = ".48...2.......9.4........7942.165....8.........9..2......3.1..5..357...11.6.2..8.";

/// Golden Nugget, which needs nested forcing chains.
const NESTED: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

#[test]
fn a_short_path_has_fewer_steps_than_an_easy_one() {
    let count = |style: &[&str]| {
        let args = [&["explain", UNNEEDED_STEP, "--json"][..], style].concat();
        qedoku(&args).exits_with(0).objects().remove(0)["steps"].as_array().unwrap().len()
    };
    assert_eq!(count(&[]), count(&["--path", "easy"]));
    assert!(count(&["--path", "short"]) < count(&[]));
    qedoku(["explain", UNNEEDED_STEP, "--path", "long"]).exits_with(2).stderr_contains("easy, short");
    qedoku(["explain", UNNEEDED_STEP, "--path", "short", "--next"])
        .exits_with(2)
        .stderr_contains("cannot be used with");
}

#[test]
fn trial_and_error_is_summarised_and_shown_in_full_on_request() {
    let [short, full] =
        [&["explain", NESTED][..], &["explain", NESTED, "--full"]].map(|args| qedoku(args).exits_with(0).out);
    assert!(short.contains("(trial and error)") && !short.contains("these steps would lead"), "{short}");
    assert!(full.contains("these steps would lead to a contradiction.\n"), "{full}");
    assert!(2 * short.lines().count() < full.lines().count());
    let folder = TestFolder::new();
    let page = folder.path_to("steps.html");
    qedoku(["explain", NESTED, "--html", &page, "-o", &folder.path_to("steps.txt")]).exits_with(0);
    let page = fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<details>").count(), short.matches("(trial and error)").count());
}

#[test]
fn json_is_compact_and_complete_on_request() {
    let steps = |args: &[&str]| qedoku(args).exits_with(0).objects().remove(0)["steps"].as_array().unwrap().clone();
    let (compact, full) = (steps(&["explain", NESTED, "--json"]), steps(&["explain", NESTED, "--json", "--full"]));
    assert_eq!(compact.len(), full.len());
    for (compact, full) in compact.iter().zip(&full) {
        assert_eq!((&compact["sentence"], &compact["removed"]), (&full["sentence"], &full["removed"]));
        assert!(compact.get("candidates").is_none() && compact.get("steps").is_none(), "{compact}");
        assert_eq!(full["candidates"].as_array().unwrap().len(), 81);
        assert_eq!(full.get("detail").is_some(), compact["sentence"].as_str().unwrap().contains("(trial and error)"));
    }
    let is_nested = |step: &&serde_json::Value| step["technique"] == "nested";
    assert!(full.iter().filter(is_nested).all(|step| step["steps"].as_array().unwrap().len() > 1));
    let chain = steps(&["explain", CHAIN, "--json"]).into_iter().find(|step| step["technique"] == "aic").unwrap();
    assert!(chain["eureka"][0].as_str().unwrap().contains(" => r"), "{chain}");
}

#[test]
fn labels_have_a_row_per_puzzle_or_per_step() {
    let folder = TestFolder::new();
    let list = folder.write("list.csv", format!("id,quiz\n7,{CHAIN}\n8,{UNIQUE_9X9}\n"));
    let table = qedoku(["explain", &list, "--labels", "puzzles"]).exits_with(0).out;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[0],
        "id,quiz,b,se,se_trust,er,ep,ed,hodoku_score,hodoku_level,guesses,steps,size,hardest,techniques,answer"
    );
    assert!(lines[1].starts_with(&format!("7,{CHAIN},3,")) && lines[1].ends_with(",one"), "{}", lines[1]);
    let objects = qedoku(["explain", &list, "--labels", "puzzles", "--json"]).exits_with(0).objects();
    let explained = qedoku(["explain", &list, "--json"]).exits_with(0).objects();
    for (labels, explained) in objects.iter().zip(&explained) {
        let steps = explained["steps"].as_array().unwrap();
        let counts = labels["techniques"].as_object().unwrap();
        assert_eq!(counts.values().map(|count| count.as_u64().unwrap()).sum::<u64>(), steps.len() as u64);
        for (technique, count) in counts {
            let steps = steps.iter().filter(|step| step["technique"] == technique.as_str());
            assert_eq!(steps.count() as u64, count.as_u64().unwrap(), "{technique}");
        }
    }
    let rows = qedoku(["explain", &list, "--labels", "steps"]).exits_with(0).out;
    assert_eq!(rows.lines().next(), Some("input,step,technique,size,placed,removed"));
    let steps: usize = explained.iter().map(|object| object["steps"].as_array().unwrap().len()).sum();
    assert_eq!(rows.lines().count(), 1 + steps);
    let rows = qedoku(["explain", &list, "--labels", "steps", "--json"]).exits_with(0).objects();
    assert_eq!((rows.len(), &rows[0]["step"]), (steps, &1.into()));
    qedoku(["explain", AMBIGUOUS_4X4, "--labels", "puzzles"]).exits_with(1);
    qedoku(["explain", CHAIN, "--labels", "steps", "--next"]).exits_with(2).stderr_contains("cannot be used with");
}
