//! Facts about chains that other wallets and registries publish.

mod chains;
mod prices;

use super::facts::assert_sources;

/// The folder of the facts.
const FOLDER: &str = "assets";

#[test]
fn every_fact_names_its_source() {
    assert_sources(FOLDER);
}
