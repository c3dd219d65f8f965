//! `qedoku encode`: encodes a puzzle as clauses or constraints.

use std::io::{self, IsTerminal, Write};

use anyhow::{Result, bail};
use clap::Args;
use qedoku::encode::csp::{Csp, CspEncoding, f2csp};
use qedoku::encode::dimacs::write::{self, DimacsOptions};
use qedoku::encode::languages::{self, Language};
use qedoku::encode::{EncodingOptionsError, FormulaPart, FormulaSize, GivensPosition};
use qedoku::message_text::{describe_csp_size, describe_formula_size};
use qedoku::{Encoding, EncodingOptions, Puzzle, Scheme, json};
use serde_json::{Value, json};

use crate::args::{EncodingArgs, GlobalArgs, OutputArgs, choice, described_choice};
use crate::exit::Exit;
use crate::input::{Input, InputProblem};
use crate::limits::InterruptibleWriter;
use crate::output::{Output, message};
use crate::progress::{CountedBytes, ProgressLine};

/// Encode a puzzle for any SAT or constraint solver
#[derive(Args)]
#[command(long_about = "Encode a puzzle for any SAT or constraint solver.\n\n\
    Examples:\n  \
    qedoku encode puzzle.txt -o puzzle.cnf\n  \
    qedoku encode puzzle.txt --scheme efficient --no-repeats --numbering base --comments\n  \
    qedoku encode 9x9 --scheme efficient --rules-only -o rules.cnf\n  \
    qedoku encode puzzle.txt --scheme efficient --givens-only --no-header | cat rules.cnf - | minisat\n  \
    qedoku encode puzzle.txt --to f2csp -o puzzle.f2csp\n  \
    qedoku encode puzzle.txt --to minizinc -o puzzle.mzn; minizinc puzzle.mzn\n\n\
    Variable x(r,c,d), \"cell (r,c) holds digit d\", has the number (r-1)n\u{b2} + (c-1)n + d unless --numbering chooses another. \
    The scheme reduced encodes only the candidates that the givens leave open; all others encode the rules of the whole board.\n\n\
    A formula states one puzzle, so there is one INPUT; --puzzle N chooses from a list.")]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent flag of the command line")]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    input: Input,
    /// Target language: clauses (cnf) or constraints
    #[arg(long, default_value = "cnf", value_parser = described_choice(&TARGETS))]
    to: TargetLanguage,
    #[command(flatten)]
    encoding: EncodingArgs,
    /// Write only the rules; they are the same for all puzzles of a size in every scheme but reduced [default scheme with this
    /// option: extended]
    #[arg(long, conflicts_with = "givens_only")]
    rules_only: bool,
    /// Write only the givens, to be appended to the rules
    #[arg(long)]
    givens_only: bool,
    /// Position of the givens [default: last]
    #[arg(long, value_parser = choice(&[(GivensPosition::First, "first"), (GivensPosition::Last, "last")]))]
    givens: Option<GivensPosition>,
    /// Write a comment before each group of clauses that states its meaning
    #[arg(long)]
    comments: bool,
    /// Omit the header
    #[arg(long)]
    no_header: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Target language.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TargetLanguage {
    Cnf,
    F2csp,
    Language(Language),
}

const TARGETS: [(TargetLanguage, &str, &str); 6] = [
    (TargetLanguage::Cnf, "cnf", "clauses in DIMACS CNF, for SAT solvers"),
    (TargetLanguage::F2csp, "f2csp", "table constraints in F2CSP, for `qedoku solve` and `qedoku stats`"),
    (
        TargetLanguage::Language(Language::MiniZinc),
        "minizinc",
        "alldifferent constraints, for MiniZinc and its solvers",
    ),
    (
        TargetLanguage::Language(Language::Xcsp3),
        "xcsp3",
        "alldifferent constraints in XCSP3, for ACE, Choco and others",
    ),
    (TargetLanguage::Language(Language::Opb), "opb", "linear constraints over 0 and 1, for pseudo-Boolean solvers"),
    (TargetLanguage::Language(Language::Smt2), "smt2", "SMT-LIB, for Z3, cvc5 and other SMT solvers"),
];

/// Summary of the encoded file.
struct Summary {
    /// For people: `729 variables, 11,745 clauses`. Empty if there is nothing to report.
    text: String,
    fields: Value,
}

/// `qedoku encode`: text -> Puzzle -> Encoding -> text.
pub(crate) fn run(args: &EncodeArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    if let (Some(option), true) = (args.cnf_option(), args.to != TargetLanguage::Cnf) {
        bail!("{option} is for --to cnf");
    }
    let problem = args.input.read(global)?;
    let to_file = args.output.output.is_some();
    // On a terminal, the line would be among the clauses.
    let is_shown = to_file || !io::stdout().is_terminal();
    let progress = is_shown.then(|| ProgressLine::of_bytes(None, global));
    let summary = match args.output.create_file()? {
        Some(mut file) => {
            let mut counted = CountedBytes::new(InterruptibleWriter(&mut file), progress.as_ref());
            let summary = args.write(&problem, global, &mut counted)?;
            file.finish()?;
            summary
        }
        None => {
            args.write(&problem, global, &mut CountedBytes::new(InterruptibleWriter(&mut *out), progress.as_ref()))?
        }
    };
    drop(progress);
    if global.json && to_file {
        out.json(&summary.fields)?;
    } else if !global.quiet && !summary.text.is_empty() {
        message!("{}", summary.text);
    }
    Ok(Exit::Success)
}

