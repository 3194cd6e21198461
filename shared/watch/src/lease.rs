//! The lease of a loop, and the writes of the checkpoint, which extend the lease.

use crate::tick::{ChainLoop, RACES, Step, TickError};
use std::time::Duration;
use uuid::Uuid;
use wallet_notifications::ports::WriteOutcome;
use wallet_notifications::{Checkpoint, Lease};

/// The time after which a different process takes the loop.
const LEASE: Duration = Duration::from_secs(30);

impl ChainLoop {
    /// Takes or extends the lease. Returns `None` if a different process holds the loop.
    pub(crate) async fn hold(&mut self, mut checkpoint: Checkpoint) -> Result<Option<Checkpoint>, TickError> {
        for _ in 0..RACES {
            let now = self.ports.clock.now();
            if checkpoint.is_held(self.holder, now) {
                return Ok(None);
            }
            if self.is_fresh(checkpoint.lease.as_ref()) {
                return Ok(Some(checkpoint));
            }
            let held = Checkpoint {
                lease: Some(self.new_lease()),
                ..checkpoint.clone()
            };
            if let Some(stored) = self.write(&checkpoint, held).await? {
                return Ok(Some(stored));
            }
            // An owner has changed the watched items, or a second loop has taken the lease.
            let current = self.ports.store.checkpoint(self.chain.key()).await?;
            match current.filter(|current| !current.is_stopped) {
                Some(current) => checkpoint = current,
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Returns a lease with a new holder. Every write of the checkpoint has one, so that of several loops in the name of the
    /// same holder, which repeated messages cause, only the one that writes first goes on.
    fn new_lease(&self) -> Lease {
        Lease {
            holder: Uuid::new_v4(),
            until: self.ports.clock.now().after(LEASE).as_millis(),
        }
    }

    /// Ends the lease of this process, so that a different process takes the loop at once.
    pub(crate) async fn release(&mut self) -> Result<(), TickError> {
        let current = self.ports.store.checkpoint(self.chain.key()).await?;
        let is_held = |lease: &Lease| lease.holder == self.holder;
        if let Some(current) = current.filter(|current| current.lease.as_ref().is_some_and(is_held)) {
            let released = Checkpoint {
                lease: None,
                ..current.clone()
            };
            self.write(&current, released).await?;
        }
        Ok(())
    }

    /// Replaces the checkpoint, and returns the stored one; `None` if a second loop or an owner has changed it.
    async fn write(&mut self, from: &Checkpoint, to: Checkpoint) -> Result<Option<Checkpoint>, TickError> {
        let key = self.chain.key();
        let outcome = self.ports.store.move_checkpoint(key, from, &to).await?;
        let stored = Checkpoint {
            revision: from.revision + 1,
            ..to
        };
        if outcome == WriteOutcome::Changed {
            return Ok(None);
        }
        if let Some(lease) = &stored.lease {
            self.holder = lease.holder;
        }
        self.memory.moved_from(from.revision);
        Ok(Some(stored))
    }

    /// Moves the checkpoint.
    pub(crate) async fn advance(&mut self, checkpoint: &mut Checkpoint, to: Checkpoint) -> Result<Step, TickError> {
        let lease = Some(self.new_lease());
        match self.write(checkpoint, Checkpoint { lease, ..to }).await? {
            Some(stored) => {
                *checkpoint = stored;
                Ok(Step::Done)
            }
            None => Ok(Step::Again),
        }
    }

    /// Returns true if this process holds the lease for more than half of the time of a new lease.
    pub(crate) fn is_fresh(&self, lease: Option<&Lease>) -> bool {
        let half = self.ports.clock.now().after(LEASE / 2).as_millis();
        lease.is_some_and(|lease| lease.holder == self.holder && lease.until > half)
    }
}
