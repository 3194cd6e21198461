//! GET /api/lookup-address/{chain}

use crate::Services;
use crate::ens::Ens;
use crate::wire;
use axum::extract::State;
use wallet_core::model::Network;
use wallet_core::name::NameError;
use wallet_core::wire::{NameKind, ResolvedName};
use wallet_eth_like::ens::{CoinType, EnsCall, EnsName, text_of};
use wallet_eth_like::{Address, Chain};
use wallet_http::{Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget};

wallet_core::request! {
    /// The address to look up.
    pub struct Request {
        /// The address.
        address: Required<Address>,
        /// livenet or testnet. The names of the testnets are those on Sepolia.
        network: Field<Network>,
    }
}

/// Returns the name that the owner of an address has chosen in the Ethereum Name Service.
///
/// The name is returned only if it has this address on the chain of the request, and only names that resolve-name accepts.
#[utoipa::path(
    get, path = "/api/lookup-address/{chain}", operation_id = "lookupAddress",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::NameNotFound]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<ResolvedName> {
    let address = request.address.get()?;
    let params = wire::params(chain, request.network)?;
    let coin = CoinType::of(params);
    let reverse = EnsName::reverse(address, coin);
    budget.spend(Ens::cost(&reverse))?;
    let ens = Ens::new(&services, params.network, deadline);
    let text = text_of(&ens.record(&reverse, EnsCall::Name).await?)?;
    if text.is_empty() {
        return Err(NameError::Unknown.into());
    }
    let name: EnsName = text.parse().map_err(|_| NameError::NotNormalised)?;
    if name.to_string() != text {
        return Err(NameError::NotNormalised.into());
    }
    budget.spend(Ens::cost(&name))?;
    if ens.address(&name, EnsCall::Address(coin)).await? != Some(address) {
        return Err(NameError::Mismatch.into());
    }
    Ok(Data(ResolvedName::new(NameKind::Ens, text, address.to_string(), true)))
}
