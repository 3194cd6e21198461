//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_NOTIFY_TICKS_QUEUE` | the URL of the queue of the ticks; required |
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE`, `WALLET_CLOUD_NOTIFY_CHAINS` | see [`Watched`] |
//! | `WALLET_CLOUD_NOTIFY_RETENTION_DAYS`, `WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE` | see [`Watched`] |
//! | `WALLET_CLOUD_ASSETS_TABLE`, `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`Watched`] |

use async_trait::async_trait;
use std::sync::Arc;
use wallet_compose::Watched;
use wallet_http::env;
use wallet_notifications::delivery::Due;
use wallet_notifications::ports::DeliveryQueue;
use wallet_store::queue::{Client, SqsQueue};
use wallet_watch::Ticks;

/// Leaves all deliveries to the sweep of the senders.
struct Unqueued;

#[async_trait]
impl DeliveryQueue for Unqueued {
    async fn send(&self, _deliveries: &[Due]) {}
}

/// Returns the ticks of the chains. The error contains the name of the missing or invalid variable.
pub async fn ticks() -> anyhow::Result<Ticks> {
    let url = env::required_var("WALLET_CLOUD_NOTIFY_TICKS_QUEUE")?;
    let watched = Watched::from_env().await?;
    let queue = SqsQueue::new(Client::new(&watched.aws), url);
    let ports = watched.loops(Arc::new(Unqueued));
    Ok(Ticks::new(ports, watched.chains, Arc::new(queue)))
}
