//! The dependencies between packages. Each declared dependency is used.

use crate::repository::{assert_none, functions, name, packages, rust_files};
use serde_json::Value;

/// Dependencies of adapters and composition roots only: runtimes, servers, clients.
const IMPURE: &[&str] = &[
    "tokio",
    "axum",
    "tower",
    "hyper",
    "http",
    "reqwest",
    "lambda_http",
    "lambda_runtime",
    "rustls",
];

/// The packages without I/O.
const PURE: &[&str] = &[
    "wallet-core",
    "wallet-btc-like",
    "wallet-eth-like",
    "wallet-xlm",
    "wallet-assets",
    "wallet-notifications",
];

/// The shared packages and the client with the packages of ours that each may depend on.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("wallet-core", &[]),
    ("wallet-btc-like", &["wallet-core"]),
    ("wallet-eth-like", &["wallet-core"]),
    ("wallet-xlm", &["wallet-core"]),
    ("wallet-assets", &["wallet-core", "wallet-eth-like"]),
    ("wallet-refresh", &["wallet-core"]),
    ("wallet-upstream", &["wallet-core", "wallet-refresh"]),
    (
        "wallet-upstream-btc-like",
        &["wallet-core", "wallet-btc-like", "wallet-upstream"],
    ),
    (
        "wallet-upstream-eth-like",
        &["wallet-core", "wallet-eth-like", "wallet-upstream"],
    ),
    ("wallet-upstream-xlm", &["wallet-core", "wallet-xlm", "wallet-upstream"]),
    (
        "wallet-compose",
        // The assets and the families with its feature `notifications`, the prices with `past-prices`.
        &[
            "wallet-assets",
            "wallet-core",
            "wallet-http",
            "wallet-notifications",
            "wallet-store",
            "wallet-upstream",
            "wallet-upstream-btc-like",
            "wallet-upstream-eth-like",
            "wallet-upstream-prices",
            "wallet-upstream-xlm",
            "wallet-watch",
        ],
    ),
    (
        "wallet-store",
        &[
            "wallet-core",
            "wallet-assets",
            "wallet-eth-like",
            "wallet-notifications",
            "wallet-refresh",
        ],
    ),
    ("wallet-http", &["wallet-core"]),
    ("wallet-notifications", &["wallet-core"]),
    (
        "wallet-watch",
        &[
            "wallet-core",
            "wallet-assets",
            "wallet-btc-like",
            "wallet-eth-like",
            "wallet-notifications",
            "wallet-xlm",
        ],
    ),
    (
        "wallet-deliver",
        &["wallet-core", "wallet-http", "wallet-notifications", "wallet-upstream"],
    ),
    // docs/decisions/clients.md#separate-rules-in-both-clients
    (
        "wallet-client",
        &[
            "wallet-core",
            "wallet-btc-like",
            "wallet-eth-like",
            "wallet-notifications", // with the feature `webhooks`
            "wallet-xlm",
        ],
    ),
];

#[test]
fn pure_packages_have_no_runtime() {
    for package in PURE {
        let findings = dependencies_of(package, |dependency| {
            IMPURE.contains(&dependency) || dependency.starts_with("aws-")
        });
        // aws-lc-rs is arithmetic, not I/O.
        let findings: Vec<_> = findings
            .into_iter()
            .filter(|finding| !finding.ends_with(" aws-lc-rs"))
            .collect();
        assert_none("no runtime, server, HTTP client or AWS SDK", &findings);
    }
}

#[test]
fn functions_never_depend_on_each_other() {
    let functions = functions();
    let findings: Vec<_> = functions
        .iter()
        .flat_map(|function| dependencies_of(function, |dependency| functions.iter().any(|other| other == dependency)))
        .collect();
    assert_none("functions do not depend on each other", &findings);
}

#[test]
fn shared_packages_depend_on_listed_packages_only() {
    let ours: Vec<_> = packages().iter().map(|package| name(package).to_owned()).collect();
    for (shared, allowed) in MAY_DEPEND_ON {
        let findings = dependencies_of(shared, |dependency| {
            !allowed.contains(&dependency) && ours.iter().any(|it| it == dependency)
        });
        assert_none(
            &format!("of our packages, {shared} may depend on {allowed:?}"),
            &findings,
        );
    }
}

