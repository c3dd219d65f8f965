//! Proofs of formulas by the built-in SAT solver, checked by `ordeal-lrat`.

use qedoku::encode::dimacs::CnfFormula;
use qedoku::encode::{Encoding, EncodingOptions, Scheme};
use qedoku::{Engine, ProofFormat, Puzzle, SatEngine, SolveError, Solver};

/// More pigeons than holes: variable `holes * pigeon + hole + 1` places a pigeon in a hole.
fn pigeons(pigeons: usize, holes: usize) -> String {
    let variable = |pigeon: usize, hole: usize| (holes * pigeon + hole + 1).to_string();
    let mut clauses: Vec<String> = (0..pigeons)
        .map(|pigeon| (0..holes).map(|hole| variable(pigeon, hole)).collect::<Vec<_>>().join(" ") + " 0")
        .collect();
    for hole in 0..holes {
        for pigeon in 0..pigeons {
            let others = pigeon + 1..pigeons;
            clauses.extend(others.map(|other| format!("-{} -{} 0", variable(pigeon, hole), variable(other, hole))));
        }
    }
    format!("p cnf {} {}\n{}\n", pigeons * holes, clauses.len(), clauses.join("\n"))
}

fn sudoku(puzzle: &str) -> String {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let options = EncodingOptions { scheme: Scheme::MINIMAL, ..EncodingOptions::default() };
    let mut file = Vec::new();
    Encoding::new(&puzzle, options).unwrap().write_dimacs(&mut file).unwrap();
    String::from_utf8(file).unwrap()
}

/// The text of the proof; `None` if the formula has a model.
fn proof(formula: &CnfFormula, format: ProofFormat) -> Option<String> {
    let solver = Solver::new(Engine::Sat(SatEngine::default()));
    let (model, proof) = solver.model_or_proof(formula, format, Vec::new()).unwrap();
    model.is_none().then(|| String::from_utf8(proof).unwrap())
}

#[test]
fn lrat_proofs_of_formulas_are_accepted_by_an_independent_checker() {
    let formulas = [
        "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n".to_owned(),
        "1 0\n-1 0\n".to_owned(),
        // A tautology, a repeated literal and a repeated clause do not shift the numbers of the clauses.
        "1 -1 0\n1 1 2 0\n1 2 0\n-2 0\n-1 2 0\n".to_owned(),
        pigeons(4, 3),
        pigeons(7, 6),
        sudoku("123....4........"),
        sudoku("..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.6"),
    ];
    for text in formulas {
        let formula = CnfFormula::read(text.as_bytes()).unwrap();
        let clauses: Vec<Vec<i32>> =
            formula.clauses().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect();
        let Some(lrat) = proof(&formula, ProofFormat::Lrat) else { panic!("unsatisfiable: {text}") };
        ordeal_lrat::check(&clauses, &lrat).unwrap_or_else(|error| panic!("{error}\n{text}\n{lrat}"));
        // A proof without its last steps is refused.
        let last = lrat.trim_end().rfind('\n').map_or(0, |end| end + 1);
        assert!(ordeal_lrat::check(&clauses, &lrat[..last]).is_err());
        // DRAT has the same clauses without ids and hints.
        let drat = proof(&formula, ProofFormat::Drat).unwrap();
        let clause = |line: &str| {
            let words = line.split(' ').skip(1).take_while(|word| *word != "0");
            words.chain(["0"]).collect::<Vec<_>>().join(" ")
        };
        assert!(drat.lines().map(str::to_owned).eq(lrat.lines().map(clause)), "{drat}\n{lrat}");
    }
}

#[test]
fn a_satisfiable_formula_has_a_checked_model() {
    let formula = CnfFormula::read(pigeons(5, 5).as_bytes()).unwrap();
    let solver = Solver::default();
    let (model, proof) = solver.model_or_proof(&formula, ProofFormat::Drat, Vec::new()).unwrap();
    formula.check(&model.unwrap()).unwrap();
    assert!(!proof.ends_with(b"\n0\n"));
    assert_eq!(solver.models(&formula).count(), 120);
    solver.interrupt.set();
    let interrupted = solver.model_or_proof(&formula, ProofFormat::Drat, Vec::new());
    assert!(matches!(interrupted, Err(SolveError::Interrupted)));
}
