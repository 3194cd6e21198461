//! The built-in assets (`data/catalogue`, docs/decisions/assets.md#token-selection), as a table that the build script writes.

use super::meta::{Icon, Name, Tags, Ticker};
use super::{AssetId, AssetMeta, CoinChain, Contract, Currency, HomeDomain, XlmAsset};
use std::sync::Arc;
use wallet_core::model::ChainName;
use wallet_eth_like::{Address, Chain};

// `ROWS`, the assets in listing order, and `BY_KEY`, the indexes of the rows in the order of their keys.
include!(concat!(env!("OUT_DIR"), "/seed.rs"));

/// The strings of all rows. A string in a row would be a pointer, which the loader has to relocate at every start.
static TEXTS: &str = include_str!(concat!(env!("OUT_DIR"), "/seed.txt"));

/// A string in [`TEXTS`]: start and length in bytes.
struct Text(u32, u16);

impl Text {
    fn get(&self) -> &'static str {
        let start = self.0 as usize;
        &TEXTS[start..start + usize::from(self.1)]
    }

    /// Returns the string, or `None` if the string is empty.
    fn optional(&self) -> Option<&'static str> {
        Some(self.get()).filter(|text| !text.is_empty())
    }
}

/// Identifier of an asset in bytes, filled with zeros: `f` and the code of a currency; `c` and the chain of a coin; `t`, the
/// chain in 8 bytes and the address of a token; `x`, the code in 12 bytes and the issuer's public key of a Stellar asset.
type Key = [u8; 45];

/// Asset of the table. The tests compare all rows with the result of the strict parsers.
struct Row {
    key: Key,
    decimals: u8,
    name: Text,
    ticker: Text,
    icon: Text,
    /// The tags, separated by spaces.
    tags: Text,
    /// The symbol of a currency.
    symbol: Text,
    home_domain: Text,
}

impl Row {
    /// Finds an asset by binary search.
    fn find(id: &AssetId) -> Option<&'static Self> {
        let key = key_of(id)?;
        let found = BY_KEY.binary_search_by_key(&key, |index| ROWS[usize::from(*index)].key);
        found.ok().map(|position| &ROWS[usize::from(BY_KEY[position])])
    }

    fn id(&self) -> AssetId {
        id_of(&self.key).expect("the tests parse the table")
    }

    fn meta(&self) -> AssetMeta {
        AssetMeta {
            name: Name::built_in(self.name.get()),
            ticker: Ticker::built_in(self.ticker.get()),
            icon: self.icon.optional().map(Icon::built_in),
            decimals: self.decimals,
            tags: Tags::built_in(self.tags.get()),
            home_domain: self.home_domain.optional().map(HomeDomain::built_in),
        }
    }
}

/// Returns the key of an asset; `None` for a collection, of which the table has none.
fn key_of(id: &AssetId) -> Option<Key> {
    let mut key = [0; 45];
    let mut write = |start: usize, bytes: &[u8]| key[start..start + bytes.len()].copy_from_slice(bytes);
    match id {
        AssetId::Fiat(currency) => {
            write(0, b"f");
            write(1, &currency.to_bytes());
        }
        AssetId::Coin(chain) => {
            write(0, b"c");
            write(1, chain.name().as_bytes());
        }
        AssetId::Erc20(contract) => {
            write(0, b"t");
            write(1, contract.chain.name().as_bytes());
            write(9, &contract.address.to_bytes());
        }
        AssetId::XlmAsset(asset) => {
            let (code, issuer) = asset.to_bytes();
            write(0, b"x");
            write(1, &code);
            write(13, &issuer);
        }
        AssetId::Erc721(_) | AssetId::Erc1155(_) => return None,
    }
    Some(key)
}

fn id_of(key: &Key) -> Option<AssetId> {
    let [kind, id @ ..] = key;
    let (code, issuer) = id.split_first_chunk()?;
    let (chain, address) = id.split_first_chunk::<8>()?;
    let chain = std::str::from_utf8(chain).ok()?.trim_end_matches('\0');
    Some(match kind {
        b'f' => AssetId::Fiat(chain.parse().ok()?),
        b'c' => AssetId::Coin(CoinChain::from_name(chain)?),
        b't' => AssetId::Erc20(Contract {
            chain: Chain::from_name(chain)?,
            address: Address::from_bytes(*address.first_chunk()?),
        }),
        _ => AssetId::XlmAsset(XlmAsset::built_in(*code, *issuer.first_chunk()?)),
    })
}

/// Returns the built-in assets in listing order.
pub fn seed() -> Vec<(AssetId, AssetMeta)> {
    ROWS.iter().map(|row| (row.id(), row.meta())).collect()
}

/// Returns the symbol of a currency of the built-in catalogue (CLDR, narrow form in English): `€`, or the code in capital
/// letters where CLDR has no symbol.
pub fn currency_symbol(currency: Currency) -> Option<&'static str> {
    Row::find(&AssetId::Fiat(currency)).and_then(|row| row.symbol.optional())
}

/// The assets that operators change.
#[derive(Clone, Debug, Default)]
pub enum Seed {
    /// The assets of the table, which are searched in place.
    #[default]
    BuiltIn,
    /// Other assets in listing order, such as the assets of a later version.
    List(Arc<[(AssetId, AssetMeta)]>),
}

impl From<Vec<(AssetId, AssetMeta)>> for Seed {
    fn from(assets: Vec<(AssetId, AssetMeta)>) -> Self {
        Self::List(assets.into())
    }
}

impl Seed {
    /// Returns the identifiers in listing order.
    pub(super) fn ids(&self) -> impl Iterator<Item = AssetId> {
        let (rows, list): (&[Row], &[_]) = match self {
            Self::BuiltIn => (&ROWS, &[]),
            Self::List(list) => (&[], list),
        };
        rows.iter().map(Row::id).chain(list.iter().map(|(id, _)| *id))
    }

    /// Returns the metadata of an asset.
    pub(super) fn find(&self, id: &AssetId) -> Option<AssetMeta> {
        match self {
            Self::BuiltIn => Row::find(id).map(Row::meta),
            Self::List(list) => list
                .iter()
                .find(|(listed, _)| listed == id)
                .map(|(_, meta)| meta.clone()),
        }
    }

    /// Returns true if the seed has the asset.
    pub fn contains(&self, id: &AssetId) -> bool {
        match self {
            Self::BuiltIn => Row::find(id).is_some(),
            Self::List(list) => list.iter().any(|(listed, _)| listed == id),
        }
    }
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