/// The sandbox is a reference for the services, so it shares no rule with them, not even in the tests.
#[test]
fn sandbox_depends_on_no_package_of_ours() {
    let ours: Vec<_> = packages().iter().map(|package| name(package).to_owned()).collect();
    let packages = packages();
    let sandbox = packages.iter().find(|package| name(package) == "wallet-sandbox");
    let dependencies = sandbox.expect("the sandbox is a package")["dependencies"].as_array();
    let findings: Vec<_> = dependencies
        .into_iter()
        .flatten()
        .map(|dependency| name(dependency).to_owned())
        .filter(|dependency| ours.contains(dependency))
        .collect();
    assert_none("wallet-sandbox depends on crates of the field only", &findings);
}

#[test]
fn every_dependency_is_used() {
    let files: Vec<_> = rust_files().collect();
    let mut findings = Vec::new();
    for package in packages() {
        let folder = folder_of(&package);
        let sources: String = files
            .iter()
            .filter(|file| file.path.starts_with(&folder))
            .map(|file| file.text.as_str())
            .collect();
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used_as = dependency["rename"]
                .as_str()
                .unwrap_or_else(|| name(dependency))
                .replace('-', "_");
            if !names_crate(&sources, &used_as) {
                findings.push(format!("{} declares {}", name(&package), name(dependency)));
            }
        }
    }
    assert_none("declared dependencies that no file of the package names", &findings);
}

/// The archive of a package has no other files.
#[test]
fn published_packages_include_only_their_own_files() {
    let files: Vec<_> = rust_files().filter(|file| !file.is_test()).collect();
    let mut findings = Vec::new();
    for package in packages().iter().filter(|package| package["publish"].is_null()) {
        let folder = folder_of(package);
        for file in files.iter().filter(|file| file.path.starts_with(&folder)) {
            let folders = file.path[folder.len()..].matches('/').count();
            let is_outside = |line: &&str| line.contains("include_") && line.matches("../").count() > folders;
            let lines = file.code().filter(is_outside);
            findings.extend(lines.map(|line| format!("{}: {}", file.path, line.trim())));
        }
    }
    assert_none("files of other packages in a published package", &findings);
}

/// Cargo does not discover them, so that an undeclared one would never run.
#[test]
fn every_folder_of_tests_is_a_test() {
    let manifest = crate::repository::text("tests/Cargo.toml");
    let roots = rust_files().filter_map(|file| {
        file.path
            .strip_prefix("tests/")?
            .strip_suffix("/main.rs")
            // The main file of a different package.
            .filter(|name| !name.ends_with("/src"))
            .map(str::to_owned)
    });
    let undeclared: Vec<_> = roots
        .filter(|name| !manifest.contains(&format!("path = \"{name}/main.rs\"")))
        .collect();
    assert_none("not a [[test]] of tests/Cargo.toml", &undeclared);
}

/// Returns true if a path begins with the crate: `serde::`, `use anyhow;`, `extern crate …`.
fn names_crate(sources: &str, krate: &str) -> bool {
    sources.match_indices(krate).any(|(start, _)| {
        let before = sources[..start].chars().next_back().unwrap_or(' ');
        let after = &sources[start + krate.len()..];
        !before.is_alphanumeric()
            && before != '_'
            && (after.starts_with("::") || after.starts_with(';') || after.starts_with(" as "))
    })
}

/// Returns `package -> dependency` for every selected dependency.
fn dependencies_of(package: &str, is_selected: impl Fn(&str) -> bool) -> Vec<String> {
    let packages = packages();
    let package = packages
        .iter()
        .find(|it| name(it) == package)
        .unwrap_or_else(|| panic!("there is no package {package}"));
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    dependencies
        .filter(|it| it["kind"].is_null() && is_selected(name(it)))
        .map(|it| format!("{} -> {}", name(package), name(it)))
        .collect()
}

/// Returns the folder of a package relative to the root, with a trailing `/`. All packages in `tests` share their
/// files.
fn folder_of(package: &Value) -> String {
    let manifest = package["manifest_path"].as_str().expect("a package has a manifest");
    let root = crate::repository::root();
    let folder = std::path::Path::new(manifest)
        .parent()
        .and_then(|folder| folder.strip_prefix(root).ok());
    let folder = folder.expect("our packages are in the repository");
    if folder.starts_with("tests") {
        return "tests/".to_owned();
    }
    format!("{}/", folder.display())
}
