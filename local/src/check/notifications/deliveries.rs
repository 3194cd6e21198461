//! Deliveries: to a receiver on this computer, or attempts without a receiver.

use super::{Kind, Walk, unknown_state, webhook};
use crate::payments::WEBHOOK;
use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use wallet_client::notifications::{
    DeliveryKind, PushKeysRequest, PushRequest, ReplayRequest, SubscriptionChange, TestRequest, TestResponse,
    change_subscription, replay_events, rotate_secret, test_deliveries,
};
use wallet_client::{CallError, ErrorCode};
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;
use wallet_notifications::delivery::{TOLERANCE, WebhookHeaders, WebhookSecret};

/// The keys of the push subscription of RFC 8291, appendix A.
pub(super) const PUSH_KEYS: [&str; 2] = [
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
];
/// The time in which a delivery that has an outcome was received.
const RECEIVED: Duration = Duration::from_secs(5);

impl Walk<'_> {
    /// Gives the subscription a webhook and a push endpoint, attempts deliveries, and removes both. Without a delivery, the calls
    /// have to be rejected.
    pub(super) async fn deliver(&self) {
        let Self { client, id, .. } = self;
        let (replay, test) = (ReplayRequest::builder().from(1).build(), TestRequest::default());
        let invalid = ErrorCode::InvalidRequest;
        self.rejected("no delivery", replay_events(client, id, &replay).await, invalid);
        self.rejected("no delivery", test_deliveries(client, id, &test).await, invalid);
        self.rejected("no webhook", rotate_secret(client, id).await, invalid);

        let mut receiver = Receiver::start(&self.recorder.url("")).await;
        let mut changed =
            change_subscription(client, id, &targets(receiver.as_ref().map_or(WEBHOOK, |it| &it.url))).await;
        // A server with `--production` does not deliver to this computer.
        if receiver.is_some() && matches!(&changed, Err(CallError::Response(error)) if error.code == invalid) {
            receiver = None;
            changed = change_subscription(client, id, &targets(WEBHOOK)).await;
        } else if receiver.is_none() {
            let local = change_subscription(client, id, &webhook("http://127.0.0.1:65535/")).await;
            self.rejected("a webhook to a loopback address", local, invalid);
        }
        let secret = self.valid("the webhook", changed).and_then(|changed| changed.secret);
        let rotated = self.valid("the secret", rotate_secret(client, id).await);
        let secrets: Vec<_> = secret
            .into_iter()
            .chain(rotated.map(|rotated| rotated.secret))
            .collect();
        if !matches!(&*secrets, [first, second] if first != second) {
            self.found(
                Kind::Call,
                "the secret",
                "the rotation returned no other secret".to_owned(),
            );
        }
        let tested = test_deliveries(client, id, &test).await;
        if let Some(tested) = self.valid("the test", tested) {
            self.received(receiver.as_mut(), &tested, &secrets).await;
        }
        let replayed = replay_events(client, id, &replay).await;
        self.check("the replay", replayed, |replayed| replayed.queued == 0);
        for (case, from, to) in [("from 0", 0, None), ("to before from", 2, Some(1))] {
            let request = ReplayRequest::builder().from(from).maybe_to(to).build();
            self.rejected(case, replay_events(client, id, &request).await, invalid);
        }
        let state = TestRequest::builder().state(unknown_state()).build();
        self.rejected("an unknown state", test_deliveries(client, id, &state).await, invalid);
        let without = SubscriptionChange::builder()
            .remove_webhook(true)
            .remove_push(true)
            .build();
        let changed = change_subscription(client, id, &without).await;
        self.check("the removal of the deliveries", changed, |found| {
            found.webhook.is_none() && found.push.is_none()
        });
    }

    /// Requires a webhook, which both secrets verify, and an encrypted push; without a receiver, two attempts that failed.
    async fn received(&self, receiver: Option<&mut Receiver>, tested: &TestResponse, secrets: &[String]) {
        let outcome = |kind| tested.deliveries.iter().filter(move |delivery| delivery.kind == kind);
        let status = receiver.is_some().then_some(204);
        let is_expected = |kind| outcome(kind).map(|delivery| delivery.status).eq([status]);
        if !is_expected(DeliveryKind::Webhook) || !is_expected(DeliveryKind::Push) {
            let problem = format!("the outcome of the deliveries is {:?}", tested.deliveries);
            self.found(Kind::Call, "the test", problem);
        }
        let Some(receiver) = receiver else { return };
        let requests = receiver.take(2, RECEIVED).await;
        let is_push = |received: &&Received| {
            received
                .headers
                .get("content-encoding")
                .is_some_and(|it| it == "aes128gcm")
        };
        let (pushes, webhooks): (Vec<_>, Vec<_>) = requests.iter().partition(is_push);
        let is_webhook = |received: &Received| {
            let read = WebhookHeaders::read(|name| received.headers.get(name)?.to_str().ok());
            secrets.iter().all(|secret| {
                let (Ok(headers), Ok(secret)) = (&read, WebhookSecret::parse(secret)) else {
                    return false;
                };
                headers
                    .verify(&received.body, &secret, SystemClock.now(), TOLERANCE)
                    .is_ok()
            })
        };
        if pushes.len() != 1 || !matches!(&*webhooks, [only] if is_webhook(only)) {
            let problem = format!(
                "{} pushes and {} webhooks were received, or a signature differs",
                pushes.len(),
                webhooks.len()
            );
            self.found(Kind::Call, "the test", problem);
        }
    }
}

