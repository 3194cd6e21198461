//! Accounts, sessions, the guess count and the changes of assets in DynamoDB.
//!
//! Rules that every adapter here keeps:
//!
//! - reads are strongly consistent, and changes of several items are one transaction;
//! - every conditional write bears a nonce and asks for the stored item when its condition fails, so
//!   that a repetition whose first try was carried out recognises itself;
//! - expiry is checked in code and in conditions, since DynamoDB deletes expired items when it likes;
//! - a failure is a `StoreError`, never a success and never a "no".

mod account_item;
mod accounts;
#[cfg(feature = "assets")]
mod asset_item;
#[cfg(feature = "assets")]
mod assets;
mod item;
mod session_item;
mod sessions;
mod tables;
mod throttle;
mod transaction;

pub use accounts::DynamoAccounts;
#[cfg(feature = "assets")]
pub use assets::DynamoAssets;
pub use sessions::DynamoSessions;
pub use tables::{KEY_ATTRIBUTE, TTL_ATTRIBUTE, Tables, create_tables};
pub use throttle::DynamoThrottle;

pub use aws_sdk_dynamodb::Client;

use std::time::Duration;

/// How often a change is tried anew after another one came between reading and writing.
const RACES: u32 = 8;

/// How long start-up waits for the database.
const START: Duration = Duration::from_secs(2);

/// Opens the connection during start-up rather than in the first request. A failure here is left to
/// that request to report.
pub async fn connect(client: &Client, tables: &Tables) {
    let read = item::read(client, &tables.throttle, "connect");
    match tokio::time::timeout(START, read).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the database does not answer yet"),
        Err(_) => tracing::warn!("the database takes long to answer"),
    }
}
