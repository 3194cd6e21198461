//! Subscriptions and what they watch.

use crate::block::{BlockId, ChainKey};
use crate::delivery::{DeliveryKind, PushTarget, SecretVersion};
use crate::event::{Event, States};
use crate::filter::Item;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// A subscription: an owner, a chain, what is watched, and the deliveries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// The id.
    pub id: Uuid,
    /// The owner: the claim `sub` of the token.
    pub owner: String,
    /// Chain and network.
    pub chain: ChainKey,
    /// The watched items.
    pub watched: Watched,
    /// The states that have events.
    pub states: States,
    /// The content of deliveries.
    pub content: Content,
    /// The label, which events repeat.
    pub label: Option<Label>,
    /// True if nothing is delivered. The log continues.
    pub paused: bool,
    /// The last processed block at the creation. Everything after the block is reported.
    pub since: BlockId,
    /// The number of the last event, 0 without any.
    pub last_sequence: u64,
    /// The creation time in Unix milliseconds.
    pub created_at: u64,
    /// SHA-256 of the body of the creation, by which a repeated creation is recognised.
    pub digest: String,
    /// The webhook.
    #[serde(default)]
    pub webhook: Option<Webhook>,
    /// The version of the webhook's secret. It outlives the webhook, so that a replaced secret never returns.
    #[serde(default)]
    pub secret: SecretVersion,
    /// The receiver of pushes.
    #[serde(default)]
    pub push: Option<PushTarget>,
}

impl Subscription {
    /// Returns the kinds of delivery of a new event: none while the subscription is paused, and no webhook that its receiver
    /// has ended.
    pub fn deliveries(&self) -> impl Iterator<Item = DeliveryKind> {
        let is_ended = |webhook: &&Webhook| webhook.status == WebhookStatus::Disabled;
        let webhook = self.webhook.as_ref().filter(|webhook| !is_ended(webhook));
        let webhook = webhook.map(|_| DeliveryKind::Webhook);
        let push = self.push.as_ref().map(|_| DeliveryKind::Push);
        webhook.into_iter().chain(push).filter(|_| !self.paused)
    }
}

/// The webhook of a subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Webhook {
    /// The URL in canonical form, which was valid when it was given.
    pub url: String,
    /// The status.
    pub status: WebhookStatus,
}

/// The status of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WebhookStatus {
    /// Events are delivered.
    Active,
    /// The last attempt to deliver an event has failed. Later events are delivered; a success makes the webhook active.
    Failing,
    /// The receiver accepts no further events (410). Nothing is delivered until the owner gives the URL again.
    Disabled,
}

impl WebhookStatus {
    /// Returns the name in responses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Failing => "failing",
            Self::Disabled => "disabled",
        }
    }
}

/// The kind of the watched items of a subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Watched {
    /// Addresses; the number of them. The addresses are items of the store.
    Addresses(u64),
    /// The addresses of an extended key, which grow as they are used.
    Key(WatchedKey),
    /// Transactions by their ids.
    Transactions(u64),
}

/// An extended key, and the number of derived addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedKey {
    /// The key or descriptor in canonical form.
    pub xpub: String,
    /// The number of unused addresses that are watched after the last used address.
    pub gap: u32,
    /// The number of derived addresses for payments, and for change.
    pub derived: [u32; 2],
}

impl Watched {
    /// Returns the number of addresses, which the limit of the owner counts.
    pub fn addresses(&self) -> u64 {
        match self {
            Self::Addresses(count) => *count,
            Self::Key(key) => key.derived.iter().map(|derived| u64::from(*derived)).sum(),
            Self::Transactions(_) => 0,
        }
    }

    /// Returns the number of addresses or transactions, which the limit of a chain counts.
    pub fn total(&self) -> u64 {
        match self {
            Self::Transactions(count) => *count,
            Self::Addresses(_) | Self::Key(_) => self.addresses(),
        }
    }
}

/// A watched item of a subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedItem {
    /// The item.
    pub item: Item,
    /// The address in canonical form; empty for other items than addresses.
    pub address: String,
    /// The derivation path of an address of a key.
    pub path: Option<String>,
}

/// The content of deliveries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// The event.
    #[default]
    Full,
    /// Only the ids of the event and of the subscription, and the sequence number.
    None,
}

impl Content {
    /// Returns the name in requests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::None => "none",
        }
    }

    /// Returns the body of the deliveries of an event as JSON.
    pub fn body(self, event: &Event) -> Vec<u8> {
        match self {
            Self::Full => serde_json::to_vec(event).expect("an event has only texts as the keys of maps"),
            Self::None => event.without_content().to_string().into_bytes(),
        }
    }
}

/// The label of a subscription: 1 to 64 characters without control characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Label(String);

/// Error of a text that is not a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a label must have 1 to 64 characters and no control characters")]
pub struct LabelError;

impl CodedError for LabelError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl Label {
    /// The maximum number of characters.
    pub const MAX: usize = 64;

    /// Parses a label.
    ///
    /// # Errors
    /// The text is empty, too long, or has control characters.
    pub fn parse(text: &str) -> Result<Self, LabelError> {
        let is_valid = (1..=Self::MAX).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        is_valid.then(|| Self(text.to_owned())).ok_or(LabelError)
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The time for which the log keeps an event, in whole days: 30 by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention(Duration);

/// Error of a text that is not a retention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the retention is a number of days from 1 to 3650")]
pub struct RetentionError;

impl Retention {
    const fn of_days(days: u32) -> Self {
        Self(Duration::from_hours(days as u64 * 24))
    }

    /// Returns the time.
    pub const fn duration(self) -> Duration {
        self.0
    }
}

impl Default for Retention {
    fn default() -> Self {
        Self::of_days(30)
    }
}

impl FromStr for Retention {
    type Err = RetentionError;

    fn from_str(text: &str) -> Result<Self, RetentionError> {
        let days = text.trim().parse().ok().filter(|days| (1..=3650).contains(days));
        days.map(Self::of_days).ok_or(RetentionError)
    }
}

/// The limits of an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of subscriptions.
    pub subscriptions: u64,
    /// The maximum number of addresses of all subscriptions.
    pub addresses: u64,
    /// The maximum number of addresses and transactions that all owners watch on the chain, `None` without a limit.
    pub of_chain: Option<u64>,
}
