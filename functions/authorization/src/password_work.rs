//! Execution of password hashing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Semaphore;
use wallet_core::auth::Password;
use wallet_core::ports::system::Randomness;
use wallet_http::ApiError;

/// Hashes and verifies passwords on blocking threads, since each operation takes tens of milliseconds. The
/// concurrency is limited because each takes 19 MiB.
#[derive(Clone)]
pub struct PasswordWork {
    slots: Arc<Semaphore>,
    randomness: Arc<dyn Randomness>,
    evaluations: Arc<AtomicU64>,
}

impl PasswordWork {
    /// Creates an executor with a concurrency of the number of processors.
    pub fn new(randomness: Arc<dyn Randomness>) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            slots: Arc::new(Semaphore::new(processors)),
            randomness,
            evaluations: Arc::new(AtomicU64::new(0)),
        }
    }

    /// Returns the number of passwords hashed or verified so far, for measurements of the work.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }

    /// Returns true if a password matches a stored hash. `None` has the same cost and never matches.
    pub async fn matches(&self, password: Password, stored: Option<String>) -> Result<bool, ApiError> {
        self.run(move || password.matches(stored.as_deref())).await
    }

    /// Returns a new hash of a password.
    pub async fn hash(&self, password: Password) -> Result<String, ApiError> {
        let randomness = Arc::clone(&self.randomness);
        Ok(self.run(move || password.hash(&*randomness)).await??)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
        let slots = Arc::clone(&self.slots);
        let slot = slots.acquire_owned().await.map_err(ApiError::internal)?;
        self.evaluations.fetch_add(1, Ordering::Relaxed);
        let work = move || {
            let result = work();
            // The slot is released when the work ends, even if the request was cancelled.
            drop(slot);
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
    }
}
