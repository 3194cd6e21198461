//! `ports::Subscriptions`.

use super::batch::{NewBatch, batch_key, hash_of_key, watcher_key};
use super::items::{HASHES, ItemsChange, difference, exists, is_same, is_unchanged};
use super::row::{
    ChainRow, Meta, SUBSCRIPTION, chain_key, checkpoint_values, meta_key, owned_key, owner_key, sort_key, usage_key,
    watching_key,
};
use super::{DynamoNotifications, END};
use crate::dynamodb::RACES;
use crate::dynamodb::item::{Item as Stored, NONCE, item, key, new_nonce, number, number_of, text};
use crate::dynamodb::transaction::{Condition, FailedConditions, Transaction, backoff};
use async_trait::async_trait;
use std::collections::HashSet;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_notifications::ports::{
    Change, CreateOutcome, NewSubscription, SettingsChange, SubscriptionPage, Subscriptions, WatchOutcome,
};
use wallet_notifications::{Checkpoint, Item, Limits, Subscription, WatchedItem, Webhook, WebhookStatus};

/// The number of hashes of a deleted subscription that a transaction removes.
const REMOVED_AT_ONCE: usize = 1000;

/// The position of the write of the owner's usage in the transaction of a creation.
const USAGE: usize = 1;

impl DynamoNotifications {
    /// Returns the limit that a further subscription would exceed; `usage` is the row of the owner.
    fn exceeded(usage: Option<&Stored>, new: &NewSubscription) -> Result<Option<u64>, StoreError> {
        let count = |name| usage.map_or(Ok(0), |usage| number_of(usage, name));
        if count("subscription_count")? >= new.limits.subscriptions {
            return Ok(Some(new.limits.subscriptions));
        }
        let addresses = count("address_count")?.saturating_add(new.subscription.watched.addresses());
        Ok((addresses > new.limits.addresses).then_some(new.limits.addresses))
    }

    /// Adds the subscription to the list and the usage of the owner.
    fn add_to_owner(&self, new: &NewSubscription, meta: &Meta, nonce: &str) -> Result<Transaction, StoreError> {
        let subscription = &meta.subscription;
        let mut stored = key(meta_key(subscription.id));
        stored.extend(meta.to_item()?);
        stored.insert(NONCE.to_owned(), text(nonce));
        let addresses = subscription.watched.addresses();
        let limits = item([
            (":subscriptions", number(new.limits.subscriptions)),
            (":room", number(new.limits.addresses.saturating_sub(addresses))),
        ]);
        let within = "attribute_not_exists(pk) OR (subscription_count < :subscriptions AND address_count <= :room)";
        Transaction::new("create subscription")
            .put(&self.table, stored, Condition::absent())?
            .update(
                &self.table,
                usage_key(&subscription.owner),
                "ADD subscription_count :one, address_count :addresses",
                item([(":one", number(1)), (":addresses", number(addresses))]),
                Condition::new(within, limits),
            )?
            .put(
                &self.table,
                key(owned_key(&subscription.owner, subscription.id)),
                Condition::absent(),
            )?
            .put(
                &self.table,
                key(watching_key(&subscription.chain, subscription.id)),
                Condition::absent(),
            )
    }

