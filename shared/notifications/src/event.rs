//! Events, as the log holds them.

use crate::block::{BlockId, BlockTime, ChainKey};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// The state of a transaction from the view of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Pending.
    Seen,
    /// In a block of the best chain.
    Confirmed,
    /// Confirmed as deep as the chain's `confirmations`, or behind the finalised block.
    Final,
    /// The block left the best chain, or the transaction left the pool.
    Dropped,
    /// A different transaction has spent the inputs or the nonce.
    Replaced,
}

impl State {
    /// All states.
    pub const ALL: [Self; 5] = [Self::Seen, Self::Confirmed, Self::Final, Self::Dropped, Self::Replaced];

    /// Returns the name in requests and events.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Confirmed => "confirmed",
            Self::Final => "final",
            Self::Dropped => "dropped",
            Self::Replaced => "replaced",
        }
    }

    /// Returns the state with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// The states that a subscription has events about. All by default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct States(Vec<State>);

/// Reasons why a list is not a set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatesError {
    /// The list is empty.
    #[error("name at least one state")]
    Empty,
    /// The name at this index is unknown.
    #[error("a state must be one of seen, confirmed, final, dropped and replaced")]
    Unknown(usize),
    /// The name at this index is a duplicate.
    #[error("name each state only once")]
    Duplicate(usize),
}

impl CodedError for StatesError {
    fn info(&self) -> ErrorInfo {
        let info = ErrorInfo::describe(ErrorCode::InvalidRequest, self);
        match self {
            Self::Empty => info,
            Self::Unknown(index) | Self::Duplicate(index) => info.at(format!("[{index}]")),
        }
    }
}

impl Default for States {
    fn default() -> Self {
        Self(State::ALL.to_vec())
    }
}

impl States {
    /// Parses a list of names. The order has no meaning.
    ///
    /// # Errors
    /// The list is empty, or a name is unknown or repeated.
    pub fn parse<S: AsRef<str>>(names: &[S]) -> Result<Self, StatesError> {
        let mut states = Vec::with_capacity(names.len().min(State::ALL.len()));
        for (index, name) in names.iter().enumerate() {
            let state = State::from_name(name.as_ref()).ok_or(StatesError::Unknown(index))?;
            if states.contains(&state) {
                return Err(StatesError::Duplicate(index));
            }
            states.push(state);
        }
        states.sort_unstable();
        if states.is_empty() {
            return Err(StatesError::Empty);
        }
        Ok(Self(states))
    }

    /// Returns true if the subscription has events about a state.
    pub fn contains(&self, state: State) -> bool {
        self.0.contains(&state)
    }

    /// Returns the states.
    pub fn iter(&self) -> impl Iterator<Item = State> {
        self.0.iter().copied()
    }
}

/// The id of an event: 32 hex digits. Working over a block again yields the same id.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventId(pub String);

impl EventId {
    /// Returns the id of the event that a transaction has reached a state, in a block or none, after a previous event of
    /// the same transaction.
    ///
    /// The previous event is part of the id because a transaction can reach a state without a block repeatedly: it can
    /// leave the pool and return.
    pub fn of(subscription: Uuid, txid: &str, state: State, block: Option<&BlockId>, previous: Option<&Self>) -> Self {
        let mut hash = Sha256::new();
        hash.update(subscription.as_bytes());
        for part in [
            txid,
            state.name(),
            block.map_or("", |block| &block.hash),
            previous.map_or("", |id| &id.0),
        ] {
            // The length separates the parts.
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        Self(hex::encode(&hash.finalize()[..16]))
    }
}

/// An event of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// The id.
    pub id: EventId,
    /// The number of the event in the subscription, from 1 without gaps. 0 for the event of a test, which has no number.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sequence: u64,
    /// The subscription.
    pub subscription: Uuid,
    /// The label of the subscription at the time of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Chain and network.
    #[serde(flatten)]
    pub chain: ChainKey,
    /// The state.
    pub state: State,
    /// The last state that had an event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_state: Option<State>,
    /// The time of the event in Unix seconds.
    pub at: u64,
    /// The watched addresses that the transaction touches.
    pub addresses: Vec<String>,
    /// The derivation paths of these addresses, for an extended key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// The row of address info from the view of the watched set.
    pub transaction: Value,
    /// The block of the transaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<BlockTime>,
    /// The number of confirmations at the time of the event.
    pub confirmations: u64,
    /// The transaction that replaced this transaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
    /// The parts that the upstreams do not report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partial: Vec<String>,
    /// True for the event of a test, which is not in the log.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub test: bool,
}

impl Event {
    /// Returns the body without contents, for subscriptions with `content` `none`.
    pub fn without_content(&self) -> Value {
        if self.test {
            return json!({ "id": self.id, "subscription": self.subscription, "test": true });
        }
        json!({ "id": self.id, "sequence": self.sequence, "subscription": self.subscription })
    }

    /// Returns the event about a later state of the same transaction, with the row of that time. `sequence` and `id` are
    /// those of this event.
    #[must_use]
    pub fn later(&self, state: State, block: Option<BlockTime>, confirmations: u64, at: u64) -> Self {
        let mut later = Self {
            state,
            at,
            block,
            confirmations,
            replaced_by: None,
            ..self.clone()
        };
        let height = later.block.as_ref().map(|block| block.id.height);
        if let Some(row) = later.transaction.as_object_mut() {
            set(row, "confirmations", confirmations.into());
            set(
                row,
                "block",
                height.map_or_else(String::new, |height| height.to_string()).into(),
            );
            match (height, row.get("status").and_then(Value::as_str)) {
                (None, _) => set(row, "status", PENDING.into()),
                (Some(_), Some(PENDING)) => set(row, "status", CONFIRMED.into()),
                (Some(_), _) => {}
            }
        }
        later
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde requires")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The status of a row about a transaction that is in no block.
const PENDING: &str = "pending";
/// The status of a row about a transaction in a block.
const CONFIRMED: &str = "confirmed";

/// Replaces a present member.
fn set(row: &mut Map<String, Value>, name: &str, value: Value) {
    if let Some(member) = row.get_mut(name) {
        *member = value;
    }
}
