//! GET /.well-known/jwks.json

use crate::Services;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use utoipa::ToSchema;
use wallet_http::{ApiError, ErrorCode};

/// A set of public keys (RFC 7517).
#[derive(ToSchema)]
pub struct Jwks {
    /// The keys that sign now, signed recently or will sign soon.
    pub keys: Vec<Jwk>,
}

/// A public Ed25519 key (RFC 8037).
#[derive(ToSchema)]
pub struct Jwk {
    /// Always `OKP`.
    #[schema(example = "OKP")]
    pub kty: String,
    /// Always `Ed25519`.
    #[schema(example = "Ed25519")]
    pub crv: String,
    /// Always `EdDSA`.
    #[schema(example = "EdDSA")]
    pub alg: String,
    /// Always `sig`.
    #[schema(rename = "use", example = "sig")]
    pub usage: String,
    /// The key id, as in the header of the tokens.
    #[schema(example = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")]
    pub kid: String,
    /// The public key: 32 bytes in base64url.
    #[schema(example = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")]
    pub x: String,
}

/// Returns the public keys that verify permission tokens.
///
/// The endpoint requires no token. Its response is a JSON Web Key Set without an envelope.
#[utoipa::path(
    get, path = "/.well-known/jwks.json", operation_id = "jwks",
    responses(
        (status = 200, description = "The key set, which may be cached for 5 minutes", body = Jwks,
            headers(("Cache-Control" = String, description = "The key set may be cached for 5 minutes."))),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::ServiceUnavailable]))),
)]
pub async fn get(State(services): State<Services>) -> Result<Response, ApiError> {
    let keys = services.signing_keys.signing_keys().await?;
    let headers = [
        ("content-type", "application/json"),
        ("cache-control", "public, max-age=300"),
    ];
    Ok((headers, keys.public_keys().to_jwks_json()).into_response())
}
