//! GET /api/prepare-transaction/erc20-transfer-data

#![expect(unused_qualifications, reason = "the path macro generates them for query parameters")]

use crate::wire;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_eth_like::erc20;
use wallet_http::{Bearer, Data, Field, HandlerResult, Query, Read, ResultExt};

/// Recipient and amount.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The recipient of the tokens.
    #[serde(default)]
    #[param(value_type = String, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    to: Field<String>,
    /// The amount in the token's base unit.
    #[serde(default)]
    #[param(value_type = String, required, pattern = "^(0|[1-9][0-9]*)$", example = "2500000")]
    amount: Field<String>,
}

/// Calldata of a transfer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Erc20TransferDataResponse)]
pub struct Response {
    /// The calldata in hex, for a transaction with the token contract as `to` and 0 as `amount`.
    #[schema(
        pattern = "^0x[0-9a-f]{136}$",
        example = "0xa9059cbb0000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed00000000000000000000000000000000000000000000000000000000002625a0"
    )]
    data: String,
}

/// Returns the calldata of an ERC-20 transfer, which is the same on every chain.
#[utoipa::path(
    get,
    path = "/api/prepare-transaction/erc20-transfer-data",
    operation_id = "erc20TransferData",
    tag = "prepare-transaction",
    params(Request),
    responses((status = 200, description = "The calldata", body = wallet_http::Envelope<Response>)),
    security(("bearer" = []))
)]
pub async fn get(_: Bearer<Read>, Query(request): Query<Request>) -> HandlerResult<Response> {
    let to = wire::address(request.to, "to")?;
    let amount = wire::amount(request.amount, "amount")?;
    let data = erc20::transfer_data(to, amount).at("to")?;
    Ok(Data(Response { data: wire::hex(&data) }))
}
