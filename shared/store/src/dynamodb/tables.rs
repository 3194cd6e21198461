//! The tables and their names. `template.yaml` declares the same layout for AWS.

use crate::failure::store_error;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::create_table::CreateTableError;
use aws_sdk_dynamodb::operation::describe_table::DescribeTableError;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType, TableDescription, TableStatus,
    TimeToLiveSpecification, TimeToLiveStatus,
};
use std::time::Duration;
use wallet_core::ports::store::StoreError;

/// The partition key of every table, a string.
pub const KEY_ATTRIBUTE: &str = "pk";

/// The sort key of the tables that have sort keys, a string.
pub(super) const SORT_ATTRIBUTE: &str = "sk";

/// The key of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKey {
    /// The partition key alone.
    Partition,
    /// Partition key and sort key.
    Sorted,
}

impl TableKey {
    /// Returns the attributes with their types, the partition key first.
    pub(super) fn attributes(self) -> Vec<(&'static str, KeyType)> {
        let partition = (KEY_ATTRIBUTE, KeyType::Hash);
        match self {
            Self::Partition => vec![partition],
            Self::Sorted => vec![partition, (SORT_ATTRIBUTE, KeyType::Range)],
        }
    }
}

/// The attribute with the Unix time in seconds from which DynamoDB may delete an item.
/// The attribute serves garbage collection only: expired items may still be returned, so every reader checks the time.
pub const TTL_ATTRIBUTE: &str = "ttl";

/// The maximum number of status checks of a new table, 200 ms apart.
const READY_CHECKS: u32 = 100;

/// The names of the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Accounts and the pointers from user names to them.
    pub accounts: String,
    /// Sessions and the pointers from accounts and token ids to them.
    pub sessions: String,
    /// Counts of failed login attempts and of registrations.
    pub throttle: String,
}

impl Tables {
    /// Returns the names `{prefix}-accounts`, `{prefix}-sessions` and `{prefix}-throttle`.
    pub fn with_prefix(prefix: &str) -> Self {
        Self {
            accounts: format!("{prefix}-accounts"),
            sessions: format!("{prefix}-sessions"),
            throttle: format!("{prefix}-throttle"),
        }
    }
}

/// Creates missing tables with their TTL attribute; for the local server and tests.
pub async fn create_tables(client: &Client, tables: &Tables) -> Result<(), StoreError> {
    for table in [&tables.accounts, &tables.sessions, &tables.throttle] {
        create_table_if_missing(client, table, TableKey::Partition).await?;
        enable_ttl(client, table).await?;
    }
    Ok(())
}

/// Creates a table without TTL attribute if not found.
pub(super) async fn create_table_if_missing(client: &Client, table: &str, key: TableKey) -> Result<(), StoreError> {
    if status(client, table).await?.is_none() {
        create_table(client, table, key).await?;
    }
    wait_until_ready(client, table).await
}

async fn create_table(client: &Client, table: &str, key: TableKey) -> Result<(), StoreError> {
    let mut request = client
        .create_table()
        .table_name(table)
        .billing_mode(BillingMode::PayPerRequest);
    for (name, kind) in key.attributes() {
        let element = KeySchemaElement::builder().attribute_name(name).key_type(kind);
        let definition = AttributeDefinition::builder()
            .attribute_name(name)
            .attribute_type(ScalarAttributeType::S);
        request = request
            .key_schema(element.build().map_err(StoreError::new)?)
            .attribute_definitions(definition.build().map_err(StoreError::new)?);
    }
    match request.send().await {
        // In use: a second process created the table concurrently.
        Err(error)
            if !error
                .as_service_error()
                .is_some_and(CreateTableError::is_resource_in_use_exception) =>
        {
            Err(store_error("CreateTable", &error))
        }
        _ => Ok(()),
    }
}

/// Returns the description of a table, or `None` if the table does not exist.
pub(super) async fn describe(client: &Client, table: &str) -> Result<Option<TableDescription>, StoreError> {
    match client.describe_table().table_name(table).send().await {
        Ok(output) => Ok(Some(
            output.table.unwrap_or_else(|| TableDescription::builder().build()),
        )),
        Err(error)
            if error
                .as_service_error()
                .is_some_and(DescribeTableError::is_resource_not_found_exception) =>
        {
            Ok(None)
        }
        Err(error) => Err(store_error("DescribeTable", &error)),
    }
}

/// Returns the status of a table, or `None` if the table does not exist.
async fn status(client: &Client, table: &str) -> Result<Option<TableStatus>, StoreError> {
    Ok(describe(client, table).await?.and_then(|table| table.table_status))
}

async fn wait_until_ready(client: &Client, table: &str) -> Result<(), StoreError> {
    for _ in 0..READY_CHECKS {
        if status(client, table).await? == Some(TableStatus::Active) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Err(StoreError::new(format!("table {table} is not ready in time")))
}

/// Lets the database delete expired items.
pub(super) async fn enable_ttl(client: &Client, table: &str) -> Result<(), StoreError> {
    let output = client.describe_time_to_live().table_name(table).send().await;
    let output = output.map_err(|error| store_error("DescribeTimeToLive", &error))?;
    let status = output.time_to_live_description.and_then(|ttl| ttl.time_to_live_status);
    // DynamoDB returns an error if TTL is enabled already.
    if matches!(status, Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling)) {
        return Ok(());
    }
    let specification = TimeToLiveSpecification::builder()
        .attribute_name(TTL_ATTRIBUTE)
        .enabled(true)
        .build()
        .map_err(StoreError::new)?;
    client
        .update_time_to_live()
        .table_name(table)
        .time_to_live_specification(specification)
        .send()
        .await
        .map_err(|error| store_error("UpdateTimeToLive", &error))?;
    Ok(())
}
