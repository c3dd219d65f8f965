//! One run of an external program, until it ends or is interrupted.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::Duration;

use qedoku_encode::languages::ReplyError;
use qedoku_encode::model::SolverOutput;
use tempfile::TempDir;

use super::command::{CommandLine, ExternalSolverError};
use crate::{Interrupt, SolveError};

/// The temporary directory of one run.
pub(super) struct RunDirectory {
    folder: TempDir,
    extension: &'static str,
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
        Ok(RunDirectory { folder: tempfile::Builder::new().prefix("qedoku-").tempdir()?, extension })
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

    /// The file that receives an output stream. A file and not a pipe, so that the solver never blocks on a full pipe.
    fn printed(&self, stream: &str) -> PathBuf {
        self.folder.path().join(stream)
    }
}

/// A program that has loaded everything and waits for the end of its standard input. Dropping it ends the program.
pub(super) struct PreloadedProcess(Child);

/// Runs the program on the input file; returns its parsed output.
pub(super) fn run<O: ParseOutput>(
    command: &CommandLine,
    directory: &RunDirectory,
    interrupt: &Interrupt,
) -> Result<O, SolveError> {
    let mut child = start(command, directory, input_stream(command, directory)?).map_err(SolveError::External)?;
    finish(command, directory, &mut child, interrupt)
}

/// Like [`run`], but ends the program after some seconds; `None` if it has not ended by then, or not with a result.
pub(super) fn try_run(command: &CommandLine, directory: &RunDirectory, interrupt: &Interrupt) -> Option<SolverOutput> {
    let mut child = start(command, directory, input_stream(command, directory).ok()?).ok()?;
    let status = wait(&mut child, interrupt, Some(PROBE_POLLS)).ok()??;
    parse_result(command, directory, status).ok()
}

/// Polls until [`try_run`] gives up: the first 200 take about 0.6 s, the others 20 ms each.
const PROBE_POLLS: u32 = 400;

fn input_stream(command: &CommandLine, directory: &RunDirectory) -> Result<Stdio, SolveError> {
    if !command.reads_stdin {
        return Ok(Stdio::null());
    }
    let file = File::open(directory.input());
    file.map(Stdio::from).map_err(|error| SolveError::External(ExternalSolverError::File(error)))
}

