//! The rules of deliveries: where a delivery may go, the signatures of webhooks, the encryption of pushes, and the times of
//! the attempts.
//!
//! The sender, which resolves names and connects, is elsewhere. The sender connects only to addresses that
//! [`Endpoint::permits`], signs every attempt by [`WebhookHeaders::sign`] with the time of the attempt, and takes the time
//! of the next attempt from [`Schedule::after`].

mod due;
mod keys;
mod push;
mod schedule;
mod webhook;

pub use due::{Attempt, AttemptPosition, AttemptResult, DeliveryKind, Due, Failure};
pub use keys::{
    KEY_VERSION, MasterKey, MasterKeyError, SecretError, SecretVersion, SigningKey, WebhookSecret, jwk_set,
};
pub use push::{
    Contact, ContactError, MAX_PUSH, PushError, PushKeyError, PushTarget, VapidKey, encrypt, push_body, push_headers,
};
pub use schedule::{Next, Outcome, Schedule, ScheduleError};
pub use wallet_core::public_endpoint::{Endpoint, EndpointError, Reach};
pub use webhook::{TOLERANCE, VerifyError, WebhookHeaders};
