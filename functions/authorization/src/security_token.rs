//! Results of a successful login: security tokens and device tokens.

use crate::Services;
use crate::device_token;
use crate::token_pair::random_uuid;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
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

/// The tokens of a client that presented a correct password.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginTokens {
    /// A JWT signed with Ed25519, `typ` `security+jwt`, for `POST /api/permission/issue-by-factors`.
    /// Valid for 5 minutes and any number of uses, until the password changes.
    #[schema(example = "eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJhbGciOiJFZERTQSIsImtpZCI6…")]
    pub security_token: String,
    /// An opaque string for `deviceToken` of later logins on the same device, which then succeed while other clients
    /// guess passwords of this account. Valid for 90 days, until the password changes. Store it securely; it replaces
    /// an earlier one.
    #[schema(example = "eyJ0eXAiOiJkZXZpY2Urand0IiwiYWxnIjoiSFMyNTYiLCJraWQiOi…")]
    pub device_token: String,
}

impl LoginTokens {
    /// Issues the tokens for an account after the password was verified in this epoch. `device` is the id of a device
    /// that is already known.
    pub(crate) async fn issue(
        services: &Services,
        account: AccountId,
        epoch: u64,
        device: Option<Uuid>,
    ) -> Result<Self, ApiError> {
        let SecurityToken { security_token } = SecurityToken::issue_after_login(services, account, epoch).await?;
        let device = device.unwrap_or_else(|| random_uuid(&*services.randomness));
        let device_token = device_token::issue(services, account, epoch, device).await?;
        Ok(Self {
            security_token,
            device_token,
        })
    }
}

impl SecurityToken {
    /// Issues a token for an account after the password was verified in this epoch.
    pub(crate) async fn issue_after_login(
        services: &Services,
        account: AccountId,
        epoch: u64,
    ) -> Result<Self, ApiError> {
        Self::issue(services, account, epoch, vec![Factor::Password]).await
    }

    /// Issues a token for an account after the factors were verified in this epoch.
    pub(crate) async fn issue(
        services: &Services,
        account: AccountId,
        epoch: u64,
        factors: Vec<Factor>,
    ) -> Result<Self, ApiError> {
        let now = services.clock.now();
        let keys = services.signing_keys.signing_keys().await?;
        let claims = SecurityClaims {
            id: random_uuid(&*services.randomness).to_string(),
            account,
            epoch,
            factors,
            expires_at: now.after(SECURITY_TOKEN_LIFETIME),
        };
        let security_token = sign_security_token(&keys, &services.issuer, &claims, now)?;
        Ok(Self { security_token })
    }
}
