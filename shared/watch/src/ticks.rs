//! The loops as messages of a queue, for functions that run only while a message is handled: a round makes the ticks of all
//! chains that are due, and sends the next round.
//!
//! One message has the next ticks of all chains, because each message, each invocation and each second of an invocation
//! costs: the chains wait for their upstreams at the same time, and a round ends when all of them wait for their next tick.
//!
//! A tick continues the loop in the name of the holder of the lease. Every write of the checkpoint changes the holder, so that
//! repeated messages, and messages of different holders, become one: the others find the loops held and send nothing. A
//! round adopts the watched chains without a holder. A message that is lost ends the rounds until [`Ticks::start`].

use crate::chain::WatchedChain;
use crate::chains::delay;
use crate::subscribed::Chains;
use crate::tick::{ChainLoop, LoopPorts, Tick};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use uuid::Uuid;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::ports::TickQueue;
use wallet_notifications::{ChainKey, NextTick};

/// The delay after a failed tick.
const AFTER_FAILURE: Duration = Duration::from_secs(20);

/// The time by which a tick may be early, so that the chains stay in one round.
const EARLY: Duration = Duration::from_secs(1);

/// The minimum time before the end of a round in which a tick starts that is not the first of the round.
const SHORTEST: Duration = Duration::from_secs(5);

/// The number of blocks behind the head above which a tick reports the loop.
const MAX_BEHIND: u64 = 10;

/// The loops of all chains as messages of a queue.
pub struct Ticks {
    ports: LoopPorts,
    chains: Chains<dyn WatchedChain>,
    queue: Arc<dyn TickQueue>,
    /// The loops between two ticks, with what they have in memory.
    loops: Mutex<HashMap<ChainKey, ChainLoop>>,
}

/// The outcome of a tick in a round.
enum Outcome {
    /// The loop goes on.
    Next(NextTick),
    /// A different round holds the loop of the chain.
    Held(ChainKey),
    /// Nothing is to be done: no subscription, or an operator has to resume the loop.
    Ended,
}

impl Ticks {
    /// Creates the loops of the chains.
    pub fn new(ports: LoopPorts, chains: Chains<dyn WatchedChain>, queue: Arc<dyn TickQueue>) -> Self {
        Self {
            ports,
            chains,
            queue,
            loops: Mutex::default(),
        }
    }

    /// Sends a first round, if loops are watched and none has a holder. The first round adopts the chains.
    ///
    /// # Errors
    /// The database fails.
    pub async fn start(&self) -> Result<(), StoreError> {
        let mut is_due = false;
        for chain in self.ports.store.chains().await? {
            if self.chains.get(&chain).is_none() {
                continue;
            }
            let checkpoint = self.ports.store.checkpoint(&chain).await?;
            let Some(checkpoint) = checkpoint.filter(|checkpoint| !checkpoint.is_stopped) else {
                continue;
            };
            if checkpoint.is_held(Uuid::new_v4(), self.ports.clock.now()) {
                return Ok(());
            }
            is_due = true;
        }
        if is_due {
            self.queue.send(&[], Duration::ZERO).await;
        }
        Ok(())
    }

    /// Makes a round: the ticks that are due, and those of watched chains without a holder, until all chains wait or the deadline.
    /// Sends the next round, unless no tick has held a lease. Failures are logged: the next tick does the same.
    pub async fn make(&self, ticks: Vec<NextTick>, deadline: Deadline) {
        let mut waiting = self.with_unknown(ticks).await;
        let (mut running, mut held) = (FuturesUnordered::new(), Vec::new());
        let mut may_start = true;
        loop {
            let now = self.ports.clock.now();
            let mut wake = Duration::MAX;
            if may_start {
                let is_due = |tick: &NextTick| tick.at <= now.after(EARLY).as_millis();
                let (due, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_due);
                running.extend(due.into_iter().map(|tick| self.tick(tick, deadline)));
                waiting = later;
                wake = until_next(&waiting, now);
            }
            tokio::select! {
                outcome = running.next() => match outcome {
                    Some(Outcome::Next(next)) => waiting.push(next),
                    Some(Outcome::Held(chain)) => held.push(chain),
                    Some(Outcome::Ended) => {}
                    None => break,
                },
                () = sleep(wake) => {}
            }
            may_start = Instant::now().into_std() + SHORTEST < deadline.instant();
        }
        if is_smaller(&waiting, &held) {
            tracing::warn!(chains = waiting.len(), "a larger round takes the chains of this round");
            for tick in waiting {
                self.release(tick).await;
            }
        } else if !waiting.is_empty() {
            let delay = until_next(&waiting, self.ports.clock.now());
            self.queue.send(&waiting, delay).await;
        }
    }

