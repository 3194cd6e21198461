//! An attempt to deliver an event.

use crate::settings::SenderSettings;
use crate::transport::{HttpTransport, Request, Response, Transport};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout};
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_notifications::delivery::{
    AttemptResult, DeliveryKind, Endpoint, Failure, MasterKey, Outcome, Schedule, SigningKey, WebhookHeaders, jwk_set,
};
use wallet_notifications::{Content, Event, Subscription};
use wallet_upstream::client::BuildClientError;

/// The time limit of an attempt, from the resolution of the name to the end of the response.
const LIMIT: Duration = Duration::from_secs(15);

/// The version of the signing key of the deployment.
const SIGNING_KEY: u32 = 0;

/// Makes the attempts of deliveries. Clones share the keys.
#[derive(Clone)]
pub struct Sender(Arc<Parts>);

struct Parts {
    settings: SenderSettings,
    master: MasterKey,
    signing_key: SigningKey,
    transport: Arc<dyn Transport>,
    clock: Arc<dyn Clock>,
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
    pub fn new(settings: SenderSettings, master: MasterKey, clock: Arc<dyn Clock>) -> Result<Self, BuildClientError> {
        let transport = Arc::new(HttpTransport::system()?);
        Ok(Self::with_transport(settings, master, clock, transport))
    }

    /// Creates a sender with a transport.
    pub fn with_transport(
        settings: SenderSettings,
        master: MasterKey,
        clock: Arc<dyn Clock>,
        transport: Arc<dyn Transport>,
    ) -> Self {
        let signing_key = master.signing_key(SIGNING_KEY);
        Self(Arc::new(Parts {
            settings,
            master,
            signing_key,
            transport,
            clock,
        }))
    }

    /// Returns the times of the attempts.
    pub fn schedule(&self) -> &Schedule {
        &self.0.settings.schedule
    }

    /// Returns the public keys that verify `v1a` signatures, as the JSON of a JWK set.
    pub fn public_keys(&self) -> String {
        jwk_set([&self.0.signing_key])
    }

    /// Makes an attempt, at most 15 s long. The body is the same for every attempt of an event; the signatures are those of
    /// the time of the attempt.
    ///
    /// A subscription without such a delivery, or with a URL that is not valid any more, has the result
    /// [`Failure::InvalidTarget`] without a connection.
    pub async fn attempt(&self, subscription: &Subscription, event: &Event, kind: DeliveryKind) -> Made {
        let at = self.0.clock.now();
        let start = Instant::now();
        let response = match self.request(subscription, event, kind, at) {
            Some((endpoint, request)) => timeout(LIMIT, self.0.transport.post(&endpoint, request))
                .await
                .unwrap_or(Err(Failure::Timeout)),
            None => Err(Failure::InvalidTarget),
        };
        let (result, retry_after) = match response {
            Ok(Response { status, retry_after }) => (AttemptResult::Status(status), retry_after),
            Err(failure) => (AttemptResult::Failure(failure), None),
        };
        Made {
            at,
            duration: start.elapsed(),
            result,
            retry_after,
        }
    }

    /// Returns the request of an attempt at `now` and where the request goes.
    fn request(
        &self,
        subscription: &Subscription,
        event: &Event,
        kind: DeliveryKind,
        now: Timestamp,
    ) -> Option<(Endpoint, Request)> {
        match kind {
            DeliveryKind::Webhook => self.webhook(subscription, event, now),
            DeliveryKind::Push => None,
        }
    }

    fn webhook(&self, subscription: &Subscription, event: &Event, now: Timestamp) -> Option<(Endpoint, Request)> {
        let webhook = subscription.webhook.as_ref()?;
        let endpoint = Endpoint::parse(&webhook.url, self.0.settings.reach).ok()?;
        let body = body(event, subscription.content)?;
        let versions = subscription.secret.signing(now, self.0.settings.overlap);
        let secrets: Vec<_> = versions
            .map(|version| self.0.master.secret(subscription.id, version))
            .collect();
        let signed = WebhookHeaders::sign(&event.id, &body, &secrets, &self.0.signing_key, now);
        let signed = signed.pairs().map(|(name, value)| (name, value.to_owned()));
        let mut headers = vec![("content-type", "application/json".to_owned())];
        headers.extend(signed);
        Some((endpoint, Request { headers, body }))
    }
}

/// Returns the body of a delivery.
fn body(event: &Event, content: Content) -> Option<Vec<u8>> {
    match content {
        Content::Full => serde_json::to_vec(event).ok(),
        Content::None => serde_json::to_vec(&event.without_content()).ok(),
    }
}
