//! The OpenAPI document of the service.

use super::App;
use crate::support::endpoints::address_info_is_described;

#[tokio::test]
async fn document_describes_the_endpoint_and_every_schema() {
    let app = App::new().await;
    let document = address_info_is_described(&app.router, "/address-info-btc-like/v1", &[]).await;
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for name in [
        "BtcLikeAddressInfoResponse",
        "Balance",
        "BtcLikeTransaction",
        "Value",
        "Source",
        "Asset",
    ] {
        assert!(schemas.contains_key(name), "{name} of {:?}", schemas.keys());
    }
}

#[test]
fn default_limits_are_those_of_the_requests() {
    let document: serde_json::Value = serde_json::from_str(address_info_btc_like::DOCUMENT).expect("JSON");
    let schemas = &document["components"]["schemas"];
    for (request, default) in [
        ("BtcLikeBatchEntry", "0"),
        ("BtcLikeBatchKeyEntry", "0"),
        ("BtcLikeExtendedKeyRequest", "50"),
    ] {
        let text = schemas[request]["properties"]["limit"]["description"].as_str();
        let is_stated = text.is_some_and(|text| text.ends_with(&format!("Default: `{default}`.")));
        assert!(is_stated, "{request}: {text:?}");
    }
}
