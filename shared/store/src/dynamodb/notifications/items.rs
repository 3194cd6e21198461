//! Changes of the watched items of a subscription.

use super::DynamoNotifications;
use super::batch::{NewBatch, batch_key, watcher_key};
use super::row::{ChainRow, Meta, chain_key, json, meta_key, usage_key};
use crate::dynamodb::RACES;
use crate::dynamodb::item::{Item as Stored, Key, NONCE, item, key as stored_key, new_nonce, number, text, texts};
use crate::dynamodb::transaction::{Condition, FailedConditions, Transaction, backoff};
use aws_sdk_dynamodb::types::AttributeValue;
use std::collections::{BTreeMap, HashSet};
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_notifications::ports::WatchOutcome;
use wallet_notifications::{ChainKey, Checkpoint, Item, Limits, Watched, WatchedItem};

/// The maximum number of batches from which a transaction removes items.
const BATCHES: usize = 80;

/// The maximum number of added or removed hashes in a row, 8 bytes each; a row has at most 400 KB.
pub(super) const HASHES: usize = 40_000;

/// The condition that the items of a chain have not changed.
const SAME_VERSION: &str = "watch_version = :before_version";

/// The condition that neither the items of a chain nor the checkpoint have changed.
const SAME_CHECKPOINT: &str = "watch_version = :before_version AND loop_revision = :before_revision";

/// Returns the condition that neither the items of a chain nor the checkpoint have changed.
pub(super) fn is_same(checkpoint: &Checkpoint) -> Condition {
    let values = item([
        (":before_version", number(checkpoint.version)),
        (":before_revision", number(checkpoint.revision)),
    ]);
    Condition::new(SAME_CHECKPOINT, values)
}

/// A requested change.
pub(super) struct ItemsChange<'a> {
    pub(super) add: &'a [WatchedItem],
    pub(super) remove: &'a [Item],
    /// The limits of the owner and of the chain.
    pub(super) limits: Option<Limits>,
    /// The height from which on the facts about the added items are unknown.
    pub(super) head: Option<u64>,
    /// The number of derived addresses.
    pub(super) derived: Option<[u32; 2]>,
}

/// A change of the hashes of a chain.
pub(super) struct HashesChange<'a> {
    added: &'a [u64],
    removed: &'a [u64],
    /// The number of addresses of the subscription before and after.
    totals: (u64, u64),
}

/// A change of a subscription in a transaction.
struct Plan<'a> {
    before: Meta,
    after: Meta,
    add: Vec<&'a WatchedItem>,
    /// The items to remove, by their batches.
    remove: BTreeMap<String, Vec<&'a Item>>,
    /// True if further items are to be removed.
    is_part: bool,
}

/// The result of a transaction.
enum Step {
    /// The change is done or impossible.
    End(WatchOutcome),
    /// More items than fit in a transaction are to be removed.
    Part { added: u64, removed: u64 },
}

impl Plan<'_> {
    fn chain(&self) -> &ChainKey {
        &self.before.subscription.chain
    }

    fn id(&self) -> Uuid {
        self.before.subscription.id
    }

    fn is_empty(&self) -> bool {
        self.add.is_empty() && self.remove.is_empty() && self.before.subscription == self.after.subscription
    }

    /// Returns the numbers of addresses added and removed.
    fn counts(&self) -> (u64, u64) {
        let added = self.add.iter().filter(|watched| watched.item.is_address()).count();
        let removed = self.remove.values().flatten().filter(|item| item.is_address()).count();
        (added as u64, removed as u64)
    }

    /// Returns the number of addresses before and after.
    fn totals(&self) -> (u64, u64) {
        let of = |meta: &Meta| meta.subscription.watched.addresses();
        (of(&self.before), of(&self.after))
    }

    /// Returns the number of addresses that the owner may have before the change; `None` without a limit. The error is the limit if
    /// the change alone exceeds the limit.
    fn room(&self, max_addresses: Option<u64>) -> Result<Option<u64>, u64> {
        let (before, after) = self.totals();
        match max_addresses {
            Some(max) if after > before => max.checked_sub(after - before).map(Some).ok_or(max),
            _ => Ok(None),
        }
    }

    fn step(&self) -> Step {
        let (added, removed) = self.counts();
        if self.is_part {
            return Step::Part { added, removed };
        }
        let total = self.totals().1;
        Step::End(WatchOutcome::Changed { added, removed, total })
    }
}

