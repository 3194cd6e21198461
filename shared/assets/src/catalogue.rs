//! The seed with the operator's changes applied.

use super::{AssetId, AssetKind, AssetMeta, CoinChain, Seed, XLM_DECIMALS};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use wallet_eth_like::{self as eth_like, Erc20Token};

/// Operator's change of an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The changed asset.
    pub id: AssetId,
    /// The new metadata; `None` if the asset is deleted.
    pub meta: Option<AssetMeta>,
    /// The number of changes of this asset so far, from 1.
    pub revision: u64,
}

/// Listed asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The asset.
    pub id: AssetId,
    /// The metadata.
    pub meta: AssetMeta,
    /// The number of changes; 0 for an unchanged asset of the seed.
    pub revision: u64,
}

/// Filter of a list of assets. The default selects all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Selects assets on this chain.
    pub chain: Option<CoinChain>,
    /// Selects assets with this tag.
    pub tag: Option<String>,
}

impl Filter {
    fn matches(&self, asset: &Listed) -> bool {
        let on_chain = self.chain.is_none() || asset.id.chain() == self.chain;
        let tagged = |requested: &str| asset.meta.tags.iter().any(|tag| tag.as_str() == requested);
        on_chain && self.tag.as_deref().is_none_or(tagged)
    }
}

/// All listed assets: the seed with the changes of operators.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    seed: Seed,
    /// The last change of each changed asset.
    changes: HashMap<AssetId, Change>,
    /// The listed assets that the seed lacks, in listing order.
    added: Vec<AssetId>,
    /// The tokens of each chain in shared form, collected at first use: every balance request needs the list of a chain.
    erc20: OnceLock<HashMap<eth_like::Chain, Arc<[Erc20Token]>>>,
}

impl Catalogue {
    /// Applies changes to the seed. Assets of the seed keep their order; added assets follow, sorted by
    /// identifier.
    pub fn new(seed: impl Into<Seed>, changes: Vec<Change>) -> Self {
        let seed = seed.into();
        let changes: HashMap<_, _> = changes.into_iter().map(|change| (change.id, change)).collect();
        let listed = changes.values().filter(|change| change.meta.is_some());
        let added = listed.map(|change| change.id).filter(|id| !seed.contains(id));
        let mut added: Vec<_> = added.collect();
        added.sort_by_cached_key(AssetId::to_string);
        Self {
            seed,
            changes,
            added,
            erc20: OnceLock::new(),
        }
    }

    /// Returns this catalogue with a newer change of an asset. An added asset comes last.
    #[must_use]
    pub fn with(&self, change: Change) -> Self {
        let mut catalogue = Self {
            erc20: OnceLock::new(),
            ..self.clone()
        };
        let Change { id, meta, .. } = &change;
        if meta.is_none() {
            catalogue.added.retain(|added| added != id);
        } else if self.find(id).is_none() && !self.seed.contains(id) {
            catalogue.added.push(*id);
        }
        catalogue.changes.insert(change.id, change);
        catalogue
    }

    /// Returns the asset, or `None` if the asset is not listed.
    pub fn find(&self, id: &AssetId) -> Option<Listed> {
        let (meta, revision) = match self.changes.get(id) {
            Some(change) => (change.meta.clone(), change.revision),
            None => (self.seed.find(id), 0),
        };
        meta.map(|meta| Listed {
            id: *id,
            meta,
            revision,
        })
    }

    /// Returns the number of changes of an asset, listed or not; 0 if the asset was never changed.
    pub fn revision(&self, id: &AssetId) -> u64 {
        self.changes.get(id).map_or(0, |change| change.revision)
    }

    /// Returns the decimals of a listed asset, of a deleted asset of the seed, and of every Stellar asset.
    pub(super) fn known_decimals(&self, id: &AssetId) -> Option<u8> {
        if let AssetId::XlmAsset(_) = id {
            return Some(XLM_DECIMALS);
        }
        let listed = self.find(id).map(|asset| asset.meta);
        listed.or_else(|| self.seed.find(id)).map(|meta| meta.decimals)
    }

    /// Returns all listed assets.
    pub(super) fn all(&self) -> impl Iterator<Item = Listed> {
        self.select(|_| true)
    }

    /// Returns the listed assets with a matching identifier.
    fn select(&self, matches: impl Fn(&AssetId) -> bool) -> impl Iterator<Item = Listed> {
        let ids = self.seed.ids().chain(self.added.iter().copied());
        ids.filter(matches).filter_map(|id| self.find(&id))
    }

    /// Returns true if the asset was deleted.
    pub fn is_deleted(&self, id: &AssetId) -> bool {
        self.changes.get(id).is_some_and(|change| change.meta.is_none())
    }

