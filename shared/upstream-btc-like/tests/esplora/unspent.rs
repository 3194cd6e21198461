//! Unspent outputs.

use super::{OWN, SHOP, Server, assert_unusable};
use serde_json::json;
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::esplora::{Dialect, id, row, status, text};
use wallet_test_support::stub::Reply;

#[tokio::test(start_paused = true)]
async fn outputs_have_confirmations_and_coinbase_flag() {
    let server = Server::start(Dialect::Plain).await;
    server.state().transactions = vec![
        row(1, None, &[(SHOP, 9)], &[(OWN, 1), (SHOP, 8)]),
        row(2, Some(801), &[(SHOP, 9)], &[(OWN, 2)]),
        row(3, Some(800), &[], &[(OWN, 3), ("OP_RETURN", 0)]),
        row(4, Some(799), &[(SHOP, 9)], &[(SHOP, 5), (OWN, 4)]),
        row(5, Some(701), &[], &[(OWN, 5)]),
    ];
    let found = server.unspent().await.expect("rows");
    let expected = [
        (1, 0, false),
        (2, 1, false),
        (3, 1, true),
        (4, 2, false),
        (5, 100, false),
    ];
    assert_eq!(
        found, expected,
        "the last output is mature, so its coinbase flag is not requested"
    );
    let mut requests = server.requested_paths();
    requests.sort();
    // Another concurrent request fetches the height.
    requests.dedup();
    let coinbase = |height: u32| format!("/api/block/{height:0>64x}/txid/0");
    let mut expected = vec!["/api/blocks".to_owned(), format!("/api/address/{OWN}/utxo")];
    expected.extend([799, 800, 801].map(coinbase));
    expected.sort();
    assert_eq!(requests, expected);
}

#[tokio::test(start_paused = true)]
async fn coinbase_of_a_block_is_requested_once() {
    let server = Server::start(Dialect::Plain).await;
    server.state().transactions = vec![
        row(3, Some(800), &[], &[(OWN, 3)]),
        row(4, Some(800), &[(SHOP, 9)], &[(OWN, 4)]),
    ];
    for _ in 0..2 {
        assert_eq!(server.unspent().await, Ok(vec![(3, 1, true), (4, 1, false)]));
    }
    let requests = server
        .requested_paths()
        .into_iter()
        .filter(|path| path.starts_with("/api/block/"));
    assert_eq!(requests.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn address_above_the_output_limit_of_the_server_is_declined() {
    let server = Server::start(Dialect::Plain).await;
    for message in [
        "Too many history entries",
        "Too many unspent outputs",
        "Too many unspent transaction outputs (>500). Contact support to raise limits.",
    ] {
        let path = format!("address/{OWN}/utxo");
        server.state().overrides.insert(path, text(400, message));
        let Err(UpstreamError::Unusable { cause }) = server.unspent().await else {
            panic!("declined: {message}");
        };
        assert!(cause.starts_with("declined"), "{cause}");
    }
}

#[tokio::test(start_paused = true)]
async fn invalid_outputs_are_unusable() {
    let mut server = Server::start(Dialect::Plain).await;
    let valid = json!({ "txid": id(1), "vout": 0, "value": 5, "status": status(Some(7)) });
    for (pointer, invalid) in [
        ("/txid", json!("00")),
        ("/vout", json!(-1)),
        ("/value", json!(-1)),
        ("/value", json!("5")),
        ("/value", json!(1.5)),
        ("/value", json!(2_100_000_000_000_001_u64)),
        ("/status", json!({ "confirmed": true })),
        ("/status/block_height", json!(4_294_967_296_u64)),
        ("/status/block_hash", json!("00")),
        ("/status/block_time", json!(-1)),
    ] {
        server.recreate_node();
        let mut one = valid.clone();
        *one.pointer_mut(pointer).expect("a field") = invalid;
        let reply = Reply::ok(json!([one]).to_string());
        server.state().overrides.insert(format!("address/{OWN}/utxo"), reply);
        assert_unusable(&server.unspent().await);
    }
    let immature = (0..101).map(|number: usize| {
        let mut one = json!({ "txid": id(1), "vout": number, "value": 5, "status": status(Some(799)) });
        one["status"]["block_hash"] = id(number).into();
        one
    });
    let reply = Reply::ok(json!(immature.collect::<Vec<_>>()).to_string());
    server.state().overrides.insert(format!("address/{OWN}/utxo"), reply);
    assert_unusable(&server.unspent().await);
}

#[tokio::test(start_paused = true)]
async fn chain_without_blocks_is_unusable() {
    let server = Server::start(Dialect::Plain).await;
    for blocks in ["[]", "{}", r#"[{"height":-1,"timestamp":1}]"#, r#"[{"height":1}]"#] {
        server.state().overrides.insert("blocks".to_owned(), Reply::ok(blocks));
        assert_unusable(&server.unspent().await);
    }
}
