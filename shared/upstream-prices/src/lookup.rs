//! What a call to a price source requests.

use crate::names::names_of;
use std::collections::BTreeMap;
use wallet_assets::{CoinChain, PricedAsset};

/// The assets of a call. Equal requests share a result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lookup {
    /// The coins of all chains, so that every request for a coin has the same lookup.
    Coins,
    /// Tokens of a chain.
    Tokens {
        /// CoinGecko's name of the chain.
        platform: &'static str,
        /// The contracts in CoinGecko's form, sorted and different.
        contracts: Vec<String>,
    },
}

/// The lookup of an asset, and the key of the asset in the response.
pub(crate) struct Place {
    pub(crate) lookup: Lookup,
    /// The coin id or the contract.
    pub(crate) key: String,
}

/// Returns the position of each asset, `None` where the source does not have the chain. A lookup of tokens has at most
/// `per_call` contracts.
pub(crate) fn places(assets: &[PricedAsset], per_call: usize) -> Vec<Option<Place>> {
    let mut contracts: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for (platform, contract) in assets.iter().filter_map(token) {
        contracts.entry(platform).or_default().push(contract);
    }
    for list in contracts.values_mut() {
        list.sort();
        list.dedup();
    }
    let place = |asset: &PricedAsset| match asset {
        PricedAsset::Coin(chain) => Some(Place {
            lookup: Lookup::Coins,
            key: coin_id(*chain)?.to_owned(),
        }),
        PricedAsset::Erc20(_) | PricedAsset::Xlm(_) => {
            let (platform, key) = token(asset)?;
            let mut calls = contracts[platform].chunks(per_call);
            let contracts = calls.find(|call| call.contains(&key))?.to_vec();
            Some(Place {
                lookup: Lookup::Tokens { platform, contracts },
                key,
            })
        }
    };
    assets.iter().map(place).collect()
}

/// Returns the ids of all coins, sorted and different.
pub(crate) fn coin_ids() -> Vec<&'static str> {
    let mut ids: Vec<_> = CoinChain::all().filter_map(coin_id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Returns the platform and the contract of a token, `None` for a coin.
fn token(asset: &PricedAsset) -> Option<(&'static str, String)> {
    let (chain, contract) = match asset {
        PricedAsset::Coin(_) => return None,
        PricedAsset::Erc20(token) => (
            CoinChain::EthLike(token.chain),
            token.address.to_string().to_lowercase(),
        ),
        PricedAsset::Xlm(asset) => (CoinChain::Xlm, asset.to_string()),
    };
    Some((names_of(chain.name())?.platform.as_deref()?, contract))
}

fn coin_id(chain: CoinChain) -> Option<&'static str> {
    Some(&names_of(chain.name())?.coin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets(texts: &[&str]) -> Vec<PricedAsset> {
        texts.iter().map(|text| text.parse().expect(text)).collect()
    }

    fn token(digit: char) -> String {
        format!("eth:0x{}", digit.to_string().repeat(40))
    }

    #[test]
    fn coins_have_one_lookup_and_tokens_one_per_chain() {
        let (one, other) = (token('1'), token('2'));
        let bsc = one.replace("eth", "bsc");
        let places = places(&assets(&["btc", &other, &one, "op", &bsc, &one]), 30);
        let places: Vec<_> = places.into_iter().map(|place| place.expect("a place")).collect();
        assert_eq!(places[0].lookup, Lookup::Coins);
        assert_eq!(places[3].lookup, Lookup::Coins);
        assert_eq!(
            (places[0].key.as_str(), places[3].key.as_str()),
            ("bitcoin", "ethereum")
        );
        let Lookup::Tokens { platform, contracts } = &places[1].lookup else {
            panic!("a lookup of tokens");
        };
        assert_eq!(*platform, "ethereum");
        assert_eq!(contracts, &[one[4..].to_owned(), other[4..].to_owned()]);
        assert_eq!(places[1].lookup, places[2].lookup);
        assert_eq!(places[2].lookup, places[5].lookup);
        assert_ne!(places[2].lookup, places[4].lookup);
    }

    #[test]
    fn long_lists_are_split() {
        let tokens: Vec<_> = "123456789".chars().map(token).collect();
        let texts: Vec<_> = tokens.iter().map(String::as_str).collect();
        for (per_call, calls) in [(1, 9), (4, 3), (9, 1)] {
            let places = places(&assets(&texts), per_call);
            let different: std::collections::HashSet<_> =
                places.into_iter().map(|place| place.unwrap().lookup).collect();
            assert_eq!(different.len(), calls);
        }
    }

    #[test]
    fn every_coin_has_an_id() {
        assert!(CoinChain::all().all(|chain| coin_id(chain).is_some()));
        let ids = coin_ids();
        assert!(ids.is_sorted() && ids.contains(&"ethereum"), "{ids:?}");
    }
}
