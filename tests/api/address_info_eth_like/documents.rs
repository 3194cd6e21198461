//! The OpenAPI document of the service.

use super::App;
use crate::support::client::{call, request};
use crate::support::endpoints::every_field_is_described;
use axum::http::Method;
use serde_json::json;

#[tokio::test]
async fn document_describes_the_endpoint_and_actions_without_a_type() {
    let app = App::new().await;
    let path = "/address-info-eth-like/v1/openapi.json";
    let document = call(&app.router, request(Method::GET, path, "", None)).await.json;
    let operation = &document["paths"]["/api/{chain}"]["get"];
    assert_eq!(operation["operationId"], "addressInfo");
    let parameters = operation["parameters"].as_array().expect("parameters").iter();
    let names: Vec<_> = parameters.map(|parameter| parameter["name"].clone()).collect();
    assert_eq!(names, ["chain", "address", "network", "limit", "cursor"]);
    for status in ["200", "400", "401", "403", "404", "500", "502", "503", "504"] {
        assert!(operation["responses"][status].is_object(), "{status}");
    }
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let movement = &schemas["Transaction_Movement"]["properties"]["actions"]["items"];
    assert_eq!(
        movement["required"],
        json!(["asset", "value", "from", "to"]),
        "{movement}"
    );
    assert!(movement["properties"].get("type").is_none(), "{movement}");
    every_field_is_described(&document);
}
