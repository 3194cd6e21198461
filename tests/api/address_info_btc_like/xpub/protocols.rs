//! Random HD wallets on a sandbox chain: all protocols return the same, the total is the sum over the single
//! addresses, and the net changes of all transactions sum to the balance.

use super::chain::{Chain, Funds};
use super::wallet::{Kind, Wallet};
use crate::address_info_btc_like::service_within;
use crate::support::client::{TestResponse, call, request};
use crate::support::tokens;
use address_info_btc_like::NAME;
use axum::Router;
use axum::http::Method;
use bitcoin::{Amount, TxOut};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use wallet_tests::support::random::Random;
use wallet_upstream::client::Limits;

/// The gap of the requests; the wallets skip fewer addresses.
const GAP: u64 = 4;
/// The number of actions of each wallet.
const ACTIONS: usize = 10;

fn service(upstream: &str) -> Router {
    service_within(Limits::default(), Duration::from_secs(25), |name| {
        (name == "WALLET_CLOUD_UPSTREAM_BTC_TESTNET").then(|| upstream.to_owned())
    })
}

async fn post(router: &Router, body: &Value) -> TestResponse {
    let path = format!("/{NAME}/v1/api/btc/xpub");
    call(
        router,
        request(Method::POST, &path, &tokens::token(&["read"]), Some(body)),
    )
    .await
}

async fn page(router: &Router, xpub: &str, limit: u64, cursor: Option<&str>) -> Value {
    let mut body = json!({ "xpub": xpub, "network": "testnet", "limit": limit, "gap": GAP });
    if let Some(cursor) = cursor {
        body["cursor"] = cursor.into();
    }
    post(router, &body).await.data().clone()
}

/// Returns all rows through the cursors.
async fn walk(router: &Router, xpub: &str, limit: u64) -> Vec<Value> {
    let (mut rows, mut cursor) = (Vec::new(), None);
    loop {
        let page = page(router, xpub, limit, cursor.as_deref()).await;
        rows.extend(page["transactions"].as_array().expect("a list").iter().cloned());
        cursor = page["nextCursor"].as_str().map(str::to_owned);
        if cursor.is_none() {
            return rows;
        }
        assert!(rows.len() < 500, "the walk does not end");
    }
}

fn amount(value: &Value) -> i128 {
    value["amount"].as_str().expect("an amount").parse().expect("a number")
}

/// Performs random actions: income, payments to third parties with change, payments between own addresses, blocks.
fn act(chain: &Chain, wallet: &mut Wallet, random: &mut Random, others: &Wallet) {
    for _ in 0..ACTIONS {
        let coins = wallet.coins(chain);
        let skipped = u32::try_from(random.between(0, GAP - 1)).expect("few");
        let action = random.between(0, 5);
        if action == 0 {
            chain.mine();
        } else if coins.is_empty() || action <= 2 {
            let receive = wallet.fresh(0, skipped);
            chain.fund(&receive, 100_000 + random.between(0, 5_000_000));
        } else {
            let count = 1 + usize::try_from(random.between(0, 2)).expect("few");
            let spent = &coins[..count.min(coins.len())];
            let total: u64 = spent.iter().map(|(_, output)| output.value.to_sat()).sum();
            if total < 50_000 {
                continue;
            }
            let payee = match action {
                3 => wallet.fresh(0, skipped),
                _ => others.script((0, skipped)),
            };
            let paid = TxOut {
                value: Amount::from_sat(10_000 + random.between(0, 30_000)),
                script_pubkey: payee,
            };
            let change = wallet.fresh(1, skipped);
            wallet.pay(chain, spent, vec![paid], change);
        }
    }
}

