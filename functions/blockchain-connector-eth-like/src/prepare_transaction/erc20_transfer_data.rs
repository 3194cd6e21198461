//! GET /api/prepare-transaction/erc20-transfer-data

use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::wire::Erc20TransferDataText;
use wallet_eth_like::{Address, Amount, erc20};
use wallet_http::{Bearer, Data, ErrorCode, HandlerResult, Query, Read, Required, ResultExt};

wallet_core::request! {
    /// Recipient and amount.
    pub struct Request {
        /// The recipient of the tokens.
        to: Required<Address>,
        /// The amount in the token's base unit.
        amount: Required<Amount>,
    }
}

/// Calldata of a transfer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Erc20TransferDataResponse)]
pub struct Response {
    /// The calldata in hex, for a transaction with the token contract as `to` and 0 as `amount`.
    data: Erc20TransferDataText,
}

/// Returns the calldata of an ERC-20 transfer.
///
/// The calldata is the same on every chain. No request is sent to the network.
#[utoipa::path(
    get, path = "/api/prepare-transaction/erc20-transfer-data", operation_id = "erc20TransferData",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::InvalidAmount]))),
)]
pub async fn get(_: Bearer<Read>, Query(request): Query<Request>) -> HandlerResult<Response> {
    let to = request.to.get()?;
    let amount = request.amount.get()?;
    let data = erc20::transfer_data(to, amount).at("to")?;
    Ok(Data(Response {
        data: Erc20TransferDataText(wire::hex(&data)),
    }))
}
