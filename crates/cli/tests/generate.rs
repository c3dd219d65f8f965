//! `qedoku generate`: the same bytes for the same seed, wishes that hold, wishes that cannot.

mod command;

use std::process::Command;
use std::time::{Duration, Instant};

use command::{Folder, QEDOKU, Said, finish, qedoku};
use qedoku::lanes::SimdLevel;

/// Where givens are to stand.
const PATTERN: [&str; 9] = [
    "...xx.xx.",
    ".xx......",
    "..xx.....",
    "x....x.x.",
    "...x.x...",
    ".x.x....x",
    ".....xx..",
    "......xx.",
    ".xx.xx...",
];

/// Each line must be a puzzle with one solution.
#[track_caller]
fn all_have_one_solution(said: &Said) {
    let folder = Folder::new();
    let file = folder.with("made.txt", &said.out);
    qedoku(["solve", &file, "--to", "line", "--engine", "sat", "--quiet"]).ends(0);
}

#[track_caller]
fn lines(said: &Said) -> Vec<String> {
    said.out.lines().map(str::to_owned).collect()
}

fn givens(line: &str) -> usize {
    line.chars().filter(|symbol| *symbol != '.').count()
}

#[test]
fn one_puzzle_is_drawn_and_its_seed_is_told() {
    let said = qedoku(["generate"]).ends(0).complains("seed ");
    assert_eq!(said.out.lines().count(), 11, "{}", said.out);
    let seed = said.err.split_whitespace().nth(1).unwrap().trim_end_matches(':');
    let again = qedoku(["generate", "--seed", seed]).ends(0).keeps_quiet();
    assert_eq!(again.out, said.out);
    assert_ne!(qedoku(["generate"]).ends(0).out, said.out);
    qedoku(["generate", "--quiet"]).ends(0).keeps_quiet();
}

#[test]
fn many_puzzles_are_lines_with_one_solution_each_and_more_begin_with_fewer() {
    let said = qedoku(["generate", "300", "--seed", "1"]).ends(0).keeps_quiet();
    let made = lines(&said);
    assert!(made.len() == 300 && made.iter().all(|line| line.len() == 81 && (19..30).contains(&givens(line))));
    all_have_one_solution(&said);
    let fewer = qedoku(["generate", "20", "--seed", "1"]).ends(0);
    assert!(said.out.starts_with(&fewer.out));
    assert_ne!(qedoku(["generate", "20", "--seed", "2"]).ends(0).out, fewer.out);
    qedoku(["generate", "0", "--seed", "1"]).ends(0).prints("");
}

#[test]
fn threads_and_instructions_change_nothing() {
    let folder = Folder::new();
    let pattern = folder.with("pattern.txt", PATTERN.concat());
    let wishes: [&[&str]; 7] = [
        &["600"],
        &["20", "--givens", "..22"],
        &["50", "--symmetry", "rotate180"],
        &["40", "--givens", "30..40", "--not-minimal"],
        &["6", "--size", "6x6"],
        &["2", "--size", "16x16"],
        &["2", "--pattern", &pattern],
    ];
    for wish in wishes {
        let run = |threads: &str, simd: Option<&str>| {
            let mut command = Command::new(QEDOKU);
            command.args(["generate", "--seed", "11", "--threads", threads]).args(wish);
            simd.map(|simd| command.env("QEDOKU_SIMD", simd));
            finish(&mut command, "").ends(0).out
        };
        let one = run("1", None);
        assert_eq!(run("2", None), one, "{wish:?}");
        assert_eq!(run("3", None), one, "{wish:?}");
        for simd in SimdLevel::available() {
            assert_eq!(run("1", Some(simd.name())), one, "{wish:?}");
        }
    }
}

