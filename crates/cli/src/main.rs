//! The command `qedoku`: one module per subcommand, and what they share.
//!
//! Arguments are parsed into plain structs ([`args`]), puzzles come from [`input`], results go to standard output
//! through [`output`], talk to standard error, and every command ends with an [`exit::Exit`].

mod args;
mod input;
mod packed;
mod output;
mod limits;
mod memory;
mod progress;
mod batch;
mod exit;

mod solve;
mod count;
mod encode;
mod decode;
mod stats;
mod compare;
mod bench;
mod convert;
mod generate;
mod prove;
mod verify;
mod explain;
mod rate;
mod serve;
mod shell;

use std::io;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use qedoku::lanes::{SimdLevel, SimdLevelError};

use args::{Cli, Command};
use exit::Exit;
use output::Output;

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.common.color.write_global();
    let mut out = Output::stdout();
    match run(&cli, &mut out).and_then(|exit| Ok(out.finish().map(|()| exit)?)) {
        Ok(exit) => exit.into(),
        Err(error) if is_closed_pipe(&error) => Exit::Yes.into(),
        Err(error) => {
            output::complain(&format!("{error:#}"));
            Exit::Bad.into()
        }
    }
}

/// More threads than this only take time to start.
const MOST_THREADS: usize = 256;

fn run(cli: &Cli, out: &mut Output) -> Result<Exit> {
    let common = &cli.common;
    set_simd_level().context("QEDOKU_SIMD")?;
    if let Some(threads) = common.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.get().min(MOST_THREADS)).build_global()?;
    }
    match &cli.command {
        Command::Solve(args) => solve::run(args, common, out),
        Command::Count(args) => count::run(args, common, out),
        Command::Encode(args) => encode::run(args, common, out),
        Command::Decode(args) => decode::run(args, common, out),
        Command::Stats(args) => stats::run(args, common, out),
        Command::Compare(args) => compare::run(args, common, out),
        Command::Bench(args) => bench::run(args, common, out),
        Command::Convert(args) => convert::run(args, common, out),
        Command::Generate(args) => generate::run(args, common, out),
        Command::Prove(args) => prove::run(args, common, out),
        Command::Verify(args) => verify::run(args, common, out),
        Command::Explain(args) => explain::run(args, common, out),
        Command::Rate(args) => rate::run(args, common, out),
        Command::Serve(args) => serve::run(args, common, out),
        Command::Completions(args) => shell::completions(args, out),
        Command::Man(args) => shell::man(args, out),
    }
}

/// Applies the environment variable `QEDOKU_SIMD`: the SIMD level of the lanes engine. Empty or unset, the fastest one is used.
fn set_simd_level() -> Result<(), SimdLevelError> {
    match std::env::var_os("QEDOKU_SIMD") {
        Some(name) if !name.is_empty() => name.to_string_lossy().parse::<SimdLevel>()?.set_default(),
        _ => Ok(()),
    }
}

/// The reader of our output went away, as `head` does: nothing is wrong.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
