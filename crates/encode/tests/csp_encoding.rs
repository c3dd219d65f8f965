//! Direct encoding of constraint problems: with every at-most-one encoding, the models are the solutions.

mod problems;
mod propagation;

use std::collections::{BTreeSet, HashSet};

use problems::{AUSTRALIA, HOUSES, QUEENS, empty, file_of, random_problem, read, small, solutions};
use propagation::propagate;
use qedoku_encode::csp::{Assignment, Csp, CspEncoding};
use qedoku_encode::{Amo, Formula, Lit, Model, Var};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Puzzle};

/// All models of the clauses, by unit propagation and branching.
fn models(clauses: &[Vec<Lit>], mut values: Vec<Option<bool>>, found: &mut Vec<Model>) {
    if !propagate(clauses, &mut values) {
        return;
    }
    let lit = |(number, value): (usize, &Option<bool>)| {
        let var = Var::new(number as u32)?;
        value.map(|value| if value { var.positive() } else { !var.positive() })
    };
    match (1..values.len()).find(|var| values[*var].is_none()) {
        None => found.push(Model::new(values.iter().enumerate().filter_map(lit))),
        Some(open) => [false, true].into_iter().for_each(|value| {
            let mut branch = values.clone();
            branch[open] = Some(value);
            models(clauses, branch, found);
        }),
    }
}

fn models_of(encoding: &CspEncoding) -> Vec<Model> {
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    let Ok(max_var) = encoding.emit(&mut clauses);
    assert!(clauses.iter().all(|clause| !clause.is_empty()));
    let size = encoding.size();
    assert_eq!((size.variables, size.clauses), (max_var, clauses.len() as u64));
    let mut found = Vec::new();
    models(&clauses, vec![None; max_var as usize + 1], &mut found);
    found
}

/// Asserts that the models, projected to the problem variables, are exactly the solutions, with every at-most-one
/// encoding.
fn assert_exact(csp: &Csp, text: &str) {
    let solutions: HashSet<Assignment> = solutions(csp).into_iter().collect();
    for (amo, name) in Amo::ALL {
        let encoding = CspEncoding::with_amo(csp, amo).unwrap();
        let models = models_of(&encoding);
        let decoded: HashSet<Assignment> =
            models.iter().map(|model| encoding.decode(model).expect("exactly one value each")).collect();
        assert_eq!(decoded, solutions, "{name}: {text}");
        assert_eq!(models.len(), solutions.len(), "{name}, one to one: {text}");
    }
}

#[test]
fn the_f2csp_file_of_a_puzzle_has_the_solutions_of_the_puzzle() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    let csp = read(&file_of(&puzzle).0).unwrap();
    let encoding = CspEncoding::new(&csp).unwrap();
    let models = models_of(&encoding);
    let grids: BTreeSet<String> = models
        .iter()
        .map(|model| {
            let assignment = encoding.decode(model).unwrap();
            assert_eq!(csp.check(&assignment), Ok(()));
            let grid = csp.grid(&assignment).unwrap();
            assert_eq!(qedoku_puzzle::referee::check(&puzzle, &grid), Ok(()));
            grid.to_string()
        })
        .collect();
    assert_eq!(grids.len(), models.len());
    let known = read(&file_of(&empty(Board::of_side(4).unwrap())).0).unwrap();
    assert_eq!(models_of(&CspEncoding::new(&known).unwrap()).len(), 288);
}

#[test]
fn known_problems_have_their_known_solutions_by_brute_force_and_by_encoding() {
    for (text, expected) in [(AUSTRALIA, 18), (QUEENS, 4), (HOUSES, 1)] {
        let csp = read(text).unwrap();
        assert_eq!(solutions(&csp).len(), expected, "{}", csp.title());
        assert_exact(&csp, csp.title());
        assert!(csp.as_puzzle().is_none());
    }
    let csp = read(HOUSES).unwrap();
    let fish =
        csp.named_values(&solutions(&csp)[0]).find(|(name, _)| *name == "fish").map(|(_, house)| house.to_owned());
    assert_eq!(fish.as_deref(), Some("2"));
    let queens = read(QUEENS).unwrap();
    let first: Vec<String> =
        queens.named_values(&solutions(&queens)[0]).map(|(row, column)| format!("{row} {column}")).collect();
    assert_eq!(first, ["row1 b", "row2 d", "row3 f", "row4 a", "row5 c", "row6 e"]);
}

