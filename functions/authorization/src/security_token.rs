//! Security tokens: what a proof gives.

use crate::Services;
use crate::token_pair::random_uuid;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::auth::{Factor, SECURITY_TOKEN_LIFETIME, SecurityClaims, sign_security_token};
use wallet_core::ports::accounts::AccountId;
use wallet_http::ApiError;

/// A proof of being the owner of an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecurityToken {
    /// A JWT signed with Ed25519, `typ` `security+jwt`, for `POST /api/permission/issue-by-factors`.
    /// Good for 5 minutes, more than once within them, and dead as soon as the password changes.
    #[schema(example = "eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJhbGciOiJFZERTQSIsImtpZCI6…")]
    pub security_token: String,
}

impl SecurityToken {
    /// Says that the password of an account was presented, in the epoch in which it is right.
    pub(crate) async fn after_password(services: &Services, account: AccountId, epoch: u64) -> Result<Self, ApiError> {
        let now = services.clock.now();
        let keys = services.signing_keys.signing_keys().await?;
        let claims = SecurityClaims {
            account,
            epoch,
            factors: vec![Factor::Password],
            expires_at: now.after(SECURITY_TOKEN_LIFETIME),
        };
        let jti = random_uuid(&*services.randomness);
        let security_token = sign_security_token(&keys, &services.issuer, &claims, jti, now)?;
        Ok(Self { security_token })
    }
}
