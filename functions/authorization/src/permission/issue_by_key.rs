//! POST /api/permission/issue-by-key

use crate::Services;
use crate::permission::{Payload, Permissions, TokenId};
use crate::token_pair::{Grant, TokenPair};
use axum::extract::State;
use wallet_core::auth::{Merchant, MerchantKey, PermissionSet, Subject};
use wallet_core::wire::MerchantKeyText;
use wallet_http::{ApiError, Body, Data, ErrorCode, Field, HandlerResult, Required};

wallet_core::request! {
    /// A request for tokens with a merchant key.
    #[schema(as = IssueByKeyRequest)]
    pub struct Request {
        /// A client-chosen UUID of the session, claim `sid`. A back end uses a constant one.
        pub token_id: Required<TokenId>,
        /// The requested permissions: 1 to 5 different ones of `read`, `register`, `secret`, `assets` and
        /// `notify`, all of which the merchant must be entitled to.
        #[schema(value_type = Vec<String>, min_items = 1, max_items = 5, example = json!(["read", "register"]))]
        pub permissions: Required<Permissions>,
        /// The merchant key as issued by the provider: `wck_<merchantId>_<43 characters>`.
        pub merchant_key: Required<MerchantKeyText>,
        /// Any string of at most 1024 bytes of UTF-8, and 2048 bytes in JSON, included as a claim in the permission tokens.
        #[schema(value_type = Option<String>, max_length = 1024, example = "back end 3")]
        pub payload: Field<Payload>,
    }
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
    let token_id = request.token_id.get()?;
    let permissions = request.permissions.get()?;
    let key = request.merchant_key.get()?;
    let payload = request.payload.get()?;

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
