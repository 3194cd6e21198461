//! Tokens of contracts that a request names.

use crate::Services;
use futures::stream::{self, StreamExt};
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_http::extract::distinct;
use wallet_http::{ApiError, Cost};
use wallet_xlm::AccountId;
use wallet_xlm::contract::{ContractId, TokenHolding};

/// The entry of `source.partial` for tokens without a simulation by any upstream.
pub const NO_TOKENS: &str = "tokens";

/// The maximum number of requested tokens.
pub const MAX_TOKENS: usize = 20;

/// The maximum number of simulations of a token.
const CALLS: usize = 4;

/// The number of tokens that are read at the same time.
const CONCURRENT_TOKENS: usize = 2;

/// A requested token, `None` if no upstream simulated the calls.
pub type RequestedToken = (ContractId, Option<TokenHolding>);

/// Parses the contracts of the field `tokens`: at most 20, all different. The path of an error is the index.
pub fn parse_tokens(texts: &[&str]) -> Result<Vec<ContractId>, ApiError> {
    distinct(texts, MAX_TOKENS, "token", |text| Ok(text.parse()?))
}

/// Returns the cost of the simulations.
pub fn cost(tokens: &[ContractId]) -> Cost {
    Cost::requests(tokens.len() * CALLS)
}

/// Returns the holdings of the tokens in the order of the request.
pub async fn fetch(
    services: &Services,
    network: Network,
    holder: AccountId,
    contracts: &[ContractId],
    deadline: Deadline,
) -> Vec<RequestedToken> {
    let mut tokens = Vec::with_capacity(contracts.len());
    for contract in contracts {
        tokens.push(token(services, network, holder, *contract, deadline));
    }
    stream::iter(tokens).buffered(CONCURRENT_TOKENS).collect().await
}

async fn token(
    services: &Services,
    network: Network,
    holder: AccountId,
    contract: ContractId,
    deadline: Deadline,
) -> RequestedToken {
    let holding = services.tokens.token(network, contract, holder, deadline).await;
    let holding = holding.inspect_err(|error| tracing::warn!(%error, "token omitted: no upstream simulated the calls"));
    (contract, holding.ok())
}
