//! Names of operations and schemas that are unique over the documents of all services.
//!
//! Generated clients of several services put all names into a single scope. The chain families have operations and
//! schemas of the same name and different content, so these names get the name of the family.

use super::schemas::{PREFIX, pascal_case};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Schemas that are the same in all services.
const SHARED: &[&str] = &[
    "Asset",
    "AssetCoin",
    "AssetErc1155",
    "AssetErc20",
    "AssetErc721",
    "AssetKind",
    "AssetXlmAsset",
    "AssetXlmToken",
    "Balance",
    "CatalogueDetail",
    "CatalogueItem",
    "ErrorCatalogue",
    "ErrorObject",
    "Health",
    "NameKind",
    "NameMemo",
    "Network",
    "ResolvedName",
    "Source",
    "Status",
    "UpstreamStatus",
    "Value",
    "Warning",
    "WarningCode",
];

/// Operations of every service.
const EVERY_SERVICE: [&str; 3] = ["errors", "health", "openapi"];

/// Renames the operations and schemas of a service's document.
pub(super) fn rename(service: &str, document: &mut Value) {
    rename_operations(service, document);
    let names = schema_names(service, document);
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        *schemas = std::mem::take(schemas)
            .into_iter()
            .map(|(name, schema)| (names[&name].clone(), schema))
            .collect();
    }
    rename_references(document, &names);
}

/// Returns the name of the service's family in the form of a type name, empty for a service without a family.
fn family(service: &str) -> &'static str {
    match service {
        name if name.ends_with("-btc-like") => "BtcLike",
        name if name.ends_with("-eth-like") => "EthLike",
        name if name.ends_with("-xlm") => "Xlm",
        _ => "",
    }
}

fn rename_operations(service: &str, document: &mut Value) {
    let items = document["paths"]
        .as_object_mut()
        .into_iter()
        .flat_map(|paths| paths.values_mut());
    let operations = items
        .filter_map(Value::as_object_mut)
        .flat_map(|item| item.values_mut());
    for operation in operations {
        if let Some(Value::String(id)) = operation.get_mut("operationId") {
            let suffix = if EVERY_SERVICE.contains(&id.as_str()) {
                pascal_case(service)
            } else {
                family(service).to_owned()
            };
            id.push_str(&suffix);
        }
    }
}

/// Returns the new name of each schema.
fn schema_names(service: &str, document: &Value) -> BTreeMap<String, String> {
    let schemas = document["components"]["schemas"].as_object();
    let old: BTreeSet<&String> = schemas.into_iter().flat_map(|schemas| schemas.keys()).collect();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    // Names without an argument first: they take precedence over generic ones.
    let (plain, generic): (Vec<&String>, Vec<&String>) = old.into_iter().partition(|name| !name.contains('_'));
    for name in plain {
        names.insert(name.clone(), with_family(service, name));
    }
    for name in generic {
        let new = without_argument(name);
        let new = match new.strip_suffix(ENVELOPE) {
            Some(content) => with_family(service, content) + ENVELOPE,
            None => with_family(service, &new),
        };
        let is_taken = names.values().any(|taken| *taken == new);
        names.insert(name.clone(), if is_taken { new + "Base" } else { new });
    }
    names
}

const ENVELOPE: &str = "Envelope";

/// Returns the name of a generic schema without the argument; an envelope is named after the content.
fn without_argument(name: &str) -> String {
    match name.split_once('_') {
        Some((ENVELOPE | "FlatEnvelope", content)) => format!("{}{ENVELOPE}", without_argument(content)),
        Some((generic, _)) => generic.to_owned(),
        None => name.to_owned(),
    }
}

fn with_family(service: &str, name: &str) -> String {
    let family = family(service);
    // The schemas of the error codes are the same in all services.
    if SHARED.contains(&name) || name.ends_with("Error") || name.starts_with(family) {
        return name.to_owned();
    }
    format!("{family}{name}")
}

/// Renames the targets of all references, including the references of discriminators.
fn rename_references(value: &mut Value, names: &BTreeMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(new) = text.strip_prefix(PREFIX).and_then(|name| names.get(name)) {
                *text = format!("{PREFIX}{new}");
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename_references(item, names)),
        Value::Object(fields) => fields.values_mut().for_each(|field| rename_references(field, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn renamed(service: &str) -> Value {
        let mut document = json!({
            "paths": { "/health": { "get": { "operationId": "health" } }, "/a": { "post": {
                "operationId": "send",
                "responses": { "200": { "$ref": "#/components/schemas/Envelope_SendResponse" } },
            } } },
            "components": { "schemas": {
                "Envelope_SendResponse": { "$ref": "#/components/schemas/SendResponse" },
                "Envelope_Health": {},
                "SendResponse": { "discriminator": { "mapping": { "x": "#/components/schemas/Transaction_Action" } } },
                "Transaction_Action": {},
                "Health": {},
            } },
        });
        rename(service, &mut document);
        document
    }

    #[test]
    fn operations_of_a_family_end_with_its_name() {
        for (service, send, health) in [
            ("blockchain-connector-xlm", "sendXlm", "healthBlockchainConnectorXlm"),
            ("address-info-btc-like", "sendBtcLike", "healthAddressInfoBtcLike"),
            ("authorization", "send", "healthAuthorization"),
        ] {
            let document = renamed(service);
            assert_eq!(document["paths"]["/a"]["post"]["operationId"], send);
            assert_eq!(document["paths"]["/health"]["get"]["operationId"], health);
        }
    }

    #[test]
    fn schemas_of_a_family_start_with_its_name_and_references_follow() {
        let document = renamed("address-info-eth-like");
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let names: Vec<_> = schemas.keys().collect();
        let expected = [
            "EthLikeSendResponse",
            "EthLikeSendResponseEnvelope",
            "EthLikeTransaction",
            "Health",
            "HealthEnvelope",
        ];
        assert_eq!(
            BTreeSet::from_iter(names),
            BTreeSet::from_iter(&expected.map(str::to_owned))
        );
        let response = &document["paths"]["/a"]["post"]["responses"]["200"]["$ref"];
        assert_eq!(response, "#/components/schemas/EthLikeSendResponseEnvelope");
        let mapping = &schemas["EthLikeSendResponse"]["discriminator"]["mapping"]["x"];
        assert_eq!(mapping, "#/components/schemas/EthLikeTransaction");
    }

    #[test]
    fn generic_schema_does_not_take_the_name_of_another_one() {
        let mut document = json!({ "paths": {}, "components": { "schemas": {
            "XlmTransaction": { "allOf": [{ "$ref": "#/components/schemas/Transaction_XlmAction" }] },
            "Transaction_XlmAction": {},
        } } });
        rename("address-info-xlm", &mut document);
        let schema = &document["components"]["schemas"]["XlmTransaction"];
        assert_eq!(schema["allOf"][0]["$ref"], "#/components/schemas/XlmTransactionBase");
    }
}
