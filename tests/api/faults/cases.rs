//! Concurrent test cases, because most of them wait for a timeout.

use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// The number of concurrent cases, each of which has its own services and upstreams.
const CONCURRENCY: usize = 10;

/// The cases of one test.
pub struct Cases {
    permits: Arc<Semaphore>,
    running: JoinSet<()>,
}

impl Default for Cases {
    fn default() -> Self {
        Self {
            permits: Arc::new(Semaphore::new(CONCURRENCY)),
            running: JoinSet::new(),
        }
    }
}

impl Cases {
    /// Adds a case, which panics on failure.
    pub fn add(&mut self, case: impl Future<Output = ()> + Send + 'static) {
        let permits = Arc::clone(&self.permits);
        self.running.spawn(async move {
            let _permit = permits.acquire().await.expect("the semaphore is never closed");
            case.await;
        });
    }

    /// Runs all cases. The first failure fails the test with its message.
    pub async fn all(mut self) {
        while let Some(ended) = self.running.join_next().await {
            if let Err(error) = ended {
                std::panic::resume_unwind(error.into_panic());
            }
        }
    }
}
