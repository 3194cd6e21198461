//! The OpenAPI document of the service.

use serde_json::{Value, json};
use std::collections::BTreeMap;

fn document() -> Value {
    serde_json::from_str(asset_info::DOCUMENT).expect("JSON")
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn all_operations_have_parameters_and_responses() {
    let document = document();
    let mut operations = BTreeMap::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            operations.insert(
                operation["operationId"].as_str().expect("an id").to_owned(),
                (method, path, operation),
            );
        }
    }
    let edit = [
        "200", "400", "401", "403", "404", "405", "409", "413", "415", "429", "500", "503",
    ];
    let delete = ["200", "400", "401", "403", "404", "405", "409", "429", "500", "503"];
    let list = ["200", "304", "400", "401", "403", "404", "405", "429", "500", "503"];
    let show = ["200", "400", "401", "403", "404", "405", "429", "500", "503"];
    let chains = ["200", "304", "401", "403", "404", "405", "429", "500", "503"];
    let icon = ["200", "304", "400", "404", "405", "429", "500", "503"];
    let prices = [
        "200", "400", "401", "403", "404", "405", "429", "500", "502", "503", "504",
    ];
    let past_prices = [
        "200", "400", "401", "403", "404", "405", "413", "415", "429", "500", "502", "503", "504",
    ];
    for (id, method, path, parameters, responses) in [
        ("listChains", "get", "/api/chain/list", &[][..], &chains[..]),
        ("showIcon", "get", "/api/icon/{kind}/{id}", &["kind", "id"], &icon),
        (
            "listPrices",
            "get",
            "/api/price",
            &["assets", "currency", "network"],
            &prices,
        ),
        ("listPastPrices", "post", "/api/price/history", &[], &past_prices),
        (
            "listAssets",
            "get",
            "/api/{kind}/list",
            &["kind", "chain", "tag"][..],
            &list[..],
        ),
        ("addAsset", "post", "/api/{kind}", &["kind"], &edit),
        ("showAsset", "get", "/api/{kind}/{id}", &["kind", "id"], &show),
        ("replaceAsset", "put", "/api/{kind}/{id}", &["kind", "id"], &edit),
        (
            "deleteAsset",
            "delete",
            "/api/{kind}/{id}",
            &["kind", "id", "revision"],
            &delete,
        ),
    ] {
        let (its_method, its_path, operation) = operations[id];
        assert_eq!((its_method.as_str(), its_path.as_str()), (method, path));
        let described = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|parameter| {
                assert!(parameter["description"].is_string(), "{id}: {parameter}");
                parameter["name"].as_str().expect("a name")
            });
        assert_eq!(
            described.filter(|name| *name != "If-None-Match").collect::<Vec<_>>(),
            parameters,
            "{id}"
        );
        let mut found: Vec<_> = operation["responses"].as_object().expect("responses").keys().collect();
        found.sort();
        assert_eq!(found, responses, "{id}");
        let security = match id {
            "showIcon" => json!([{}]),
            _ => json!([{ "bearer": [] }]),
        };
        assert_eq!(operation["security"], security, "{id}");
    }
    assert_eq!(operations.len(), 12, "{:?}", operations.keys());
}

#[test]
fn not_modified_has_no_body() {
    let document = document();
    let response = &document["paths"]["/api/{kind}/list"]["get"]["responses"]["304"];
    assert!(response.get("content").is_none(), "{response}");
}

#[test]
fn asset_request_has_three_required_fields() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    assert!(schemas.contains_key("AssetRequest"), "{:?}", schemas.keys());
    let mut required: Vec<_> = schemas["AssetRequest"]["required"]
        .as_array()
        .expect("names")
        .iter()
        .collect();
    required.sort_by_key(ToString::to_string);
    assert_eq!(required, ["decimals", "name", "ticker"]);
}
