//! The command `qedoku`: one module per subcommand, and the modules they share.
//!
//! Arguments are parsed into plain structs (`args`), puzzles are read by `input`, results are written to standard
//! output or a file through `output`, messages and progress go to standard error, and every subcommand returns an
//! `exit::Exit`.
//!
//! The binary only calls [`main`]: cargo compiles a library while the crates that it uses are still being compiled, but a binary
//! after all of them. The Python package calls [`run_with_args`].

mod args;
mod input;
mod input_stream;
mod missing_file;
mod read_ahead;
mod containers;
mod compression;
mod csv;
mod atomic_file;
mod output;
mod limits;
mod memory;
mod threads;
mod progress;
mod batch;
mod exit;

mod batch_command;
mod solve;
mod count;
mod candidates;
mod minimize;
mod encode;
mod decode;
mod stats;
mod compare;
mod bench;
mod convert;
mod canonical;
mod shuffle;
mod cubes;
mod join;
mod generate;
mod prove;
mod verify;
mod verified;
mod explain;
mod rate;
mod serve;
mod completions;
mod man;
mod help;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use qedoku::lanes::{SimdLevel, SimdLevelError};

use args::{Cli, Command, OutputArgs};
use exit::Exit;
use limits::{InterruptedError, Limits};
use output::Output;

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    run_with_args(std::env::args_os()).into()
}

/// Runs the command with these arguments, of which the first is the name of the program, and returns its exit code.
///
/// For a process that does nothing else: the command handles Ctrl-C and sets the number of threads for the whole process.
pub fn run_with_args(args: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(usage) => {
            // Help and version are "errors" of clap that go to standard output. A closed pipe is not worth a message.
            let _ = usage.print();
            return usage.exit_code() as u8;
        }
    };
    cli.global.color.write_global();
    let mut out = Output::stdout();
    let result = run(&cli, &mut out).and_then(|exit| Ok(out.finish().map(|()| exit)?));
    let exit = result.unwrap_or_else(|error| {
        let exit = exit_of_error(&error);
        // A closed pipe ends the command without a message.
        if exit != Exit::OutputClosed {
            output::print_error(&format!("{error:#}"));
        }
        exit
    });
    exit.code()
}

fn run(cli: &Cli, out: &mut Output) -> Result<Exit> {
    let global = &cli.global;
    set_simd_level().context("QEDOKU_SIMD")?;
    memory::set_limit(global.memory_limit);
    // The server has a handler for Ctrl-C of its own, and its limits are those of requests.
    if !matches!(cli.command, Command::Serve(_)) {
        Limits::start(global)?;
    }
    if let Some(threads) = global.threads {
        threads::set_count(threads);
        if uses_pool(&cli.command) {
            threads::start_pool()?;
        }
    }
    let mut file = cli.command.output().map(OutputArgs::create_file).transpose()?.flatten();
    let exit = run_command(cli, file.as_mut().unwrap_or(out))?;
    match file {
        Some(_) if matches!(exit, Exit::LimitReached | Exit::Interrupted) => {
            output::print_error("stopped; the output file was not written");
        }
        Some(_) if exit == Exit::OutputClosed => {} // A named pipe, whose reader has closed it.
        Some(file) => file.finish()?,
        None => {}
    }
    Ok(exit)
}

/// Whether a command may use the thread pool. The others process chunks of puzzles on threads of their own (`batch`).
fn uses_pool(command: &Command) -> bool {
    !matches!(command, Command::Solve(_) | Command::Prove(_) | Command::Explain(_) | Command::Rate(_))
}

fn run_command(cli: &Cli, out: &mut Output) -> Result<Exit> {
    let global = &cli.global;
    match &cli.command {
        Command::Solve(args) => solve::run(args, global, out),
        Command::Count(args) => count::run(args, global, out),
        Command::Candidates(args) => candidates::run(args, global, out),
        Command::Minimize(args) => minimize::run(args, global, out),
        Command::Encode(args) => encode::run(args, global, out),
        Command::Decode(args) => decode::run(args, global, out),
        Command::Stats(args) => stats::run(args, global, out),
        Command::Compare(args) => compare::run(args, global, out),
        Command::Bench(args) => bench::run(args, global, out),
        Command::Convert(args) => convert::run(args, global, out),
        Command::Canonical(args) => canonical::run(args, global, out),
        Command::Shuffle(args) => shuffle::run(args, global, out),
        Command::Batch(args) => batch_command::run(args, global, out),
        Command::Cubes(args) => cubes::run(args, global, out),
        Command::Join(args) => join::run(args, global, out),
        Command::Generate(args) => generate::run(args, global, out),
        Command::Prove(args) => prove::run(args, global, out),
        Command::Verify(args) => verify::run(args, global, out),
        Command::Explain(args) => explain::run(args, global, out),
        Command::Rate(args) => rate::run(args, global, out),
        Command::Serve(args) => serve::run(args, global, out),
        Command::Completions(args) => completions::run(args, out),
        Command::Man(args) => man::run(args, out),
        Command::Help(args) => help::run(args, out),
    }
}

/// Exit code of a command that failed: an interruption that ended reading or writing, or any other error.
fn exit_of_error(error: &anyhow::Error) -> Exit {
    let is_memory_limit = error.chain().any(<dyn std::error::Error>::is::<memory::MemoryLimitError>);
    match limits::current_early_exit() {
        Some(exit) if InterruptedError::is_cause_of(error) => exit,
        _ if is_memory_limit => Exit::LimitReached,
        _ => Exit::BadInput,
    }
}

/// Applies the environment variable `QEDOKU_SIMD`: the SIMD level of the lanes engine. Empty or unset, the fastest one is used.
fn set_simd_level() -> Result<(), SimdLevelError> {
    match std::env::var_os("QEDOKU_SIMD") {
        Some(name) if !name.is_empty() => name.to_string_lossy().parse::<SimdLevel>()?.set_default(),
        _ => Ok(()),
    }
}
