//! GET, PUT and DELETE /api/subscription/{id}

use crate::Services;
use crate::subscription::record::{SubscriptionRecord, record, with_secret};
use crate::subscription::targets::{Push, Targets, Webhook, change};
use crate::subscription::{not_found, owned};
use crate::wire::{ContentName, LabelName, PathId, StateNames};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, Notify};
use wallet_notifications::ports::{Change, SettingsChange};

wallet_core::request! {
    /// The changes of a subscription; absent fields stay.
    #[schema(as = SubscriptionChange)]
    pub struct Request {
        /// The states that have events.
        states: Field<StateNames>,
        /// The receiver of webhooks. The URL given again enables a disabled webhook.
        webhook: Field<Webhook>,
        /// The receiver of pushes.
        push: Field<Push>,
        /// The content of deliveries.
        content: Field<ContentName>,
        /// A label: 1 to 64 characters without control characters.
        label: Field<LabelName>,
        /// True if nothing is delivered; the log continues.
        paused: Field<bool>,
        /// True to remove the webhook.
        remove_webhook: Field<bool>,
        /// True to remove the receiver of pushes.
        remove_push: Field<bool>,
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
/// A change of the states applies to later events. The response has the secret of a webhook if there was none before.
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
    let targets = Targets {
        webhook: request.webhook,
        push: request.push,
    };
    let (webhook, push) = targets.read(&bearer.claims.subject, services.reach)?;
    let change = SettingsChange {
        states,
        content: request.content.get()?,
        label: request.label.get()?,
        paused: request.paused.get()?,
        webhook: change(webhook, request.remove_webhook)?,
        push: change(push, request.remove_push)?,
        secret: None,
    };
    let before = owned(&services, &bearer.claims, id).await?;
    let is_first = before.webhook.is_none() && matches!(change.webhook, Change::Set(_));
    let key = if is_first {
        Some(services.master_keys.master_key().await?)
    } else {
        None
    };
    let changed = services.subscriptions.change(id, &change).await?;
    let changed = changed.ok_or_else(not_found)?;
    with_secret(&services, changed, key.as_deref()).await.map(Data)
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
