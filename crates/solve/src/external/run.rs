//! One run of an external program, until it ends or is interrupted.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use qedoku_encode::languages::ReplyError;
use qedoku_encode::model::SolverOutput;
use tempfile::TempDir;

use super::capture::{Capture, result_limit};
use super::command::{CommandLine, ExternalSolverError};
use super::process_tree::ProcessTree;
use crate::{Interrupt, SolveError};

/// The temporary directory of one run.
pub(super) struct RunDirectory {
    folder: TempDir,
    extension: &'static str,
    /// Number of variables of the problem, which limits the size of the result.
    pub(super) variables: u64,
    /// The greatest proof in bytes. A solver that writes more is stopped.
    pub(super) proof_limit: u64,
    /// Whether comments in the output are dropped: true unless the output is the answer to a question.
    drops_comments: bool,
}

/// Output of a program that can be parsed into a verdict.
pub(super) trait ParseOutput: Sized {
    /// Parses the output.
    fn parse_output(text: &str) -> Result<Self, ReplyError>;
    /// The verdict, if there is one.
    fn is_satisfiable(&self) -> Option<bool>;
    /// The output that an exit code alone stands for, if the program is known to use it so.
    fn from_exit_code(code: i32) -> Option<Self> {
        let _ = code;
        None
    }
}

impl ParseOutput for SolverOutput {
    fn parse_output(text: &str) -> Result<SolverOutput, ReplyError> {
        Ok(SolverOutput::parse(text)?)
    }

    fn is_satisfiable(&self) -> Option<bool> {
        match self {
            SolverOutput::Satisfiable(_) => Some(true),
            SolverOutput::Unsatisfiable => Some(false),
            SolverOutput::Unknown => None,
        }
    }

    /// 20 is "unsatisfiable". 10 is "satisfiable", but a model is needed too.
    fn from_exit_code(code: i32) -> Option<SolverOutput> {
        (code == 20).then_some(SolverOutput::Unsatisfiable)
    }
}

impl RunDirectory {
    /// A directory whose input file has this extension; some programs depend on it.
    pub(super) fn new(extension: &'static str) -> io::Result<RunDirectory> {
        let folder = tempfile::Builder::new().prefix("qedoku-").tempdir()?;
        Ok(RunDirectory { folder, extension, variables: 0, proof_limit: u64::MAX, drops_comments: true })
    }

    /// The input file of the solver.
    pub(super) fn input(&self) -> PathBuf {
        self.folder.path().join("puzzle").with_extension(self.extension)
    }

    /// The result file of solvers such as MiniSat.
    fn out(&self) -> PathBuf {
        self.folder.path().join("result.txt")
    }

    /// The proof, if the solver writes one.
    pub(super) fn proof(&self) -> PathBuf {
        self.folder.path().join("proof")
    }

    /// The greatest result in bytes.
    fn result_limit(&self) -> u64 {
        result_limit(self.variables)
    }

    /// A file of the solver that is greater than it may be, with its limit.
    fn too_long_file(&self) -> Option<u64> {
        let files = [(self.out(), self.result_limit()), (self.proof(), self.proof_limit)];
        let is_too_long = |(file, limit): &(PathBuf, u64)| fs::metadata(file).is_ok_and(|file| file.len() > *limit);
        files.into_iter().find(is_too_long).map(|(_, limit)| limit)
    }
}

/// A running program and its output. Dropping it ends the program and its descendants.
struct SolverProcess<'r> {
    command: &'r CommandLine,
    directory: &'r RunDirectory,
    tree: ProcessTree,
    capture: Capture,
}

/// A program that has loaded everything and waits for the end of its standard input. Dropping it ends the program.
pub(super) struct PreloadedProcess {
    tree: ProcessTree,
    capture: Capture,
}

/// Runs the program on the input file; returns its parsed output.
pub(super) fn run<O: ParseOutput>(
    command: &CommandLine,
    directory: &RunDirectory,
    interrupt: &Interrupt,
) -> Result<O, SolveError> {
    let input = input_stream(command, directory).map_err(SolveError::External)?;
    SolverProcess::start(command, directory, input).map_err(SolveError::External)?.finish(interrupt)
}

/// Like [`run`], but ends the program after some seconds; `None` if it has not ended by then, or not with a result.
pub(super) fn try_run(command: &CommandLine, directory: &RunDirectory, interrupt: &Interrupt) -> Option<SolverOutput> {
    let input = input_stream(command, directory).ok()?;
    let mut process = SolverProcess::start(command, directory, input).ok()?;
    let status = process.wait(interrupt, Some(PROBE_POLLS)).ok()??;
    process.parse_result(status).ok()
}

/// Polls until [`try_run`] gives up: the first 200 take about 0.6 s, the others 20 ms each.
const PROBE_POLLS: u32 = 400;