/// Returns the parts of a response that do not depend on the protocol or the order within a block.
fn comparable(data: &Value) -> Value {
    let by_key = |list: &Value, key: fn(&Value) -> String| -> BTreeMap<String, Value> {
        let rows = list.as_array().expect("a list").iter().cloned();
        rows.map(|mut row| {
            // A server reports the time of the first sighting of a pending transaction.
            if row["block"] == "" {
                row["date"] = Value::Null;
            }
            (key(&row), row)
        })
        .collect()
    };
    json!({
        "balances": data["balances"],
        "addresses": data["addresses"],
        "next": data["next"],
        "utxo": by_key(&data["utxo"], |row| format!("{}:{}", row["txid"], row["vout"])),
        "transactions": by_key(&data["transactions"], |row| row["txid"].to_string()),
        "partial": data["source"]["partial"],
    })
}

/// Checks the parts of a balance.
fn check_parts(balance: &Value, expected: &Funds, place: &str) {
    let unconfirmed = i128::from(expected.total) - i128::from(expected.confirmed);
    let details = json!({ "confirmed": expected.confirmed.to_string(), "unconfirmed": unconfirmed.to_string(),
        "immature": "0" });
    assert_eq!(balance["details"], details, "{place}");
    assert_eq!(amount(&balance["balance"]), i128::from(expected.total), "{place}");
    assert_eq!(amount(&balance["spendable"]), i128::from(expected.spendable), "{place}");
}

/// Checks the totals of a response against each other and against the single addresses.
async fn check_totals(router: &Router, data: &Value, place: &str) {
    let rows = data["transactions"].as_array().expect("a list");
    let balance = amount(&data["balances"][0]["balance"]);
    let net: i128 = rows.iter().map(|row| amount(&row["net"])).sum();
    assert_eq!(net, balance, "{place}");
    let values = data["utxo"].as_array().expect("a list").iter();
    let values = values.map(|row| {
        row["value"]
            .as_str()
            .expect("a value")
            .parse::<i128>()
            .expect("a number")
    });
    assert_eq!(values.sum::<i128>(), balance, "{place}");
    let (mut total, mut txids) = (0, BTreeSet::new());
    for address in data["addresses"].as_array().expect("a list") {
        let text = address["address"].as_str().expect("an address");
        let path = format!("/{NAME}/v1/api/btc?network=testnet&limit=200&address={text}");
        let single = call(router, request(Method::GET, &path, &tokens::token(&["read"]), None)).await;
        let single = single.data();
        let rows = single["transactions"].as_array().expect("a list");
        assert_eq!(single["balances"][0]["balance"], address["balance"], "{place} {text}");
        assert_eq!(address["used"], !rows.is_empty(), "{place} {text}");
        total += amount(&single["balances"][0]["balance"]);
        txids.extend(rows.iter().map(|row| row["txid"].to_string()));
    }
    assert_eq!(total, balance, "{place}");
    assert_eq!(
        txids,
        rows.iter().map(|row| row["txid"].to_string()).collect(),
        "{place}"
    );
}

