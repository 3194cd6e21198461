//! The number of requests that wait for an event, so that waiting requests take no connection that other requests need.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The requests that wait, by owner.
#[derive(Clone, Default)]
pub struct Polls(Arc<Mutex<HashMap<String, usize>>>);

impl Polls {
    /// The maximum number of waiting requests of a process: a third of the connections of the local server.
    const TOTAL: usize = 300;

    /// The maximum number of waiting requests of an owner.
    const PER_OWNER: usize = 20;

    /// Counts a waiting request until the result is dropped. Returns `None` if too many requests wait.
    pub fn wait(&self, owner: &str) -> Option<Poll> {
        let mut waiting = self.waiting();
        let of_owner = waiting.get(owner).copied().unwrap_or_default();
        if of_owner >= Self::PER_OWNER || waiting.values().sum::<usize>() >= Self::TOTAL {
            return None;
        }
        waiting.insert(owner.to_owned(), of_owner + 1);
        Some(Poll {
            polls: self.clone(),
            owner: owner.to_owned(),
        })
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A waiting request.
pub struct Poll {
    polls: Polls,
    owner: String,
}

impl Drop for Poll {
    fn drop(&mut self) {
        let mut waiting = self.polls.waiting();
        if let Some(count) = waiting.get_mut(&self.owner) {
            *count -= 1;
            if *count == 0 {
                waiting.remove(&self.owner);
            }
        }
    }
}
