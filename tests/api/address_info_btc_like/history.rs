//! Balance and transactions as they are told.

use super::App;
use super::world::{id, row};
use serde_json::{Value, json};

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const BCH: &str = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
const BCH_OTHER: &str = "qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r";

fn value(amount: &str) -> Value {
    json!({ "amount": amount, "decimals": 8 })
}

#[tokio::test]
async fn an_address_never_used_lists_the_coin_and_no_transactions() {
    let app = App::new().await;
    for (chain, address) in [
        ("btc", OWN),
        ("ltc", "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"),
        ("doge", "DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE"),
    ] {
        let expected = json!({
            "address": address,
            "chain": chain,
            "balances": [{ "asset": { "kind": "coin", "chain": chain }, "balance": value("0") }],
            "transactions": [],
            "source": { "upstream": "blockbook", "block": "800" },
        });
        // With and without the slash at the end it is the same resource.
        for slash in ["", "/"] {
            let answer = app.get(&format!("{chain}{slash}?address={address}")).await;
            assert_eq!(*answer.data(), expected);
        }
    }
}

#[tokio::test]
async fn a_payment_is_told_with_every_field_of_the_specification() {
    let app = App::new().await;
    app.world().balance = ("90".to_owned(), "0".to_owned());
    app.world().transactions = vec![row(1, 170, &[OWN], &[(SHOP, 5), (OWN, 90)])];
    let answer = app.get(&format!("btc/?address={OWN}")).await;
    let coin = json!({ "kind": "coin", "chain": "btc" });
    let expected = json!([{
        "txid": id(1),
        "block": "170",
        "date": 1_700_000_001,
        "fee": value("12"),
        "value": value("5"),
        "from": OWN,
        "to": SHOP,
        "status": "confirmed",
        "actions": [{ "type": "transfer", "asset": coin, "value": value("5"), "from": OWN, "to": SHOP }],
    }]);
    assert_eq!(answer.data()["transactions"], expected);
    assert_eq!(
        answer.data()["balances"],
        json!([{ "asset": coin, "balance": value("90") }])
    );
    assert_eq!(
        app.asked(),
        [
            // The height of the answer, and the head of the upstream.
            "/api/status".to_owned(),
            "/api/status".to_owned(),
            format!("/api/v2/address/{OWN}?details=txslight&page=1&pageSize=51")
        ]
    );
}

#[tokio::test]
async fn the_balance_is_confirmed_and_unconfirmed_together() {
    let app = App::new().await;
    for (confirmed, unconfirmed, sum) in [
        ("100", "25", "125"),
        ("100", "-25", "75"),
        ("100", "-100", "0"),
        ("2100000000000000", "0", "2100000000000000"),
    ] {
        app.world().balance = (confirmed.to_owned(), unconfirmed.to_owned());
        let answer = app.get(&format!("btc?address={OWN}")).await;
        assert_eq!(answer.data()["balances"][0]["balance"], value(sum));
    }
}

