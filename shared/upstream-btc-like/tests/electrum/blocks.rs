//! Headers and transactions for notifications; Electrum servers have no blocks.

use super::ledger::{ALICE, BOB, CAROL, Ledger, NOTHING, address, btc, header, script, time, transaction, txid};
use super::server::Server;
use super::{NOW, node, soon};
use wallet_btc_like::BlockId;
use wallet_btc_like::ports::BtcLikeBlocks;
use wallet_core::ports::upstream::UpstreamError;

/// Returns the hash of the block at a height of the ledger.
fn id(height: u32) -> BlockId {
    let header = hex::decode(header(height)).expect("hex");
    BlockId {
        height,
        hash: txid(&header).parse().expect("a hash"),
    }
}

#[tokio::test]
async fn hashes_are_those_of_the_headers() {
    let ledger = Ledger::up_to(10);
    let server = Server::start(move |call| ledger.respond(call)).await;
    let node = node(&server);
    assert_eq!(node.head(btc(), soon()).await, Ok(id(10)));
    assert_eq!(node.block_hash(btc(), 7, soon()).await, Ok(Some(id(7).hash)));
    assert_eq!(node.block_hash(btc(), 11, soon()).await, Ok(None));
}

#[tokio::test]
async fn server_has_no_blocks() {
    let ledger = Ledger::up_to(10);
    let server = Server::start(move |call| ledger.respond(call)).await;
    let node = node(&server);
    assert!(!node.lists_blocks(btc()));
    let block = node.block(btc(), 7, soon()).await;
    assert!(matches!(block, Err(UpstreamError::Unusable { .. })), "{block:?}");
    assert_eq!(node.block(btc(), 11, soon()).await, Ok(None));
}

#[tokio::test]
async fn transactions_are_assembled_from_their_parents() {
    let mut ledger = Ledger::up_to(10);
    let parent = ledger.add(transaction(&[NOTHING], &[(9, script(CAROL))], 1), 3, &[CAROL]);
    let spender = transaction(&[(&parent, 0)], &[(5, script(BOB)), (3, script(ALICE))], 2);
    let pending = ledger.add(spender, 0, &[CAROL, BOB, ALICE]);
    let server = Server::start(move |call| ledger.respond(call)).await;
    let node = node(&server);
    let find = |txid: &str| node.transaction(btc(), txid.parse().expect("a txid"), soon());
    let confirmed = find(&parent).await.expect("a response").expect("a transaction");
    assert_eq!((confirmed.height, confirmed.time), (Some(3), time(3)));
    let entry = find(&pending).await.expect("a response").expect("a transaction");
    assert_eq!((entry.height, entry.fee, entry.time), (None, 1, NOW));
    assert_eq!(entry.inputs[0].owner, Some(address(CAROL)));
    assert_eq!(find(&"11".repeat(32)).await, Ok(None));
    assert_eq!(node.pending(&address(CAROL), soon()).await, Ok(vec![entry]));
}
