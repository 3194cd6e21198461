//! The worker of a process: takes deliveries from the queue, and sweeps.

use crate::deliverer::Deliverer;
use crate::queue::LocalQueue;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// The pause between sweeps.
const PAUSE: Duration = Duration::from_secs(1);

/// Makes deliveries until the future is dropped. Nothing is lost then: what was claimed is due again when the claim ends, after
/// at most 30 s.
pub async fn run(deliverer: Arc<Deliverer>, queue: Arc<LocalQueue>) {
    tokio::join!(attempt(&deliverer, &queue), sweep(&deliverer, &queue));
}

async fn attempt(deliverer: &Arc<Deliverer>, queue: &Arc<LocalQueue>) {
    // Ends the attempts when dropped.
    let mut attempts = JoinSet::new();
    loop {
        let (due, slot) = queue.next().await;
        while let Some(ended) = attempts.try_join_next() {
            if let Err(error) = ended {
                tracing::error!(%error, "an attempt of a delivery has panicked");
            }
        }
        let (deliverer, queue) = (Arc::clone(deliverer), Arc::clone(queue));
        attempts.spawn(async move {
            if let Err(error) = deliverer.deliver(due, &*queue).await {
                tracing::warn!(%error, "a delivery is left to a sweep");
            }
            drop(slot);
        });
    }
}

async fn sweep(deliverer: &Deliverer, queue: &LocalQueue) {
    loop {
        match deliverer.sweep(queue).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "a sweep of the due deliveries failed"),
        }
        sleep(PAUSE).await;
    }
}
