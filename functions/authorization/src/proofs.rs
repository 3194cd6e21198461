//! Security tokens that a client presents.

use crate::Services;
use wallet_core::auth::{SecurityClaims, verify_security_token};
use wallet_core::error::ErrorInfo;
use wallet_core::ports::accounts::Account;
use wallet_core::wire::SecurityTokenText;
use wallet_http::{ApiError, ErrorCode, Required, ResultExt};

/// The security tokens of a request, each with its JSON path.
pub(crate) struct Proofs(pub Vec<(String, String)>);

impl Proofs {
    /// Returns the proof of one token in a field.
    pub(crate) fn single(token: Required<SecurityTokenText>) -> Result<Self, ErrorInfo> {
        let name = token.name().into_owned();
        Ok(Self(vec![(name, token.get()?)]))
    }

    /// Returns the account of all tokens, if it still has their epoch, and the claims of the last one with the factors that
    /// all prove together.
    pub(crate) async fn verify(&self, services: &Services) -> Result<(Account, SecurityClaims), ApiError> {
        let keys = services.signing_keys.signing_keys().await?;
        let now = services.clock.now();
        let mut proved: Option<SecurityClaims> = None;
        let mut factors = Vec::new();
        for (path, token) in &self.0 {
            let claims = verify_security_token(keys.public_keys(), &services.issuer, token, now).at(path)?;
            let agrees = proved
                .as_ref()
                .is_none_or(|earlier| (earlier.account, earlier.epoch) == (claims.account, claims.epoch));
            if !agrees {
                return Err(invalid_token("All security tokens must be of the same account.").at(path));
            }
            factors.extend_from_slice(&claims.factors);
            proved = Some(claims);
        }
        let claims = proved.ok_or_else(|| invalid_token("A security token is required."))?;
        let account = services.accounts.find(claims.account).await?;
        // No token has the epoch of a disabled account; the state is checked in addition.
        let account = account.filter(|account| account.epoch == claims.epoch && !account.disabled);
        Ok((account.ok_or_else(outdated)?, SecurityClaims { factors, ..claims }))
    }
}

/// Returns the error for a token of an earlier epoch.
pub(crate) fn outdated() -> ApiError {
    invalid_token("The account was deleted or disabled, or its credentials were changed; request a new security token.")
}

fn invalid_token(message: &'static str) -> ApiError {
    ApiError::new(ErrorCode::InvalidToken, message)
}
