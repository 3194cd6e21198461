//! GET /api/prepare-transaction/set-approval-for-all-data

use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::wire::SetApprovalForAllDataText;
use wallet_eth_like::wire::Approved;
use wallet_eth_like::{Address, nft_calls};
use wallet_http::{Bearer, Data, ErrorCode, HandlerResult, Query, Read, Required, ResultExt};

wallet_core::request! {
    /// Operator, and the right.
    #[schema(as = SetApprovalForAllDataRequest)]
    pub struct Request {
        /// The operator of all tokens of the sender in the collection.
        operator: Required<Address>,
        /// `true` grants the right, `false` revokes the right.
        approved: Required<Approved>,
    }
}

/// Calldata of an approval.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SetApprovalForAllDataResponse)]
pub struct Response {
    /// The calldata in hex, for a transaction with the collection's contract as `to` and 0 as `amount`.
    data: SetApprovalForAllDataText,
}

/// Returns the calldata that lets an operator move all tokens of an ERC-721 or ERC-1155 contract, or revokes that.
///
/// The calldata is the same on every chain. No request is sent to the network.
#[utoipa::path(
    get, path = "/api/prepare-transaction/set-approval-for-all-data", operation_id = "setApprovalForAllData",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn get(_: Bearer<Read>, Query(request): Query<Request>) -> HandlerResult<Response> {
    let operator = request.operator.get()?;
    let approved = request.approved.get()?;
    let data = nft_calls::set_approval_for_all_data(operator, approved).at("operator")?;
    Ok(Data(Response {
        data: SetApprovalForAllDataText(wire::hex(&data)),
    }))
}
