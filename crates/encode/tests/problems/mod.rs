//! Constraint problems and helpers shared by the tests.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::fmt::Write;
use std::io::BufReader;

use qedoku_encode::csp::f2csp::{self, F2cspStats};
use qedoku_encode::csp::{Assignment, Csp};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Grid, Puzzle};

pub(crate) const AUSTRALIA: &str = include_str!("../testdata/australia.f2csp");
pub(crate) const HOUSES: &str = include_str!("../testdata/houses.f2csp");
pub(crate) const QUEENS: &str = include_str!("../testdata/queens6.f2csp");

pub(crate) fn empty(board: Board) -> Puzzle {
    Puzzle::new(Grid::empty(board))
}

/// F2CSP file of a puzzle, with its statistics.
pub(crate) fn file_of(puzzle: &Puzzle) -> (String, F2cspStats) {
    let mut file = Vec::new();
    let stats = f2csp::write(puzzle, &mut file).unwrap();
    (String::from_utf8(file).unwrap(), stats)
}

/// Reads a text at once and byte by byte, and asserts that the results and the statistics agree.
pub(crate) fn read(text: &str) -> Result<Csp, String> {
    let whole = Csp::read(text.as_bytes()).map_err(|error| error.to_string());
    let byte_by_byte = Csp::read(BufReader::with_capacity(1, text.as_bytes())).map_err(|error| error.to_string());
    assert_eq!(whole, byte_by_byte, "{text}");
    if let Ok(csp) = &whole {
        assert_eq!(F2cspStats::of(text.as_bytes()).map_err(|error| error.to_string()), Ok(csp.stats()));
    }
    whole
}

/// A problem with one domain of `0 1 2`, the variables `a b c`, and these constraints.
pub(crate) fn small(count: &str, constraints: &str) -> String {
    format!(
        "small\nDomains\n1\nD 0 1 2\nVariables\n3\na D\nb D\nc D\nConstraints\n{count}\n{constraints}Goal\nSatisfy\n"
    )
}

fn pick<'a>(rng: &mut Rng, words: &[&'a str]) -> &'a str {
    words[rng.below(words.len())]
}

/// All assignments: the Cartesian product of the domains.
pub(crate) fn all_assignments(csp: &Csp) -> Vec<Assignment> {
    let mut all: Vec<Vec<(&str, &str)>> = vec![vec![]];
    for variable in csp.variables() {
        let words = || csp.domain_of(variable).values().iter().map(|value| csp.value_name(*value));
        let longer = |some: &Vec<_>| words().map(|word| [&some[..], &[(variable.name(), word)]].concat()).collect();
        all = all.iter().flat_map(|some| -> Vec<Vec<_>> { longer(some) }).collect();
    }
    all.into_iter().map(|pairs| csp.assignment(pairs).unwrap()).collect()
}

/// Solutions by brute force.
pub(crate) fn solutions(csp: &Csp) -> Vec<Assignment> {
    all_assignments(csp).into_iter().filter(|assignment| csp.check(assignment).is_ok()).collect()
}

/// A random small problem with unusual scopes, values and counts.
pub(crate) fn random_problem(rng: &mut Rng) -> String {
    let domains = ["D1 a b", "D2 1 2 3", "D3 a 1 zz", "D4 b"];
    let variables: Vec<String> = (0..=rng.below(3)).map(|number| format!("v{number}")).collect();
    let mut text = format!("random\nDomains\n4\n{}\nVariables\n{}\n", domains.join("\n"), variables.len());
    for name in &variables {
        writeln!(text, "{name} {}", pick(rng, &["D1", "D2", "D3", "D4"])).unwrap();
    }
    let count = rng.below(4);
    writeln!(text, "Constraints\n{count}").unwrap();
    for number in 0..count {
        let arity = 1 + rng.below(4);
        let scope: Vec<&str> = (0..arity).map(|_| &variables[rng.below(variables.len())][..]).collect();
        let tuples = rng.below(12);
        let polarity = pick(rng, &["Accept", "Reject"]);
        writeln!(text, "C{number}\n{}\n{polarity}\n{tuples}", scope.join(" ")).unwrap();
        for _ in 0..tuples {
            let tuple: Vec<&str> = (0..arity).map(|_| pick(rng, &["a", "b", "1", "2", "3", "zz"])).collect();
            writeln!(text, "{}", tuple.join(" ")).unwrap();
        }
    }
    text + "Goal\nSatisfy\n"
}
