//! [`map_in_order`]: chunks processed on several threads, results consumed in the order of the chunks.
//!
//! Workers wait when they are [`CHUNKS_IN_FLIGHT`] chunks per thread ahead of the consumer, so that memory does not depend on the
//! length of the input. They are threads of their own and not tasks of a pool, because they wait for each other.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

/// Chunks that may be begun before the first of them is consumed, per thread.
const CHUNKS_IN_FLIGHT: usize = 4;

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
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Applies `process` to each chunk on this many threads, and `consume` to the results in the order of the chunks, on this thread.
///
/// `next_chunk` returns `None` at the end; one thread at a time calls it. `process` also gets the number of the chunk. `consume`
/// returns whether to go on. The first error in the order of the chunks ends the work. Returns whether all chunks were consumed.
pub fn map_in_order<C, R: Send, E: Send>(
    threads: usize,
    next_chunk: impl FnMut() -> Result<Option<C>, E> + Send,
    process: impl Fn(usize, C) -> Result<R, E> + Sync,
    mut consume: impl FnMut(R) -> Result<bool, E>,
) -> Result<bool, E> {
    let threads = threads.max(1);
    let queue = Mutex::new(ChunkQueue { next_chunk, next: 0, has_ended: false });
    let gate = Gate::default();
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<(usize, Result<R, E>)>| {
        let close_on_panic = CloseOnDrop(&gate);
        loop {
            let (number, chunk) = {
                let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                if queue.has_ended || !gate.wait_for(queue.next, CHUNKS_IN_FLIGHT * threads) {
                    break;
                }
                let chunk = (queue.next_chunk)();
                queue.has_ended = !matches!(chunk, Ok(Some(_)));
                queue.next += 1;
                (queue.next - 1, chunk)
            };
            let result = match chunk {
                Ok(None) => break,
                Err(error) => Err(error),
                Ok(Some(chunk)) => process(number, chunk),
            };
            if sender.send((number, result)).is_err() {
                break;
            }
        }
        std::mem::forget(close_on_panic); // The other workers may still have chunks.
    };
    std::thread::scope(|scope| {
        let _close = CloseOnDrop(&gate);
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        // Results that arrived before an earlier one did, by chunk number.
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (number, result) in &receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&next) {
                if !consume(result?)? {
                    return Ok(false);
                }
                next += 1;
                gate.update(|state| state.consumed = next);
            }
        }
        Ok(true)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn count_up_to(end: usize) -> impl FnMut() -> Result<Option<usize>, String> + Send {
        let mut next = 0;
        move || {
            next += 1;
            Ok((next <= end).then_some(next - 1))
        }
    }

    #[test]
    fn results_arrive_in_order_and_workers_do_not_run_ahead() {
        for threads in [1, 2, 7] {
            let (begun, mut seen) = (AtomicUsize::new(0), Vec::new());
            let process = |number: usize, chunk: usize| {
                begun.fetch_add(1, Ordering::Relaxed);
                if chunk.is_multiple_of(5) {
                    std::thread::yield_now();
                }
                Ok((number, chunk * chunk))
            };
            let all = map_in_order(threads, count_up_to(1000), process, |(number, square)| {
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
    fn the_first_error_in_order_and_the_consumer_end_the_work() {
        let process = |_: usize, chunk: usize| if chunk == 70 { Err("chunk 70".to_owned()) } else { Ok(chunk) };
        let mut consumed = 0;
        let result = map_in_order(3, count_up_to(1000), process, |_| {
            consumed += 1;
            Ok(true)
        });
        assert_eq!((result, consumed), (Err("chunk 70".to_owned()), 70));
        assert_eq!(map_in_order(3, count_up_to(1000), process, |chunk| Ok(chunk < 20)), Ok(false));
        let failing = || Err::<Option<usize>, String>("no input".to_owned());
        assert_eq!(map_in_order(2, failing, |_, chunk| Ok(chunk), |_| Ok(true)), Err("no input".to_owned()));
    }
}
