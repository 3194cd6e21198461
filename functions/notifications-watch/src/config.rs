//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_NOTIFY_TICKS_QUEUE` | the URL of the queue of the ticks; required |
//! | `WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE` | the URL of the queue of the due deliveries; required |
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE`, `WALLET_CLOUD_NOTIFY_CHAINS` | see [`Watched`] |
//! | `WALLET_CLOUD_NOTIFY_RETENTION_DAYS`, `WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE` | see [`Watched::loops`] |
//! | `WALLET_CLOUD_ASSETS_TABLE`, `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`Watched`] |

use std::sync::Arc;
use wallet_compose::Watched;
use wallet_http::env;
use wallet_store::queue::{Client, SqsQueue};
use wallet_watch::Ticks;

/// Returns the ticks of the chains. The error contains the name of the missing or invalid variable.
pub async fn ticks() -> anyhow::Result<Ticks> {
    let ticks = env::required_var("WALLET_CLOUD_NOTIFY_TICKS_QUEUE")?;
    let deliveries = env::required_var("WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE")?;
    let watched = Watched::from_env().await?;
    let client = Client::new(&watched.aws);
    let ports = watched.loops(Arc::new(SqsQueue::new(client.clone(), deliveries)))?;
    let ticks = SqsQueue::new(client, ticks);
    Ok(Ticks::new(ports, watched.chains, Arc::new(ticks)))
}
