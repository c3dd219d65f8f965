//! `qedoku prove`: writes a certificate for each puzzle that anyone can check.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use qedoku::prove::{Certificate, Claim, ProofGoal, ProveError, export, prove};
use qedoku::{Candidate, Interrupt, Puzzle, SolveError, json};

use crate::args::{GlobalArgs, OutputArgs};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, create_folder, pluralize, write_file, write_json};

/// Prove the number of solutions of each puzzle, or the digit of a cell
#[derive(Args)]
#[command(
    long_about = "Prove the number of solutions of each puzzle, or the digit of a cell, and write a certificate.\n\n\
    Examples:\n  \
    qedoku prove puzzle.txt -o puzzle.proof     then: qedoku verify puzzle.txt puzzle.proof\n  \
    qedoku prove puzzles.txt -o proofs.gz       one certificate per puzzle, compressed\n  \
    qedoku prove puzzle.txt --cell r3c4=5       whether this digit is forced or excluded in this cell\n  \
    qedoku prove puzzle.txt --solutions all     the complete list of solutions\n  \
    qedoku prove puzzle.txt --export proofs     puzzle-1.cnf and puzzle-1.lrat for any LRAT checker\n\n\
    Every certificate is checked before it is written, by a checker that contains no solver. The chapter on certificates in docs/guide \
    describes the format.\n\n\
    Exit code 0: every puzzle has exactly one solution (with --solutions: 1 to K; with --cell: the digit is forced); \
    1: some do not."
)]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    input: Inputs,
    /// Prove that this digit is forced, or excluded, in this cell
    #[arg(long, value_name = "r3c4=5", conflicts_with = "solutions")]
    cell: Option<Candidate>,
    /// Prove the exact number of solutions if it is at most K, else that there are more
    #[arg(long, value_name = "K|all", value_parser = crate::solve::parse_solution_limit)]
    solutions: Option<u64>,
    /// Write the formula and the proof of each puzzle as .cnf and .lrat into this folder, for external checkers
    #[arg(long, value_name = "DIR")]
    export: Option<PathBuf>,
    /// With --export: also write .drat
    #[arg(long, requires = "export")]
    drat: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// `qedoku prove`: text -> Puzzle -> Certificate -> text.
pub(crate) fn run(args: &ProveArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::new(global)?;
    if let Some(folder) = &args.export {
        create_folder(folder)?;
    }
    let mut file = args.output.create_file()?;
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    let prints_summary = file.is_some() && count == 1 && !global.quiet;
    let command = ProveSettings { args, json: global.json, interrupt: limits.interrupt.clone(), prints_summary };
    let out = file.as_mut().unwrap_or(out);
    let options = BatchOptions::default();
    let counts = batch::process_each(items, global, options, out, |entry, out| command.prove(entry, out))?;
    counts.finish(&limits, file)
}

/// Settings of the command.
struct ProveSettings<'a> {
    args: &'a ProveArgs,
    json: bool,
    interrupt: Interrupt,
    /// Whether to print a summary on standard error: for a single puzzle whose certificate is written to a file.
    prints_summary: bool,
}

impl ProveSettings<'_> {
    fn prove(&self, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<PuzzleOutcome> {
        let puzzle = &entry.record.puzzle;
        let certificate = match self.goal(puzzle).map(|goal| prove(puzzle, goal, &self.interrupt)) {
            Ok(Ok(certificate)) => certificate,
            Ok(Err(ProveError::Solve(SolveError::Interrupted))) => return Ok(PuzzleOutcome::Interrupted),
            Ok(Err(error)) => return Ok(entry.failed(&error)),
            Err(error) => return Ok(entry.failed(&error)),
        };
        if let Some(folder) = &self.args.export {
            self.export(puzzle, &certificate, folder, &entry.file_stem())?;
        }
        if self.json {
            let mut fields = entry.fields();
            json::merge(&mut fields, &json::certificate(&certificate));
            write_json(out, &fields)?;
        } else {
            out.write_all(certificate.text())?;
        }
        if self.prints_summary {
            anstream::eprintln!("{}", summary(&certificate));
        }
        Ok(puzzle_outcome(certificate.claim()))
    }

    fn goal(&self, puzzle: &Puzzle) -> Result<ProofGoal> {
        match self.args.cell {
            None => Ok(ProofGoal::Solutions(self.args.solutions.unwrap_or(1))),
            Some(candidate) if candidate.is_on(puzzle.board()) => Ok(ProofGoal::Candidate(candidate)),
            Some(candidate) => bail!("there is no {candidate} on a board {}", puzzle.board()),
        }
    }

    /// Writes the files for external checkers. A claim that its grids prove on their own has none.
    fn export(&self, puzzle: &Puzzle, certificate: &Certificate, folder: &Path, stem: &str) -> Result<()> {
        let claim = certificate.claim();
        if !claim.needs_steps() {
            return Ok(());
        }
        let path = |extension: &str| folder.join(format!("{stem}.{extension}"));
        write_file(&path("cnf"), |file| export::write_cnf(puzzle, claim, file))?;
        write_file(&path("lrat"), |file| export::write_lrat(puzzle, certificate, file))?;
        if self.args.drat { write_file(&path("drat"), |file| export::write_drat(certificate, file)) } else { Ok(()) }
    }
}

/// The claim and the size of the proof.
fn summary(certificate: &Certificate) -> String {
    let (steps, bytes) = (certificate.steps(), certificate.text().len() as u64);
    format!("{}: {}, {}", certificate.claim(), pluralize(steps, "step"), pluralize(bytes, "byte"))
}

fn puzzle_outcome(claim: &Claim) -> PuzzleOutcome {
    match claim {
        Claim::Exactly(grids) if grids.is_empty() => PuzzleOutcome::Negative { solvable: false },
        Claim::Exactly(_) | Claim::Forced(..) => PuzzleOutcome::Success,
        Claim::AtLeast(_) | Claim::Excluded(..) => PuzzleOutcome::Negative { solvable: true },
    }
}
