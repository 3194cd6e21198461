//! [`DynamoLists`]: the table for operators.

use super::item::{
    NONCE, bytes, item, key, malformed, new_nonce, number, number_of, optional_raw_bytes_of, read, text, text_of,
};
use super::tables::{KEY_ATTRIBUTE, TableKey, create_table_if_missing};
use super::transaction::{Condition, Transaction};
use crate::failure::store_error;
use crate::lists::{CHANGES, DIGESTS, INDEX, LISTS, chunk_key, read_index};
use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use wallet_core::lists::ListIndex;
use wallet_core::ports::lists::{ListReader, ListStore};
use wallet_core::ports::store::StoreError;

/// The operator's lists in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoLists {
    client: Client,
    table: String,
}

impl DynamoLists {
    /// Creates an adapter for this table.
    pub const fn new(client: Client, table: String) -> Self {
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
}

#[async_trait]
impl ListReader for DynamoLists {
    async fn index(&self) -> Result<ListIndex, StoreError> {
        match read(&self.client, &self.table, INDEX).await? {
            Some(stored) => read_index(number_of(&stored, CHANGES)?, text_of(&stored, LISTS)?),
            None => Ok(ListIndex::default()),
        }
    }

    async fn chunk(&self, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(stored) = read(&self.client, &self.table, &chunk_key(id)).await? else {
            return Ok(None);
        };
        let digests = optional_raw_bytes_of(&stored, DIGESTS)?.ok_or_else(|| malformed(DIGESTS))?;
        Ok(Some(digests.to_vec()))
    }
}

#[async_trait]
impl ListStore for DynamoLists {
    async fn store_chunk(&self, id: &str, digests: &[u8]) -> Result<(), StoreError> {
        let stored = item([(KEY_ATTRIBUTE, text(chunk_key(id))), (DIGESTS, bytes(digests))]);
        let put = self.client.put_item().table_name(&self.table).set_item(Some(stored));
        put.send().await.map_err(|error| store_error("PutItem", &error))?;
        Ok(())
    }

    async fn replace_index(&self, index: &ListIndex) -> Result<bool, StoreError> {
        let nonce = new_nonce();
        let lists = serde_json::to_string(&index.lists).map_err(StoreError::new)?;
        let stored = item([
            (KEY_ATTRIBUTE, text(INDEX)),
            (CHANGES, number(index.version)),
            (LISTS, AttributeValue::S(lists)),
            (NONCE, text(&nonce)),
        ]);
        let condition = match index.version.saturating_sub(1) {
            0 => Condition::absent(),
            before => Condition::new("changes = :before", item([(":before", number(before))])),
        };
        let transaction = Transaction::new("store lists").put(&self.table, stored, condition)?;
        let outcome = transaction.send(&self.client).await?;
        Ok(outcome.of_write(&nonce).is_ok())
    }

    async fn delete_chunk(&self, id: &str) -> Result<(), StoreError> {
        let chunk = key(&chunk_key(id));
        let delete = self.client.delete_item().table_name(&self.table).set_key(Some(chunk));
        delete.send().await.map_err(|error| store_error("DeleteItem", &error))?;
        Ok(())
    }
}
