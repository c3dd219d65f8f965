//! Command lines of external solvers, and the errors of running them.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

/// A program and its arguments, in which `{cnf}` and `{out}` stand for files.
#[derive(Clone, Debug)]
pub(super) struct CommandLine {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
}

/// The reason why an external solver gave no result.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExternalSolverError {
    /// The program was not found.
    Missing(String),
    /// The command line is empty or has an unclosed quote.
    Malformed(String),
    /// A temporary file could not be written or read.
    File(io::Error),
    /// The program could not be started.
    Start(String, io::Error),
    /// The program failed without a result; with the last line of its output.
    Crashed(String, ExitStatus, String),
    /// The program printed nothing.
    Silent(String, ExitStatus),
    /// The exit code and the output contradict each other.
    Contradicts(String, i32),
}

/// Arguments of known solvers that make them read a file and print their model. Any other solver gets the file as its only
/// argument and is expected to print `s` and `v` lines.
const KNOWN_SOLVERS: [(&str, &[&str]); 8] = [
    ("minisat", &["{cnf}", "{out}"]),
    ("glucose", &["{cnf}", "{out}"]),
    ("cryptominisat", &["--verb", "0", "{cnf}"]),
    ("cadical", &["-q", "{cnf}"]),
    ("kissat", &["-q", "{cnf}"]),
    ("picosat", &["{cnf}"]),
    ("clasp", &["{cnf}"]),
    ("lingeling", &["-q", "{cnf}"]),
];

impl CommandLine {
    /// Parses a name, a path or a whole command line.
    pub(super) fn parse(text: &str) -> Result<CommandLine, ExternalSolverError> {
        let mut arguments = if Path::new(text).is_file() { vec![text.to_owned()] } else { split(text)? };
        if arguments.is_empty() {
            return Err(ExternalSolverError::Malformed("the command is empty".to_owned()));
        }
        let name = arguments.remove(0);
        let program = find_program(&name).ok_or(ExternalSolverError::Missing(name))?;
        if !arguments.iter().any(|argument| argument.contains("{cnf}")) {
            arguments.extend(default_arguments(&program).iter().map(|argument| (*argument).to_owned()));
        }
        Ok(CommandLine { program, arguments })
    }

    /// Replaces a placeholder in all arguments.
    pub(super) fn with(mut self, placeholder: &str, value: &str) -> CommandLine {
        for argument in &mut self.arguments {
            *argument = argument.replace(placeholder, value);
        }
        self
    }

    /// The file name of the program.
    pub(super) fn name(&self) -> &str {
        self.program.file_name().and_then(|name| name.to_str()).unwrap_or("the solver")
    }
}

fn default_arguments(program: &Path) -> &'static [&'static str] {
    let name = program.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    KNOWN_SOLVERS.iter().find(|(known, _)| name.starts_with(known)).map_or(&["{cnf}"], |(_, arguments)| arguments)
}

/// The file that a shell would run: the path itself if it has a folder, else the first match in PATH.
fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains(std::path::is_separator) {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// Splits at white space outside of quotes. No shell is involved: no variables, no pipes.
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
    quote.map_or(Ok(words), |open| Err(ExternalSolverError::Malformed(format!("unclosed {open} in: {text}"))))
}

impl fmt::Display for ExternalSolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExternalSolverError::Missing(name) => {
                write!(f, "program not found: '{name}' (is it installed and in PATH?)")
            }
            ExternalSolverError::Malformed(reason) => write!(f, "invalid command line: {reason}"),
            ExternalSolverError::File(error) => write!(f, "cannot access the solver's temporary file: {error}"),
            ExternalSolverError::Start(name, error) => write!(f, "cannot start {name}: {error}"),
            ExternalSolverError::Crashed(name, status, line) if line.is_empty() => {
                write!(f, "{name} failed ({status})")
            }
            ExternalSolverError::Crashed(name, status, line) => write!(f, "{name} failed ({status}): {line}"),
            ExternalSolverError::Silent(name, status) => write!(f, "{name} printed no answer ({status})"),
            ExternalSolverError::Contradicts(name, code) => {
                write!(f, "{name} ended with exit code {code}, which contradicts its output")
            }
        }
    }
}

impl std::error::Error for ExternalSolverError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ExternalSolverError::File(error) | ExternalSolverError::Start(_, error) => error.source(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_spaces_outside_of_quotes() {
        let words = |text| split(text).unwrap();
        assert_eq!(words("minisat -no-pre  {cnf} {out}"), ["minisat", "-no-pre", "{cnf}", "{out}"]);
        assert_eq!(words("'my solver' \"a 'b\" '' c"), ["my solver", "a 'b", "", "c"]);
        assert!(matches!(split("'my solver"), Err(ExternalSolverError::Malformed(_))));
        assert!(matches!(CommandLine::parse("  "), Err(ExternalSolverError::Malformed(_))));
    }

    #[test]
    fn known_solvers_get_the_arguments_that_they_need() {
        assert_eq!(default_arguments(Path::new("/opt/bin/glucose-simp")), ["{cnf}", "{out}"]);
        assert_eq!(default_arguments(Path::new("cryptominisat5")), ["--verb", "0", "{cnf}"]);
        assert_eq!(default_arguments(Path::new("mysolver")), ["{cnf}"]);
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = CommandLine::parse("no-such-solver-anywhere {cnf}").unwrap_err();
        assert_eq!(error.to_string(), "program not found: 'no-such-solver-anywhere' (is it installed and in PATH?)");
    }
}
