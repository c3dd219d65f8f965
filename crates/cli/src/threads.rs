//! Number of threads of the command.
//!
//! The thread pool of rayon starts all its threads at its first use, even if only their number is needed. Commands that need no pool
//! therefore get the number here: a single puzzle is solved without starting any thread for it.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use anyhow::Result;
use qedoku_batch::Consumer;

/// Upper bound on the number of threads; more of them only cost start-up time.
const MAX_THREADS: usize = 256;

static COUNT: OnceLock<usize> = OnceLock::new();

/// Sets the number of `--threads`, once per process.
pub(crate) fn set_count(threads: NonZeroUsize) {
    let _ = COUNT.set(threads.get().min(MAX_THREADS));
}

/// Number of threads: that of `--threads`, or of the cores.
pub(crate) fn count() -> usize {
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get))
}

/// The thread that writes the results of a list: one of its own if a core is free for it.
pub(crate) fn consumer() -> Consumer {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    if count() < cores { Consumer::CallingThread } else { Consumer::Workers }
}

/// Gives the thread pool the number of `--threads`. Without this call, it has as many threads as there are cores.
pub(crate) fn start_pool() -> Result<()> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(count()).build_global()?)
}
