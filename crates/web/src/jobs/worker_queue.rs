//! Worker queue: a few worker threads, and the requests that wait for one in the order of their turns.
//!
//! A turn is a time. A request without a handicap waits as in a FIFO queue. With a handicap it is treated as if it had arrived that
//! much later, so others go first, but never others that arrive later than that: nobody waits forever.
//!
//! Invariant: if a thread is free, nobody waits.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::api_error::ApiError;

#[derive(Clone)]
pub(crate) struct WorkerQueue(Arc<Shared>);

struct Shared {
    threads: usize,
    max_waiting: usize,
    state: Mutex<State>,
}

struct State {
    free: usize,
    waiting: BTreeMap<Turn, oneshot::Sender<WorkerPermit>>,
    /// Number of the next turn, which distinguishes turns of the same time.
    next_number: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    time: Instant,
    number: u64,
}

/// The right to occupy a thread of the queue until dropped.
pub(crate) struct WorkerPermit(Option<WorkerQueue>);

/// Treatment of a request when the queue is full.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overflow {
    Reject,
    /// For the rest of a response that has begun; the number of connections bounds these.
    Wait,
}

impl WorkerQueue {
    pub(crate) fn new(threads: usize, max_waiting: usize) -> WorkerQueue {
        let state = State { free: threads, waiting: BTreeMap::new(), next_number: 0 };
        WorkerQueue(Arc::new(Shared { threads, max_waiting, state: Mutex::new(state) }))
    }

    /// Number of threads in use.
    pub(crate) fn running(&self) -> usize {
        self.0.threads - self.lock().free
    }

    /// Number of waiting requests.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// A thread, if one is free now.
    pub(crate) fn try_acquire(&self) -> Option<WorkerPermit> {
        let mut state = self.lock();
        state.free = state.free.checked_sub(1)?;
        Some(WorkerPermit(Some(self.clone())))
    }

    /// Takes a place in the queue, or fails if it is full. The returned future waits for a thread; dropping it gives up the place.
    pub(crate) fn acquire(
        &self,
        handicap: Duration,
        overflow: Overflow,
    ) -> Result<impl Future<Output = WorkerPermit> + Send + use<>, ApiError> {
        let (sender, receiver) = oneshot::channel();
        let mut state = self.lock();
        let turn = Turn { time: Instant::now() + handicap, number: state.next_number };
        state.next_number += 1;
        if state.free > 0 {
            state.free -= 1;
            let _ = sender.send(WorkerPermit(Some(self.clone()))); // cannot fail: the receiver is alive
        } else if overflow == Overflow::Reject && state.waiting.len() >= self.0.max_waiting {
            return Err(ApiError::unavailable("the server is busy: try again in a moment"));
        } else {
            state.waiting.insert(turn, sender);
        }
        drop(state);
        let place = QueuePlace { queue: self.clone(), turn };
        Ok(async move {
            let _place = place;
            receiver.await.expect("a place in the queue is removed by its owner or with a permit")
        })
    }

    /// Gives a thread to the first waiting request.
    fn release(&self) {
        let mut state = self.lock();
        while let Some((_, sender)) = state.waiting.pop_first() {
            match sender.send(WorkerPermit(Some(self.clone()))) {
                Ok(()) => return,
                // Nobody waits at this place any more. Forgetting the permit avoids releasing the thread twice.
                Err(mut permit) => permit.0 = None,
            }
        }
        state.free += 1;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WorkerPermit {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.release();
        }
    }
}

/// Removes a request from the queue when its client gives up.
struct QueuePlace {
    queue: WorkerQueue,
    turn: Turn,
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        self.queue.lock().waiting.remove(&self.turn);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    /// The permit, if the future has one.
    fn poll(future: &mut std::pin::Pin<&mut impl Future<Output = WorkerPermit>>) -> Option<WorkerPermit> {
        match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(permit) => Some(permit),
            Poll::Pending => None,
        }
    }

    #[test]
    fn a_full_queue_rejects_requests_until_one_leaves() {
        let queue = WorkerQueue::new(1, 1);
        let running = queue.try_acquire().unwrap();
        let waiting = queue.acquire(Duration::ZERO, Overflow::Reject).unwrap();
        assert_eq!((queue.running(), queue.waiting()), (1, 1));
        assert_eq!(queue.acquire(Duration::ZERO, Overflow::Reject).err().unwrap().status.as_u16(), 503);
        assert!(queue.acquire(Duration::ZERO, Overflow::Wait).is_ok());
        drop(waiting);
        assert_eq!(queue.waiting(), 0);
        assert!(queue.acquire(Duration::ZERO, Overflow::Reject).is_ok());
        drop(running);
        assert_eq!((queue.running(), queue.waiting()), (0, 0));
    }

    #[test]
    fn turns_are_taken_in_order_of_arrival_and_handicap() {
        let queue = WorkerQueue::new(1, 9);
        let running = queue.try_acquire().unwrap();
        let mut late = pin!(queue.acquire(Duration::from_secs(60), Overflow::Reject).unwrap());
        let mut first = pin!(queue.acquire(Duration::ZERO, Overflow::Reject).unwrap());
        let mut second = pin!(queue.acquire(Duration::ZERO, Overflow::Reject).unwrap());
        assert!(poll(&mut first).is_none());
        drop(running);
        assert!(poll(&mut second).is_none() && poll(&mut late).is_none());
        drop(poll(&mut first).expect("the first request has the thread"));
        assert!(poll(&mut late).is_none());
        drop(poll(&mut second).expect("the second request has the thread"));
        drop(poll(&mut late).expect("the last request has the thread"));
        assert_eq!(queue.running(), 0);
    }

    #[test]
    fn a_permit_that_nobody_fetches_goes_to_the_next() {
        let queue = WorkerQueue::new(1, 9);
        let running = queue.try_acquire().unwrap();
        let first = queue.acquire(Duration::ZERO, Overflow::Reject).unwrap();
        let mut second = pin!(queue.acquire(Duration::ZERO, Overflow::Reject).unwrap());
        drop(running); // the permit is on its way to the first request
        drop(first);
        drop(poll(&mut second).expect("the second request has the thread"));
        assert_eq!((queue.running(), queue.waiting()), (0, 0));
    }
}
