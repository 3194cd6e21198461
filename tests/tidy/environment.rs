//! Every environment variable is documented, and every documented one is read.

use crate::repository::{assert_none, constants, files, text};
use std::collections::BTreeSet;

/// Two prefixes stand for all of our variables.
const PREFIXES: [&str; 2] = [concat!("WALLET_", "CLOUD_"), concat!("WALLET_", "TEST_")];
/// One variable per chain and network, named by a rule.
const UPSTREAM: &str = concat!("WALLET_", "CLOUD_UPSTREAM_");

#[test]
fn every_variable_is_documented_and_every_documented_one_is_read() {
    let documented = variables_in(&text("docs/configuration.md"));
    let code = files().into_iter().filter(|file| is_code(&file.path));
    let read: BTreeSet<_> = code.flat_map(|file| variables_in(&file.text)).collect();
    let missing = |from: &BTreeSet<String>, to: &BTreeSet<String>| from.difference(to).cloned().collect::<Vec<_>>();
    assert_none("not in docs/configuration.md", &missing(&read, &documented));
    assert_none("documented, but no code names it", &missing(&documented, &read));
}

fn is_code(path: &str) -> bool {
    let script = path.starts_with("tests/tools/") || path == "tests/run";
    let rust = std::path::Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "rs" || extension == "mjs");
    script || rust || path == "template.yaml"
}

fn variables_in(text: &str) -> BTreeSet<String> {
    let named = PREFIXES.into_iter().flat_map(|prefix| constants(text, prefix));
    let one_rule = |name: &str| if name.starts_with(UPSTREAM) { UPSTREAM } else { name }.to_owned();
    named.filter(|name| !PREFIXES.contains(name)).map(one_rule).collect()
}
