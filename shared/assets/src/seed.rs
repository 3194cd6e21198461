//! The built-in assets (`data/catalogue`, docs/decisions/0510).

use super::token_list::read_token_list;
use super::{AssetId, AssetKind, AssetMeta, Currency, Tag, Tags};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Token lists of each chain (tokenlists.org documents).
const TOKENS: [&str; 7] = [
    include_str!("../data/catalogue/erc20/eth.json"),
    include_str!("../data/catalogue/erc20/etc.json"),
    include_str!("../data/catalogue/erc20/ftm.json"),
    include_str!("../data/catalogue/erc20/avax.json"),
    include_str!("../data/catalogue/erc20/matic.json"),
    include_str!("../data/catalogue/erc20/bsc.json"),
    include_str!("../data/catalogue/erc20/op.json"),
];
/// Currencies.
const FIAT: &str = include_str!("../data/catalogue/fiat.json");
/// Coins.
const COINS: &str = include_str!("../data/catalogue/coins.json");

/// Currency or coin of the seed.
#[derive(Deserialize)]
struct Row {
    #[serde(alias = "currency", alias = "chain")]
    id: String,
    name: String,
    ticker: String,
    icon: Option<String>,
    decimals: u8,
    tags: Vec<String>,
}

/// The symbol of a currency.
#[derive(Deserialize)]
struct SymbolRow {
    currency: String,
    symbol: String,
}

/// Returns the symbol of a currency of the built-in catalogue (CLDR, narrow form in English): `€`, or the code in capital
/// letters where CLDR has no symbol.
pub fn currency_symbol(currency: Currency) -> Option<&'static str> {
    static SYMBOLS: LazyLock<HashMap<Currency, String>> = LazyLock::new(|| {
        let rows: Vec<SymbolRow> = serde_json::from_str(FIAT).expect("tests parse the seed");
        let symbols = rows
            .into_iter()
            .map(|row| Some((row.currency.parse().ok()?, row.symbol)));
        symbols.collect::<Option<_>>().expect("tests parse the seed")
    });
    SYMBOLS.get(&currency).map(String::as_str)
}

/// Returns the assets in listing order.
pub fn seed() -> Vec<(AssetId, AssetMeta)> {
    let fiat = rows(AssetKind::Fiat, FIAT);
    let coins = rows(AssetKind::Coin, COINS);
    fiat.chain(coins).chain(TOKENS.into_iter().flat_map(tokens)).collect()
}

fn rows(kind: AssetKind, json: &str) -> impl Iterator<Item = (AssetId, AssetMeta)> {
    let rows: Vec<Row> = serde_json::from_str(json).expect("tests parse the seed");
    rows.into_iter()
        .map(move |row| row.asset(kind).expect("tests parse the seed"))
}

impl Row {
    fn asset(self, kind: AssetKind) -> Option<(AssetId, AssetMeta)> {
        let tags = self.tags.iter().map(|tag| tag.parse::<Tag>().ok());
        let meta = AssetMeta {
            name: self.name.parse().ok()?,
            ticker: self.ticker.parse().ok()?,
            icon: self.icon.map(|icon| icon.parse().ok()).unwrap_or_default(),
            decimals: self.decimals,
            tags: Tags::new(tags.collect::<Option<_>>()?).ok()?,
        };
        Some((AssetId::parse(kind, &self.id).ok()?, meta))
    }
}

fn tokens(json: &str) -> impl Iterator<Item = (AssetId, AssetMeta)> {
    let list = read_token_list(json).expect("tests parse the seed");
    list.into_iter().map(|token| token.asset.expect("tests parse the seed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CoinChain;
    use std::collections::HashSet;
    use wallet_btc_like::Params;
    use wallet_core::model::ChainName;
    use wallet_eth_like::Chain;

    fn ids(kind: AssetKind) -> Vec<AssetId> {
        let seed = seed().into_iter().map(|(id, _)| id);
        seed.filter(|id| id.kind() == kind).collect()
    }

    #[test]
    fn assets_are_unique() {
        let all = seed();
        let different: HashSet<_> = all.iter().map(|(id, _)| *id).collect();
        assert_eq!(different.len(), all.len());
    }

    #[test]
    fn every_chain_has_a_coin_with_the_decimals_of_the_chain() {
        let coins: HashSet<_> = ids(AssetKind::Coin).into_iter().collect();
        assert_eq!(coins, CoinChain::all().map(AssetId::Coin).collect());
        for (id, meta) in seed() {
            if let AssetId::Coin(chain) = id {
                let utxo = Params::all().iter().find(|params| params.chain.name() == chain.name());
                let expected = utxo.map_or(if chain == CoinChain::Xlm { 7 } else { 18 }, |params| params.decimals);
                assert_eq!(meta.decimals, expected, "{id}");
                assert!(meta.icon.is_some(), "{id}");
            }
        }
    }

    #[test]
    fn currencies_have_a_symbol() {
        for id in ids(AssetKind::Fiat) {
            let AssetId::Fiat(currency) = id else {
                panic!("{id}: no currency");
            };
            let symbol = currency_symbol(currency).expect("a symbol");
            assert!((1..=6).contains(&symbol.chars().count()), "{id}: {symbol}");
        }
        let symbol = |code: &str| currency_symbol(code.parse().unwrap());
        assert_eq!(
            [symbol("eur"), symbol("pln"), symbol("chf")],
            [Some("\u{20ac}"), Some("z\u{142}"), Some("CHF")]
        );
        assert_eq!(symbol("xyz"), None);
    }

    #[test]
    fn lists_have_minimum_lengths() {
        assert!(ids(AssetKind::Fiat).len() >= 150);
        let tokens = ids(AssetKind::Erc20);
        for (chain, minimum) in [
            ("eth", 40),
            ("bsc", 15),
            ("matic", 15),
            ("avax", 15),
            ("op", 15),
            ("ftm", 1),
            ("etc", 1),
        ] {
            let chain = Chain::from_name(chain);
            let count = tokens
                .iter()
                .filter(|id| id.contract().map(|contract| contract.chain) == chain)
                .count();
            assert!(count >= minimum, "{chain:?}: {count}");
        }
    }

    #[test]
    fn every_icon_of_the_seed_is_valid() {
        let lists = TOKENS
            .iter()
            .map(|list| list.matches("\"logoURI\"").count())
            .sum::<usize>();
        let with_icon = seed()
            .into_iter()
            .filter(|(id, meta)| id.kind() == AssetKind::Erc20 && meta.icon.is_some());
        assert_eq!(with_icon.count(), lists);
    }
}
