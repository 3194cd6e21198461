//! POST /api/permission/refresh

use crate::Services;
use crate::token_pair::TokenPair;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::auth::{
    IDLE_LIFETIME, RefreshToken, RefreshTokenError, SigningKeySet, SpentToken, Subject, judge_spent_token,
};
use wallet_core::ports::sessions::{RotateOutcome, Rotation, Session};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_http::{Answer, ApiError, Body, Data, Envelope, Field};

/// Asks for new tokens of a session.
#[derive(Deserialize, ToSchema)]
#[schema(as = RefreshRequest)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The session's refresh token, as it was issued.
    #[serde(default)]
    #[schema(value_type = String, required = true, example = "wcr1.Zm9vYmFy.B1y2…")]
    pub refresh_token: Field<String>,
}

/// Renews the tokens of a session, with the same permissions, and spends the refresh token.
///
/// A lost answer does no harm: for 30 seconds the token just spent gets the same successor again. Later
/// than that, or with an older token at any time, the session ends.
#[utoipa::path(
    post,
    path = "/api/permission/refresh",
    operation_id = "refresh",
    tag = "permission",
    request_body = Request,
    responses(
        (status = 200, description = "The session's next tokens", body = Envelope<TokenPair>),
        (status = 401, description = "`invalid_token`: not a refresh token of ours, spent, expired, or its session has ended"),
        (status = 503, description = "`service_unavailable`: our own storage does not answer"),
    )
)]
pub async fn post(State(services): State<Services>, Body(request): Body<Request>) -> Answer<TokenPair> {
    let text = request.refresh_token.required("refreshToken")?;

    let keys = services.signing_keys.signing_keys().await?;
    let now = services.clock.now();
    let presented = RefreshToken::parse(&keys, &text)?;
    let successor = presented.successor(&keys, now)?;
    let rotation = Rotation {
        id: presented.session(),
        presented: presented.hash(),
        successor: successor.hash(),
        now,
        // The table holds the limit of the whole session; it is checked by itself.
        idle_expires_at: now.after(IDLE_LIFETIME),
    };
    let (session, token) = match services.sessions.rotate(&rotation).await? {
        RotateOutcome::Rotated(session) => (session, successor),
        RotateOutcome::NotCurrent(session) => spent(&services, &keys, session, &presented, now).await?,
        RotateOutcome::Ended => return Err(RefreshTokenError.into()),
    };
    check_merchant(&services, &session, now).await?;
    TokenPair::new(&services, &keys, &session, &token, now).map(Data)
}

/// What a token that is not the current one gets: its successor again, or nothing.
async fn spent(
    services: &Services,
    keys: &SigningKeySet,
    session: Session,
    presented: &RefreshToken,
    now: Timestamp,
) -> Result<(Session, RefreshToken), ApiError> {
    match judge_spent_token(&session, presented.hash(), presented.generation(), now) {
        SpentToken::Replay => {
            let successor = presented.successor_with_hash(keys, session.current);
            // Made by an instance that has newer keys than this one; in a moment they are here too.
            let successor = successor.ok_or_else(|| StoreError::new("the key of a refresh token is not here yet"))?;
            Ok((session, successor))
        }
        SpentToken::Reused => {
            services.sessions.end(session.id).await?;
            tracing::warn!(event = "refresh_reuse_detected", subject = %session.subject, "a session was ended");
            Err(RefreshTokenError.into())
        }
        SpentToken::Expired => Err(RefreshTokenError.into()),
    }
}

/// A merchant's session ends with the key that opened it, and when the merchant is disabled or loses a
/// permission that the session has.
async fn check_merchant(services: &Services, session: &Session, now: Timestamp) -> Result<(), ApiError> {
    let Subject::Merchant(id) = &session.subject else {
        return Ok(());
    };
    let merchant = services.merchants.find(id).await?;
    let entitled = merchant.is_some_and(|merchant| {
        let has_key = session.merchant_key.is_some_and(|key| merchant.has_key(&key, now));
        has_key && session.permissions.first_not_in(&merchant.permissions).is_none()
    });
    if entitled {
        return Ok(());
    }
    services.sessions.end(session.id).await?;
    Err(RefreshTokenError.into())
}
