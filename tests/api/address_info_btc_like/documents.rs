//! The OpenAPI document of the service.

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
