//! GET /api/prepare-transaction/permit2-lockdown-data

use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::wire::{ContractText, Permit2LockdownDataText};
use wallet_eth_like::{Address, PERMIT2, nft_calls};
use wallet_http::{Bearer, Data, ErrorCode, HandlerResult, Query, Read, Required};

wallet_core::request! {
    /// The allowance within Permit2.
    #[schema(as = Permit2LockdownDataRequest)]
    pub struct Request {
        /// The contract of the token.
        token: Required<Address>,
        /// The spender whose allowance ends.
        spender: Required<Address>,
    }
}

/// Calldata that revokes an allowance.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Permit2LockdownDataResponse)]
pub struct Response {
    /// The address of Permit2: the `to` of the transaction.
    contract: ContractText,
    /// The calldata in hex, for a transaction with 0 as `amount`.
    data: Permit2LockdownDataText,
}

/// Returns the calldata that revokes the allowance of a spender for a token within Permit2.
///
/// The function is `lockdown`. The calldata is the same on every chain. No request is sent to the network.
#[utoipa::path(
    get, path = "/api/prepare-transaction/permit2-lockdown-data", operation_id = "permit2LockdownData",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn get(_: Bearer<Read>, Query(request): Query<Request>) -> HandlerResult<Response> {
    let token = request.token.get()?;
    let spender = request.spender.get()?;
    Ok(Data(Response {
        contract: ContractText::of(PERMIT2),
        data: Permit2LockdownDataText(wire::hex(&nft_calls::lockdown_data(token, spender))),
    }))
}
