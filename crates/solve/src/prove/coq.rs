//! Export of a certificate as a Coq theorem, which Coq checks by itself.
//!
//! The file uses the development in the folder `verified`: it states the claim in the terms of `Specification.v` and proves it by
//! evaluating the checker, whose soundness is proved there, on the steps of the certificate. Like the other exports it need not be
//! trusted as to the proof; a reader of the theorem has to compare its puzzle with the one that is meant.

use std::io::{self, BufWriter, Write};

use qedoku_proof::Claim;
use qedoku_puzzle::{Candidate, Cell, Digit, Grid, Puzzle};

use super::Certificate;

/// Writes the theorem. `coqc -R target/verified Qedoku FILE.v` checks it after `verified/build`.
pub fn write_coq(puzzle: &Puzzle, certificate: &Certificate, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let (board, claim) = (puzzle.board(), certificate.claim());
    writeln!(out, "(** A theorem about a Sudoku, written by qedoku: {claim}.")?;
    writeln!(out, "    Check it with the development in the folder verified of qedoku:")?;
    writeln!(out, "    verified/build && coqc -R target/verified Qedoku FILE.v *)\n")?;
    writeln!(out, "From Coq Require Import List NArith PArith.")?;
    writeln!(out, "From Qedoku Require Import Specification Kernel Checker CheckerSoundness.")?;
    writeln!(out, "Import ListNotations.\nOpen Scope N_scope.\n")?;
    let (height, width) = (board.box_height(), board.box_width());
    writeln!(out, "Definition the_board := {{| box_height := {height}; box_width := {width} |}}.\n")?;
    write_puzzle(puzzle, &mut out)?;
    for (number, grid) in (1..).zip(claim.grids()) {
        writeln!(out, "Definition grid_{number} := [{}].", list(grid.digits()))?;
    }
    write_steps(certificate, &mut out)?;
    write_theorem(claim, &mut out)?;
    writeln!(out, "\nPrint Assumptions the_theorem.")?;
    out.flush()
}

/// The puzzle, with rows and columns counted from 0.
fn write_puzzle(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    let eliminated = |cell: Cell| {
        let allowed = puzzle.allowed(cell);
        board.digits().filter(move |digit| !allowed.contains(*digit)).map(move |digit| Candidate::new(cell, digit))
    };
    let givens = puzzle.givens().filled().map(|(cell, digit)| Candidate::new(cell, digit));
    writeln!(out, "Definition the_puzzle := {{|\n  givens := [{}];", list(givens.map(triple)))?;
    let cells = board.cells().filter(|_| puzzle.has_eliminations());
    writeln!(out, "  eliminations := [{}] |}}.\n", list(cells.flat_map(eliminated).map(triple)))
}

/// `(row, column, digit)`.
fn triple(Candidate { cell, digit }: Candidate) -> String {
    format!("({}, {}, {digit})", cell.row(), cell.column())
}

/// The lines after `steps`. The checker has accepted them, so they have the form of steps.
fn write_steps(certificate: &Certificate, out: &mut impl Write) -> io::Result<()> {
    let text = std::str::from_utf8(certificate.text()).expect("certificates are UTF-8");
    let steps = text.split_once("\nsteps\n").map_or("", |(_, steps)| steps);
    writeln!(
        out,
        "\nDefinition the_steps : list step := [{}].\n",
        steps.lines().map(step).collect::<Vec<_>>().join(";")
    )
}

/// A line of the proof as a term of the type `step`.
fn step(line: &str) -> String {
    if let Some(numbers) = line.strip_prefix("delete ") {
        return format!("\n  DeleteClauses [{}]%positive", list(numbers.split_ascii_whitespace()));
    }
    let (clause, hints) = line.split_once(':').expect("a step has a colon");
    let (number, literals) = clause.trim().split_once(' ').unwrap_or((clause.trim(), ""));
    let literal = |word: &str| match word.strip_prefix('-') {
        Some(variable) => format!("Negative {variable}"),
        None => format!("Positive {word}"),
    };
    let (literals, hints) =
        (list(literals.split_ascii_whitespace().map(literal)), list(hints.split_ascii_whitespace()));
    format!("\n  AddClause {number} [{literals}]%positive [{hints}]%positive")
}