    /// Adds first ticks of the watched chains that have no tick.
    async fn with_unknown(&self, mut ticks: Vec<NextTick>) -> Vec<NextTick> {
        let watched = self.ports.store.chains().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the watched chains cannot be read");
            Vec::new()
        });
        let is_unknown = |chain: &ChainKey| ticks.iter().all(|tick| tick.chain != *chain);
        let unknown = watched.into_iter().filter(is_unknown);
        let unknown = unknown.filter(|chain| self.chains.get(chain).is_some());
        let first = |chain| NextTick {
            chain,
            holder: Uuid::new_v4(),
            at: 0,
        };
        let first: Vec<_> = unknown.map(first).collect();
        ticks.extend(first);
        ticks
    }

    /// Makes a tick.
    async fn tick(&self, tick: NextTick, deadline: Deadline) -> Outcome {
        let Some(mut chain_loop) = self.take(&tick) else {
            tracing::warn!(chain = %tick.chain, "a tick of a chain that is not watched here");
            return Outcome::Ended;
        };
        let (chain, start) = (tick.chain, self.ports.clock.now());
        let ticked = chain_loop.tick(deadline).await;
        let next = |at: Timestamp| {
            Outcome::Next(NextTick {
                chain: chain.clone(),
                holder: chain_loop.holder(),
                at: at.as_millis(),
            })
        };
        let outcome = match ticked {
            Ok(Tick::Idle | Tick::Stopped) => Outcome::Ended,
            Ok(Tick::Held) => Outcome::Held(chain.clone()),
            Ok(Tick::AtHead | Tick::Behind) => next(start.after(delay(&chain))),
            Ok(Tick::More) => next(start),
            Err(error) => {
                tracing::warn!(%chain, %error, "a tick of the notifications failed");
                next(self.ports.clock.now().after(AFTER_FAILURE))
            }
        };
        let blocks = chain_loop.behind();
        if matches!(outcome, Outcome::Next(_)) && blocks > MAX_BEHIND {
            tracing::warn!(%chain, blocks, "the loop is behind the chain");
        }
        self.loops().insert(chain, chain_loop);
        outcome
    }

    /// Releases the lease of a loop, which a different round adopts.
    async fn release(&self, tick: NextTick) {
        let Some(mut chain_loop) = self.take(&tick) else { return };
        if let Err(error) = chain_loop.release().await {
            tracing::warn!(chain = %tick.chain, %error, "the lease of a loop remains until it ends");
        }
        self.loops().insert(tick.chain, chain_loop);
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

/// Returns the time until the first of the ticks, [`Duration::MAX`] without ticks.
fn until_next(ticks: &[NextTick], now: Timestamp) -> Duration {
    let left = ticks.iter().map(|tick| Timestamp::from_millis(tick.at).since(now));
    left.min().unwrap_or(Duration::MAX)
}

/// Returns true if the different rounds with the held chains have more chains than this round, or as many and the first.
fn is_smaller(own: &[NextTick], held: &[ChainKey]) -> bool {
    let first = |names: &mut dyn Iterator<Item = &ChainKey>| names.map(ToString::to_string).min();
    let (mine, theirs) = (first(&mut own.iter().map(|tick| &tick.chain)), first(&mut held.iter()));
    held.len() > own.len() || held.len() == own.len() && theirs < mine
}