#[test]
fn special_cases_have_the_right_truth_tables() {
    let cases = [
        ("nothing is accepted", "k\na\nAccept\n0\n", 0),
        ("nothing is accepted of two", "k\na b\nAccept\n0\n", 0),
        ("nothing is accepted of three", "k\na b c\nAccept\n0\n", 0),
        ("nothing is rejected", "k\na b\nReject\n0\n", 27),
        ("a variable twice, accepted", "k\na a\nAccept\n3\n0 0\n0 1\n2 2\n", 18),
        ("a variable twice, rejected", "k\na a\nReject\n3\n0 0\n0 1\n2 2\n", 9),
        ("a variable twice among three", "k\na b a\nAccept\n3\n0 1 0\n0 1 1\n2 2 2\n", 6),
        ("a variable three times", "k\na a a\nAccept\n2\n1 1 1\n1 1 2\n", 9),
        ("values outside of the domain, accepted", "k\na b\nAccept\n3\n0 7\nx 1\n1 1\n", 3),
        ("only values outside of the domain", "k\na b c\nAccept\n1\n0 7 1\n", 0),
        ("values outside of the domain, rejected", "k\na b\nReject\n2\n0 7\n1 1\n", 24),
        ("a tuple twice, accepted", "k\na b c\nAccept\n3\n0 1 2\n0 1 2\n1 1 1\n", 2),
        ("a tuple twice, rejected", "k\na b c\nReject\n3\n0 1 2\n0 1 2\n1 1 1\n", 25),
        ("a value twice, accepted", "k\na\nAccept\n2\n1\n1\n", 9),
        ("all are accepted", "k\na\nAccept\n3\n2\n1\n0\n", 27),
        ("all are rejected", "k\na\nReject\n3\n2\n1\n0\n", 0),
    ];
    for (what, constraint, expected) in cases {
        let csp = read(&small("1", constraint)).unwrap();
        assert_eq!(solutions(&csp).len(), expected, "{what}");
        assert_exact(&csp, what);
    }
}

#[test]
fn empty_domains_and_empty_problems_are_encoded() {
    let without = read("e\nDomains\n2\nD\nE 1\nVariables\n1\na E\nConstraints\n0\nGoal\nSatisfy\n").unwrap();
    assert_eq!(models_of(&CspEncoding::new(&without).unwrap()).len(), 1);
    let with =
        read("e\nDomains\n2\nD\nE 1\nVariables\n2\na E\nb D\nConstraints\n1\nk\nb a\nAccept\n1\n1 1\nGoal\nSatisfy\n");
    assert_exact(&with.unwrap(), "an empty domain");
    let empty_problem = read("e\nDomains\n0\nVariables\n0\nConstraints\n0\nGoal\nSatisfy\n").unwrap();
    assert_exact(&empty_problem, "an empty problem");
    assert_eq!(solutions(&empty_problem).len(), 1);
}

#[test]
fn random_problems_have_the_right_truth_tables() {
    let mut rng = Rng::new(20_240_917, 0);
    let mut satisfiable = 0;
    for _ in 0..400 {
        let text = random_problem(&mut rng);
        let csp = read(&text).unwrap();
        assert_exact(&csp, &text);
        satisfiable += usize::from(!solutions(&csp).is_empty());
    }
    assert!((50..350).contains(&satisfiable), "a mix of satisfiable and unsatisfiable problems: {satisfiable}");
}

