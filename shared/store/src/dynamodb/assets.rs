//! [`DynamoAssets`], and the items of asset changes.

use super::item::{Item, NONCE, item, malformed, new_nonce, number, number_of, optional_text_of, read, text, text_of};
use super::tables::{KEY_ATTRIBUTE, TableKey, create_table_if_missing};
use super::transaction::{Condition, Transaction};
use crate::failure::store_error;
use crate::signed_assets::{NAME, asset_key};
use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use wallet_assets::ports::{AssetChanges, ChangeAssetError};
use wallet_assets::{AssetId, AssetKind, AssetMeta, Change, HomeDomain, Icon, Tag, Tags};
use wallet_core::ports::store::StoreError;

/// The key of the item that counts the writes.
const COUNTER: &str = "writes";

/// The attribute of the counter.
const COUNT: &str = "write_count";

/// The asset changes in DynamoDB: an item per change, and an item that counts the writes.
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

    /// Creates the table if missing; for the local server and tests.
    pub async fn create_table(&self) -> Result<(), StoreError> {
        create_table_if_missing(&self.client, &self.table, TableKey::Partition).await
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
        let outcome = transaction.send(&self.client).await?;
        outcome.of_write(&nonce).map_err(|_| ChangeAssetError::Changed)
    }
}

/// Returns the condition that the stored revision is the predecessor of the changed one.
fn follows(change: &Change) -> Condition {
    match change.revision.saturating_sub(1) {
        0 => Condition::absent(),
        before => Condition::new("revision = :before", item([(":before", number(before))])),
    }
}

/// The attribute that counts the changes of an asset.
const REVISION: &str = "revision";

/// Parses the key of an asset.
fn read_key(key: &str) -> Option<AssetId> {
    let (kind, id) = key.split_once('#')?;
    let kind = AssetKind::ALL.into_iter().find(|known| known.name() == kind)?;
    AssetId::parse(kind, id).ok()
}

/// Returns the item of a change. A deleted asset has no name.
pub(super) fn to_item(change: &Change, nonce: &str) -> Item {
    let mut stored = item([
        (KEY_ATTRIBUTE, text(asset_key(&change.id))),
        (REVISION, number(change.revision)),
        (NONCE, text(nonce)),
    ]);
    if let Some(meta) = &change.meta {
        stored.extend(item([
            (NAME, text(&meta.name)),
            ("ticker", text(&meta.ticker)),
            ("decimals", number(meta.decimals.into())),
            ("tags", AttributeValue::L(meta.tags.iter().map(text).collect())),
        ]));
        stored.extend(meta.icon.iter().map(|icon| ("icon".to_owned(), text(icon))));
        let home_domain = meta.home_domain.iter();
        stored.extend(home_domain.map(|domain| ("home_domain".to_owned(), text(domain))));
    }
    stored
}

/// Parses the change in an item; returns `None` for different items.
///
/// A malformed asset counts as deleted: incorrect data would do harm, and the remaining assets must stay readable.
pub(super) fn from_item(stored: &Item) -> Option<Change> {
    let key = text_of(stored, KEY_ATTRIBUTE).ok()?;
    let id = read_key(key)?;
    let meta = meta_of(stored).unwrap_or_else(|error| {
        tracing::error!(%error, key, "malformed asset skipped");
        None
    });
    let revision = number_of(stored, REVISION).unwrap_or_default();
    Some(Change { id, meta, revision })
}

fn meta_of(stored: &Item) -> Result<Option<AssetMeta>, StoreError> {
    let Some(name) = optional_text_of(stored, NAME)? else {
        return Ok(None);
    };
    let icon: Option<Result<Icon, _>> = optional_text_of(stored, "icon")?.map(str::parse);
    let home_domain: Option<Result<HomeDomain, _>> = optional_text_of(stored, "home_domain")?.map(str::parse);
    Ok(Some(AssetMeta {
        name: name.parse().map_err(StoreError::new)?,
        ticker: text_of(stored, "ticker")?.parse().map_err(StoreError::new)?,
        icon: icon.transpose().map_err(StoreError::new)?,
        decimals: u8::try_from(number_of(stored, "decimals")?).map_err(StoreError::new)?,
        tags: tags_of(stored)?,
        home_domain: home_domain.transpose().map_err(StoreError::new)?,
    }))
}

fn tags_of(stored: &Item) -> Result<Tags, StoreError> {
    let Some(AttributeValue::L(list)) = stored.get("tags") else {
        return Err(malformed("tags"));
    };
    let tag = |value: &AttributeValue| match value {
        AttributeValue::S(tag) => tag.parse::<Tag>().map_err(StoreError::new),
        _ => Err(malformed("tags")),
    };
    let tags = list.iter().map(tag).collect::<Result<_, _>>()?;
    Tags::new(tags).map_err(StoreError::new)
}
