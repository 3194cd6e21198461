//! `ports::WatchStore`, and the records of broadcast transactions, which a loop reads.

use super::items::exists;
use super::log::event_of;
use super::row::{
    CHAINS, ChainRow, JSON, chain_key, checkpoint_values, digits, json, json_of, log_key, meta_key, parse_chain,
    sequence_key, sort_key, tracks_key,
};
use super::{DynamoNotifications, END, START};
use crate::broadcasts::broadcasts_key;
use crate::dynamodb::item::{Item as Stored, Key, NONCE, item, key, new_nonce, number, number_of, text};
use crate::dynamodb::transaction::{Condition, Transaction, backoff};
use crate::dynamodb::{RACES, TTL_ATTRIBUTE};
use async_trait::async_trait;
use futures::{StreamExt, TryStreamExt, stream};
use wallet_core::model::Network;
use wallet_core::ports::broadcasts::{Broadcasts, LIFETIME};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::ports::{Broadcast, NewEvent, WatchChange, WatchStore, Watcher, WriteOutcome};
use wallet_notifications::{ChainKey, Checkpoint, Event, Item, Subscription, Track};

/// The number of concurrent deletions.
const DELETIONS: usize = 16;

#[async_trait]
impl WatchStore for DynamoNotifications {
    async fn chains(&self) -> Result<Vec<ChainKey>, StoreError> {
        let mut chains = Vec::new();
        for stored in self.with_prefix(CHAINS, "").await? {
            if number_of(&stored, "subscription_count")? > 0 {
                chains.push(parse_chain(sort_key(&stored, "")?)?);
            }
        }
        Ok(chains)
    }

    async fn checkpoint(&self, chain: &ChainKey) -> Result<Option<Checkpoint>, StoreError> {
        let chain: Option<ChainRow> = self.chain(chain).await?;
        let watched = chain.filter(|chain| chain.subscriptions > 0);
        Ok(watched.map(|chain| chain.checkpoint))
    }

    async fn move_checkpoint(
        &self,
        chain: &ChainKey,
        from: &Checkpoint,
        to: &Checkpoint,
    ) -> Result<WriteOutcome, StoreError> {
        let nonce = new_nonce();
        let mut values = checkpoint_values(&Checkpoint {
            version: from.version,
            revision: from.revision + 1,
            ..to.clone()
        })?;
        values.insert(":nonce".to_owned(), text(&nonce));
        let expression = if let Some(lease) = &to.lease {
            values.insert(":lease".to_owned(), json(lease)?);
            "SET recent_blocks = :recent, watch_version = :version, loop_revision = :revision, is_stopped = :stopped, \
             nonce = :nonce, loop_lease = :lease"
        } else {
            "SET recent_blocks = :recent, watch_version = :version, loop_revision = :revision, is_stopped = :stopped, \
             nonce = :nonce REMOVE loop_lease"
        };
        let outcome = Transaction::new("move checkpoint")
            .update(
                &self.table,
                chain_key(chain),
                expression,
                values,
                super::items::is_same(from),
            )?
            .send_alone(&self.client)
            .await?;
        Ok(match outcome.of_write(&nonce) {
            Ok(()) => WriteOutcome::Written,
            Err(_) => WriteOutcome::Changed,
        })
    }

    async fn changes(&self, chain: &ChainKey, after: u64) -> Result<Vec<WatchChange>, StoreError> {
        self.changes_after(chain, after).await
    }

    async fn watchers(&self, chain: &ChainKey, item: &Item) -> Result<Vec<Watcher>, StoreError> {
        self.valid_watchers(chain, item).await
    }

    async fn watched(&self, chain: &ChainKey, limit: usize) -> Result<Option<Vec<Watcher>>, StoreError> {
        self.all_watchers(chain, limit).await
    }

    async fn tracks(&self, chain: &ChainKey) -> Result<Vec<Track>, StoreError> {
        let stored = self.with_prefix(&tracks_key(chain), "").await?;
        stored.iter().map(|stored| json_of(stored, JSON)).collect()
    }

