//! `qedoku prove`: writes a certificate for each puzzle that anyone can check.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};
use clap::Args;
use qedoku::message_text::describe_claim;
use qedoku::prove::{Certificate, Claim, ProofGoal, ProveError, coq, export, prove};
use qedoku::{Candidate, Interrupt, Locale, Puzzle, SolveError, json};
use serde_json::Value;

use crate::args::{GlobalArgs, OutputArgs, has_ending};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, create_folder, message, write_file, write_json};

/// Prove the number of solutions of each puzzle, or the digit of a cell
#[derive(Args)]
#[command(
    long_about = "Prove the number of solutions of each puzzle, or the digit of a cell, and write a certificate.\n\n\
    Examples:\n  \
    qedoku prove puzzle.txt -o puzzle.proof     then: qedoku verify puzzle.txt puzzle.proof\n  \
    qedoku prove puzzles.txt -o proofs.gz       one certificate per puzzle, compressed\n  \
    qedoku prove puzzles.txt --proof all.proof --json   results as JSON Lines, certificates in a file\n  \
    qedoku prove puzzle.txt --cell r3c4=5       whether this digit is forced or excluded in this cell\n  \
    qedoku prove puzzle.txt --solutions all     the complete list of solutions\n  \
    qedoku prove puzzle.txt --export proofs     puzzle-1.cnf and puzzle-1.lrat for any LRAT checker\n  \
    qedoku prove puzzle.txt --coq puzzle.v      a theorem that Coq checks\n\n\
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
    /// Write the certificates to this file; the results are then the claims and the sizes of the proofs
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Write the formula and the proof of each puzzle as .cnf and .lrat into this folder, for external checkers
    #[arg(long, value_name = "DIR")]
    export: Option<PathBuf>,
    /// With --export: also write .drat
    #[arg(long, requires = "export")]
    drat: bool,
    /// Also write the claim of a single puzzle as a theorem that Coq checks
    #[arg(long, value_name = "FILE.v", value_parser = parse_coq_file)]
    coq: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// A Coq file is a module, so its name is an identifier.
fn parse_coq_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".v"));
    let is_identifier = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if name.is_some_and(is_identifier) {
        return Ok(path);
    }
    Err("the name of a Coq file is a letter, letters, digits and underscores, and .v: such as puzzle.v".to_owned())
}

/// `qedoku prove`: text -> Puzzle -> Certificate -> text.
pub(crate) fn run(args: &ProveArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let sources = args.input.sources()?;
    if let Some(folder) = &args.export {
        create_folder(folder)?;
    }
    if let Some(path) =
        args.output.output.as_deref().filter(|path| global.json && has_ending(path, &["proof"]).is_some())
    {
        bail!(
            "--json writes JSON Lines, not certificates: name the file of the certificates with --proof {}",
            path.display()
        );
    }
    let mut file = args.output.create_file()?;
    let mut proof_file = args.proof.as_deref().map(Output::create).transpose()?;
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    if args.coq.is_some() && count > 1 {
        bail!("--coq writes the theorem of a single puzzle, and there are several");
    }
    let prints_summary = file.is_some() && args.proof.is_none() && count == 1 && !global.quiet;
    let (many, locale) = (count > 1, global.locale());
    let interrupt = limits.interrupt.clone();
    let command = ProveSettings { args, json: global.json, interrupt, prints_summary, many, locale };
    let out = file.as_mut().unwrap_or(out);
    let prove = |entry: &PuzzleEntry, proof: Option<&mut Output>, out: &mut dyn Write| command.prove(entry, proof, out);
    let counts = match &mut proof_file {
        None => batch::process_each(items, global, BatchOptions::default(), out, |entry, out| prove(entry, None, out))?,
        // Two outputs in the same order: one puzzle after the other.
        Some(proofs) => {
            let proofs = Mutex::new(proofs);
            let options = BatchOptions { stream: true, ..BatchOptions::default() };
            batch::process_each(items, global, options, out, |entry, out| {
                prove(entry, Some(&mut **proofs.lock().unwrap_or_else(PoisonError::into_inner)), out)
            })?
        }
    };
    if let Some(proofs) = proof_file.filter(|_| counts.early_exit(&limits).is_none()) {
        proofs.finish()?;
    }
    counts.finish(&limits, file)
}

/// Settings of the command.
struct ProveSettings<'a> {
    args: &'a ProveArgs,
    json: bool,
    interrupt: Interrupt,
    /// Whether to print a summary on standard error: for a single puzzle whose certificate is written to a file.
    prints_summary: bool,
    /// Language of the summary.
    locale: Locale,
    /// Whether there are several puzzles, so that each line needs the place of its puzzle.
    many: bool,
}

impl ProveSettings<'_> {
    /// Proves a puzzle. The certificate goes to `proof_file` if there is one, and then only a summary to `out`.
    fn prove(
        &self,
        entry: &PuzzleEntry,
        proof_file: Option<&mut Output>,
        out: &mut dyn Write,
    ) -> Result<PuzzleOutcome> {
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
        if let Some(path) = &self.args.coq {
            write_file(path, |file| coq::write_coq(puzzle, &certificate, file))?;
        }
        self.write(entry, &certificate, proof_file, out)?;
        if self.prints_summary {
            message!("{}", summary(&certificate, self.locale));
        }
        Ok(puzzle_outcome(certificate.claim()))
    }

    fn write(
        &self,
        entry: &PuzzleEntry,
        certificate: &Certificate,
        proof_file: Option<&mut Output>,
        out: &mut dyn Write,
    ) -> Result<()> {
        let has_file = proof_file.is_some();
        if let Some(file) = proof_file {
            file.write_all(certificate.text())?;
        }
        if self.json {
            let mut fields = entry.fields();
            json::merge(&mut fields, json::certificate(certificate));
            if has_file {
                fields["certificate"] = Value::Null;
                fields["bytes"] = certificate.text().len().into();
            }
            write_json(out, &fields)?;
        } else if has_file {
            let place = if self.many { format!("{}: ", entry.place()) } else { String::new() };
            writeln!(out, "{place}{}", summary(certificate, self.locale))?;
        } else {
            out.write_all(certificate.text())?;
        }
        Ok(())
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
fn summary(certificate: &Certificate, locale: Locale) -> String {
    let claim = describe_claim(certificate.claim(), locale);
    let steps = locale.counted("steps", certificate.steps(), &[]);
    let bytes = locale.counted("bytes", certificate.text().len() as u64, &[]);
    locale.format("prove.summary", &[("claim", &claim), ("steps", &steps), ("bytes", &bytes)])
}

fn puzzle_outcome(claim: &Claim) -> PuzzleOutcome {
    match claim {
        Claim::Exactly(grids) if grids.is_empty() => PuzzleOutcome::Negative { solvable: false },
        Claim::Exactly(_) | Claim::Forced(..) => PuzzleOutcome::Success,
        Claim::AtLeast(_) | Claim::Excluded(..) => PuzzleOutcome::Negative { solvable: true },
    }
}
