//! The seed with the operator's changes applied.

use super::{AssetId, AssetKind, AssetMeta, CoinChain, XLM_DECIMALS};
use std::collections::HashMap;
use std::sync::Arc;
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

/// All listed assets.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    assets: Vec<Listed>,
    /// Indexes into `assets`.
    indexes: HashMap<AssetId, usize>,
    /// The revisions of deleted assets.
    deleted: HashMap<AssetId, u64>,
    /// The decimals of all assets of the seed, also of deleted ones.
    seed_decimals: Arc<HashMap<AssetId, u8>>,
    /// The tokens of each chain in shared form: every balance request needs one of these lists.
    erc20: HashMap<eth_like::Chain, Arc<[Erc20Token]>>,
}

impl Catalogue {
    /// Applies changes to the seed. Assets of the seed keep their order; added assets follow, sorted by
    /// identifier.
    pub fn new(seed: &[(AssetId, AssetMeta)], changes: Vec<Change>) -> Self {
        let mut changes: HashMap<AssetId, Change> = changes.into_iter().map(|change| (change.id, change)).collect();
        let mut catalogue = Self {
            seed_decimals: Arc::new(seed.iter().map(|(id, meta)| (*id, meta.decimals)).collect()),
            ..Self::with_capacity(seed.len() + changes.len())
        };
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

    /// Returns this catalogue with a newer change of one asset. An asset that is added comes last.
    #[must_use]
    pub fn with(&self, change: Change) -> Self {
        let mut catalogue = Self {
            deleted: self.deleted.clone(),
            seed_decimals: Arc::clone(&self.seed_decimals),
            ..Self::with_capacity(self.assets.len() + 1)
        };
        let mut change = Some(change);
        for Listed { id, meta, revision } in &self.assets {
            let newer = change.take_if(|change| change.id == *id);
            let listed = newer.unwrap_or_else(|| Change {
                id: *id,
                meta: Some(meta.clone()),
                revision: *revision,
            });
            catalogue.add(listed);
        }
        if let Some(change) = change {
            catalogue.deleted.remove(&change.id);
            catalogue.add(change);
        }
        catalogue.erc20 = erc20_lists(&catalogue.assets);
        catalogue
    }

    /// Creates an empty catalogue with space for this number of assets: growing step by step hashes every identifier again.
    fn with_capacity(assets: usize) -> Self {
        Self {
            assets: Vec::with_capacity(assets),
            indexes: HashMap::with_capacity(assets),
            ..Self::default()
        }
    }

    /// Adds the last change of an asset.
    fn add(&mut self, change: Change) {
        let Change { id, meta, revision } = change;
        match meta {
            Some(meta) => {
                self.indexes.insert(id, self.assets.len());
                self.assets.push(Listed { id, meta, revision });
            }
            None => {
                self.deleted.insert(id, revision);
            }
        }
    }

    /// Returns the asset if it is listed.
    pub fn find(&self, id: &AssetId) -> Option<&Listed> {
        self.indexes.get(id).map(|index| &self.assets[*index])
    }

    /// Returns the number of changes of an asset, listed or not; 0 if it was never changed.
    pub fn revision(&self, id: &AssetId) -> u64 {
        let listed = self.find(id).map(|asset| asset.revision);
        listed.or_else(|| self.deleted.get(id).copied()).unwrap_or(0)
    }

    /// Returns the decimals of an asset that is listed or a deleted one of the seed, and of every Stellar asset.
    pub(super) fn known_decimals(&self, id: &AssetId) -> Option<u8> {
        if let AssetId::XlmAsset(_) = id {
            return Some(XLM_DECIMALS);
        }
        let listed = self.find(id).map(|asset| asset.meta.decimals);
        listed.or_else(|| self.seed_decimals.get(id).copied())
    }

    /// Returns all listed assets.
    pub(super) fn all(&self) -> impl Iterator<Item = &Listed> {
        self.assets.iter()
    }

    /// Returns true if the asset was deleted.
    pub fn is_deleted(&self, id: &AssetId) -> bool {
        self.deleted.contains_key(id)
    }

    /// Returns the tokens of a chain in listing order.
    pub fn erc20(&self, chain: eth_like::Chain) -> Arc<[Erc20Token]> {
        self.erc20.get(&chain).cloned().unwrap_or_default()
    }

    /// Returns the assets of a kind that match a filter.
    pub fn list<'a>(&'a self, kind: AssetKind, filter: &'a Filter) -> impl Iterator<Item = &'a Listed> {
        let of_kind = self.assets.iter().filter(move |asset| asset.id.kind() == kind);
        of_kind.filter(|asset| filter.matches(asset))
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
        let catalogue = Catalogue::new(&seed(), changes);
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
        let catalogue = Catalogue::new(&seed(), before.clone());
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
            let (expected, actual) = (Catalogue::new(&seed(), all), catalogue.with(change.clone()));
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
    fn tokens_of_a_chain_are_the_listed_ones() {
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
