//! Parsing of SAT solver output, and decoding of models. The output has the form of real programs on small formulas.

use qedoku_encode::model::output::{OutputClaim, SolverStatus};
use qedoku_encode::model::{GridDecodeError, OutputError, SolverOutput, detect_numbering};
use qedoku_encode::{Encoding, EncodingOptions, Lit, Model, Numbering, Scheme, VariableMap};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Cell, Digit, Grid, Puzzle, referee};

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|number| Lit::from_dimacs(*number).unwrap()).collect()
}

fn model(numbers: &[i32]) -> SolverOutput {
    SolverOutput::Satisfiable(Model::new(lits(numbers)))
}

fn refused(text: &str) -> String {
    SolverOutput::parse(text).expect_err(text).to_string()
}

const MINISAT: &str = "\
WARNING: for repeatability, setting FPU to use double precision
============================[ Problem Statistics ]=============================
|                                                                             |
|  Number of variables:             4                                         |
===============================================================================
restarts              : 1
conflicts             : 0              (0 /sec)
decisions             : 1              (0.00 % random) (298 /sec)
CPU time              : 0.003352 s

";

const ZCHAFF: &str = "\
Z-Chaff Version: zChaff 2007.3.12
Solving small.cnf ......
c 3 Clauses are true, Verify Solution successful.
Instance Satisfiable
-1 2 3 (4) Random Seed Used\t\t\t\t0
Max Decision Level\t\t\t\t1
Num. of Decisions\t\t\t\t2
( Stack + Vsids + Shrinking Decisions )\t\t0 + 1 + 0
Total Run Time\t\t\t\t\t0
RESULT:\tSAT
";

#[test]
fn models_of_every_solver_are_parsed() {
    for text in [
        "c CaDiCaL\nc\ns SATISFIABLE\nv -1 2\nv 3 0\nc exit 10\n",
        "c clasp version 3.3.5\nc Answer: 1\nv -1 2 3 0\ns SATISFIABLE\nc Models         : 1+\n",
        "s SATISFIABLE\r\nv -1 2 3 0\r\n",
        "s SATISFIABLE\no 12\nv -1 2\nd 5\nv 3\n",
        "s SATISFIABLE\nv -x1 x2 x3\n",
        "*** Info : (clasp): a warning\ns SATISFIABLE\nv -1 2 3 0\n",
        "SAT\n-1 2 3 0\n",
        "\u{feff}SAT\n-1 2 3 0\n",
        "SAT\n-1 2 3",
        "-1 2 3 0",
        "-1 2 3",
        "  3 2 -1 2",
        "-1\n2\n3\n",
        "p cnf 3 3\n-1 0\n2 0\n3 0\n",
        "c mine\np cnf 3 3\n-1 0\n2 0\n3 0",
        "-1 0\n2 0\n3 0\n",
        "[-1, 2, 3]",
        "True\n[-1, 2, 3]\n",
        ZCHAFF,
    ] {
        assert_eq!(SolverOutput::parse(text), Ok(model(&[-1, 2, 3])), "{text}");
    }
}

#[test]
fn unsatisfiable_is_parsed_for_every_solver() {
    for text in [
        "c\ns UNSATISFIABLE\nc exit 20\n",
        "UNSAT\n",
        "UNSAT",
        "False\n",
        "Solving small.cnf ......\nInstance Unsatisfiable\nRandom Seed Used\t\t0\nRESULT:\tUNSAT\n",
        &format!("{MINISAT}UNSATISFIABLE\n"),
    ] {
        assert_eq!(SolverOutput::parse(text), Ok(SolverOutput::Unsatisfiable), "{text}");
    }
}

#[test]
fn unknown_is_parsed_for_every_solver() {
    for text in [
        "s UNKNOWN\n",
        "s INDETERMINATE\n",
        "c 12 conflicts\nc UNKNOWN\nc exit 0\n",
        "INDET\n",
        &format!("{MINISAT}*** INTERRUPTED ***\nINDETERMINATE\n"),
        "*** Info : (clasp): INTERRUPTED by signal!\ns UNKNOWN\nc TIME LIMIT     : 1\n",
    ] {
        assert_eq!(SolverOutput::parse(text), Ok(SolverOutput::Unknown), "{text}");
    }
}

