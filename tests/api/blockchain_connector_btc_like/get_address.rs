//! POST /api/get-address/{chain}

use super::App;
use serde_json::{Value, json};

/// The generator point as a public key with well-known addresses.
const KEY: &str = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
const LONG_KEY: &str = "0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8";

#[track_caller]
fn assert_address(response: &crate::support::client::TestResponse, address: &str) {
    assert_eq!(response.data(), &json!({ "address": address }));
}

#[tokio::test]
async fn addresses_of_every_chain_network_and_type() {
    let app = App::new().await;
    for (chain, network, kind, prefix, address) in [
        // BIP 173, "Examples".
        (
            "btc",
            "livenet",
            "p2wpkh",
            false,
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        ),
        (
            "btc",
            "testnet",
            "p2wpkh",
            false,
            "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
        ),
        ("btc", "livenet", "p2pkh", false, "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH"),
        ("btc", "livenet", "p2pkh", true, "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH"),
        ("btc", "testnet", "p2pkh", false, "mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r"),
        (
            "ltc",
            "livenet",
            "p2wpkh",
            false,
            "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
        ),
        ("ltc", "livenet", "p2pkh", false, "LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnJ"),
        (
            "bch",
            "livenet",
            "p2wpkh",
            false,
            "qp63uahgrxged4z5jswyt5dn5v3lzsem6cy4spdc2h",
        ),
        (
            "bch",
            "livenet",
            "p2pkh",
            true,
            "bitcoincash:qp63uahgrxged4z5jswyt5dn5v3lzsem6cy4spdc2h",
        ),
        ("doge", "livenet", "p2wpkh", false, "DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE"),
    ] {
        let body = json!({ "publicKey": KEY, "network": network, "type": kind, "prefix": prefix });
        assert_address(&app.post(&format!("get-address/{chain}"), &body).await, address);
    }
    assert_eq!(app.requests(), [], "the endpoint causes no upstream request");
}

#[tokio::test]
async fn absent_and_null_fields_have_defaults() {
    let app = App::new().await;
    let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    assert_address(
        &app.post("get-address/btc", &json!({ "publicKey": KEY })).await,
        address,
    );
    let nulls = json!({ "publicKey": KEY, "network": null, "type": null, "prefix": null, "unknown": 7 });
    assert_address(&app.post("get-address/btc/", &nulls).await, address);
}

#[tokio::test]
async fn public_key_accepts_0x_prefix_and_any_case() {
    let app = App::new().await;
    for key in [format!("0x{KEY}"), format!("0X{}", KEY.to_uppercase())] {
        let response = app.post("get-address/btc", &json!({ "publicKey": key })).await;
        assert_address(&response, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
    }
}

#[tokio::test]
async fn uncompressed_key_has_another_p2pkh_address() {
    let app = App::new().await;
    let body = json!({ "publicKey": LONG_KEY, "type": "p2pkh" });
    assert_address(
        &app.post("get-address/btc", &body).await,
        "1EHNa6Q4Jz2uvNExL497mE43ikXhwF6kZm",
    );
}

#[tokio::test]
async fn unused_type_is_ignored() {
    let app = App::new().await;
    for kind in [json!("p2tr"), json!(7), json!({}), Value::Null] {
        let response = app
            .post("get-address/doge", &json!({ "publicKey": KEY, "type": kind }))
            .await;
        assert_address(&response, "DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE");
    }
}
