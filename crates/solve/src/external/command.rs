//! Which program to run, and with which words.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

/// A program and its words, in which `{cnf}` and `{out}` stand for files.
#[derive(Clone, Debug)]
pub(super) struct Command {
    pub(super) program: PathBuf,
    pub(super) words: Vec<String>,
}

/// Why a program did not do its work.
#[derive(Debug)]
pub enum ExternalSolverError {
    /// There is no such program.
    Missing(String),
    /// The command has no program, or a quote that does not end.
    Malformed(String),
    /// A temporary file could not be written or read.
    File(io::Error),
    /// It could not be started.
    Start(String, io::Error),
    /// It ended in an unusual way and without an answer; the end of what it said.
    Crashed(String, ExitStatus, String),
    /// It ended without a word.
    Silent(String, ExitStatus),
    /// Its exit code says one thing and its output another.
    Contradicts(String, i32),
}

/// The words that make a known solver take a file and show its model. A solver that is not here gets the file as its
/// only word and is expected to print `s` and `v` lines.
const KNOWN: [(&str, &[&str]); 8] = [
    ("minisat", &["{cnf}", "{out}"]),
    ("glucose", &["{cnf}", "{out}"]),
    ("cryptominisat", &["--verb", "0", "{cnf}"]),
    ("cadical", &["-q", "{cnf}"]),
    ("kissat", &["-q", "{cnf}"]),
    ("picosat", &["{cnf}"]),
    ("clasp", &["{cnf}"]),
    ("lingeling", &["-q", "{cnf}"]),
];

impl Command {
    /// Reads a name, a path or a whole command.
    pub(super) fn parse(text: &str) -> Result<Command, ExternalSolverError> {
        let mut words = if Path::new(text).is_file() { vec![text.to_owned()] } else { split(text)? };
        if words.is_empty() {
            return Err(ExternalSolverError::Malformed("the command is empty".to_owned()));
        }
        let name = words.remove(0);
        let program = find(&name).ok_or(ExternalSolverError::Missing(name))?;
        if !words.iter().any(|word| word.contains("{cnf}")) {
            words.extend(usual_words(&program).iter().map(|word| (*word).to_owned()));
        }
        Ok(Command { program, words })
    }

    /// The same with something else in the place of a mark.
    pub(super) fn with(mut self, mark: &str, meant: &str) -> Command {
        for word in &mut self.words {
            *word = word.replace(mark, meant);
        }
        self
    }

    /// The program without its folder.
    pub(super) fn name(&self) -> &str {
        self.program.file_name().and_then(|name| name.to_str()).unwrap_or("the solver")
    }
}

fn usual_words(program: &Path) -> &'static [&'static str] {
    let name = program.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    KNOWN.iter().find(|(known, _)| name.starts_with(known)).map_or(&["{cnf}"], |(_, words)| words)
}

/// The file that a shell would run: as it is if it has a folder, else the first in PATH.
fn find(name: &str) -> Option<PathBuf> {
    if name.contains(std::path::is_separator) {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// Splits at spaces outside of quotes. No shell is involved: no variables, no pipes.
fn split(text: &str) -> Result<Vec<String>, ExternalSolverError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for symbol in text.chars() {
        match (quote, symbol) {
            (Some(open), symbol) if symbol == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(symbol);
                word.get_or_insert_default();
            }
            (None, symbol) if symbol.is_whitespace() => words.extend(word.take()),
            (_, symbol) => word.get_or_insert_default().push(symbol),
        }
    }
    words.extend(word);
    quote.map_or(Ok(words), |open| {
        Err(ExternalSolverError::Malformed(format!("a {open} is opened and not closed in: {text}")))
    })
}

impl fmt::Display for ExternalSolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExternalSolverError::Missing(name) => {
                write!(f, "there is no program '{name}'; is it installed, and in PATH?")
            }
            ExternalSolverError::Malformed(what) => write!(f, "not a command: {what}"),
            ExternalSolverError::File(error) => write!(f, "a temporary file for the solver: {error}"),
            ExternalSolverError::Start(name, error) => write!(f, "{name} could not be started: {error}"),
            ExternalSolverError::Crashed(name, status, said) if said.is_empty() => {
                write!(f, "{name} failed ({status})")
            }
            ExternalSolverError::Crashed(name, status, said) => write!(f, "{name} failed ({status}), saying: {said}"),
            ExternalSolverError::Silent(name, status) => write!(f, "{name} printed no answer ({status})"),
            ExternalSolverError::Contradicts(name, code) => {
                write!(f, "{name} ended with exit code {code}, which contradicts what it printed")
            }
        }
    }
}

impl std::error::Error for ExternalSolverError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_spaces_outside_of_quotes() {
        let words = |text| split(text).unwrap();
        assert_eq!(words("minisat -no-pre  {cnf} {out}"), ["minisat", "-no-pre", "{cnf}", "{out}"]);
        assert_eq!(words("'my solver' \"a 'b\" '' c"), ["my solver", "a 'b", "", "c"]);
        assert!(matches!(split("'my solver"), Err(ExternalSolverError::Malformed(_))));
        assert!(matches!(Command::parse("  "), Err(ExternalSolverError::Malformed(_))));
    }

    #[test]
    fn known_solvers_get_the_words_that_they_need() {
        assert_eq!(usual_words(Path::new("/opt/bin/glucose-simp")), ["{cnf}", "{out}"]);
        assert_eq!(usual_words(Path::new("cryptominisat5")), ["--verb", "0", "{cnf}"]);
        assert_eq!(usual_words(Path::new("mysolver")), ["{cnf}"]);
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = Command::parse("no-such-solver-anywhere {cnf}").unwrap_err();
        assert_eq!(error.to_string(), "there is no program 'no-such-solver-anywhere'; is it installed, and in PATH?");
    }
}