/// The statement in the plainest form there is for the claim, and its proof.
fn write_theorem(claim: &Claim, out: &mut impl Write) -> io::Result<()> {
    let (statement, lemma) = match claim {
        Claim::Exactly(grids) if grids.is_empty() => {
            ("forall g, ~ solution the_board the_puzzle g".to_owned(), "no_solution the_board the_puzzle".to_owned())
        }
        Claim::Exactly(grids) if grids.len() == 1 => (
            "solution the_board the_puzzle (grid_of the_board grid_1) /\\\n  \
             forall g, solution the_board the_puzzle g -> same_grid the_board g (grid_of the_board grid_1)"
                .to_owned(),
            "unique_solution the_board the_puzzle grid_1".to_owned(),
        ),
        _ => {
            let claim = term(claim);
            (format!("holds the_board the_puzzle ({claim})"), format!("accepts_sound the_board the_puzzle ({claim})"))
        }
    };
    writeln!(out, "Theorem the_theorem : {statement}.")?;
    writeln!(out, "Proof. apply ({lemma} the_steps). vm_cast_no_check (eq_refl true). Qed.")
}

/// The claim as a term of the type `claim`.
fn term(claim: &Claim) -> String {
    let names = |grids: &[Grid]| list((1..=grids.len()).map(|number| format!("grid_{number}")));
    let at = |cell: Cell, digit: Digit| format!("{} {} {digit}", cell.row(), cell.column());
    match claim {
        Claim::Exactly(grids) => format!("Exactly [{}]", names(grids)),
        Claim::AtLeast(grids) => format!("AtLeast [{}]", names(grids)),
        Claim::Forced(Candidate { cell, digit }) => format!("Forced {}", at(*cell, *digit)),
        Claim::Excluded(Candidate { cell, digit }) => format!("Excluded {}", at(*cell, *digit)),
    }
}

/// The elements of a Coq list.
fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interrupt;
    use crate::prove::{ProofGoal, prove};

    fn theorem(puzzle: &str, goal: ProofGoal) -> String {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let certificate = prove(&puzzle, goal, &Interrupt::default()).unwrap();
        let mut text = Vec::new();
        write_coq(&puzzle, &certificate, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn the_theorem_states_puzzle_claim_and_steps() {
        let text = theorem("4...3..2...4..2.", ProofGoal::default());
        for part in [
            "{| box_height := 2; box_width := 2 |}",
            "givens := [(0, 0, 4); (1, 0, 3); (1, 3, 2); (2, 3, 4); (3, 2, 2)];",
            "eliminations := [] |}",
            "Definition grid_1 := [4; 2; 3; 1; 3; 1; 4; 2; 2; 3; 1; 4; 1; 4; 2; 3].",
            "AddClause 66 []%positive [24; 6; ",
            "apply (unique_solution the_board the_puzzle grid_1 the_steps)",
        ] {
            assert!(text.contains(part), "no '{part}' in\n{text}");
        }
    }

    #[test]
    fn every_claim_has_its_statement() {
        let forced = ProofGoal::Candidate("r1c2=2".parse().unwrap());
        for (puzzle, goal, statement) in [
            ("4...3..2...4...4", ProofGoal::default(), "forall g, ~ solution the_board the_puzzle g."),
            ("4...3..2...4....", ProofGoal::default(), "holds the_board the_puzzle (AtLeast [grid_1; grid_2])."),
            ("4...3..2...4....", ProofGoal::Solutions(9), "(Exactly [grid_1; grid_2; grid_3])."),
            ("4...3..2...4..2.", forced, "holds the_board the_puzzle (Forced 0 1 2)."),
        ] {
            let text = theorem(puzzle, goal);
            assert!(text.contains(statement), "no '{statement}' in\n{text}");
        }
    }

    #[test]
    fn steps_and_deletions_are_terms() {
        assert_eq!(step("70 5 -6 : 65 3"), "\n  AddClause 70 [Positive 5; Negative 6]%positive [65; 3]%positive");
        assert_eq!(step("delete 65 66"), "\n  DeleteClauses [65; 66]%positive");
    }
}
