//! The document of all services together.

use serde_json::{Map, Value, json};

/// Returns the document of all services at the same address: all paths below the base paths, and all webhooks, with a tag per
/// service.
/// A schema of the same name in several documents has the same content.
pub fn combined(documents: &[(&str, Value)]) -> Value {
    let mut paths = Map::new();
    let mut webhooks = Map::new();
    let mut components = Map::new();
    for (service, document) in documents {
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            paths.insert(format!("/{service}/v1{path}"), with_tag(service, item));
        }
        for (name, item) in document["webhooks"].as_object().into_iter().flatten() {
            webhooks.insert(name.clone(), with_tag(service, item));
        }
        for (kind, named) in document["components"].as_object().into_iter().flatten() {
            let all = components.entry(kind).or_insert_with(|| json!({}));
            if let (Some(all), Some(named)) = (all.as_object_mut(), named.as_object()) {
                all.extend(named.clone());
            }
        }
    }
    let tags = documents
        .iter()
        .map(|(service, document)| json!({ "name": service, "description": document["info"]["description"] }));
    let first = documents.first().map(|(_, document)| document);
    let mut info = first.map_or_else(|| json!({}), |document| document["info"].clone());
    info["title"] = "Wallet Cloud Services".into();
    info["description"] = DESCRIPTION.into();
    json!({
        "openapi": first.map(|document| document["openapi"].clone()),
        "info": info,
        "servers": [{ "url": "/" }],
        "tags": tags.collect::<Vec<_>>(),
        "paths": paths,
        "webhooks": webhooks,
        "components": components,
    })
}

const DESCRIPTION: &str = "All services of a wallet's back end: accounts and tokens, address info, asset info, and one \
                           connector for each chain family. Private keys never leave the client.";

fn with_tag(service: &str, item: &Value) -> Value {
    let mut item = item.clone();
    for operation in item.as_object_mut().into_iter().flat_map(|item| item.values_mut()) {
        if operation.get("tags").is_some() {
            operation["tags"] = json!([service]);
        }
    }
    item
}
