//! Pending transactions of an address, from the pool of the node.

use super::App;
use super::fixture::{OWN, SHOP, UNLISTED};
use super::rows::{id, sent};
use crate::support::stub::Reply;
use serde_json::{Value, json};
use wallet_eth_like::Erc20Token;

/// The sender, its token and the only pending transaction, as listed by geth 1.10.23 on Ethereum. Recorded in
/// `crates/rpc-types-txpool/src/txpool.rs` of alloy-rs/alloy (Apache-2.0 or MIT).
const SENDER: &str = "0x000Fab888651fbCEb55de230493562159EAD0340";
const TOKEN: &str = "0x8e8D6aB093905C400D583EfD37fbeEB1ee1c0c39";
const RECIPIENT: &str = "0x50272A56EF9AFf7238E8b40347dA62E87c1F69e2";
const TXID: &str = "0xfae0cffdae6774abe11662a2cdbea019fce48fca87ba9ebf5e9e7c2454c01715";

fn recorded_row() -> Value {
    json!({
        "blockHash": null,
        "blockNumber": null,
        "from": SENDER,
        "gas": "0x12fed",
        "gasPrice": "0x1a13b8600",
        "maxFeePerGas": "0x1a13b8600",
        "maxPriorityFeePerGas": "0x59682f00",
        "hash": TXID,
        "input": "0xa9059cbb00000000000000000000000050272a56ef9aff7238e8b40347da62e87c1f69e200000000000000000000000000000000000000000000000000000000428d3dfc",
        "nonce": "0xc",
        "to": TOKEN,
        "transactionIndex": null,
        "value": "0x0",
        "type": "0x2",
        "accessList": [],
        "chainId": "0x1",
        "v": "0x0",
        "r": "0x7b717e689d1bd045ee7afd79b97219f2e36bd22a6a14e07023902194bca96fbf",
        "s": "0x7b0ba462c98e7b0f95a53f047cf568ee0443839628dfe4ab294bfab88fa8e251",
    })
}

/// Returns a payment of the address with this nonce: 10 wei, and at most 210000 wei of fee.
fn payment(nonce: u64) -> Value {
    json!({
        "blockHash": null, "blockNumber": null, "from": OWN.to_lowercase(), "gas": "0x5208", "gasPrice": "0xa",
        "hash": id(usize::try_from(1000 + nonce).expect("small")), "input": "0x", "nonce": format!("{nonce:#x}"),
        "to": SHOP.to_lowercase(), "transactionIndex": null, "value": "0xa", "type": "0x0", "chainId": "0x1",
        "v": "0x26", "r": "0x1", "s": "0x1",
    })
}

fn pool(rows: &[Value]) -> Value {
    let number = |row: &Value| u64::from_str_radix(&row["nonce"].as_str().expect("hex")[2..], 16).expect("hex");
    let pending: serde_json::Map<_, _> = rows.iter().map(|row| (number(row).to_string(), row.clone())).collect();
    json!({ "pending": pending, "queued": {} })
}

/// Returns a service for an address with 1 000 000 wei and pending transactions of the nonces 7 and 8.
async fn app(pool: Option<Value>) -> App {
    let app = App::new().await;
    {
        let node = &mut app.fixture().node;
        node.coin = 1_000_000;
        node.counts = (7, 9);
        node.pool = pool;
    }
    app
}

fn pool_requests(app: &App) -> usize {
    let requests = app.requests();
    requests
        .iter()
        .filter(|request| request.body.contains("txpool_contentFrom"))
        .count()
}

fn txids(info: &Value) -> Vec<&str> {
    let rows = info["transactions"].as_array().expect("a list");
    rows.iter().map(|row| row["txid"].as_str().expect("a txid")).collect()
}

