//! Where passwords are hashed and checked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Semaphore;
use wallet_core::auth::Password;
use wallet_core::ports::system::Randomness;
use wallet_http::ApiError;

/// Hashes and checks passwords on threads of their own, so that tens of milliseconds of work hold up no
/// other request, and only a few at a time, since each takes 19 MiB.
#[derive(Clone)]
pub struct PasswordWork {
    slots: Arc<Semaphore>,
    randomness: Arc<dyn Randomness>,
    evaluations: Arc<AtomicU64>,
}

impl PasswordWork {
    /// Works on as many passwords at a time as there are processors.
    pub fn new(randomness: Arc<dyn Randomness>) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            slots: Arc::new(Semaphore::new(processors)),
            randomness,
            evaluations: Arc::new(AtomicU64::new(0)),
        }
    }

    /// How many passwords were hashed or checked so far, for those who measure the work.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }

    /// Whether a password is that of a stored hash; `None` costs the same and is never right.
    pub async fn matches(&self, password: Password, stored: Option<String>) -> Result<bool, ApiError> {
        self.run(move || password.matches(stored.as_deref())).await
    }

    /// A new hash of a password.
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
            // The slot is free when the work ends, also when nobody waits for it any more.
            drop(slot);
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
    }
}