#[test]
fn a_status_without_literals_cannot_be_decoded() {
    for text in [&format!("{MINISAT}SATISFIABLE\n"), "s SATISFIABLE\n", "SAT\n"] {
        let output = SolverOutput::parse(text).unwrap();
        assert_eq!(output.status(), SolverStatus::Satisfiable);
        let SolverOutput::Satisfiable(model) = output else { panic!("{output:?}") };
        assert!(model.is_empty());
        let variables = VariableMap::for_board(Board::CLASSIC, Numbering::RowMajor);
        assert_eq!(model.decode(&variables), Err(GridDecodeError::NoLiterals));
        assert_eq!(detect_numbering(&model, None, None).err(), Some(GridDecodeError::NoLiterals));
    }
}

#[test]
fn several_models_are_parsed_in_order() {
    let three = [model(&[-1, 2]), model(&[1, -2]), model(&[1, 2])];
    let clasp = "c Answer: 1\nv -1 2 0\nc Answer: 2\nv 1 -2 0\nc Answer: 3\nv 1 2 0\ns SATISFIABLE\n";
    let picosat = "s SATISFIABLE\nv -1 2 0\ns SATISFIABLE\nv 1 -2 0\ns SATISFIABLE\nv 1 2 0\ns SOLUTIONS 3\n";
    for text in [clasp, picosat] {
        assert_eq!(SolverOutput::parse_all(text).unwrap(), three);
        assert_eq!(SolverOutput::parse(text), Ok(model(&[-1, 2])));
    }
    let cryptominisat = "s SATISFIABLE\nv -1 2 0\ns SATISFIABLE\nv 1 -2 0\ns UNSATISFIABLE\n";
    assert_eq!(
        SolverOutput::parse_all(cryptominisat).unwrap(),
        [model(&[-1, 2]), model(&[1, -2]), SolverOutput::Unsatisfiable]
    );
}

#[test]
fn contradictions_are_refused_with_both_lines() {
    let cases = [
        ("s UNSATISFIABLE\nv 1 2 0\n", "line 2 contains literals, but line 1 reports \"unsatisfiable\""),
        ("v 1 2 0\ns UNSATISFIABLE\n", "line 2 reports \"unsatisfiable\", but line 1 contains literals"),
        ("UNSAT\n1 2 0\n", "line 2 contains literals, but line 1 reports \"unsatisfiable\""),
        ("INDET\n1 2 0\n", "line 2 contains literals, but line 1 reports \"unknown\""),
        ("SAT\nUNSAT\n", "line 2 reports \"unsatisfiable\", but line 1 reports \"satisfiable\""),
        ("SAT\n1 2 0\nUNSAT\n", "line 3 reports \"unsatisfiable\", but line 1 reports \"satisfiable\""),
        ("s UNKNOWN\nc\ns SATISFIABLE\n", "line 3 reports \"satisfiable\", but line 1 reports \"unknown\""),
        (
            "s SATISFIABLE\nv 1 2 0\ns UNSATISFIABLE\nv 3 0\n",
            "line 4 contains literals, but line 3 reports \"unsatisfiable\"",
        ),
        ("s SATISFIABLE\nv 5 2\nv -5 0\n", "line 3: literal -5, but line 2 has 5"),
        ("1 0\n2 0\n-1 0\n", "line 3: literal -1, but line 1 has 1"),
    ];
    for (text, error) in cases {
        assert_eq!(refused(text), error, "{text}");
    }
    let contradiction = SolverOutput::parse("UNSAT\n1 0").unwrap_err();
    assert!(matches!(
        contradiction,
        OutputError::Contradiction { line: 2, claim: OutputClaim::Literals, earlier_line: 1, .. }
    ));
}

