//! The loop of a chain: a tick reads the blocks after the checkpoint, matches them, appends the events, and moves the
//! checkpoint.
//!
//! Every step can be repeated after the end of the process at any time: an event and the record of its transaction are one
//! write, and the checkpoint moves after the events of the blocks. Two loops of one chain at once are slower and write
//! the same: each write is conditional on the state that was read.
//!
//! The checkpoint is written once per tick, and after a number of blocks or a part of the lease, since each write costs. After
//! the end of a process the next process works over the blocks since the last write again.

use crate::chain::{WatchedBlock, WatchedChain};
use crate::memory::Memory;
use crate::subscribed::Head;
use futures::stream::{self, StreamExt};
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::UpstreamError;
use wallet_notifications::delivery::Schedule;
use wallet_notifications::ports::{DeliveryQueue, Subscriptions, WatchStore, Watcher};
use wallet_notifications::{BlockId, Checkpoint, Observation, State, Track};

/// The minimum number of blocks that the checkpoint holds.
const MIN_HELD: u64 = 100;

/// The maximum number of blocks that a tick processes before the checkpoint is written.
pub const MAX_UNWRITTEN: usize = 16;

/// The number of owners whose events are announced at once.
const ANNOUNCEMENTS: usize = 16;

/// The number of attempts to write after concurrent changes.
pub(crate) const RACES: u32 = 8;

/// The ports of the loops.
#[derive(Clone)]
pub struct LoopPorts {
    /// The state of the loops.
    pub store: Arc<dyn WatchStore>,
    /// The subscriptions.
    pub subscriptions: Arc<dyn Subscriptions>,
    /// The time of events.
    pub clock: Arc<dyn Clock>,
    /// The time for which the log keeps events.
    pub retention: Duration,
    /// The queue that carries the deliveries of new events to the senders.
    pub queue: Arc<dyn DeliveryQueue>,
    /// The times of the attempts of deliveries.
    pub schedule: Schedule,
}

/// The loop of a chain.
pub struct ChainLoop {
    pub(crate) ports: LoopPorts,
    pub(crate) chain: Arc<dyn WatchedChain>,
    pub(crate) memory: Memory,
    /// The number of addresses whose pending transactions were requested.
    pub(crate) polled: usize,
    /// The watched items of a version of the checkpoint.
    pub(crate) watched: Option<(u64, Arc<[Watcher]>)>,
    /// The watched transactions that were looked up once, on a chain without a pending state.
    pub(crate) looked_up: HashSet<String>,
    /// True if the blocks since the last write of the checkpoint have added watched items.
    pub(crate) has_extended: bool,
    /// The owners whose log has a new event since the last announcement.
    pub(crate) announced: BTreeSet<String>,
    /// The holder of the lease, as this loop knows it.
    pub(crate) holder: Uuid,
    /// The number of blocks between the checkpoint and the head after the last tick.
    behind: u64,
}

/// The result of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    /// The chain has no subscription.
    Idle,
    /// A different process holds the loop.
    Held,
    /// A reorganisation was deeper than the held blocks, and only an operator resumes the loop.
    Stopped,
    /// The upstreams are behind the checkpoint.
    Behind,
    /// The checkpoint is at the head.
    AtHead,
    /// Blocks remain: the deadline has passed, or the chain or the watched items have changed.
    More,
}

/// Reasons why a tick fails. The next tick starts at the last checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum TickError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The upstreams failed.
    #[error(transparent)]
    Upstream(#[from] UpstreamError),
}

/// The result of a step: go on, or read the state again.
pub(crate) enum Step {
    Done,
    Again,
}

impl ChainLoop {
    /// Creates the loop of a chain, which takes the lease in the name of `holder` only if that name holds the lease, or none does.
    pub fn new(ports: LoopPorts, chain: Arc<dyn WatchedChain>, holder: Uuid) -> Self {
        Self {
            ports,
            chain,
            memory: Memory::default(),
            polled: 0,
            watched: None,
            looked_up: HashSet::new(),
            has_extended: false,
            announced: BTreeSet::new(),
            holder,
            behind: 0,
        }
    }

    /// Continues the loop in the name of the holder of the lease.
    pub(crate) fn continue_as(&mut self, holder: Uuid) {
        self.holder = holder;
    }

    /// Returns the holder of the lease as this loop knows the holder.
    pub(crate) fn holder(&self) -> Uuid {
        self.holder
    }

    /// Returns the number of blocks between the checkpoint and the head after the last tick.
    pub(crate) fn behind(&self) -> u64 {
        self.behind
    }

    /// Processes the blocks after the checkpoint until the deadline, and then the pending transactions. Announces the events of
    /// each part once for each owner.
    ///
    /// # Errors
    /// The database or the upstreams fail.
    pub async fn tick(&mut self, deadline: Deadline) -> Result<Tick, TickError> {
        let tick = self.follow_head(deadline).await;
        self.announce().await;
        tick
    }

    /// Announces the events since the last announcement.
    async fn announce(&mut self) {
        let (owners, queue) = (std::mem::take(&mut self.announced), &self.ports.queue);
        let announce = |owner: String| async move { queue.announce(&owner).await };
        stream::iter(owners).for_each_concurrent(ANNOUNCEMENTS, announce).await;
    }

