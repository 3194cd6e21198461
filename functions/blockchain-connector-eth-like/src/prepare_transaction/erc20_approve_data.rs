//! GET /api/prepare-transaction/erc20-approve-data

use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::wire::Erc20ApproveDataText;
use wallet_eth_like::{Address, Amount, erc20};
use wallet_http::{Bearer, Data, ErrorCode, HandlerResult, Query, Read, Required, ResultExt};

wallet_core::request! {
    /// Spender and allowance.
    pub struct Request {
        /// The spender, who may withdraw tokens of the sender.
        to: Required<Address>,
        /// The maximum amount that the spender may withdraw, in the token's base unit; 0 revokes an earlier
        /// approval.
        amount: Required<Amount>,
    }
}

/// Calldata of an approval.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Erc20ApproveDataResponse)]
pub struct Response {
    /// The calldata in hex, for a transaction with the token contract as `to` and 0 as `amount`.
    data: Erc20ApproveDataText,
}

/// Returns the calldata of an ERC-20 approval.
///
/// The calldata is the same on every chain. No request is sent to the network.
#[utoipa::path(
    get, path = "/api/prepare-transaction/erc20-approve-data", operation_id = "erc20ApproveData",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::InvalidAmount]))),
)]
pub async fn get(_: Bearer<Read>, Query(request): Query<Request>) -> HandlerResult<Response> {
    let to = request.to.get()?;
    let amount = request.amount.get()?;
    let data = erc20::approve_data(to, amount).at("to")?;
    Ok(Data(Response {
        data: Erc20ApproveDataText(wire::hex(&data)),
    }))
}
