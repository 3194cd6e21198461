//! Additions and removals of each catalogue version: `versions.json`.

use super::{COINS, CURRENCIES, TOKEN_LISTS, VERSIONS, XLM_ASSETS, parse, rows, text};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns the ids of all catalogue assets, as used in paths: `erc20/eth:0x…`.
fn ids() -> BTreeSet<String> {
    let mut ids = Vec::new();
    for row in rows(&parse(CURRENCIES)) {
        ids.push(format!("fiat/{}", text(row, "currency")));
    }
    for row in rows(&parse(COINS)) {
        ids.push(format!("coin/{}", text(row, "chain")));
    }
    for (chain, _, list) in TOKEN_LISTS {
        for row in rows(&parse(list)["tokens"]) {
            ids.push(format!("erc20/{chain}:{}", text(row, "address")));
        }
    }
    for row in rows(&parse(XLM_ASSETS)) {
        ids.push(format!("xlm-asset/{}-{}", text(row, "code"), text(row, "issuer")));
    }
    let distinct: BTreeSet<_> = ids.iter().cloned().collect();
    assert_eq!(distinct.len(), ids.len(), "duplicate id");
    distinct
}

/// Returns the ids in a field of a version.
fn named(version: &Value, field: &str) -> BTreeSet<String> {
    rows(&version[field])
        .iter()
        .map(|id| id.as_str().expect("an id").to_owned())
        .collect()
}

#[test]
fn versions_account_for_every_asset() {
    let ids = ids();
    let versions = parse(VERSIONS);
    let mut assets = rows(&versions)[0]["assets"].as_u64().expect("a count");
    for (number, version) in (1..).zip(rows(&versions)) {
        let (added, withdrawn) = (named(version, "added"), named(version, "withdrawn"));
        assets = assets + added.len() as u64 - withdrawn.len() as u64;
        assert_eq!(
            (&version["version"], &version["assets"]),
            (&json!(number), &json!(assets))
        );
        assert!(added.is_subset(&ids), "version {number}: added, but missing");
        assert!(withdrawn.is_disjoint(&ids), "version {number}: withdrawn, but present");
    }
    assert_eq!(
        assets,
        ids.len() as u64,
        "versions.json does not list all additions and removals"
    );
}

#[test]
fn token_lists_have_the_version_of_the_catalogue() {
    for (chain, _, list) in TOKEN_LISTS {
        assert_eq!(parse(list)["version"]["major"], rows(&parse(VERSIONS)).len(), "{chain}");
    }
}
