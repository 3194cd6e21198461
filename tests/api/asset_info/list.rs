//! `GET /api/{kind}/list`

use super::fixture::{App, CONTRACT, TETHER, body};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use wallet_tests::support::chains::evm_chains;

/// Returns the field names of an object.
fn fields(item: &Value) -> BTreeSet<&str> {
    item.as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

/// Returns the expected fields of each item in a list of this kind, except for an icon.
fn expected(kind: &str) -> BTreeSet<&'static str> {
    let identity: &[&str] = match kind {
        "fiat" => &["currency", "symbol"],
        "coin" => &["chain"],
        "xlm-asset" => &["chain", "code", "issuer", "homeDomain"],
        _ => &["chain", "contract"],
    };
    let meta = ["kind", "name", "ticker", "decimals", "tags"];
    meta.iter().chain(identity).copied().collect()
}

#[tokio::test]
async fn items_have_exactly_the_fields_of_the_specification() {
    let app = App::new().await;
    for (kind, least) in [("fiat", 150), ("coin", 12), ("erc20", 100), ("xlm-asset", 20)] {
        let list = app.list(&format!("{kind}/list")).await;
        assert!(list.len() >= least, "{kind}: {}", list.len());
        for item in &list {
            let mut found = fields(item);
            let icon = found.remove("icon");
            assert_eq!(found, expected(kind), "{item}");
            assert!(
                !icon || item["icon"].as_str().is_some_and(|icon| icon.contains("://")),
                "{item}"
            );
            assert_eq!(item["kind"], kind);
            assert!(item["name"].is_string() && item["ticker"].is_string(), "{item}");
            assert!(item["decimals"].is_u64() && item["tags"].is_array(), "{item}");
        }
    }
    for kind in ["erc721", "erc1155"] {
        assert_eq!(app.list(&format!("{kind}/list")).await, Vec::<Value>::new());
    }
}

#[tokio::test]
async fn trailing_slash_is_ignored() {
    let app = App::new().await;
    assert_eq!(app.get("coin/list/").await.data(), app.get("coin/list").await.data());
    assert_eq!(app.list("coin/list/?chain=btc").await.len(), 1);
}

#[tokio::test]
async fn filters_by_chain_and_tag() {
    let app = App::new().await;
    let count = async |query: &str| {
        let list = app.list(&format!("erc20/list?{query}")).await;
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            let has = |item: &Value| match name {
                "chain" => item["chain"] == value,
                _ => item["tags"].as_array().expect("tags").contains(&json!(value)),
            };
            assert!(list.iter().all(has), "{query}");
        }
        list.len()
    };
    let all = app.list("erc20/list").await.len();
    let mut sum = 0;
    for chain in evm_chains() {
        sum += count(&format!("chain={chain}")).await;
    }
    assert_eq!(sum, all);
    let stable = count("tag=stablecoin").await;
    let both = count("chain=eth&tag=stablecoin").await;
    assert!(0 < both && both < stable && stable < all);
    for nothing in ["tag=nosuchtag", "tag=Stablecoin", "tag=", "tag=%00", "tag=a%20b"] {
        assert_eq!(app.list(&format!("erc20/list?{nothing}")).await.len(), 0, "{nothing}");
    }
    assert_eq!(app.list("coin/list?tag=utxo").await.len(), 4);
    assert_eq!(app.list("fiat/list?tag=utxo").await.len(), 0);
    let identity = json!({ "chain": "avax", "contract": CONTRACT });
    app.post("erc721", &body("Mine", &identity)).await.data();
    assert_eq!(app.list("erc721/list?chain=avax&tag=first").await.len(), 1);
    assert_eq!(app.list("erc721/list?chain=eth").await.len(), 0);
}

#[tokio::test]
async fn invalid_filters_are_reported() {
    let app = App::new().await;
    for (path, field) in [
        ("erc20/list?chain=btc", Some("chain")),
        ("erc721/list?chain=xlm", Some("chain")),
        ("xlm-asset/list?chain=eth", Some("chain")),
        ("coin/list?chain=dash", Some("chain")),
        ("coin/list?chain=", Some("chain")),
        ("coin/list?chain=BTC&tag=x", Some("chain")),
        ("fiat/list?chain=eth", Some("chain")),
        ("coin/list?chain=btc&chain=ltc", None),
        ("coin/list?tag=a&tag=b", None),
    ] {
        let response = app.get(path).await;
        response.assert_error(400, "invalid_request", field);
        assert_eq!(response.headers["cache-control"], "no-store", "{path}");
    }
    // Unknown parameters are ignored like unknown fields.
    assert_eq!(app.list("coin/list?colour=red").await.len(), 15);
}

#[tokio::test]
async fn contracts_are_unique_and_checksummed() {
    let app = App::new().await;
    app.put(
        &format!("erc20/eth:{}", TETHER.to_lowercase()),
        &body("Mine", &json!({})),
    )
    .await
    .data();
    let list = app.list("erc20/list").await;
    let mut seen = BTreeSet::new();
    for item in &list {
        let id = format!("{}:{}", item["chain"], item["contract"]);
        assert!(seen.insert(id.to_lowercase()), "{id}");
        let contract = item["contract"].as_str().expect("a string");
        let address: wallet_eth_like::Address = contract.parse().expect("an address");
        assert_eq!(address.to_string(), contract);
    }
}
