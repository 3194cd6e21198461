//! GET /api/prepare-transaction/erc1155-transfer-data

use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::wire::Erc1155TransferDataText;
use wallet_eth_like::{Address, Amount, nft_calls};
use wallet_http::{Bearer, Data, ErrorCode, HandlerResult, Query, Read, Required, ResultExt};

wallet_core::request! {
    /// Owner, recipient, token and amount.
    #[schema(as = Erc1155TransferDataRequest)]
    pub struct Request {
        /// The owner of the tokens, who sends the transaction.
        from: Required<Address>,
        /// The recipient of the tokens.
        to: Required<Address>,
        /// The id of the token within the collection.
        id: Required<Amount>,
        /// The amount of tokens with this id.
        amount: Required<Amount>,
    }
}

/// Calldata of a transfer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Erc1155TransferDataResponse)]
pub struct Response {
    /// The calldata in hex, for a transaction with the collection's contract as `to` and 0 as `amount`.
    data: Erc1155TransferDataText,
}

/// Returns the calldata of a transfer of ERC-1155 tokens with one id.
///
/// The function is `safeTransferFrom` without data for the recipient. The calldata is the same on every chain. No request is
/// sent to the network.
#[utoipa::path(
    get, path = "/api/prepare-transaction/erc1155-transfer-data", operation_id = "erc1155TransferData",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::InvalidAmount]))),
)]
pub async fn get(_: Bearer<Read>, Query(request): Query<Request>) -> HandlerResult<Response> {
    let from = request.from.get()?;
    let to = request.to.get()?;
    let id = request.id.get()?;
    let amount = request.amount.get()?;
    let data = nft_calls::erc1155_transfer_data(from, to, id, amount).at("to")?;
    Ok(Data(Response {
        data: Erc1155TransferDataText(wire::hex(&data)),
    }))
}
