//! The assets of the list, whose trustlines are read also without an index.

use address_info_xlm::listed_assets;
use wallet_core::model::Network;
use wallet_xlm::{AccountId, AccountQuery, MAX_KEYS};

#[test]
fn all_rows_of_the_list_are_assets_of_one_request() {
    let catalogue = include_str!("../../../shared/assets/data/catalogue/xlm-assets.json");
    let listed = listed_assets(Network::Livenet);
    assert_eq!(listed.len(), catalogue.matches("\"issuer\"").count());
    let query = AccountQuery::from(AccountId([7; 32])).with_assets(listed);
    // The account, the entry that requires memos, and 50 requested assets.
    assert!((listed.len()..MAX_KEYS - 52).contains(&(query.keys().len() - 2)));
    assert!(listed_assets(Network::Testnet).is_empty());
}
