//! POST /api/transaction/get-hash/{chain}/claimable-balance

use super::super::App;
use super::super::wallet::Wallet;
use serde_json::{Value, json};

const PATH: &str = "transaction/get-hash/xlm/claimable-balance";
const HASH: &str = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7";

fn body(app: &App, id: &Value) -> Value {
    json!({ "publicKey": app.alice.public_key(), "network": "testnet", "claimableBalanceId": id, "fee": "100" })
}

#[tokio::test]
async fn balance_id_is_accepted_as_hex_or_strkey() {
    let app = App::new();
    // The strkey is an example of SEP-23.
    let hex = "000000003f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a".to_owned();
    for (id, canonical) in [
        (format!("00000000{HASH}"), format!("00000000{HASH}")),
        (format!("0x00000000{}", HASH.to_uppercase()), format!("00000000{HASH}")),
        (
            "BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU".to_owned(),
            hex,
        ),
    ] {
        let response = app.post(PATH, &body(&app, &json!(id))).await;
        let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
        let claim = json!({ "type": "claimClaimableBalance", "balanceId": canonical });
        assert_eq!(parsed["operations"], json!([claim]), "{id}");
    }
    assert_eq!(app.requests(), vec![format!("account {}", app.alice.address()); 3]);
}

#[tokio::test]
async fn invalid_balance_ids_are_rejected() {
    let app = App::new();
    for id in [
        Value::Null,
        json!(7),
        json!(""),
        json!(HASH),
        json!(format!("00000001{HASH}")),
        json!("LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN"),
    ] {
        let response = app.post(PATH, &body(&app, &id)).await;
        response.assert_error(400, "invalid_request", Some("claimableBalanceId"));
    }
    assert_eq!(app.requests(), [""; 0]);
}

#[tokio::test]
async fn claimant_account_must_exist() {
    let app = App::new();
    let mut body = body(&app, &json!(format!("00000000{HASH}")));
    body["publicKey"] = Wallet::new(3).public_key().into();
    let response = app.post(PATH, &body).await;
    response.assert_error(404, "account_not_found", Some("publicKey"));
}
