//! The assets of the asset list, with trustlines that are read also without an index.

use crate::value::asset::Asset;
use serde::Deserialize;
use std::sync::OnceLock;
use wallet_core::model::Network;

/// Data of the catalogue of assets on livenet, without the changes of editors.
const CATALOGUE: &str = include_str!("../../../assets/data/catalogue/xlm-assets.json");

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
    // The test below reads every row.
    let rows: Vec<Row> = serde_json::from_str(CATALOGUE).unwrap_or_default();
    let assets = rows
        .iter()
        .filter_map(|row| format!("{}:{}", row.code, row.issuer).parse().ok());
    assets.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_KEYS;
    use crate::{AccountId, AccountQuery};

    #[test]
    fn all_rows_of_the_list_are_assets_of_one_request() {
        let listed = listed_assets(Network::Livenet);
        assert_eq!(listed.len(), CATALOGUE.matches("\"issuer\"").count());
        let query = AccountQuery::from(AccountId([7; 32])).with_assets(listed);
        // The account, the entry that requires memos, and 50 requested assets.
        assert!((listed.len()..MAX_KEYS - 52).contains(&(query.keys().len() - 2)));
        assert!(listed_assets(Network::Testnet).is_empty());
    }
}