    /// Adds the subscription to the chain, with a new loop if the chain has none.
    fn add_to_chain(
        &self,
        transaction: Transaction,
        new: &NewSubscription,
        chain: Option<&ChainRow>,
        hashes: &[u64],
        nonce: &str,
    ) -> Result<Transaction, StoreError> {
        let name = &new.subscription.chain;
        let stored_key = chain_key(name);
        let before = chain.map(|chain| &chain.checkpoint);
        let version = before.map_or(0, |before| before.version) + 1;
        let watched = number(new.subscription.watched.total());
        let transaction = match chain {
            Some(chain) if chain.subscriptions > 0 => transaction.update(
                &self.table,
                stored_key,
                "SET watch_version = :version ADD subscription_count :one, watched_count :watched",
                item([
                    (":version", number(version)),
                    (":one", number(1)),
                    (":watched", watched),
                ]),
                is_same(&chain.checkpoint),
            )?,
            // Version and revision continue, so that no loop mistakes the new position for an earlier one.
            _ => {
                let mut values = checkpoint_values(&Checkpoint {
                    version,
                    revision: before.map_or(0, |before| before.revision + 1),
                    ..Checkpoint::at(new.head.clone())
                })?;
                values.extend(item([(":one", number(1)), (":watched", watched)]));
                transaction.update(
                    &self.table,
                    stored_key,
                    "SET recent_blocks = :recent, watch_version = :version, loop_revision = :revision, \
                     is_stopped = :stopped, subscription_count = :one, watched_count = :watched REMOVE loop_lease",
                    values,
                    before.map_or_else(Condition::absent, is_same),
                )?
            }
        };
        self.record_change(transaction, name, version, [hashes, &[]], nonce)
    }

    /// Attempts to create a subscription. Returns `None` if the chain has changed since the reads.
    async fn try_create(
        &self,
        new: &NewSubscription,
        items: &[&WatchedItem],
    ) -> Result<Option<CreateOutcome>, StoreError> {
        let (id, name) = (new.subscription.id, &new.subscription.chain);
        if let Some(found) = self.find(id).await? {
            return Ok(Some(CreateOutcome::Exists(found)));
        }
        let usage = self.read(usage_key(&new.subscription.owner)).await?;
        if let Some(limit) = Self::exceeded(usage.as_ref(), new)? {
            return Ok(Some(CreateOutcome::LimitReached(limit)));
        }
        let chain = self.chain(name).await?;
        let running = chain.as_ref().filter(|chain| chain.subscriptions > 0);
        let added = new.subscription.watched.total();
        let limit = match running {
            Some(chain) => chain.exceeded(added, &new.limits),
            None => new.limits.of_chain.filter(|limit| added > *limit),
        };
        if let Some(limit) = limit {
            return Ok(Some(CreateOutcome::ChainLimitReached(limit)));
        }
        let since = match running.and_then(|chain| chain.checkpoint.block()) {
            Some(block) if block.height > new.head.height => return Ok(Some(CreateOutcome::Stale)),
            Some(block) => block,
            None => &new.head,
        };
        let nonce = new_nonce();
        let mut meta = Meta {
            subscription: new.subscription.clone(),
            revision: 0,
            born: nonce.clone(),
        };
        meta.subscription.since = since.clone();
        let batches = NewBatch::divide(&nonce, items);
        self.put_items(name, id, &batches).await?;
        let hashes: Vec<_> = items.iter().map(|watched| watched.item.hash()).collect();
        let transaction = self.add_to_owner(new, &meta, &nonce)?;
        let transaction = self.add_to_chain(transaction, new, chain.as_ref(), &hashes, &nonce)?;
        let transaction = self.put_batches(transaction, (id, &meta.born), &batches, &nonce)?;
        match transaction.send(&self.client).await?.of_write(&nonce) {
            Ok(()) => Ok(Some(CreateOutcome::Created(meta.subscription))),
            Err(failed) => {
                self.discard(name, id, &batches).await;
                Self::conflict(&failed, new)
            }
        }
    }

    /// Returns the outcome of a creation whose conditions failed, `None` if a repetition can succeed.
    fn conflict(failed: &FailedConditions, new: &NewSubscription) -> Result<Option<CreateOutcome>, StoreError> {
        if let Some(stored) = failed.stored(0) {
            return Ok(Some(CreateOutcome::Exists(Meta::from_item(stored)?.subscription)));
        }
        if !failed.at(USAGE) {
            return Ok(None);
        }
        Ok(Self::exceeded(failed.stored(USAGE), new)?.map(CreateOutcome::LimitReached))
    }

