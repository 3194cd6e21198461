//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE` | see [`Watched`] |
//! | `WALLET_CLOUD_NOTIFY_RETENTION_DAYS`, `WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE` | see [`Watched`] |
//! | `WALLET_CLOUD_ASSETS_TABLE`, `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`Watched`] |

use async_trait::async_trait;
use std::sync::Arc;
use wallet_compose::Watched;
use wallet_notifications::delivery::Due;
use wallet_notifications::ports::DeliveryQueue;
use wallet_watch::{Chains, LoopPorts};

/// Leaves all deliveries to the sweep of the senders.
struct Unqueued;

#[async_trait]
impl DeliveryQueue for Unqueued {
    async fn send(&self, _deliveries: &[Due]) {}
}

/// Returns the ports of the loops, and the chains. The error contains the name of the missing or invalid variable.
pub async fn loops() -> anyhow::Result<(LoopPorts, Chains)> {
    let watched = Watched::from_env().await?;
    Ok((watched.loops(Arc::new(Unqueued)), watched.chains))
}
