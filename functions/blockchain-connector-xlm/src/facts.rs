//! Account queries shared by the endpoints.

use futures::stream::{self, StreamExt, TryStreamExt};
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::{ApiError, ErrorCode};
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Account, AccountQuery};

/// The maximum number of concurrent account queries of a request: a transaction may name more than a hundred
/// accounts.
const MAX_CONCURRENT: usize = 8;

/// Returns the existing accounts in order.
pub async fn accounts(
    node: &dyn XlmNode,
    network: Network,
    queries: impl IntoIterator<Item = AccountQuery> + Send,
    deadline: Deadline,
) -> Result<Vec<Account>, UpstreamError> {
    let look_ups =
        stream::iter(queries.into_iter().collect::<Vec<_>>()).map(|query| node.account(network, query, deadline));
    let found: Vec<_> = look_ups.buffered(MAX_CONCURRENT).try_collect().await?;
    Ok(found.into_iter().flatten().collect())
}

/// Returns the account, or status 404 for this field if not found.
pub fn existing(account: Option<Account>, field: &str) -> Result<Account, ApiError> {
    account.ok_or_else(|| {
        let message = "The account does not exist on this network; a payment of lumens to its address creates it.";
        ApiError::new(ErrorCode::AccountNotFound, message).at(field)
    })
}
