//! The loops of notifications in the process of the server: a task for each chain that has a subscription. Without a subscription
//! no upstream receives a request.

use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::task::{JoinHandle, JoinSet};
use uuid::Uuid;
use wallet_core::ports::deadline::Deadline;
use wallet_notifications::ChainKey;
use wallet_watch::{ChainLoop, Chains, LoopPorts, Tick};

/// The interval at which chains with a first subscription are found.
const DISCOVERY: Duration = Duration::from_secs(1);

/// The time limit of a tick.
const TICK: Duration = Duration::from_secs(20);

/// The maximum delay after failed ticks.
const MAX_DELAY: Duration = Duration::from_mins(1);

/// The running loops, which end when the value is dropped. Every step of a loop can be repeated.
pub struct Watch(JoinHandle<()>);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Starts the loops.
pub fn start(ports: LoopPorts, chains: Chains) -> Watch {
    Watch(tokio::spawn(discover(ports, chains)))
}

/// Starts a loop for each chain that has a subscription and no loop.
async fn discover(ports: LoopPorts, chains: Chains) {
    let holder = Uuid::new_v4();
    let mut tasks = JoinSet::new();
    let mut running: HashMap<ChainKey, tokio::task::Id> = HashMap::new();
    loop {
        while let Some(ended) = tasks.try_join_next_with_id() {
            let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
            running.retain(|_, task| *task != id);
        }
        let watched = ports.store.chains().await.unwrap_or_else(|error| {
            tracing::error!(%error, "the watched chains cannot be read");
            Vec::new()
        });
        for key in watched.into_iter().filter(|key| !running.contains_key(key)).collect::<Vec<_>>() {
            if let Some(chain) = chains.get(&key) {
                let chain_loop = ChainLoop::new(ports.clone(), chain.clone(), holder);
                let task = tasks.spawn(follow(chain_loop, chain.interval()));
                running.insert(key, task.id());
            }
        }
        tokio::time::sleep(DISCOVERY).await;
    }
}

/// Runs the ticks of a chain until no subscription of the chain remains.
async fn follow(mut chain_loop: ChainLoop, interval: Duration) {
    let mut delay = interval;
    loop {
        match chain_loop.tick(Deadline::at(Instant::now() + TICK)).await {
            Ok(Tick::Idle) => return,
            Ok(Tick::More) => delay = Duration::ZERO,
            Ok(Tick::AtHead | Tick::Behind | Tick::Held | Tick::Stopped) => delay = interval,
            Err(error) => {
                tracing::warn!(%error, "a tick of the notifications failed");
                delay = (delay * 2).clamp(interval, MAX_DELAY);
            }
        }
        tokio::time::sleep(delay).await;
    }
}
