//! The verification of received webhooks.

use super::Event;
use crate::authorization::well_known::Jwks;
use crate::clock::DeviceClock;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use wallet_core::auth::PublicKeySet;
use wallet_core::ports::system::Clock;
use wallet_notifications::delivery::{TOLERANCE, WebhookHeaders};

pub use wallet_core::auth::KeySetError;
pub use wallet_notifications::delivery::{SecretError, VerifyError, WebhookSecret};

/// The event of an authentic delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WebhookEvent {
    /// The id of the event: the same for a repeated delivery.
    pub id: String,
    /// The id of the subscription.
    pub subscription: String,
    /// The number of the event in the subscription, from 1 without gaps: deliveries can be out of order. `None` in a test.
    pub sequence: Option<u64>,
    /// True for a delivery that the owner requested to test the receiver.
    pub is_test: bool,
    /// The whole event, unless the content of the deliveries is `none`. In a test, the sequence number is 0.
    pub event: Option<Event>,
}

/// Reasons why a received webhook is not accepted. The receiver responds with 400.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WebhookError {
    /// The delivery is not authentic, or too old.
    #[error("the webhook is not authentic")]
    Verify(#[from] VerifyError),
    /// The signed body is not an event.
    #[error("the body of the webhook is not an event")]
    Content(#[source] serde_json::Error),
    /// The event is authentic, but belongs to a subscription of a different owner.
    #[error("the webhook is an event of another subscription")]
    Subscription,
}

/// The public keys with which a deployment signs the webhooks of all owners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookKeys(PublicKeySet);

impl WebhookKeys {
    /// Reads the response of [`super::webhook_keys`]. A receiver requests the response again after the deployment has changed
    /// the key: when no signature matches.
    ///
    /// # Errors
    ///
    /// The set has no Ed25519 key, an invalid key, or a private key.
    pub fn new(keys: &Jwks) -> Result<Self, KeySetError> {
        let text = serde_json::to_string(keys)?;
        PublicKeySet::from_jwks_json(&text).map(Self)
    }
}

/// Verifies a received webhook by the secret of the subscription, and returns the event.
///
/// `header` returns the value of a header by the name in lower case. `body` is the body as received, before any parsing. The
/// timestamp may differ from the device's clock by five minutes.
///
/// # Errors
///
/// A header is missing, the timestamp is invalid, no signature matches, or the signed body is not an event.
pub fn verify_webhook<'a>(
    header: impl Fn(&str) -> Option<&'a str>,
    body: &[u8],
    secret: &WebhookSecret,
) -> Result<WebhookEvent, WebhookError> {
    verify_webhook_with(header, body, secret, &DeviceClock, TOLERANCE)
}

/// Verifies a received webhook like [`verify_webhook`], with a different clock and tolerance.
///
/// # Errors
///
/// As for [`verify_webhook`].
pub fn verify_webhook_with<'a>(
    header: impl Fn(&str) -> Option<&'a str>,
    body: &[u8],
    secret: &WebhookSecret,
    clock: &dyn Clock,
    tolerance: Duration,
) -> Result<WebhookEvent, WebhookError> {
    let headers = WebhookHeaders::read(header)?;
    headers.verify(body, secret, clock.now(), tolerance)?;
    read(body).map_err(WebhookError::Content)
}

/// Verifies a received webhook like [`verify_webhook`], by the public keys of the deployment instead of a secret.
///
/// The keys sign the deliveries of all owners, so that the event of a different owner is authentic, too: `is_own` returns true
/// for the id of a subscription of the receiver.
///
/// # Errors
///
/// As for [`verify_webhook`], and for an event of a different owner.
pub fn verify_webhook_with_keys<'a>(
    header: impl Fn(&str) -> Option<&'a str>,
    body: &[u8],
    keys: &WebhookKeys,
    is_own: impl FnOnce(&str) -> bool,
) -> Result<WebhookEvent, WebhookError> {
    let headers = WebhookHeaders::read(header)?;
    headers.verify_by_keys(body, &keys.0, DeviceClock.now(), TOLERANCE)?;
    let event = read(body).map_err(WebhookError::Content)?;
    is_own(&event.subscription)
        .then_some(event)
        .ok_or(WebhookError::Subscription)
}

/// The fields of every delivery.
#[derive(Deserialize)]
struct Delivered {
    id: String,
    subscription: String,
    sequence: Option<u64>,
    #[serde(default)]
    test: bool,
}

