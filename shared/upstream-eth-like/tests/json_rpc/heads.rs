//! The end of the chain and hashes by height, as nodes of several operators report them.

use super::{NOW, Server, eth, hex, node, soon};
use serde_json::{Value, json};
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::Hash;
use wallet_eth_like::block::{BlockId, Head};
use wallet_eth_like::ports::EthLikeBlocks;
use wallet_test_support::json_rpc::{Outcome, error};
use wallet_upstream_eth_like::EthLikeNodes;

/// Returns the hash of the block at a height on a branch.
fn hash(branch: u8, height: u64) -> Hash {
    let mut hash = [branch; 32];
    hash[24..].copy_from_slice(&height.to_be_bytes());
    Hash(hash)
}

fn header(branch: u8, height: u64) -> Value {
    json!({ "number": hex(height), "timestamp": hex(NOW), "hash": hash(branch, height).to_string() })
}

/// A node: latest height, the height from which the node follows branch 1 instead of 0, and the response about the
/// latest final block.
type Chain = (u64, u64, Outcome);

async fn nodes(chains: Vec<Chain>) -> (EthLikeNodes, Vec<Server>) {
    let mut servers = Vec::new();
    for (latest, fork, finalized) in chains {
        let server = Server::start().await;
        server.set_handler("eth_getBlockByNumber", move |call| {
            let tag = call.params[0].as_str().unwrap_or_default();
            let height = match tag.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).expect("a height"),
                None if tag == "finalized" => return finalized.clone(),
                None => latest,
            };
            let known = (height <= latest).then(|| header(u8::from(height >= fork), height));
            Ok(known.unwrap_or_default())
        });
        servers.push(server);
    }
    let urls: Vec<_> = servers.iter().map(|server| server.stub.url.as_str()).collect();
    (node(eth(), &urls), servers)
}

const NEVER: u64 = u64::MAX;

fn final_at(height: u64) -> Value {
    header(0, height)
}

fn no_finality() -> Outcome {
    error(-32000, "finalized block not found")
}

fn expected(branch: u8, height: u64, finalized: Option<u64>) -> Head {
    Head {
        latest: BlockId {
            height,
            hash: hash(branch, height),
        },
        finalized,
    }
}

#[tokio::test(start_paused = true)]
async fn single_node_determines_the_head() {
    for (finalized, height) in [
        (Ok(final_at(90)), Some(90)),
        (Ok(final_at(200)), Some(100)),
        (no_finality(), None),
        (Ok(json!(null)), None),
        (Ok(json!("0x5")), None),
    ] {
        let (nodes, _servers) = nodes(vec![(100, NEVER, finalized)]).await;
        assert_eq!(nodes.head(eth(), soon()).await, Ok(expected(0, 100, height)));
    }
}

#[tokio::test(start_paused = true)]
async fn head_is_the_highest_block_on_which_two_operators_agree() {
    for (chains, branch, height) in [
        (vec![(100, NEVER), (100, NEVER)], 0, 100),
        (vec![(100, NEVER), (98, NEVER)], 0, 98),
        (vec![(98, NEVER), (100, NEVER)], 0, 98),
        // The last block differs.
        (vec![(100, 100), (100, NEVER)], 0, 99),
        // A node claims blocks that no other node has.
        (vec![(104, 101), (100, NEVER)], 0, 100),
        (vec![(104, 95), (100, NEVER), (99, NEVER)], 0, 99),
        (vec![(100, NEVER), (100, 100), (100, 100)], 1, 100),
    ] {
        let shown = format!("{chains:?}");
        let chains = chains.into_iter().map(|(latest, fork)| (latest, fork, no_finality()));
        let (nodes, _servers) = nodes(chains.collect()).await;
        assert_eq!(
            nodes.head(eth(), soon()).await,
            Ok(expected(branch, height, None)),
            "{shown}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn operators_that_never_agree_move_no_head() {
    let (nodes, _servers) = nodes(vec![(104, 90, no_finality()), (100, NEVER, no_finality())]).await;
    let head = nodes.head(eth(), soon()).await;
    assert!(matches!(head, Err(UpstreamError::Unavailable { .. })), "{head:?}");
    let hash = nodes.block_hash(eth(), 95, soon()).await;
    assert!(matches!(hash, Err(UpstreamError::Unavailable { .. })), "{hash:?}");
}

#[tokio::test(start_paused = true)]
async fn node_that_fails_leaves_the_head_to_the_others() {
    let (nodes, servers) = nodes(vec![(100, NEVER, Ok(final_at(80))), (99, NEVER, Ok(final_at(90)))]).await;
    assert_eq!(nodes.head(eth(), soon()).await, Ok(expected(0, 99, Some(80))));
    servers[0].set_error("eth_getBlockByNumber", error(-32000, "overloaded"));
    assert_eq!(nodes.head(eth(), soon()).await, Ok(expected(0, 99, Some(90))));
    servers[1].set_error("eth_getBlockByNumber", error(-32000, "overloaded"));
    assert!(nodes.head(eth(), soon()).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn hash_at_a_height_is_confirmed_or_unknown() {
    let (single, _servers) = nodes(vec![(100, NEVER, no_finality())]).await;
    let hash_at = |height| single.block_hash(eth(), height, soon());
    assert_eq!(hash_at(100).await, Ok(Some(hash(0, 100))));
    assert_eq!(hash_at(101).await, Ok(None));
    let (both, _servers) = nodes(vec![(100, 100, no_finality()), (98, NEVER, no_finality())]).await;
    assert_eq!(both.block_hash(eth(), 98, soon()).await, Ok(Some(hash(0, 98))));
    assert_eq!(
        both.block_hash(eth(), 100, soon()).await,
        Ok(None),
        "one operator alone"
    );
    let (other, servers) = nodes(vec![(100, NEVER, no_finality())]).await;
    servers[0].set_result("eth_getBlockByNumber", header(0, 50));
    let unusable = other.block_hash(eth(), 98, soon()).await;
    assert!(matches!(unusable, Err(UpstreamError::Unusable { .. })), "{unusable:?}");
}
