//! GET /api/validate-address/{chain}

use super::App;
use super::wallet::{ADDRESS, RECIPIENT};
use serde_json::json;

#[tokio::test]
async fn address_with_code_is_a_contract() {
    let app = App::new().await;
    app.fixture().code.insert(RECIPIENT.to_owned(), "0x6000");
    let lower = ADDRESS.to_lowercase();
    for (text, address, kind) in [
        (ADDRESS, ADDRESS, "account"),
        (lower.as_str(), ADDRESS, "account"),
        (RECIPIENT, RECIPIENT, "contract"),
    ] {
        let response = app.get(&format!("validate-address/eth?address={text}")).await;
        let data = response.data();
        let expected = (&json!(true), &json!(address), &json!(kind));
        assert_eq!((&data["valid"], &data["address"], &data["kind"]), expected);
    }
    let methods = app.methods();
    assert_eq!(methods.iter().filter(|method| *method == "eth_getCode").count(), 3);
}

#[tokio::test]
async fn invalid_addresses_have_a_reason_without_upstream_request() {
    let app = App::new().await;
    let long = "x".repeat(5000);
    for (text, reason) in [
        ("0x9D8A62f656a8d1615C1294fd71e9CFb3E4855A4F", "checksum"),
        ("0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4", "40 hex digits"),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "40 hex digits"),
        (&ADDRESS[2..], "0x and 40 hex digits"),
        ("", "40 hex digits"),
        ("%00%0d", "40 hex digits"),
        (&long, "40 hex digits"),
    ] {
        let response = app.get(&format!("validate-address/eth?address={text}")).await;
        let data = response.data();
        assert_eq!(
            (&data["valid"], &data["address"], &data["kind"]),
            (&json!(false), &json!(""), &json!(""))
        );
        let actual = data["reason"].as_str().expect("a reason");
        assert!(actual.contains(reason), "{text}: {actual}");
    }
    assert_eq!(app.requests(), []);
}
