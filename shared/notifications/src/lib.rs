//! Notifications about watched addresses, extended keys and transactions: the parts that need no I/O.
//!
//! The log is the truth. A tick reads blocks, matches the watched items ([`Filter`]), decides by [`Track::observe`] which
//! events a transaction has, and appends every event to the log with a sequence number without gaps. Deliveries only
//! carry what the log holds.

#![warn(missing_docs)]

mod block;
mod cursor;
pub mod delivery;
mod event;
mod filter;
pub mod ports;
pub mod sockets;
mod subscription;
mod track;
pub mod wire;

pub use block::{BlockId, BlockTime, ChainKey, ChainKeyError, Checkpoint, Lease, NextTick};
pub use cursor::{Cursor, CursorError};
pub use event::{Event, EventId, State, States, StatesError};
pub use filter::{Filter, Item};
pub use subscription::{
    Content, Label, LabelError, Limits, Retention, RetentionError, Subscription, Watched, WatchedItem, WatchedKey,
    Webhook, WebhookStatus,
};
pub use track::{Context, Observation, Reported, Track, Transition};
