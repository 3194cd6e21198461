//! Reads what a new subscription watches: the facts that the loop requires from the first block on.

use crate::subscribed::SubscribedChain;
use std::collections::HashSet;
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_notifications::{BlockId, Item, Watched, WatchedItem, WatchedKey};

/// The requested items of a subscription.
#[derive(Clone, Debug)]
pub enum WatchRequest {
    /// Addresses.
    Addresses(Vec<String>),
    /// An extended key, and the number of unused addresses after the last used address.
    Key {
        /// The key.
        xpub: String,
        /// The number of unused addresses.
        gap: u32,
    },
    /// Ids of transactions.
    Transactions(Vec<String>),
}

/// The items of a subscription.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The description.
    pub watched: Watched,
    /// The items.
    pub items: Vec<WatchedItem>,
    /// The latest block before the facts about the items were read.
    pub head: BlockId,
}

/// Reasons why a subscription cannot watch what was requested.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// The request is invalid.
    #[error("invalid request")]
    Invalid(ErrorInfo),
    /// The upstreams failed.
    #[error(transparent)]
    Upstream(#[from] UpstreamError),
}

impl CodedError for PrepareError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Invalid(info) => info.clone(),
            Self::Upstream(error) => error.info(),
        }
    }
}

/// Reads the items of a request. Errors have the path of the invalid part: `addresses[17]`.
///
/// # Errors
/// A part of the request is invalid, or the upstreams fail.
pub async fn prepare(
    chain: &dyn SubscribedChain,
    request: WatchRequest,
    deadline: Deadline,
) -> Result<Prepared, PrepareError> {
    match request {
        WatchRequest::Addresses(addresses) => {
            let addresses = read_addresses(chain, &addresses, "addresses")?;
            let (items, head) = with_outputs(chain, addresses, deadline).await?;
            Ok(Prepared {
                watched: Watched::Addresses(count_addresses(&items)),
                items,
                head,
            })
        }
        WatchRequest::Key { xpub, gap } => {
            let xpub = chain.extended_key(&xpub).map_err(|error| at(error, "key.xpub"))?;
            let derived = chain.scan_key(&xpub, gap, deadline).await?;
            let mut addresses = Vec::new();
            for (branch, derived) in derived.into_iter().enumerate() {
                let items = chain.derive(&xpub, branch, 0..derived);
                addresses.extend(items.map_err(|error| at(error, "key.xpub"))?);
            }
            let (items, head) = with_outputs(chain, addresses, deadline).await?;
            let watched = Watched::Key(WatchedKey { xpub, gap, derived });
            Ok(Prepared { watched, items, head })
        }
        WatchRequest::Transactions(ids) => {
            let mut items = Vec::with_capacity(ids.len());
            for (index, id) in ids.iter().enumerate() {
                let id = chain.transaction_id(id);
                let id = id.map_err(|error| at(error, &format!("transactions[{index}]")))?;
                items.push(WatchedItem {
                    item: Item::transaction(&id),
                    address: id,
                    path: None,
                });
            }
            let items = distinct(items);
            let head = chain.head(deadline).await?.block;
            let watched = Watched::Transactions(items.len() as u64);
            Ok(Prepared { watched, items, head })
        }
    }
}

/// Reads further addresses for a subscription; `field` is the field of the request.
///
/// # Errors
/// An address is invalid, or the upstreams fail.
pub async fn prepare_addresses(
    chain: &dyn SubscribedChain,
    addresses: &[String],
    field: &str,
    deadline: Deadline,
) -> Result<(Vec<WatchedItem>, BlockId), PrepareError> {
    let addresses = read_addresses(chain, addresses, field)?;
    with_outputs(chain, addresses, deadline).await
}

fn read_addresses(
    chain: &dyn SubscribedChain,
    addresses: &[String],
    field: &str,
) -> Result<Vec<WatchedItem>, PrepareError> {
    let mut items = Vec::with_capacity(addresses.len());
    for (index, address) in addresses.iter().enumerate() {
        let item = chain.address(address);
        items.push(item.map_err(|error| at(error, &format!("{field}[{index}]")))?);
    }
    Ok(distinct(items))
}

/// Adds the outputs that the loop cannot recognise by the address. The head is read first: the loop starts at most there.
async fn with_outputs(
    chain: &dyn SubscribedChain,
    mut items: Vec<WatchedItem>,
    deadline: Deadline,
) -> Result<(Vec<WatchedItem>, BlockId), PrepareError> {
    let head = chain.head(deadline).await?.block;
    items.extend(chain.outputs(&items, head.height, deadline).await?);
    Ok((distinct(items), head))
}

fn distinct(mut items: Vec<WatchedItem>) -> Vec<WatchedItem> {
    let mut known = HashSet::new();
    items.retain(|item| known.insert(item.item.clone()));
    items
}

fn count_addresses(items: &[WatchedItem]) -> u64 {
    items.iter().filter(|item| item.item.is_address()).count() as u64
}

fn at(error: ErrorInfo, field: &str) -> PrepareError {
    PrepareError::Invalid(error.at(field))
}