    /// Deletes the rows that show the subscription to anyone. Returns false if the owner has changed the subscription since.
    async fn remove(&self, meta: &Meta) -> Result<bool, StoreError> {
        let subscription = &meta.subscription;
        let nonce = new_nonce();
        let outcome = Transaction::new("delete subscription")
            .delete(&self.table, meta_key(subscription.id), Some(is_unchanged(meta)))?
            .update(
                &self.table,
                usage_key(&subscription.owner),
                "SET nonce = :nonce ADD subscription_count :minus, address_count :difference",
                item([
                    (":nonce", text(&nonce)),
                    (":minus", difference(1, 0)),
                    (":difference", difference(subscription.watched.addresses(), 0)),
                ]),
                // The condition fails in a retry after a lost response, which then finds the nonce.
                Condition::new(
                    "attribute_exists(pk) AND (attribute_not_exists(nonce) OR nonce <> :nonce)",
                    Stored::new(),
                ),
            )?
            .delete(&self.table, owned_key(&subscription.owner, subscription.id), None)?
            .delete(&self.table, watching_key(&subscription.chain, subscription.id), None)?
            .update(
                &self.table,
                chain_key(&subscription.chain),
                "ADD subscription_count :minus, watched_count :difference",
                item([
                    (":minus", difference(1, 0)),
                    (":difference", difference(subscription.watched.total(), 0)),
                ]),
                exists(),
            )?
            .send(&self.client)
            .await?;
        Ok(outcome.of_write(&nonce).is_ok())
    }

    /// Removes the items of a deleted subscription.
    async fn remove_items(&self, meta: &Meta, batches: &[super::batch::Batch]) -> Result<(), StoreError> {
        let (id, chain) = (meta.subscription.id, &meta.subscription.chain);
        let keys = || {
            batches
                .iter()
                .flat_map(|batch| batch.keys().map(move |key| (batch, key)))
        };
        let hashes = keys().map(|(_, key)| hash_of_key(key)).collect::<Result<Vec<_>, _>>()?;
        for hashes in hashes.chunks(REMOVED_AT_ONCE) {
            self.remove_hashes(chain, hashes).await?;
        }
        let items = keys().map(|(batch, key)| watcher_key(chain, key, id, &batch.id));
        self.delete_rows(items.collect::<Vec<_>>()).await?;
        let batches = batches.iter().map(|batch| batch_key(id, &batch.id));
        self.delete_rows(batches.collect::<Vec<_>>()).await
    }
}

#[async_trait]
impl Subscriptions for DynamoNotifications {
    async fn create(&self, new: NewSubscription) -> Result<CreateOutcome, StoreError> {
        let mut known = HashSet::new();
        let items: Vec<_> = new.items.iter().filter(|watched| known.insert(&watched.item)).collect();
        if items.len() > HASHES {
            return Err(StoreError::new("create subscription: too many items"));
        }
        for race in 0..RACES {
            if let Some(outcome) = self.try_create(&new, &items).await? {
                return Ok(outcome);
            }
            backoff(race).await;
        }
        Err(StoreError::new("create subscription: too many concurrent changes"))
    }

    async fn find(&self, id: Uuid) -> Result<Option<Subscription>, StoreError> {
        Ok(self.meta(id).await?.map(|meta| meta.subscription))
    }