#[test]
fn boards_of_every_size_are_made() {
    for (size, boxes, cells) in
        [("4x4", "2x2", 16), ("6x6", "2x3", 36), ("6x6", "3x2", 36), ("12x12", "3x4", 144), ("16x16", "4x4", 256)]
    {
        let said = qedoku(["generate", "--size", size, "--boxes", boxes, "--seed", "3", "--to", "line"]).ends(0);
        assert_eq!(said.out.trim_end().len(), cells);
        let folder = Folder::new();
        let file = folder.with("made.txt", &said.out);
        qedoku(["solve", &file, "--boxes", boxes, "--quiet"]).ends(0);
    }
    qedoku(["generate", "--size", "36x36"]).ends(1).prints("").complains("above 25x25");
    qedoku(["generate", "--size", "7x7"]).ends(2).prints("");
    qedoku(["generate", "--size", "6x6", "--boxes", "3x3"]).ends(2).prints("").complains("boxes 3x3 make");
}

#[test]
fn numbers_of_givens_and_symmetries_are_as_wished() {
    let said = qedoku(["generate", "30", "--seed", "1", "--givens", "21..22"]).ends(0);
    assert!(lines(&said).iter().all(|line| (21..=22).contains(&givens(line))));
    let said = qedoku(["generate", "30", "--seed", "1", "--givens", "50", "--not-minimal"]).ends(0);
    assert!(lines(&said).iter().all(|line| givens(line) == 50));
    all_have_one_solution(&said);
    let said = qedoku(["generate", "30", "--seed", "1", "--symmetry", "rotate180"]).ends(0);
    let is_given = |symbol: char| symbol != '.';
    assert!(lines(&said).iter().all(|line| line.chars().map(is_given).eq(line.chars().rev().map(is_given))));
    all_have_one_solution(&said);
    qedoku(["generate", "--givens", ""]).ends(2).complains("expected a number or a range");
    qedoku(["generate", "--givens", "5..3"]).ends(2).complains("5 is more than 3");
    qedoku(["generate", "--not-minimal"]).ends(2).complains("--givens");
}

#[test]
fn givens_stand_where_a_pattern_says() {
    let folder = Folder::new();
    let file = folder.with("pattern.txt", PATTERN.join("\n"));
    let said = qedoku(["generate", "2", "--seed", "1", "--pattern", &file, "--to", "line"]).ends(0);
    for line in lines(&said) {
        assert!(
            line.chars().zip(PATTERN.concat().chars()).all(|(digit, mark)| (digit == '.') == (mark == '.')),
            "{line}"
        );
    }
    all_have_one_solution(&said);
    let few = folder.with("few.txt", format!("{}{}", "x".repeat(16), ".".repeat(65)));
    qedoku(["generate", "--pattern", &few]).ends(1).prints("").complains("17 givens or more, never 16");
    let bad = folder.with("bad.txt", "x.x");
    qedoku(["generate", "--pattern", &bad]).ends(2).prints("").complains("found 3 cells");
    qedoku(["generate", "--pattern", &folder.at("none.txt")]).ends(2).prints("").complains("none.txt");
    qedoku(["generate", "--pattern", &file, "--givens", "22"]).ends(2).prints("");
    qedoku(["generate", "--pattern", &file, "--size", "16x16"]).ends(2).complains("the pattern is 9x9");
}

#[test]
fn impossible_wishes_end_with_1_and_say_why() {
    qedoku(["generate", "--givens", "16"]).ends(1).prints("").complains("17 givens or more, never 16");
    qedoku(["generate", "--givens", "79"]).ends(1).prints("").complains("72 givens or fewer, never 79");
    qedoku(["generate", "--givens", "82", "--not-minimal"]).ends(1).complains("it has 81 cells");
    qedoku(["generate", "--givens", "27", "--symmetry", "full"]).ends(1).complains("no way to place 27 givens");
    let said = qedoku(["generate", "3", "--seed", "1", "--givens", "60", "--tries", "1000"]).ends(1).prints("");
    said.complains("no minimal 9x9 puzzle with 60 givens was found in 1000 attempts in a row");
    let objects = qedoku(["generate", "--seed", "1", "--givens", "60", "--tries", "10", "--json"]).ends(1).objects();
    assert!(objects.len() == 1 && objects[0]["error"].as_str().unwrap().contains("10 attempts"), "{objects:?}");
}

