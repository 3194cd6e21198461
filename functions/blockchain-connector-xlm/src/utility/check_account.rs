//! POST /api/utility/check-account

use super::{AccountRequest, FlatResult};
use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_http::{Body, Cost, ErrorCode, Flat, RequestDeadline, UpstreamBudget};

/// The existence of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckAccountResponse)]
pub struct Response {
    /// True if the account exists. A transfer of lumens to a missing account creates it.
    #[schema(example = true)]
    account_exists: bool,
}

/// Checks the existence of an account.
///
/// A payment of lumens to a missing account creates it; other assets require an existing account.
#[utoipa::path(
    post, path = "/api/utility/check-account", operation_id = "checkAccount",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<AccountRequest>,
) -> FlatResult<Response> {
    let address = request.address.get()?;
    let network = request.network.or_default()?;
    budget.spend(Cost::FACT)?;
    let account = services.node.account(network, address.into(), deadline).await?;
    Ok(Flat(Response {
        account_exists: account.is_some(),
    }))
}
