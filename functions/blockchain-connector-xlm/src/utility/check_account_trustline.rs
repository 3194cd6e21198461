//! POST /api/utility/check-account-trustline

use super::FlatResult;
use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_http::{Body, Cost, ErrorCode, Field, Flat, RequestDeadline, Required, UpstreamBudget};
use wallet_xlm::wire::{AssetCodeField, PlainAccount};
use wallet_xlm::{AccountQuery, Credit};

wallet_core::request! {
    /// The account and the asset of a trustline.
    #[schema(as = CheckAccountTrustlineRequest)]
    pub struct Request {
        /// The address of the account: G….
        address: Required<PlainAccount>,
        /// The address of the issuing account: G….
        issuer: Required<PlainAccount>,
        /// The asset code: 1 to 12 letters and digits.
        code: Required<AssetCodeField>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
    }
}

/// The existence of a trustline.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckAccountTrustlineResponse)]
pub struct Response {
    /// True if the account has a trustline for the asset. An issuer has none for its own asset.
    #[schema(example = true)]
    has_trustline: bool,
}

/// Checks that an account has a trustline for an asset.
///
/// A missing account has no trustlines. The result does not show if the issuer has authorized the trustline.
#[utoipa::path(
    post, path = "/api/utility/check-account-trustline", operation_id = "checkAccountTrustline",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> FlatResult<Response> {
    let address = request.address.get()?;
    let issuer = request.issuer.get()?;
    let code = request.code.get()?;
    let network = request.network.or_default()?;
    budget.spend(Cost::FACT)?;
    let credit = Credit { code, issuer };
    let query = AccountQuery::from(address).with_assets([&credit.into()]);
    let account = services.node.account(network, query, deadline).await?;
    Ok(Flat(Response {
        has_trustline: account.is_some_and(|account| account.line(&credit).is_some()),
    }))
}