fn txids(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["txid"].as_str().expect("a txid")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn random_wallets_have_the_same_totals_on_all_protocols() {
    let mut random = Random::new();
    for kind in Kind::ALL {
        let mut chain = Chain::new();
        chain.mine();
        let mut wallet = Wallet::new(kind, &random.bytes::<32>());
        let others = Wallet::new(kind, &random.bytes::<32>());
        act(&chain, &mut wallet, &mut random, &others);
        let xpub = wallet.xpub();
        let mut first = None;
        for (protocol, upstream) in chain.serve().await {
            let place = format!("{kind:?} {protocol}");
            let router = service(&upstream);
            let data = page(&router, &xpub, 200, None).await;
            assert_eq!(data["source"]["upstream"], protocol);
            assert_eq!(data["source"]["partial"], Value::Null, "{place}");
            check_parts(&data["balances"][0], &wallet.funds(&chain), &place);
            check_totals(&router, &data, &place).await;
            let whole = data["transactions"].as_array().expect("a list");
            for limit in [3_u64] {
                assert_eq!(
                    txids(&walk(&router, &xpub, limit).await),
                    txids(whole),
                    "{place} {limit}"
                );
            }
            let found = comparable(&data);
            assert_eq!(&found, first.get_or_insert_with(|| found.clone()), "{place}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cursor_is_stable_while_transactions_arrive() {
    let mut chain = Chain::new();
    let mut wallet = Wallet::new(Kind::P2wpkh, &[7; 32]);
    for _ in 0..5 {
        let script = wallet.fresh(0, 0);
        chain.fund(&script, 100_000);
        chain.fund(&script, 200_000);
        chain.mine();
    }
    let xpub = wallet.xpub();
    for (protocol, upstream) in chain.serve().await {
        let router = service(&upstream);
        let whole = walk(&router, &xpub, 200).await;
        let first = page(&router, &xpub, 3, None).await;
        let cursor = first["nextCursor"].as_str().expect("a cursor").to_owned();
        // New blocks and pending transactions, also of a new address, move no confirmed transaction.
        chain.fund(&wallet.fresh(0, 1), 300_000);
        chain.mine();
        chain.fund(&wallet.fresh(0, 1), 300_000);
        let second = page(&router, &xpub, 200, Some(&cursor)).await;
        let rows = second["transactions"].as_array().expect("a list");
        assert_eq!(txids(rows), txids(&whole[3..]), "{protocol}");
        let now = page(&router, &xpub, 0, None).await;
        assert_eq!(second["balances"], now["balances"], "{protocol}");
        assert_eq!((&now["transactions"], &now["nextCursor"]), (&json!([]), &Value::Null));
    }
}

/// Payments between own addresses are `self`, and change is not a payment.
#[tokio::test(flavor = "multi_thread")]
async fn transactions_are_seen_from_the_whole_key() {
    let mut chain = Chain::new();
    let mut wallet = Wallet::new(Kind::P2wpkh, &[9; 32]);
    let other = Wallet::new(Kind::P2wpkh, &[10; 32]).script((0, 0));
    let output = |script_pubkey, value| TxOut {
        value: Amount::from_sat(value),
        script_pubkey,
    };
    chain.fund(&wallet.fresh(0, 0), 1_000_000);
    chain.mine();
    let to_self = wallet.fresh(0, 0);
    let change = wallet.fresh(1, 0);
    wallet.pay(&chain, &wallet.coins(&chain), vec![output(to_self, 400_000)], change);
    chain.mine();
    let change = wallet.fresh(1, 0);
    wallet.pay(&chain, &wallet.coins(&chain), vec![output(other, 100_000)], change);
    for (protocol, upstream) in chain.serve().await {
        let data = page(&service(&upstream), &wallet.xpub(), 50, None).await;
        let rows = data["transactions"].as_array().expect("a list");
        let shown = rows.iter().map(|row| {
            let transfers = row["actions"].as_array().expect("a list").len();
            (
                row["direction"].as_str(),
                amount(&row["net"]),
                amount(&row["value"]),
                transfers,
            )
        });
        let expected = [
            (Some("out"), -102_000, 100_000, 1),
            (Some("self"), -2000, 998_000, 0),
            (Some("in"), 1_000_000, 1_000_000, 1),
        ];
        assert_eq!(shown.collect::<Vec<_>>(), expected, "{protocol}");
        let own: Vec<_> = data["addresses"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|row| &row["address"])
            .collect();
        assert!(
            own.contains(&&rows[0]["from"]) && !own.contains(&&rows[0]["to"]) && own.contains(&&rows[1]["to"]),
            "{protocol}"
        );
        let used = data["addresses"]
            .as_array()
            .expect("a list")
            .iter()
            .filter(|row| row["used"] == true);
        let used: Vec<_> = used
            .map(|row| (row["path"].as_str().expect("a path"), &row["change"]))
            .collect();
        let expected = [
            ("0/0", &json!(false)),
            ("0/1", &json!(false)),
            ("1/0", &json!(true)),
            ("1/1", &json!(true)),
        ];
        assert_eq!(used, expected, "{protocol}");
        assert_eq!(data["next"]["receive"], data["addresses"][2]["address"], "{protocol}");
    }
}