impl PreloadedProcess {
    /// Starts a program that prints something once it is loaded, and waits for that.
    pub(super) fn new(
        command: &CommandLine,
        directory: &RunDirectory,
    ) -> Result<PreloadedProcess, ExternalSolverError> {
        let mut child = start(command, directory, Stdio::piped())?;
        let is_silent = || fs::metadata(directory.printed("stdout")).is_ok_and(|file| file.len() == 0);
        while is_silent() && matches!(child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(PreloadedProcess(child))
    }

    /// Lets the program proceed; returns its parsed output.
    pub(super) fn run<O: ParseOutput>(
        mut self,
        command: &CommandLine,
        directory: &RunDirectory,
        interrupt: &Interrupt,
    ) -> Result<O, SolveError> {
        drop(self.0.stdin.take());
        finish(command, directory, &mut self.0, interrupt)
    }
}

impl Drop for PreloadedProcess {
    fn drop(&mut self) {
        kill(&mut self.0);
    }
}

fn finish<O: ParseOutput>(
    command: &CommandLine,
    directory: &RunDirectory,
    child: &mut Child,
    interrupt: &Interrupt,
) -> Result<O, SolveError> {
    let status = wait(child, interrupt, None)?.expect("the number of polls is unlimited");
    if is_interrupted(status) {
        return Err(SolveError::Interrupted);
    }
    let result: Result<O, SolveError> = parse_result(command, directory, status);
    // A solver that handles the signal itself, as MiniSat does, ends with a status or result of its own.
    let has_verdict = result.as_ref().is_ok_and(|output| output.is_satisfiable().is_some());
    if !has_verdict && is_set_soon(interrupt) {
        return Err(SolveError::Interrupted);
    }
    result
}

/// Whether the program was ended by SIGINT or SIGTERM, or by a shell whose command was.
///
/// Ctrl-C in a terminal reaches the program as well as us. The program may end long before our own handler has run, so its
/// status alone has to distinguish an interruption from a crash.
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

fn start(command: &CommandLine, directory: &RunDirectory, stdin: Stdio) -> Result<Child, ExternalSolverError> {
    let stream = |name| File::create(directory.printed(name)).map(Stdio::from).map_err(ExternalSolverError::File);
    let files = [("{cnf}", directory.input()), ("{out}", directory.out()), ("{proof}", directory.proof())];
    let fill_in_all = |argument: &String| {
        files.iter().fold(argument.clone(), |argument, (placeholder, file)| fill_in(&argument, placeholder, file))
    };
    let arguments = command.arguments.iter().map(fill_in_all);
    std::process::Command::new(&command.program)
        .args(arguments)
        .stdin(stdin)
        .stdout(stream("stdout")?)
        .stderr(stream("stderr")?)
        .spawn()
        .map_err(|error| ExternalSolverError::Start(command.name().to_owned(), error))
}

fn fill_in(argument: &str, placeholder: &str, file: &Path) -> String {
    argument.replace(placeholder, &file.to_string_lossy())
}

/// Waits for the end of the program, polling more and more rarely: a 9x9 takes a few milliseconds, a 49x49 an hour. A pause is
/// about 1/32 of the time so far, so that a measured run is at most about 3 % too long. `None` if the polls are used up.
fn wait(child: &mut Child, interrupt: &Interrupt, polls: Option<u32>) -> Result<Option<ExitStatus>, SolveError> {
    let mut pause = Duration::from_micros(50);
    for poll in 0_u64.. {
        if let Some(status) =
            child.try_wait().map_err(|error| SolveError::External(ExternalSolverError::File(error)))?
        {
            return Ok(Some(status));
        }
        if polls.is_some_and(|polls| poll >= polls.into()) {
            break;
        }
        if interrupt.is_set() {
            kill(child);
            return Err(SolveError::Interrupted);
        }
        std::thread::sleep(pause);
        pause = (pause * 33 / 32).min(Duration::from_millis(20));
    }
    kill(child);
    Ok(None)
}

/// Ends a program, if it has not ended by itself just now.
fn kill(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Parses the result file if the solver wrote one, else its standard output.
fn parse_result<O: ParseOutput>(
    command: &CommandLine,
    directory: &RunDirectory,
    status: ExitStatus,
) -> Result<O, SolveError> {
    let read = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let [result, printed, errors] =
        [directory.out(), directory.printed("stdout"), directory.printed("stderr")].map(read);
    let text = if result.trim().is_empty() { printed } else { result };
    let (name, code) = (command.name().to_owned(), status.code());
    let usual = matches!(code, Some(0 | 10 | 20 | 30));
    let by_exit_code = code.filter(|_| command.has_exit_codes).and_then(O::from_exit_code);
    let parsed = O::parse_output(&text);
    let has_verdict = parsed.as_ref().is_ok_and(|output| output.is_satisfiable().is_some());
    if let (false, Some(output)) = (has_verdict, by_exit_code) {
        return Ok(output);
    }
    let error = match parsed {
        _ if text.trim().is_empty() && usual => ExternalSolverError::Silent(name, status),
        Err(_) if !usual => ExternalSolverError::Crashed(name, status, last_line(&errors, &text)),
        Err(error) => return Err(SolveError::Output(error)),
        Ok(_) if code.is_none() => ExternalSolverError::Crashed(name, status, last_line(&errors, &text)),
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
    let output = std::process::Command::new(&command.program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().map(str::trim).find(|line| line.contains(|symbol: char| symbol.is_ascii_digit()));
    line.filter(|line| line.len() < 80 && output.status.success()).map(str::to_owned)
}