    async fn append(
        &self,
        chain: &ChainKey,
        track: &Track,
        event: Option<&NewEvent>,
    ) -> Result<WriteOutcome, StoreError> {
        let nonce = new_nonce();
        for race in 0..RACES {
            let transaction =
                Transaction::new("append event").put(&self.table, track_row(chain, track, &nonce)?, follows(track))?;
            let transaction = match event {
                Some(event) => self.append_event(transaction, chain, event).await?,
                None => transaction.check(&self.table, meta_key(track.subscription), exists())?,
            };
            match transaction.send(&self.client).await?.of_write(&nonce) {
                Ok(()) => return Ok(WriteOutcome::Written),
                // The first two writes are those of the record and of the subscription.
                Err(failed) if failed.at(0) || failed.at(1) => return Ok(WriteOutcome::Changed),
                // An event of a different subscription of the owner was appended since the position was read.
                Err(_) => backoff(race).await,
            }
        }
        Err(StoreError::new("append event: too many concurrent events of the owner"))
    }

    async fn close(&self, chain: &ChainKey, tracks: &[Track]) -> Result<(), StoreError> {
        let deletions = tracks.iter().map(|track| (track_key(chain, track), track.revision));
        stream::iter(deletions.collect::<Vec<_>>())
            .map(|(of, revision)| async move {
                // A record that a second loop has changed since stays.
                let condition = Condition::new("revision = :revision", item([(":revision", number(revision))]));
                let deletion = Transaction::new("close record").delete(&self.table, of, Some(condition))?;
                deletion.send(&self.client).await.map(drop)
            })
            .buffer_unordered(DELETIONS)
            .try_collect()
            .await
    }

    async fn broadcasts(&self, chain: &ChainKey, now: Timestamp) -> Result<Vec<Broadcast>, StoreError> {
        self.recorded(chain, now).await
    }

    async fn remove_broadcasts(&self, chain: &ChainKey, txids: &[String]) -> Result<(), StoreError> {
        self.remove_recorded(chain, txids).await
    }

    async fn event(&self, subscription: &Subscription, sequence: u64) -> Result<Option<Event>, StoreError> {
        let Some(pointer) = self.read(sequence_key(subscription.id, sequence)).await? else {
            return Ok(None);
        };
        let log = log_key(&subscription.owner, &subscription.chain);
        let position = digits(number_of(&pointer, "log_position")?);
        let stored = self.read((log, position).into()).await?;
        stored.as_ref().map(event_of).transpose()
    }
}

fn track_key(chain: &ChainKey, track: &Track) -> Key {
    (tracks_key(chain), format!("{}#{}", track.subscription, track.txid)).into()
}

fn track_row(chain: &ChainKey, track: &Track, nonce: &str) -> Result<Stored, StoreError> {
    let mut stored = key(track_key(chain, track));
    stored.extend(item([
        (JSON, json(track)?),
        ("revision", number(track.revision)),
        (NONCE, text(nonce)),
    ]));
    Ok(stored)
}

/// Returns the condition that the stored record is the predecessor of a record.
fn follows(track: &Track) -> Condition {
    match track.revision.checked_sub(1) {
        None => Condition::absent(),
        Some(before) => Condition::new("revision = :before", item([(":before", number(before))])),
    }
}

#[async_trait]
impl Broadcasts for DynamoNotifications {
    async fn record(&self, chain: &str, network: Network, txid: &str, now: Timestamp) -> Result<(), StoreError> {
        let mut record = key((broadcasts_key(chain, network), txid));
        record.extend(item([(TTL_ATTRIBUTE, number(now.after(LIFETIME).as_secs()))]));
        let record = Transaction::new("record broadcast").put(&self.table, record, Condition::absent())?;
        record.send(&self.client).await.map(drop)
    }
}

impl DynamoNotifications {
    /// Returns the records of a chain that have not expired: at most a page, 1 MB.
    pub(super) async fn recorded(&self, chain: &ChainKey, now: Timestamp) -> Result<Vec<Broadcast>, StoreError> {
        let pk = broadcasts_key(&chain.chain, chain.network);
        let (rows, _) = self.page(&pk, (START, END), None, None).await?;
        let records = rows.iter().map(|row| {
            let expires_at = number_of(row, TTL_ATTRIBUTE)?;
            Ok(Broadcast {
                txid: sort_key(row, "")?.to_owned(),
                at: Timestamp::from_secs(expires_at.saturating_sub(LIFETIME.as_secs())),
            })
        });
        let records = records.collect::<Result<Vec<_>, StoreError>>()?.into_iter();
        Ok(records.filter(|record| record.at.after(LIFETIME) > now).collect())
    }

    /// Removes records of a chain.
    pub(super) async fn remove_recorded(&self, chain: &ChainKey, txids: &[String]) -> Result<(), StoreError> {
        let pk = broadcasts_key(&chain.chain, chain.network);
        self.delete_rows(txids.iter().map(|txid| (&pk, txid).into())).await
    }
}
