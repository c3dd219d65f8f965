//! `qedoku generate` by difficulty: SE ratings, levels, techniques and practice positions.

mod command;

use command::{TestFolder, qedoku};

fn lines(args: &[&str]) -> Vec<String> {
    let all = ["generate", "--seed", "5", "--quiet"].into_iter().chain(args.iter().copied());
    qedoku(all).exits_with(0).out.lines().map(str::to_owned).collect()
}

/// A naive solver: candidates as bits, houses as lists of cells. It shares no code with the program.
struct Naive {
    candidates: Vec<u16>,
    houses: Vec<Vec<usize>>,
}

impl Naive {
    fn new(line: &str) -> Naive {
        let mut houses = Vec::new();
        for n in 0..9 {
            houses.push((0..9).map(|i| 9 * n + i).collect());
            houses.push((0..9).map(|i| 9 * i + n).collect());
            houses.push((0..9).map(|i| 27 * (n / 3) + 3 * (n % 3) + 9 * (i / 3) + i % 3).collect());
        }
        let digit = |symbol: char| symbol.to_digit(10).map_or(0x1ff, |digit| 1 << (digit - 1));
        Naive { candidates: line.chars().map(digit).collect(), houses }
    }

    fn is_solved(&self) -> bool {
        self.candidates.iter().all(|mask| mask.is_power_of_two())
    }

    /// Naked and hidden singles until nothing changes.
    fn singles(&mut self) {
        loop {
            let before = self.candidates.clone();
            for house in &self.houses {
                for cell in house {
                    if self.candidates[*cell].is_power_of_two() {
                        let mask = self.candidates[*cell];
                        house.iter().filter(|other| *other != cell).for_each(|other| self.candidates[*other] &= !mask);
                    }
                }
                for digit in 0..9 {
                    let places: Vec<usize> =
                        house.iter().copied().filter(|cell| self.candidates[*cell] >> digit & 1 == 1).collect();
                    if let [only] = places[..] {
                        self.candidates[only] = 1 << digit;
                    }
                }
            }
            if self.candidates == before {
                return;
            }
        }
    }

    /// Eliminates by all X-wings of rows and of columns.
    fn x_wings(&mut self) {
        let cell = |is_row: bool, line: usize, place: usize| if is_row { 9 * line + place } else { 9 * place + line };
        for (digit, is_row) in (0..9).flat_map(|digit| [(digit, true), (digit, false)]) {
            let bit = 1u16 << digit;
            let places = |naive: &Naive, line: usize| -> Vec<usize> {
                (0..9).filter(|place| naive.candidates[cell(is_row, line, *place)] & bit != 0).collect()
            };
            for (one, other) in (0..9).flat_map(|one| (one + 1..9).map(move |other| (one, other))) {
                let base = places(self, one);
                if base.len() != 2 || base != places(self, other) {
                    continue;
                }
                for line in (0..9).filter(|line| *line != one && *line != other) {
                    for place in &base {
                        self.candidates[cell(is_row, line, *place)] &= !bit;
                    }
                }
            }
        }
    }

    /// Whether singles and X-wings alone solve the puzzle.
    fn solve_with_x_wings(&mut self) -> bool {
        loop {
            self.singles();
            let before = self.candidates.clone();
            self.x_wings();
            if self.candidates == before {
                return self.is_solved();
            }
        }
    }
}

#[test]
fn a_naive_solver_needs_the_only_technique_and_nothing_else() {
    let puzzles = lines(&["5", "--technique", "x-wing", "--only"]);
    assert_eq!(puzzles.len(), 5);
    for line in puzzles {
        let mut singles = Naive::new(&line);
        singles.singles();
        assert!(!singles.is_solved() && Naive::new(&line).solve_with_x_wings(), "{line}");
    }
    for line in lines(&["5", "--level", "easy"]) {
        let mut naive = Naive::new(&line);
        naive.singles();
        assert!(naive.is_solved(), "{line}");
    }
}

#[test]
fn ratings_lie_in_the_range() {
    let folder = TestFolder::new();
    for (range, min, max) in [("7.0..7.5", 7.0, 7.5), ("..2.0", 1.0, 2.0), ("8.3..", 8.3, 11.9)] {
        let file = folder.write("list.txt", lines(&["4", "--se", range]).join("\n"));
        let rated = qedoku(["rate", &file, "--json"]).exits_with(0).objects();
        assert_eq!(rated.len(), 4);
        assert!(rated.iter().all(|one| (min..=max).contains(&one["er"].as_f64().unwrap())), "{range}: {rated:?}");
    }
}