#[tokio::test]
async fn pending_comes_first_then_the_newest_whatever_the_upstreams_order() {
    let app = App::new().await;
    app.world().transactions = vec![
        row(1, 5, &[SHOP], &[(OWN, 1)]),
        row(2, 7, &[SHOP], &[(OWN, 1)]),
        row(3, -1, &[SHOP], &[(OWN, 1)]),
        row(4, 7, &[SHOP], &[(OWN, 1)]),
        // Old servers say 0 instead of -1.
        row(5, 0, &[SHOP], &[(OWN, 1)]),
        row(3, 8, &[SHOP], &[(OWN, 1)]),
    ];
    let answer = app.get(&format!("btc?address={OWN}")).await;
    let shown: Vec<_> = answer.data()["transactions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| json!([entry["txid"], entry["block"], entry["status"]]))
        .collect();
    let expected = [
        json!([id(3), "", "pending"]),
        json!([id(5), "", "pending"]),
        json!([id(2), "7", "confirmed"]),
        json!([id(4), "7", "confirmed"]),
        json!([id(1), "5", "confirmed"]),
    ];
    assert_eq!(shown, expected);
}

#[tokio::test]
async fn coinbase_data_and_null_addresses_are_understood() {
    let app = App::new().await;
    let mut mined = row(1, 5, &[], &[(OWN, 50), ("OP_RETURN (aa21a9ed)", 0)]);
    mined["vin"] = json!([{ "n": 0, "isAddress": false, "value": "0", "coinbase": "03" }]);
    mined["fees"] = Value::Null;
    // Values and times that are empty are left out.
    let mut odd = row(2, 4, &[OWN], &[]);
    odd["vout"] = json!([
        { "n": 0, "addresses": null, "hex": "6a0548656c6c6f" },
        { "n": 1, "value": "7", "addresses": null, "hex": "5121" },
        { "n": 2, "value": "8", "addresses": [SHOP, OWN] },
        { "n": 3, "value": "9", "addresses": [SHOP] },
    ]);
    odd.as_object_mut().expect("an object").remove("fees");
    app.world().transactions = vec![mined, odd];
    let answer = app.get(&format!("btc?address={OWN}")).await;
    let transactions = &answer.data()["transactions"];
    assert_eq!(
        (
            &transactions[0]["from"],
            &transactions[0]["to"],
            &transactions[0]["value"]
        ),
        (&json!(""), &json!(OWN), &value("50"))
    );
    assert_eq!(transactions[0]["fee"], value("0"));
    assert_eq!(transactions[0]["actions"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (
            &transactions[1]["to"],
            &transactions[1]["value"],
            &transactions[1]["fee"]
        ),
        (&json!(""), &value("24"), &value("0"))
    );
    let to: Vec<_> = transactions[1]["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|action| action["to"].clone())
        .collect();
    assert_eq!(to, [json!(""), json!(""), json!(SHOP)]);
}

#[tokio::test]
async fn a_bch_address_is_asked_with_its_prefix_and_told_as_asked() {
    let app = App::new().await;
    // Blockbook's own form has the prefix; forks leave it out.
    for upstream_prefix in ["", "bitcoincash:"] {
        let (own, other) = (
            format!("{upstream_prefix}{BCH}"),
            format!("{upstream_prefix}{BCH_OTHER}"),
        );
        app.world().transactions = vec![row(1, 5, &[&own], &[(&other, 3), (&own, 4)])];
        for (asked, to) in [
            (BCH.to_owned(), BCH_OTHER.to_owned()),
            (format!("bitcoincash:{BCH}"), format!("bitcoincash:{BCH_OTHER}")),
            ("1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu".to_owned(), BCH_OTHER.to_owned()),
        ] {
            let answer = app.get(&format!("bch?address={asked}")).await;
            let data = answer.data();
            let shown = (
                &data["address"],
                &data["transactions"][0]["from"],
                &data["transactions"][0]["to"],
            );
            assert_eq!(shown, (&json!(asked), &json!(asked), &json!(to)));
        }
    }
    let about_address = app.asked().into_iter().filter(|path| path != "/api/status");
    let path = format!("/api/v2/address/bitcoincash:{BCH}?details=txslight&page=1&pageSize=51");
    assert!(about_address.eq(std::iter::repeat_n(path, 6)));
}

#[tokio::test]
async fn an_upper_case_address_is_told_as_asked() {
    let app = App::new().await;
    app.world().transactions = vec![row(1, 5, &[SHOP], &[(OWN, 3)])];
    let asked = OWN.to_uppercase();
    let answer = app.get(&format!("btc?address={asked}&network=livenet")).await;
    assert_eq!(answer.data()["address"], asked);
    assert_eq!(answer.data()["transactions"][0]["to"], asked);
    assert_eq!(answer.data()["transactions"][0]["from"], SHOP);
}
