//! The seed with the operator's changes on top.

use super::{AssetId, AssetKind, AssetMeta, CoinChain};
use std::collections::HashMap;
use std::sync::Arc;
use wallet_eth_like::{self as eth_like, Erc20Token};

/// What an operator made of an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which asset.
    pub id: AssetId,
    /// What it is now; `None` when it is deleted.
    pub meta: Option<AssetMeta>,
    /// Counts the changes of this asset, from 1.
    pub revision: u64,
}

/// An asset that is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Which asset.
    pub id: AssetId,
    /// What it is.
    pub meta: AssetMeta,
    /// How often it was changed; 0 as the seed has it.
    pub revision: u64,
}

/// Which assets of a kind to list. Without anything, all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Those on this chain.
    pub chain: Option<CoinChain>,
    /// Those with this tag.
    pub tag: Option<String>,
}

impl Filter {
    fn takes(&self, asset: &Listed) -> bool {
        let on_chain = self.chain.is_none() || asset.id.chain() == self.chain;
        let tagged = |wanted: &str| asset.meta.tags.iter().any(|tag| tag.as_str() == wanted);
        on_chain && self.tag.as_deref().is_none_or(tagged)
    }
}

/// Every asset that is listed.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    assets: Vec<Listed>,
    /// Where each asset is in `assets`.
    places: HashMap<AssetId, usize>,
    /// The revisions of deleted assets.
    deleted: HashMap<AssetId, u64>,
    /// The tokens of each chain, ready to be shared: every request for balances asks for one of these lists.
    erc20: HashMap<eth_like::Chain, Arc<[Erc20Token]>>,
}

impl Catalogue {
    /// The seed, changed. Assets of the seed keep their place, those added stand behind them in the order of their ids.
    pub fn new(seed: &[(AssetId, AssetMeta)], changes: Vec<Change>) -> Self {
        let mut changes: HashMap<AssetId, Change> = changes.into_iter().map(|change| (change.id, change)).collect();
        let mut catalogue = Self::default();
        for (id, meta) in seed {
            let change = changes.remove(id).unwrap_or_else(|| Change {
                id: *id,
                meta: Some(meta.clone()),
                revision: 0,
            });
            catalogue.add(change);
        }
        let mut added: Vec<Change> = changes.into_values().collect();
        added.sort_by_cached_key(|change| change.id.to_string());
        for change in added {
            catalogue.add(change);
        }
        catalogue.erc20 = erc20_lists(&catalogue.assets);
        catalogue
    }

    fn add(&mut self, change: Change) {
        let Change { id, meta, revision } = change;
        match meta {
            Some(meta) => {
                self.places.insert(id, self.assets.len());
                self.assets.push(Listed { id, meta, revision });
            }
            None => {
                self.deleted.insert(id, revision);
            }
        }
    }

    /// The asset, if it is listed.
    pub fn find(&self, id: &AssetId) -> Option<&Listed> {
        self.places.get(id).map(|place| &self.assets[*place])
    }

    /// How often an asset was changed, listed or not; 0 when it never was.
    pub fn revision(&self, id: &AssetId) -> u64 {
        let listed = self.find(id).map(|asset| asset.revision);
        listed.or_else(|| self.deleted.get(id).copied()).unwrap_or(0)
    }

    /// Whether somebody deleted the asset.
    pub fn is_deleted(&self, id: &AssetId) -> bool {
        self.deleted.contains_key(id)
    }

    /// The tokens of a chain, in the order of the list.
    pub fn erc20(&self, chain: eth_like::Chain) -> Arc<[Erc20Token]> {
        self.erc20.get(&chain).cloned().unwrap_or_default()
    }

    /// The assets of a kind that a filter takes.
    pub fn list<'a>(&'a self, kind: AssetKind, filter: &'a Filter) -> impl Iterator<Item = &'a Listed> {
        let of_kind = self.assets.iter().filter(move |asset| asset.id.kind() == kind);
        of_kind.filter(|asset| filter.takes(asset))
    }
}

