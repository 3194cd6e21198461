//! The OpenAPI documents of all services.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use utoipa::openapi::OpenApi;
use wallet_cloud::sandbox_api;
use wallet_cloud::serve::combined_document;
use wallet_http::openapi::{combined, published};
use wallet_tests::support::chains::evm_chains;

/// Returns the name and the document of each service, built from the code.
pub fn documents() -> Vec<(&'static str, Value)> {
    let services = [
        (authorization::NAME, authorization::openapi()),
        (asset_info::NAME, asset_info::openapi()),
        (address_info_btc_like::NAME, address_info_btc_like::openapi()),
        (address_info_eth_like::NAME, address_info_eth_like::openapi()),
        (address_info_xlm::NAME, address_info_xlm::openapi()),
        (
            blockchain_connector_btc_like::NAME,
            blockchain_connector_btc_like::openapi(),
        ),
        (
            blockchain_connector_eth_like::NAME,
            blockchain_connector_eth_like::openapi(),
        ),
        (blockchain_connector_xlm::NAME, blockchain_connector_xlm::openapi()),
        (notifications::NAME, notifications::openapi()),
    ];
    services.map(|(name, document)| (name, publish(name, document))).into()
}

fn publish(name: &str, document: OpenApi) -> Value {
    published(name, document).expect("a JSON document")
}

/// Returns the name and the document of each service and of the local sandbox, which the combined document does not
/// contain.
fn with_sandbox() -> Vec<(&'static str, Value)> {
    let sandbox = publish(sandbox_api::NAME, sandbox_api::openapi());
    let mut all = documents();
    all.push((sandbox_api::NAME, sandbox));
    all
}

/// Returns the path of the committed document of a service.
fn path_of(service: &str) -> String {
    match service {
        sandbox_api::NAME => "local/openapi.json".to_owned(),
        _ => format!("functions/{service}/openapi.json"),
    }
}

/// The committed documents are what the functions serve, and what clients are generated from.
#[test]
fn committed_documents_are_up_to_date() {
    for (service, document) in with_sandbox() {
        let path = path_of(service);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&path);
        if std::env::var_os("WALLET_UPDATE_DOCUMENTS").is_some() {
            let text = serde_json::to_string_pretty(&document).expect("a JSON document") + "\n";
            std::fs::write(&file, text).expect("the file can be written");
            continue;
        }
        let committed = std::fs::read(&file).unwrap_or_default();
        assert!(
            serde_json::from_slice(&committed).ok() == Some(document),
            "{path} is outdated; run the tests with WALLET_UPDATE_DOCUMENTS=1 and commit it"
        );
    }
}

/// The local server assembles the combined document from the committed documents.
#[test]
fn combined_document_has_the_operations_of_all_services() {
    let served: Value = serde_json::from_str(combined_document()).expect("a JSON document");
    assert_eq!(served, combined(&documents()));
}

#[test]
fn operation_ids_are_unique_over_all_services() {
    let mut seen = BTreeMap::new();
    for (service, document) in with_sandbox() {
        let items = document["paths"].as_object().expect("paths");
        for (path, operation) in items.iter().flat_map(|(path, item)| {
            let operations = item.as_object().expect("operations").values();
            operations.map(move |operation| (path, operation))
        }) {
            let id = operation["operationId"].as_str().expect("an id").to_owned();
            let place = format!("{service}{path}");
            let earlier = seen.insert(id.clone(), place.clone());
            assert_eq!(earlier, None, "{id} of {place}");
        }
    }
    assert!(seen.len() > 60, "{seen:?}");
}

/// Returns the chains of a service with chains in the paths.
fn chains_of(service: &str) -> Option<&'static [&'static str]> {
    match service {
        address_info_btc_like::NAME | blockchain_connector_btc_like::NAME => Some(&["btc", "ltc", "bch", "doge"]),
        address_info_eth_like::NAME | blockchain_connector_eth_like::NAME => Some(evm_chains()),
        address_info_xlm::NAME | blockchain_connector_xlm::NAME => Some(&["xlm"]),
        _ => None,
    }
}

