//! POST /api/subscription/{id}/secret

use crate::Services;
use crate::subscription::record::secret_of;
use crate::subscription::{not_found, owned};
use crate::wire::{PathId, WebhookSecretText};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_http::{ApiError, Bearer, Data, ErrorCode, HandlerResult, Notify};
use wallet_notifications::ports::SettingsChange;

/// The new secret of a webhook.
#[derive(Serialize, ToSchema)]
#[schema(as = WebhookSecretResponse)]
pub struct Response {
    /// The secret. No later response has it.
    secret: WebhookSecretText,
}

/// Replaces the secret of the webhook.
///
/// For 24 hours, deliveries have the signatures of the new and of the previous secret. A further request ends the first of
/// them at once.
#[utoipa::path(
    post, path = "/api/subscription/{id}/secret", operation_id = "rotateSecret",
    responses((status = 400, description = "The id is malformed, or the subscription has no webhook.")),
    extensions(("x-error-codes" = json!([ErrorCode::InvalidRequest, ErrorCode::NotFound]))),
)]
pub async fn post(
    State(services): State<Services>,
    bearer: Bearer<Notify>,
    PathId(id): PathId,
) -> HandlerResult<Response> {
    let subscription = owned(&services, &bearer.claims, id).await?;
    if subscription.webhook.is_none() {
        let message = "The subscription has no webhook: give one at PUT /api/subscription/{id}.";
        return Err(ApiError::invalid_request(message).at("id"));
    }
    let key = services.master_keys.master_key().await?;
    let change = SettingsChange {
        secret: Some(subscription.secret.rotated(services.clock.now())),
        ..SettingsChange::default()
    };
    let changed = services.subscriptions.change(id, &change).await?;
    let secret = secret_of(&key, &changed.ok_or_else(not_found)?);
    Ok(Data(Response { secret }))
}
