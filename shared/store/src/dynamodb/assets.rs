//! [`DynamoAssets`].

use super::asset_item::{asset_key, from_item, to_item};
use super::item::{Item, item, new_nonce, number, number_of, read};
use super::tables::create_table_if_missing;
use super::transaction::{Condition, Outcome, Transaction};
use crate::failure::store_error;
use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use wallet_assets::ports::{AssetChanges, ChangeAssetError};
use wallet_assets::{AssetId, Change};
use wallet_core::ports::store::StoreError;

/// The key of the item that counts the writes.
const COUNTER: &str = "writes";

/// The attribute of the counter.
const COUNT: &str = "write_count";

/// The asset changes in DynamoDB: one item per change, and one item that counts the writes.
#[derive(Clone, Debug)]
pub struct DynamoAssets {
    client: Client,
    table: String,
}

impl DynamoAssets {
    /// Creates an adapter for this table.
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    /// Returns the name of the table.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Creates the table if it is missing; for the local server and tests.
    pub async fn create_table(&self) -> Result<(), StoreError> {
        create_table_if_missing(&self.client, &self.table).await
    }

    async fn page(&self, from: Option<Item>) -> Result<(Vec<Item>, Option<Item>), StoreError> {
        let output = self
            .client
            .scan()
            .table_name(&self.table)
            .set_exclusive_start_key(from)
            .consistent_read(true)
            .send()
            .await
            .map_err(|error| store_error("Scan", &error))?;
        let next = output.last_evaluated_key.filter(|key| !key.is_empty());
        Ok((output.items.unwrap_or_default(), next))
    }
}

#[async_trait]
impl AssetChanges for DynamoAssets {
    async fn writes(&self) -> Result<u64, StoreError> {
        let counter = read(&self.client, &self.table, COUNTER).await?;
        counter.map_or(Ok(0), |counter| number_of(&counter, COUNT))
    }

    async fn one(&self, id: &AssetId) -> Result<Option<Change>, StoreError> {
        let stored = read(&self.client, &self.table, &asset_key(id)).await?;
        Ok(stored.as_ref().and_then(from_item))
    }

    async fn all(&self) -> Result<Vec<Change>, StoreError> {
        let mut changes = Vec::new();
        let mut from = None;
        loop {
            let (items, next) = self.page(from).await?;
            changes.extend(items.iter().filter_map(from_item));
            from = next;
            if from.is_none() {
                return Ok(changes);
            }
        }
    }

    async fn store(&self, changes: &[Change]) -> Result<(), ChangeAssetError> {
        let nonce = new_nonce();
        let counted = item([(":none", number(0)), (":one", number(1))]);
        let mut transaction = Transaction::new("store assets").update(
            &self.table,
            COUNTER,
            "SET write_count = if_not_exists(write_count, :none) + :one",
            counted,
            // Always true: the first write creates the counter.
            Condition::new("attribute_exists(pk) OR attribute_not_exists(pk)", Item::new()),
        )?;
        for change in changes {
            transaction = transaction.put(&self.table, to_item(change, &nonce), follows(change))?;
        }
        match transaction.send(&self.client).await? {
            Outcome::ConditionsFailed(failed) if !failed.is_own(&nonce) => Err(ChangeAssetError::Changed),
            _ => Ok(()),
        }
    }
}

/// Returns the condition that the stored revision is the predecessor of the changed one.
fn follows(change: &Change) -> Condition {
    match change.revision.saturating_sub(1) {
        0 => Condition::absent(),
        before => Condition::new("revision = :before", item([(":before", number(before))])),
    }
}
