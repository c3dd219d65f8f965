//! `qedoku help`: the help text of a command.

use std::io::Write;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};

use crate::args::{Cli, OutputArgs};
use crate::exit::Exit;
use crate::output::Output;

/// Show the help text of a command
#[derive(Args)]
#[command(long_about = "Show the help text of a command, as its option --help does.\n\n\
    Examples:\n  \
    qedoku help\n  \
    qedoku help solve")]
pub(crate) struct HelpArgs {
    /// The command [default: the list of commands]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `qedoku help`: name of a command -> help text.
pub(crate) fn run(args: &HelpArgs, out: &mut Output) -> Result<Exit> {
    let mut root = Cli::command();
    root.build();
    let command = match &args.command {
        None => &mut root,
        Some(name) => {
            let names = root.get_subcommands().map(|command| command.get_name().to_owned()).collect::<Vec<_>>();
            let unknown = || format!("unknown command '{name}' (available: {})", names.join(", "));
            root.find_subcommand_mut(name).with_context(unknown)?
        }
    };
    let help = command.render_long_help();
    if out.color {
        write!(out, "{}", help.ansi())?;
    } else {
        write!(out, "{help}")?;
    }
    Ok(Exit::Success)
}
