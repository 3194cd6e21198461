//! The OpenAPI document of the service.

use super::App;
use crate::support::endpoints::address_info_is_described;
use serde_json::json;

#[tokio::test]
async fn document_describes_the_endpoint_and_actions_without_a_type() {
    let app = App::new().await;
    let document = address_info_is_described(&app.router, "/address-info-eth-like/v1", &["tokens"]).await;
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let movement = &schemas["EthLikeTransaction"]["properties"]["actions"]["items"];
    assert_eq!(
        movement["required"],
        json!(["asset", "value", "from", "to"]),
        "{movement}"
    );
    assert!(movement["properties"].get("type").is_none(), "{movement}");
}
