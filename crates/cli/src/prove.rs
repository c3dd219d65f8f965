//! `qedoku prove`: a certificate for each puzzle, which anyone can check.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use qedoku::prove::{Certificate, Claim, ProofGoal, ProveError, export, prove};
use qedoku::{Candidate, Interrupt, Puzzle, SolveError, json};
use serde_json::{Value, json};

use crate::args::{Common, Into};
use crate::batch::{self, Entry, Manner, Outcome};
use crate::exit::Exit;
use crate::input::{Inputs, Item};
use crate::limits::Limits;
use crate::output::{Output, make_folder, pluralize};

/// Prove how many solutions each puzzle has, or what must be in a cell
#[derive(Args)]
#[command(
    long_about = "Prove how many solutions each puzzle has, or what must be in a cell, and write a certificate.\n\n\
    Examples:\n  \
    qedoku prove puzzle.txt -o puzzle.proof     then: qedoku verify puzzle.txt puzzle.proof\n  \
    qedoku prove puzzles.txt -o proofs.gz       one certificate after the other, packed\n  \
    qedoku prove puzzle.txt --cell r3c4=5       is this digit forced here, or excluded?\n  \
    qedoku prove puzzle.txt --solutions all     exactly these solutions and no other\n  \
    qedoku prove puzzle.txt --export proofs     puzzle-1.cnf and puzzle-1.lrat for any LRAT checker\n\n\
    A certificate has passed our checker, which knows no solver, before it is written; docs/certificate.md describes it.\n\n\
    Exit code 0: every puzzle has exactly one solution (with --solutions: one to K; with --cell: the digit is forced); \
    1: some have not."
)]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    input: Inputs,
    /// Prove that this digit must be, or cannot be, in this cell
    #[arg(long, value_name = "r3c4=5", conflicts_with = "solutions")]
    cell: Option<Candidate>,
    /// Prove that there are exactly so many solutions as there are, if not more than K
    #[arg(long, value_name = "K|all", value_parser = crate::solve::solution_count)]
    solutions: Option<u64>,
    /// Write the formula and the steps of each proof as .cnf and .lrat into this folder, for outside checkers
    #[arg(long, value_name = "DIR")]
    export: Option<PathBuf>,
    /// With --export: also as .drat
    #[arg(long, requires = "export")]
    drat: bool,
    #[command(flatten)]
    into: Into,
}

/// `qedoku prove`: text -> Puzzle -> Certificate -> text.
pub(crate) fn run(args: &ProveArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::new(common)?;
    if let Some(folder) = &args.export {
        make_folder(folder)?;
    }
    let mut file = args.into.output.as_deref().map(Output::create).transpose()?;
    let mut items = args.input.items(&sources, common);
    let firsts: Vec<Item> = items.by_ref().take(2).collect();
    let tells = file.is_some() && firsts.len() == 1 && !common.quiet;
    let report = Report { args, json: common.json, stop: limits.stop.clone(), tells };
    let items = firsts.into_iter().chain(items);
    let nothing = |entries: &[Entry]| vec![(); entries.len()];
    let to = file.as_mut().unwrap_or(out);
    let tally = batch::report(items, common, Manner::default(), to, nothing, |entry, (), to| report.write(entry, to))?;
    tally.end(&limits, file)
}

/// How each puzzle is reported.
struct Report<'a> {
    args: &'a ProveArgs,
    json: bool,
    stop: Interrupt,
    /// Whether standard error is told what was proved: for one puzzle, whose certificate goes to a file.
    tells: bool,
}

impl Report<'_> {
    fn write(&self, entry: &Entry, out: &mut dyn Write) -> Result<Outcome> {
        let puzzle = &entry.record.puzzle;
        let bad = |error: &dyn Display| Ok(Outcome::Bad(format!("{}: {error}", entry.place())));
        let certificate = match self.wish(puzzle).map(|wish| prove(puzzle, wish, &self.stop)) {
            Ok(Ok(certificate)) => certificate,
            Ok(Err(ProveError::Solve(SolveError::Interrupted))) => return Ok(Outcome::Stopped),
            Ok(Err(error)) => return bad(&error),
            Err(error) => return bad(&error),
        };
        if let Some(folder) = &self.args.export {
            self.export(puzzle, &certificate, folder, &entry.name())?;
        }
        if self.json {
            writeln!(out, "{}", json::with_schema(&fields(entry, &certificate)))?;
        } else {
            out.write_all(certificate.text())?;
        }
        if self.tells {
            anstream::eprintln!("{}", sentence(&certificate));
        }
        Ok(outcome(certificate.claim()))
    }

    fn wish(&self, puzzle: &Puzzle) -> Result<ProofGoal> {
        match self.args.cell {
            None => Ok(ProofGoal::Solutions(self.args.solutions.unwrap_or(1))),
            Some(candidate) if candidate.is_on(puzzle.board()) => Ok(ProofGoal::Candidate(candidate)),
            Some(candidate) => bail!("there is no {candidate} on a board {}", puzzle.board()),
        }
    }

    /// Writes the files of one proof; a claim that its grids show has none.
    fn export(&self, puzzle: &Puzzle, certificate: &Certificate, folder: &Path, name: &str) -> Result<()> {
        if !certificate.claim().needs_steps() {
            return Ok(());
        }
        let write = |ending: &str, write: &dyn Fn(&mut Output) -> std::io::Result<()>| -> Result<()> {
            let path = folder.join(format!("{name}.{ending}"));
            let mut file = Output::create(&path)?;
            write(&mut file).and_then(|()| file.finish()).with_context(|| path.display().to_string())
        };
        write("cnf", &|file| export::write_cnf(puzzle, certificate.claim(), file))?;
        write("lrat", &|file| export::write_lrat(puzzle, certificate, file))?;
        if self.args.drat { write("drat", &|file| export::write_drat(certificate, file)) } else { Ok(()) }
    }
}

/// What was proved, and how long the proof is.
pub(crate) fn sentence(certificate: &Certificate) -> String {
    let (steps, bytes) = (certificate.steps(), certificate.text().len() as u64);
    format!("{}: {}, {}", certificate.claim(), pluralize(steps, "step"), pluralize(bytes, "byte"))
}

fn fields(entry: &Entry, certificate: &Certificate) -> Value {
    let mut fields = json!({ "input": entry.place() });
    json::merge(&mut fields, &json::puzzle(&entry.record.puzzle));
    json::merge(&mut fields, &json::certificate(certificate));
    fields
}

fn outcome(claim: &Claim) -> Outcome {
    match claim {
        Claim::Exactly(grids) if grids.is_empty() => Outcome::No { solvable: false },
        Claim::Exactly(_) | Claim::Forced(..) => Outcome::Yes,
        Claim::AtLeast(_) | Claim::Excluded(..) => Outcome::No { solvable: true },
    }
}
