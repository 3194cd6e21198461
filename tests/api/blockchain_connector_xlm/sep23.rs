//! SEP-23 strkey lists, tested in every field that accepts a strkey.
//! <https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0023.md>

use super::App;
use serde_json::{Value, json};

/// The complete list of invalid strkeys for unit tests.
const INVALID: [&str; 15] = [
    "GAAAAAAAACGC6",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR",
    "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA",
    "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI",
    "G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I",
    "M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO",
    "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IAAAAAAAAPM",
    "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4Z2PQ",
    "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DXFH6",
    "BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TV",
    "BAAT6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGXACA",
];

const ACCOUNT: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
const HASH: &str = "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a";

/// Valid strkeys that are not accounts.
const OTHERS: [&str; 5] = [
    "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM",
    "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUAAAAFGBU",
    "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA",
    "LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN",
    "BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU",
];

async fn get_hash(app: &App, operation: &Value) -> (u16, Value, Value) {
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "operations": [operation],
        "fee": "100", "memo": "1" });
    let response = app.post("transaction/get-hash/xlm/multi-operations", &body).await;
    let error = &response.json["error"];
    (response.status.as_u16(), error["code"].clone(), error["field"].clone())
}

/// Returns an operation for each field that accepts a strkey, with the field's path and error code.
fn strkey_fields(text: &str) -> Vec<(Value, &'static str, &'static str)> {
    let signer = |kind: &str| json!({ "type": "setOptions", "signer": { kind: text } });
    vec![
        (
            json!({ "type": "accountMerge", "destination": text }),
            "destination",
            "invalid_address",
        ),
        (
            json!({ "type": "bumpSequence", "bumpTo": 1, "source": text }),
            "source",
            "invalid_address",
        ),
        (
            json!({ "type": "setOptions", "inflationDest": text }),
            "inflationDest",
            "invalid_address",
        ),
        (
            signer("ed25519PublicKey"),
            "signer.ed25519PublicKey",
            "invalid_public_key",
        ),
        (signer("sha256Hash"), "signer.sha256Hash", "invalid_request"),
        (signer("preAuthTx"), "signer.preAuthTx", "invalid_request"),
        (
            signer("ed25519SignedPayload"),
            "signer.ed25519SignedPayload",
            "invalid_request",
        ),
        (
            json!({ "type": "claimClaimableBalance", "balanceId": text }),
            "balanceId",
            "invalid_request",
        ),
        (
            json!({ "type": "revokeLiquidityPoolSponsorship", "liquidityPoolId": text }),
            "liquidityPoolId",
            "invalid_request",
        ),
    ]
}

#[tokio::test]
async fn invalid_strkeys_are_rejected_in_every_field() {
    let app = App::new();
    for text in INVALID {
        for (operation, field, code) in strkey_fields(text) {
            let rejected = (400, json!(code), json!(format!("operations[0].{field}")));
            assert_eq!(get_hash(&app, &operation).await, rejected, "{operation}");
        }
        let body = json!({ "publicKey": app.alice.public_key(), "to": text, "amount": "1", "fee": "100" });
        let response = app.post("transaction/get-hash/xlm/transfer", &body).await;
        response.assert_error(400, "invalid_address", Some("to"));
        let response = app.get(&format!("validate-address/xlm?address={text}")).await;
        assert_eq!(response.data()["valid"], false, "{text}");
        for path in ["utility/check-account", "utility/account-reserve"] {
            let response = app.post(path, &json!({ "address": text })).await;
            response.assert_error(400, "invalid_address", Some("address"));
        }
    }
    assert_eq!(app.requests(), [""; 0]);
}

/// A valid strkey is accepted only in fields of the same kind.
#[tokio::test]
async fn valid_strkeys_are_accepted_in_fields_of_their_kind() {
    let app = App::new();
    let kinds = [
        "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ",
        "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK",
        ACCOUNT,
    ];
    for text in kinds.into_iter().chain(OTHERS) {
        let is_accepted = |field: &str| match &text[..1] {
            "G" => matches!(
                field,
                "destination" | "source" | "inflationDest" | "signer.ed25519PublicKey"
            ),
            "M" => matches!(field, "destination" | "source"),
            "P" => field == "signer.ed25519SignedPayload",
            "B" => field == "balanceId",
            "L" => field == "liquidityPoolId",
            _ => false,
        };
        for (operation, field, _) in strkey_fields(text) {
            let (status, _, at) = get_hash(&app, &operation).await;
            let expected = if is_accepted(field) {
                (200, Value::Null)
            } else {
                (400, json!(format!("operations[0].{field}")))
            };
            assert_eq!((status, at), expected, "{operation}");
        }
    }
    // The strkey and hex forms yield the same bytes.
    for (operation, hex) in [
        (
            json!({ "type": "claimClaimableBalance", "balanceId": OTHERS[4] }),
            json!({ "type": "claimClaimableBalance", "balanceId": format!("00000000{HASH}") }),
        ),
        (
            json!({ "type": "revokeLiquidityPoolSponsorship", "liquidityPoolId": OTHERS[3] }),
            json!({ "type": "revokeLiquidityPoolSponsorship", "liquidityPoolId": HASH }),
        ),
    ] {
        let body = json!({ "publicKey": ACCOUNT, "network": "testnet", "operations": [operation], "fee": "100" });
        let mut account = app.alice.account(1);
        account.id = ACCOUNT.parse().expect("an account");
        app.fixture().put(&account);
        let response = app.post("transaction/get-hash/xlm/multi-operations", &body).await;
        let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
        assert_eq!(parsed["operations"], json!([hex]));
        assert_eq!(parsed["from"], ACCOUNT);
    }
}
