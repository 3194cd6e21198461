//! Every environment variable is documented, and every documented one is read.

use crate::repository::{assert_none, constants, files, text};
use std::collections::BTreeSet;

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
