//! Web Push (RFC 8030): the request that takes an event to a push service, and through the push service to a browser or
//! an application.
//!
//! The sender posts the body of [`push_body`], encrypted by [`encrypt`], with [`push_headers`] and
//! [`VapidKey::authorization`].

mod encryption;
mod target;
mod vapid;

pub use encryption::{MAX_PUSH, PushError, encrypt};
pub use target::{PushKeyError, PushTarget};
pub use vapid::{Contact, ContactError, VapidKey};

use super::keys::expand;
use crate::event::Event;
use crate::subscription::Content;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::time::Duration;

/// The time for which a push service keeps a push for a receiver that is offline. After a longer absence the receiver
/// reads the log.
const TTL: Duration = Duration::from_hours(7 * 24);

/// The first part of the derivation of a topic.
const TOPIC: &[u8] = b"wallet-cloud.push-topic.1";

/// Returns the body of a push before the encryption: the event as JSON, or the body without contents if the subscription
/// has `content` `none` or the event is longer than [`MAX_PUSH`].
pub fn push_body(event: &Event, content: Content) -> Vec<u8> {
    full_body(event, content).unwrap_or_else(|| Content::None.body(event))
}

/// Returns the event as JSON if a push may and can hold the event.
fn full_body(event: &Event, content: Content) -> Option<Vec<u8>> {
    (content == Content::Full)
        .then(|| content.body(event))
        .filter(|body| body.len() <= MAX_PUSH)
}

/// Returns the headers of the push with the body of [`push_body`], without `Authorization`.
///
/// `Urgency` is the same for every event, since the push service must not learn the state of a transaction. `high` also
/// wakes a telephone that saves energy.
///
/// A body without contents has a `Topic`, so that the push service keeps only the last such push of a subscription: the
/// receiver reads the log after any of them. An event has no `Topic`: the repeated attempt of an earlier event would
/// remove a later event, and the push service of Google keeps only four topics for each receiver.
pub fn push_headers(target: &PushTarget, event: &Event, content: Content) -> Vec<(&'static str, String)> {
    let headers = [
        ("content-encoding", "aes128gcm".to_owned()),
        ("content-type", "application/octet-stream".to_owned()),
        ("ttl", TTL.as_secs().to_string()),
        ("urgency", "high".to_owned()),
    ];
    let topic = full_body(event, content)
        .is_none()
        .then(|| ("topic", topic(target, event)));
    headers.into_iter().chain(topic).collect()
}

/// Returns the topic of a subscription, 32 characters of base64url (RFC 8030 §5.4). Without the authentication secret of the
/// receiver, the push service cannot compute the topic from the id of the subscription.
fn topic(target: &PushTarget, event: &Event) -> String {
    let hash = expand(&target.auth, &[TOPIC, event.subscription.as_bytes()]);
    URL_SAFE_NO_PAD.encode(&hash[..24])
}

#[cfg(test)]
mod tests;