#[test]
fn operations_and_parameters_are_described() {
    for (service, document) in with_sandbox() {
        let version = document["openapi"].as_str().expect("a version");
        assert!(version.starts_with("3.1"), "{service}: {version}");
        let items = document["paths"].as_object().expect("paths").iter();
        for (path, operation) in items.flat_map(|(path, item)| {
            let operations = item.as_object().expect("operations").values();
            operations.map(move |operation| (path, operation))
        }) {
            assert!(operation["summary"].is_string(), "{service}{path}");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(parameter["description"].is_string(), "{service}{path}: {parameter}");
            }
            let chains = chains_of(service).filter(|_| path.contains("{chain}"));
            let Some(chains) = chains else { continue };
            assert_eq!(
                operation["parameters"][0]["schema"]["enum"],
                json!(chains),
                "{service}{path}"
            );
            for status in ["200", "400", "401", "403", "404", "405", "500"] {
                assert!(operation["responses"][status].is_object(), "{service}{path} {status}");
            }
        }
    }
}

#[test]
fn every_field_is_described() {
    for (service, document) in with_sandbox() {
        for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
            let parts = schema["allOf"].as_array().into_iter().flatten();
            let fields = parts.chain([schema]).filter_map(|part| part["properties"].as_object());
            for (field, property) in fields.flatten() {
                let has_description = property["description"].is_string() || property["$ref"].is_string();
                assert!(has_description, "{service}: {name}.{field}");
                assert!(
                    property.get("default") != Some(&Value::Null),
                    "{service}: {name}.{field}"
                );
            }
        }
    }
}

#[test]
fn address_info_has_the_same_parameters_in_all_services() {
    for (document, others) in [
        (address_info_btc_like::openapi(), &[][..]),
        (address_info_eth_like::openapi(), &["tokens"]),
        (address_info_xlm::openapi(), &["assets", "tokens"]),
    ] {
        let document = publish("address-info", document);
        let operation = &document["paths"]["/api/{chain}"]["get"];
        let id = operation["operationId"].as_str().expect("an operation id");
        assert!(id.starts_with("addressInfo"), "{id}");
        let parameters = operation["parameters"].as_array().expect("parameters").iter();
        let names = parameters.map(|parameter| parameter["name"].as_str().expect("a name"));
        let common = ["chain", "address", "network", "limit", "cursor"];
        assert_eq!(names.collect::<Vec<_>>(), [&common, others].concat());
        for status in ["502", "503", "504"] {
            assert!(operation["responses"][status].is_object(), "{id} {status}");
        }
    }
}

/// Generated clients name their types after the schemas.
#[test]
fn schemas_keep_their_names() {
    let schemas: Vec<_> = documents()
        .into_iter()
        .flat_map(|(_, mut document)| match document["components"]["schemas"].take() {
            Value::Object(schemas) => schemas.into_iter().map(|(name, _)| name).collect(),
            _ => Vec::new(),
        })
        .collect();
    for name in [
        "BtcLikeAddressInfoResponse",
        "Balance",
        "BtcLikeTransaction",
        "Value",
        "Source",
        "Asset",
        "BtcLikeGetHashRequest",
        "BtcLikeAttachSignatureRequest",
        "BtcLikeUtxoInput",
        "BtcLikeInputSignature",
        "BtcLikeSignature",
        "BtcLikeFeeSet",
        "EthLikeGetHashRequest",
        "EthLikeAttachSignatureRequest",
        "EthLikeSignature",
        "EthLikeFeeSet",
        "EthLikePriceSet",
    ] {
        assert!(schemas.iter().any(|schema| schema == name), "{name}");
    }
}

#[test]
fn schemas_of_the_same_name_are_equal() {
    let mut seen: BTreeMap<String, (&str, Value)> = BTreeMap::new();
    for (service, document) in with_sandbox() {
        let schemas = document["components"]["schemas"].as_object().expect("schemas");
        for (name, schema) in schemas {
            assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{name}");
            let (earlier, same) = seen.entry(name.clone()).or_insert_with(|| (service, schema.clone()));
            assert_eq!(schema, same, "{name} in {service} and {earlier}");
        }
    }
}

/// A pattern that lists words hides from generated clients which values there are.
#[test]
fn closed_sets_of_words_are_enumerations() {
    fn check(service: &str, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| check(service, item)),
            Value::Object(fields) => {
                let pattern = fields.get("pattern").and_then(Value::as_str).unwrap_or_default();
                let words = pattern.trim_matches(|symbol| "^$()?".contains(symbol)).split('|');
                let lists_words = words
                    .into_iter()
                    .all(|word| word.len() > 1 && word.chars().all(char::is_alphabetic));
                assert!(!lists_words, "{service}: {pattern}");
                fields.values().for_each(|field| check(service, field));
            }
            _ => {}
        }
    }
    for (service, document) in with_sandbox() {
        check(service, &document);
    }
}