    async fn follow_head(&mut self, deadline: Deadline) -> Result<Tick, TickError> {
        let key = self.chain.key().clone();
        let Some(checkpoint) = self.ports.store.checkpoint(&key).await? else {
            return Ok(Tick::Idle);
        };
        if checkpoint.is_stopped {
            return Ok(Tick::Stopped);
        }
        let Some(mut checkpoint) = self.hold(checkpoint).await? else {
            return Ok(Tick::Held);
        };
        self.memory.refresh(&*self.ports.store, &key, &checkpoint).await?;
        let head = self.chain.head(deadline).await?;
        if let Some(tick) = self.rewind(&mut checkpoint, &head, deadline).await? {
            return Ok(tick);
        }
        self.drop_foreign(&checkpoint).await?;
        self.settle(&checkpoint, &head).await?;
        let tick = self.follow(&mut checkpoint, &head, deadline).await?;
        // The pending transactions of slow upstreams take longer than the blocks.
        self.announce().await;
        if tick == Tick::AtHead {
            match self.read_pending(&checkpoint, deadline).await {
                Err(TickError::Upstream(_)) if has_passed(deadline) => {
                    tracing::info!(chain = %key, "not all pending transactions were read before the deadline");
                }
                read => read?,
            }
        }
        Ok(tick)
    }

    /// Returns to the common ancestor if the last processed block is no longer in the best chain: the transactions of the
    /// abandoned blocks are dropped. Returns the result of the tick if it ends here.
    async fn rewind(
        &mut self,
        checkpoint: &mut Checkpoint,
        head: &Head,
        deadline: Deadline,
    ) -> Result<Option<Tick>, TickError> {
        let is_resumed = checkpoint.is_resumed();
        let mut ancestor = None;
        for block in checkpoint.recent.iter().rev() {
            if block.height > head.block.height {
                // The upstream is behind, or the chain is shorter than before: wait until it is as long.
                return Ok(Some(Tick::Behind));
            }
            let hash = if block.height == head.block.height {
                Some(head.block.hash.clone())
            } else {
                self.chain.block_hash(block.height, deadline).await?
            };
            match hash {
                None => return Ok(Some(Tick::Behind)),
                Some(hash) if hash == block.hash || is_resumed => {
                    let height = block.height;
                    ancestor = Some(BlockId { height, hash });
                    break;
                }
                Some(_) => {}
            }
        }
        let Some(ancestor) = ancestor else {
            return self.stop(checkpoint).await.map(Some);
        };
        if checkpoint.block() == Some(&ancestor) {
            return Ok(None);
        }
        let (chain, height) = (self.chain.key(), ancestor.height);
        tracing::warn!(%chain, height = checkpoint.height(), ancestor = height, "the chain was reorganised");
        let is_abandoned = |track: &Track| track.block.as_ref().is_some_and(|block| block.height > height);
        for track in self.memory.tracks(is_abandoned) {
            self.report_later(&track, Observation::Abandoned, None, checkpoint.height())
                .await?;
        }
        let rewound = if is_resumed {
            Checkpoint {
                recent: vec![ancestor],
                ..checkpoint.clone()
            }
        } else {
            checkpoint.back_to(height)
        };
        match self.advance(checkpoint, rewound).await? {
            Step::Done => Ok(None),
            Step::Again => Ok(Some(Tick::More)),
        }
    }

    /// Stops the loop until an operator resumes it.
    async fn stop(&mut self, checkpoint: &mut Checkpoint) -> Result<Tick, TickError> {
        let chain = self.chain.key();
        tracing::error!(%chain, height = checkpoint.height(), "a reorganisation is deeper than the held blocks: the loop stops");
        let stopped = Checkpoint {
            is_stopped: true,
            ..checkpoint.clone()
        };
        self.advance(checkpoint, stopped).await?;
        Ok(Tick::Stopped)
    }

    /// Processes the blocks up to the head, and moves the checkpoint behind them. If the watched items have changed, the blocks
    /// since the last write of the checkpoint are worked over again: their events are known by their records.
    async fn follow(
        &mut self,
        checkpoint: &mut Checkpoint,
        head: &Head,
        deadline: Deadline,
    ) -> Result<Tick, TickError> {
        let (mut read, mut races, start) = (VecDeque::new(), 0, checkpoint.height());
        while races < RACES {
            let mut moved = checkpoint.clone();
            // A failure keeps the blocks before.
            let walked = self.walk(&mut moved, &mut read, head, deadline).await;
            if moved.height() > checkpoint.height() {
                if let Step::Again = self.advance(checkpoint, moved).await? {
                    walked?;
                    if !self.reread(checkpoint).await? {
                        return Ok(Tick::More);
                    }
                    if !self.chain.lists_blocks() {
                        // The blocks lack the transactions of items that were not watched when they were read.
                        read.clear();
                    }
                    races += 1;
                    continue;
                }
                self.settle(checkpoint, head).await?;
            }
            if has_passed(deadline) && checkpoint.height() > start && matches!(walked, Err(TickError::Upstream(_))) {
                // The next tick goes on.
                break;
            }
            if let Some(tick) = walked? {
                return Ok(tick);
            }
        }
        Ok(Tick::More)
    }

