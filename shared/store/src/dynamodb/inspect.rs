//! The state of a table, for an operator.

use super::tables::{TTL_ATTRIBUTE, TableKey, describe};
use crate::failure::store_error;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{PointInTimeRecoveryStatus, TableStatus, TimeToLiveStatus};
use wallet_core::ports::store::StoreError;

/// The properties of a table that layout and protection require.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties, each with its own remedy")]
pub struct TableState {
    /// The table accepts requests.
    pub is_active: bool,
    /// The key is the required key.
    pub has_key: bool,
    /// Items with an expired [`TTL_ATTRIBUTE`] are deleted.
    pub expires: bool,
    /// The table cannot be deleted by mistake.
    pub is_protected: bool,
    /// The table can be restored to any time in the last days.
    pub is_restorable: bool,
}

/// Returns the state of a table, or `None` if not found. `has_backups` is false for databases without
/// point-in-time recovery.
pub async fn inspect_table(
    client: &Client,
    table: &str,
    key: TableKey,
    has_backups: bool,
) -> Result<Option<TableState>, StoreError> {
    let Some(described) = describe(client, table).await? else {
        return Ok(None);
    };
    let keys = described.key_schema().iter();
    let keys = keys.map(|key| (key.attribute_name(), key.key_type().clone()));
    Ok(Some(TableState {
        is_active: described.table_status() == Some(&TableStatus::Active),
        has_key: keys.eq(key.attributes()),
        expires: expires(client, table).await?,
        is_protected: described.deletion_protection_enabled().unwrap_or_default(),
        is_restorable: has_backups && is_restorable(client, table).await?,
    }))
}

async fn expires(client: &Client, table: &str) -> Result<bool, StoreError> {
    let output = client.describe_time_to_live().table_name(table).send().await;
    let output = output.map_err(|error| store_error("DescribeTimeToLive", &error))?;
    let Some(ttl) = output.time_to_live_description else {
        return Ok(false);
    };
    let is_enabled = matches!(
        ttl.time_to_live_status,
        Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling)
    );
    Ok(is_enabled && ttl.attribute_name.as_deref() == Some(TTL_ATTRIBUTE))
}

async fn is_restorable(client: &Client, table: &str) -> Result<bool, StoreError> {
    let output = client.describe_continuous_backups().table_name(table).send().await;
    let output = output.map_err(|error| store_error("DescribeContinuousBackups", &error))?;
    let backups = output.continuous_backups_description;
    let recovery = backups.and_then(|backups| backups.point_in_time_recovery_description);
    let status = recovery.and_then(|recovery| recovery.point_in_time_recovery_status);
    Ok(status == Some(PointInTimeRecoveryStatus::Enabled))
}
