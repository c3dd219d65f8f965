//! `qedoku compare`: schemes and solvers side by side.

use anyhow::{Result, bail};
use clap::Args;

use crate::args::Common;
use crate::exit::Exit;
use crate::output::Output;

/// Compare schemes, at-most-one encodings and solvers
#[derive(Args)]
pub(crate) struct CompareArgs {}

/// `qedoku compare`.
pub(crate) fn run(_args: &CompareArgs, _common: &Common, _out: &mut Output) -> Result<Exit> {
    bail!("stub")
}
