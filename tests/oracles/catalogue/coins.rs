//! The coins of the chains: `coins.json`.

use super::{COINS, parse, rows, text};
use serde_json::{Map, json};
use wallet_btc_like::{Chain, Params};
use wallet_core::model::{ChainName, Network};
use wallet_tests::support::chains::evm_chains;
use wallet_tests::support::oracle::Oracle;

#[test]
fn every_chain_has_its_coin_once() {
    let chains: Vec<_> = rows(&parse(COINS))
        .iter()
        .map(|row| text(row, "chain").to_owned())
        .collect();
    let expected = [&["btc", "ltc", "doge", "bch"][..], evm_chains(), &["xlm"]].concat();
    assert_eq!(chains, expected);
    for chain in Chain::ALL {
        let coin = rows(&parse(COINS))
            .iter()
            .find(|row| row["chain"] == chain.name())
            .cloned()
            .unwrap_or_else(|| panic!("no coin of {}", chain.name()));
        let params = Params::of(*chain, Network::Livenet).expect("a livenet");
        assert_eq!(coin["decimals"], params.decimals, "{coin}");
    }
}

#[tokio::test]
async fn coins_of_eth_like_chains_match_viem() {
    let Some(mut oracle) = Oracle::start("the catalogue's coins") else {
        return;
    };
    let found = oracle.call("coinList", json!({ "coins": parse(COINS) })).await;
    assert_eq!(found, json!([]));
}

#[test]
fn coins_have_the_fields_of_the_service() {
    for row in rows(&parse(COINS)) {
        assert_eq!(text(row, "kind"), "coin");
        assert!(text(row, "icon").starts_with("https://"), "{row}");
        assert!(!text(row, "name").is_empty() && !rows(&row["tags"]).is_empty(), "{row}");
        assert_eq!(row.as_object().map(Map::len), Some(7), "{row}");
    }
}
