//! The OpenAPI document of the service.

use serde_json::{Value, json};

#[test]
fn document_describes_actions_without_a_type() {
    let document: Value = serde_json::from_str(address_info_eth_like::DOCUMENT).expect("JSON");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let movement = &schemas["EthLikeTransaction"]["properties"]["actions"]["items"];
    assert_eq!(
        movement["required"],
        json!(["asset", "value", "from", "to"]),
        "{movement}"
    );
    assert!(movement["properties"].get("type").is_none(), "{movement}");
}
