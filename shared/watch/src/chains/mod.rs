//! The chains of the families, as the loop sees them.

mod btc_like;
mod eth_like;
mod samples;
mod xlm;

pub use btc_like::{BtcLikeUpstreams, btc_like};
pub use eth_like::{EthLikePorts, eth_like};
pub use xlm::xlm;

use crate::chain::WatchedChain;
use crate::subscribed::{Chains, SubscribedChain};
use std::sync::Arc;
use std::time::Duration;
use wallet_assets::{ChainFacts, chains};
use wallet_eth_like::ports::{Erc20List, EthLikeBlocks, EthLikeNode};
use wallet_notifications::{ChainKey, Item};
use wallet_xlm::ports::XlmLedgers;

/// The part of the time between blocks that passes between two ticks.
const TICKS_PER_BLOCK: u64 = 4;

/// The maximum time between two ticks of a process in seconds.
const MAX_INTERVAL: u64 = 5;

/// The minimum and the maximum delay of the next tick on a queue in seconds: each tick costs
/// (docs/performance.md#cost-of-notifications).
const DELAYS: (u64, u64) = (4, 20);

/// Returns the chains of all families, as the loop sees them.
pub fn watched<B, E, T, X>(
    btc_like_upstreams: &Arc<B>,
    eth_like_ports: &EthLikePorts<E, Arc<T>>,
    xlm_upstreams: &Arc<X>,
) -> Chains<dyn WatchedChain>
where
    B: BtcLikeUpstreams,
    E: EthLikeNode + EthLikeBlocks + 'static,
    T: Erc20List + ?Sized + 'static,
    X: XlmLedgers + 'static,
{
    let btc_like = btc_like(btc_like_upstreams).map(|chain| chain as Arc<dyn WatchedChain>);
    let eth_like = eth_like(eth_like_ports).map(|chain| chain as Arc<dyn WatchedChain>);
    let xlm = xlm(xlm_upstreams).map(|chain| chain as Arc<dyn WatchedChain>);
    Chains::new(btc_like.chain(eth_like).chain(xlm))
}

/// Returns the chains of all families, as subscriptions see them: a function that calls only this function is built without
/// the blocks of the loop.
pub fn subscribed<B, E, X>(
    btc_like_upstreams: &Arc<B>,
    eth_like_nodes: &Arc<E>,
    xlm_upstreams: &Arc<X>,
) -> Chains<dyn SubscribedChain>
where
    B: BtcLikeUpstreams,
    E: EthLikeBlocks + 'static,
    X: XlmLedgers + 'static,
{
    let eth_like_ports = EthLikePorts {
        nodes: Arc::clone(eth_like_nodes),
        tokens: (),
    };
    let btc_like = btc_like(btc_like_upstreams).map(|chain| chain as Arc<dyn SubscribedChain>);
    let eth_like = eth_like(&eth_like_ports).map(|chain| chain as Arc<dyn SubscribedChain>);
    let xlm = xlm(xlm_upstreams).map(|chain| chain as Arc<dyn SubscribedChain>);
    Chains::new(btc_like.chain(eth_like).chain(xlm))
}

/// Returns the facts about a chain.
fn facts(key: &ChainKey) -> Option<&'static ChainFacts> {
    let is_it = |facts: &&ChainFacts| facts.chain.name() == key.chain && facts.network == key.network;
    chains().iter().find(is_it)
}

/// Returns the number of confirmations after which a transaction of a chain is final.
fn confirmations(key: &ChainKey) -> u64 {
    facts(key).map_or(1, |facts| facts.confirmations.into())
}

/// Returns the time between two ticks of a chain in a process.
fn interval(key: &ChainKey) -> Duration {
    Duration::from_secs(share_of_block(key).clamp(1, MAX_INTERVAL))
}

/// Returns the delay of the next tick of a chain on a queue.
pub fn delay(key: &ChainKey) -> Duration {
    let (shortest, longest) = DELAYS;
    Duration::from_secs(share_of_block(key).clamp(shortest, longest))
}

/// Returns the part of the time between blocks, in seconds.
fn share_of_block(key: &ChainKey) -> u64 {
    facts(key).map_or(0, |facts| facts.block_time) / TICKS_PER_BLOCK
}

/// Returns the item of a sender's nonce.
fn nonce_item(sender: &[u8], nonce: u64) -> Item {
    Item::spend(&[sender, &nonce.to_be_bytes()].concat())
}
