//! Command lines of external solvers, and the errors of running them.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use crate::ProofFormat;

/// A program and its arguments, in which `{cnf}` and `{out}` stand for files.
#[derive(Clone, Debug)]
pub(super) struct CommandLine {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    /// Whether the arguments name the formula: given by the user, or known for this solver. Otherwise they are
    /// [detected](super::probe).
    pub(super) is_complete: bool,
    /// Whether the solver reads the formula from its standard input.
    pub(super) reads_stdin: bool,
    /// Whether the exit codes 10 and 20 are a verdict without further output.
    pub(super) has_exit_codes: bool,
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
    /// The program printed or wrote more than this many bytes, and was stopped.
    TooMuchOutput(String, u64),
    /// The exit code and the output contradict each other.
    Contradicts(String, i32),
    /// The arguments that make the program write a proof are not known.
    NoProof(String),
}

/// Arguments of known solvers that make them read a file and print their model. For any other solver they are detected.
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

/// Arguments of known solvers that make them write a proof in text form: DRAT, LRAT.
const PROOF_ARGUMENTS: [(&str, [&[&str]; 2]); 2] = [
    ("cadical", [&["-q", "--no-binary", "{cnf}", "{proof}"], &["-q", "--no-binary", "--lrat", "{cnf}", "{proof}"]]),
    ("kissat", [&["-q", "--no-binary", "{cnf}", "{proof}"], &[]]),
];

/// Arguments of known solvers that make them write a proof that can be [imported](crate::prove): DRAT, RUP or FRAT in text
/// form. Solvers that are not listed write none: `MiniSat`, clasp.
const IMPORTABLE_PROOF_ARGUMENTS: [(&str, &[&str]); 4] = [
    ("cadical", &["-q", "--no-binary", "{cnf}", "{proof}"]),
    ("kissat", &["-q", "--no-binary", "{cnf}", "{proof}"]),
    ("picosat", &["-R", "{proof}", "{cnf}"]),
    ("cryptominisat", &["--verb", "0", "{cnf}", "{proof}"]),
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
        let mut is_complete = arguments.iter().any(|argument| argument.contains("{cnf}"));
        if let (false, Some(known)) = (is_complete, known_arguments(&program)) {
            arguments.extend(known.iter().map(|argument| (*argument).to_owned()));
            is_complete = true;
        }
        Ok(CommandLine { program, arguments, is_complete, reads_stdin: false, has_exit_codes: false })
    }

    /// A program with all its arguments.
    pub(super) fn of_program(program: &Path, arguments: &[&str]) -> CommandLine {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let program = program.to_owned();
        CommandLine { program, arguments, is_complete: true, reads_stdin: false, has_exit_codes: false }
    }

    /// The command with these further arguments, which complete it.
    pub(super) fn completed(&self, further: &[&str]) -> CommandLine {
        let mut command = CommandLine { is_complete: true, ..self.clone() };
        command.arguments.extend(further.iter().map(|argument| (*argument).to_owned()));
        command
    }

    /// The command that also writes a proof to `{proof}`: a command with that placeholder, or a known solver without
    /// arguments of the user.
    pub(super) fn with_proof(&self, format: ProofFormat) -> Result<CommandLine, ExternalSolverError> {
        let known = PROOF_ARGUMENTS.iter().find(|(known, _)| self.name().starts_with(known));
        let arguments =
            known.map_or(&[][..], |(_, [drat, lrat])| if format == ProofFormat::Drat { drat } else { lrat });
        self.writing_proof(arguments).ok_or_else(|| ExternalSolverError::NoProof(self.name().to_owned()))
    }

    /// Like [`with_proof`](CommandLine::with_proof), in any format that can be imported; `None` if the solver writes none.
    pub(super) fn with_importable_proof(&self) -> Option<CommandLine> {
        let known = IMPORTABLE_PROOF_ARGUMENTS.iter().find(|(known, _)| self.name().starts_with(known));
        self.writing_proof(known.map_or(&[][..], |(_, arguments)| arguments))
    }

    fn writing_proof(&self, arguments: &[&str]) -> Option<CommandLine> {
        if self.arguments.iter().any(|argument| argument.contains("{proof}")) {
            return Some(self.clone());
        }
        let is_default = known_arguments(&self.program).is_some_and(|known| self.arguments == known);
        let command = CommandLine { arguments: Vec::new(), ..self.clone() };
        (is_default && !arguments.is_empty()).then(|| command.completed(arguments))
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

fn known_arguments(program: &Path) -> Option<&'static [&'static str]> {
    let name = program.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    KNOWN_SOLVERS.iter().find(|(known, _)| name.starts_with(known)).map(|(_, arguments)| *arguments)
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
            ExternalSolverError::TooMuchOutput(name, limit) => {
                write!(f, "stopped {name}: its output is longer than {} MiB", limit >> 20)
            }
            ExternalSolverError::Contradicts(name, code) => {
                write!(f, "{name} ended with exit code {code}, which contradicts its output")
            }
            ExternalSolverError::NoProof(name) => write!(
                f,
                "the arguments that make {name} write this proof are unknown: name them in a command such as '{name} {{cnf}} {{proof}}'"
            ),
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
        assert_eq!(known_arguments(Path::new("/opt/bin/glucose-simp")), Some(&["{cnf}", "{out}"][..]));
        assert_eq!(known_arguments(Path::new("cryptominisat5")), Some(&["--verb", "0", "{cnf}"][..]));
        assert_eq!(known_arguments(Path::new("mysolver")), None);
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = CommandLine::parse("no-such-solver-anywhere {cnf}").unwrap_err();
        assert_eq!(error.to_string(), "program not found: 'no-such-solver-anywhere' (is it installed and in PATH?)");
    }
}
