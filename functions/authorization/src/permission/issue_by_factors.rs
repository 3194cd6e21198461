//! POST /api/permission/issue-by-factors

use crate::Services;
use crate::permission::{Payload, Permissions, TokenId};
use crate::proofs::Proofs;
use crate::second_factor;
use crate::token_pair::{Grant, TokenPair};
use axum::extract::State;
use wallet_core::auth::{DeviceName, Factor, Permission, PermissionSet, SecondFactor, Subject};
use wallet_core::error::ErrorInfo;
use wallet_core::ports::accounts::Account;
use wallet_core::wire::SecurityTokenText;
use wallet_http::{ApiError, Body, Data, ErrorCode, Field, HandlerResult, Required};

/// The permissions that an account may be granted.
const GRANTABLE: [Permission; 3] = [Permission::Read, Permission::Secret, Permission::Notify];

/// The maximum number of security tokens in a request.
const TOKENS_LIMIT: usize = 10;

wallet_core::request! {
    /// A request for tokens with proofs of account ownership.
    #[schema(as = IssueByFactorsRequest)]
    pub struct Request {
        /// A client-chosen UUID of the session, claim `sid`. A new session of the account with the same id replaces the
        /// earlier one.
        pub token_id: Required<TokenId>,
        /// The requested permissions: some of `read`, `secret` and `notify`.
        #[schema(value_type = Vec<String>, min_items = 1, max_items = 3, example = json!(["read", "secret"]))]
        pub permissions: Required<Permissions>,
        /// 1 to 10 security tokens of one account.
        #[schema(value_type = Option<Vec<String>>, min_items = 1, max_items = 10, example = json!(["eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJ…"]))]
        pub security_tokens: Field<Vec<String>>,
        /// A single security token, as an alternative to `securityTokens`.
        pub security_token: Field<SecurityTokenText>,
        /// Any string of at most 1024 bytes of UTF-8, and 2048 bytes in JSON, included as a claim in the permission tokens.
        #[schema(value_type = Option<String>, max_length = 1024, example = "phone")]
        pub payload: Field<Payload>,
        /// The name of the device for `GET /api/session`: 1 to 64 characters without line breaks and control characters.
        pub device_name: Field<DeviceName>,
    }
}

/// Issues tokens to a user account.
///
/// The security tokens prove that the client owns the account. A session with the same `tokenId` replaces an earlier one
/// of the account. An account has at most 100 sessions: a further one ends the one that was not used for the longest time.
///
/// If the account has a second factor, the security token of the password alone gets 401 `invalid_credentials` with
/// `details.factor` `otp`: exchange it for one of both factors at `POST /api/security-factor/otp`.
#[utoipa::path(
    post, path = "/api/permission/issue-by-factors", operation_id = "issueByFactors",
    responses(
        (status = 401, description = "A security token is invalid or expired, or a code of the second factor is required; a \
                                      change of the password or of the second factor invalidates earlier tokens."),
        (status = 403, description = "Accounts cannot have the permission in `details.required`."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidToken, ErrorCode::TokenExpired, ErrorCode::InvalidCredentials,
        ErrorCode::InsufficientPermission, ErrorCode::ServiceUnavailable,
    ]))),
)]
pub async fn post(State(services): State<Services>, Body(request): Body<Request>) -> HandlerResult<TokenPair> {
    let token_id = request.token_id.get()?;
    let permissions = request.permissions.get()?;
    let proofs = proofs(request.security_tokens, request.security_token)?;
    let payload = request.payload.get()?;
    let device_name = request.device_name.get()?;

    let (account, proved) = proofs.verify(&services).await?;
    check_factors(&account, &proved.factors)?;
    check_grantable(&permissions)?;
    let grant = Grant {
        subject: Subject::Account(account.id),
        token_id,
        permissions,
        payload,
        device_name,
        epoch: Some(account.epoch),
        merchant_key: None,
    };
    grant.open(&services).await.map(Data)
}

/// Reads the security tokens from either field.
fn proofs(list: Field<Vec<String>>, single: Field<SecurityTokenText>) -> Result<Proofs, ErrorInfo> {
    match (list.is_present()?, single.is_present()?) {
        (true, true) => Err(single.error("Send either securityTokens or securityToken, not both.")),
        (false, false) => Err(list.missing()),
        (false, true) => Proofs::single(single.required()),
        (true, false) => {
            let (name, wrong_number) = (list.name(), list.error("Send 1 to 10 security tokens."));
            let tokens = list.or_default()?;
            if !(1..=TOKENS_LIMIT).contains(&tokens.len()) {
                return Err(wrong_number);
            }
            let at = |(index, token)| (format!("{name}[{index}]"), token);
            Ok(Proofs(tokens.into_iter().enumerate().map(at).collect()))
        }
    }
}

/// Returns an error if the account requires a factor that was not proved.
fn check_factors(account: &Account, proved: &[Factor]) -> Result<(), ApiError> {
    match account.second_factor {
        SecondFactor::Active(_) if !proved.contains(&Factor::OneTimePassword) => {
            let message = "Enter a code of the second factor, at POST /api/security-factor/otp.";
            Err(second_factor::code_required(message))
        }
        _ => Ok(()),
    }
}

fn check_grantable(requested: &PermissionSet) -> Result<(), ApiError> {
    match requested.first_not_in(&GRANTABLE) {
        None => Ok(()),
        Some(beyond) => {
            let message = format!("An account cannot have the permission '{}'.", beyond.name());
            Err(ApiError::new(ErrorCode::InsufficientPermission, message).detail("required", beyond.name()))
        }
    }
}
