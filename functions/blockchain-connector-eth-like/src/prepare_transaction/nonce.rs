//! GET /api/prepare-transaction/nonce/{chain}

use crate::Services;
use crate::wire;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_eth_like::{Address, Chain};
use wallet_http::{
    Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// Address to query.
    pub struct Request {
        /// The sender's address.
        address: Required<Address>,
        /// livenet or testnet.
        network: Field<Network>,
    }
}

/// Nonce of an address.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NonceResponse)]
pub struct Response {
    /// The nonce of the next transaction: the number of transactions sent, including up to 64 pending ones.
    #[schema(example = 7)]
    nonce: u64,
    /// The number of transactions in blocks: the nonces from it up to `nonce` are those of pending ones.
    #[schema(example = 6)]
    confirmed: u64,
}

/// Returns the nonce of the next transaction of an address.
///
/// It is the highest plausible count of all upstreams, and is never cached.
#[utoipa::path(
    get, path = "/api/prepare-transaction/nonce/{chain}", operation_id = "nonce",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let address = request.address.get()?;
    let params = wire::params(chain, request.network)?;
    budget.spend(Cost::FACT)?;
    let next = services.node.next_nonce(params, address, deadline).await?;
    Ok(Data(Response {
        nonce: next.nonce,
        confirmed: next.confirmed,
    }))
}
