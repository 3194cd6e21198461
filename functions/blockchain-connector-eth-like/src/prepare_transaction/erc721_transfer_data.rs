//! GET /api/prepare-transaction/erc721-transfer-data

use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::wire::Erc721TransferDataText;
use wallet_eth_like::{Address, Amount, nft_calls};
use wallet_http::{Bearer, Data, ErrorCode, HandlerResult, Query, Read, Required, ResultExt};

wallet_core::request! {
    /// Owner, recipient and token.
    #[schema(as = Erc721TransferDataRequest)]
    pub struct Request {
        /// The owner of the token, who sends the transaction.
        from: Required<Address>,
        /// The recipient of the token.
        to: Required<Address>,
        /// The id of the token within the collection.
        id: Required<Amount>,
    }
}

/// Calldata of a transfer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Erc721TransferDataResponse)]
pub struct Response {
    /// The calldata in hex, for a transaction with the collection's contract as `to` and 0 as `amount`.
    data: Erc721TransferDataText,
}

/// Returns the calldata of a transfer of an ERC-721 token.
///
/// The function is `safeTransferFrom`: a contract that cannot hold tokens rejects the transfer. The calldata is the same on
/// every chain. No request is sent to the network.
#[utoipa::path(
    get, path = "/api/prepare-transaction/erc721-transfer-data", operation_id = "erc721TransferData",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::InvalidAmount]))),
)]
pub async fn get(_: Bearer<Read>, Query(request): Query<Request>) -> HandlerResult<Response> {
    let from = request.from.get()?;
    let to = request.to.get()?;
    let id = request.id.get()?;
    let data = nft_calls::erc721_transfer_data(from, to, id).at("to")?;
    Ok(Data(Response {
        data: Erc721TransferDataText(wire::hex(&data)),
    }))
}
