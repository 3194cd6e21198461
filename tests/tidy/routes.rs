//! The routes that are served, those that are documented and those that are deployed are the same.

use crate::repository::{self, assert_none, text};
use serde_json::{Value, to_value};
use std::collections::BTreeSet;

/// Returns every service with its OpenAPI document.
fn services() -> [(&'static str, Value); 9] {
    let documents = [
        ("address-info-btc-like", to_value(address_info_btc_like::openapi())),
        ("address-info-eth-like", to_value(address_info_eth_like::openapi())),
        ("address-info-xlm", to_value(address_info_xlm::openapi())),
        ("asset-info", to_value(asset_info::openapi())),
        ("authorization", to_value(authorization::openapi())),
        (
            "blockchain-connector-btc-like",
            to_value(blockchain_connector_btc_like::openapi()),
        ),
        (
            "blockchain-connector-eth-like",
            to_value(blockchain_connector_eth_like::openapi()),
        ),
        (
            "blockchain-connector-xlm",
            to_value(blockchain_connector_xlm::openapi()),
        ),
        ("notifications", to_value(notifications::openapi())),
    ];
    documents.map(|(name, document)| (name, document.expect("a document is JSON")))
}

#[test]
fn every_service_is_checked_here() {
    let checked: BTreeSet<_> = services().into_iter().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(checked, repository::services().into_iter().collect());
}

#[test]
fn every_route_is_documented_and_every_documented_one_is_served() {
    for (name, document) in services() {
        let served = routes_in(&text(&format!("functions/{name}/src/lib.rs")));
        let documented: BTreeSet<_> = document["paths"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(path, _)| path.clone())
            .collect();
        assert_eq!(served, documented, "{name}");
    }
}

#[test]
fn every_service_is_routed_by_the_template_and_by_cargo_lambda() {
    let template = text("template.yaml");
    let manifest = text("Cargo.toml");
    let mut findings = Vec::new();
    for name in repository::services() {
        if !template.contains(&format!("\"/{name}/v1/{{proxy+}}\"")) {
            findings.push(format!("template.yaml: {name}"));
        }
        if !manifest.contains(&format!("\"/{name}/v1/{{*path}}\" = \"{name}\"")) {
            findings.push(format!("Cargo.toml, metadata of cargo lambda watch: {name}"));
        }
    }
    assert_none("a service without a route", &findings);
}

#[test]
fn gateway_throttles_the_routes_that_the_service_protects() {
    let template = text("template.yaml");
    let settings = template.split("RouteSettings:").nth(2).unwrap_or_default();
    let settings = settings.split("AccessLogSettings:").next().unwrap_or_default();
    let in_template: BTreeSet<_> = settings
        .lines()
        .filter_map(|line| {
            Some(
                line.trim()
                    .split_once(": *login")
                    .or(line.trim().split_once(": &login"))?
                    .0
                    .to_owned(),
            )
        })
        .collect();
    let of_service = authorization::THROTTLED.map(|route| route.replacen(' ', " /authorization/v1", 1));
    assert_eq!(in_template, of_service.into_iter().collect());
}

/// Returns the paths of all `.route("…"` in a router.
fn routes_in(source: &str) -> BTreeSet<String> {
    let call = ".route(";
    let paths = source
        .split(call)
        .skip(1)
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
    paths.map(str::to_owned).collect()
}