/// A received request.
struct Received {
    /// The headers.
    headers: HeaderMap,
    /// The body.
    body: Bytes,
}

/// A server that responds 204 to every request, and stops when it is dropped.
struct Receiver {
    /// The URL.
    url: String,
    received: UnboundedReceiver<Received>,
    server: JoinHandle<()>,
}

impl Receiver {
    /// Starts the receiver if the deployment is on this computer. Returns `None` for every other deployment, which cannot connect
    /// to this computer.
    async fn start(base_url: &str) -> Option<Self> {
        let host = base_url.strip_prefix("http://")?;
        if !["127.0.0.1", "localhost", "[::1]"]
            .iter()
            .any(|local| host.starts_with(local))
        {
            return None;
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.ok()?;
        let url = format!("http://{}/", listener.local_addr().ok()?);
        let (sender, received) = unbounded_channel();
        let receive = async move |headers: HeaderMap, body: Bytes| {
            // The check may have ended.
            let _ = sender.send(Received { headers, body });
            StatusCode::NO_CONTENT
        };
        let router = Router::new().fallback(receive);
        let server = tokio::spawn(async move {
            // The listener works until the end of the task.
            let _ = axum::serve(listener, router).await;
        });
        Some(Self { url, received, server })
    }

    /// Waits for a number of requests, and returns those that were received in time.
    async fn take(&mut self, number: usize, time: Duration) -> Vec<Received> {
        let mut received = Vec::new();
        while received.len() < number {
            match timeout(time, self.received.recv()).await {
                Ok(Some(request)) => received.push(request),
                Ok(None) | Err(_) => break,
            }
        }
        received
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Returns a push endpoint with a public key.
pub(super) fn push(endpoint: &str, p256dh: &str) -> PushRequest {
    let (endpoint, p256dh, auth) = (endpoint.to_owned(), p256dh.to_owned(), PUSH_KEYS[1].to_owned());
    let keys = PushKeysRequest::builder().p256dh(p256dh).auth(auth).build();
    PushRequest::builder().endpoint(endpoint).keys(keys).build()
}

/// Returns the change to a webhook and a push endpoint with the same URL.
fn targets(url: &str) -> SubscriptionChange {
    let mut changed = webhook(url);
    changed.push = Some(push(url, PUSH_KEYS[0]));
    changed
}
