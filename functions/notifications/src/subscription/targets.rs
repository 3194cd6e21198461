//! The receivers of deliveries in requests: webhooks and Web Push.

use crate::wire::{PushAuthText, PushEndpointText, PushKeyText, WebhookUrlText};
use wallet_core::auth::Subject;
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::wire::{AsReceived, Wire};
use wallet_http::{ApiError, ErrorCode, Field, Object, Required};
use wallet_notifications::delivery::{Endpoint, PushTarget, Reach};
use wallet_notifications::ports::Change;

/// The webhook of a request.
pub type Webhook = Object<WebhookRequest>;

/// The push subscription of a request.
pub type Push = Object<PushRequest>;

/// The keys of a push subscription.
type Keys = Object<PushKeysRequest>;

wallet_core::request! {
    /// The receiver of webhooks by Standard Webhooks. An account has none.
    pub struct WebhookRequest {
        /// The URL.
        url: Required<WebhookUrl>,
    }
}

wallet_core::request! {
    /// The `PushSubscription` of a browser or of a UnifiedPush application.
    pub struct PushRequest {
        /// The URL of the push service.
        endpoint: Required<PushEndpoint>,
        /// The keys.
        keys: Required<Keys>,
    }
}

wallet_core::request! {
    /// The keys of a push subscription.
    pub struct PushKeysRequest {
        /// The public key.
        p256dh: Required<PushKeyText>,
        /// The authentication secret.
        auth: Required<PushAuthText>,
    }
}

/// The URL of a webhook.
struct WebhookUrl;

/// The URL of a push service.
struct PushEndpoint;

wallet_core::wire_value! {
    WebhookUrl<Reach> as WebhookUrlText => Endpoint, |reach: Reach, text: &str| Endpoint::parse(text, reach);
    PushEndpoint<Reach> as PushEndpointText => Endpoint, |reach: Reach, text: &str| Endpoint::parse(text, reach);
}

impl Wire<Reach> for WebhookRequest {
    type Json = Self;
    type Value = String;
    type Error = ErrorInfo;

    fn read(webhook: Self, reach: Reach) -> Result<String, ErrorInfo> {
        let endpoint = webhook.url.get_in(reach)?;
        Ok(endpoint.url().to_string())
    }
}

impl Wire<Reach> for PushRequest {
    type Json = Self;
    type Value = PushTarget;
    type Error = ErrorInfo;

    fn read(push: Self, reach: Reach) -> Result<PushTarget, ErrorInfo> {
        let endpoint = push.endpoint.get_in(reach)?;
        let name = push.keys.name();
        let keys = push.keys.get_in(AsReceived)?;
        let in_keys = |error: ErrorInfo| error.at(name.clone());
        let p256dh = keys.p256dh.get().map_err(in_keys)?;
        let auth = keys.auth.get().map_err(in_keys)?;
        PushTarget::parse(&endpoint, &p256dh, &auth).map_err(|error| error.info())
    }
}

/// The receivers in a request.
pub struct Targets {
    pub webhook: Field<Webhook>,
    pub push: Field<Push>,
}

impl Targets {
    /// Reads the URL of the webhook, and the push subscription.
    pub fn read(self, owner: &Subject, reach: Reach) -> Result<(Option<String>, Option<PushTarget>), ApiError> {
        if !self.webhook.is_absent() && matches!(owner, Subject::Account(_)) {
            let message = "An account has no webhooks: use Web Push, or read the events at GET /api/event.";
            let error = ApiError::new(ErrorCode::InsufficientPermission, message);
            return Err(error.detail("required", "notify").at(self.webhook.name()));
        }
        Ok((self.webhook.get_in(reach)?, self.push.get_in(reach)?))
    }
}

/// Returns the change of a receiver by two fields, of which at most one has an effect.
pub fn change<T>(value: Option<T>, remove: Field<bool>) -> Result<Change<T>, ErrorInfo> {
    let name = remove.name();
    let both = remove.error(format!("Omit {name} to set the receiver."));
    match (value, remove.or_default()?) {
        (None, false) => Ok(Change::Keep),
        (None, true) => Ok(Change::Remove),
        (Some(value), false) => Ok(Change::Set(value)),
        (Some(_), true) => Err(both),
    }
}