    /// Returns the tokens of a chain in listing order.
    pub fn erc20(&self, chain: eth_like::Chain) -> Arc<[Erc20Token]> {
        let lists = self.erc20.get_or_init(|| self.erc20_lists());
        lists.get(&chain).cloned().unwrap_or_default()
    }

    /// Returns the collections of non-fungible tokens of a chain. The built-in list has none.
    pub fn collections(&self, chain: eth_like::Chain) -> Vec<eth_like::Address> {
        let added = self.added.iter().filter(|id| self.find(id).is_some());
        let collections = added.filter_map(|id| match id {
            AssetId::Erc721(contract) | AssetId::Erc1155(contract) => Some(contract),
            _ => None,
        });
        let of_chain = collections.filter(|contract| contract.chain == chain);
        of_chain.map(|contract| contract.address).collect()
    }

    /// Returns the assets of a kind that match a filter.
    pub fn list(&self, kind: AssetKind, filter: &Filter) -> impl Iterator<Item = Listed> {
        let of_kind = self.select(move |id| id.kind() == kind);
        of_kind.filter(|asset| filter.matches(asset))
    }

    fn erc20_lists(&self) -> HashMap<eth_like::Chain, Arc<[Erc20Token]>> {
        let mut lists: HashMap<eth_like::Chain, Vec<Erc20Token>> = HashMap::new();
        for Listed { id, meta, .. } in self.all() {
            if let AssetId::Erc20(contract) = id {
                lists.entry(contract.chain).or_default().push(Erc20Token {
                    contract: contract.address,
                    decimals: meta.decimals,
                });
            }
        }
        lists.into_iter().map(|(chain, list)| (chain, list.into())).collect()
    }
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
            home_domain: None,
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
    fn changes_override_the_seed() {
        let changes = vec![
            change("usd", Some(meta("Dollar", "mine")), 3),
            change("eur", None, 1),
            change("gbp", Some(meta("Pound", "mine")), 1),
            change("chf", Some(meta("Franc", "mine")), 1),
        ];
        let catalogue = Catalogue::new(seed(), changes);
        let all = Filter::default();
        assert_eq!(names(&catalogue, AssetKind::Fiat, &all), ["Dollar", "Franc", "Pound"]);
        assert_eq!(names(&catalogue, AssetKind::Erc20, &all), [TETHER]);
        assert_eq!(catalogue.find(&id("eur")), None);
        let revisions = ["usd", "eur", TETHER, "jpy"].map(|text| catalogue.revision(&id(text)));
        assert_eq!(revisions, [3, 1, 0, 0]);
    }

    #[test]
    fn newer_change_of_one_asset_equals_a_new_overlay() {
        let before = vec![change("eur", None, 1), change("chf", Some(meta("Franc", "mine")), 1)];
        let catalogue = Catalogue::new(seed(), before.clone());
        let newer = [
            change("usd", Some(meta("Dollar", "mine")), 1),
            change("usd", None, 1),
            change("eur", Some(meta("Euro", "mine")), 2),
            change("chf", None, 2),
            change("zar", Some(meta("Rand", "mine")), 1),
        ];
        for change in newer {
            let mut all = before.clone();
            all.retain(|other| other.id != change.id);
            all.push(change.clone());
            let (expected, actual) = (Catalogue::new(seed(), all), catalogue.with(change.clone()));
            let sorted = |catalogue: &Catalogue| {
                let mut names = names(catalogue, AssetKind::Fiat, &Filter::default());
                names.sort();
                names
            };
            assert_eq!(sorted(&actual), sorted(&expected), "{change:?}");
            for text in ["usd", "eur", "chf", "zar", TETHER] {
                assert_eq!(actual.find(&id(text)), expected.find(&id(text)), "{text}: {change:?}");
                assert_eq!(
                    actual.revision(&id(text)),
                    expected.revision(&id(text)),
                    "{text}: {change:?}"
                );
                assert_eq!(
                    actual.is_deleted(&id(text)),
                    expected.is_deleted(&id(text)),
                    "{text}: {change:?}"
                );
            }
        }
    }

    #[test]
    fn filters_select_by_chain_and_tag() {
        let catalogue = Catalogue::new(seed(), vec![change(OTHER, Some(meta("On op", "mine")), 1)]);
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
    fn tokens_of_a_chain_are_the_listed_ones() {
        let other = "eth:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
        let changes = vec![change(TETHER, None, 1), change(other, Some(meta("Mine", "mine")), 1)];
        let catalogue = Catalogue::new(seed(), changes);
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
