//! The sum of `net` over the whole history of random wallets, compared with their balances in the ledgers of the
//! sandbox.

mod btc_like;
mod eth_like;
mod xlm;

use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use wallet_core::model::AssetValue;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_sandbox::chain::SandboxChain;
use wallet_sandbox::clock::{Clock as SandboxClock, Timestamp as SandboxTimestamp};

/// The fixed time of the clocks, in seconds since the Unix epoch.
const NOW: u64 = 1_800_000_000;

/// A clock with a fixed time.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(NOW)
    }
}

fn clock() -> Arc<dyn Clock> {
    Arc::new(FixedClock)
}

fn sandbox_clock() -> Arc<dyn SandboxClock> {
    Arc::new(|| SandboxTimestamp::from_secs(NOW))
}

/// Serves a chain on a local port. Returns its upstream setting, and the server, which stops when it is dropped.
async fn serve(chain: Arc<dyn SandboxChain>) -> (String, JoinSet<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let router = Arc::clone(&chain).router();
    let mut server = JoinSet::new();
    server.spawn(async move { axum::serve(listener, router).await.unwrap() });
    (chain.upstream(&url), server)
}

fn soon() -> Deadline {
    Deadline::at(Instant::now() + Duration::from_mins(10))
}

/// Returns an amount as a number.
fn number(value: &AssetValue) -> i128 {
    value.amount.parse().unwrap()
}