#[test]
fn what_was_made_before_the_search_is_given_up_is_kept() {
    let few = ["generate", "50", "--seed", "1", "--givens", "..21", "--tries", "500"];
    let said =
        qedoku(few).ends(1).complains("of 50 puzzles were made; then no minimal 9x9 puzzle with at most 21 givens");
    assert!((1..50).contains(&said.out.lines().count()) && !said.err.contains("--not-minimal"), "{said:?}");
    let folder = Folder::new();
    let file = folder.with("made.txt", "as it was");
    qedoku(few.into_iter().chain(["-o", &file])).ends(1).prints("");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), said.out);
    let kept = folder.with("kept.txt", "as it was");
    qedoku(["generate", "--givens", "60", "--tries", "10", "-o", &kept]).ends(1).complains("--not-minimal allows");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "as it was");
}

#[test]
fn puzzles_are_written_in_any_format_and_into_files() {
    let to = |format| qedoku(["generate", "2", "--seed", "4", "--to", format]).ends(0).out;
    let line = to("line");
    for format in ["grid", "numbers", "clues", "sdm", "sdk", "ss", "csv"] {
        let folder = Folder::new();
        let file = folder.with("made", to(format));
        qedoku(["convert", &file, "--to", "line"]).ends(0).prints(&line);
    }
    let csv = to("csv");
    assert!(csv.starts_with("puzzle,solution\n") && csv.lines().skip(1).all(|line| line.len() == 163), "{csv}");
    qedoku(["generate", "2", "--to", "svg"]).ends(2).prints("").complains("one picture");
    assert!(qedoku(["generate", "--to", "svg"]).ends(0).out.trim_end().ends_with("</svg>"));
    qedoku(["generate", "--size", "4x4", "--to", "sdm"]).ends(2).prints("").complains("sdm is for 9x9 only");
    let folder = Folder::new();
    let file = folder.at("made.txt");
    qedoku(["generate", "2", "--seed", "4", "-o", &file]).ends(0).prints("").keeps_quiet();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), line);
}

#[test]
fn json_tells_the_seed_the_puzzle_and_its_solution() {
    let said = qedoku(["generate", "3", "--seed", "4", "--json"]).ends(0).keeps_quiet();
    let objects = said.objects();
    let made = lines(&qedoku(["generate", "3", "--seed", "4"]).ends(0));
    assert_eq!(objects.len(), 3);
    for (object, line) in objects.iter().zip(made) {
        assert_eq!((&object["schema"], &object["seed"]), (&1.into(), &4.into()));
        assert_eq!((&object["board"], &object["puzzle"]), (&"9x9".into(), &line.clone().into()));
        let solved = qedoku(["solve", &line, "--to", "line"]).ends(0).out;
        assert_eq!(object["solution"], solved.trim_end());
    }
    let told = qedoku(["generate", "--json"]).ends(0).keeps_quiet().objects();
    assert!(told[0]["seed"].is_u64());
}

#[test]
fn a_time_limit_ends_the_work_with_124_and_leaves_whole_puzzles() {
    let start = Instant::now();
    let said = qedoku(["generate", "100000000", "--seed", "1", "--time-limit", "1.5s"]).ends(124);
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(said.out.lines().count() > 100 && said.out.lines().all(|line| line.len() == 81));
    let folder = Folder::new();
    let file = folder.with("kept.txt", "as it was");
    qedoku(["generate", "100000000", "--seed", "1", "--time-limit", "200ms", "-o", &file])
        .ends(124)
        .complains("of 100000000 puzzles; the file is not written");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "as it was");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing unfinished is left");
}
