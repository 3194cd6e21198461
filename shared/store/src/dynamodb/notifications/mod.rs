//! [`DynamoNotifications`]: subscriptions, the loops of the chains, and the log, in a table with sort keys.
//!
//! | Partition key | Sort key | Row |
//! |---|---|---|
//! | `chains` | `btc-testnet` | the checkpoint of a chain, and the number of subscriptions |
//! | `watching#btc-testnet` | `ID` | the list of the subscriptions of a chain |
//! | `change#btc-testnet` | version | the hashes that a change of the watched items added and removed |
//! | `summary#btc-testnet` | `ID#PART` | the hashes that replace the changes up to a version |
//! | `removal#NONCE` | `meta` | a removal of hashes whose outcome the process does not know yet |
//! | `item#btc-testnet#ITEM` | `ID#BATCH` | an item of a subscription, valid if the batch is valid and has not removed the item |
//! | `sub#ID` | `meta` | the subscription |
//! | `sub#ID` | `batch#BATCH` | the keys of the items that a change of the subscription added, and those removed since |
//! | `sub#ID` | `seq#NUMBER` | the position of an event in the log of the owner |
//! | `sub#ID` | `attempt#TIME#KIND#NUMBER` | an attempt to deliver an event |
//! | `due#PART` | `TIME#ID#KIND#NUMBER` | a delivery that is due at a time |
//! | `owner#OWNER` | `sub#ID` | the list of the subscriptions of an owner |
//! | `owner#OWNER` | `usage` | the numbers of subscriptions and addresses |
//! | `owner#OWNER` | `log#btc-testnet` | the last position of the log of a chain |
//! | `log#OWNER#btc-testnet` | position | an event |
//! | `open#btc-testnet` | `ID#TXID` | the record of a transaction that can still change |
//! | `sent#btc-testnet` | `TXID` | a transaction that the connectors have broadcast, for an hour or until a block contains the transaction |
//! | `socket#OWNER` | connection | an open connection of the socket, until the end of the token |
//! | `connection#CONNECTION` | `owner` | the owner of a connection |
//!
//! More items change at once than fit in a transaction. The rows of items are therefore written before the transaction, under
//! a new batch, and have no effect until the transaction writes the row of the batch. Removed items are
//! noted in the row of the batch, and the rows deleted after the transaction. A crash in between leaves only rows without effect.

mod batch;
mod changes;
mod connections;
mod deliveries;
mod items;
mod log;
mod loops;
mod row;
mod subscriptions;

use super::item::{Item, Key, NONCE, item, key, text};
use super::tables::{TableKey, create_table_if_missing, enable_ttl};
use super::transaction::{Condition, Transaction, backoff};
use crate::failure::store_error;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::{DeleteRequest, PutRequest, WriteRequest};
use row::{ChainRow, change_key, pack_hashes};
use std::collections::HashMap;
use wallet_core::ports::store::StoreError;
use wallet_notifications::ChainKey;

/// The maximum number of writes in a `BatchWriteItem` request.
const BATCH: usize = 25;

/// The maximum number of requests for a batch.
const BATCH_ROUNDS: u32 = 8;

/// A character before all characters of sort keys: the start of a range, since DynamoDB rejects an empty text.
const START: &str = "!";

/// A character after all characters of sort keys: the end of a range.
const END: &str = "~";

/// The subscriptions, the loops and the log in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoNotifications {
    client: Client,
    table: String,
}

/// A part of the rows with a partition key, and the key after which the next part starts.
type Page = (Vec<Item>, Option<Item>);

