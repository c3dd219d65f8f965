//! Jobs: work outside the GIL, on threads that end with the call.
//!
//! ```text
//!   calling thread (GIL)                         workers
//!     next():  Python objects -> input  ──────>    work: input -> output
//!     take():  output -> Python objects <──────    (the calling thread puts outputs in order)
//!     signals, progress callback
//! ```
//!
//! No pool outlives a call: a pool that was used before `fork` has no threads in the child, and the child would wait for them
//! for ever. The calling thread polls for signals, so Ctrl-C ends a call within [`POLL_INTERVAL`] and the next poll of the engine.

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use qedoku::Interrupt;

/// Time between two looks at signals while the workers are busy.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Time between two calls of the progress callback.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Inputs per worker that are waiting or in work: one in work, one ready, one being taken.
const INPUTS_PER_WORKER: usize = 3;

/// The environment variable for the number of threads.
const THREADS_VARIABLE: &str = "QEDOKU_THREADS";

/// How a call runs: its number of threads, its interrupt flag and its progress callback.
pub(crate) struct Job<'py> {
    py: Python<'py>,
    threads: usize,
    pub(crate) interrupt: Interrupt,
    progress: Option<Bound<'py, PyAny>>,
    /// The number of rows, if it is known: the second argument of the callback.
    total: Option<usize>,
    reported: Option<Instant>,
}

impl<'py> Job<'py> {
    /// `threads` is by default the environment variable `QEDOKU_THREADS`, else the number of processors that this process may use.
    pub(crate) fn new(
        py: Python<'py>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
        total: Option<usize>,
    ) -> PyResult<Job<'py>> {
        let threads = match threads {
            Some(threads) => threads,
            None => default_threads()?,
        };
        if threads == 0 {
            return Err(PyValueError::new_err("threads must be at least 1"));
        }
        Ok(Job { py, threads, interrupt: Interrupt::default(), progress, total, reported: None })
    }

    /// Uses no more threads than there are chunks of work.
    pub(crate) fn limit_threads(&mut self, chunks: usize) {
        self.threads = self.threads.min(chunks).max(1);
    }

    /// Runs work on a thread of its own and waits for it. A signal handler that raises, such as that of Ctrl-C, interrupts it.
    pub(crate) fn call<T: Send>(&mut self, work: impl Fn() -> T + Sync) -> PyResult<T> {
        let (mut inputs, mut output) = (1_u8, None);
        self.threads = 1;
        let next = |_: &mut Self| Ok(std::mem::take(&mut inputs).checked_sub(1));
        self.run(
            || (),
            next,
            |(), _| work(),
            |_, result| {
                output = Some(result);
                Ok(0)
            },
        )?;
        Ok(output.expect("the work was done"))
    }

    /// Processes inputs on the workers. `next` makes an input and `take` consumes an output, both with the GIL and in order;
    /// `take` returns the number of rows that are done. Each worker has a state of its own, made by `init`.
    pub(crate) fn run<W, I: Send, O: Send>(
        &mut self,
        init: impl Fn() -> W + Sync,
        mut next: impl FnMut(&mut Self) -> PyResult<Option<I>>,
        work: impl Fn(&mut W, I) -> O + Sync,
        mut take: impl FnMut(&mut Self, O) -> PyResult<usize>,
    ) -> PyResult<()> {
        let workers = self.threads;
        let capacity = workers * INPUTS_PER_WORKER;
        let (input_sender, inputs) = sync_channel::<(usize, I)>(capacity);
        let (output_sender, outputs) = sync_channel(capacity);
        let (inputs, outputs) = (Mutex::new(inputs), Mutex::new(outputs));
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..workers)
                .map(|_| {
                    let (inputs, outputs, init, work) = (&inputs, output_sender.clone(), &init, &work);
                    scope.spawn(move || work_off(inputs, &outputs, init, work))
                })
                .collect();
            drop(output_sender);
            let result = self.exchange(capacity, input_sender, &outputs, &mut next, &mut take);
            if result.is_err() {
                self.interrupt.set();
            }
            // The input channel is closed by now, so the workers end; without the GIL, other Python threads run meanwhile.
            self.py.detach(|| {
                for handle in handles {
                    handle.join().unwrap_or_else(|panic| resume_unwind(panic));
                }
            });
            result
        })
    }

    /// Feeds the workers and consumes their outputs, until there is no further input.
    fn exchange<I: Send, O: Send>(
        &mut self,
        capacity: usize,
        inputs: SyncSender<(usize, I)>,
        outputs: &Mutex<Receiver<(usize, WorkResult<O>)>>,
        next: &mut impl FnMut(&mut Self) -> PyResult<Option<I>>,
        take: &mut impl FnMut(&mut Self, O) -> PyResult<usize>,
    ) -> PyResult<()> {
        let (mut sent, mut taken, mut rows) = (0, 0, 0);
        let (mut has_more, mut early) = (true, BTreeMap::new());
        self.report(0, true)?;
        loop {
            while has_more && sent - taken < capacity {
                match next(self)? {
                    Some(input) => {
                        // There is room: at most `capacity` inputs are on their way.
                        inputs.send((sent, input)).expect("the workers wait for inputs");
                        sent += 1;
                    }
                    None => has_more = false,
                }
            }
            if sent == taken {
                return self.report(rows, true);
            }
            self.py.check_signals()?;
            let received =
                self.py.detach(|| outputs.lock().expect("no other thread locks it").recv_timeout(POLL_INTERVAL));
            match received {
                Ok((number, Ok(output))) => drop(early.insert(number, output)),
                Ok((_, Err(panic))) => {
                    self.interrupt.set();
                    resume_unwind(panic)
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("workers end after the last input"),
            }
            while let Some(output) = early.remove(&taken) {
                taken += 1;
                rows += take(self, output)?;
            }
            self.report(rows, false)?;
        }
    }

    /// Calls the progress callback, unless the last call was a moment ago.
    fn report(&mut self, rows: usize, is_end: bool) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        let is_due = self.reported.is_none_or(|reported| reported.elapsed() >= PROGRESS_INTERVAL);
        if is_end || is_due {
            self.reported = Some(Instant::now());
            progress.call1((rows, self.total))?;
        }
        Ok(())
    }
}

/// An output, or the panic that ended the work.
type WorkResult<O> = Result<O, Box<dyn Any + Send>>;

/// A worker: processes inputs until the channel is closed.
fn work_off<W, I, O>(
    inputs: &Mutex<Receiver<(usize, I)>>,
    outputs: &SyncSender<(usize, WorkResult<O>)>,
    init: &impl Fn() -> W,
    work: &impl Fn(&mut W, I) -> O,
) {
    let mut state = None;
    loop {
        let received = inputs.lock().expect("a worker never panics with the lock").recv();
        let Ok((number, input)) = received else { return };
        let result = catch_unwind(AssertUnwindSafe(|| work(state.get_or_insert_with(init), input)));
        // The calling thread does not listen any more after an error.
        if outputs.send((number, result)).is_err() {
            return;
        }
    }
}

fn default_threads() -> PyResult<usize> {
    match std::env::var(THREADS_VARIABLE) {
        Ok(text) if !text.is_empty() => text.parse().ok().filter(|threads| *threads > 0).ok_or_else(|| {
            PyValueError::new_err(format!("{THREADS_VARIABLE}: expected a number of threads, found '{text}'"))
        }),
        _ => Ok(std::thread::available_parallelism().map_or(1, NonZeroUsize::get)),
    }
}
