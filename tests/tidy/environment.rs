//! Every environment variable is documented, and every documented one is read.

use crate::repository::{assert_none, constants, files, text};
use std::collections::BTreeSet;
use wallet_core::model::ChainName;

/// The prefixes of all variables of this project.
const PREFIXES: [&str; 2] = [concat!("WALLET_", "CLOUD_"), concat!("WALLET_", "TEST_")];

#[test]
fn every_variable_is_documented_and_every_documented_one_is_read() {
    let documented = variables_in(&text("docs/configuration.md"));
    let code = files().into_iter().filter(|file| is_code(&file.path));
    let read: BTreeSet<_> = code.flat_map(|file| variables_in(&file.text)).collect();
    let (documented, read) = (folded(&documented, &read), folded(&read, &documented));
    let missing = |from: &BTreeSet<String>, to: &BTreeSet<String>| from.difference(to).cloned().collect::<Vec<_>>();
    assert_none("not in docs/configuration.md", &missing(&read, &documented));
    assert_none("documented, but no code names it", &missing(&documented, &read));
}

/// Returns the chains of all settings with a prefix and a suffix.
fn chains_of(prefix: &str, suffix: &str) -> BTreeSet<String> {
    let names = wallet_http::env::names();
    let chains = names.filter_map(|name| Some(name.strip_prefix(prefix)?.strip_suffix(suffix)?.to_lowercase()));
    chains.collect()
}

fn names<C: ChainName>(chains: &[C]) -> BTreeSet<String> {
    chains.iter().map(|chain| chain.name().to_owned()).collect()
}

#[test]
fn settings_of_chains_exist_for_every_chain() {
    let utxo: BTreeSet<_> = names(wallet_btc_like::Chain::ALL);
    let evm: BTreeSet<_> = names(wallet_eth_like::Chain::ALL);
    let mut all: BTreeSet<_> = utxo.union(&evm).cloned().collect();
    all.insert("xlm".to_owned());
    for network in ["_LIVENET", "_TESTNET"] {
        let mut with_upstream = chains_of("WALLET_CLOUD_UPSTREAM_", network);
        with_upstream.remove("prices");
        assert_eq!(with_upstream, all, "{network}");
    }
    assert_eq!(chains_of("WALLET_CLOUD_PRICE_FLOOR_", ""), utxo);
    assert_eq!(chains_of("WALLET_CLOUD_RELAY_MINIMUM_", ""), utxo);
    assert_eq!(chains_of("WALLET_CLOUD_TIP_FLOOR_", ""), evm);
}

#[test]
fn every_program_checks_the_names_of_settings() {
    let mut programs = files()
        .into_iter()
        .filter(|file| file.path.ends_with("/src/main.rs"))
        .filter(|file| file.path.starts_with("functions/") || file.path == "local/src/main.rs");
    let (checked, unchecked): (Vec<_>, Vec<_>) = programs
        .by_ref()
        .partition(|file| file.text.contains("env::check_names()"));
    let unchecked: Vec<_> = unchecked.into_iter().map(|file| file.path).collect();
    assert_none("without env::check_names", &unchecked);
    assert_eq!(checked.len(), 13, "twelve functions and the local server");
}

/// The list of all names, which is compared with the document by itself. It reads no variable.
const NAMES: &str = "shared/http/src/env/known.rs";

fn is_code(path: &str) -> bool {
    let script = path.starts_with("tests/tools/") || path == "tests/run";
    let rust = std::path::Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "rs" || extension == "mjs");
    (script || rust || path == "template.yaml") && path != NAMES
}

fn variables_in(text: &str) -> BTreeSet<String> {
    let named = PREFIXES.into_iter().flat_map(|prefix| constants(text, prefix));
    named
        .filter(|name| !PREFIXES.contains(name))
        .map(str::to_owned)
        .collect()
}

/// Replaces the variables for single chains or networks by their common prefix, the documented name that ends in `_`.
fn folded(names: &BTreeSet<String>, rules: &BTreeSet<String>) -> BTreeSet<String> {
    let rule = |name: &String| {
        rules
            .iter()
            .find(|rule| rule.ends_with('_') && name.starts_with(rule.as_str()))
            .unwrap_or(name)
            .clone()
    };
    names.iter().map(rule).collect()
}
