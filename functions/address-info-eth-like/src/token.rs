//! GET /api/{chain}/token

use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::ContractText;
use wallet_eth_like::{Address, Chain, Params};
use wallet_http::{
    ApiError, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// The contract of a token.
    #[schema(as = TokenRequest)]
    pub struct Request {
        /// The address of the contract: 40 hex digits in one case, or in mixed case with a valid checksum (ERC-55).
        contract: Required<Address>,
        /// livenet or testnet.
        network: Field<Network>,
    }
}

/// The metadata of a token, as its contract returns it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenData)]
pub struct Response {
    /// The address of the contract with its checksum.
    contract: ContractText,
    /// The name, at most 64 characters; empty if the contract has none. Every account can deploy a contract with any name.
    #[schema(max_length = 64, example = "Maker")]
    name: String,
    /// The ticker symbol, at most 64 characters; empty if the contract has none.
    #[schema(max_length = 64, example = "MKR")]
    ticker: String,
    /// The number of decimal places of an amount.
    #[schema(minimum = 0, maximum = 77, example = 18)]
    decimals: u8,
    /// True if the token is in the asset list.
    #[schema(example = true)]
    listed: bool,
}

/// Returns the metadata of a token from its contract.
///
/// Characters without a glyph are removed from name and ticker. A contract without the functions `decimals`, `totalSupply`
/// and `balanceOf` of ERC-20 is not found.
#[utoipa::path(
    get, path = "/api/{chain}/token", operation_id = "token",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::NotFound]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let contract = request.contract.get()?;
    let params = Params::of(chain, request.network.or_default()?);
    budget.spend(Cost::FACT)?;
    let (metadata, listed) = futures::join!(
        services.node.token_metadata(params, contract, deadline),
        services.tokens.erc20(chain),
    );
    let metadata = metadata?.ok_or_else(|| {
        let message = "Use the address of an ERC-20 contract on this chain and network.";
        ApiError::new(ErrorCode::NotFound, message)
    })?;
    Ok(Data(Response {
        contract: ContractText::of(contract),
        name: metadata.name,
        ticker: metadata.ticker,
        decimals: metadata.decimals,
        listed: listed?.iter().any(|token| token.contract == contract),
    }))
}
