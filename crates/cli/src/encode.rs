//! `qedoku encode`: a puzzle as clauses or constraints.

use std::io::{self, Write};

use anyhow::{Result, bail};
use clap::Args;
use qedoku::encode::csp::{Csp, CspEncoding, f2csp};
use qedoku::encode::dimacs::write::{DimacsOptions, write_with};
use qedoku::encode::languages::{self, Language};
use qedoku::encode::{FormulaPart, FormulaSize, GivensPosition};
use qedoku::{Encoding, EncodingOptions, Puzzle, Scheme, json};
use serde_json::{Value, json};

use crate::args::{Common, Into, Saying, choice};
use crate::exit::Exit;
use crate::input::{Input, Question};
use crate::limits::Limits;
use crate::output::{Output, group_digits};

/// Write a puzzle as a file for any SAT or constraint solver
#[derive(Args)]
#[command(long_about = "Write a puzzle as a file for any SAT or constraint solver.\n\n\
    Examples:\n  \
    qedoku encode puzzle.txt -o puzzle.cnf\n  \
    qedoku encode puzzle.txt --scheme efficient --no-repeats --numbering base --comments\n  \
    qedoku encode 9x9 --scheme efficient --rules-only -o rules.cnf\n  \
    qedoku encode puzzle.txt --scheme efficient --givens-only --no-header | cat rules.cnf - | minisat\n  \
    qedoku encode puzzle.txt --to f2csp -o puzzle.f2csp\n  \
    qedoku encode puzzle.txt --to minizinc -o puzzle.mzn; minizinc puzzle.mzn\n\n\
    x(r,c,d), cell r,c holds d, is variable (r-1)n\u{b2} + (c-1)n + d unless --numbering says otherwise. Every \
    scheme but reduced says the rules of the whole board; reduced says only what the givens leave open.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    input: Input,
    /// The kind of file: clauses (cnf), or constraints
    #[arg(long, default_value = "cnf", value_parser = choice(&TARGETS))]
    to: Target,
    #[command(flatten)]
    saying: Saying,
    /// Only the rules, which are the same for all puzzles of a size in every scheme but reduced [then the default
    /// scheme: extended]
    #[arg(long, conflicts_with = "givens_only")]
    rules_only: bool,
    /// Only the givens, to be put after the rules
    #[arg(long)]
    givens_only: bool,
    /// Where the givens go [default: last]
    #[arg(long, value_parser = choice(&[(GivensPosition::First, "first"), (GivensPosition::Last, "last")]))]
    givens: Option<GivensPosition>,
    /// Say in a comment before each group of clauses what it means
    #[arg(long)]
    comments: bool,
    /// No header, only clauses
    #[arg(long)]
    no_header: bool,
    #[command(flatten)]
    into: Into,
}

/// The kinds of files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Cnf,
    F2csp,
    Kin(Language),
}

const TARGETS: [(Target, &str); 6] = [
    (Target::Cnf, "cnf"),
    (Target::F2csp, "f2csp"),
    (Target::Kin(Language::MiniZinc), "minizinc"),
    (Target::Kin(Language::Xcsp3), "xcsp3"),
    (Target::Kin(Language::Opb), "opb"),
    (Target::Kin(Language::Smt2), "smt2"),
];

/// What a file holds.
struct Contents {
    /// `729 variables, 11,745 clauses`.
    words: String,
    fields: Value,
}

/// `qedoku encode`: text -> Puzzle -> Encoding -> text.
pub(crate) fn run(args: &EncodeArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    Limits::end_at(common.time_limit);
    if let (Some(option), true) = (args.option_of_cnf(), args.to != Target::Cnf) {
        bail!("{option} is for --to cnf");
    }
    let question = args.input.question(common)?;
    let contents = match &args.into.output {
        Some(path) => {
            let mut file = Output::create(path)?;
            let contents = args.write(&question, common, &mut file)?;
            file.finish()?;
            contents
        }
        None => args.write(&question, common, out)?,
    };
    if common.json && args.into.output.is_some() {
        out.json(&contents.fields)?;
    } else if !common.quiet && !contents.words.is_empty() {
        anstream::eprintln!("{}", contents.words);
    }
    Ok(Exit::Yes)
}

