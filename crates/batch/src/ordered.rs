//! [`map_in_order`]: chunks processed on several threads, results consumed in the order of the chunks.
//!
//! ```text
//!   worker: take a chunk, process it, add the result to those that wait
//!           if the next result in order is there and nobody consumes: consume all that are
//! ```
//!
//! With [`Consumer::Workers`], whichever worker completes the order consumes, while the others go on: a thread for the consumer would be
//! one more than cores. If a core is free, [`Consumer::CallingThread`] consumes there.
//!
//! Workers wait when they are [`CHUNKS_IN_FLIGHT`] chunks per thread ahead of the consumer, so that memory does not depend on the
//! length of the input. They are threads of their own and not tasks of a pool, because they wait for each other.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Chunks that may be begun before the first of them is consumed, per thread.
const CHUNKS_IN_FLIGHT: usize = 4;

/// The thread that consumes results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consumer {
    /// The calling thread, next to the workers.
    CallingThread,
    /// The workers, of which the calling thread is one.
    Workers,
}

/// Number of chunks that have been consumed, for the workers that wait for it.
#[derive(Default)]
struct ConsumerState {
    consumed: usize,
    /// No more chunks are needed.
    is_closed: bool,
}

/// Lets workers begin a chunk only if it is not too far ahead of the consumer.
#[derive(Default)]
struct Gate {
    state: Mutex<ConsumerState>,
    changed: Condvar,
}

impl Gate {
    fn lock(&self) -> MutexGuard<'_, ConsumerState> {
        lock(&self.state)
    }

    /// Waits until the chunk with this number may begin; `false` if no more chunks are needed.
    fn wait_for(&self, number: usize, in_flight: usize) -> bool {
        let is_too_early = |state: &mut ConsumerState| !state.is_closed && number >= state.consumed + in_flight;
        let state = self.changed.wait_while(self.lock(), is_too_early).unwrap_or_else(PoisonError::into_inner);
        !state.is_closed
    }

    fn update(&self, update: impl FnOnce(&mut ConsumerState)) {
        update(&mut self.lock());
        self.changed.notify_all();
    }
}

/// Closes the gate when the consumer ends, or a worker panics: otherwise the others would wait forever.
struct CloseOnDrop<'g>(&'g Gate);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.update(|state| state.is_closed = true);
    }
}

/// The source of chunks and the number of the next one.
struct ChunkQueue<N> {
    next_chunk: N,
    next: usize,
    has_ended: bool,
}

/// Results that wait for earlier ones, and who consumes them.
struct ResultQueue<R, E> {
    /// Results by chunk number.
    waiting: BTreeMap<usize, Result<R, E>>,
    /// The number of the next result to consume.
    next: usize,
    /// Whether a thread is consuming. It looks for the next result before it stops, so no other needs to.
    is_consuming: bool,
    /// Workers that have not ended.
    workers: usize,
    /// The error that ended the work.
    error: Option<E>,
    /// Whether the consumer ended the work, or an error.
    has_ended: bool,
}

/// The results and their consumer.
struct ResultConsumer<'g, R, E, F> {
    queue: Mutex<ResultQueue<R, E>>,
    /// A result has been added, or a worker has ended.
    changed: Condvar,
    consume: Mutex<F>,
    gate: &'g Gate,
}

/// Counts a worker that has ended, even if it panicked.
struct EndOfWorker<'c, 'g, R, E, F>(&'c ResultConsumer<'g, R, E, F>);

impl<R, E, F> Drop for EndOfWorker<'_, '_, R, E, F> {
    fn drop(&mut self) {
        lock(&self.0.queue).workers -= 1;
        self.0.changed.notify_all();
    }
}

impl<R, E, F: FnMut(R) -> Result<bool, E>> ResultConsumer<'_, R, E, F> {
    /// Adds a result. Consumes those whose turn it is, unless another thread does.
    fn add(&self, number: usize, result: Result<R, E>) {
        let mut queue = lock(&self.queue);
        queue.waiting.insert(number, result);
        if queue.is_consuming {
            self.changed.notify_all();
        } else {
            queue.is_consuming = true;
            self.consume_waiting(queue).is_consuming = false;
        }
    }

    /// Consumes until all workers have ended.
    fn consume_all(&self) {
        let mut queue = lock(&self.queue);
        loop {
            queue = self.consume_waiting(queue);
            if queue.has_ended || queue.workers == 0 {
                return;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Consumes the results whose turn it is.
    fn consume_waiting<'q>(
        &'q self,
        mut queue: MutexGuard<'q, ResultQueue<R, E>>,
    ) -> MutexGuard<'q, ResultQueue<R, E>> {
        while !queue.has_ended {
            let number = queue.next;
            let Some(result) = queue.waiting.remove(&number) else { break };
            drop(queue);
            let outcome = result.and_then(|result| lock(&self.consume)(result));
            queue = lock(&self.queue);
            queue.next += 1;
            queue.has_ended = !matches!(outcome, Ok(true));
            queue.error = outcome.err();
            self.gate.update(|state| {
                state.consumed = queue.next;
                state.is_closed |= queue.has_ended;
            });
        }
        queue
    }
}