#[test]
fn other_texts_are_refused_with_a_position() {
    for (text, error) in [
        ("", "the text is empty: the solver printed nothing (in some courses an empty file means \"unsatisfiable\")"),
        (
            " \n\n",
            "the text is empty: the solver printed nothing (in some courses an empty file means \"unsatisfiable\")",
        ),
        ("SAT\n1 2 x 0\n", "line 2, column 5: expected a literal or 0, found 'x'"),
        ("v 1 2147483648 0\n", "line 1, column 5: expected a literal or 0, found '2147483648'"),
        ("53..7....\n", "line 1, column 1: expected a literal or 0, found '53..7....'"),
        (
            "p cnf 2 2\n-1 0\n1 2 0\n",
            "line 3: a clause of several literals: this is a formula, not the output of a solver",
        ),
        ("5 3 0 0 7 0\n6 0 0 1 9 5\n", "line 1: literals after the 0 that ended the model: this is not one model"),
    ] {
        assert_eq!(refused(text), error, "{text}");
    }
    assert!(refused("\nbash: minisat: command not found\n").ends_with("found 'bash: minisat: command not found'"));
    assert!(refused("bash: minisat: command not found\n").starts_with("line 1: expected the output of a SAT solver"));
    assert!(refused("c banner\nc\n").starts_with("only comments"));
    assert!(refused("hello\n1 2 3\n").starts_with("line 1: expected the output of a SAT solver"));
    assert!(refused("[]").contains("only comments"));
}

#[test]
fn random_texts_never_panic() {
    const PARTS: [&str; 22] = [
        "s ",
        "v ",
        "c ",
        "SATISFIABLE",
        "UNSAT",
        "SAT",
        "\n",
        " ",
        "1",
        "-2",
        "0",
        "[",
        "]",
        ",",
        "(",
        ")",
        "x",
        "é",
        "-",
        "p cnf 1 1\n",
        "99999999999",
        "Random",
    ];
    let mut rng = Rng::new(1, 0);
    for _ in 0..30_000 {
        let mut text = String::new();
        for _ in 0..12 {
            text.push_str(PARTS[rng.below(PARTS.len())]);
        }
        if let Ok(answers) = SolverOutput::parse_all(&text) {
            assert!(!answers.is_empty(), "{text}");
        }
    }
}

/// The full model of a grid, with auxiliary variables of which every other one is true.
fn model_of(grid: &Grid, variables: &VariableMap, auxiliary: u32) -> Model {
    let mut all = Vec::new();
    for (cell, digit) in grid.filled() {
        for other in grid.board().digits() {
            let x = variables.var(cell, other).unwrap().positive();
            all.push(if other == digit { x } else { !x });
        }
    }
    let last = variables.max_var() as i32;
    all.extend(
        (1..=auxiliary as i32)
            .map(|number| Lit::from_dimacs(if number % 2 == 0 { 1 } else { -1 } * (last + number)).unwrap()),
    );
    Model::new(all)
}

#[test]
fn board_and_numbering_are_detected_at_every_size() {
    for side in [4, 6, 8, 9, 12, 16, 25, 36] {
        for numbering in [Numbering::RowMajor, Numbering::Base] {
            for auxiliary in [0, 1000] {
                let board = Board::of_side(side).unwrap();
                let variables = VariableMap::for_board(board, numbering);
                let grid = Grid::cyclic_shift(board);
                let model = model_of(&grid, &variables, auxiliary);
                let detected = detect_numbering(&model, None, None)
                    .unwrap_or_else(|error| panic!("{board}, {numbering}: {error}"));
                assert_eq!((detected.board(), detected.numbering()), (board, numbering));
                assert_eq!(model.decode(&detected), Ok(grid));
            }
        }
    }
}

#[test]
fn the_largest_board_is_detected() {
    let variables = VariableMap::for_board(Board::of_side(144).unwrap(), Numbering::Base);
    let model = model_of(&Grid::cyclic_shift(variables.board()), &variables, 0);
    assert_eq!(detect_numbering(&model, None, None).unwrap().numbering(), Numbering::Base);
}

#[test]
fn tall_boxes_are_detected_where_wide_ones_do_not_fit() {
    let board = Board::new(3, 2).unwrap();
    let model = model_of(&Grid::cyclic_shift(board), &VariableMap::for_board(board, Numbering::RowMajor), 0);
    assert_eq!(detect_numbering(&model, None, None).unwrap().board(), board);
    let wide = Board::new(2, 3).unwrap();
    assert!(matches!(detect_numbering(&model, Some(wide), None), Err(GridDecodeError::NoInterpretation(Some(_)))));
}

