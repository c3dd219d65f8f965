//! `qedoku man`: manual pages from the definitions in [`crate::args`].
//!
//! The long help text of a command is divided by its paragraphs:
//!
//! | paragraph | section of the page |
//! |---|---|
//! | begins with `Examples:` | EXAMPLES, line by line |
//! | begins with `Exit code` | EXIT STATUS, one entry per code, before the codes that all commands share |
//! | lines of the form `term  meaning` | DESCRIPTION, as a list |
//! | any other | DESCRIPTION |
//!
//! ENVIRONMENT and FILES are the same on every page.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use crate::args::{Cli, OutputArgs, SOLVER_VARIABLE};
use crate::exit::Exit;
use crate::output::{Output, create_folder, write_file};

/// Print the man page
#[derive(Args)]
#[command(long_about = "Print the man page, or write one page per command into a folder.\n\n\
    Examples:\n  \
    qedoku man | man -l -\n  \
    qedoku man --dir ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write qedoku.1 and one page per command into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Exit codes of every command that its help text does not define.
const EXIT_CODES: [(&str, &str); 7] = [
    ("0", "The work is done."),
    ("1", "The answer is no: a puzzle has no solution or several, or a certificate is refused."),
    ("2", "Invalid input or usage, or another error."),
    ("3", "Some of several inputs were invalid; the others were processed."),
    ("124", "The time or memory limit was reached."),
    ("130", "Interrupted by Ctrl-C or SIGTERM."),
    (
        "141",
        "The reader of the output closed it before all verdicts were known. A verdict that is known is the exit code.",
    ),
];

/// Exit codes of `solve --sat-exit-codes`.
const SAT_EXIT_CODES: [(&str, &str); 2] = [
    ("10", "With --sat-exit-codes: every puzzle is satisfiable."),
    ("20", "With --sat-exit-codes: a puzzle is unsatisfiable."),
];

const ENVIRONMENT: [(&str, &str); 6] = [
    (
        "QEDOKU_SIMD",
        "SIMD level of the engine for 9x9: portable, avx2 or avx512. If unset or empty, the fastest one of the processor.",
    ),
    (
        SOLVER_VARIABLE,
        "External SAT solver of solve and count: the default of --solver, a name, a path or a command. Ignored if --engine is given.",
    ),
    (
        "NO_COLOR, CLICOLOR, CLICOLOR_FORCE",
        "Whether to use colours, by the usual conventions. --color takes precedence.",
    ),
    (
        "LC_ALL, LC_MESSAGES, LANG",
        "Language of verdicts and statistics: Portuguese if the first of them that is set and not empty names a Portuguese locale, \
        else English. --lang takes precedence.",
    ),
    ("PATH", "Folders in which external solvers are searched."),
    ("TMPDIR", "Folder for the temporary files of external solvers."),
];

const FILES: [(&str, &str); 3] = [
    (
        "INPUT",
        "Puzzles in any format, detected by content, as are gzip and zstd compression. - is standard input. No configuration file is read.",
    ),
    (
        "-o FILE",
        "Written under another name in the same folder and renamed when complete: a failed or interrupted run leaves FILE unchanged. \
        A killed run leaves .FILE.NUMBER.unfinished, which the next run with the same FILE removes. \
        Compressed if the name ends in .gz or .zst.",
    ),
    ("$TMPDIR/qedoku-*", "Formula and output of an external solver, removed when it ends."),
];

/// `qedoku man`: print the man page, or write all pages into a folder.
pub(crate) fn run(args: &ManArgs, out: &mut Output) -> Result<Exit> {
    let mut command = Cli::command();
    command.build();
    match &args.dir {
        Some(dir) => {
            create_folder(dir)?;
            for page in command.get_subcommands().chain([&command]) {
                let man = man_page(page);
                let file = dir.join(man.get_filename());
                write_file(&file, |out| write_page(page, &man, out))?;
            }
        }
        None => write_page(&command, &man_page(&command), out)?,
    }
    Ok(Exit::Success)
}

/// Renderer of the sections that are generated as they are. Every page names the program in its footer.
fn man_page(command: &Command) -> Man {
    Man::new(command.clone()).source(concat!("qedoku ", env!("CARGO_PKG_VERSION")))
}

