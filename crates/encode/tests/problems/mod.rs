//! Problems and helpers that the tests of constraint problems share.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::fmt::Write;
use std::io::BufReader;

use qedoku_encode::csp::f2csp::{self, Stats};
use qedoku_encode::csp::{Assignment, Csp};
use qedoku_puzzle::{Board, Grid, Puzzle};

pub(crate) const AUSTRALIA: &str = include_str!("../testdata/australia.f2csp");
pub(crate) const HOUSES: &str = include_str!("../testdata/houses.f2csp");
pub(crate) const QUEENS: &str = include_str!("../testdata/queens6.f2csp");

pub(crate) fn empty(board: Board) -> Puzzle {
    Puzzle::new(Grid::empty(board))
}

pub(crate) fn file_of(puzzle: &Puzzle) -> (String, Stats) {
    let mut file = Vec::new();
    let stats = f2csp::write(puzzle, &mut file).unwrap();
    (String::from_utf8(file).unwrap(), stats)
}

/// Reads a text whole and byte by byte, which must make no difference; what reads must also be counted alike.
pub(crate) fn read(text: &str) -> Result<Csp, String> {
    let whole = Csp::read(text.as_bytes()).map_err(|error| error.to_string());
    let bytes = Csp::read(BufReader::with_capacity(1, text.as_bytes())).map_err(|error| error.to_string());
    assert_eq!(whole, bytes, "{text}");
    if let Ok(csp) = &whole {
        assert_eq!(Stats::of(text.as_bytes()).map_err(|error| error.to_string()), Ok(csp.stats()));
    }
    whole
}

/// A problem with one domain of `0 1 2`, the variables `a b c`, and these constraints.
pub(crate) fn small(count: &str, constraints: &str) -> String {
    format!(
        "small\nDomains\n1\nD 0 1 2\nVariables\n3\na D\nb D\nc D\nConstraints\n{count}\n{constraints}Goal\nSatisfy\n"
    )
}

/// A small generator: the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    pub(crate) fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// Every way to give each variable one of its values.
pub(crate) fn all_assignments(csp: &Csp) -> Vec<Assignment> {
    let mut all: Vec<Vec<(&str, &str)>> = vec![vec![]];
    for variable in csp.variables() {
        let words = || csp.domain_of(variable).values().iter().map(|value| csp.word(*value));
        let longer = |some: &Vec<_>| words().map(|word| [&some[..], &[(variable.name(), word)]].concat()).collect();
        all = all.iter().flat_map(|some| -> Vec<Vec<_>> { longer(some) }).collect();
    }
    all.into_iter().map(|pairs| csp.assignment(pairs).unwrap()).collect()
}

pub(crate) fn solutions(csp: &Csp) -> Vec<Assignment> {
    all_assignments(csp).into_iter().filter(|assignment| csp.check(assignment).is_ok()).collect()
}

/// Any small problem: odd scopes, odd values, odd counts.
pub(crate) fn random_problem(random: &mut Random) -> String {
    let domains = ["D1 a b", "D2 1 2 3", "D3 a 1 zz", "D4 b"];
    let variables: Vec<String> = (0..=random.below(3)).map(|number| format!("v{number}")).collect();
    let mut text = format!("random\nDomains\n4\n{}\nVariables\n{}\n", domains.join("\n"), variables.len());
    for name in &variables {
        writeln!(text, "{name} {}", random.pick(&["D1", "D2", "D3", "D4"])).unwrap();
    }
    let count = random.below(4);
    writeln!(text, "Constraints\n{count}").unwrap();
    for number in 0..count {
        let arity = 1 + random.below(4);
        let scope: Vec<&str> = (0..arity).map(|_| &variables[random.below(variables.len())][..]).collect();
        let tuples = random.below(12);
        let effect = random.pick(&["Accept", "Reject"]);
        writeln!(text, "C{number}\n{}\n{effect}\n{tuples}", scope.join(" ")).unwrap();
        for _ in 0..tuples {
            let tuple: Vec<&str> = (0..arity).map(|_| random.pick(&["a", "b", "1", "2", "3", "zz"])).collect();
            writeln!(text, "{}", tuple.join(" ")).unwrap();
        }
    }
    text + "Goal\nSatisfy\n"
}
