//! The loops as messages of a queue, for functions that run only while a message is handled: a tick sends the next one.
//!
//! A message continues the loop in the name of the holder of the lease. Every write of the checkpoint changes the holder, so that
//! repeated messages, and messages of different holders, become one: the others find the loop held and send nothing. A
//! message that is lost ends the ticks of a chain until [`Ticks::start`].

use crate::chain::Chains;
use crate::chains::delay;
use crate::tick::{ChainLoop, LoopPorts, Tick};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::store::StoreError;
use wallet_notifications::ports::TickQueue;
use wallet_notifications::{ChainKey, NextTick};

/// The delay after a failed tick.
const AFTER_FAILURE: Duration = Duration::from_secs(20);

/// The number of blocks behind the head above which a tick reports the loop.
const MAX_BEHIND: u64 = 10;

/// The loops of all chains as messages of a queue.
pub struct Ticks {
    ports: LoopPorts,
    chains: Chains,
    queue: Arc<dyn TickQueue>,
    /// The loops between two ticks, with what they have in memory.
    loops: Mutex<HashMap<ChainKey, ChainLoop>>,
}

impl Ticks {
    /// Creates the loops of the chains.
    pub fn new(ports: LoopPorts, chains: Chains, queue: Arc<dyn TickQueue>) -> Self {
        Self {
            ports,
            chains,
            queue,
            loops: Mutex::default(),
        }
    }

    /// Sends a first tick for each watched chain whose loop has no holder.
    ///
    /// # Errors
    /// The database fails.
    pub async fn start(&self) -> Result<(), StoreError> {
        for chain in self.ports.store.chains().await? {
            if self.chains.get(&chain).is_none() {
                continue;
            }
            let holder = Uuid::new_v4();
            let now = self.ports.clock.now();
            let checkpoint = self.ports.store.checkpoint(&chain).await?;
            if checkpoint.is_some_and(|checkpoint| !checkpoint.is_stopped && !checkpoint.is_held(holder, now)) {
                self.queue.send(&NextTick { chain, holder }, Duration::ZERO).await;
            }
        }
        Ok(())
    }

    /// Makes a tick, bounded by the deadline, and sends the next one if the tick held the lease. Failures are logged: the next
    /// tick does the same.
    pub async fn make(&self, tick: NextTick, deadline: Deadline) {
        let Some(mut chain_loop) = self.take(&tick) else {
            tracing::warn!(chain = %tick.chain, "a tick of a chain that is not watched here");
            return;
        };
        let chain = tick.chain;
        let next = match chain_loop.tick(deadline).await {
            Ok(Tick::Idle | Tick::Held | Tick::Stopped) => None,
            Ok(Tick::More) => Some(Duration::ZERO),
            Ok(Tick::AtHead | Tick::Behind) => Some(delay(&chain)),
            Err(error) => {
                tracing::warn!(%chain, %error, "a tick of the notifications failed");
                Some(AFTER_FAILURE)
            }
        };
        let blocks = chain_loop.behind();
        if next.is_some() && blocks > MAX_BEHIND {
            tracing::warn!(%chain, blocks, "the loop is behind the chain");
        }
        if let Some((delay, holder)) = next.zip(chain_loop.lease_holder()) {
            let chain = chain.clone();
            self.queue.send(&NextTick { chain, holder }, delay).await;
        }
        self.loops().insert(chain, chain_loop);
    }

    /// Takes the loop of a tick out of the map, so that a repeated tick at the same time has a separate loop.
    fn take(&self, tick: &NextTick) -> Option<ChainLoop> {
        let chain = self.chains.get(&tick.chain)?;
        let mut known = self.loops().remove(&tick.chain);
        if let Some(chain_loop) = &mut known {
            chain_loop.continue_as(tick.holder);
        }
        Some(known.unwrap_or_else(|| ChainLoop::new(self.ports.clone(), chain.clone(), tick.holder)))
    }

    fn loops(&self) -> std::sync::MutexGuard<'_, HashMap<ChainKey, ChainLoop>> {
        self.loops.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
