//! The request of a push. Independent implementations decrypt pushes in tests/oracles.

use crate::fixture::{attempt_of, event, local_sender, subscription};
use crate::receiver::{Receiver, Reply};
use serde_json::json;
use wallet_notifications::Subscription;
use wallet_notifications::delivery::{AttemptResult, DeliveryKind, Failure};

/// Keys of the receiver in RFC 8291 appendix A.
const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

fn to(url: &str) -> Subscription {
    let mut subscription = subscription("https://unused.example/");
    subscription.push = serde_json::from_value(json!({ "endpoint": url, "p256dh": P256DH, "auth": AUTH })).unwrap();
    subscription
}

#[tokio::test]
async fn push_is_encrypted_and_authorised() {
    let receiver = Receiver::start(|_| Reply::status(201, &[])).await;
    let subscription = to(&receiver.url("http", "localhost"));
    for _ in 0..2 {
        let made = attempt_of(&local_sender(), &subscription, DeliveryKind::Push).await;
        assert_eq!(made.result, AttemptResult::Status(201));
    }
    let requests = receiver.received();
    let [first, second] = requests.as_slice() else {
        panic!("{} requests", requests.len())
    };
    assert_eq!(first.first_line, "POST /hook?key=1 HTTP/1.1");
    for (name, value) in [
        ("content-encoding", "aes128gcm"),
        ("content-type", "application/octet-stream"),
        ("ttl", "604800"),
        ("urgency", "high"),
    ] {
        assert_eq!(first.header(name), Some(value), "{name}");
    }
    assert!(first.header("authorization").unwrap().starts_with("vapid t="));
    assert_eq!(first.header("webhook-signature"), None);
    let length = serde_json::to_vec(&event(1)).unwrap().len();
    // Header, delimiter and tag of the record.
    assert_eq!(
        (first.body.len(), second.body.len()),
        (86 + length + 1 + 16, 86 + length + 1 + 16)
    );
    assert_ne!(first.body[..16], second.body[..16], "the salts");
}

#[tokio::test]
async fn push_without_a_target_or_to_a_forbidden_endpoint_has_no_connection() {
    let failed = AttemptResult::Failure(Failure::InvalidTarget);
    for subscription in [subscription("https://unused.example/"), to("http://example.com/")] {
        let made = attempt_of(&local_sender(), &subscription, DeliveryKind::Push).await;
        assert_eq!(made.result, failed);
    }
}
