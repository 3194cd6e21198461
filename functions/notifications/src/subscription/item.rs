//! GET, PUT and DELETE /api/subscription/{id}

use crate::Services;
use crate::subscription::record::{SubscriptionRecord, record};
use crate::subscription::{not_found, owned};
use crate::wire::{ContentName, Deliveries, LabelName, PathId, StateNames};
use axum::extract::State;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, Notify};
use wallet_notifications::ports::{Change, SettingsChange};

wallet_core::request! {
    /// The changes of a subscription; absent fields stay.
    #[schema(as = SubscriptionChange)]
    pub struct Request {
        /// The states that have events.
        states: Field<StateNames>,
        #[schema(ignore)]
        webhook: Field<Value>,
        #[schema(ignore)]
        push: Field<Value>,
        /// The content of deliveries.
        content: Field<ContentName>,
        /// A label: 1 to 64 characters without control characters.
        label: Field<LabelName>,
        /// True if nothing is delivered; the log continues.
        paused: Field<bool>,
    }
}

/// An empty result: the subscription is deleted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeleteSubscriptionResponse)]
pub struct Deleted {}

/// Returns a subscription.
///
/// `lastSequence` is the number of the last event, and `health` states if the chain is watched.
#[utoipa::path(
    get, path = "/api/subscription/{id}", operation_id = "showSubscription",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidRequest, ErrorCode::NotFound]))),
)]
pub async fn get(
    State(services): State<Services>,
    bearer: Bearer<Notify>,
    PathId(id): PathId,
) -> HandlerResult<SubscriptionRecord> {
    let subscription = owned(&services, &bearer.claims, id).await?;
    record(&services, subscription).await.map(Data)
}

/// Changes a subscription.
///
/// A change of the states applies to later events.
#[utoipa::path(
    put, path = "/api/subscription/{id}", operation_id = "changeSubscription",
    extensions(("x-error-codes" = json!([ErrorCode::NotFound]))),
)]
pub async fn put(
    State(services): State<Services>,
    bearer: Bearer<Notify>,
    PathId(id): PathId,
    Body(request): Body<Request>,
) -> HandlerResult<SubscriptionRecord> {
    let states = request.states.get()?;
    let deliveries = Deliveries {
        webhook: request.webhook,
        push: request.push,
    };
    deliveries.check(&bearer.claims.subject)?;
    let change = SettingsChange {
        states,
        content: request.content.get()?,
        label: request.label.get()?,
        paused: request.paused.get()?,
        webhook: Change::Keep,
        secret: None,
    };
    owned(&services, &bearer.claims, id).await?;
    let changed = services.subscriptions.change(id, &change).await?;
    record(&services, changed.ok_or_else(not_found)?).await.map(Data)
}

/// Deletes a subscription.
///
/// The events of the log remain until they expire.
#[utoipa::path(
    delete, path = "/api/subscription/{id}", operation_id = "deleteSubscription",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidRequest, ErrorCode::NotFound]))),
)]
pub async fn delete(
    State(services): State<Services>,
    bearer: Bearer<Notify>,
    PathId(id): PathId,
) -> HandlerResult<Deleted> {
    let subscription = owned(&services, &bearer.claims, id).await?;
    services.subscriptions.delete(&subscription).await?;
    Ok(Data(Deleted {}))
}
