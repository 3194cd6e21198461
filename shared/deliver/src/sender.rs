//! An attempt to deliver an event.

use crate::settings::SenderSettings;
use crate::transport::{HttpTransport, Request, Response, Transport};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Randomness, Timestamp};
use wallet_notifications::delivery::{
    AttemptResult, DeliveryKind, Endpoint, Failure, KEY_VERSION, MasterKey, Outcome, PushTarget, Schedule,
    WebhookHeaders, encrypt, push_body, push_headers,
};
use wallet_notifications::ports::MasterKeys;
use wallet_notifications::{Content, Event, Subscription};
use wallet_upstream::client::BuildClientError;

/// The time limit of an attempt, from the resolution of the name to the end of the response.
const LIMIT: Duration = Duration::from_secs(15);

/// Makes the attempts of deliveries. Clones share the keys.
#[derive(Clone)]
pub struct Sender(Arc<Parts>);

struct Parts {
    settings: SenderSettings,
    ports: SenderPorts,
    transport: Arc<dyn Transport>,
}

/// The ports of a sender.
#[derive(Clone)]
pub struct SenderPorts {
    /// The master key of the deployment.
    pub master_keys: Arc<dyn MasterKeys>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of the salts and keys of pushes.
    pub randomness: Arc<dyn Randomness>,
}

/// An attempt that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The start.
    pub at: Timestamp,
    /// The duration.
    pub duration: Duration,
    /// The result.
    pub result: AttemptResult,
    /// The header `Retry-After` of the response.
    pub retry_after: Option<String>,
}

impl Made {
    /// Returns the duration in milliseconds.
    pub fn millis(&self) -> u64 {
        u64::try_from(self.duration.as_millis()).unwrap_or(u64::MAX)
    }

    /// Returns the outcome, for [`Schedule::after`].
    pub fn outcome(&self) -> Outcome<'_> {
        match self.result {
            AttemptResult::Status(status) => Outcome::Response {
                status,
                retry_after: self.retry_after.as_deref(),
            },
            AttemptResult::Failure(_) => Outcome::NoResponse,
        }
    }
}

impl Sender {
    /// Creates a sender that uses HTTP, the names of the operating system and the compiled-in roots.
    ///
    /// # Errors
    /// The TLS library rejects the defaults.
    pub fn new(settings: SenderSettings, ports: SenderPorts) -> Result<Self, BuildClientError> {
        let transport = Arc::new(HttpTransport::system()?);
        Ok(Self::with_transport(settings, ports, transport))
    }

    /// Creates a sender with a transport.
    pub fn with_transport(settings: SenderSettings, ports: SenderPorts, transport: Arc<dyn Transport>) -> Self {
        Self(Arc::new(Parts {
            settings,
            ports,
            transport,
        }))
    }

    /// Returns the times of the attempts.
    pub fn schedule(&self) -> &Schedule {
        &self.0.settings.schedule
    }

    /// Makes an attempt, at most 15 s long. The body, of a push before the encryption, is the same for every attempt of an
    /// event; the signatures are those of the time of the attempt.
    ///
    /// A subscription without such a delivery, or with a URL that is not valid any more, has the result
    /// [`Failure::InvalidTarget`] without a connection.
    ///
    /// # Errors
    /// The master key cannot be read; no attempt was made.
    pub async fn attempt(
        &self,
        subscription: &Subscription,
        event: &Event,
        kind: DeliveryKind,
    ) -> Result<Made, StoreError> {
        let master = self.0.ports.master_keys.master_key().await?;
        let at = self.0.ports.clock.now();
        let start = Instant::now();
        let response = match self.request(&master, subscription, event, kind, at) {
            Some((endpoint, request)) => timeout(LIMIT, self.0.transport.post(&endpoint, request))
                .await
                .unwrap_or(Err(Failure::Timeout)),
            None => Err(Failure::InvalidTarget),
        };
        let (result, retry_after) = match response {
            Ok(Response { status, retry_after }) => (AttemptResult::Status(status), retry_after),
            Err(failure) => (AttemptResult::Failure(failure), None),
        };
        Ok(Made {
            at,
            duration: start.elapsed(),
            result,
            retry_after,
        })
    }

    /// Returns the endpoint and the request of an attempt at `now`.
    fn request(
        &self,
        master: &MasterKey,
        subscription: &Subscription,
        event: &Event,
        kind: DeliveryKind,
        now: Timestamp,
    ) -> Option<(Endpoint, Request)> {
        let endpoint = |url: &str| Endpoint::parse(url, self.0.settings.reach).ok();
        let (endpoint, request) = match kind {
            DeliveryKind::Webhook => {
                let endpoint = endpoint(&subscription.webhook.as_ref()?.url)?;
                (endpoint, self.webhook(master, subscription, event, now))
            }
            DeliveryKind::Push => {
                let target = subscription.push.as_ref()?;
                let endpoint = endpoint(&target.endpoint)?;
                let request = self.push(master, target, &endpoint, (event, subscription.content), now)?;
                (endpoint, request)
            }
        };
        Some((endpoint, request))
    }

    /// Returns the request of a webhook at `now`.
    fn webhook(&self, master: &MasterKey, subscription: &Subscription, event: &Event, now: Timestamp) -> Request {
        let body = subscription.content.body(event);
        let versions = subscription.secret.signing(now, self.0.settings.overlap);
        let secrets: Vec<_> = versions
            .map(|version| master.secret(subscription.id, version))
            .collect();
        let signed = WebhookHeaders::sign(&event.id, &body, &secrets, &master.signing_key(KEY_VERSION), now);
        let signed = signed.pairs().map(|(name, value)| (name, value.to_owned()));
        let mut headers = vec![("content-type", "application/json".to_owned())];
        headers.extend(signed);
        Request { headers, body }
    }

    /// Returns the request of a push at `now`.
    fn push(
        &self,
        master: &MasterKey,
        target: &PushTarget,
        endpoint: &Endpoint,
        (event, content): (&Event, Content),
        now: Timestamp,
    ) -> Option<Request> {
        let body = push_body(event, content);
        let body = encrypt(target, &body, &*self.0.ports.randomness).ok()?;
        let mut headers = push_headers(target, event, content);
        let contact = self.0.settings.contact.as_str();
        let authorization = master.vapid_key(KEY_VERSION).authorization(endpoint, contact, now);
        headers.push(("authorization", authorization));
        Some(Request { headers, body })
    }
}
