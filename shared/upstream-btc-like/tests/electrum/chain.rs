//! The chain of a server, recognised by the header of the checkpoint.

use super::ledger::{ALICE, NOTHING, btc, script, transaction, txid};
use super::server::{CHECKPOINT, Call, Reaction, Server};
use super::{configured, node, soon};
use serde_json::{Value, json};
use wallet_btc_like::ports::BtcLikeNode;
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream_btc_like::BtcLikeUpstreams;

/// The genesis block of btc, which bch shares: <https://en.bitcoin.it/wiki/Genesis_block>.
const ANOTHER: &str = "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e\
                       67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";

fn requested() -> Vec<u8> {
    transaction(&[NOTHING], &[(5, script(ALICE))], 1)
}

async fn bytes(port: &BtcLikeUpstreams) -> Result<Option<Vec<u8>>, UpstreamError> {
    let txid = txid(&requested()).parse().expect("a txid");
    port.raw_transaction(btc(), txid, soon()).await
}

/// Starts a server that has the transaction, with this response to the call for the checkpoint.
async fn with_checkpoint(reaction: Reaction) -> Server {
    Server::of_any_chain(move |call: &Call| match call.method.as_str() {
        "server.version" => Reaction::Nothing,
        "blockchain.block.header" => reaction.clone(),
        "blockchain.transaction.get" => Reaction::Result(json!(hex::encode(requested()))),
        _ => Reaction::error(-32601, "unknown method"),
    })
    .await
}

#[tokio::test]
async fn server_with_the_checkpoint_is_verified_once() {
    for header in [CHECKPOINT.to_owned(), format!("{CHECKPOINT}00ff")] {
        let server = with_checkpoint(Reaction::Result(json!(header))).await;
        let port = node(&server);
        for _ in 0..5 {
            assert_eq!(bytes(&port).await, Ok(Some(requested())));
        }
        assert_eq!(server.checkpoint_calls(), 1);
    }
}

#[tokio::test]
async fn server_of_another_chain_is_not_used() {
    let another = with_checkpoint(Reaction::Result(json!(ANOTHER))).await;
    let port = node(&another);
    for _ in 0..3 {
        let found = bytes(&port).await;
        assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
    }
    assert_eq!(another.checkpoint_calls(), 1, "it is excluded");
    assert_eq!(another.methods().len(), 1, "{:?}", another.methods());
    let right = with_checkpoint(Reaction::Result(json!(CHECKPOINT))).await;
    let both = configured(&format!("{},{}", another.setting(), right.setting()));
    assert_eq!(bytes(&both).await, Ok(Some(requested())));
    assert_eq!(right.methods().len(), 1);
}

#[tokio::test]
async fn server_that_returns_no_header_is_used() {
    let results = [
        json!(null),
        json!(7),
        json!(""),
        json!("zz"),
        json!(&CHECKPOINT[2..]),
        json!({ "header": CHECKPOINT }),
        json!([CHECKPOINT]),
    ];
    let reactions = results.map(|result: Value| Reaction::Result(result));
    let errors = [
        Reaction::error(1, "height 840000 out of range"),
        Reaction::error(-32601, "no"),
    ];
    for reaction in reactions.into_iter().chain(errors) {
        let server = with_checkpoint(reaction.clone()).await;
        let port = node(&server);
        for _ in 0..2 {
            assert_eq!(bytes(&port).await, Ok(Some(requested())), "{reaction:?}");
        }
        assert!(server.checkpoint_calls() <= 2, "{reaction:?}: at most once per block");
    }
}