impl DynamoNotifications {
    /// Changes the watched items. Repeats the change for removed items of more batches than fit in a transaction.
    pub(super) async fn change_items(&self, id: Uuid, change: &ItemsChange<'_>) -> Result<WatchOutcome, StoreError> {
        let (mut earlier_added, mut earlier_removed) = (0, 0);
        loop {
            match self.change_some(id, change).await? {
                Step::Part { added, removed } => {
                    earlier_added += added;
                    earlier_removed += removed;
                }
                Step::End(WatchOutcome::Changed { added, removed, total }) => {
                    return Ok(WatchOutcome::Changed {
                        added: earlier_added + added,
                        removed: earlier_removed + removed,
                        total,
                    });
                }
                Step::End(outcome) => return Ok(outcome),
            }
        }
    }

    async fn change_some(&self, id: Uuid, change: &ItemsChange<'_>) -> Result<Step, StoreError> {
        for race in 0..RACES {
            let Some(meta) = self.meta(id).await? else {
                return Ok(Step::End(WatchOutcome::NotFound));
            };
            let plan = self.plan(meta, change).await?;
            if plan.is_empty() {
                return Ok(plan.step());
            }
            if let Some(step) = self.execute(&plan, change).await? {
                return Ok(step);
            }
            backoff(race).await;
        }
        Err(StoreError::new("watch items: too many concurrent changes"))
    }

