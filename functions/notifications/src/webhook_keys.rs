//! GET /.well-known/webhook-keys.json

use crate::Services;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use utoipa::ToSchema;
use wallet_http::{ApiError, ErrorCode};
use wallet_notifications::delivery::{KEY_VERSION, jwk_set};

/// A set of public keys (RFC 7517).
#[derive(ToSchema)]
#[schema(as = WebhookKeys)]
#[expect(dead_code, reason = "documents the JSON of `jwk_set`")]
pub struct Keys {
    /// The keys that sign webhooks.
    keys: Vec<Key>,
}

/// A public Ed25519 key (RFC 8037).
#[derive(ToSchema)]
#[schema(as = WebhookKey)]
#[expect(dead_code, reason = "documents the JSON of `jwk_set`")]
pub struct Key {
    /// Always `OKP`.
    #[schema(example = "OKP")]
    kty: String,
    /// Always `Ed25519`.
    #[schema(example = "Ed25519")]
    crv: String,
    /// Always `EdDSA`.
    #[schema(example = "EdDSA")]
    alg: String,
    /// Always `sig`.
    #[schema(rename = "use", example = "sig")]
    usage: String,
    /// The key id, the thumbprint of the key (RFC 7638).
    #[schema(example = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")]
    kid: String,
    /// The public key: 32 bytes in base64url.
    #[schema(example = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")]
    x: String,
}

/// Returns the public keys that verify the signatures `v1a` of webhooks.
///
/// All webhooks of the deployment have the same key: a receiver compares the `subscription` of the event as well. The endpoint
/// requires no token. The response is a JSON Web Key Set without an envelope.
#[utoipa::path(
    get, path = "/.well-known/webhook-keys.json", operation_id = "webhookKeys",
    responses(
        (status = 200, description = "The key set, which may be cached for 5 minutes", body = Keys,
            headers(("Cache-Control" = String, description = "The key set may be cached for 5 minutes."))),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::ServiceUnavailable]))),
)]
pub async fn get(State(services): State<Services>) -> Result<Response, ApiError> {
    let key = services.master_keys.master_key().await?;
    let headers = [
        ("content-type", "application/json"),
        ("cache-control", "public, max-age=300"),
    ];
    Ok((headers, jwk_set([&key.signing_key(KEY_VERSION)])).into_response())
}
