//! The OpenAPI document of the service.

use super::App;
use crate::support::client::{call, request};
use crate::support::endpoints::every_field_is_described;
use axum::http::Method;

#[tokio::test]
async fn document_describes_the_endpoint_and_every_schema() {
    let app = App::new().await;
    let path = "/address-info-btc-like/v1/openapi.json";
    let document = call(&app.router, request(Method::GET, path, "", None)).await.json;
    let operation = &document["paths"]["/api/{chain}"]["get"];
    assert_eq!(operation["operationId"], "addressInfo");
    let names: Vec<_> = operation["parameters"]
        .as_array()
        .expect("parameters")
        .iter()
        .map(|parameter| {
            assert!(parameter["description"].is_string(), "{parameter}");
            parameter["name"].as_str().expect("a name")
        })
        .collect();
    assert_eq!(names, ["chain", "address", "network", "limit", "cursor"]);
    for status in ["200", "400", "401", "403", "404", "500", "502", "503", "504"] {
        assert!(operation["responses"][status].is_object(), "{status}");
    }
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for name in [
        "AddressInfoResponse",
        "Balance",
        "Transaction",
        "Value",
        "Source",
        "Asset",
    ] {
        assert!(schemas.contains_key(name), "{name} of {:?}", schemas.keys());
    }
    every_field_is_described(&document);
}