impl DynamoNotifications {
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
        create_table_if_missing(&self.client, &self.table, TableKey::Sorted).await?;
        enable_ttl(&self.client, &self.table).await
    }

    async fn read(&self, of: Key) -> Result<Option<Item>, StoreError> {
        super::item::read(&self.client, &self.table, of).await
    }

    /// Reads rows in any order, without the missing rows. The keys must differ.
    async fn read_all(&self, keys: &[Key]) -> Result<Vec<Item>, StoreError> {
        super::item::read_all(&self.client, &self.table, keys).await
    }

    /// Creates a query of the rows with sort keys from `low` to `high`.
    fn query(&self, pk: &str, (low, high): (&str, &str)) -> QueryFluentBuilder {
        let values = item([(":pk", text(pk)), (":low", text(low)), (":high", text(high))]);
        self.client
            .query()
            .table_name(&self.table)
            .consistent_read(true)
            .key_condition_expression("pk = :pk AND sk BETWEEN :low AND :high")
            .set_expression_attribute_values(Some(values))
    }

    /// Reads a page of the rows with sort keys from `low` to `high`, in order.
    async fn page(
        &self,
        pk: &str,
        range: (&str, &str),
        limit: Option<i32>,
        from: Option<Item>,
    ) -> Result<Page, StoreError> {
        let query = self.query(pk, range).set_limit(limit).set_exclusive_start_key(from);
        let output = query.send().await.map_err(|error| store_error("Query", &error))?;
        let next = output.last_evaluated_key.filter(|key| !key.is_empty());
        Ok((output.items.unwrap_or_default(), next))
    }

    /// Reads at most `limit` of the last rows with sort keys from `low` to `high`, the last first.
    async fn last_rows(&self, pk: &str, range: (&str, &str), limit: i32) -> Result<Vec<Item>, StoreError> {
        let query = self.query(pk, range).limit(limit).scan_index_forward(false);
        let output = query.send().await.map_err(|error| store_error("Query", &error))?;
        Ok(output.items.unwrap_or_default())
    }

    /// Reads all rows with sort keys from `low` to `high`, in order.
    async fn range(&self, pk: &str, low: &str, high: &str) -> Result<Vec<Item>, StoreError> {
        let (mut rows, mut from) = self.page(pk, (low, high), None, None).await?;
        while from.is_some() {
            let (more, next) = self.page(pk, (low, high), None, from).await?;
            rows.extend(more);
            from = next;
        }
        Ok(rows)
    }

    /// Reads all rows with sort keys that start with a text, in order.
    async fn with_prefix(&self, pk: &str, prefix: &str) -> Result<Vec<Item>, StoreError> {
        let low = if prefix.is_empty() { START } else { prefix };
        self.range(pk, low, &format!("{prefix}{END}")).await
    }

    /// Writes rows without conditions. A failure leaves any part of the rows written.
    async fn put_rows(&self, rows: impl IntoIterator<Item = Item>) -> Result<(), StoreError> {
        let put = |row| PutRequest::builder().set_item(Some(row)).build();
        let puts = rows.into_iter().map(put).collect::<Result<Vec<_>, _>>();
        let puts = puts.map_err(StoreError::new)?.into_iter();
        self.write_rows(
            puts.map(|put| WriteRequest::builder().put_request(put).build())
                .collect(),
        )
        .await
    }

    /// Deletes a row without a condition; a missing row is not an error.
    async fn delete(&self, of: Key) -> Result<(), StoreError> {
        let request = self.client.delete_item().table_name(&self.table);
        let deleted = request.set_key(Some(key(of))).send().await;
        deleted.map(drop).map_err(|error| store_error("DeleteItem", &error))
    }

    /// Deletes rows without conditions. A failure leaves any part of the rows.
    async fn delete_rows(&self, keys: impl IntoIterator<Item = Key>) -> Result<(), StoreError> {
        let delete = |of: Key| DeleteRequest::builder().set_key(Some(key(of))).build();
        let deletes = keys.into_iter().map(delete).collect::<Result<Vec<_>, _>>();
        let deletes = deletes.map_err(StoreError::new)?.into_iter();
        let requests = deletes.map(|delete| WriteRequest::builder().delete_request(delete).build());
        self.write_rows(requests.collect()).await
    }

    async fn write_rows(&self, requests: Vec<WriteRequest>) -> Result<(), StoreError> {
        for chunk in requests.chunks(BATCH) {
            let mut rest = chunk.to_vec();
            for round in 0..BATCH_ROUNDS {
                let requests = HashMap::from([(self.table.clone(), rest)]);
                let output = self
                    .client
                    .batch_write_item()
                    .set_request_items(Some(requests))
                    .send()
                    .await;
                let output = output.map_err(|error| store_error("BatchWriteItem", &error))?;
                // DynamoDB returns the writes that exceed the throughput.
                rest = output
                    .unprocessed_items
                    .into_iter()
                    .flatten()
                    .flat_map(|(_, rest)| rest)
                    .collect();
                if rest.is_empty() {
                    break;
                }
                backoff(round).await;
            }
            if !rest.is_empty() {
                return Err(StoreError::new("BatchWriteItem: writes remain unprocessed"));
            }
        }
        Ok(())
    }

    async fn chain(&self, chain: &ChainKey) -> Result<Option<ChainRow>, StoreError> {
        let stored = self.read(row::chain_key(chain)).await?;
        stored.as_ref().map(ChainRow::from_item).transpose()
    }

    /// Adds the row of a change of the watched items to a transaction. The nonce is that of the transaction.
    fn record_change(
        &self,
        transaction: Transaction,
        chain: &ChainKey,
        version: u64,
        [added, removed]: [&[u64]; 2],
        nonce: &str,
    ) -> Result<Transaction, StoreError> {
        let mut change = key(change_key(chain, version));
        change.extend(item([
            (row::ADDED, pack_hashes(added)),
            (row::REMOVED, pack_hashes(removed)),
            (NONCE, text(nonce)),
        ]));
        transaction.put(&self.table, change, Condition::absent())
    }
}