    /// Reads the checkpoint and the watched items again. Returns false if a second loop has moved the checkpoint, or the loop
    /// is stopped.
    async fn reread(&mut self, checkpoint: &mut Checkpoint) -> Result<bool, TickError> {
        let key = self.chain.key().clone();
        let current = self.ports.store.checkpoint(&key).await?;
        let is_same = |current: &Checkpoint| current.revision == checkpoint.revision && !current.is_stopped;
        let Some(current) = current.filter(is_same) else {
            self.memory.forget();
            return Ok(false);
        };
        *checkpoint = current;
        self.memory.refresh(&*self.ports.store, &key, checkpoint).await?;
        Ok(true)
    }

    /// Appends the events of the next blocks, and moves the position in memory. Returns the result of the tick if the walk ends,
    /// `None` if the position has to be written first. `read` has the last block, for a second walk, and those read ahead.
    async fn walk(
        &mut self,
        position: &mut Checkpoint,
        read: &mut VecDeque<WatchedBlock>,
        head: &Head,
        deadline: Deadline,
    ) -> Result<Option<Tick>, TickError> {
        self.has_extended = false;
        for _ in 0..MAX_UNWRITTEN {
            self.behind = head.block.height.saturating_sub(position.height());
            if self.behind == 0 {
                return Ok(Some(Tick::AtHead));
            }
            if has_passed(deadline) {
                return Ok(Some(Tick::More));
            }
            let next = position.height() + 1;
            while read.front().is_some_and(|block| block.id.height != next) {
                read.pop_front();
            }
            if read.is_empty() {
                let items = self.listed_items(position.version).await?;
                let heights = next..=head.block.height;
                *read = self.chain.blocks(heights, &items, deadline).await?.into();
            }
            let Some(block) = read.pop_front() else {
                return Ok(Some(Tick::Behind));
            };
            let is_child = position.block().is_some_and(|parent| parent.hash == block.parent);
            if !is_child || block.id.height != next {
                // The chain was reorganised since the head was read.
                return Ok(Some(Tick::More));
            }
            let moved = position.after(block.id.clone(), self.held());
            self.drop_foreign(&moved).await?;
            match self.match_block(&block, head, deadline).await {
                // The next tick goes on with the transactions that have no record.
                Err(TickError::Upstream(_)) if has_passed(deadline) => return Ok(Some(Tick::More)),
                matched => matched?,
            }
            *position = moved;
            read.push_front(block);
            if self.has_extended || !self.is_fresh(position.lease.as_ref()) {
                break;
            }
        }
        Ok(None)
    }

    /// Drops the transactions in blocks that the checkpoint contradicts: the process ended, or a second loop was ahead, between
    /// the events of a block and the checkpoint, and the block was abandoned before any checkpoint had it.
    async fn drop_foreign(&mut self, checkpoint: &Checkpoint) -> Result<(), TickError> {
        let is_foreign = |block: &BlockId| {
            let recent = &checkpoint.recent;
            let found = recent.binary_search_by_key(&block.height, |recent| recent.height);
            found.is_ok_and(|index| recent[index].hash != block.hash)
        };
        for track in self.memory.tracks(|track| track.block.as_ref().is_some_and(is_foreign)) {
            self.report_later(&track, Observation::Abandoned, None, checkpoint.height())
                .await?;
        }
        Ok(())
    }

    /// Writes which transactions are final at the checkpoint, and removes the records of those that cannot change any more.
    async fn settle(&mut self, checkpoint: &Checkpoint, head: &Head) -> Result<(), TickError> {
        let height = checkpoint.height();
        let confirmations = self.chain.confirmations();
        let finalized = head.finalized.unwrap_or_default();
        let is_deep = |block: &BlockId| {
            block.height <= height && (block.height + confirmations <= height + 1 || block.height <= finalized)
        };
        let is_settled = |track: &Track| track.state == State::Confirmed && track.block.as_ref().is_some_and(is_deep);
        for track in self.memory.tracks(is_settled) {
            self.report_later(&track, Observation::Settled, None, height).await?;
        }
        let oldest = height.saturating_sub(self.held() as u64);
        let closed = self
            .memory
            .tracks(|track| track.state != State::Seen && track.changed_at < oldest);
        self.close(&closed).await
    }

    /// Removes records.
    pub(crate) async fn close(&mut self, closed: &[Track]) -> Result<(), TickError> {
        if !closed.is_empty() {
            self.ports.store.close(self.chain.key(), closed).await?;
            self.memory.remove(closed);
        }
        Ok(())
    }

    /// Returns the number of blocks that the checkpoint holds.
    fn held(&self) -> usize {
        usize::try_from(self.chain.confirmations().max(MIN_HELD)).unwrap_or(usize::MAX)
    }
}

/// Returns true after the deadline.
fn has_passed(deadline: Deadline) -> bool {
    std::time::Instant::now() >= deadline.instant()
}
