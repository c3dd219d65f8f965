//! `qedoku serve`: starts the local web page.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use qedoku_web::{MemoryLimit, Server, ServerSettings};
use serde_json::json;

use crate::args::{GlobalArgs, OutputArgs};
use crate::exit::Exit;
use crate::memory;
use crate::output::{Output, message};

/// Start the web page on this machine
#[derive(Args)]
#[command(long_about = "Start the web page on this machine: solve, explain and prove puzzles in a browser.\n\n\
    Examples:\n  \
    qedoku serve                      opens the browser; Ctrl-C stops the server\n  \
    qedoku serve --no-open --port 0   any free port; the address is printed (-o: written to a file)\n  \
    curl -H 'Content-Type: application/json' -d '{\"puzzle\": \"9x9\"}' http://127.0.0.1:8930/api/solve\n\n\
    The server listens on 127.0.0.1 only and rejects requests from other origins. /api/openapi.json describes its API.\n\n\
    --time-limit (default 60s) and --memory-limit apply to each long request; --threads (default 2) is the number of long \
    requests that run at the same time.")]
pub(crate) struct ServeArgs {
    /// Port; 0 for any free port [default: 8930, or the next free port]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Default port.
const PORT: u16 = 8930;
/// Number of ports to try from [`PORT`] on, if they are in use.
const PORTS_TRIED: u16 = 20;

/// `qedoku serve`: serve the page until Ctrl-C.
pub(crate) fn run(args: &ServeArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let server = args.bind(settings(global))?;
    let address = format!("http://{}/", server.address());
    let handle = server.handle();
    ctrlc::set_handler(move || handle.shut_down())?;
    let mut file = args.output.create_file()?;
    let out = file.as_mut().unwrap_or(out);
    if global.json {
        out.json(&json!({ "address": address }))?;
    } else {
        writeln!(out, "{address}")?;
    }
    out.flush()?;
    file.map_or(Ok(()), Output::finish)?; // The file is complete while the server runs.
    if !global.quiet {
        message!("press Ctrl-C to stop");
    }
    if !args.no_open && !open_browser(&address) {
        message!("cannot start a browser: open {address} yourself");
    }
    server.run()?;
    Ok(Exit::Success)
}

impl ServeArgs {
    fn bind(&self, settings: ServerSettings) -> Result<Server> {
        if let Some(port) = self.port {
            return Server::bind(port, settings).with_context(|| format!("cannot listen on port {port}"));
        }
        let is_in_use =
            |bound: &io::Result<Server>| bound.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AddrInUse);
        let mut attempts = (PORT..PORT + PORTS_TRIED).map(|port| Server::bind(port, settings));
        let server = attempts.find(|bound| !is_in_use(bound)).unwrap_or_else(|| Server::bind(0, settings));
        server.context("cannot listen on 127.0.0.1")
    }
}

fn settings(global: &GlobalArgs) -> ServerSettings {
    let default = ServerSettings::default();
    let memory_limit = global.memory_limit.or_else(memory::limit);
    ServerSettings {
        job_threads: global.threads.map_or(default.job_threads, NonZeroUsize::get),
        job_time_limit: global.time_limit.unwrap_or(default.job_time_limit).max(Duration::from_millis(1)),
        memory_limit: MemoryLimit { used: memory::used, max: memory_limit.unwrap_or(u64::MAX) },
        ..default
    }
}

/// Opens a page in the default browser. Returns whether the program to do so could be started.
fn open_browser(address: &str) -> bool {
    let (program, args): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    let command = command.args(args).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