#[test]
fn unit_propagation_enforces_generalised_arc_consistency() {
    let mut rng = Rng::new(3, 0);
    for arity in [2, 3] {
        for _ in 0..200 {
            let tuples: BTreeSet<Vec<usize>> =
                (0..8).map(|_| (0..arity).map(|_| rng.below(3)).collect::<Vec<_>>()).collect();
            let lines: String = tuples
                .iter()
                .flat_map(|tuple| tuple.iter().map(|value| format!(" {value}")).chain(["\n".into()]))
                .collect();
            let scope = ["a b", "a b c"][arity - 2];
            let csp = read(&small("1", &format!("k\n{scope}\nAccept\n{}\n{lines}", tuples.len()))).unwrap();
            let encoding = CspEncoding::new(&csp).unwrap();
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            let Ok(max_var) = encoding.emit(&mut clauses);
            let mut values = vec![None; max_var as usize + 1];
            let eliminated: Vec<usize> = (0..3).map(|_| 1 + rng.below(3 * arity)).collect();
            for x in &eliminated {
                values[*x] = Some(false);
            }
            let is_valid = |tuple: &&Vec<usize>| {
                tuple.iter().enumerate().all(|(at, value)| !eliminated.contains(&(3 * at + value + 1)))
            };
            let valid: Vec<&Vec<usize>> = tuples.iter().filter(is_valid).collect();
            let consistent = propagate(&clauses, &mut values);
            assert_eq!(consistent, !valid.is_empty());
            for x in (1..=3 * arity).filter(|_| consistent) {
                let is_supported = valid.iter().any(|tuple| tuple[(x - 1) / 3] == (x - 1) % 3);
                assert_eq!(values[x] != Some(false), is_supported, "x{x} without {eliminated:?} in {tuples:?}");
            }
        }
    }
}

#[test]
fn a_problem_with_too_many_variables_is_refused_before_it_is_encoded() {
    let names = |count: usize, begin, end| {
        (0..count).fold(String::new(), |text, number| text + begin + &number.to_string() + end)
    };
    let (values, variables) = (names(100_000, " ", ""), names(30_000, "v", " D\n"));
    let text = format!("big\nDomains\n1\nD{values}\nVariables\n30000\n{variables}Constraints\n0\nGoal\nSatisfy\n");
    let csp = Csp::read(text.as_bytes()).unwrap();
    let error = CspEncoding::new(&csp).unwrap_err().to_string();
    assert_eq!(error, "the problem may need 6000030000 CNF variables; the limit is 2147483647");
}

#[test]
fn partial_models_are_decoded_and_contradictory_ones_refused() {
    let csp = read(&small("0", "")).unwrap();
    let encoding = CspEncoding::new(&csp).unwrap();
    let decoded = |lits: &[i32]| {
        let model = Model::new(lits.iter().map(|lit| Lit::from_dimacs(*lit).unwrap()));
        let words =
            |assignment| csp.named_values(&assignment).map(|(_, word)| word.to_owned()).collect::<Vec<_>>().join(" ");
        encoding.decode(&model).map(words).map_err(|error| error.to_string())
    };
    assert_eq!(decoded(&[-1, 2, -3, 4, -5, -6, -7, -8, 9]), Ok("1 0 2".into()));
    assert_eq!(decoded(&[-1, -3, -5, -6, -7, -8]), Ok("1 0 2".into()));
    assert_eq!(decoded(&[1, 2, 4, 7]), Err("a is both 0 and 1".into()));
    assert_eq!(decoded(&[-1, -2, -3]), Err("a has no value: the model makes all of them false".into()));
    assert_eq!(decoded(&[-1]), Err("a has no value: the model makes none true and leaves 2 open".into()));
    assert!(encoding.is_problem_var(Var::new(9).unwrap()) && !encoding.is_problem_var(Var::new(10).unwrap()));
}

#[test]
fn comments_of_a_cnf_define_its_variables() {
    let csp = read(HOUSES).unwrap();
    let encoding = CspEncoding::new(&csp).unwrap();
    let size = encoding.size();
    let comments = encoding.comments(&size);
    assert_eq!(comments[0], "c f2csp Three houses");
    assert_eq!(comments[2], "c domain House: 1 2 3");
    assert_eq!(comments[3], "c red = the values of House, from 1");
    assert_eq!(comments[11], "c fish = the values of House, from 25");
    assert!(comments.iter().all(|line| line.starts_with("c ")));
    assert_eq!(encoding.variable_value(Var::new(26).unwrap()), Some((8, 1)));
    assert_eq!(size.variables, 27 + 3 * 6 + 2);
}
