//! The request of a webhook.

use crate::fixture::{RuntimeClock, event, local_sender, master, ports, settings, subscription};
use crate::receiver::{Received, Receiver, Reply};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use wallet_core::ports::system::Timestamp;
use wallet_deliver::{HttpTransport, Made, Request, Response, Sender, Transport};
use wallet_notifications::Content;
use wallet_notifications::delivery::{
    AttemptResult, DeliveryKind, Endpoint, Failure, Outcome, Reach, TOLERANCE, VerifyError, WebhookHeaders,
    WebhookSecret,
};
use wallet_test_support::clock::FixedClock;
use wallet_upstream::guarded::SystemNames;
use wallet_upstream::tls;

fn verify(received: &Received, secret: &WebhookSecret, now: Timestamp) -> Result<(), VerifyError> {
    let headers = WebhookHeaders::read(|name| received.header(name)).unwrap();
    headers.verify(&received.body, secret, now, TOLERANCE)
}

#[tokio::test]
async fn request_has_the_headers_of_the_standard_and_no_others() {
    let receiver = Receiver::start(|_| Reply::status(204, &["set-cookie: a=b; Path=/"])).await;
    let sender = local_sender();
    let subscription = subscription(&receiver.url("http", "localhost"));
    for _ in 0..2 {
        let made = sender
            .attempt(&subscription, &event(1), DeliveryKind::Webhook)
            .await
            .unwrap();
        assert_eq!((made.result, made.retry_after), (AttemptResult::Status(204), None));
    }
    for request in receiver.received() {
        assert_eq!(request.first_line, "POST /hook?key=1 HTTP/1.1");
        let mut names: Vec<_> = request.headers.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        let expected =
            "accept content-length content-type host user-agent webhook-id webhook-signature webhook-timestamp";
        assert_eq!(names.join(" "), expected);
        assert_eq!(
            request.header("host"),
            Some(format!("localhost:{}", receiver.port).as_str())
        );
        assert_eq!(request.header("content-type"), Some("application/json"));
        assert_eq!(request.header("webhook-id"), Some(event(1).id.0.as_str()));
        assert!(request.header("user-agent").unwrap().starts_with("wallet-cloud/"));
        assert_eq!(serde_json::from_slice::<Value>(&request.body).unwrap(), json!(event(1)));
    }
}

#[tokio::test(start_paused = true)]
async fn every_attempt_has_the_same_id_and_body_and_the_time_of_the_attempt() {
    let receiver = Receiver::start(|_| Reply::status(500, &[])).await;
    let clock = RuntimeClock::start();
    let transport = HttpTransport::new(Arc::new(SystemNames), tls::public_roots().unwrap());
    let settings = settings(Reach::PublicAndLoopback);
    let sender = Sender::with_transport(settings, ports(Arc::clone(&clock)), Arc::new(transport));
    let url = format!("http://127.0.0.1:{}/", receiver.port);
    let subscription = subscription(&url);
    for _ in 0..3 {
        let made = sender
            .attempt(&subscription, &event(7), DeliveryKind::Webhook)
            .await
            .unwrap();
        assert_eq!(made.result, AttemptResult::Status(500));
        tokio::time::advance(Duration::from_mins(10)).await;
    }
    let requests = receiver.received();
    let secret = master().secret(subscription.id, 0);
    assert_eq!(requests.len(), 3);
    for (index, request) in requests.iter().enumerate() {
        assert_eq!(request.body, requests[0].body);
        assert_eq!(request.header("webhook-id"), requests[0].header("webhook-id"));
        let attempt = crate::fixture::NOW.after(Duration::from_mins(10) * u32::try_from(index).unwrap());
        assert_eq!(verify(request, &secret, attempt), Ok(()));
        let later = verify(request, &secret, attempt.after(Duration::from_mins(10)));
        assert_eq!(later, Err(VerifyError::Stale));
    }
}

#[tokio::test]
async fn both_secrets_sign_during_the_overlap() {
    let receiver = Receiver::start(|_| Reply::status(200, &[])).await;
    let mut subscription = subscription(&receiver.url("http", "localhost"));
    let rotated_at = Timestamp::from_secs(1_800_000_000);
    subscription.secret = subscription.secret.rotated(rotated_at);
    let [old, new, foreign] = [0, 1, 2].map(|version| master().secret(subscription.id, version));
    for (hours, is_old_accepted) in [(0, true), (23, true), (24, false)] {
        let now = rotated_at.after(Duration::from_hours(hours));
        let transport = HttpTransport::new(Arc::new(SystemNames), tls::public_roots().unwrap());
        let settings = settings(Reach::PublicAndLoopback);
        let sender = Sender::with_transport(settings, ports(FixedClock::at(now)), Arc::new(transport));
        let made = sender
            .attempt(&subscription, &event(1), DeliveryKind::Webhook)
            .await
            .unwrap();
        assert_eq!((made.at, made.result), (now, AttemptResult::Status(200)));
        let request = receiver.received().pop().unwrap();
        assert_eq!(verify(&request, &new, now), Ok(()), "{hours}");
        assert_eq!(verify(&request, &old, now).is_ok(), is_old_accepted, "{hours}");
        assert_eq!(verify(&request, &foreign, now), Err(VerifyError::NoMatch), "{hours}");
    }
}

#[tokio::test]
async fn delivery_without_content_has_three_members() {
    let receiver = Receiver::start(|_| Reply::status(200, &[])).await;
    let mut subscription = subscription(&receiver.url("http", "localhost"));
    subscription.content = Content::None;
    let sender = local_sender();
    sender
        .attempt(&subscription, &event(3), DeliveryKind::Webhook)
        .await
        .unwrap();
    let body: Value = serde_json::from_slice(&receiver.received()[0].body).unwrap();
    assert_eq!(body, event(3).without_content());
    assert_eq!(body.as_object().map(serde_json::Map::len), Some(3));
}

#[tokio::test]
async fn url_that_is_not_valid_any_more_has_no_connection() {
    let receiver = Receiver::start(|_| Reply::status(200, &[])).await;
    let names = crate::fixture::ScriptedNames::new(&[&["127.0.0.1"]]);
    let production = crate::fixture::sender(Reach::Public, &names);
    let failed = AttemptResult::Failure(Failure::InvalidTarget);
    for url in [
        receiver.url("http", "localhost"),
        receiver.url("https", "127.0.0.1"),
        String::new(),
    ] {
        assert_eq!(crate::fixture::result(&production, &url).await, failed, "{url}");
    }
    let mut without = subscription("");
    without.webhook = None;
    let sender = local_sender();
    assert_eq!(
        sender
            .attempt(&without, &event(1), DeliveryKind::Webhook)
            .await
            .unwrap()
            .result,
        failed
    );
    assert_eq!((receiver.accepted(), names.looked_up().len()), (0, 0));
}

/// A transport that never responds.
struct Hanging;

#[async_trait::async_trait]
impl Transport for Hanging {
    async fn post(&self, _: &Endpoint, _: Request) -> Result<Response, Failure> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn attempt_is_limited_whatever_the_transport_does() {
    let settings = settings(Reach::PublicAndLoopback);
    let sender = Sender::with_transport(settings, ports(RuntimeClock::start()), Arc::new(Hanging));
    let made = crate::fixture::attempt(&sender, "http://localhost:8000/").await;
    let expected = Made {
        at: crate::fixture::NOW,
        duration: crate::fixture::LIMIT,
        result: AttemptResult::Failure(Failure::Timeout),
        retry_after: None,
    };
    assert_eq!(made, expected);
    assert_eq!(made.outcome(), Outcome::NoResponse);
}
