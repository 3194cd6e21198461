//! POST /api/permission/issue-by-key

use crate::Services;
use crate::permission::{payload, permissions, token_id};
use crate::token_pair::{Grant, TokenPair};
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::auth::{Merchant, MerchantKey, PermissionSet, Subject};
use wallet_http::{ApiError, Body, Data, ErrorCode, Field, HandlerResult};

/// A request for tokens with a merchant key.
#[derive(Deserialize, ToSchema)]
#[schema(as = IssueByKeyRequest)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// A client-chosen UUID of the session, claim `sid`. A back end uses a constant one.
    #[serde(default)]
    #[schema(value_type = String, required = true, format = Uuid, example = "7d444840-9dc0-11d1-b245-5ffdce74fad2")]
    pub token_id: Field<String>,
    /// The requested permissions: 1 to 4 different ones of `read`, `register`, `secret` and `assets`,
    /// all of which the merchant must be entitled to.
    #[serde(default)]
    #[schema(value_type = Vec<String>, required = true, min_items = 1, max_items = 4, example = json!(["read", "register"]))]
    pub permissions: Field<Vec<String>>,
    /// The merchant key as issued by the provider: `wck_<merchantId>_<43 characters>`.
    #[serde(default)]
    #[schema(value_type = String, required = true, example = "wck_demo_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    pub merchant_key: Field<String>,
    /// Any string of at most 1024 bytes of UTF-8, and 2048 bytes in JSON, included as a claim in the permission tokens.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 1024, example = "back end 3")]
    pub payload: Field<String>,
}

/// Issues tokens to a merchant back end.
///
/// Several sessions can have the same `tokenId`, since the instances of a back end share it.
#[utoipa::path(
    post, path = "/api/permission/issue-by-key", operation_id = "issueByKey",
    responses(
        (status = 401, description = "The key is malformed, unknown, expired or disabled."),
        (status = 403, description = "The merchant is not entitled to the permission in `details.required`."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidMerchantKey, ErrorCode::InsufficientPermission, ErrorCode::ServiceUnavailable,
    ]))),
)]
pub async fn post(State(services): State<Services>, Body(request): Body<Request>) -> HandlerResult<TokenPair> {
    let token_id = token_id(request.token_id)?;
    let permissions = permissions(request.permissions)?;
    let key = request.merchant_key.required("merchantKey")?;
    let payload = payload(request.payload)?;

    let key = MerchantKey::parse(&key)?;
    let merchant = services.merchants.find(key.merchant()).await?;
    let merchant = key.check(merchant.as_ref(), services.clock.now())?;
    check_entitlement(merchant, &permissions)?;
    let grant = Grant {
        subject: Subject::Merchant(merchant.id.clone()),
        token_id,
        permissions,
        payload,
        device_name: None,
        epoch: None,
        merchant_key: Some(*key.sha256()),
    };
    grant.open(&services).await.map(Data)
}

fn check_entitlement(merchant: &Merchant, requested: &PermissionSet) -> Result<(), ApiError> {
    match requested.first_not_in(&merchant.permissions) {
        None => Ok(()),
        Some(beyond) => {
            let message = format!("This merchant is not entitled to the permission '{}'.", beyond.name());
            Err(ApiError::new(ErrorCode::InsufficientPermission, message).detail("required", beyond.name()))
        }
    }
}
