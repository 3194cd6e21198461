//! POST /api/permission/refresh

use crate::Services;
use crate::token_pair::{PermissionTokenPart, RefreshTokenPart, TokenPair};
use axum::extract::State;
use wallet_core::auth::{
    IDLE_LIFETIME, RefreshToken, RefreshTokenError, SigningKeySet, SpentToken, Subject, classify_spent_token,
};
use wallet_core::ports::sessions::{RotateOutcome, Rotation, Session};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_core::wire::RefreshTokenText;
use wallet_http::{ApiError, Body, Data, ErrorCode, HandlerResult, Required};

wallet_core::request! {
    /// A request for new tokens of a session.
    #[schema(as = RefreshRequest)]
    pub struct Request {
        /// The refresh token of the session, unchanged.
        pub refresh_token: Required<RefreshTokenText>,
    }
}

/// Renews the tokens of a session with the same permissions and spends the refresh token.
///
/// A lost response does no harm: for 30 seconds, the token just spent yields the same successor again. After that
/// time, or with an older token at any time, the session ends.
#[utoipa::path(
    post, path = "/api/permission/refresh", operation_id = "refresh",
    responses(
        (status = 401, description = "The refresh token is unknown, spent or expired, or its session has ended."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::InvalidToken, ErrorCode::ServiceUnavailable]))),
)]
pub async fn post(State(services): State<Services>, Body(request): Body<Request>) -> HandlerResult<TokenPair> {
    let text = request.refresh_token.get()?;

    let keys = services.signing_keys.signing_keys().await?;
    let now = services.clock.now();
    let presented = RefreshToken::parse(&keys, &text)?;
    let successor = presented.successor(&keys, now)?;
    // All that can fail precedes the rotation: a token that was spent for an error could be retried for 30 seconds
    // only, and its later use would count as theft.
    let session = services.sessions.find(presented.session()).await?;
    let session = session.ok_or(RefreshTokenError)?;
    check_merchant(&services, &session, now).await?;
    let permission_token = PermissionTokenPart::sign(&services, &keys, &session, now)?;
    let rotation = Rotation {
        id: presented.session(),
        presented: presented.hash(),
        successor: successor.hash(),
        now,
        // The table stores the limit of the whole session, which is checked separately.
        idle_expires_at: now.after(IDLE_LIFETIME),
    };
    let (session, token) = match services.sessions.rotate(&rotation).await? {
        RotateOutcome::Rotated(session) => (session, successor),
        RotateOutcome::NotCurrent(session) => spent(&services, &keys, session, &presented, now).await?,
        RotateOutcome::Ended => return Err(RefreshTokenError.into()),
    };
    Ok(Data(TokenPair {
        permission_token,
        refresh_token: RefreshTokenPart::of(&session, &token),
    }))
}

/// Returns the session and the successor for a token that is not the current one, or an error.
async fn spent(
    services: &Services,
    keys: &SigningKeySet,
    session: Session,
    presented: &RefreshToken,
    now: Timestamp,
) -> Result<(Session, RefreshToken), ApiError> {
    match classify_spent_token(&session, presented.hash(), presented.generation(), now) {
        SpentToken::Replay => {
            let successor = presented.successor_with_hash(keys, session.current);
            // Another instance with newer keys made it; this instance will load them soon.
            let successor = successor.ok_or_else(|| StoreError::new("key of the refresh token not loaded yet"))?;
            Ok((session, successor))
        }
        SpentToken::Reused => {
            services.sessions.end(session.id).await?;
            tracing::warn!(event = "refresh_reuse_detected", subject = %session.subject, "session ended after refresh token reuse");
            Err(RefreshTokenError.into())
        }
        SpentToken::Expired => Err(RefreshTokenError.into()),
    }
}

/// Ends the session of a merchant if the key that opened it is no longer valid, or if the merchant is
/// disabled or has lost a permission of the session.
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