#[tokio::test]
async fn recorded_pool_transaction_is_listed_and_bound() {
    let app = App::new().await;
    {
        let mut fixture = app.fixture();
        fixture.listed = vec![Erc20Token {
            contract: TOKEN.parse().expect("an address"),
            decimals: 6,
        }];
        fixture.node.coin = 1_000_000_000_000_000_000;
        fixture.node.tokens = [(TOKEN.to_lowercase(), 2_000_000_000)].into();
        fixture.node.counts = (12, 13);
        fixture.node.pool = Some(pool(&[recorded_row()]));
    }
    let response = app.get(&format!("eth?address={SENDER}")).await;
    let info = response.data();
    assert_eq!(
        (&info["pending"], &info["source"]["partial"]),
        (&json!({ "count": 1 }), &Value::Null)
    );
    // 77805 gas at 7 gwei, and 0x428d3dfc tokens.
    assert_eq!(info["balances"][0]["balance"]["amount"], "1000000000000000000");
    assert_eq!(
        info["balances"][0]["spendable"],
        json!({ "amount": "999455365000000000", "decimals": 18 })
    );
    assert_eq!(
        info["balances"][1]["spendable"],
        json!({ "amount": "883447300", "decimals": 6 })
    );
    let row = &info["transactions"][0];
    let asset = json!({ "kind": "erc20", "chain": "eth", "contract": TOKEN });
    let value = json!({ "amount": "1116552700", "decimals": 6 });
    assert_eq!(
        json!([
            row["txid"],
            row["block"],
            row["status"],
            row["fee"]["amount"],
            row["from"],
            row["to"]
        ]),
        json!([TXID, "", "pending", "544635000000000", SENDER, TOKEN])
    );
    assert_eq!(
        row["actions"],
        json!([{ "asset": asset, "value": value, "from": SENDER, "to": RECIPIENT }])
    );
}

#[tokio::test]
async fn pending_transactions_come_first_and_reduce_the_spendable_amount() {
    let app = app(Some(pool(&[payment(7), payment(8)]))).await;
    app.fixture().index.transactions = vec![sent(1, 170, "5")];
    let info = app.info().await;
    assert_eq!(info["pending"], json!({ "count": 2 }));
    assert_eq!(info["balances"][0]["balance"]["amount"], "1000000");
    assert_eq!(
        info["balances"][0]["spendable"]["amount"],
        (1_000_000 - 2 * 210_010).to_string()
    );
    assert_eq!(txids(&info), [id(1008), id(1007), id(1)]);
    assert_eq!(
        app.info().await["transactions"][0]["date"],
        info["transactions"][0]["date"]
    );
    // The amount never becomes negative.
    app.fixture().node.coin = 5;
    assert_eq!(app.info().await["balances"][0]["spendable"]["amount"], "0");
}

#[tokio::test]
async fn transaction_that_the_index_lists_appears_once() {
    let app = app(Some(pool(&[payment(7), payment(8)]))).await;
    app.fixture().index.transactions = vec![sent(1007, 170, "10")];
    let info = app.info().await;
    assert_eq!(txids(&info), [id(1008), id(1007)]);
    assert_eq!(info["transactions"][1]["status"], "confirmed");
}

#[tokio::test]
async fn pending_transactions_are_on_the_first_page_only() {
    let app = app(Some(pool(&[payment(7), payment(8)]))).await;
    app.fixture().index.transactions = vec![sent(3, 172, "5"), sent(2, 171, "5"), sent(1, 170, "5")];
    let mut pages = Vec::new();
    let mut cursor = String::new();
    for _ in 0..5 {
        let response = app.get(&format!("eth?address={OWN}&limit=1{cursor}")).await;
        let info = response.data();
        assert_eq!((txids(info).len(), &info["pending"]["count"]), (1, &json!(2)), "{info}");
        assert_eq!(info["balances"][0]["spendable"]["amount"], "579980");
        pages.push(txids(info)[0].to_owned());
        cursor = info["nextCursor"]
            .as_str()
            .map(|next| format!("&cursor={next}"))
            .unwrap_or_default();
    }
    assert_eq!(pages, [id(1008), id(1007), id(3), id(2), id(1)]);
    assert_eq!(cursor, "");
}

