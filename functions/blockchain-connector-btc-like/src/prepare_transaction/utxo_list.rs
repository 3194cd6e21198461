//! GET /api/prepare-transaction/utxo-list/{chain}

#![expect(unused_qualifications, reason = "the path macro generates them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath, UtxoRecord};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_btc_like::{Address, Chain};
use wallet_http::{ApiError, Bearer, Data, Field, HandlerResult, PathChain, Query, Read, RequestDeadline, ResultExt};

/// Address to query.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The address, in any standard form of the chain and network.
    #[serde(default)]
    #[param(value_type = String, required, example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    address: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// Unspent outputs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UtxoListResponse)]
pub struct Response {
    /// The outputs that the next transaction may spend, including unconfirmed ones; empty for an unused
    /// address.
    utxo: Vec<UtxoRecord>,
}

/// Returns the spendable outputs of an address.
///
/// Immature coinbase outputs, and bch outputs that carry tokens, are omitted.
#[utoipa::path(
    get,
    path = "/api/prepare-transaction/utxo-list/{chain}",
    operation_id = "listUtxo",
    tag = "prepare-transaction",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "The outputs", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let address = read_address(chain, request)?;
    let unspent = services.node.unspent(&address, deadline).await?;
    let spendable = unspent.iter().filter(|output| output.spendable(address.params()));
    Ok(Data(Response {
        utxo: spendable.map(|output| UtxoRecord::from(&output.utxo)).collect(),
    }))
}

fn read_address(chain: Chain, request: Request) -> Result<Address, ApiError> {
    let text = request.address.required("address")?;
    let params = wire::params(chain, request.network)?;
    Address::parse(params, &text).at("address")
}