#[test]
fn the_level_solves_the_puzzle_and_the_level_below_does_not() {
    let levels = ["easy", "medium", "hard", "unfair", "extreme"];
    for (index, level) in levels.iter().enumerate() {
        for line in lines(&["2", "--level", level]) {
            qedoku(["explain", &line, "--level", level]).exits_with(0);
            if index > 0 {
                qedoku(["explain", &line, "--level", levels[index - 1]]).exits_with(1);
            }
        }
    }
}

#[test]
fn practice_positions_are_read_by_explain_and_show_the_technique() {
    let folder = TestFolder::new();
    for technique in ["x-wing", "naked-pair", "xy-wing", "unique-rectangle-1", "avoidable-rectangle-1"] {
        let args = ["generate", "2", "--seed", "5", "--technique", technique, "--practice", "--json"];
        for object in qedoku(args).exits_with(0).objects() {
            let file = folder.write("position.txt", object["position"].as_str().unwrap());
            let list = qedoku(["explain", &file, "--all", "--technique", technique, "--json"]).exits_with(0).objects();
            let steps = list[0]["steps"].as_array().unwrap();
            assert!(steps.iter().any(|step| step["removed"] == object["removed"]), "{technique}: {object}");
            let easier = qedoku(["explain", &file, "--all", "--technique", "hidden-single,naked-single"]);
            assert!(easier.exits_with(1).out.contains("No instance"));
        }
    }
}

#[test]
fn output_does_not_depend_on_the_number_of_threads() {
    let requests: [&[&str]; 3] = [
        &["4", "--se", "7.0..7.2"],
        &["4", "--technique", "x-wing", "--practice"],
        &["--technique", "jellyfish", "--tries", "256"],
    ];
    for request in requests {
        let run = |threads: &str| {
            let args = ["generate", "--seed", "11", "--threads", threads].into_iter().chain(request.iter().copied());
            let output = qedoku(args);
            (output.out.clone(), output.err.clone())
        };
        let one = run("1");
        assert!(run("2") == one && run("3") == one, "{request:?}: {one:?}");
    }
}

#[test]
fn a_rare_difficulty_is_reported_with_the_number_of_puzzles_examined() {
    let output = qedoku(["generate", "--seed", "1", "--se", "11.5..", "--tries", "256"]).exits_with(1).stdout_is("");
    output
        .stderr_contains("no minimal 9x9 puzzle rated 11.5 or more was found in 256 attempts in a row")
        .stderr_contains("of 256 puzzles examined, 0 had the difficulty and 0 came near")
        .stderr_contains("--tries N makes more attempts, a wider range has more puzzles");
    qedoku(["generate", "1000000", "--seed", "1", "--level", "hard", "--time-limit", "2s"])
        .exits_with(124)
        .stderr_contains("of 1000000 puzzles; of ");
}

#[test]
fn incompatible_requests_are_refused_with_a_reason() {
    for (args, reason) in [
        (&["--level", "medium", "--technique", "x-wing"][..], "level hard"),
        (&["--se", "3.0..", "--level", "easy"], "rated 2.3 at most"),
        (&["--se", "12.."], "between 1.0 and 11.9"),
        (&["--se", "3.0", "--size", "6x6"], "for 9x9 only"),
        (&["--level", "hard", "--size", "16x16"], "up to 9x9"),
        (&["--technique", "nested"], "no technique that paths search for"),
        (&["--technique", "hidden-single"], "use --level easy"),
        (&["--technique", "bug", "--no-uniqueness"], "exactly one solution"),
    ] {
        let args = ["generate", "--seed", "1"].into_iter().chain(args.iter().copied());
        qedoku(args).exits_with(1).stdout_is("").stderr_contains(reason);
    }
    for (args, reason) in [
        (&["--technique", "y-wing"][..], "unknown technique"),
        (&["--se", "7.25"], "expected a rating"),
        (&["--only"], "--technique"),
        (&["--technique", "x-wing", "--practice", "--to", "line"], "cannot be used with"),
        (&["--no-uniqueness"], "use it with --level or --technique"),
    ] {
        let args = ["generate", "--seed", "1"].into_iter().chain(args.iter().copied());
        qedoku(args).exits_with(2).stdout_is("").stderr_contains(reason);
    }
}
