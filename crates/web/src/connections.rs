//! Connection registry: at most N connections, where a new one replaces the oldest idle one.
//!
//! Without replacement, N clients that connect and send nothing would lock everybody else out until their request timeout.
//! A connection whose request is being processed is never replaced.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::{self, AbortHandle};

/// The open connections, oldest first.
#[derive(Clone, Default)]
pub(crate) struct Connections(Arc<Mutex<Vec<Connection>>>);

struct Connection {
    busy: BusyFlag,
    task: AbortHandle,
}

/// Set while a request of the connection is being processed; such a connection must not be closed.
#[derive(Clone, Default)]
pub(crate) struct BusyFlag(Arc<AtomicBool>);

/// Keeps the flag of a connection set until dropped.
pub(crate) struct BusyGuard(BusyFlag);

impl BusyFlag {
    pub(crate) fn set(&self) -> BusyGuard {
        self.0.store(true, Ordering::Relaxed);
        BusyGuard(self.clone())
    }
}

impl Drop for BusyGuard {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Relaxed);
    }
}

impl Connections {
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// Serves a connection in a task of its own. At `max` connections it replaces the oldest idle one; if all are busy, it is dropped.
    pub(crate) fn add<F>(&self, max: usize, serve: impl FnOnce(BusyFlag) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        if !self.make_room(max) {
            return;
        }
        let busy = BusyFlag::default();
        let serving = serve(busy.clone());
        let remove = RemoveOnDrop { connections: self.clone(), busy: busy.clone() };
        // The guard lives in the task, so an aborted task is removed from the list too.
        let task = task::spawn(async move {
            let _remove = remove;
            serving.await;
        });
        self.lock().push(Connection { busy, task: task.abort_handle() });
    }

    fn make_room(&self, max: usize) -> bool {
        let mut connections = self.lock();
        if connections.len() < max {
            return true;
        }
        let idle = connections.iter().position(|connection| !connection.busy.0.load(Ordering::Relaxed));
        if let Some(index) = idle {
            connections.remove(index).task.abort();
        }
        idle.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes a connection from the list when its task ends.
struct RemoveOnDrop {
    connections: Connections,
    busy: BusyFlag,
}

impl Drop for RemoveOnDrop {
    fn drop(&mut self) {
        self.connections.lock().retain(|connection| !Arc::ptr_eq(&connection.busy.0, &self.busy.0));
    }
}
