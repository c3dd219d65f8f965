//! `qedoku candidates`: pencil marks, true candidates and their counts.

mod command;

use command::{AMBIGUOUS_4X4, SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, qedoku, qedoku_with};
use serde_json::json;

#[test]
fn candidates_are_drawn_as_a_grid() {
    let grid = "+------+---------+\n\
                | 4  1 | 2   34  |\n\
                | 24 3 | 4   1   |\n\
                +------+---------+\n\
                | 1  4 | 3   23  |\n\
                | 23 2 | 134 234 |\n\
                +------+---------+\n";
    qedoku(["candidates", UNIQUE_4X4]).exits_with(0).stdout_is(grid).stderr_is_empty();
    // What was written is read again and leads to the same solution.
    let nine = qedoku(["candidates", UNIQUE_9X9]).exits_with(0).out;
    qedoku_with(["solve", "--to", "line"], &nine).exits_with(0).stdout_is(&format!("{SOLUTION_9X9}\n"));
}

#[test]
fn true_candidates_of_a_unique_puzzle_are_its_solution() {
    let line = qedoku(["candidates", UNIQUE_9X9, "--true", "--to", "candidates"]).exits_with(0).out;
    let digits: String = line.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, SOLUTION_9X9);
}

#[test]
fn true_candidates_are_counted_up_to_the_limit() {
    let output = qedoku(["candidates", AMBIGUOUS_4X4, "--true", "--limit", "100"]).exits_with(0);
    assert!(output.out.lines().any(|line| line == "r1c3=2 6"), "a given is in all six solutions: {}", output.out);
    let capped = qedoku(["candidates", AMBIGUOUS_4X4, "--true", "--limit", "2"]).exits_with(0);
    assert!(capped.out.lines().any(|line| line == "r1c3=2 2+"), "{}", capped.out);
    // The counts of a cell add up to the number of solutions.
    let of_cell = |cell: &str| {
        let lines = output.out.lines().filter_map(|line| line.strip_prefix(cell));
        lines.map(|line| line.rsplit(' ').next().unwrap().parse::<u32>().unwrap()).sum::<u32>()
    };
    for cell in ["r1c1=", "r2c3=", "r4c4="] {
        assert_eq!(of_cell(cell), 6, "{cell}");
    }
    let object = &qedoku(["candidates", AMBIGUOUS_4X4, "--true", "--limit", "2", "--json"]).exits_with(0).objects()[0];
    let given = json!({ "candidate": "r1c3=2", "count": 2, "exact": false });
    assert!(object["counts"].as_array().unwrap().contains(&given), "{object}");
    assert_eq!(object["candidates"][0][2], json!([2]));
    qedoku(["candidates", UNIQUE_4X4, "--limit", "2"]).exits_with(2).stderr_contains("--true");
}

#[test]
fn puzzles_without_a_solution_are_reported() {
    let conflicting = "44..............";
    qedoku(["candidates", conflicting]).exits_with(1).stdout_is("no solution: r1c1 has no candidate\n");
    qedoku(["candidates", UNSOLVABLE_4X4, "--true"]).exits_with(1).stdout_is("no solution\n");
    let folder = TestFolder::new();
    let list = folder.write("list.txt", format!("{UNSOLVABLE_4X4}\n{UNIQUE_4X4}\n"));
    let output = qedoku(["candidates", &list, "--true"]).exits_with(1);
    assert_eq!(output.out.lines().next(), Some("none"));
    assert_eq!(output.out.lines().nth(1).map(str::len), Some(64));
    let objects = qedoku(["candidates", &list, UNIQUE_4X4, "--true", "--json"]).exits_with(1).objects();
    assert_eq!((objects.len(), &objects[0]["candidates"][0][0]), (3, &json!([])));
}

#[test]
fn a_format_without_candidates_is_refused() {
    qedoku(["candidates", UNIQUE_9X9, "--to", "sdm"]).exits_with(2).stdout_is("");
}

#[test]
fn long_counts_end_at_the_time_limit() {
    let args = ["candidates", "16x16", "--true", "--limit", "1000000", "--time-limit", "300ms"];
    qedoku(args).exits_with(124);
}
