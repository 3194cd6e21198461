//! POST /api/transaction/attach-signature/{chain}

use super::App;
use super::fixture::all_params;
use super::wallet::{example, fee_market, sign, with_high_s};
use serde_json::{Value, json};
use wallet_core::model::ChainName;

const PATH: &str = "transaction/attach-signature/eth";

/// The signed example transaction of <https://eips.ethereum.org/EIPS/eip-155>.
const SIGNED: &str = "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";

/// Returns the signature of the example.
fn signature() -> Value {
    json!({
        "r": "28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276",
        "s": "67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83",
    })
}

fn signed_with(signature: Value) -> Value {
    let mut body = example();
    body["signature"] = signature;
    body
}

#[tokio::test]
async fn eip155_example_with_every_parity_encoding() {
    let app = App::new().await;
    for (field, value) in [
        ("recovery", json!(0)),
        ("v", json!(0)),
        ("v", json!(27)),
        ("v", json!(37)),
        ("v", json!(null)),
        ("recovery", json!(null)),
    ] {
        let mut signature = signature();
        signature[field] = value;
        let response = app.post(PATH, &signed_with(signature)).await;
        assert_eq!(response.data(), &json!({ "txdata": SIGNED }), "{field}");
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn short_and_prefixed_numbers_are_accepted() {
    let app = App::new().await;
    let mut given = signature();
    for part in ["r", "s"] {
        given[part] = format!("0x{}", given[part].as_str().expect("a string").to_uppercase()).into();
    }
    given["recovery"] = 0.into();
    given["v"] = 37.into();
    assert_eq!(app.post(PATH, &signed_with(given)).await.data()["txdata"], SIGNED);
}

#[tokio::test]
async fn high_s_is_normalised() {
    let app = App::new().await;
    let mut low = signature();
    low["recovery"] = 0.into();
    let response = app.post(PATH, &signed_with(with_high_s(&low))).await;
    assert_eq!(response.data()["txdata"], SIGNED);
    let mut high = with_high_s(&low);
    high["recovery"] = Value::Null;
    let response = app.post(PATH, &signed_with(high)).await;
    assert_eq!(response.data()["txdata"], SIGNED);
}

#[tokio::test]
async fn hash_and_signature_match_on_every_chain_and_network() {
    let app = App::new().await;
    for params in all_params() {
        for mut body in [example(), fee_market()] {
            if body["gasPrice"].is_null() && !params.has_fee_market() {
                continue;
            }
            let chain = params.chain.name();
            body["network"] = params.network.name().into();
            let response = app.post(&format!("transaction/get-hash/{chain}"), &body).await;
            body["signature"] = sign(response.data()["hash"].as_str().expect("a string"));
            let response = app.post(&format!("transaction/attach-signature/{chain}"), &body).await;
            let txdata = response.data()["txdata"].as_str().expect("a string");
            let typed = txdata.starts_with("0x02");
            assert_eq!(typed, body["gasPrice"].is_null(), "{txdata}");
            // The signature is invalid on the chain's second network.
            body["network"] = if body["network"] == "livenet" {
                "testnet"
            } else {
                "livenet"
            }
            .into();
            app.post(&format!("transaction/attach-signature/{chain}"), &body)
                .await
                .assert_error(400, "invalid_signature", Some("signature"));
        }
    }
}

#[tokio::test]
async fn signature_of_another_key_is_rejected() {
    let app = App::new().await;
    let mut body = signed_with(signature());
    body["publicKey"] = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798".into();
    app.post(PATH, &body)
        .await
        .assert_error(400, "invalid_signature", Some("signature"));
    let mut body = signed_with(signature());
    body["nonce"] = 10.into();
    app.post(PATH, &body)
        .await
        .assert_error(400, "invalid_signature", Some("signature"));
}

#[tokio::test]
async fn invalid_part_of_a_signature_is_reported() {
    let app = App::new().await;
    for (part, value, code, field) in [
        ("r", json!(null), "invalid_request", "signature.r"),
        ("r", json!(7), "invalid_request", "signature.r"),
        ("r", json!("xx"), "invalid_signature", "signature.r"),
        ("r", json!("1".repeat(65)), "invalid_signature", "signature.r"),
        ("r", json!("0"), "invalid_signature", "signature"),
        ("s", json!(null), "invalid_request", "signature.s"),
        ("s", json!("f".repeat(64)), "invalid_signature", "signature"),
        ("recovery", json!(1), "invalid_signature", "signature"),
        ("recovery", json!(2), "invalid_signature", "signature.recovery"),
        ("recovery", json!("0"), "invalid_request", "signature.recovery"),
        ("v", json!(28), "invalid_signature", "signature"),
        ("v", json!(38), "invalid_signature", "signature"),
        ("v", json!(157), "invalid_signature", "signature.v"),
        ("v", json!(-1), "invalid_request", "signature.v"),
        ("v", json!("0x25"), "invalid_request", "signature.v"),
    ] {
        let mut signature = signature();
        signature[part] = value.clone();
        let response = app.post(PATH, &signed_with(signature)).await;
        assert_eq!(
            response.json["error"]["field"], field,
            "{part} {value}: {}",
            response.text
        );
        response.assert_error(400, code, Some(field));
    }
    let mut both = signature();
    both["recovery"] = 0.into();
    both["v"] = 28.into();
    app.post(PATH, &signed_with(both))
        .await
        .assert_error(400, "invalid_signature", Some("signature.v"));
    for (signature, field) in [
        (json!(null), "signature"),
        (json!([]), "signature"),
        (json!("x"), "signature"),
    ] {
        app.post(PATH, &signed_with(signature))
            .await
            .assert_error(400, "invalid_request", Some(field));
    }
}
