//! GET /api/resolve-name/{chain}

use crate::Services;
use crate::ens::Ens;
use crate::wire;
use axum::extract::State;
use wallet_core::model::Network;
use wallet_core::name::NameError;
use wallet_core::wire::{EnsNameText, NameKind, ResolvedName};
use wallet_eth_like::Chain;
use wallet_eth_like::ens::{CoinType, EnsCall, EnsName};
use wallet_http::{
    Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, ResultExt, UpstreamBudget,
};

wallet_core::request! {
    /// The name to resolve.
    pub struct Request {
        /// The name in the Ethereum Name Service. The response has the normalised form (ENSIP-15).
        name: Required<EnsNameText>,
        /// livenet or testnet. The names of the testnets are those on Sepolia.
        network: Field<Network>,
    }
}

/// Resolves a name of the Ethereum Name Service into its address on the chain.
///
/// The service reads the contracts on Ethereum, also for the other chains: the address is that for the chain of the request
/// (ENSIP-11), never the address for another chain. A name without a normalised form (ENSIP-15), which could be mistaken for a
/// different name, is rejected. A name that is stored off-chain (EIP-3668) is resolved only through the gateways that the operator
/// allows. If upstreams of two operators return different results, the error is `upstream_error`.
#[utoipa::path(
    get, path = "/api/resolve-name/{chain}", operation_id = "resolveName",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidName, ErrorCode::NameNotFound]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<ResolvedName> {
    let field = request.name.name();
    let name = request.name.get()?;
    let params = wire::params(chain, request.network)?;
    let name: EnsName = name.parse().at(field)?;
    budget.spend(Ens::cost(&name))?;
    let ens = Ens::new(&services, params.network, deadline);
    let address = ens.address(&name, EnsCall::Address(CoinType::of(params))).await?;
    let address = address.ok_or(NameError::NoAddress)?.to_string();
    Ok(Data(ResolvedName::new(NameKind::Ens, name.to_string(), address, true)))
}