impl EncodeArgs {
    fn write(&self, question: &Question, common: &Common, out: &mut impl Write) -> Result<Contents> {
        Ok(match (question, self.to) {
            (Question::Puzzle(puzzle), Target::Cnf) => self.write_cnf(puzzle, common, out)?,
            (Question::Puzzle(puzzle), Target::F2csp) => write_f2csp(puzzle, out)?,
            (Question::Puzzle(puzzle), Target::Kin(language)) => {
                languages::write(language, puzzle, out)?;
                Contents { words: String::new(), fields: json::puzzle(puzzle) }
            }
            (Question::Csp(csp), Target::Cnf) => self.write_csp(csp, out)?,
            (Question::Csp(csp), Target::F2csp) => {
                csp.write(out)?;
                Contents { words: String::new(), fields: json!({ "title": csp.title() }) }
            }
            (Question::Csp(_), Target::Kin(_)) => {
                bail!("this F2CSP file is not a Sudoku: it can be written as cnf or f2csp")
            }
        })
    }

    fn write_cnf(&self, puzzle: &Puzzle, common: &Common, out: &mut impl Write) -> Result<Contents> {
        let options = self.options();
        if !options.scheme.is_complete() && !common.quiet {
            anstream::eprintln!("note: the scheme houses allows two digits in a cell; houses-cells does not");
        }
        if options.part != FormulaPart::Whole && options.scheme == Scheme::Reduced && !common.quiet {
            anstream::eprintln!("note: in the scheme reduced, rules and givens fit each other for this puzzle only");
        }
        let encoding = Encoding::new(puzzle, options)?;
        let size = write_with(&encoding, self.layout(), &[], out)?;
        let mut fields = json::puzzle(puzzle);
        json::merge(&mut fields, &json::size(&size));
        Ok(Contents { words: size_words(&size), fields })
    }

    fn write_csp(&self, csp: &Csp, out: &mut impl Write) -> Result<Contents> {
        if let Some(option) = self.option_of_puzzles() {
            bail!("{option} is for puzzles, and this F2CSP file is not a Sudoku");
        }
        let size = write_with(&CspEncoding::new(csp)?, self.layout(), &[], out)?;
        let mut fields = json!({ "title": csp.title() });
        json::merge(&mut fields, &json::size(&size));
        Ok(Contents { words: size_words(&size), fields })
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
        let mut options = EncodingOptions { part, givens: self.givens.unwrap_or_default(), ..self.saying.options() };
        if part != FormulaPart::Whole && self.saying.scheme.is_none() {
            options.scheme = Scheme::Extended; // the rules of `reduced` are not the same for all puzzles
        }
        options
    }

    /// An option that was given and that only clauses have.
    fn option_of_cnf(&self) -> Option<&'static str> {
        self.option_of_puzzles().or(self.no_header.then_some("--no-header"))
    }

    /// An option that was given and that only a puzzle said in clauses has.
    fn option_of_puzzles(&self) -> Option<&'static str> {
        let options = [
            (self.saying.scheme.is_some(), "--scheme"),
            (self.saying.amo.is_some(), "--amo"),
            (self.saying.numbering.is_some(), "--numbering"),
            (self.saying.no_repeats, "--no-repeats"),
            (self.rules_only, "--rules-only"),
            (self.givens_only, "--givens-only"),
            (self.givens.is_some(), "--givens"),
            (self.comments, "--comments"),
        ];
        options.iter().find(|(given, _)| *given).map(|(_, name)| *name)
    }
}

fn write_f2csp(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<Contents> {
    let stats = f2csp::write(puzzle, out)?;
    let words = format!("{} variables, {} constraints", group_digits(stats.variables), group_digits(stats.constraints));
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, &crate::stats::f2csp_fields(&stats));
    Ok(Contents { words, fields })
}

fn size_words(size: &FormulaSize) -> String {
    format!("{} variables, {} clauses", group_digits(size.variables.into()), group_digits(size.clauses))
}
