//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE`, `WALLET_CLOUD_NOTIFY_RETENTION_DAYS` | see [`Watched`] |
//! | `WALLET_CLOUD_ASSETS_TABLE`, `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`Watched`] |

use wallet_compose::Watched;
use wallet_watch::{Chains, LoopPorts};

/// Returns the ports of the loops, and the chains. The error contains the name of the missing or invalid variable.
pub async fn loops() -> anyhow::Result<(LoopPorts, Chains)> {
    let watched = Watched::from_env().await?;
    Ok((watched.loops(), watched.chains))
}
