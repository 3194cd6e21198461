//! POST /api/transaction/parse/{chain}

use super::App;
use super::wallet::{ADDRESS, RECIPIENT, example, fee_market, sign};
use serde_json::{Value, json};

const PATH: &str = "transaction/parse/eth";

/// The unsigned and signed example transaction of <https://eips.ethereum.org/EIPS/eip-155>.
const UNSIGNED: &str = "0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080";
const SIGNED: &str = "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";

/// Returns the signed transaction of a body, made with get-hash and attach-signature.
async fn signed(app: &App, mut body: Value) -> String {
    let response = app.post("transaction/get-hash/eth", &body).await;
    body["signature"] = sign(response.data()["hash"].as_str().expect("a string"));
    let response = app.post("transaction/attach-signature/eth", &body).await;
    response.data()["txdata"].as_str().expect("a string").to_owned()
}

#[tokio::test]
async fn eip155_example_signed_and_unsigned() {
    let app = App::new().await;
    let mut expected = json!({
        "signed": false,
        "from": "",
        "to": RECIPIENT,
        "amount": "1000000000000000000",
        "fee": "420000000000000",
        "gasLimit": "21000",
        "gasPrice": "20000000000",
        "nonce": 9,
        "data": "0x",
    });
    for body in [
        json!({ "txdata": UNSIGNED }),
        json!({ "unsignedMessage": UNSIGNED[2..].to_uppercase(), "txdata": null }),
    ] {
        assert_eq!(app.post(PATH, &body).await.data(), &expected);
    }
    expected["signed"] = true.into();
    expected["from"] = ADDRESS.into();
    expected["txid"] = "0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788".into();
    let response = app.post(PATH, &json!({ "txdata": SIGNED })).await;
    assert_eq!(response.data(), &expected);
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn eip_1559_prices_are_reported() {
    let app = App::new().await;
    let txdata = signed(&app, fee_market()).await;
    let response = app.post(PATH, &json!({ "txdata": txdata })).await;
    let data = response.data();
    assert_eq!(
        (&data["maxFeePerGas"], &data["maxPriorityFeePerGas"]),
        (&json!("20000000000"), &json!("2000000000"))
    );
    assert_eq!(
        (&data["gasPrice"], &data["fee"]),
        (&Value::Null, &json!("420000000000000"))
    );
}

#[tokio::test]
async fn token_call_is_decoded() {
    let app = App::new().await;
    for (path, method) in [("erc20-transfer-data", "transfer"), ("erc20-approve-data", "approve")] {
        let query = "to=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&amount=2500000";
        let response = app.get(&format!("prepare-transaction/{path}?{query}")).await;
        let mut body = example();
        body["data"] = response.data()["data"].clone();
        body["gasLimit"] = "60000".into();
        body["fee"] = "1200000000000000".into();
        let txdata = signed(&app, body).await;
        let response = app.post(PATH, &json!({ "txdata": txdata })).await;
        let expected = json!({
            "method": method,
            "to": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "amount": "2500000",
        });
        assert_eq!(
            (&response.data()["token"], &response.data()["to"]),
            (&expected, &json!(RECIPIENT))
        );
    }
}

#[tokio::test]
async fn contract_creation_has_no_recipient_but_a_future_address() {
    let app = App::new().await;
    let mut body = example();
    body["to"] = Value::Null;
    body["data"] = "0x6001".into();
    body["gasLimit"] = "60000".into();
    body["fee"] = "1200000000000000".into();
    let txdata = signed(&app, body).await;
    let response = app.post(PATH, &json!({ "txdata": txdata })).await;
    let data = response.data();
    assert_eq!((&data["to"], &data["data"]), (&Value::Null, &json!("0x6001")));
    assert!(data.as_object().expect("an object").contains_key("to"));
    assert_eq!(data["contract"].as_str().map(str::len), Some(42), "{data}");
}

#[tokio::test]
async fn unsendable_transactions_are_rejected() {
    let app = App::new().await;
    for (chain, body, code, field) in [
        ("eth", json!({}), "invalid_request", "txdata"),
        ("eth", json!({ "txdata": 7 }), "invalid_request", "txdata"),
        (
            "eth",
            json!({ "unsignedMessage": [] }),
            "invalid_request",
            "unsignedMessage",
        ),
        (
            "eth",
            json!({ "txdata": SIGNED, "unsignedMessage": UNSIGNED }),
            "invalid_request",
            "unsignedMessage",
        ),
        ("eth", json!({ "txdata": "" }), "invalid_transaction", "txdata"),
        ("eth", json!({ "txdata": "nonsense" }), "invalid_transaction", "txdata"),
        (
            "eth",
            json!({ "unsignedMessage": &UNSIGNED[..40] }),
            "invalid_transaction",
            "unsignedMessage",
        ),
        ("bsc", json!({ "txdata": SIGNED }), "invalid_transaction", "txdata"),
        (
            "bsc",
            json!({ "unsignedMessage": UNSIGNED }),
            "invalid_transaction",
            "unsignedMessage",
        ),
        (
            "eth",
            json!({ "txdata": SIGNED, "network": "testnet" }),
            "invalid_transaction",
            "txdata",
        ),
        (
            "eth",
            json!({ "txdata": SIGNED, "network": "mainnet" }),
            "invalid_request",
            "network",
        ),
    ] {
        let response = app.post(&format!("transaction/parse/{chain}"), &body).await;
        response.assert_error(400, code, Some(field));
    }
    assert_eq!(app.requests(), []);
}
