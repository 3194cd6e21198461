//! Transactions from a Blockbook of an EVM chain.

use super::App;
use super::fixture::{CONTRACT, LISTED, OWN, SHOP, UNLISTED};
use super::rows::{blockbook, id, with};
use serde_json::{Value, json};

async fn info_of(rows: Vec<Value>) -> Value {
    let app = App::with("blockbook").await;
    app.fixture().index.blockbook = rows;
    app.info().await
}

#[tokio::test]
async fn transaction_lists_all_its_transfers() {
    let token = |standard: &str, contract: &str, from: &str, value: &str| {
        json!({ "type": standard, "standard": standard, "from": from, "to": OWN, "contract": contract,
            "name": "secret words", "symbol": "<b>", "decimals": 8, "value": value })
    };
    let mut row = blockbook(1, 170, "5");
    row["tokenTransfers"] = json!([
        token("ERC20", LISTED, SHOP, "9"),
        token("BEP20", UNLISTED, SHOP, "10"),
        token("ERC404", UNLISTED, SHOP, "11"),
        { "standard": "ERC20", "from": SHOP, "to": CONTRACT, "contract": LISTED, "decimals": 6, "value": "12" },
    ]);
    row["ethereumSpecific"]["internalTransfers"] = json!([
        { "type": 0, "from": CONTRACT, "to": OWN, "value": "3" },
        { "type": 0, "from": CONTRACT, "to": SHOP, "value": "4" },
        { "from": CONTRACT, "to": OWN },
    ]);
    let info = info_of(vec![row]).await;
    let transaction = &info["transactions"][0];
    let actions: Vec<_> = transaction["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|action| {
            json!([
                action["asset"]["contract"],
                action["value"]["amount"],
                action["value"]["decimals"],
                action["from"]
            ])
        })
        .collect();
    let expected = [
        json!([null, "5", 18, OWN]),
        json!([null, "3", 18, CONTRACT]),
        json!([LISTED, "9", 6, SHOP]),
        json!([UNLISTED, "10", 8, SHOP]),
    ];
    assert_eq!(actions, expected);
    // Only a token outside the list has the texts of the index.
    let names: Vec<_> = transaction["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|action| &action["name"])
        .collect();
    assert_eq!(
        names,
        [&Value::Null, &Value::Null, &Value::Null, &json!("secret words")]
    );
    assert_eq!(transaction["flags"], json!(["unlisted-token"]));
    assert_eq!(
        (&transaction["fee"]["amount"], &transaction["txid"]),
        (&json!("147000"), &json!(id(1)))
    );
}

#[tokio::test]
async fn pending_failed_and_contract_creating_transactions() {
    let mut failed = blockbook(2, 170, "5");
    failed["ethereumSpecific"]["status"] = json!(0);
    let mut creating = with(
        blockbook(3, 169, "5"),
        &json!({ "vout": [{ "value": "5", "n": 0, "addresses": null }] }),
    );
    creating["ethereumSpecific"]["createdContract"] = json!(CONTRACT);
    let info = info_of(vec![blockbook(1, -1, "5"), failed, creating]).await;
    let shown: Vec<_> = info["transactions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|transaction| {
            json!([
                transaction["txid"],
                transaction["status"],
                transaction["block"],
                transaction["to"],
                transaction["value"]["amount"]
            ])
        })
        .collect();
    let expected = [
        json!([id(1), "pending", "", SHOP, "5"]),
        json!([id(2), "rejected", "170", SHOP, "0"]),
        json!([id(3), "confirmed", "169", CONTRACT, "5"]),
    ];
    assert_eq!(shown, expected);
}

#[tokio::test]
async fn unindexed_internal_transfers_are_reported_missing() {
    for (coin, row, partial) in [
        ("Ethereum Archive", blockbook(1, 170, "5"), Value::Null),
        ("Ethereum", blockbook(1, 170, "5"), json!(["internal-transfers"])),
        ("", blockbook(1, 170, "5"), json!(["internal-transfers"])),
        ("Ethereum", with_internal(), Value::Null),
    ] {
        let app = App::with("blockbook").await;
        app.fixture().index.coin = coin;
        app.fixture().index.blockbook = vec![row];
        assert_eq!(app.info().await["source"]["partial"], partial, "{coin}");
    }
}

fn with_internal() -> Value {
    let mut row = blockbook(1, 170, "5");
    row["ethereumSpecific"]["internalTransfers"] = json!([{ "from": CONTRACT, "to": OWN, "value": "3" }]);
    row
}
