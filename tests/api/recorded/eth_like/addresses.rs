//! Addresses with checksums as recorded, and the code at some of them.

use super::data;
use crate::blockchain_connector_eth_like::App;
use serde_json::json;

/// Returns the address with a letter in the other case.
fn with_another_checksum(address: &str) -> String {
    let at = 2 + address[2..]
        .find(|digit: char| digit.is_ascii_alphabetic())
        .expect("a letter");
    let letter = char::from(address.as_bytes()[at]);
    let other = if letter.is_ascii_lowercase() {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    };
    format!("{}{other}{}", &address[..at], &address[at + 1..])
}

#[tokio::test]
async fn recorded_checksums_and_code() {
    for fact in data::of("addresses") {
        let app = App::new().await;
        let code = fact.get("code").as_str().unwrap_or("0x").to_owned();
        let kind = if code == "0x" { "account" } else { "contract" };
        app.fixture().instead_of.insert("eth_getCode", Ok(json!(code)));
        let address = fact.text("address");
        let path = |address: &str| format!("validate-address/{}?address={address}", fact.text("chain"));
        if fact.get("valid") == false {
            assert_eq!(app.get(&path(address)).await.data()["valid"], false, "{fact}");
            continue;
        }
        let mut expected = json!({ "valid": true, "address": address, "kind": kind });
        if kind == "contract" {
            expected["warnings"] = json!([{ "code": "contract_recipient",
                "message": "The recipient is a contract; check that it can release what it receives." }]);
        }
        for written in [address.to_owned(), address.to_lowercase()] {
            assert_eq!(app.get(&path(&written)).await.data(), &expected, "{fact}");
        }
        let response = app.get(&path(&with_another_checksum(address))).await;
        assert_eq!(response.data()["valid"], false, "{fact}");
    }
}
