//! The chains of the families, as the loop sees them.

mod btc_like;
mod eth_like;

pub use btc_like::{BtcLikeUpstreams, btc_like};
pub use eth_like::{EthLikePorts, eth_like};

use wallet_assets::chains;
use wallet_core::model::Network;
use wallet_notifications::Item;

/// Returns the number of confirmations after which a transaction of a chain is final.
fn confirmations(chain: &str, network: Network) -> u64 {
    let facts = chains()
        .iter()
        .find(|facts| facts.chain.name() == chain && facts.network == network);
    facts.map_or(1, |facts| facts.confirmations.into())
}

/// Returns the item of a sender's nonce.
fn nonce_item(sender: &[u8], nonce: u64) -> Item {
    Item::spend(&[sender, &nonce.to_be_bytes()].concat())
}
