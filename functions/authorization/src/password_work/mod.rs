//! Execution of password hashing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;
use wallet_core::auth::{Password, PasswordMemory};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::Randomness;
use wallet_http::{ApiError, ErrorCode};

/// The maximum number of operations at once: each takes 19 MiB, all together at most 64 MiB.
const MEMORY_SLOTS: usize = 3;

/// The time of a request that is reserved for the work after the queue: hashing the password, and the store calls.
const TIME_AFTER_QUEUE: Duration = Duration::from_secs(5);

/// Hashes and verifies passwords on blocking threads, since each operation takes tens of milliseconds.
///
/// The concurrency is limited because each operation takes 19 MiB. Further operations wait in order of arrival.
#[derive(Clone)]
pub struct PasswordWork {
    slots: Arc<Semaphore>,
    /// The memory of the slots that are not in use.
    memory: Arc<Mutex<Vec<PasswordMemory>>>,
    randomness: Arc<dyn Randomness>,
    evaluations: Arc<AtomicU64>,
    filled: Arc<AtomicU64>,
}

impl PasswordWork {
    /// Creates an executor with a concurrency of the number of processors, at most three.
    pub fn new(randomness: Arc<dyn Randomness>) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with_slots(processors.min(MEMORY_SLOTS), randomness)
    }

    fn with_slots(slots: usize, randomness: Arc<dyn Randomness>) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(slots)),
            memory: Arc::default(),
            randomness,
            evaluations: Arc::default(),
            filled: Arc::default(),
        }
    }

    /// Returns the number of passwords hashed or verified so far, for measurements of the work.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }

    /// Returns the work of Argon2 so far: the number of blocks of 1 KiB that were filled, counted once per pass.
    pub fn filled(&self) -> u64 {
        self.filled.load(Ordering::Relaxed)
    }

    /// Returns true if a password matches a stored hash. `None` has the same cost and never matches.
    ///
    /// Returns 503 if the operation cannot start in time for a response at `deadline`.
    pub async fn matches(
        &self,
        password: Password,
        stored: Option<String>,
        deadline: Deadline,
    ) -> Result<bool, ApiError> {
        self.run(deadline, move |memory| password.matches(stored.as_deref(), memory))
            .await
    }

    /// Returns a new hash of a password, or 503 like [`Self::matches`].
    pub async fn hash(&self, password: Password, deadline: Deadline) -> Result<String, ApiError> {
        let randomness = Arc::clone(&self.randomness);
        Ok(self
            .run(deadline, move |memory| password.hash(&*randomness, memory))
            .await??)
    }

    async fn run<T: Send + 'static>(
        &self,
        deadline: Deadline,
        work: impl FnOnce(&mut PasswordMemory) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let slot = self.slot(deadline).await?;
        self.evaluations.fetch_add(1, Ordering::Relaxed);
        let (pool, filled) = (Arc::clone(&self.memory), Arc::clone(&self.filled));
        let work = move || {
            let mut memory = lock(&pool).pop().unwrap_or_default();
            let before = memory.filled();
            let result = work(&mut memory);
            filled.fetch_add(memory.filled() - before, Ordering::Relaxed);
            lock(&pool).push(memory);
            // The slot is released when the work ends, even if the request was cancelled.
            drop(slot);
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
    }

    /// Waits for a slot until the rest of the request needs the remaining time.
    async fn slot(&self, deadline: Deadline) -> Result<OwnedSemaphorePermit, ApiError> {
        let deadline = deadline.instant();
        let latest = deadline.checked_sub(TIME_AFTER_QUEUE).unwrap_or(deadline);
        let slot = timeout_at(latest.into(), Arc::clone(&self.slots).acquire_owned()).await;
        slot.map_err(|_| overloaded())?.map_err(ApiError::internal)
    }
}

fn lock(pool: &Mutex<Vec<PasswordMemory>>) -> std::sync::MutexGuard<'_, Vec<PasswordMemory>> {
    pool.lock().unwrap_or_else(PoisonError::into_inner)
}

fn overloaded() -> ApiError {
    tracing::warn!("password queue full until the deadline");
    let message = "Too many logins are in progress; retry after the time in Retry-After.";
    ApiError::new(ErrorCode::ServiceUnavailable, message)
}

#[cfg(test)]
mod tests;
