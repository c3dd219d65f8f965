//! One run of a program, until it ends or is told to interrupt.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::Duration;

use qedoku_encode::model::SolverOutput;
use tempfile::TempDir;

use super::command::{Command, ExternalSolverError};
use crate::problem::DynError;
use crate::{Interrupt, SolveError};

/// The folder of one run.
pub(super) struct Work {
    folder: TempDir,
    extension: &'static str,
}

/// An answer that says whether there is a solution, if it knows.
pub(super) trait Answer: Sized {
    /// Reads what a program printed.
    fn read(text: &str) -> Result<Self, DynError>;
    /// Whether it says that there is a solution.
    fn is_satisfiable(&self) -> Option<bool>;
}

impl Answer for SolverOutput {
    fn read(text: &str) -> Result<SolverOutput, DynError> {
        Ok(SolverOutput::parse(text)?)
    }

    fn is_satisfiable(&self) -> Option<bool> {
        match self {
            SolverOutput::Satisfiable(_) => Some(true),
            SolverOutput::Unsatisfiable => Some(false),
            SolverOutput::Unknown => None,
        }
    }
}

impl Work {
    /// For a file with this extension: some programs look at it.
    pub(super) fn new(extension: &'static str) -> io::Result<Work> {
        Ok(Work { folder: tempfile::Builder::new().prefix("qedoku-").tempdir()?, extension })
    }

    /// What the solver reads.
    pub(super) fn input(&self) -> PathBuf {
        self.folder.path().join("puzzle").with_extension(self.extension)
    }

    /// Where a solver such as MiniSat puts its answer.
    fn out(&self) -> PathBuf {
        self.folder.path().join("result.txt")
    }

    /// What it printed. Files and not pipes, so that a talkative solver never waits for us.
    fn printed(&self, stream: &str) -> PathBuf {
        self.folder.path().join(stream)
    }
}

/// A program that waits, with all it needs in memory, for its standard input to end. It is ended when it is dropped.
pub(super) struct Loaded(Child);

/// Runs the program on the work's file; returns its answer.
pub(super) fn run<A: Answer>(command: &Command, work: &Work, interrupt: &Interrupt) -> Result<A, SolveError> {
    let mut child = start(command, work, Stdio::null()).map_err(SolveError::External)?;
    finish(command, work, &mut child, interrupt)
}

impl Loaded {
    /// Starts a program that prints something when it is loaded, and waits for that.
    pub(super) fn new(command: &Command, work: &Work) -> Result<Loaded, ExternalSolverError> {
        let mut child = start(command, work, Stdio::piped())?;
        let is_silent = || fs::metadata(work.printed("stdout")).is_ok_and(|file| file.len() == 0);
        while is_silent() && matches!(child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Loaded(child))
    }

    /// Lets it go on; returns its answer.
    pub(super) fn run<A: Answer>(
        mut self,
        command: &Command,
        work: &Work,
        interrupt: &Interrupt,
    ) -> Result<A, SolveError> {
        drop(self.0.stdin.take());
        finish(command, work, &mut self.0, interrupt)
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        end(&mut self.0);
    }
}

fn finish<A: Answer>(
    command: &Command,
    work: &Work,
    child: &mut Child,
    interrupt: &Interrupt,
) -> Result<A, SolveError> {
    let status = wait(child, interrupt)?;
    if status.code().is_none() && interrupt.is_set() {
        return Err(SolveError::Interrupted); // Ctrl-C in a terminal ends the program and asks us to stop
    }
    answer(command, work, status)
}

fn start(command: &Command, work: &Work, stdin: Stdio) -> Result<Child, ExternalSolverError> {
    let stream = |name| File::create(work.printed(name)).map(Stdio::from).map_err(ExternalSolverError::File);
    let (input, out) = (work.input(), work.out());
    let words = command.words.iter().map(|word| put(word, "{cnf}", &input)).map(|word| put(&word, "{out}", &out));
    std::process::Command::new(&command.program)
        .args(words)
        .stdin(stdin)
        .stdout(stream("stdout")?)
        .stderr(stream("stderr")?)
        .spawn()
        .map_err(|error| ExternalSolverError::Start(command.name().to_owned(), error))
}

fn put(word: &str, mark: &str, file: &Path) -> String {
    word.replace(mark, &file.to_string_lossy())
}

/// Waits for the end, looking more and more rarely: a 9x9 takes a few milliseconds, a 49x49 an hour. A pause is about
/// 1/32 of the time so far, so that whoever measures a run is about 3 % off at most.
fn wait(child: &mut Child, interrupt: &Interrupt) -> Result<ExitStatus, SolveError> {
    let mut pause = Duration::from_micros(50);
    loop {
        if let Some(status) =
            child.try_wait().map_err(|error| SolveError::External(ExternalSolverError::File(error)))?
        {
            return Ok(status);
        }
        if interrupt.is_set() {
            end(child);
            return Err(SolveError::Interrupted);
        }
        std::thread::sleep(pause);
        pause = (pause * 33 / 32).min(Duration::from_millis(20));
    }
}

/// Ends a program. It may have ended by itself just now; either way it is gone after this.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// What the result file says if the solver wrote one, else what it printed.
fn answer<A: Answer>(command: &Command, work: &Work, status: ExitStatus) -> Result<A, SolveError> {
    let read = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let [result, printed, errors] = [work.out(), work.printed("stdout"), work.printed("stderr")].map(read);
    let text = if result.trim().is_empty() { printed } else { result };
    let (name, code) = (command.name().to_owned(), status.code());
    let usual = matches!(code, Some(0 | 10 | 20 | 30));
    let wrong = match A::read(&text) {
        _ if text.trim().is_empty() && usual => ExternalSolverError::Silent(name, status),
        Err(_) if !usual => ExternalSolverError::Crashed(name, status, last_words(&errors, &text)),
        Err(error) => return Err(SolveError::Output(error)),
        Ok(_) if code.is_none() => ExternalSolverError::Crashed(name, status, last_words(&errors, &text)),
        Ok(answer) => match (answer.is_satisfiable(), code) {
            (Some(true), Some(20)) => ExternalSolverError::Contradicts(name, 20),
            (Some(false), Some(10)) => ExternalSolverError::Contradicts(name, 10),
            _ => return Ok(answer),
        },
    };
    Err(SolveError::External(wrong))
}

/// The last line that was said, errors first.
fn last_words(errors: &str, printed: &str) -> String {
    let last = |text: &str| text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned);
    let line = last(errors).or_else(|| last(printed)).unwrap_or_default();
    line.chars().take(200).collect()
}

/// The first line with a digit that `--version` prints.
pub(super) fn version(command: &Command) -> Option<String> {
    let output = std::process::Command::new(&command.program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().map(str::trim).find(|line| line.contains(|symbol: char| symbol.is_ascii_digit()));
    line.filter(|line| line.len() < 80 && output.status.success()).map(str::to_owned)
}