/// Applies `process` to each chunk on this many threads, and `consume` to the results in the order of the chunks, on one thread at a
/// time.
///
/// `next_chunk` returns `None` at the end; one thread at a time calls it. `process` also gets the number of the chunk. `consume`
/// returns whether to go on. The first error in the order of the chunks ends the work. Returns whether all chunks were consumed.
pub fn map_in_order<C, R: Send, E: Send>(
    threads: usize,
    consumer: Consumer,
    next_chunk: impl FnMut() -> Result<Option<C>, E> + Send,
    process: impl Fn(usize, C) -> Result<R, E> + Sync,
    consume: impl FnMut(R) -> Result<bool, E> + Send,
) -> Result<bool, E> {
    let threads = threads.max(1);
    let chunks = Mutex::new(ChunkQueue { next_chunk, next: 0, has_ended: false });
    let gate = Gate::default();
    let queue = ResultQueue {
        waiting: BTreeMap::new(),
        next: 0,
        is_consuming: consumer == Consumer::CallingThread,
        workers: threads,
        error: None,
        has_ended: false,
    };
    let results =
        ResultConsumer { queue: Mutex::new(queue), changed: Condvar::new(), consume: Mutex::new(consume), gate: &gate };
    let work = || {
        let _end = EndOfWorker(&results);
        let close_on_panic = CloseOnDrop(&gate);
        loop {
            let (number, chunk) = {
                let mut chunks = lock(&chunks);
                if chunks.has_ended || !gate.wait_for(chunks.next, CHUNKS_IN_FLIGHT * threads) {
                    break;
                }
                let chunk = (chunks.next_chunk)();
                chunks.has_ended = !matches!(chunk, Ok(Some(_)));
                chunks.next += 1;
                (chunks.next - 1, chunk)
            };
            let result = match chunk {
                Ok(None) => break,
                Err(error) => Err(error),
                Ok(Some(chunk)) => process(number, chunk),
            };
            results.add(number, result);
        }
        std::mem::forget(close_on_panic); // The other workers may still have chunks.
    };
    std::thread::scope(|scope| {
        let _close = CloseOnDrop(&gate);
        for _ in 1..threads {
            scope.spawn(work);
        }
        match consumer {
            Consumer::Workers => work(),
            Consumer::CallingThread => {
                scope.spawn(work);
                results.consume_all();
            }
        }
    });
    let ResultQueue { error, has_ended, .. } = results.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(!has_ended), Err)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const CONSUMERS: [Consumer; 2] = [Consumer::CallingThread, Consumer::Workers];

    fn count_up_to(end: usize) -> impl FnMut() -> Result<Option<usize>, String> + Send {
        let mut next = 0;
        move || {
            next += 1;
            Ok((next <= end).then_some(next - 1))
        }
    }

    #[test]
    fn results_arrive_in_order_and_workers_do_not_run_ahead() {
        for (threads, consumer) in
            [1, 2, 7].into_iter().flat_map(|threads| CONSUMERS.map(|consumer| (threads, consumer)))
        {
            let (begun, mut seen) = (AtomicUsize::new(0), Vec::new());
            let process = |number: usize, chunk: usize| {
                begun.fetch_add(1, Ordering::Relaxed);
                if chunk.is_multiple_of(5) {
                    std::thread::yield_now();
                }
                Ok((number, chunk * chunk))
            };
            let all = map_in_order(threads, consumer, count_up_to(1000), process, |(number, square)| {
                assert_eq!(square, number * number);
                assert!(begun.load(Ordering::Relaxed) <= seen.len() + CHUNKS_IN_FLIGHT * threads);
                seen.push(number);
                Ok(true)
            });
            assert_eq!(all, Ok(true));
            assert!(seen.into_iter().eq(0..1000));
        }
    }

    #[test]
    fn every_result_is_consumed_once_whichever_worker_finishes_last() {
        for (threads, consumer) in
            [1, 2, 8].into_iter().flat_map(|threads| CONSUMERS.map(|consumer| (threads, consumer)))
        {
            let mut seen = Vec::new();
            let process = |_: usize, chunk: usize| {
                // The first chunks are the last to finish.
                (0..chunk % 7 * 50).for_each(|_| std::hint::spin_loop());
                Ok(chunk)
            };
            let consume = |chunk| {
                seen.push(chunk);
                Ok(true)
            };
            assert_eq!(map_in_order(threads, consumer, count_up_to(5000), process, consume), Ok(true));
            assert!(seen.into_iter().eq(0..5000));
        }
    }

    #[test]
    fn a_panic_of_a_worker_ends_the_others() {
        for consumer in CONSUMERS {
            let result = std::panic::catch_unwind(|| {
                let process = |_: usize, chunk: usize| if chunk == 50 { panic!("chunk 50") } else { Ok(chunk) };
                map_in_order(3, consumer, count_up_to(1_000_000), process, |_| Ok(true))
            });
            assert!(result.is_err());
        }
    }

    #[test]
    fn the_first_error_in_order_and_the_consumer_end_the_work() {
        for consumer in CONSUMERS {
            let process = |_: usize, chunk: usize| if chunk == 70 { Err("chunk 70".to_owned()) } else { Ok(chunk) };
            let mut consumed = 0;
            let result = map_in_order(3, consumer, count_up_to(1000), process, |_| {
                consumed += 1;
                Ok(true)
            });
            assert_eq!((result, consumed), (Err("chunk 70".to_owned()), 70));
            assert_eq!(map_in_order(3, consumer, count_up_to(1000), process, |chunk| Ok(chunk < 20)), Ok(false));
            let failing = || Err::<Option<usize>, String>("no input".to_owned());
            let result = map_in_order(2, consumer, failing, |_, chunk| Ok(chunk), |_| Ok(true));
            assert_eq!(result, Err("no input".to_owned()));
        }
    }
}