fn read(body: &[u8]) -> Result<WebhookEvent, serde_json::Error> {
    let mut whole: Value = serde_json::from_slice(body)?;
    let Delivered {
        id,
        subscription,
        sequence,
        test: is_test,
    } = Delivered::deserialize(&whole)?;
    if sequence.is_none() && !is_test {
        return Err(serde::de::Error::missing_field("sequence"));
    }
    let mut event = None;
    if whole.get("transaction").is_some() {
        whole["sequence"] = sequence.unwrap_or_default().into();
        event = Some(serde_json::from_value(whole)?);
    }
    Ok(WebhookEvent {
        id,
        subscription,
        sequence,
        is_test,
        event,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wallet_core::ports::system::Timestamp;
    use wallet_notifications::EventId;
    use wallet_notifications::delivery::{SigningKey, jwk_set};

    const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    /// A clock with a fixed time: a number of seconds after `NOW`.
    struct Later(u64);

    impl Clock for Later {
        fn now(&self) -> Timestamp {
            NOW.after(Duration::from_secs(self.0))
        }
    }

    fn secret(text: &str) -> WebhookSecret {
        WebhookSecret::parse(text).unwrap()
    }

    fn sign_at(body: &str, now: Timestamp) -> WebhookHeaders {
        let key = SigningKey::from_seed(&[3; 32]);
        WebhookHeaders::sign(&EventId("ab".to_owned()), body.as_bytes(), &[secret(SECRET)], &key, now)
    }

    fn sign(body: &str) -> WebhookHeaders {
        sign_at(body, NOW)
    }

    fn verify(headers: &WebhookHeaders, body: &str, seconds: u64) -> Result<WebhookEvent, WebhookError> {
        let pairs = headers.pairs();
        let header = |name: &str| pairs.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
        verify_webhook_with(header, body.as_bytes(), &secret(SECRET), &Later(seconds), TOLERANCE)
    }

    fn event() -> Value {
        json!({
            "id": "ab", "sequence": 7, "subscription": "s", "chain": "btc", "network": "testnet", "state": "seen", "at": 5,
            "addresses": ["a"], "transaction": { "txid": "t" }, "confirmations": 0, "later": { "field": 1 },
        })
    }

    #[test]
    fn authentic_event_is_returned_and_a_changed_or_stale_one_is_not() {
        let body = event().to_string();
        let headers = sign(&body);
        let found = verify(&headers, &body, 300).unwrap();
        assert_eq!((found.sequence, found.is_test), (Some(7), false));
        assert_eq!(found.event.unwrap().transaction, json!({ "txid": "t" }));
        let rejected = |body: &str, seconds| match verify(&headers, body, seconds) {
            Err(WebhookError::Verify(error)) => error,
            other => panic!("{other:?}"),
        };
        assert_eq!(rejected(&body.replace("seen", "final"), 0), VerifyError::NoMatch);
        assert_eq!(rejected(&body, 301), VerifyError::Stale);
        let other = verify_webhook(|_| None, body.as_bytes(), &secret(SECRET));
        assert!(
            matches!(other, Err(WebhookError::Verify(VerifyError::MissingHeader(_)))),
            "{other:?}"
        );
    }

    #[test]
    fn public_key_accepts_the_events_of_own_subscriptions_only() {
        let keys = |seed| {
            let set = jwk_set(&[SigningKey::from_seed(&[seed; 32])]);
            WebhookKeys::new(&serde_json::from_str(&set).unwrap()).unwrap()
        };
        let body = event().to_string();
        let headers = sign_at(&body, DeviceClock.now());
        let pairs = headers.pairs();
        let header = |name: &str| pairs.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
        let verify = |body: &str, keys: &WebhookKeys, own: &str| {
            verify_webhook_with_keys(header, body.as_bytes(), keys, |subscription| subscription == own)
        };
        assert_eq!(verify(&body, &keys(3), "s").unwrap().sequence, Some(7));
        let other = verify(&body, &keys(3), "other");
        assert!(matches!(other, Err(WebhookError::Subscription)), "{other:?}");
        for (body, keys) in [(&*body, keys(4)), (&body.replace("seen", "final"), keys(3))] {
            let result = verify(body, &keys, "s");
            assert!(
                matches!(result, Err(WebhookError::Verify(VerifyError::NoMatch))),
                "{result:?}"
            );
        }
        assert!(WebhookKeys::new(&Jwks { keys: Vec::new() }).is_err());
    }

    #[test]
    fn references_and_tests_are_events() {
        let read = |body: &Value| {
            let body = body.to_string();
            verify(&sign(&body), &body, 0)
        };
        let reference = read(&json!({ "id": "ab", "sequence": 7, "subscription": "s" })).unwrap();
        assert_eq!((reference.event, reference.sequence), (None, Some(7)));
        let mut test = event();
        test.as_object_mut().unwrap().remove("sequence");
        assert!(matches!(read(&test), Err(WebhookError::Content(_))));
        test["test"] = true.into();
        let test = read(&test).unwrap();
        assert_eq!(
            (test.is_test, test.sequence, test.event.unwrap().sequence),
            (true, None, 0)
        );
    }

    #[test]
    fn signed_bodies_without_an_event_are_rejected() {
        let mut incomplete = event();
        incomplete.as_object_mut().unwrap().remove("chain");
        for body in [
            "",
            "null",
            "[]",
            "7",
            "{",
            r#"{"id":"ab","subscription":"s"}"#,
            &incomplete.to_string(),
        ] {
            let result = verify(&sign(body), body, 0);
            assert!(matches!(result, Err(WebhookError::Content(_))), "{body}: {result:?}");
        }
    }
}
