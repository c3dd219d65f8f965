//! `qedoku completions`: shell completions from the definitions in [`crate::args`].

use std::io::Write;

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::{Cli, OutputArgs};
use crate::exit::Exit;
use crate::output::Output;

/// Print a shell completion script
#[derive(Args)]
#[command(long_about = "Print a shell completion script.\n\n\
    Examples:\n  \
    qedoku completions bash > ~/.local/share/bash-completion/completions/qedoku")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `qedoku completions`: print a completion script.
pub(crate) fn run(args: &CompletionsArgs, out: &mut Output) -> Result<Exit> {
    // Generated in memory first, because the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "qedoku", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Success)
}
