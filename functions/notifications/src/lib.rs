//! Notifications: subscriptions to addresses, extended keys and transactions on every chain, and the log of events.

mod event;
mod limits;
mod polls;
mod push_key;
mod subscription;
mod webhook;
mod webhook_keys;
mod wire;

pub use limits::{LimitsError, OwnerLimits};
pub use polls::{Poll, Polls};

use axum::Router;
use axum::extract::FromRef;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_core::ports::system::{Clock, Randomness};
use wallet_deliver::{LogReader, Sender};
use wallet_http::{Authorizer, Described, Purpose, Routes, Served, Service, get, post};
use wallet_notifications::delivery::Reach;
use wallet_notifications::ports::{Deliveries, MasterKeys, Subscriptions, WatchStore};
use wallet_watch::{Chains, SubscribedChain};

/// The name of the service, which is the first part of the base path.
pub const NAME: &str = "notifications";

/// The dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// Verification of permission tokens.
    pub authorizer: Authorizer,
    /// The subscriptions.
    pub subscriptions: Arc<dyn Subscriptions>,
    /// The log of events.
    pub log: LogReader,
    /// The positions of the loops, for the health of subscriptions.
    pub loops: Arc<dyn WatchStore>,
    /// The due deliveries, and the attempts.
    pub deliveries: Arc<dyn Deliveries>,
    /// The master key, from which the keys of deliveries are derived.
    pub master_keys: Arc<dyn MasterKeys>,
    /// The networks that a delivery may go to.
    pub reach: Reach,
    /// The sender of the deliveries of tests.
    pub sender: Sender,
    /// The chains of the deployment.
    pub chains: Chains<dyn SubscribedChain>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of random ids.
    pub randomness: Arc<dyn Randomness>,
    /// The limits of accounts and merchants.
    pub limits: OwnerLimits,
    /// The requests that wait for an event.
    pub polls: Polls,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

/// Returns the endpoints, relative to the base path. A trailing slash is ignored.
pub fn router() -> Router<Services> {
    routes::<Served>().router()
}

/// The OpenAPI document that is served, generated from [`openapi`] (docs/contributing.md).
pub const DOCUMENT: &str = include_str!("../openapi.json");

/// Builds the OpenAPI document of the endpoints from their code.
pub fn openapi() -> utoipa::openapi::OpenApi {
    webhook::describe(routes::<Described>().describe(TITLE, DESCRIPTION, Document::openapi()))
}

fn routes<P: Purpose<Services>>() -> Routes<Services, P> {
    Routes::new("subscription")
        .route("/api/subscription", get(subscription::get).post(subscription::post))
        .route(
            "/api/subscription/{id}",
            get(subscription::item::get)
                .put(subscription::item::put)
                .delete(subscription::item::delete),
        )
        .route("/api/subscription/{id}/addresses", post(subscription::addresses::post))
        .route("/api/subscription/{id}/secret", post(subscription::secret::post))
        .route("/api/subscription/{id}/test", post(subscription::test::post))
        .route("/api/subscription/{id}/replay", post(subscription::replay::post))
        .route("/api/subscription/{id}/deliveries", get(subscription::deliveries::get))
        .route("/api/event", get(event::get))
        .route("/push-key", get(push_key::get))
        .route("/.well-known/webhook-keys.json", get(webhook_keys::get))
}

/// The title of the service.
const TITLE: &str = "Notifications";

/// The description of the service.
const DESCRIPTION: &str = "Watches addresses, extended keys and transactions on all chains, and reports every change of the state of a \
                       transaction as an event: seen, confirmed, final, dropped, replaced. The log has the events of a subscription in \
                       order and without gaps, and GET /api/event waits for the next event.";

/// Returns the service.
pub fn service(services: Services) -> Service {
    Service::new(NAME, router(), services, DOCUMENT)
}

#[derive(OpenApi)]
#[openapi(paths(
    subscription::get,
    subscription::post,
    subscription::item::get,
    subscription::item::put,
    subscription::item::delete,
    subscription::addresses::post,
    subscription::secret::post,
    subscription::test::post,
    subscription::replay::post,
    subscription::deliveries::get,
    event::get,
    push_key::get,
    webhook_keys::get
))]
struct Document;
