//! At most so many connections, and room for a new one as long as there is one that only waits for its client.
//!
//! A client that opens connections and sends nothing, or slowly, would else keep the others out until its time is over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::{self, AbortHandle};

/// All connections, the oldest first.
#[derive(Clone, Default)]
pub(crate) struct Connections(Arc<Mutex<Vec<Entry>>>);

struct Entry {
    busy: Busy,
    task: AbortHandle,
}

/// Whether we work for a connection, so that it may not be ended.
#[derive(Clone, Default)]
pub(crate) struct Busy(Arc<AtomicBool>);

/// Says that we work for a connection, until it is dropped.
pub(crate) struct Working(Busy);

impl Busy {
    pub(crate) fn begin(&self) -> Working {
        self.0.store(true, Ordering::Relaxed);
        Working(self.clone())
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Relaxed);
    }
}

impl Connections {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.entries().len()
    }

    /// Serves a connection, for which another one may have to go; refused if all others are busy.
    pub(crate) fn add<F>(&self, most: usize, serve: impl FnOnce(Busy) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        if !self.make_room(most) {
            return;
        }
        let busy = Busy::default();
        let (served, connections, marked) = (serve(busy.clone()), self.clone(), busy.clone());
        let gone = Gone { connections, busy: marked };
        let task = task::spawn(async move {
            let _gone = gone;
            served.await;
        });
        self.entries().push(Entry { busy, task: task.abort_handle() });
    }

    fn make_room(&self, most: usize) -> bool {
        let mut entries = self.entries();
        if entries.len() < most {
            return true;
        }
        let idle = entries.iter().position(|entry| !entry.busy.0.load(Ordering::Relaxed));
        if let Some(place) = idle {
            entries.remove(place).task.abort();
        }
        idle.is_some()
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a connection off the list when it has ended.
struct Gone {
    connections: Connections,
    busy: Busy,
}

impl Drop for Gone {
    fn drop(&mut self) {
        self.connections.entries().retain(|entry| !Arc::ptr_eq(&entry.busy.0, &self.busy.0));
    }
}
