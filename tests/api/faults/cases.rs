//! Many cases side by side: most of them wait for silence to end.

use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// So many at a time, so that on a busy machine no good upstream is taken for a silent one.
const AT_ONCE: usize = 10;

/// Cases of one test.
pub struct Cases {
    places: Arc<Semaphore>,
    running: JoinSet<()>,
}

impl Default for Cases {
    fn default() -> Self {
        Self {
            places: Arc::new(Semaphore::new(AT_ONCE)),
            running: JoinSet::new(),
        }
    }
}

impl Cases {
    /// Adds one, which panics when it fails.
    pub fn add(&mut self, case: impl Future<Output = ()> + Send + 'static) {
        let places = Arc::clone(&self.places);
        self.running.spawn(async move {
            let _place = places.acquire().await.expect("nobody closes it");
            case.await;
        });
    }

    /// Runs them all. The first that fails fails the test, with its own message.
    pub async fn all(mut self) {
        while let Some(ended) = self.running.join_next().await {
            if let Err(error) = ended {
                std::panic::resume_unwind(error.into_panic());
            }
        }
    }
}
