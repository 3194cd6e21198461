//! Unspent outputs, fee estimates, transaction bytes.

use super::ledger::{ALICE, BOB, Ledger, NOTHING, address, btc, script, script_hash, transaction, txid};
use super::server::{Call, Reaction, Server};
use super::{node, soon};
use serde_json::{Value, json};
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{FeeEstimates, Txid, Unspent};
use wallet_core::ports::upstream::UpstreamError;

const GET: &str = "blockchain.transaction.get";

async fn unspent(ledger: Ledger) -> Result<Vec<Unspent>, UpstreamError> {
    let server = Server::start(move |call| ledger.respond(call)).await;
    node(&server).unspent(&address(ALICE), soon()).await
}

#[tokio::test]
async fn data_missing_from_the_list_is_looked_up_if_relevant() {
    let mut ledger = Ledger::up_to(1000);
    let reward = |salt| transaction(&[NOTHING], &[(5, script(ALICE))], salt);
    let old = ledger.add_unlisted(reward(1));
    let immature = ledger.add_unlisted(reward(2));
    let paid = ledger.add_unlisted(transaction(&[(&old, 0)], &[(6, script(BOB)), (7, script(ALICE))], 3));
    for row in [
        json!({ "tx_hash": immature, "tx_pos": 0, "height": 902, "value": 5 }),
        json!({ "tx_hash": old, "tx_pos": 0, "height": 901, "value": 5 }),
        json!({ "tx_hash": paid, "tx_pos": 1, "height": 1000, "value": 7 }),
        json!({ "tx_hash": "11".repeat(32), "tx_pos": 2, "height": 0, "value": 8, "token_data": null }),
        json!({ "tx_hash": "22".repeat(32), "tx_pos": 3, "height": -1, "value": 9, "token_data": { "amount": "1" } }),
        json!({ "tx_hash": immature, "tx_pos": 0, "height": 902, "value": 5 }),
    ] {
        ledger.list(ALICE, row);
    }
    let server = Server::start(move |call| ledger.respond(call)).await;
    let found = node(&server).unspent(&address(ALICE), soon()).await.expect("outputs");
    let shown = found.iter().map(|output| {
        let vout = output.utxo.outpoint.vout;
        (
            vout,
            output.utxo.value,
            output.confirmations,
            output.coinbase,
            output.carries_token,
        )
    });
    let expected = [
        (0, 5, 99, true, false),
        // Mature: the origin is irrelevant.
        (0, 5, 100, false, false),
        (1, 7, 1, false, false),
        (2, 8, 0, false, false),
        (3, 9, 0, false, true),
    ];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    let looked_up = server.calls().into_iter().filter(|call| call.method == GET).count();
    assert_eq!(looked_up, 2, "{:?}", server.methods());
    let spendable: Vec<_> = found.iter().map(|output| output.spendable(btc())).collect();
    assert_eq!(spendable, [false, true, true, true, false]);
}

#[tokio::test]
async fn invalid_rows_are_unusable() {
    let mut ledger = Ledger::up_to(1000);
    let paid = ledger.add_unlisted(transaction(&[("11", 0); 0], &[(6, script(BOB)), (7, script(ALICE))], 3));
    let row = |height: Value, value: Value, vout: Value| json!({ "tx_hash": paid, "tx_pos": vout, "height": height, "value": value });
    for row in [
        json!({}),
        json!(null),
        row(json!(1000), json!(6), json!(0)),
        row(json!(1000), json!(8), json!(1)),
        row(json!(1000), json!(7), json!(2)),
        row(json!(1004), json!(7), json!(1)),
        row(json!(4_294_967_296_u64), json!(7), json!(1)),
        row(json!("1000"), json!(7), json!(1)),
        row(json!(1000), json!("7"), json!(1)),
        row(json!(1000), json!(7.5), json!(1)),
        row(json!(1000), json!(-7), json!(1)),
        row(json!(1), json!(btc().max_money + 1), json!(1)),
        row(json!(1), json!(7), json!(-1)),
        row(json!(1), json!(7), json!(4_294_967_296_u64)),
        json!({ "tx_hash": "00ff", "tx_pos": 0, "height": 1, "value": 1 }),
        json!({ "tx_hash": "11".repeat(32), "tx_pos": 0, "height": 1000, "value": 1 }),
    ] {
        let mut ledger = ledger.clone();
        ledger.list(ALICE, row.clone());
        let found = unspent(ledger).await;
        assert!(matches!(found, Err(UpstreamError::Unusable { .. })), "{row}: {found:?}");
    }
}

