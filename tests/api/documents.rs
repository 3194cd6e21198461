//! The OpenAPI documents of all services.

use serde_json::Value;
use wallet_http::openapi::finish;

/// Returns the name and the document of each service.
fn documents() -> Vec<(&'static str, Value)> {
    let services = [
        (address_info_btc_like::NAME, address_info_btc_like::openapi()),
        (address_info_eth_like::NAME, address_info_eth_like::openapi()),
        (address_info_xlm::NAME, address_info_xlm::openapi()),
        (asset_info::NAME, asset_info::openapi()),
        (authorization::NAME, authorization::openapi()),
        (
            blockchain_connector_btc_like::NAME,
            blockchain_connector_btc_like::openapi(),
        ),
        (
            blockchain_connector_eth_like::NAME,
            blockchain_connector_eth_like::openapi(),
        ),
        (blockchain_connector_xlm::NAME, blockchain_connector_xlm::openapi()),
    ];
    let served = |(name, document)| {
        let document = serde_json::to_value(finish(name, document)).expect("a JSON document");
        (name, document)
    };
    services.into_iter().map(served).collect()
}

/// Returns the references of a document, including those of discriminators.
fn references(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str);
            let mapping = fields
                .get("discriminator")
                .and_then(|discriminator| discriminator["mapping"].as_object());
            let mapped = mapping.into_iter().flatten().filter_map(|(_, target)| target.as_str());
            own.into_iter()
                .chain(mapped)
                .chain(fields.values().flat_map(references))
                .collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn every_reference_resolves() {
    for (service, document) in documents() {
        let references = references(&document);
        assert!(references.len() > 20, "{service}: {references:?}");
        for reference in references {
            let pointer = reference.strip_prefix('#').expect("a reference within the document");
            assert!(document.pointer(pointer).is_some(), "{service}: {reference}");
        }
    }
}