impl EncodeArgs {
    fn write(&self, problem: &InputProblem, global: &GlobalArgs, out: &mut impl Write) -> Result<Summary> {
        Ok(match (problem, self.to) {
            (InputProblem::Puzzle(puzzle), TargetLanguage::Cnf) => self.write_cnf(puzzle, global, out)?,
            (InputProblem::Puzzle(puzzle), TargetLanguage::F2csp) => write_f2csp(puzzle, global, out)?,
            (InputProblem::Puzzle(puzzle), TargetLanguage::Language(language)) => {
                languages::write(language, puzzle, out)?;
                Summary { text: String::new(), fields: json::puzzle(puzzle) }
            }
            (InputProblem::Csp(csp), TargetLanguage::Cnf) => self.write_csp(csp, global, out)?,
            (InputProblem::Csp(csp), TargetLanguage::F2csp) => {
                csp.write(out)?;
                Summary { text: String::new(), fields: json!({ "title": csp.title() }) }
            }
            (InputProblem::Csp(_), TargetLanguage::Language(_)) => {
                bail!("this F2CSP file is not a Sudoku: it can be encoded as cnf or f2csp only")
            }
        })
    }

    fn write_cnf(&self, puzzle: &Puzzle, global: &GlobalArgs, out: &mut impl Write) -> Result<Summary> {
        let options = self.options();
        if !options.scheme.is_complete() && !global.quiet {
            message!("warning: {}", EncodingOptionsError::IncompleteScheme(options.scheme));
        }
        if options.part != FormulaPart::Whole && options.scheme.is_reduced() && !global.quiet {
            message!("note: in the scheme reduced, the rules are specific to this puzzle");
        }
        let encoding = Encoding::new(puzzle, options)?;
        let size = encoding.write_dimacs_with(self.layout(), out)?;
        let mut fields = json::puzzle(puzzle);
        json::merge(&mut fields, json::size(&size));
        Ok(Summary { text: describe_size(&size, global), fields })
    }

    fn write_csp(&self, csp: &Csp, global: &GlobalArgs, out: &mut impl Write) -> Result<Summary> {
        if let Some(option) = self.puzzle_option() {
            bail!("{option} is for puzzles, and this F2CSP file is not a Sudoku");
        }
        let size = write::write(&CspEncoding::new(csp)?, self.layout(), &[], out)?;
        let mut fields = json!({ "title": csp.title() });
        json::merge(&mut fields, json::size(&size));
        Ok(Summary { text: describe_size(&size, global), fields })
    }

    fn layout(&self) -> DimacsOptions {
        DimacsOptions { header: !self.no_header, comments: self.comments }
    }

    fn options(&self) -> EncodingOptions {
        let part = match self {
            EncodeArgs { rules_only: true, .. } => FormulaPart::Rules,
            EncodeArgs { givens_only: true, .. } => FormulaPart::Givens,
            _ => FormulaPart::Whole,
        };
        let mut options = EncodingOptions { part, givens: self.givens.unwrap_or_default(), ..self.encoding.options() };
        if part != FormulaPart::Whole && self.encoding.scheme.is_none() {
            options.scheme = Scheme::EXTENDED; // The rules of `reduced` differ from puzzle to puzzle.
        }
        options
    }

    /// A given option that applies to `--to cnf` only.
    fn cnf_option(&self) -> Option<&'static str> {
        self.puzzle_option().or(self.no_header.then_some("--no-header"))
    }

    /// A given option that applies to the CNF encoding of puzzles only.
    fn puzzle_option(&self) -> Option<&'static str> {
        let options = [
            (self.encoding.scheme.is_some(), "--scheme"),
            (self.encoding.amo.is_some(), "--amo"),
            (self.encoding.numbering.is_some(), "--numbering"),
            (self.encoding.no_repeats, "--no-repeats"),
            (self.rules_only, "--rules-only"),
            (self.givens_only, "--givens-only"),
            (self.givens.is_some(), "--givens"),
            (self.comments, "--comments"),
        ];
        options.iter().find(|(is_given, _)| *is_given).map(|(_, name)| *name)
    }
}

fn write_f2csp(puzzle: &Puzzle, global: &GlobalArgs, out: &mut impl Write) -> io::Result<Summary> {
    let stats = f2csp::write(puzzle, out)?;
    let text = describe_csp_size(stats.variables, stats.constraints, global.locale());
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, crate::stats::f2csp_fields(&stats));
    Ok(Summary { text, fields })
}

fn describe_size(size: &FormulaSize, global: &GlobalArgs) -> String {
    describe_formula_size(size.variables.into(), size.clauses, global.locale())
}
