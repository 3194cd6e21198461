//! Pairs of a permission token and the refresh token that renews it.

use crate::Services;
use secrecy::ExposeSecret;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use wallet_core::auth::{
    DeviceName, PERMISSION_TOKEN_LIFETIME, PermissionClaims, PermissionSet, RefreshToken, SESSION_LIFETIME,
    SigningKeySet, Subject, idle_expiry, sign_permission_token,
};
use wallet_core::ports::sessions::{Session, SessionId};
use wallet_core::ports::system::{Randomness, Timestamp};
use wallet_core::ports::throttle::Counter;
use wallet_http::ApiError;

/// The tokens of a session, returned by every issue and every refresh.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenPair {
    /// The token for `Authorization: Bearer`.
    pub permission_token: PermissionTokenPart,
    /// The token for a single `POST /api/permission/refresh`.
    pub refresh_token: RefreshTokenPart,
}

/// A permission token with its expiry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PermissionTokenPart {
    /// A JWT signed with Ed25519, `typ` `at+jwt`. Valid for 10 minutes.
    #[schema(example = "eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFZERTQSIsImtpZCI6…")]
    pub permission_token: String,
    /// The expiry in Unix seconds.
    #[schema(example = 1_800_000_600)]
    pub expires_at: u64,
}

/// A refresh token with its expiry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshTokenPart {
    /// An opaque string that must be stored securely. Valid for one use within 30 days, and for at most 90 days
    /// after the session was opened.
    #[schema(example = "wcr1.Zm9vYmFy.B1y2…")]
    pub refresh_token: String,
    /// The expiry in Unix seconds, unless the token is used earlier.
    #[schema(example = 1_802_592_000)]
    pub expires_at: u64,
}

/// An authorized request for a new session.
pub(crate) struct Grant {
    pub subject: Subject,
    pub token_id: Uuid,
    pub permissions: PermissionSet,
    pub payload: Option<String>,
    pub device_name: Option<DeviceName>,
    /// The account's epoch.
    pub epoch: Option<u64>,
    /// SHA-256 of the merchant key.
    pub merchant_key: Option<[u8; 32]>,
}

impl Grant {
    /// Opens a new session and returns the first tokens.
    pub async fn open(self, services: &Services) -> Result<TokenPair, ApiError> {
        let now = services.clock.now();
        let keys = services.signing_keys.signing_keys().await?;
        let id = SessionId(random_bytes(&*services.randomness));
        let token = RefreshToken::first(&keys, id, &*services.randomness, now)?;
        let session = self.into_session(&token, now);
        // Tokens are signed before the session is stored, so that a signing failure does not replace an older
        // session.
        let permission_token = PermissionTokenPart::sign(services, &keys, &session, now)?;
        services.sessions.open(&session).await?;
        reset_failures(services, &session).await;
        Ok(TokenPair {
            permission_token,
            refresh_token: RefreshTokenPart::of(&session, &token),
        })
    }

    fn into_session(self, token: &RefreshToken, now: Timestamp) -> Session {
        let expires_at = now.after(SESSION_LIFETIME);
        Session {
            id: token.session(),
            subject: self.subject,
            token_id: self.token_id,
            permissions: self.permissions,
            payload: self.payload,
            device_name: self.device_name,
            created_at: now,
            epoch: self.epoch,
            merchant_key: self.merchant_key,
            generation: token.generation(),
            current: token.hash(),
            previous: None,
            previous_spent_at: None,
            idle_expires_at: idle_expiry(now, expires_at),
            expires_at,
        }
    }
}

impl PermissionTokenPart {
    /// Signs a new permission token of a session.
    pub(crate) fn sign(
        services: &Services,
        keys: &SigningKeySet,
        session: &Session,
        now: Timestamp,
    ) -> Result<Self, ApiError> {
        let claims = PermissionClaims {
            subject: session.subject.clone(),
            token_id: session.token_id,
            permissions: session.permissions.clone(),
            payload: session.payload.clone(),
            expires_at: now.after(PERMISSION_TOKEN_LIFETIME),
        };
        let jti = random_uuid(&*services.randomness);
        let permission_token = sign_permission_token(keys, &services.issuer, &claims, jti, now)?;
        Ok(Self {
            permission_token,
            expires_at: claims.expires_at.as_secs(),
        })
    }
}

impl RefreshTokenPart {
    /// Returns the current refresh token of a session with the expiry.
    pub(crate) fn of(session: &Session, token: &RefreshToken) -> Self {
        Self {
            refresh_token: token.text().expose_secret().to_owned(),
            expires_at: session.ends_at().as_secs(),
        }
    }
}

/// Resets the count of failures of an earlier session under the same token id. A failure is only logged: the session
/// is open, and the next login repeats the reset.
async fn reset_failures(services: &Services, session: &Session) {
    let Subject::Account(account) = session.subject else {
        return;
    };
    let counter = Counter::Session(account, session.token_id);
    if let Err(error) = services.throttle.succeeded(&counter).await {
        tracing::warn!(%error, "failures of an earlier session not reset");
    }
}

/// Returns a random UUID (version 4).
pub(crate) fn random_uuid(randomness: &dyn Randomness) -> Uuid {
    uuid::Builder::from_random_bytes(random_bytes(randomness)).into_uuid()
}

fn random_bytes<const N: usize>(randomness: &dyn Randomness) -> [u8; N] {
    let mut bytes = [0; N];
    randomness.fill(&mut bytes);
    bytes
}
