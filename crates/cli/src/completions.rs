//! `qedoku completions` and `qedoku man`, generated from the definitions in [`crate::args`].

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::Exit;
use crate::output::{Output, create_folder};

/// Print a shell completion script
#[derive(Args)]
#[command(long_about = "Print a shell completion script.\n\n\
    Examples:\n  \
    qedoku completions bash > ~/.local/share/bash-completion/completions/qedoku")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print the man page
#[derive(Args)]
#[command(long_about = "Print the man page, or write one page per command into a folder.\n\n\
    Examples:\n  \
    qedoku man | man -l -\n  \
    qedoku man --dir ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write qedoku.1 and one page per command into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// `qedoku completions`: print a completion script.
pub(crate) fn completions(args: &CompletionsArgs, out: &mut Output) -> Result<Exit> {
    // Generated in memory first, because the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "qedoku", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Success)
}

/// `qedoku man`: print the man page, or write all pages into a folder.
pub(crate) fn man(args: &ManArgs, out: &mut Output) -> Result<Exit> {
    match &args.dir {
        Some(dir) => {
            create_folder(dir)?;
            clap_mangen::generate_to(Cli::command(), dir)
                .with_context(|| format!("cannot write into {}", dir.display()))?;
        }
        None => clap_mangen::Man::new(Cli::command()).render(out)?,
    }
    Ok(Exit::Success)
}
