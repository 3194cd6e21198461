//! The connections of the socket that a gateway holds: the rows of the connections, and the messages to the clients.

use crate::cursor::Cursor;
use crate::delivery::Due;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

/// An open connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The id that the gateway has given the connection.
    pub id: String,
    /// The owner of the events.
    pub owner: String,
    /// The subscriptions with these ids, or all if empty.
    pub subscriptions: Vec<Uuid>,
    /// The position of the last event that was sent.
    pub cursor: Cursor,
    /// The time at which the token expires.
    pub end: Timestamp,
    /// The number of announcements so far.
    pub announced: u64,
    /// The end of the lease of the sender that sends events now; zero without a sender.
    pub lease: Timestamp,
}

/// The outcome of [`Connections::open`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenOutcome {
    /// The connection was added.
    Opened,
    /// The connection was open before.
    AlreadyOpen,
    /// The owner has the maximum number of connections.
    Full,
}

/// The open connections. A row expires with the token.
#[async_trait]
pub trait Connections: Send + Sync {
    /// Adds a connection, if the owner has fewer than `limit` connections whose tokens are valid at `now`.
    async fn open(&self, connection: &Connection, limit: usize, now: Timestamp) -> Result<OpenOutcome, StoreError>;

    /// Returns the connection with an id.
    async fn find(&self, id: &str) -> Result<Option<Connection>, StoreError>;

    /// Returns the connections of an owner.
    async fn of_owner(&self, owner: &str) -> Result<Vec<Connection>, StoreError>;

    /// Counts an announcement of new events. A connection that is closed stays closed.
    async fn count_announcement(&self, connection: &Connection) -> Result<(), StoreError>;

    /// Writes the position and the lease of `to` if the lease and the number of announcements are those of `from`. Returns false
    /// if nothing was written.
    async fn change(&self, from: &Connection, to: &Connection) -> Result<bool, StoreError>;

    /// Removes a connection.
    async fn remove(&self, id: &str) -> Result<(), StoreError>;
}

/// A report that the log of an owner may have an event that a connection has not received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// The owner.
    pub owner: String,
    /// The id of the connection; all connections of the owner if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<String>,
}

/// A message of the queue of the due deliveries.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum DeliveryMessage {
    /// A due delivery.
    Due(Due),
    /// A report to open sockets.
    Announcement(Announcement),
}

/// A queue that carries announcements to the sender of messages. The queue may lose and repeat them.
#[async_trait]
pub trait Announcements: Send + Sync {
    /// Adds an announcement. A failure is only logged.
    async fn publish(&self, announcement: &Announcement);
}

/// The outcome of [`Gateway::post`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posted {
    /// The gateway has accepted the message.
    Sent,
    /// The client is disconnected.
    Gone,
}

/// The gateway that holds the connections.
#[async_trait]
pub trait Gateway: Send + Sync {
    /// Sends a message to the client of a connection.
    async fn post(&self, connection: &str, message: String) -> Result<Posted, StoreError>;

    /// Closes a connection; a closed connection is not an error.
    async fn close(&self, connection: &str) -> Result<(), StoreError>;
}
