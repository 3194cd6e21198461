//! Security tokens: results of a successful login.

use crate::Services;
use crate::token_pair::random_uuid;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::auth::{Factor, SECURITY_TOKEN_LIFETIME, SecurityClaims, sign_security_token};
use wallet_core::ports::accounts::AccountId;
use wallet_http::ApiError;

/// A proof of account ownership.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecurityToken {
    /// A JWT signed with Ed25519, `typ` `security+jwt`, for `POST /api/permission/issue-by-factors`.
    /// Valid for 5 minutes and any number of uses, until the password changes.
    #[schema(example = "eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJhbGciOiJFZERTQSIsImtpZCI6…")]
    pub security_token: String,
}

impl SecurityToken {
    /// Issues a token for an account after its password was verified in this epoch.
    pub(crate) async fn issue_after_login(
        services: &Services,
        account: AccountId,
        epoch: u64,
    ) -> Result<Self, ApiError> {
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
