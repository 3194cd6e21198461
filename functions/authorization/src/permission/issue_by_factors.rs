//! POST /api/permission/issue-by-factors

use crate::Services;
use crate::permission::{payload, permissions, token_id};
use crate::proofs::Proofs;
use crate::second_factor;
use crate::token_pair::{Grant, TokenPair};
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::auth::{DeviceName, Factor, Permission, PermissionSet, SecondFactor, Subject};
use wallet_core::ports::accounts::Account;
use wallet_http::{ApiError, Body, Data, ErrorCode, Field, HandlerResult, ResultExt};

/// The permissions that an account may be granted.
const GRANTABLE: [Permission; 2] = [Permission::Read, Permission::Secret];

/// The maximum number of security tokens in one request.
const TOKENS_LIMIT: usize = 10;

/// A request for tokens with proofs of account ownership.
#[derive(Deserialize, ToSchema)]
#[schema(as = IssueByFactorsRequest)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// A client-chosen UUID of the session, claim `sid`. A new session of the account with the same id replaces the
    /// earlier one.
    #[serde(default)]
    #[schema(value_type = String, required = true, format = Uuid, example = "7d444840-9dc0-11d1-b245-5ffdce74fad2")]
    pub token_id: Field<String>,
    /// The requested permissions: `read`, `secret` or both.
    #[serde(default)]
    #[schema(value_type = Vec<String>, required = true, min_items = 1, max_items = 2, example = json!(["read", "secret"]))]
    pub permissions: Field<Vec<String>>,
    /// 1 to 10 security tokens of one account.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, min_items = 1, max_items = 10, example = json!(["eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJ…"]))]
    pub security_tokens: Field<Vec<String>>,
    /// A single security token, as an alternative to `securityTokens`.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJ…")]
    pub security_token: Field<String>,
    /// Any string of at most 1024 bytes of UTF-8, and 2048 bytes in JSON, included as a claim in the permission tokens.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 1024, example = "phone")]
    pub payload: Field<String>,
    /// The name of the device for `GET /api/session`: 1 to 64 characters without line breaks and control characters.
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 64, example = "Alice's phone")]
    pub device_name: Field<String>,
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
    let token_id = token_id(request.token_id)?;
    let permissions = permissions(request.permissions)?;
    let proofs = proofs(request.security_tokens, request.security_token)?;
    let payload = payload(request.payload)?;
    let device_name = device_name(request.device_name)?;

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

/// Parses `deviceName`.
fn device_name(field: Field<String>) -> Result<Option<DeviceName>, ApiError> {
    let name = field.optional("deviceName")?;
    name.map(|name| DeviceName::parse(&name)).transpose().at("deviceName")
}

/// Reads the security tokens from either field.
fn proofs(list: Field<Vec<String>>, single: Field<String>) -> Result<Proofs, ApiError> {
    match (list.optional("securityTokens")?, single.optional("securityToken")?) {
        (Some(_), Some(_)) => {
            Err(ApiError::invalid_request("Send either securityTokens or securityToken, not both.").at("securityToken"))
        }
        (None, None) => Err(ApiError::invalid_request("securityTokens is required.").at("securityTokens")),
        (None, Some(token)) => Ok(Proofs::single("securityToken", token)),
        (Some(tokens), None) if (1..=TOKENS_LIMIT).contains(&tokens.len()) => {
            let at = |(index, token)| (format!("securityTokens[{index}]"), token);
            Ok(Proofs(tokens.into_iter().enumerate().map(at).collect()))
        }
        (Some(_), None) => Err(ApiError::invalid_request("Send 1 to 10 security tokens.").at("securityTokens")),
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