/// Requests the fee estimates from a server with fixed values per target.
async fn estimates(of: impl Fn(u64) -> Reaction + Send + Sync + 'static) -> Result<FeeEstimates, UpstreamError> {
    let script = move |call: &Call| match call.params[0].as_u64() {
        Some(blocks) if call.method == "blockchain.estimatefee" => of(blocks),
        _ => Reaction::Nothing,
    };
    let estimates = node(&Server::start(script).await).fee_estimates(btc(), soon()).await;
    estimates.map(|estimates| *estimates.first())
}

#[tokio::test]
async fn estimates_are_parsed_as_exact_decimals() {
    let raw = |text: &str| Reaction::Lines(format!("{{\"jsonrpc\":\"2.0\",\"result\":{text},\"id\":ID}}\n"));
    let found = estimates(move |blocks| match blocks {
        2 => raw("0.00012345"),
        6 => raw("1.024e-05"),
        _ => raw("-1"),
    });
    let expected = FeeEstimates {
        slow: None,
        normal: Some(1024),
        fast: Some(12345),
    };
    assert_eq!(found.await, Ok(expected));
}

#[tokio::test]
async fn invalid_estimates_are_unusable() {
    for invalid in [
        json!(null),
        json!("0.0001"),
        json!([]),
        json!(21_000_000),
        json!({ "feerate": 1 }),
    ] {
        let response = Reaction::Result(invalid.clone());
        let found = estimates(move |_| response.clone()).await;
        assert!(
            matches!(found, Err(UpstreamError::Unusable { .. })),
            "{invalid}: {found:?}"
        );
    }
    let found = estimates(|_| Reaction::error(2, "daemon error")).await;
    assert!(matches!(found, Err(UpstreamError::Unusable { .. })), "{found:?}");
}

/// Returns the requested transaction.
fn requested() -> Vec<u8> {
    transaction(&[NOTHING], &[(5, script(ALICE))], 1)
}

async fn bytes(reaction: Reaction) -> Result<Option<Vec<u8>>, UpstreamError> {
    let txid: Txid = txid(&requested()).parse().expect("a txid");
    let script = move |call: &Call| {
        if call.method == GET {
            reaction.clone()
        } else {
            Reaction::Nothing
        }
    };
    node(&Server::start(script).await)
        .raw_transaction(btc(), txid, soon())
        .await
}

#[tokio::test]
async fn only_known_messages_mean_unknown_transaction() {
    let known = Reaction::Result(json!(hex::encode(requested())));
    assert_eq!(bytes(known).await, Ok(Some(requested())));
    for text in [
        "daemon error: DaemonError({'code': -5, 'message': 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.'})",
        "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.",
        "missing transaction",
    ] {
        assert_eq!(bytes(Reaction::error(2, text)).await, Ok(None), "{text}");
    }
    for error in [
        Reaction::error(2, "daemon error: DaemonError('connection problem')"),
        Reaction::error(
            2,
            "No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries.",
        ),
        Reaction::error(1, "00 should be a transaction hash"),
        Reaction::error(-32603, "internal error"),
        Reaction::Result(json!("0x00")),
        Reaction::Result(json!(null)),
        Reaction::Result(json!({ "hex": "00" })),
        Reaction::Lines("{\"id\": ID}\n".to_owned()),
    ] {
        let found = bytes(error.clone()).await;
        assert!(
            matches!(found, Err(UpstreamError::Unusable { .. })),
            "{error:?}: {found:?}"
        );
    }
}

/// Rejected requests about an address never affect further addresses.
#[tokio::test]
async fn rejected_script_hash_does_not_count_against_the_server() {
    for (code, message) in [
        (-32602, "invalid parameters"),
        (1, "Invalid scripthash"),
        (1, "8b01df4e is not a valid script hash"),
    ] {
        let ledger = Ledger::up_to(1000);
        let rejected = script_hash(&script(BOB));
        let server = Server::start(move |call| match call.params[0].as_str() {
            Some(hash) if hash == rejected => Reaction::error(code, message),
            _ => ledger.respond(call),
        })
        .await;
        let node = node(&server);
        for _ in 0..100 {
            let found = node.unspent(&address(BOB), soon()).await;
            assert!(matches!(found, Err(UpstreamError::Unusable { .. })), "{found:?}");
        }
        assert_eq!(node.unspent(&address(ALICE), soon()).await, Ok(Vec::new()), "{message}");
    }
}
