//! POST /sandbox/v1/register-token: a token with which the wallet page registers accounts.
//!
//! In production the operator's own server holds the merchant key and does this for its app. The local server is that
//! server for the wallet page; only local pages can call it (docs/decisions/1041).

use super::local_caller;
use authorization::permission::issue_by_key;
use axum::Router;
use axum::extract::State;
use axum::routing::post;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use wallet_http::{Body, Data, Field, HandlerResult};

/// The session of the issued tokens, which all pages share as the instances of a back end do.
const TOKEN_ID: &str = "6c1f3f0e-2b5d-4a53-9a0b-5f2d5c1e7a10";

/// The merchant of the local server and the service that issues its tokens.
#[derive(Clone)]
pub struct Operator {
    /// The authorization service.
    pub authorization: authorization::Services,
    /// The merchant key, which never leaves the server.
    pub merchant_key: SecretString,
}

/// A request without parameters: `{}`.
#[derive(Debug, Deserialize)]
struct Request {}

/// A permission token with the permission `register` and no other.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    permission_token: String,
    /// The expiry in Unix seconds.
    expires_at: u64,
}

/// Returns the route, relative to `/sandbox/v1`.
pub fn register_token(operator: Operator) -> Router {
    Router::new()
        .route("/register-token", post(issue))
        .layer(axum::middleware::from_fn(local_caller::require))
        .with_state(operator)
}

/// Issues the token as a back end does, by the merchant key.
async fn issue(State(operator): State<Operator>, Body(Request {}): Body<Request>) -> HandlerResult<Response> {
    let request = issue_by_key::Request {
        token_id: Field::Present(TOKEN_ID.to_owned()),
        permissions: Field::Present(vec!["register".to_owned()]),
        merchant_key: Field::Present(operator.merchant_key.expose_secret().to_owned()),
        payload: Field::Absent,
    };
    let Data(pair) = issue_by_key::post(State(operator.authorization), Body(request)).await?;
    Ok(Data(Response {
        permission_token: pair.permission_token.permission_token,
        expires_at: pair.permission_token.expires_at,
    }))
}