    async fn plan<'a>(&self, before: Meta, change: &ItemsChange<'a>) -> Result<Plan<'a>, StoreError> {
        let subscription = &before.subscription;
        let mut items = HashSet::new();
        let adds: Vec<_> = change.add.iter().filter(|add| items.insert(&add.item)).collect();
        let unwatched: Vec<_> = change.remove.iter().filter(|item| items.insert(item)).collect();
        let items = items.into_iter().cloned().collect();
        let owned = (subscription.id, before.born.as_str());
        let known = self.valid_batches(&subscription.chain, owned, items).await?;
        let mut remove = BTreeMap::<_, Vec<_>>::new();
        for item in unwatched {
            if let Some(batch) = known.get(item) {
                remove.entry(batch.clone()).or_default().push(item);
            }
        }
        let is_part = remove.len() > BATCHES;
        let mut plan = Plan {
            after: before.next(),
            add: adds.into_iter().filter(|add| !known.contains_key(&add.item)).collect(),
            remove: remove.into_iter().take(BATCHES).collect(),
            is_part,
            before,
        };
        let (added, removed) = plan.counts();
        match &mut plan.after.subscription.watched {
            Watched::Addresses(count) => *count = (*count + added).saturating_sub(removed),
            Watched::Key(key) => {
                for (derived, stated) in key.derived.iter_mut().zip(change.derived.unwrap_or_default()) {
                    *derived = stated.max(*derived);
                }
            }
            Watched::Transactions(_) => {}
        }
        Ok(plan)
    }

    /// Executes a plan. Returns `None` if the subscription or the chain has changed since.
    async fn execute(&self, plan: &Plan<'_>, change: &ItemsChange<'_>) -> Result<Option<Step>, StoreError> {
        let Some(chain) = self.chain(plan.chain()).await? else {
            return Err(StoreError::new("the chain of a subscription has no checkpoint"));
        };
        let head = change.head.filter(|_| !plan.add.is_empty());
        if head.is_some_and(|head| chain.checkpoint.height() > head) {
            return Ok(Some(Step::End(WatchOutcome::Stale)));
        }
        let max_addresses = change.limits.map(|limits| limits.addresses);
        let room = match plan.room(max_addresses) {
            Ok(room) => room,
            Err(limit) => return Ok(Some(Step::End(WatchOutcome::LimitReached(limit)))),
        };
        let (before, after) = plan.totals();
        let limits = change.limits.filter(|_| after > before);
        if let Some(limit) = limits.and_then(|limits| chain.exceeded(after - before, &limits)) {
            return Ok(Some(Step::End(WatchOutcome::ChainLimitReached(limit))));
        }
        let nonce = new_nonce();
        let batches = NewBatch::divide(&nonce, &plan.add);
        self.put_items(plan.chain(), plan.id(), &batches).await?;
        let transaction = self.change_owner(plan, room, &nonce)?;
        let transaction = self.change_chain(transaction, plan, &chain, head.is_some(), &nonce)?;
        let owned = (plan.id(), plan.before.born.as_str());
        let mut transaction = self.put_batches(transaction, owned, &batches, &nonce)?;
        let mut removed = Vec::new();
        for (batch, items) in &plan.remove {
            let keys: Vec<_> = items.iter().map(|item| item.key()).collect();
            removed.extend(keys.iter().map(|key| watcher_key(plan.chain(), key, plan.id(), batch)));
            transaction = transaction.update(
                &self.table,
                batch_key(plan.id(), batch),
                "ADD removed_keys :removed",
                item([(":removed", texts(keys))]),
                exists(),
            )?;
        }
        match transaction.send(&self.client).await?.of_write(&nonce) {
            Ok(()) => {
                self.delete_ineffective(removed).await;
                Ok(Some(plan.step()))
            }
            Err(failed) => {
                self.discard(plan.chain(), plan.id(), &batches).await;
                let limit = max_addresses.filter(|_| room.is_some() && is_limit(&failed));
                Ok(limit.map(|limit| Step::End(WatchOutcome::LimitReached(limit))))
            }
        }
    }

    /// Starts a transaction with the subscription and the number of addresses of the owner.
    fn change_owner(&self, plan: &Plan<'_>, room: Option<u64>, nonce: &str) -> Result<Transaction, StoreError> {
        let transaction = Transaction::new("watch items");
        let transaction = self.change_meta(transaction, &plan.before, &plan.after, nonce)?;
        let (before, after) = plan.totals();
        if before == after {
            return Ok(transaction);
        }
        let condition = room.map_or_else(exists, |room| {
            Condition::new("address_count <= :room", item([(":room", number(room))]))
        });
        let difference = difference(before, after);
        let usage = usage_key(&plan.before.subscription.owner);
        transaction.update(
            &self.table,
            usage,
            "ADD address_count :difference",
            item([(":difference", difference)]),
            condition,
        )
    }

    /// Adds a change of what the owner may change of a subscription to a transaction.
    pub(super) fn change_meta(
        &self,
        transaction: Transaction,
        before: &Meta,
        after: &Meta,
        nonce: &str,
    ) -> Result<Transaction, StoreError> {
        transaction.update(
            &self.table,
            meta_key(before.subscription.id),
            "SET json = :json, revision = :revision, nonce = :nonce",
            item([
                (":json", json(&after.subscription)?),
                (":revision", number(after.revision)),
                (":nonce", text(nonce)),
            ]),
            is_unchanged(before),
        )
    }

    /// Adds the hashes of a plan to the changes of the chain.
    fn change_chain(
        &self,
        transaction: Transaction,
        plan: &Plan<'_>,
        chain: &ChainRow,
        has_head: bool,
        nonce: &str,
    ) -> Result<Transaction, StoreError> {
        let added: Vec<_> = plan.add.iter().map(|watched| watched.item.hash()).collect();
        let removed: Vec<_> = plan.remove.values().flatten().map(|item| item.hash()).collect();
        if added.is_empty() && removed.is_empty() {
            return Ok(transaction);
        }
        let condition = if has_head {
            is_same(&chain.checkpoint)
        } else {
            Condition::new(
                SAME_VERSION,
                item([(":before_version", number(chain.checkpoint.version))]),
            )
        };
        let change = HashesChange {
            added: &added,
            removed: &removed,
            totals: plan.totals(),
        };
        self.raise_version(transaction, plan.chain(), chain, condition, &change, nonce)
    }

    /// Adds a change of hashes, with the next version of the chain, to a transaction.
    pub(super) fn raise_version(
        &self,
        transaction: Transaction,
        key: &ChainKey,
        chain: &ChainRow,
        condition: Condition,
        change: &HashesChange<'_>,
        nonce: &str,
    ) -> Result<Transaction, StoreError> {
        let version = chain.checkpoint.version + 1;
        let (before, after) = change.totals;
        let transaction = transaction.update(
            &self.table,
            chain_key(key),
            "SET watch_version = :version ADD watched_count :difference",
            item([
                (":version", number(version)),
                (":difference", difference(before, after)),
            ]),
            condition,
        )?;
        self.record_change(transaction, key, version, [change.added, change.removed], nonce)
    }

    /// Removes hashes from a chain. A removal must not happen twice, since a different subscription can watch the same items: a
    /// row with the nonce stays until the outcome is known, because a compaction can delete the row of the change before.
    pub(super) async fn remove_hashes(&self, key: &ChainKey, hashes: &[u64]) -> Result<(), StoreError> {
        let nonce = new_nonce();
        let removal: Key = (format!("removal#{nonce}"), "meta").into();
        let mut stored = stored_key(removal.clone());
        stored.insert(NONCE.to_owned(), text(&nonce));
        for race in 0..RACES {
            let Some(chain) = self.chain(key).await? else {
                return Ok(());
            };
            let condition = Condition::new(
                SAME_VERSION,
                item([(":before_version", number(chain.checkpoint.version))]),
            );
            let transaction = Transaction::new("remove hashes");
            // The deletion of the subscription has changed the number of watched addresses.
            let change = HashesChange {
                added: &[],
                removed: hashes,
                totals: (0, 0),
            };
            let transaction = self.raise_version(transaction, key, &chain, condition, &change, &nonce)?;
            let transaction = transaction.put(&self.table, stored.clone(), Condition::absent())?;
            if transaction.send(&self.client).await?.of_write(&nonce).is_ok() {
                self.delete_ineffective(vec![removal]).await;
                return Ok(());
            }
            backoff(race).await;
        }
        Err(StoreError::new("remove hashes: too many concurrent changes"))
    }

    pub(super) async fn meta(&self, id: Uuid) -> Result<Option<Meta>, StoreError> {
        let stored = self.read(meta_key(id)).await?;
        stored.as_ref().map(Meta::from_item).transpose()
    }
}

/// Returns true if only the condition of the owner's usage failed: the second write of the transaction.
fn is_limit(failed: &FailedConditions) -> bool {
    !failed.at(0) && failed.at(1)
}

/// Returns the condition that the owner has not changed a subscription.
pub(super) fn is_unchanged(meta: &Meta) -> Condition {
    let values = item([(":before_revision", number(meta.revision)), (":born", text(&meta.born))]);
    Condition::new("revision = :before_revision AND born = :born", values)
}

/// Returns the condition that an item exists.
pub(super) fn exists() -> Condition {
    Condition::new("attribute_exists(pk)", Stored::new())
}

/// Creates a number attribute, which may be negative: what is added to `before` to get `after`.
pub(super) fn difference(before: u64, after: u64) -> AttributeValue {
    AttributeValue::N((i128::from(after) - i128::from(before)).to_string())
}