#[test]
fn a_grid_with_a_fault_is_refused_with_the_fault() {
    let variables = VariableMap::for_board(Board::CLASSIC, Numbering::Base);
    let mut grid = Grid::cyclic_shift(Board::CLASSIC);
    grid.set(Cell::new(0, 0), Digit::new(2));
    let error = detect_numbering(&model_of(&grid, &variables, 0), None, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the model is not a solved grid for any board and numbering; for 9x9, numbering base, each cell holds one digit, \
         but row 1 has no 1; specify them with --size, --numbering or --cnf"
    );
    assert_eq!(
        detect_numbering(&Model::new(lits(&[1, 2])), None, None).err(),
        Some(GridDecodeError::NoInterpretation(None))
    );
}

#[test]
fn a_model_with_two_interpretations_is_ambiguous() {
    let four = Board::of_side(4).unwrap();
    let [rowmajor, base] =
        [Numbering::RowMajor, Numbering::Base].map(|numbering| VariableMap::for_board(four, numbering));
    let positive = |variables| {
        let all = model_of(&Grid::cyclic_shift(four), variables, 0).literals().to_vec();
        all.into_iter().filter(|lit| lit.is_positive())
    };
    let both = Model::new(positive(&rowmajor).chain(positive(&base)));
    let error = detect_numbering(&both, None, None).unwrap_err();
    assert_eq!(error, GridDecodeError::Ambiguous(vec![(four, Numbering::RowMajor), (four, Numbering::Base)]));
    assert_eq!(detect_numbering(&both, None, Some(Numbering::Base)).unwrap().numbering(), Numbering::Base);
}

#[test]
fn a_cell_of_a_partial_model_gets_its_only_candidate() {
    let four = Board::of_side(4).unwrap();
    let variables = VariableMap::for_board(four, Numbering::RowMajor);
    let all = model_of(&Grid::cyclic_shift(four), &variables, 0).literals().to_vec();
    let partial = Model::new(all.iter().copied().filter(|lit| lit.to_dimacs() != 1));
    assert_eq!(partial.decode(&variables), Ok(Grid::cyclic_shift(four)));
    let more = Model::new(all.iter().copied().filter(|lit| !(1..=2).contains(&lit.var().get())));
    assert_eq!(more.decode(&variables), Err(GridDecodeError::Undecided(Cell::new(0, 0), 2)));
    let none = Model::new(all.iter().map(|lit| if lit.to_dimacs() == 1 { !*lit } else { *lit }));
    assert_eq!(none.decode(&variables), Err(GridDecodeError::NoDigit(Cell::new(0, 0))));
    let two = Model::new(all.iter().map(|lit| if lit.to_dimacs() == -3 { !*lit } else { *lit }));
    assert_eq!(two.decode(&variables).unwrap_err().to_string(), "r1c1 holds both 1 and 3");
}

#[test]
fn numbering_open_takes_the_givens_from_the_puzzle() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    let options = EncodingOptions { scheme: Scheme::REDUCED, numbering: Numbering::Open, ..EncodingOptions::default() };
    let variables = Encoding::new(&puzzle, options).unwrap().variables().clone();
    let solution: Puzzle = "1234 3412 2341 4123".parse().unwrap();
    let open = |(cell, digit)| variables.var(cell, digit).map(qedoku_encode::Var::positive);
    let model = Model::new(solution.givens().filled().filter_map(open));
    let without_givens = model.decode(&variables);
    let with_givens = model.decode_with_givens(puzzle.givens(), &variables);
    for (cell, digit) in puzzle.givens().filled() {
        assert_eq!(without_givens.as_ref().map(|grid| grid.get(cell)), Ok(None));
        assert_eq!(with_givens.as_ref().map(|grid| grid.get(cell)), Ok(Some(digit)));
    }
    assert_eq!(referee::check(&puzzle, &with_givens.unwrap()), Ok(()));
}
