//! The assets of the asset list, with trustlines that are read also without an index.

use serde::Deserialize;
use std::sync::OnceLock;
use wallet_core::model::Network;
use wallet_xlm::Asset;

/// Data of the catalogue of assets on livenet, without the changes of editors.
const CATALOGUE: &str = include_str!("../../../shared/assets/data/catalogue/xlm-assets.json");

#[derive(Deserialize)]
struct Row {
    code: String,
    issuer: String,
}

/// Returns the assets of the list on a network. The test network has none.
pub fn listed_assets(network: Network) -> &'static [Asset] {
    static LISTED: OnceLock<Vec<Asset>> = OnceLock::new();
    match network {
        Network::Livenet => LISTED.get_or_init(read),
        Network::Testnet => &[],
    }
}

fn read() -> Vec<Asset> {
    // A test of the API reads every row.
    let rows: Vec<Row> = serde_json::from_str(CATALOGUE).unwrap_or_default();
    let assets = rows
        .iter()
        .filter_map(|row| format!("{}:{}", row.code, row.issuer).parse().ok());
    assets.collect()
}
