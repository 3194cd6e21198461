//! Accounts, sessions, login attempts, asset changes, daily prices, lists of addresses and notifications in DynamoDB.
//!
//! Rules of all adapters:
//!
//! - reads are strongly consistent, and changes of several items form a transaction;
//! - every conditional write has a nonce and requests the stored item if the condition fails, so that a retry detects
//!   that the first attempt succeeded;
//! - expiry is checked in code and in conditions, because DynamoDB deletes expired items with a delay;
//! - a failure is a `StoreError`, never reported as success or as a missing item.

mod accounts;
#[cfg(feature = "assets")]
mod assets;
#[cfg(feature = "profiles")]
mod inspect;
mod item;
mod lists;
#[cfg(feature = "notifications")]
mod notifications;
mod prices;
mod session_item;
mod sessions;
mod tables;
mod throttle;
mod transaction;

pub use accounts::DynamoAccounts;
#[cfg(feature = "assets")]
pub use assets::DynamoAssets;
#[cfg(feature = "profiles")]
pub use inspect::{TableState, inspect_table};
pub use lists::DynamoLists;
#[cfg(feature = "notifications")]
pub use notifications::DynamoNotifications;
pub use prices::DynamoPrices;
pub use sessions::DynamoSessions;
pub use tables::{KEY_ATTRIBUTE, TTL_ATTRIBUTE, TableKey, Tables, create_tables};
pub use throttle::DynamoThrottle;

pub use aws_sdk_dynamodb::Client;

use std::sync::Arc;
use std::time::Duration;

/// The number of attempts for a change that collides with concurrent changes between reading and writing.
const RACES: u32 = 8;

/// The time limit for the connection at start-up.
const START: Duration = Duration::from_secs(2);

/// The adapters of a database.
pub struct Adapters {
    /// The user accounts.
    pub accounts: Arc<DynamoAccounts>,
    /// The sessions and their refresh tokens.
    pub sessions: Arc<DynamoSessions>,
    /// The throttle of login attempts.
    pub throttle: Arc<DynamoThrottle>,
}

impl Adapters {
    /// Creates the adapters of the tables.
    pub fn new(client: &Client, tables: &Tables) -> Self {
        Self {
            accounts: Arc::new(DynamoAccounts::new(client.clone(), tables.clone())),
            sessions: Arc::new(DynamoSessions::new(client.clone(), tables.clone())),
            throttle: Arc::new(DynamoThrottle::new(client.clone(), tables.clone())),
        }
    }
}

/// Opens the connection during start-up rather than in the first request. A failure is only logged here; that request
/// reports it.
pub async fn connect(client: &Client, tables: &Tables) {
    let read = item::read(client, &tables.throttle, "connect");
    match tokio::time::timeout(START, read).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => tracing::warn!(%error, "database not reachable yet"),
        Err(_) => tracing::warn!("database connection timed out at start-up"),
    }
}
