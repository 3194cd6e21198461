//! The chain families are separate: a change in the rules of one recompiles nothing of the others.

use crate::repository::{assert_none, name, packages, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The package of each family with the packages that may depend on it, directly or through others, also in tests.
const USERS: &[(&str, &[&str])] = &[
    (
        "wallet-btc-like",
        &[
            "address-info-btc-like",
            "blockchain-connector-btc-like",
            "notifications",
            "notifications-watch",
            "wallet-assets", // its tests only
            "wallet-benches",
            "wallet-client", // with its feature `payments`
            "wallet-cloud",
            "wallet-tests",
            "wallet-upstream-btc-like",
            "wallet-upstream-eth-like", // its tests only
            "wallet-watch",             // the loops of all families
        ],
    ),
    (
        "wallet-eth-like",
        &[
            "address-info-eth-like",
            "asset-info",
            "blockchain-connector-eth-like",
            "notifications",
            "notifications-watch",
            "wallet-assets",
            "wallet-benches",
            "wallet-client", // with its feature `payments`
            "wallet-cloud",
            "wallet-store", // with its feature `assets`, which only asset-info and address-info-eth-like enable
            "wallet-tests",
            "wallet-upstream-eth-like",
            "wallet-upstream-prices",
            "wallet-watch", // the loops of all families
        ],
    ),
    (
        "wallet-xlm",
        &[
            "address-info-xlm",
            "blockchain-connector-xlm",
            "notifications",
            "notifications-watch",
            "wallet-benches",
            "wallet-client", // with its feature `payments`
            "wallet-cloud",
            "wallet-tests",
            "wallet-upstream-xlm",
            "wallet-watch", // the loops of all families
        ],
    ),
];

/// The functions that do not use EVM chains.
const WITHOUT_EVM: &[&str] = &[
    "address-info-btc-like",
    "address-info-xlm",
    "authorization",
    "blockchain-connector-btc-like",
    "blockchain-connector-xlm",
    "notifications-deliver",
    "notifications-socket",
];

#[test]
fn change_in_one_family_recompiles_no_other_family() {
    let packages = packages();
    for (family, users) in USERS {
        let unexpected: Vec<_> = packages
            .iter()
            .map(name)
            .filter(|package| package != family && !users.contains(package))
            .filter_map(|package| path(&packages, package, family))
            .collect();
        assert_none(&format!("only {users:?} depend on {family}"), &unexpected);
    }
}

#[test]
fn other_functions_link_no_evm_library() {
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--offline", "--locked", "--edges", "normal", "--prefix", "none"]);
    for function in WITHOUT_EVM {
        tree.args(["--package", function]);
    }
    let output = tree.current_dir(root()).output().expect("cargo runs these tests");
    let text = String::from_utf8_lossy(&output.stdout);
    for function in WITHOUT_EVM {
        assert!(text.contains(function), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let evm = |line: &&str| {
        ["ethers", "alloy", "revm"]
            .iter()
            .any(|prefix| line.starts_with(prefix))
    };
    let libraries: BTreeSet<_> = text.lines().filter(evm).map(str::to_owned).collect();
    assert_none(
        &format!("{WITHOUT_EVM:?} without ethers, alloy and revm"),
        &libraries.into_iter().collect::<Vec<_>>(),
    );
}

/// A package with the features that the packages before it enable.
type Features = BTreeMap<String, BTreeSet<String>>;

/// Returns a path of dependencies from a package to another: `a > b > c`. The features are those of
/// `cargo test -p`: default features of the package, and for the others the features that they are declared with.
fn path(packages: &[Value], from: &str, to: &str) -> Option<String> {
    let mut features = Features::from([(from.to_owned(), BTreeSet::from(["default".to_owned()]))]);
    let mut paths = BTreeMap::from([(from.to_owned(), from.to_owned())]);
    let mut pending = vec![from.to_owned()];
    while let Some(user) = pending.pop() {
        let Some(package) = packages.iter().find(|package| name(package) == user) else {
            continue;
        };
        let enabled = optional(package, &features[&user]);
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let is_used = (dependency["kind"] != "dev" || user == from)
                && (dependency["optional"] == false || enabled.contains(name(dependency)));
            if !is_used || !packages.iter().any(|package| name(package) == name(dependency)) {
                continue;
            }
            let known = features.get(name(dependency)).cloned();
            let all: BTreeSet<_> = known.iter().flatten().cloned().chain(declared(dependency)).collect();
            // A package with new features may have new dependencies.
            if known.as_ref() != Some(&all) {
                features.insert(name(dependency).to_owned(), all);
                pending.push(name(dependency).to_owned());
            }
            let path = format!("{} > {}", paths[&user], name(dependency));
            paths.entry(name(dependency).to_owned()).or_insert(path);
        }
    }
    paths.remove(to)
}

/// Returns the features that a dependency is declared with.
fn declared(dependency: &Value) -> impl Iterator<Item = String> {
    let default = (dependency["uses_default_features"] == true).then_some("default");
    let named = dependency["features"].as_array().into_iter().flatten();
    default
        .into_iter()
        .chain(named.filter_map(Value::as_str))
        .map(str::to_owned)
}

/// Returns the optional dependencies of a package that these features enable.
fn optional(package: &Value, features: &BTreeSet<String>) -> BTreeSet<String> {
    let mut dependencies = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut pending: Vec<_> = features.iter().map(String::as_str).collect();
    while let Some(feature) = pending.pop() {
        if let Some(dependency) = feature.strip_prefix("dep:") {
            dependencies.insert(dependency.to_owned());
        } else if seen.insert(feature) {
            let enables = package["features"][feature].as_array().into_iter().flatten();
            pending.extend(enables.filter_map(Value::as_str));
        }
    }
    dependencies
}

#[test]
fn paths_follow_enabled_features_only() {
    let on = |name: &str, kind: Value, optional: bool, features: &[&str]| {
        serde_json::json!({ "name": name, "kind": kind, "optional": optional, "features": features,
            "uses_default_features": false })
    };
    let packages = [
        serde_json::json!({ "name": "plain", "features": {}, "dependencies": [on("store", Value::Null, false, &[])] }),
        serde_json::json!({ "name": "full", "features": {},
            "dependencies": [on("plain", Value::Null, false, &[]), on("store", Value::Null, false, &["assets"])] }),
        serde_json::json!({ "name": "store", "features": { "default": ["assets"], "assets": ["dep:family"] },
            "dependencies": [on("family", Value::Null, true, &[]), on("tested", "dev".into(), false, &[])] }),
        serde_json::json!({ "name": "family", "features": {}, "dependencies": [] }),
        serde_json::json!({ "name": "tested", "features": {}, "dependencies": [] }),
    ];
    assert_eq!(path(&packages, "plain", "family"), None);
    assert!(path(&packages, "full", "family").is_some());
    assert_eq!(path(&packages, "store", "family").as_deref(), Some("store > family"));
    assert_eq!(path(&packages, "store", "tested").as_deref(), Some("store > tested"));
    assert_eq!(path(&packages, "full", "tested"), None);
}
