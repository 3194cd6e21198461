//! What the endpoints ask the network.

use futures::stream::{self, StreamExt, TryStreamExt};
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::{ApiError, ErrorCode};
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Account, AccountId};

/// How many accounts of one request are looked up at the same time: a transaction may name more than a hundred.
const AT_ONCE: usize = 8;

/// Those of these accounts that exist, in their order.
pub async fn accounts(
    node: &dyn XlmNode,
    network: Network,
    ids: Vec<AccountId>,
    deadline: Deadline,
) -> Result<Vec<Account>, UpstreamError> {
    let look_ups = stream::iter(ids).map(|id| node.account(network, id, deadline));
    let found: Vec<_> = look_ups.buffered(AT_ONCE).try_collect().await?;
    Ok(found.into_iter().flatten().collect())
}

/// An account that must exist (404 otherwise), named in this field.
pub fn existing(account: Option<Account>, field: &str) -> Result<Account, ApiError> {
    account.ok_or_else(|| {
        let message = "The account does not exist on this network; a payment of lumens to its address creates it.";
        ApiError::new(ErrorCode::AccountNotFound, message).at(field)
    })
}
