//! Balance and transactions in responses.

use super::App;
use super::fixture::{id, row};
use serde_json::{Value, json};

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const BCH: &str = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
const BCH_OTHER: &str = "qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r";

fn value(amount: &str) -> Value {
    json!({ "amount": amount, "decimals": 8 })
}

#[tokio::test]
async fn unused_address_lists_the_coin_and_no_transactions() {
    let app = App::new().await;
    for (chain, address) in [
        ("btc", OWN),
        ("ltc", "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"),
        ("doge", "DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE"),
    ] {
        let expected = json!({
            "address": address,
            "chain": chain,
            "balances": [{ "asset": { "kind": "coin", "chain": chain }, "balance": value("0"), "spendable": value("0"),
                "details": { "confirmed": "0", "unconfirmed": "0", "immature": "0" } }],
            "transactions": [],
            "source": { "upstream": "blockbook", "block": "800" },
        });
        // The trailing slash makes no difference.
        for slash in ["", "/"] {
            let response = app.get(&format!("{chain}{slash}?address={address}")).await;
            assert_eq!(*response.data(), expected);
        }
    }
}

#[tokio::test]
async fn payment_has_every_specified_field() {
    let app = App::new().await;
    app.fixture().balance = ("90".to_owned(), "0".to_owned());
    app.fixture().transactions = vec![row(1, 170, &[OWN], &[(SHOP, 5), (OWN, 90)])];
    let response = app.get(&format!("btc/?address={OWN}")).await;
    let coin = json!({ "kind": "coin", "chain": "btc" });
    let expected = json!([{
        "txid": id(1),
        "block": "170",
        "date": 1_700_000_001,
        "fee": value("12"),
        "value": value("5"),
        // The input has the value 1.
        "net": value("89"),
        "direction": "in",
        "confirmations": 631,
        "from": OWN,
        "to": SHOP,
        "status": "confirmed",
        "actions": [{ "type": "transfer", "asset": coin, "value": value("5"), "from": OWN, "to": SHOP }],
    }]);
    assert_eq!(response.data()["transactions"], expected);
    assert_eq!(
        response.data()["balances"],
        json!([{ "asset": coin, "balance": value("90"), "spendable": value("90"),
            "details": { "confirmed": "90", "unconfirmed": "0", "immature": "0" } }])
    );
    assert_eq!(
        app.requested_paths(),
        [
            // The response's height and the upstream's head.
            "/api/status".to_owned(),
            format!("/api/v2/address/{OWN}?details=txslight&page=1&pageSize=51")
        ]
    );
}

#[tokio::test]
async fn balance_includes_unconfirmed_funds() {
    let app = App::new().await;
    for (confirmed, unconfirmed, sum) in [
        ("100", "25", "125"),
        ("100", "-25", "75"),
        ("100", "-100", "0"),
        ("2100000000000000", "0", "2100000000000000"),
    ] {
        app.fixture().balance = (confirmed.to_owned(), unconfirmed.to_owned());
        let response = app.get(&format!("btc?address={OWN}")).await;
        assert_eq!(response.data()["balances"][0]["balance"], value(sum));
    }
}

#[tokio::test]
async fn pending_then_newest_first_for_any_upstream_order() {
    let app = App::new().await;
    app.fixture().transactions = vec![
        row(1, 5, &[SHOP], &[(OWN, 1)]),
        row(2, 7, &[SHOP], &[(OWN, 1)]),
        row(3, -1, &[SHOP], &[(OWN, 1)]),
        row(4, 7, &[SHOP], &[(OWN, 1)]),
        // Old servers report 0 instead of -1.
        row(5, 0, &[SHOP], &[(OWN, 1)]),
        row(3, 8, &[SHOP], &[(OWN, 1)]),
    ];
    let response = app.get(&format!("btc?address={OWN}")).await;
    let shown: Vec<_> = response.data()["transactions"]
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
async fn coinbase_data_and_null_addresses_are_parsed() {
    let app = App::new().await;
    let mut mined = row(1, 5, &[], &[(OWN, 50), ("OP_RETURN (aa21a9ed)", 0)]);
    mined["vin"] = json!([{ "n": 0, "isAddress": false, "value": "0", "coinbase": "03" }]);
    mined["fees"] = Value::Null;
    // Empty values and times are omitted.
    let mut odd = row(2, 4, &[OWN], &[]);
    odd["vout"] = json!([
        { "n": 0, "addresses": null, "hex": "6a0548656c6c6f" },
        { "n": 1, "value": "7", "addresses": null, "hex": "5121" },
        { "n": 2, "value": "8", "addresses": [SHOP, OWN] },
        { "n": 3, "value": "9", "addresses": [SHOP] },
    ]);
    odd.as_object_mut().expect("an object").remove("fees");
    app.fixture().transactions = vec![mined, odd];
    let response = app.get(&format!("btc?address={OWN}")).await;
    let transactions = &response.data()["transactions"];
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
async fn bch_address_is_requested_with_prefix_and_returned_unchanged() {
    let app = App::new().await;
    // Blockbook returns addresses with the prefix; forks omit the prefix.
    for upstream_prefix in ["", "bitcoincash:"] {
        let (own, other) = (
            format!("{upstream_prefix}{BCH}"),
            format!("{upstream_prefix}{BCH_OTHER}"),
        );
        app.fixture().transactions = vec![row(1, 5, &[&own], &[(&other, 3), (&own, 4)])];
        for (requested, to) in [
            (BCH.to_owned(), BCH_OTHER.to_owned()),
            (format!("bitcoincash:{BCH}"), format!("bitcoincash:{BCH_OTHER}")),
            ("1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu".to_owned(), BCH_OTHER.to_owned()),
        ] {
            let response = app.get(&format!("bch?address={requested}")).await;
            let data = response.data();
            let shown = (
                &data["address"],
                &data["transactions"][0]["from"],
                &data["transactions"][0]["to"],
            );
            assert_eq!(shown, (&json!(requested), &json!(requested), &json!(to)));
        }
    }
    let about_address = app.requested_paths().into_iter().filter(|path| path != "/api/status");
    let path = format!("/api/v2/address/bitcoincash:{BCH}?details=txslight&page=1&pageSize=51");
    assert!(about_address.eq(std::iter::repeat_n(path, 6)));
}

#[tokio::test]
async fn upper_case_address_is_returned_unchanged() {
    let app = App::new().await;
    app.fixture().transactions = vec![row(1, 5, &[SHOP], &[(OWN, 3)])];
    let requested = OWN.to_uppercase();
    let response = app.get(&format!("btc?address={requested}&network=livenet")).await;
    assert_eq!(response.data()["address"], requested);
    assert_eq!(response.data()["transactions"][0]["to"], requested);
    assert_eq!(response.data()["transactions"][0]["from"], SHOP);
}
