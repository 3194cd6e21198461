//! Checks of codes of the second factor.

use crate::Services;
use crate::login_attempt::{Client, LoginAttempt};
use crate::proofs;
use crate::request_limits::RequestLimits;
use uuid::Uuid;
use wallet_core::auth::{ActiveFactor, FactorCode, RecoveryCodeHashes, SecondFactor};
use wallet_core::ports::accounts::{Account, ChangeAccountError, CredentialChange};
use wallet_core::ports::throttle::LoginStep;
use wallet_http::{ApiError, ErrorCode};

/// The number of attempts to store the use of a code while concurrent clients change the factor.
const RACES: u32 = 8;

/// The effect of a correct code.
pub(crate) enum Effect {
    /// The code proves the factor.
    Proof,
    /// New recovery codes replace the earlier ones.
    NewRecoveryCodes(RecoveryCodeHashes),
    /// The factor is removed. All sessions end except the session under the token id.
    Removal {
        /// The token id of the bearer's session.
        retained: Uuid,
    },
}

/// Checks a code of an account, and stores the use together with the effect. The code is not valid again.
///
/// Fails if the account has no second factor, if the code is incorrect or was used before, and during a wait after
/// incorrect codes.
pub(crate) async fn use_code(
    services: &Services,
    limits: &RequestLimits,
    account: &Account,
    code: &FactorCode,
    client: Client,
    effect: &Effect,
) -> Result<(), ApiError> {
    active(account)?;
    let attempt = LoginAttempt::admit(services, limits, LoginStep::SecondFactor, &account.username, client).await?;
    match spend(services, account, code, effect).await {
        Ok(true) => attempt.succeed().await,
        Ok(false) => {
            attempt.fail().await?;
            Err(incorrect_code())
        }
        Err(error) => {
            attempt.release().await;
            Err(error)
        }
    }
}

/// Stores the use of a code. Returns false if the code is incorrect or was used before, also by a concurrent request.
async fn spend(services: &Services, account: &Account, code: &FactorCode, effect: &Effect) -> Result<bool, ApiError> {
    let mut read = account.clone();
    for _ in 0..RACES {
        let (keys, now) = (services.signing_keys.signing_keys().await?, services.clock.now());
        let Some(used) = active(&read)?.after_use(code, read.id, &keys, now)? else {
            return Ok(false);
        };
        match store(services, &read, used, effect).await {
            Ok(()) => return Ok(true),
            Err(ChangeAccountError::Changed) => {}
            Err(error) => return Err(error.into()),
        }
        let again = services.accounts.find(read.id).await?;
        read = again
            .filter(|again| again.epoch == account.epoch)
            .ok_or_else(proofs::outdated)?;
    }
    Err(ApiError::new(
        ErrorCode::ServiceUnavailable,
        "Too many codes are checked concurrently; please try again.",
    ))
}

async fn store(
    services: &Services,
    account: &Account,
    used: ActiveFactor,
    effect: &Effect,
) -> Result<(), ChangeAccountError> {
    let accounts = &services.accounts;
    match effect {
        Effect::Proof => {
            accounts
                .update_second_factor(account, &SecondFactor::Active(used))
                .await
        }
        Effect::NewRecoveryCodes(recovery) => {
            let recovery = recovery.clone();
            let renewed = SecondFactor::Active(ActiveFactor { recovery, ..used });
            accounts.update_second_factor(account, &renewed).await
        }
        Effect::Removal { retained } => {
            let removal = CredentialChange::SecondFactor(&SecondFactor::Absent);
            let now = services.clock.now();
            accounts.change_credentials(account, removal, *retained, now).await
        }
    }
}

/// Returns the active factor of an account, or 404.
fn active(account: &Account) -> Result<&ActiveFactor, ApiError> {
    match &account.second_factor {
        SecondFactor::Active(factor) => Ok(factor),
        SecondFactor::Absent | SecondFactor::Pending(_) => {
            let message = "The account has no second factor; its password is sufficient.";
            Err(ApiError::new(ErrorCode::NotFound, message))
        }
    }
}

/// Returns the error for an incorrect code. A code that was used before is not distinguished.
pub(crate) fn incorrect_code() -> ApiError {
    code_required("The code is incorrect or was used before; wait for the next one.")
}

/// Returns the 401 error for a missing or incorrect code.
pub(crate) fn code_required(message: &'static str) -> ApiError {
    ApiError::new(ErrorCode::InvalidCredentials, message).detail("factor", "otp")
}