#[tokio::test]
async fn pool_is_not_requested_without_pending_transactions() {
    let app = app(None).await;
    app.fixture().node.counts = (9, 9);
    let info = app.info().await;
    assert_eq!(
        (&info["pending"], &info["source"]["partial"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(info["balances"][0]["spendable"], info["balances"][0]["balance"]);
    assert_eq!(pool_requests(&app), 0);
}

/// The node is requested once, and the other methods are in use as before.
#[tokio::test]
async fn node_without_the_method_is_remembered() {
    for message in [
        // geth, as reported in blockscout/blockscout issue 2629.
        "The method txpool_contentFrom does not exist/is not available",
        // Ganache, as reported in ConsenSys-archive/ganache pull request 1539.
        "Method txpool_contentFrom not supported.",
        "method not allowed",
    ] {
        let app = app(None).await;
        let error = json!({ "code": -32000, "message": message });
        app.fixture().node.pool_error = Some(error);
        app.fixture().index.transactions = vec![sent(1, 170, "5")];
        for _ in 0..20 {
            let info = app.info().await;
            assert_eq!(
                (&info["pending"]["count"], &info["source"]["partial"]),
                (&json!(2), &json!(["pending"])),
                "{info}"
            );
            assert_eq!(txids(&info), [id(1)]);
        }
        assert_eq!(pool_requests(&app), 1, "{message}");
    }
}

#[tokio::test]
async fn failing_pool_never_counts_as_a_failure_of_the_node() {
    for reply in [
        Reply::text(403, "text/html", "<html>secret words"),
        Reply::json(405, r#"{"error":"secret words"}"#),
        Reply::json(429, r#"{"error":"secret words"}"#),
        Reply::json(503, r#"{"error":"secret words"}"#).with_header("retry-after: 60"),
        Reply::ok("[]"),
        Reply::ok(r#"{"jsonrpc":"2.0","id":0,"result":"secret words"}"#),
        Reply::ok(r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"secret words"}}"#),
    ] {
        let app = app(None).await;
        app.fixture().instead_of_pool = Some(reply);
        for _ in 0..20 {
            let info = app.info().await;
            assert_eq!(info["source"]["partial"], json!(["pending"]), "{info}");
            assert!(!info.to_string().contains("secret"), "{info}");
        }
    }
}

#[tokio::test]
async fn incomplete_pool_is_disclosed() {
    let mut unreadable = payment(8);
    unreadable["gas"] = json!("plenty");
    let mut of_another = payment(8);
    of_another["from"] = json!(SHOP);
    let mut mined = payment(8);
    mined["blockNumber"] = json!("0x1");
    let mut expensive = payment(8);
    expensive["gasPrice"] = json!(format!("{:#x}", u128::MAX));
    for row in [unreadable, of_another, mined, expensive] {
        let app = app(Some(pool(&[payment(7), row]))).await;
        let info = app.info().await;
        assert_eq!(
            (txids(&info), &info["pending"]["count"], &info["source"]["partial"]),
            (vec![&*id(1007)], &json!(2), &json!(["pending"]))
        );
        assert_eq!(
            info["balances"][0]["spendable"]["amount"],
            (1_000_000 - 210_010).to_string()
        );
    }
}

#[tokio::test]
async fn fee_of_blobs_is_bound() {
    let mut blobs = payment(7);
    blobs["maxFeePerBlobGas"] = json!("0x2");
    blobs["blobVersionedHashes"] = json!([id(1)]);
    let app = app(Some(pool(&[blobs, payment(8)]))).await;
    let info = app.info().await;
    // 131072 gas per blob (EIP-4844).
    assert_eq!(
        info["balances"][0]["spendable"]["amount"],
        (579_980 - 2 * 131_072).to_string()
    );
}

#[tokio::test]
async fn unknown_counts_are_disclosed() {
    let app = app(None).await;
    app.fixture().node.has_counts = false;
    let info = app.info().await;
    assert_eq!(
        (&info["pending"], &info["source"]["partial"]),
        (&Value::Null, &json!(["pending"]))
    );
}

#[tokio::test]
async fn implausible_number_of_pending_transactions_is_ignored() {
    let app = app(None).await;
    app.fixture().node.counts = (7, 7 + 65);
    assert_eq!(app.info().await["pending"], Value::Null);
}

#[tokio::test]
async fn pending_transactions_are_listed_without_a_history() {
    let app = app(Some(pool(&[payment(7), payment(8)]))).await;
    app.fixture().instead = Some(Reply::json(500, "{}"));
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], json!(["history"]));
    assert_eq!(txids(&info), [id(1008), id(1007)]);
}

/// The contract of op and base that returns the fees for L1.
const ORACLE: &str = "0x420000000000000000000000000000000000000f";

/// Returns the same service for a rollup with a contract that returns an L1 fee of 400 wei and an operator fee of 4
/// wei.
async fn rollup(chain: &str, id: u64) -> App {
    let app = App::of(chain, "etherscan").await;
    {
        let mut fixture = app.fixture();
        fixture.index.chain_id = id;
        let node = &mut fixture.node;
        node.chain_id = id;
        node.coin = 1_000_000;
        node.counts = (7, 9);
        node.pool = Some(pool(&[payment(7), payment(8)]));
        let fees = [("49948e0e", 400), ("275aedd2", 4)];
        node.returns = fees
            .map(|(function, fee)| ((ORACLE.to_owned(), function), format!("{fee:064x}")))
            .into();
    }
    app
}

const ROLLUPS: [(&str, u64); 2] = [("op", 10), ("base", 8453)];

#[tokio::test]
async fn l1_fees_of_pending_transactions_reduce_the_spendable_amount() {
    for (chain, id) in ROLLUPS {
        let app = rollup(chain, id).await;
        let response = app.get(&format!("{chain}?address={OWN}")).await;
        let info = response.data();
        assert_eq!(
            (&info["pending"]["count"], &info["source"]["partial"]),
            (&json!(2), &Value::Null),
            "{info}"
        );
        // With a margin of a quarter, as an estimate.
        assert_eq!(
            info["balances"][0]["spendable"]["amount"],
            (1_000_000 - 2 * (210_010 + 505)).to_string(),
            "{chain}"
        );
        app.fixture().node.returns.clear();
        let response = app.get(&format!("{chain}?address={OWN}")).await;
        assert_eq!(response.data()["source"]["partial"], json!(["pending"]), "{chain}");
    }
}

#[tokio::test]
async fn failing_l1_fees_of_pending_transactions_affect_no_balance() {
    for (chain, id) in ROLLUPS {
        for reply in [
            Reply::json(429, "{}"),
            Reply::json(503, "{}").with_header("retry-after: 60"),
            Reply::json(403, "{}"),
        ] {
            let app = rollup(chain, id).await;
            app.fixture().rejected = Some((ORACLE, reply));
            for _ in 0..20 {
                let response = app.get(&format!("{chain}?address={OWN}")).await;
                assert_eq!(response.data()["source"]["partial"], json!(["pending"]), "{response:?}");
            }
        }
    }
}

#[tokio::test]
async fn failing_metadata_of_a_token_affects_no_balance() {
    for reply in [
        Reply::json(429, "{}"),
        Reply::json(503, "{}").with_header("retry-after: 60"),
        Reply::json(500, "{}"),
    ] {
        let app = App::new().await;
        app.fixture().rejected = Some((UNLISTED, reply));
        for _ in 0..10 {
            let token = app.get(&format!("eth/token?contract={UNLISTED}")).await;
            assert!(token.status.is_server_error(), "{token:?}");
            assert_eq!(app.info().await["source"]["partial"], Value::Null);
        }
    }
}
