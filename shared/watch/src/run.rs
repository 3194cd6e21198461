//! The loops of all chains in a process: a task for each chain that has a subscription. Without a subscription no upstream
//! receives a request.

use crate::chain::WatchedChain;
use crate::subscribed::Chains;
use crate::tick::{ChainLoop, LoopPorts, Tick};
use std::collections::HashMap;
use std::time::Duration;
use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, sleep};
use uuid::Uuid;
use wallet_core::observation::TICK;
use wallet_core::ports::deadline::Deadline;
use wallet_notifications::ChainKey;

/// The interval at which chains with a first subscription are found.
const DISCOVERY: Duration = Duration::from_secs(1);

/// The time limit of a tick.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// The maximum delay after failed ticks.
const MAX_DELAY: Duration = Duration::from_mins(1);

/// Runs the loops until the future is dropped, which may be at any time, since every step of a loop can be repeated.
///
/// The caller is the only process that uses the database. So a lease is that of an ended process, and the loop continues in the name
/// of the holder instead of waiting for the end of the lease.
pub async fn run(ports: LoopPorts, chains: Chains<dyn WatchedChain>) {
    let mut tasks = JoinSet::new();
    let mut running: HashMap<ChainKey, Id> = HashMap::new();
    loop {
        while let Some(ended) = tasks.try_join_next_with_id() {
            let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
            running.retain(|_, task| *task != id);
        }
        let watched = ports.store.chains().await.unwrap_or_else(|error| {
            tracing::error!(%error, "the watched chains cannot be read");
            Vec::new()
        });
        for key in watched {
            if let Some(chain) = chains.get(&key).filter(|_| !running.contains_key(&key)) {
                let Ok(checkpoint) = ports.store.checkpoint(&key).await else {
                    continue;
                };
                let lease = checkpoint.and_then(|checkpoint| checkpoint.lease);
                let holder = lease.map_or_else(Uuid::new_v4, |lease| lease.holder);
                let chain_loop = ChainLoop::new(ports.clone(), chain.clone(), holder);
                let task = tasks.spawn(follow(key.to_string(), chain_loop, chain.interval()));
                running.insert(key, task.id());
            }
        }
        sleep(DISCOVERY).await;
    }
}

/// Runs the ticks of a chain until no subscription of the chain remains.
async fn follow(chain: String, mut chain_loop: ChainLoop, interval: Duration) {
    let mut delay = interval;
    loop {
        let limit = Instant::now() + TIME_LIMIT;
        let ticked = chain_loop.tick(Deadline::at(limit.into_std())).await;
        tracing::info!(
            target: TICK,
            chain = chain.as_str(),
            outcome = if ticked.is_ok() { "completed" } else { "failed" },
            behind = chain_loop.behind(),
        );
        match ticked {
            Ok(Tick::Idle) => return,
            Ok(Tick::More) => delay = Duration::ZERO,
            Ok(Tick::AtHead | Tick::Behind | Tick::Held | Tick::Stopped) => delay = interval,
            Err(error) => {
                tracing::warn!(%error, "a tick of the notifications failed");
                delay = (delay * 2).clamp(interval, MAX_DELAY);
            }
        }
        sleep(delay).await;
    }
}