/// Polls until [`query`] gives up: about ten seconds. Python may have to be read from a slow disk.
const QUERY_POLLS: u32 = 700;

/// Polls for a program to load: about a minute.
const LOAD_POLLS: u32 = 3200;

/// Standard output of a program that answers a question about itself, such as `--version`; `None` unless it succeeds within
/// some seconds.
pub(super) fn query(program: &Path, arguments: &[&str]) -> Option<String> {
    let command = CommandLine::of_program(program, arguments);
    // CryptoMiniSat prints its version as a comment.
    let directory = RunDirectory { drops_comments: false, ..RunDirectory::new("txt").ok()? };
    let mut process = SolverProcess::start(&command, &directory, Stdio::null()).ok()?;
    let status = process.wait(&Interrupt::default(), Some(QUERY_POLLS)).ok()??;
    let [output, _] = process.capture.take();
    status.success().then(|| text(output))
}

fn input_stream(command: &CommandLine, directory: &RunDirectory) -> Result<Stdio, ExternalSolverError> {
    if !command.reads_stdin {
        return Ok(Stdio::null());
    }
    File::open(directory.input()).map(Stdio::from).map_err(ExternalSolverError::File)
}

impl PreloadedProcess {
    /// Starts a program that prints something once it is loaded, and waits for that.
    pub(super) fn new(
        command: &CommandLine,
        directory: &RunDirectory,
    ) -> Result<PreloadedProcess, ExternalSolverError> {
        let SolverProcess { mut tree, capture, .. } = SolverProcess::start(command, directory, Stdio::piped())?;
        let mut pauses = Pauses::default();
        for _ in 0..LOAD_POLLS {
            if capture.has_output() || !matches!(tree.try_wait(), Ok(None)) {
                break;
            }
            capture.wait_for_change(pauses.next_pause());
        }
        Ok(PreloadedProcess { tree, capture })
    }

    /// Lets the program proceed; returns its parsed output.
    pub(super) fn run<O: ParseOutput>(
        self,
        command: &CommandLine,
        directory: &RunDirectory,
        interrupt: &Interrupt,
    ) -> Result<O, SolveError> {
        let PreloadedProcess { mut tree, capture } = self;
        drop(tree.program.stdin.take());
        SolverProcess { command, directory, tree, capture }.finish(interrupt)
    }
}

impl<'r> SolverProcess<'r> {
    fn start(
        command: &'r CommandLine,
        directory: &'r RunDirectory,
        stdin: Stdio,
    ) -> Result<SolverProcess<'r>, ExternalSolverError> {
        let files = [("{cnf}", directory.input()), ("{out}", directory.out()), ("{proof}", directory.proof())];
        let fill_in_all = |argument: &String| {
            files.iter().fold(argument.clone(), |argument, (placeholder, file)| fill_in(&argument, placeholder, file))
        };
        let mut process = Command::new(&command.program);
        process.args(command.arguments.iter().map(fill_in_all));
        process.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let start_error = |error| ExternalSolverError::Start(command.name().to_owned(), error);
        let mut tree = ProcessTree::start(process, directory.folder.path()).map_err(start_error)?;
        let (stdout, stderr) = (tree.program.stdout.take(), tree.program.stderr.take());
        let capture = Capture::start(stdout, stderr, directory.drops_comments, directory.result_limit());
        let capture = capture.map_err(start_error)?;
        Ok(SolverProcess { command, directory, tree, capture })
    }

    /// Waits for the end of the program and parses its result.
    fn finish<O: ParseOutput>(mut self, interrupt: &Interrupt) -> Result<O, SolveError> {
        let status = self.wait(interrupt, None)?.expect("the number of polls is unlimited");
        if is_interrupted(status) {
            return Err(SolveError::Interrupted);
        }
        let result: Result<O, SolveError> = self.parse_result(status);
        // A solver that handles the signal itself, as MiniSat does, ends with a status or result of its own.
        let has_verdict = result.as_ref().is_ok_and(|output| output.is_satisfiable().is_some());
        if !has_verdict && is_set_soon(interrupt) {
            return Err(SolveError::Interrupted);
        }
        result
    }

    /// Waits for the end of the program and of its descendants. `None` if the polls are used up.
    fn wait(&mut self, interrupt: &Interrupt, polls: Option<u32>) -> Result<Option<ExitStatus>, SolveError> {
        let external = |error| Err(SolveError::External(error));
        let mut pauses = Pauses::default();
        let mut poll = 0;
        while polls.is_none_or(|polls| poll < polls) {
            let status = self.tree.try_wait().or_else(|error| external(ExternalSolverError::File(error)))?;
            if status.is_some() {
                self.capture.wait_for_end();
            }
            if let Some(limit) = self.exceeded_limit() {
                self.tree.kill();
                return external(ExternalSolverError::TooMuchOutput(self.command.name().to_owned(), limit));
            }
            if status.is_some() {
                return Ok(status);
            }
            if interrupt.is_set() {
                self.tree.kill();
                return Err(SolveError::Interrupted);
            }
            if self.capture.wait_for_change(pauses.next_pause()) {
                pauses = Pauses::default(); // A stream has ended: so will the program.
            } else {
                poll += 1;
            }
        }
        self.tree.kill();
        Ok(None)
    }

    /// The limit that the output or a file exceeds.
    fn exceeded_limit(&self) -> Option<u64> {
        self.capture.exceeded_limit().or_else(|| self.directory.too_long_file())
    }

    /// Parses the result file if the solver wrote one, else its standard output.
    fn parse_result<O: ParseOutput>(&self, status: ExitStatus) -> Result<O, SolveError> {
        let [printed, errors] = self.capture.take().map(text);
        let result = read_file(&self.directory.out(), self.directory.result_limit());
        let result = if result.trim().is_empty() { printed } else { result };
        parse_result(self.command, &result, &errors, status)
    }
}