fn erc20_lists(assets: &[Listed]) -> HashMap<eth_like::Chain, Arc<[Erc20Token]>> {
    let mut lists: HashMap<eth_like::Chain, Vec<Erc20Token>> = HashMap::new();
    for Listed { id, meta, .. } in assets {
        if let AssetId::Erc20(contract) = id {
            lists.entry(contract.chain).or_default().push(Erc20Token {
                contract: contract.address,
                decimals: meta.decimals,
            });
        }
    }
    lists.into_iter().map(|(chain, list)| (chain, list.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_core::model::ChainName;

    fn id(text: &str) -> AssetId {
        let kind = if text.contains(':') {
            AssetKind::Erc20
        } else {
            AssetKind::Fiat
        };
        AssetId::parse(kind, text).expect(text)
    }

    fn meta(name: &str, tag: &str) -> AssetMeta {
        AssetMeta {
            name: name.parse().unwrap(),
            ticker: "T".parse().unwrap(),
            icon: None,
            decimals: 2,
            tags: super::super::Tags::new(vec![tag.parse().unwrap()]).unwrap(),
        }
    }

    fn seed() -> Vec<(AssetId, AssetMeta)> {
        ["usd", "eur", TETHER]
            .map(|text| (id(text), meta(text, "seed")))
            .to_vec()
    }

    const TETHER: &str = "eth:0xdAC17F958D2ee523a2206206994597C13D831ec7";
    const OTHER: &str = "op:0x94b008aA00579c1307B0EF2c499aD98a8ce58e58";

    fn change(text: &str, meta: Option<AssetMeta>, revision: u64) -> Change {
        Change {
            id: id(text),
            meta,
            revision,
        }
    }

    fn names(catalogue: &Catalogue, kind: AssetKind, filter: &Filter) -> Vec<String> {
        catalogue
            .list(kind, filter)
            .map(|asset| asset.meta.name.to_string())
            .collect()
    }

    #[test]
    fn changes_lie_over_the_seed() {
        let changes = vec![
            change("usd", Some(meta("Dollar", "mine")), 3),
            change("eur", None, 1),
            change("gbp", Some(meta("Pound", "mine")), 1),
            change("chf", Some(meta("Franc", "mine")), 1),
        ];
        let catalogue = Catalogue::new(&seed(), changes);
        let all = Filter::default();
        assert_eq!(names(&catalogue, AssetKind::Fiat, &all), ["Dollar", "Franc", "Pound"]);
        assert_eq!(names(&catalogue, AssetKind::Erc20, &all), [TETHER]);
        assert_eq!(catalogue.find(&id("eur")), None);
        let revisions = ["usd", "eur", TETHER, "jpy"].map(|text| catalogue.revision(&id(text)));
        assert_eq!(revisions, [3, 1, 0, 0]);
    }

    #[test]
    fn filters_take_by_chain_and_tag() {
        let catalogue = Catalogue::new(&seed(), vec![change(OTHER, Some(meta("On op", "mine")), 1)]);
        let by = |chain: Option<&str>, tag: Option<&str>| {
            let filter = Filter {
                chain: chain.and_then(CoinChain::from_name),
                tag: tag.map(str::to_owned),
            };
            names(&catalogue, AssetKind::Erc20, &filter)
        };
        assert_eq!(by(None, None), [TETHER, "On op"]);
        assert_eq!(by(Some("op"), None), ["On op"]);
        assert_eq!(by(None, Some("seed")), [TETHER]);
        assert_eq!(by(Some("op"), Some("seed")), [""; 0]);
        assert_eq!(by(Some("btc"), None), [""; 0]);
    }

    #[test]
    fn the_tokens_of_a_chain_are_those_that_are_listed() {
        let other = "eth:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
        let changes = vec![change(TETHER, None, 1), change(other, Some(meta("Mine", "mine")), 1)];
        let catalogue = Catalogue::new(&seed(), changes);
        let list = |name: &str| catalogue.erc20(eth_like::Chain::from_name(name).unwrap());
        let Some(contract) = id(other).contract() else {
            panic!("a token has a contract")
        };
        let token = Erc20Token {
            contract: contract.address,
            decimals: 2,
        };
        assert_eq!(*list("eth"), [token]);
        assert_eq!(*list("op"), []);
    }
}
