//! Writer of token lists.

use super::Token;
use crate::{AssetId, Listed, Tag};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use wallet_core::model::Network;

/// Maximum number of tags that a list may describe; other tags appear in tokens only.
const EXPLAINED_TAGS: usize = 20;

/// Version of a list (semver).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ListVersion {
    /// Raised when tokens are withdrawn.
    pub major: u32,
    /// Raised when tokens are added.
    pub minor: u32,
    /// Raised when token metadata changes.
    pub patch: u32,
}

#[derive(Serialize)]
struct Written<'a> {
    name: &'a str,
    timestamp: &'a str,
    version: ListVersion,
    tags: BTreeMap<&'a str, Described<'a>>,
    tokens: Vec<Token>,
}

/// Description of a tag.
#[derive(Serialize)]
struct Described<'a> {
    name: &'a str,
    description: &'a str,
}

/// Serialises the tokens among these assets as a list; `timestamp` is RFC 3339.
pub fn write_token_list<'a>(
    name: &str,
    timestamp: &str,
    version: ListVersion,
    assets: impl Iterator<Item = &'a Listed> + Clone,
) -> String {
    let tags = assets.clone().flat_map(|asset| asset.meta.tags.iter().map(Tag::as_str));
    let described = |tag| {
        (
            tag,
            Described {
                name: tag,
                description: tag,
            },
        )
    };
    let list = Written {
        name,
        timestamp,
        version,
        tags: tags
            .collect::<BTreeSet<_>>()
            .into_iter()
            .take(EXPLAINED_TAGS)
            .map(described)
            .collect(),
        tokens: assets.filter_map(token).collect(),
    };
    list.to_json()
}

impl Written<'_> {
    fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings and numbers always serialise")
    }
}

fn token(asset: &Listed) -> Option<Token> {
    let AssetId::Erc20(contract) = asset.id else {
        return None;
    };
    Some(Token {
        chain_id: contract.chain.id(Network::Livenet),
        address: contract.address.to_string(),
        name: asset.meta.name.to_string(),
        symbol: asset.meta.ticker.to_string(),
        decimals: asset.meta.decimals,
        logo: asset.meta.icon.as_ref().map(ToString::to_string),
        tags: asset.meta.tags.iter().map(ToString::to_string).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AssetMeta, Tags, read_token_list};
    use serde_json::{Value, json};

    fn tether() -> (AssetId, AssetMeta) {
        let token = json!({
            "chainId": 1,
            "address": "0xdac17f958d2ee523a2206206994597c13d831ec7",
            "name": "Tether USD",
            "symbol": "USDT",
            "decimals": 6,
            "logoURI": "https://icons.example/usdt.png",
            "tags": ["stablecoin"],
        });
        let list = json!({ "tokens": [token] }).to_string();
        read_token_list(&list).unwrap().remove(0).asset.unwrap()
    }

    #[test]
    fn written_list_round_trips() {
        let (id, meta) = tether();
        let listed = [Listed {
            id,
            meta: meta.clone(),
            revision: 0,
        }];
        let written = write_token_list("Mine", "2026-01-01T00:00:00Z", ListVersion::default(), listed.iter());
        assert_eq!(read_token_list(&written).unwrap()[0].asset, Ok((id, meta)));
        let value: Value = serde_json::from_str(&written).unwrap();
        assert_eq!(value["tags"]["stablecoin"]["name"], "stablecoin");
    }

    #[test]
    fn written_list_describes_at_most_20_tags() {
        let (id, meta) = tether();
        let listed: Vec<_> = (0..30)
            .map(|n| {
                let tags = Tags::new(vec![format!("t{n}").parse().unwrap()]).unwrap();
                let meta = AssetMeta { tags, ..meta.clone() };
                Listed { id, meta, revision: 0 }
            })
            .collect();
        let written = write_token_list("Mine", "2026-01-01T00:00:00Z", ListVersion::default(), listed.iter());
        let value: Value = serde_json::from_str(&written).unwrap();
        assert_eq!(value["tags"].as_object().unwrap().len(), 20);
    }
}