/// Pauses between polls, longer and longer: a 9x9 takes a few milliseconds, a 49x49 an hour. A pause is about 1/32 of the time
/// so far, so that a measured run is at most about 3 % too long.
struct Pauses(Duration);

impl Default for Pauses {
    fn default() -> Pauses {
        Pauses(Duration::from_micros(50))
    }
}

impl Pauses {
    fn next_pause(&mut self) -> Duration {
        let pause = self.0;
        self.0 = (pause * 33 / 32).min(Duration::from_millis(20));
        pause
    }
}

/// Whether the program was ended by SIGINT or SIGTERM, or by a shell whose command was.
///
/// Ctrl-C in a terminal does not reach the program, which has a process group of its own. But a service manager that stops us
/// sends SIGTERM to all of our processes, and the program may end long before our own handler has run. So its status alone has
/// to distinguish an interruption from a crash.
fn is_interrupted(status: ExitStatus) -> bool {
    const SIGINT: i32 = 2;
    const SIGTERM: i32 = 15;
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    let signal = signal.or_else(|| status.code().and_then(|code| code.checked_sub(128)));
    matches!(signal, Some(SIGINT | SIGTERM))
}

/// Whether the interrupt flag is set within 0.2 s.
fn is_set_soon(interrupt: &Interrupt) -> bool {
    (0..20).any(|_| {
        let is_set = interrupt.is_set();
        if !is_set {
            std::thread::sleep(Duration::from_millis(10));
        }
        is_set
    })
}

fn fill_in(argument: &str, placeholder: &str, file: &Path) -> String {
    argument.replace(placeholder, &file.to_string_lossy())
}

/// The text of some bytes, without a copy if they are UTF-8.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The text of a file, up to a limit; empty if there is no such file.
fn read_file(path: &Path, limit: u64) -> String {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    if read.is_ok() { text(bytes) } else { String::new() }
}

fn parse_result<O: ParseOutput>(
    command: &CommandLine,
    text: &str,
    errors: &str,
    status: ExitStatus,
) -> Result<O, SolveError> {
    let (name, code) = (command.name().to_owned(), status.code());
    let usual = matches!(code, Some(0 | 10 | 20 | 30));
    let by_exit_code = code.filter(|_| command.has_exit_codes).and_then(O::from_exit_code);
    let parsed = O::parse_output(text);
    let has_verdict = parsed.as_ref().is_ok_and(|output| output.is_satisfiable().is_some());
    if let (false, Some(output)) = (has_verdict, by_exit_code) {
        return Ok(output);
    }
    let error = match parsed {
        _ if text.trim().is_empty() && usual => ExternalSolverError::Silent(name, status),
        Err(_) if !usual => ExternalSolverError::Crashed(name, status, last_line(errors, text)),
        Err(error) => return Err(SolveError::Output(error)),
        Ok(_) if code.is_none() => ExternalSolverError::Crashed(name, status, last_line(errors, text)),
        Ok(output) => match (output.is_satisfiable(), code) {
            (Some(true), Some(20)) => ExternalSolverError::Contradicts(name, 20),
            (Some(false), Some(10)) => ExternalSolverError::Contradicts(name, 10),
            _ => return Ok(output),
        },
    };
    Err(SolveError::External(error))
}

/// The last line of the errors or else of the output.
fn last_line(errors: &str, printed: &str) -> String {
    let last = |text: &str| text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned);
    let line = last(errors).or_else(|| last(printed)).unwrap_or_default();
    line.chars().take(200).collect()
}

/// The first line with a digit in the output of `--version`.
pub(super) fn version(command: &CommandLine) -> Option<String> {
    let text = query(&command.program, &["--version"])?;
    let line = text.lines().map(str::trim).find(|line| line.contains(|symbol: char| symbol.is_ascii_digit()));
    line.filter(|line| line.len() < 80).map(str::to_owned)
}
