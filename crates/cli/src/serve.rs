//! `qedoku serve`: the page, on this machine and for it alone.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use qedoku_web::{MemoryLimit, Server, ServerSettings};
use serde_json::json;

use crate::args::Common;
use crate::exit::Exit;
use crate::memory;
use crate::output::Output;

/// Start the page: see, solve, explain and prove in a browser
#[derive(Args)]
#[command(long_about = "Start the page: see, solve, explain and prove in a browser.\n\n\
    Examples:\n  \
    qedoku serve                      opens the browser; Ctrl-C ends\n  \
    qedoku serve --no-open --port 0   any free port; the address is printed\n  \
    curl -H 'Content-Type: application/json' -d '{\"puzzle\": \"9x9\"}' http://127.0.0.1:8930/api/solve\n\n\
    The server listens on 127.0.0.1 only, and takes nothing from pages of other origins. /api/openapi.json describes what it \
    answers. --time-limit (default 60s), --memory-limit and --threads (default 2) are for each request that may take long, and \
    for how many of them run at once.")]
pub(crate) struct ServeArgs {
    /// The port; 0 for any that is free [default: 8930, or the next one that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

/// The port, unless another one is asked for, and how many after it are tried if it is taken.
const PORT: u16 = 8930;
const TRIED: u16 = 20;

/// `qedoku serve`: until Ctrl-C.
pub(crate) fn run(args: &ServeArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    let server = args.bind(settings(common))?;
    let address = format!("http://{}/", server.address());
    let handle = server.handle();
    ctrlc::set_handler(move || handle.shut_down())?;
    if common.json {
        out.json(&json!({ "address": address }))?;
    } else {
        writeln!(out, "{address}")?;
    }
    out.flush()?;
    if !common.quiet {
        anstream::eprintln!("Ctrl-C ends");
    }
    if !args.no_open && !open(&address) {
        anstream::eprintln!("cannot open a browser: open {address} in one");
    }
    server.run()?;
    Ok(Exit::Yes)
}

impl ServeArgs {
    fn bind(&self, settings: ServerSettings) -> Result<Server> {
        if let Some(port) = self.port {
            return Server::bind(port, settings).with_context(|| format!("cannot listen on port {port}"));
        }
        let taken =
            |bound: &io::Result<Server>| bound.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AddrInUse);
        let mut bound = (PORT..PORT + TRIED).map(|port| Server::bind(port, settings));
        let found = bound.find(|bound| !taken(bound)).unwrap_or_else(|| Server::bind(0, settings));
        found.context("cannot listen on 127.0.0.1")
    }
}

fn settings(common: &Common) -> ServerSettings {
    let usual = ServerSettings::default();
    // Whoever uses more than there is, is killed without a word: better to end the work before that.
    let most = common.memory_limit.or_else(|| Some(memory::available()? / 10 * 9));
    ServerSettings {
        job_threads: common.threads.map_or(usual.job_threads, NonZeroUsize::get),
        job_time_limit: common.time_limit.unwrap_or(usual.job_time_limit).max(Duration::from_millis(1)),
        memory_limit: MemoryLimit { used: memory::used, max: most.unwrap_or(u64::MAX) },
        ..usual
    }
}

/// Asks the system to show a page; whether it knew how to.
fn open(address: &str) -> bool {
    let (program, words): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    let quiet = command.args(words).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.spawn().is_ok()
}