fn write_page(command: &Command, man: &Man, out: &mut dyn Write) -> io::Result<()> {
    let help = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    let starts_with = |start: &'static str| move |paragraph: &&str| paragraph.starts_with(start);
    let (examples, rest): (Vec<&str>, Vec<&str>) = help.split("\n\n").partition(starts_with("Examples:"));
    let (exit_codes, description): (Vec<&str>, Vec<&str>) = rest.into_iter().partition(starts_with("Exit code"));

    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    let mut roff = Roff::new();
    roff.control("SH", ["DESCRIPTION"]);
    for paragraph in description {
        add_paragraph(&mut roff, paragraph);
    }
    roff.to_writer(out)?;
    man.render_options_section(out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }

    let mut roff = Roff::new();
    add_exit_status(&mut roff, command, &exit_codes);
    roff.control("SH", ["ENVIRONMENT"]);
    add_list(&mut roff, ENVIRONMENT);
    roff.control("SH", ["FILES"]);
    add_list(&mut roff, FILES);
    roff.control("SH", ["EXAMPLES"]).control("nf", []);
    for line in examples.iter().flat_map(|paragraph| paragraph.lines().skip(1)) {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
    add_see_also(&mut roff, command);
    roff.to_writer(out)
}

/// A paragraph of text, or of lines `term  meaning`.
fn add_paragraph(roff: &mut Roff, paragraph: &str) {
    roff.control("PP", []);
    for line in paragraph.lines() {
        match line.split_once("  ") {
            Some((term, meaning)) => add_entry(roff, term, meaning.trim_start()),
            None => _ = roff.text([roman(line)]),
        }
    }
}

/// Exit codes: those of the help text (`Exit code 0: yes; 1: no.`), and the common ones that it does not mention. Code 1 has a
/// meaning only where the help text defines it, or for all commands together.
fn add_exit_status(roff: &mut Roff, command: &Command, paragraphs: &[&str]) {
    let own: Vec<(&str, String)> = paragraphs.iter().flat_map(|paragraph| parse_exit_codes(paragraph)).collect();
    let is_undefined = |code: &str| !own.iter().any(|(defined, _)| *defined == code);
    let applies = |code: &str| code != "1" || command.has_subcommands();
    let common = EXIT_CODES.into_iter().filter(|(code, _)| is_undefined(code) && applies(code));
    let has_sat_codes =
        command.get_arguments().any(|arg| arg.get_long() == Some("sat-exit-codes")) || command.has_subcommands();
    let sat = SAT_EXIT_CODES.into_iter().filter(|_| has_sat_codes);
    let mut codes: Vec<(&str, String)> = common.chain(sat).map(|(code, meaning)| (code, meaning.to_owned())).collect();
    codes.extend(own.iter().cloned());
    codes.sort_by_key(|(code, _)| code.parse::<u8>().expect("exit codes are numbers"));
    roff.control("SH", ["EXIT STATUS"]);
    add_list(roff, codes.iter().map(|(code, meaning)| (*code, &meaning[..])));
}

/// `Exit code 0: solved; 1: not solved.` -> (`0`, `Solved.`), (`1`, `Not solved.`)
fn parse_exit_codes(paragraph: &str) -> Vec<(&str, String)> {
    let mut rest = paragraph.trim_start_matches("Exit code").trim_start();
    let mut codes = Vec::new();
    while let Some((code, meaning)) = rest.split_once(": ") {
        let starts_code = |text: &str| text.split_once(": ").is_some_and(|(code, _)| code.parse::<u8>().is_ok());
        let ends = meaning.match_indices("; ").map(|(at, _)| at);
        let end = ends.into_iter().find(|at| starts_code(&meaning[at + 2..])).unwrap_or(meaning.len());
        codes.push((code, as_sentence(&meaning[..end])));
        rest = meaning.get(end + 2..).unwrap_or_default();
    }
    codes
}

/// The text with a capital at its beginning and a full stop at its end.
fn as_sentence(text: &str) -> String {
    let mut symbols = text.trim_end_matches('.').chars();
    let first = symbols.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}.", symbols.as_str())
}

/// A list of terms and their meanings.
fn add_list<'a>(roff: &mut Roff, entries: impl IntoIterator<Item = (&'a str, &'a str)>) {
    for (term, meaning) in entries {
        add_entry(roff, term, meaning);
    }
}

/// An entry of a list: a term, and its meaning indented below it.
fn add_entry(roff: &mut Roff, term: &str, meaning: &str) {
    roff.control("TP", []).text([bold(term)]).text([roman(meaning)]);
}

fn add_see_also(roff: &mut Roff, command: &Command) {
    roff.control("SH", ["SEE ALSO"]);
    let mut line: Vec<Inline> = Vec::new();
    if !command.has_subcommands() {
        line.extend([bold("qedoku"), roman("(1). ")]);
    }
    line.push(roman("The guide in the folder docs/guide of the project has a chapter on every command."));
    roff.text(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_split_at_the_next_code() {
        let codes =
            parse_exit_codes("Exit code 0: one (with --solutions: 1 to K; with --cell: forced); 1: some do not.");
        let expected = [("0", "One (with --solutions: 1 to K; with --cell: forced)."), ("1", "Some do not.")];
        assert_eq!(codes, expected.map(|(code, meaning)| (code, meaning.to_owned())));
        assert_eq!(parse_exit_codes("Exit code 0: done."), [("0", "Done.".to_owned())]);
    }
}
