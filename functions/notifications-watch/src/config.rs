//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_NOTIFY_TICKS_QUEUE` | the URL of the queue of the ticks; required |
//! | `WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE` | the URL of the queue of the due deliveries; required |
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE`, `WALLET_CLOUD_NOTIFY_CHAINS` | see [`Notifications`] |
//! | `WALLET_CLOUD_NOTIFY_RETENTION_DAYS`, `WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE` | see [`Notifications::loops`] |
//! | `WALLET_CLOUD_ASSETS_TABLE`, `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`Notifications::watched`] |

use std::sync::Arc;
use wallet_compose::Notifications;
use wallet_http::env;
use wallet_store::queue::{AnnouncingQueue, Client, SqsQueue};
use wallet_watch::Ticks;

/// Returns the ticks of the chains. The error contains the name of the missing or invalid variable.
pub async fn ticks() -> anyhow::Result<Ticks> {
    let ticks = env::required_var("WALLET_CLOUD_NOTIFY_TICKS_QUEUE")?;
    let deliveries = env::required_var("WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE")?;
    let notifications = Notifications::watched().await?;
    let client = Client::new(&notifications.aws);
    let queue = AnnouncingQueue {
        queue: SqsQueue::new(client.clone(), deliveries),
        connections: notifications.database.clone(),
    };
    let ports = notifications.loops(Arc::new(queue))?;
    let ticks = SqsQueue::new(client, ticks);
    Ok(Ticks::new(ports, notifications.chains, Arc::new(ticks)))
}
