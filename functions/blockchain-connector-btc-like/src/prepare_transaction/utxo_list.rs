//! GET /api/prepare-transaction/utxo-list/{chain}

use super::verified_selection::known_coins;
use crate::Services;
use crate::wire::{self, UtxoRecord};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::{Address, Chain, Coin};
use wallet_core::model::Network;
use wallet_http::{
    Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// Address to query.
    pub struct Request {
        /// The address, in any standard form of the chain and network.
        address: Required<Address>,
        /// livenet or testnet.
        network: Field<Network>,
    }
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
/// Immature coinbase outputs, and bch outputs that carry tokens, are omitted. The values are those of an index server,
/// unless an estimate or a broadcast has already verified them; `estimate` returns verified values.
#[utoipa::path(
    get, path = "/api/prepare-transaction/utxo-list/{chain}", operation_id = "listUtxo",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::NetworkNotSupported]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let address = wire::address(request.address, wire::params(&services.chains, chain, request.network))?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let unspent = services.node.unspent(&address, deadline).await?;
    let coins = unspent.into_iter().map(|unspent| Coin {
        owner: address.clone(),
        unspent,
    });
    let coins = known_coins(&*services.node, address.params(), coins.collect());
    let spendable = coins.as_slice().iter().filter(|coin| coin.is_spendable());
    Ok(Data(Response {
        utxo: spendable.map(|coin| UtxoRecord::from(&coin.unspent.utxo)).collect(),
    }))
}
