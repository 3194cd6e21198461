//! The built-in assets (`data/catalogue`, docs/decisions/assets.md#token-selection), as a table that the build script writes.

use super::meta::{Icon, Name, Tags, Ticker};
use super::{AssetId, AssetMeta, CoinChain, Contract, Currency, HomeDomain, XlmAsset};
use wallet_core::model::ChainName;
use wallet_eth_like::{Address, Chain};

/// The assets in listing order.
static ROWS: &[Row] = include!(concat!(env!("OUT_DIR"), "/seed.rs"));

/// Asset of the table. The tests compare all rows with the result of the strict parsers.
struct Row {
    id: Id,
    name: &'static str,
    ticker: &'static str,
    icon: Option<&'static str>,
    decimals: u8,
    tags: &'static [&'static str],
    home_domain: Option<&'static str>,
}

/// Identifier of an asset of the table.
enum Id {
    /// The code and the symbol of a currency.
    Fiat(&'static str, &'static str),
    /// The chain of a coin.
    Coin(&'static str),
    /// The chain and the address of a token.
    Erc20(&'static str, [u8; 20]),
    /// The code and the public key of the issuer of a Stellar asset.
    XlmAsset(&'static str, [u8; 32]),
}

impl Id {
    fn parse(&self) -> Option<AssetId> {
        match self {
            Self::Fiat(code, _) => code.parse().map(AssetId::Fiat).ok(),
            Self::Coin(chain) => CoinChain::from_name(chain).map(AssetId::Coin),
            Self::Erc20(chain, address) => Some(AssetId::Erc20(Contract {
                chain: Chain::from_name(chain)?,
                address: Address::from_bytes(*address),
            })),
            Self::XlmAsset(code, issuer) => Some(AssetId::XlmAsset(XlmAsset::built_in(code, *issuer))),
        }
    }
}

impl Row {
    fn asset(&self) -> (AssetId, AssetMeta) {
        let meta = AssetMeta {
            name: Name::built_in(self.name),
            ticker: Ticker::built_in(self.ticker),
            icon: self.icon.map(Icon::built_in),
            decimals: self.decimals,
            tags: Tags::built_in(self.tags),
            home_domain: self.home_domain.map(HomeDomain::built_in),
        };
        (self.id.parse().expect("the tests parse the table"), meta)
    }
}

/// Returns the symbol of a currency of the built-in catalogue (CLDR, narrow form in English): `€`, or the code in capital
/// letters where CLDR has no symbol.
pub fn currency_symbol(currency: Currency) -> Option<&'static str> {
    ROWS.iter().find_map(|row| match row.id {
        Id::Fiat(code, symbol) => (code.parse() == Ok(currency)).then_some(symbol),
        Id::Coin(_) | Id::Erc20(..) | Id::XlmAsset(..) => None,
    })
}

/// Returns the assets in listing order.
pub fn seed() -> Vec<(AssetId, AssetMeta)> {
    ROWS.iter().map(Row::asset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CoinChain;
    use crate::token_list::read_token_list;
    use crate::{AssetKind, Tag};
    use serde::Deserialize;
    use std::collections::HashSet;
    use wallet_btc_like::Params;

    /// Returns the token list of each EVM chain (tokenlists.org).
    fn token_lists() -> Vec<String> {
        let file = |chain: &Chain| format!("{}/data/catalogue/erc20/{chain}.json", env!("CARGO_MANIFEST_DIR"));
        let chains = Chain::ALL.iter();
        chains
            .map(|chain| std::fs::read_to_string(file(chain)).unwrap())
            .collect()
    }

    /// Currency, coin or Stellar asset of a file.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct FileRow {
        #[serde(alias = "currency", alias = "chain", alias = "code")]
        id: String,
        issuer: Option<String>,
        home_domain: Option<String>,
        name: String,
        ticker: String,
        icon: Option<String>,
        decimals: u8,
        tags: Vec<String>,
    }

    impl FileRow {
        fn asset(self, kind: AssetKind) -> (AssetId, AssetMeta) {
            let tags = self.tags.iter().map(|tag| tag.parse::<Tag>().unwrap());
            let meta = AssetMeta {
                name: self.name.parse().unwrap(),
                ticker: self.ticker.parse().unwrap(),
                icon: self.icon.map(|icon| icon.parse().unwrap()),
                decimals: self.decimals,
                tags: Tags::new(tags.collect()).unwrap(),
                home_domain: self.home_domain.map(|domain| domain.parse().unwrap()),
            };
            let id = self
                .issuer
                .map_or(self.id.clone(), |issuer| format!("{}-{issuer}", self.id));
            (AssetId::parse(kind, &id).unwrap(), meta)
        }
    }

    fn file(kind: AssetKind, json: &str) -> Vec<(AssetId, AssetMeta)> {
        let rows: Vec<FileRow> = serde_json::from_str(json).unwrap();
        rows.into_iter().map(|row| row.asset(kind)).collect()
    }

    #[test]
    fn table_equals_the_parsed_files() {
        let fiat = file(AssetKind::Fiat, include_str!("../data/catalogue/fiat.json"));
        let coins = file(AssetKind::Coin, include_str!("../data/catalogue/coins.json"));
        let lists = token_lists();
        let tokens = lists.iter().flat_map(|list| read_token_list(list).unwrap());
        let tokens = tokens.map(|token| token.asset.expect(&token.label));
        let xlm_assets = file(AssetKind::XlmAsset, include_str!("../data/catalogue/xlm-assets.json"));
        let parsed: Vec<_> = fiat.into_iter().chain(coins).chain(tokens).chain(xlm_assets).collect();
        assert_eq!(seed(), parsed);
    }

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
            ("base", 15),
            ("arb", 15),
            ("gno", 10),
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
    fn stellar_assets_have_a_home_domain_and_their_code_as_ticker() {
        let assets = seed().into_iter().filter(|(id, _)| id.kind() == AssetKind::XlmAsset);
        let mut codes = HashSet::new();
        for (id, meta) in assets {
            let AssetId::XlmAsset(asset) = id else {
                panic!("{id}: no Stellar asset");
            };
            assert_eq!(crate::check_code(&id, &meta), Ok(()), "{id}");
            assert_eq!(meta.decimals, crate::XLM_DECIMALS, "{id}");
            assert!(meta.home_domain.is_some(), "{id}");
            assert!(
                codes.insert(asset.code().to_uppercase()),
                "{id}: a second asset with this code"
            );
        }
        assert!(codes.len() >= 20);
    }

    #[test]
    fn every_icon_of_the_seed_is_valid() {
        let lists = token_lists()
            .iter()
            .map(|list| list.matches("\"logoURI\"").count())
            .sum::<usize>();
        let with_icon = seed()
            .into_iter()
            .filter(|(id, meta)| id.kind() == AssetKind::Erc20 && meta.icon.is_some());
        assert_eq!(with_icon.count(), lists);
    }
}
