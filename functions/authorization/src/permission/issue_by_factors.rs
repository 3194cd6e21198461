//! POST /api/permission/issue-by-factors

use crate::Services;
use crate::permission::{payload, permissions, token_id};
use crate::token_pair::{Grant, TokenPair};
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::auth::{Permission, PermissionSet, SecurityClaims, Subject, verify_security_token};
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
}

/// Issues tokens to a user account.
///
/// The security tokens prove that the client owns the account. A session with the same `tokenId` replaces an earlier one
/// of the account.
#[utoipa::path(
    post, path = "/api/permission/issue-by-factors", operation_id = "issueByFactors",
    responses(
        (status = 401, description = "A security token is invalid or expired; a password change invalidates earlier ones."),
        (status = 403, description = "Accounts cannot have the permission in `details.required`."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidToken, ErrorCode::TokenExpired, ErrorCode::InsufficientPermission,
        ErrorCode::ServiceUnavailable,
    ]))),
)]
pub async fn post(State(services): State<Services>, Body(request): Body<Request>) -> HandlerResult<TokenPair> {
    let token_id = token_id(request.token_id)?;
    let permissions = permissions(request.permissions)?;
    let proofs = Proofs::read(request.security_tokens, request.security_token)?;
    let payload = payload(request.payload)?;

    let account = proofs.account(&services).await?;
    check_grantable(&permissions)?;
    let grant = Grant {
        subject: Subject::Account(account.id),
        token_id,
        permissions,
        payload,
        epoch: Some(account.epoch),
        merchant_key: None,
    };
    grant.open(&services).await.map(Data)
}

/// The security tokens of a request, each with its JSON path.
struct Proofs(Vec<(String, String)>);

impl Proofs {
    fn read(list: Field<Vec<String>>, single: Field<String>) -> Result<Self, ApiError> {
        match (list.optional("securityTokens")?, single.optional("securityToken")?) {
            (Some(_), Some(_)) => Err(ApiError::invalid_request(
                "Send either securityTokens or securityToken, not both.",
            )
            .at("securityToken")),
            (None, None) => Err(ApiError::invalid_request("securityTokens is required.").at("securityTokens")),
            (None, Some(token)) => Ok(Self(vec![("securityToken".to_owned(), token)])),
            (Some(tokens), None) if (1..=TOKENS_LIMIT).contains(&tokens.len()) => {
                let at = |(index, token)| (format!("securityTokens[{index}]"), token);
                Ok(Self(tokens.into_iter().enumerate().map(at).collect()))
            }
            (Some(_), None) => Err(ApiError::invalid_request("Send 1 to 10 security tokens.").at("securityTokens")),
        }
    }

    /// Returns the account of all tokens if it still has their epoch.
    async fn account(&self, services: &Services) -> Result<Account, ApiError> {
        let keys = services.signing_keys.signing_keys().await?;
        let now = services.clock.now();
        let mut proved: Option<SecurityClaims> = None;
        for (path, token) in &self.0 {
            let claims = verify_security_token(keys.public_keys(), &services.issuer, token, now).at(path)?;
            let agrees = proved
                .as_ref()
                .is_none_or(|earlier| (earlier.account, earlier.epoch) == (claims.account, claims.epoch));
            if !agrees {
                return Err(invalid_token("All security tokens must be of the same account.").at(path));
            }
            proved = Some(claims);
        }
        let claims = proved.ok_or_else(|| invalid_token("A security token is required."))?;
        let account = services.accounts.find(claims.account).await?;
        account.filter(|account| account.epoch == claims.epoch).ok_or_else(|| {
            invalid_token("The account was deleted or its password was changed; request a new security token.")
        })
    }
}

fn invalid_token(message: &'static str) -> ApiError {
    ApiError::new(ErrorCode::InvalidToken, message)
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
