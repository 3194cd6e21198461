//! Addresses of published keys.

use super::data;
use crate::blockchain_connector_xlm::App;
use serde_json::json;

/// Returns the address with a different last letter, which changes its checksum.
fn with_another_checksum(address: &str) -> String {
    let (begin, last) = address.split_at(address.len() - 1);
    format!("{begin}{}", if last == "A" { "B" } else { "A" })
}

#[tokio::test]
async fn addresses_of_published_keys_are_valid() {
    let app = App::new();
    for fact in data::of("addresses") {
        let address = fact.text("address");
        let response = app.get(&format!("validate-address/xlm?address={address}")).await;
        let found = response.data();
        let found = (&found["valid"], &found["address"], &found["kind"]);
        assert_eq!(found, (&json!(true), &json!(address), &json!("account")), "{fact}");
        let response = app.post("get-address/xlm", &json!({ "publicKey": address })).await;
        assert_eq!(response.data()["address"], address, "{fact}");
        let other = with_another_checksum(address);
        let response = app.get(&format!("validate-address/xlm?address={other}")).await;
        assert_eq!(response.data()["valid"], false, "{fact}");
    }
}
