//! Deliveries that are due, and the attempts to make them.

use super::schedule::Schedule;
use crate::cursor::CursorError;
use crate::event::EventId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::system::Timestamp;

/// The way in which an event reaches the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeliveryKind {
    /// A request to a webhook.
    Webhook,
    /// A Web Push message.
    Push,
}

impl DeliveryKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Webhook, Self::Push];

    /// Returns the name in responses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Webhook => "webhook",
            Self::Push => "push",
        }
    }

    /// Returns the kind with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A delivery that is not made yet. The store keeps it until it is finished or discarded; a queue carries it to a sender.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Due {
    /// The owner of the subscription.
    pub owner: String,
    /// The subscription.
    pub subscription: Uuid,
    /// The kind.
    pub kind: DeliveryKind,
    /// The sequence number of the event.
    pub sequence: u64,
    /// The number of attempts so far.
    pub attempts: u32,
    /// The time in Unix milliseconds from which a sweep takes the delivery: the time of the next attempt, or the end of the
    /// claim of the sender that makes the attempt.
    pub at: u64,
}

impl Due {
    /// The time for which a delivery belongs to the sender that the queue has given it to. Longer than an attempt.
    pub const CLAIM: Duration = Duration::from_secs(30);

    /// The time that must remain of a claim before an attempt: the time limit of an attempt and of the writes after it.
    pub const ATTEMPT: Duration = Duration::from_secs(20);

    /// Returns the first delivery of an event that is written to the log at `now`, and true if it goes to the queue at once.
    /// Otherwise a sweep takes it when it is due.
    pub fn first(
        owner: &str,
        subscription: Uuid,
        kind: DeliveryKind,
        sequence: u64,
        schedule: &Schedule,
        now: Timestamp,
    ) -> (Self, bool) {
        let first = schedule.first(now);
        let is_immediate = first <= now;
        let at = if is_immediate { now.after(Self::CLAIM) } else { first };
        let due = Self {
            owner: owner.to_owned(),
            subscription,
            kind,
            sequence,
            attempts: 0,
            at: at.as_millis(),
        };
        (due, is_immediate)
    }

    /// Returns the delivery at a different time, `at` in Unix milliseconds or one later: the time is a part of the key, and a
    /// transaction cannot delete and write the same key.
    #[must_use]
    pub fn moved(&self, at: u64) -> Self {
        Self {
            at: if at == self.at { at.saturating_add(1) } else { at },
            ..self.clone()
        }
    }

    /// Returns the delivery after an attempt, with the time of the next attempt in Unix milliseconds.
    #[must_use]
    pub fn next(&self, at: u64) -> Self {
        Self {
            attempts: self.attempts.saturating_add(1),
            ..self.moved(at)
        }
    }

    /// Returns true if the claim lasts long enough for an attempt. Otherwise the sender claims the delivery again first.
    pub fn is_claimed(&self, now: Timestamp) -> bool {
        now.after(Self::ATTEMPT).as_millis() <= self.at
    }
}

/// The result of an attempt, as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttemptResult {
    /// The receiver responded with this status code.
    Status(u16),
    /// The receiver did not respond.
    Failure(Failure),
}

/// Reasons why a receiver did not respond. The texts of the network are not repeated, since they can reveal internal names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The name has no address.
    Unresolved,
    /// Every address of the name is private or reserved.
    ForbiddenAddress,
    /// No connection, or no valid certificate.
    Connection,
    /// No complete response within the time limit.
    Timeout,
    /// The subscription, the webhook's URL or the keys of the push subscription are not valid any more.
    InvalidTarget,
}

impl Failure {
    /// Returns the name in responses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unresolved => "unresolved",
            Self::ForbiddenAddress => "forbidden_address",
            Self::Connection => "connection",
            Self::Timeout => "timeout",
            Self::InvalidTarget => "invalid_target",
        }
    }
}

/// An attempt, as the store keeps it for the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The id of the event.
    pub event: EventId,
    /// The sequence number of the event.
    pub sequence: u64,
    /// The kind.
    pub kind: DeliveryKind,
    /// The start of the attempt in Unix milliseconds.
    pub at: u64,
    /// The duration in milliseconds.
    pub duration: u64,
    /// The result.
    pub result: AttemptResult,
    /// The time of the next attempt in Unix milliseconds; `None` after a success and after the last attempt.
    pub next_attempt_at: Option<u64>,
}

impl Attempt {
    /// Returns the position in the list of the attempts of the subscription.
    pub fn position(&self) -> AttemptPosition {
        AttemptPosition {
            at: self.at,
            kind: self.kind,
            sequence: self.sequence,
        }
    }
}

/// A position in the list of the attempts of a subscription, which is in descending order of positions. The position of a
/// different subscription is valid, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptPosition {
    /// The start of the attempt in Unix milliseconds.
    pub at: u64,
    /// The kind.
    pub kind: DeliveryKind,
    /// The sequence number of the event.
    pub sequence: u64,
}

/// `1800000000000-webhook-7`.
impl fmt::Display for AttemptPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.at, self.kind.name(), self.sequence)
    }
}

impl FromStr for AttemptPosition {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let read = || {
            let (at, rest) = text.split_once('-')?;
            let (kind, sequence) = rest.split_once('-')?;
            Some(Self {
                at: at.parse().ok()?,
                kind: DeliveryKind::from_name(kind)?,
                sequence: sequence.parse().ok()?,
            })
        };
        let position = read().filter(|position: &Self| position.to_string() == text);
        position.ok_or(CursorError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);

    fn first(schedule: &str) -> (Due, bool) {
        let schedule = schedule.parse().unwrap();
        Due::first("m:1", Uuid::from_u128(1), DeliveryKind::Webhook, 7, &schedule, NOW)
    }

    #[test]
    fn immediate_delivery_is_claimed_by_the_queue() {
        let (due, is_immediate) = first("0,5");
        assert!(is_immediate && due.is_claimed(NOW) && due.is_claimed(NOW.after(Duration::from_secs(10))));
        assert!(!due.is_claimed(NOW.after(Duration::from_secs(11))));
    }

    #[test]
    fn delayed_delivery_is_due_at_its_time() {
        let (due, is_immediate) = first("3,5");
        assert_eq!(
            (due.at, is_immediate),
            (NOW.after(Duration::from_secs(3)).as_millis(), false)
        );
        assert!(!due.is_claimed(NOW));
    }

    #[test]
    fn position_survives_encoding() {
        let position = AttemptPosition {
            at: u64::MAX,
            kind: DeliveryKind::Push,
            sequence: 0,
        };
        assert_eq!(position.to_string().parse(), Ok(position));
        let texts = [
            "",
            "1",
            "1-webhook",
            "1-mail-1",
            "+1-push-1",
            "01-push-1",
            "1-push-1-",
            "1-push-18446744073709551616",
        ];
        for text in texts {
            assert_eq!(text.parse::<AttemptPosition>(), Err(CursorError), "{text}");
        }
    }
}
