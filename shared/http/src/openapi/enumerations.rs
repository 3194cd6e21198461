//! Named schemas for the enumerations that many fields and parameters share, so that a generated client has one type for
//! each of them instead of one for each field.

use super::schemas::PREFIX;
use serde_json::{Map, Value, json};

/// The names, the descriptions and the words. The chains stay inline, since each service has different ones.
const NAMED: [(&str, &str, &[&str]); 5] = [
    ("Network", "A network of a chain.", &["livenet", "testnet"]),
    (
        "AddressType",
        "The type of an address of a UTXO chain.",
        &["p2pkh", "p2sh-p2wpkh", "p2wpkh", "p2tr"],
    ),
    (
        "AssetKind",
        "The kind of an asset.",
        &["fiat", "coin", "erc20", "erc721", "erc1155", "xlm-asset"],
    ),
    (
        "EventState",
        "The state of a transaction in an event.",
        &["seen", "confirmed", "final", "dropped", "replaced"],
    ),
    ("DeliveredContent", "The content of a delivery.", &["full", "none"]),
];

/// Replaces the words of each such enumeration by a reference to the named schema. The description, the example and the
/// default of the field remain beside the reference.
pub(super) fn refer_to_named(document: &mut Value) {
    let mut is_used = [false; NAMED.len()];
    for part in ["paths", "webhooks", "components"] {
        if let Some(part) = document.get_mut(part) {
            refer(part, &mut is_used);
        }
    }
    let schemas = &mut document["components"]["schemas"];
    for ((name, description, words), _) in NAMED.iter().zip(is_used).filter(|(_, is_used)| *is_used) {
        schemas[name] = json!({ "type": "string", "description": description, "enum": words });
    }
}

fn refer(value: &mut Value, is_used: &mut [bool; NAMED.len()]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, is_used)),
        Value::Object(schema) => {
            if let Some(index) = named(schema) {
                is_used[index] = true;
                schema.remove("enum");
                schema.remove("type");
                schema.insert("$ref".to_owned(), format!("{PREFIX}{}", NAMED[index].0).into());
            }
            schema.values_mut().for_each(|field| refer(field, is_used));
        }
        _ => {}
    }
}

/// Returns the index of the enumeration with the words of this schema. A schema that allows `null` has other words.
fn named(schema: &Map<String, Value>) -> Option<usize> {
    let words = schema.get("enum")?.as_array()?;
    NAMED
        .iter()
        .position(|(_, _, named)| words.iter().map(Value::as_str).eq(named.iter().copied().map(Some)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_parameters_refer_to_one_schema() {
        let network = json!({ "type": "string", "enum": ["livenet", "testnet"], "description": "The network.", "example": "livenet" });
        let mut document = json!({
            "paths": { "/a": { "get": { "parameters": [{ "name": "network", "schema": { "type": "string", "enum": ["livenet", "testnet"] } }] } } },
            "components": { "schemas": { "Body": { "properties": {
                "network": network,
                "chain": { "type": "string", "enum": ["btc", "ltc"] },
                "content": { "type": ["string", "null"], "enum": ["full", "none", null] },
            } } } },
        });
        refer_to_named(&mut document);
        let reference = json!({ "$ref": "#/components/schemas/Network" });
        assert_eq!(document["paths"]["/a"]["get"]["parameters"][0]["schema"], reference);
        let schemas = document["components"]["schemas"].as_object().unwrap();
        assert_eq!(schemas.keys().collect::<Vec<_>>(), ["Body", "Network"]);
        assert_eq!(schemas["Network"]["enum"], json!(["livenet", "testnet"]));
        let fields = &schemas["Body"]["properties"];
        let expected =
            json!({ "$ref": "#/components/schemas/Network", "description": "The network.", "example": "livenet" });
        assert_eq!(fields["network"], expected);
        assert_eq!(fields["chain"]["enum"], json!(["btc", "ltc"]));
        assert_eq!(fields["content"]["enum"], json!(["full", "none", null]));
    }
}