    async fn list(&self, owner: &str, after: Option<Uuid>, limit: u32) -> Result<SubscriptionPage, StoreError> {
        // A longer text follows the id, and precedes all later ids.
        let low = after.map_or_else(|| SUBSCRIPTION.to_owned(), |after| format!("{SUBSCRIPTION}{after}!"));
        let high = format!("{SUBSCRIPTION}{END}");
        let limit = limit.max(1) as usize;
        // DynamoDB reports a next page after a page of the limit, also if nothing follows.
        let read = i32::try_from(limit + 1).unwrap_or(i32::MAX);
        let (rows, next) = self.page(&owner_key(owner), (&low, &high), Some(read), None).await?;
        let has_next = next.is_some() || rows.len() > limit;
        let ids = rows
            .iter()
            .take(limit)
            .map(|row| sort_key(row, SUBSCRIPTION)?.parse().map_err(StoreError::new));
        let ids = ids.collect::<Result<Vec<Uuid>, _>>()?;
        let keys: Vec<_> = ids.iter().copied().map(meta_key).collect();
        let metas = self.read_all(&keys).await?;
        let subscriptions = metas.iter().map(|stored| Ok(Meta::from_item(stored)?.subscription));
        let mut subscriptions = subscriptions.collect::<Result<Vec<_>, StoreError>>()?;
        subscriptions.sort_by_key(|subscription| subscription.id);
        Ok(SubscriptionPage {
            subscriptions,
            next: ids.last().copied().filter(|_| has_next),
        })
    }

    async fn change(&self, id: Uuid, change: &SettingsChange) -> Result<Option<Subscription>, StoreError> {
        for race in 0..RACES {
            let Some(before) = self.meta(id).await? else {
                return Ok(None);
            };
            let mut after = before.next();
            apply(change, &mut after.subscription);
            let nonce = new_nonce();
            let transaction = self.change_meta(Transaction::new("change subscription"), &before, &after, &nonce)?;
            if transaction.send(&self.client).await?.of_write(&nonce).is_ok() {
                return Ok(Some(after.subscription));
            }
            backoff(race).await;
        }
        Err(StoreError::new("change subscription: too many concurrent changes"))
    }

    async fn watch(
        &self,
        id: Uuid,
        add: &[WatchedItem],
        remove: &[Item],
        limits: Limits,
        head: Option<u64>,
    ) -> Result<WatchOutcome, StoreError> {
        let change = ItemsChange {
            add,
            remove,
            limits: Some(limits),
            head,
            derived: None,
        };
        self.change_items(id, &change).await
    }

    async fn extend(&self, id: Uuid, derived: Option<[u32; 2]>, items: &[WatchedItem]) -> Result<(), StoreError> {
        let change = ItemsChange {
            add: items,
            remove: &[],
            limits: None,
            head: None,
            derived,
        };
        // A deleted subscription needs no items.
        self.change_items(id, &change).await.map(drop)
    }

    async fn delete(&self, subscription: &Subscription) -> Result<(), StoreError> {
        for race in 0..RACES {
            let Some(meta) = self.meta(subscription.id).await? else {
                return Ok(());
            };
            // Only the batches before the deletion: the id can be used again.
            let batches = self.batches(subscription.id, &meta.born).await?;
            if self.remove(&meta).await? {
                if let Err(error) = self.remove_items(&meta, &batches).await {
                    tracing::warn!(%error, "items of a deleted subscription remain");
                }
                return Ok(());
            }
            backoff(race).await;
        }
        Err(StoreError::new("delete subscription: too many concurrent changes"))
    }
}

fn apply(change: &SettingsChange, subscription: &mut Subscription) {
    if let Some(states) = &change.states {
        subscription.states.clone_from(states);
    }
    if let Some(content) = change.content {
        subscription.content = content;
    }
    if change.label.is_some() {
        subscription.label.clone_from(&change.label);
    }
    if let Some(paused) = change.paused {
        subscription.paused = paused;
    }
    match &change.webhook {
        Change::Keep => {}
        Change::Remove => subscription.webhook = None,
        Change::Set(url) => {
            subscription.webhook = Some(Webhook {
                url: url.clone(),
                status: WebhookStatus::Active,
            });
        }
    }
    if let Some(secret) = change.secret {
        subscription.secret = secret;
    }
    match &change.push {
        Change::Keep => {}
        Change::Remove => subscription.push = None,
        Change::Set(target) => subscription.push = Some(target.clone()),
    }
}
