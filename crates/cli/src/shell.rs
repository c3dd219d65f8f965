//! `qedoku completions` and `qedoku man`: from the same definitions as the parser.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::Exit;
use crate::output::{Output, make_folder};

/// Write completions for a shell
#[derive(Args)]
#[command(long_about = "Write completions for a shell.\n\n\
    Examples:\n  \
    qedoku completions bash > ~/.local/share/bash-completion/completions/qedoku")]
pub(crate) struct CompletionsArgs {
    /// Which shell
    shell: Shell,
}

/// Write the man page
#[derive(Args)]
#[command(long_about = "Write the man page, or one page per command into a folder.\n\n\
    Examples:\n  \
    qedoku man | man -l -\n  \
    qedoku man --dir ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write qedoku.1 and a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// `qedoku completions`.
pub(crate) fn completions(args: &CompletionsArgs, out: &mut Output) -> Result<Exit> {
    let mut script = Vec::new(); // the generator panics when it cannot write
    clap_complete::generate(args.shell, &mut Cli::command(), "qedoku", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Yes)
}

/// `qedoku man`.
pub(crate) fn man(args: &ManArgs, out: &mut Output) -> Result<Exit> {
    match &args.dir {
        Some(dir) => {
            make_folder(dir)?;
            clap_mangen::generate_to(Cli::command(), dir)
                .with_context(|| format!("cannot write into {}", dir.display()))?;
        }
        None => clap_mangen::Man::new(Cli::command()).render(out)?,
    }
    Ok(Exit::Yes)
}