/// The format `int32` allows numbers below 2^31 only.
#[test]
fn integers_of_32_bits_have_a_maximum() {
    fn check(service: &str, path: &str, value: &Value) {
        if value["format"] == "int32" {
            let maximum = value["maximum"].as_i64();
            let fits = maximum.is_some_and(|maximum| maximum <= i32::MAX.into());
            assert!(fits, "{service}: {path}: {value}");
        }
        match value {
            Value::Array(items) => items.iter().for_each(|item| check(service, path, item)),
            Value::Object(fields) => fields.iter().for_each(|(name, field)| check(service, name, field)),
            _ => {}
        }
    }
    for (service, document) in with_sandbox() {
        check(service, "", &document);
        if service == "blockchain-connector-xlm" {
            for schema in ["XlmAuthorization", "XlmTokenCallApprove"] {
                let ledger = &document["components"]["schemas"][schema]["properties"]["expirationLedger"];
                assert_eq!(ledger["maximum"], u32::MAX, "{schema}: {ledger}");
            }
        }
    }
}

/// Returns the references of a document, including discriminators.
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
    for (service, document) in with_sandbox() {
        let references = references(&document);
        assert!(references.len() > 20, "{service}: {references:?}");
        for reference in references {
            let pointer = reference.strip_prefix('#').expect("a reference within the document");
            assert!(document.pointer(pointer).is_some(), "{service}: {reference}");
        }
    }
}

#[test]
fn variants_of_unions_exclude_each_other() {
    let mut count = 0;
    for (service, document) in with_sandbox() {
        let mut unions = Vec::new();
        collect_unions("", &document, &mut unions);
        for (name, variants) in unions {
            let variants: Vec<_> = variants.iter().map(|variant| resolved(&document, variant)).collect();
            for (index, one) in variants.iter().enumerate() {
                for other in &variants[index + 1..] {
                    assert!(
                        exclude_each_other(&document, one, other),
                        "{service} {name}: {one} and {other}"
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 1000, "{count}");
}

/// Adds the unions below a value, each with the name of the enclosing field or schema.
fn collect_unions<'a>(name: &'a str, value: &'a Value, unions: &mut Vec<(&'a str, &'a Vec<Value>)>) {
    match value {
        Value::Object(fields) => {
            unions.extend(
                fields
                    .get("oneOf")
                    .and_then(Value::as_array)
                    .map(|variants| (name, variants)),
            );
            fields
                .iter()
                .for_each(|(name, field)| collect_unions(name, field, unions));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_unions(name, item, unions)),
        _ => {}
    }
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let pointer = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
    pointer.map_or(schema, |pointer| document.pointer(pointer).expect("a target"))
}

/// Returns true if no value matches both schemas: they have different types or constants, also in a required field, or
/// one requires a field that the second schema does not have. Responses have no undocumented fields.
fn exclude_each_other(document: &Value, one: &Value, other: &Value) -> bool {
    let (one, other) = (resolved(document, one), resolved(document, other));
    if one["type"].is_string() && other["type"].is_string() && one["type"] != other["type"] {
        return true;
    }
    if let (Some(one), Some(other)) = (one["enum"].as_array(), other["enum"].as_array()) {
        return !one.iter().any(|value| other.contains(value));
    }
    for (union, schema) in [(one, other), (other, one)] {
        if let Some(variants) = union["oneOf"].as_array() {
            return variants
                .iter()
                .all(|variant| exclude_each_other(document, variant, schema));
        }
    }
    let requires = |schema: &Value, name: &str| {
        let required = schema["required"].as_array();
        required.is_some_and(|required| required.contains(&name.into()))
    };
    let fields = |schema: &'_ Value| schema["properties"].as_object().cloned().unwrap_or_default();
    let lacks = |one: &Value, other: &Value| {
        let other = fields(other);
        fields(one)
            .keys()
            .any(|name| requires(one, name) && !other.contains_key(name))
    };
    let has_constant = fields(one).iter().any(|(name, field)| {
        let is_shared = requires(one, name) && requires(other, name);
        is_shared && exclude_each_other(document, field, &other["properties"][name])
    });
    has_constant || lacks(one, other) || lacks(other, one)
}
