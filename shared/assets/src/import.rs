//! Import plan of an external token list.

use super::{AssetId, AssetMeta, Catalogue, Change, ListToken, Tags, TokenError};

/// Result of an import for each token of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportPlan {
    /// Tokens to add, including restored ones.
    pub new: Vec<Planned>,
    /// Tokens with changed metadata.
    pub changed: Vec<Planned>,
    /// The number of tokens that are already listed with the same metadata.
    pub unchanged: usize,
    /// The labels of deleted tokens that stay deleted.
    pub left_deleted: Vec<String>,
    /// The labels of rejected tokens, with the reasons.
    pub rejected: Vec<(String, ImportError)>,
}

/// A token with the change that imports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The label of the list entry.
    pub label: String,
    /// The change to store.
    pub change: Change,
}

/// Reason for the rejection of a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Not a valid asset.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// The decimals differ from the catalogue. The decimals of a contract are constant, so the list or the catalogue is
    /// incorrect.
    #[error("the list has {found} decimals, the catalogue {listed}")]
    Decimals {
        /// The decimals in the catalogue.
        listed: u8,
        /// The decimals in the list.
        found: u8,
    },
}

impl Catalogue {
    /// Returns the changes of an import of the tokens. Deleted assets are restored only with `restore`.
    ///
    /// Existing icons and tags are retained if the list has none.
    pub fn plan_import(&self, tokens: Vec<ListToken>, restore: bool) -> ImportPlan {
        let mut plan = ImportPlan::default();
        for ListToken { label, asset } in tokens {
            match asset {
                Ok((id, meta)) => self.plan(&mut plan, label, id, meta, restore),
                Err(error) => plan.rejected.push((label, error.into())),
            }
        }
        plan
    }

    fn plan(&self, plan: &mut ImportPlan, label: String, id: AssetId, given: AssetMeta, restore: bool) {
        let Some(listed) = self.find(&id) else {
            if self.is_deleted(&id) && !restore {
                plan.left_deleted.push(label);
            } else {
                let change = self.next(id, Some(given));
                plan.new.push(Planned { label, change });
            }
            return;
        };
        if listed.meta.decimals != given.decimals {
            let (listed, found) = (listed.meta.decimals, given.decimals);
            return plan.rejected.push((label, ImportError::Decimals { listed, found }));
        }
        let meta = completed(given, &listed.meta);
        if meta == listed.meta {
            plan.unchanged += 1;
        } else {
            let change = self.next(id, Some(meta));
            plan.changed.push(Planned { label, change });
        }
    }
}

/// Fills missing icon and tags from the known metadata.
fn completed(given: AssetMeta, known: &AssetMeta) -> AssetMeta {
    AssetMeta {
        icon: given.icon.or_else(|| known.icon.clone()),
        tags: if given.tags == Tags::default() {
            known.tags.clone()
        } else {
            given.tags
        },
        ..given
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_token_list;
    use serde_json::{Value, json};

    const CONTRACTS: [&str; 4] = [
        "0xdac17f958d2ee523a2206206994597c13d831ec7",
        "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
        "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359",
        "0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb",
    ];

    fn token(contract: usize, name: &str) -> Value {
        json!({ "chainId": 1, "address": CONTRACTS[contract], "name": name, "symbol": "T", "decimals": 6 })
    }

    fn read(tokens: &Value) -> Vec<ListToken> {
        read_token_list(&json!({ "tokens": tokens }).to_string()).unwrap()
    }

    /// Returns a catalogue of the first three contracts: the second with icon and tag, the third deleted.
    fn catalogue() -> Catalogue {
        let mut second = token(1, "Second");
        second["logoURI"] = json!("https://icons.example/2.png");
        second["tags"] = json!(["wrapped"]);
        let tokens = read(&json!([token(0, "First"), second, token(2, "Third")]));
        let seed: Vec<_> = tokens.into_iter().map(|token| token.asset.unwrap()).collect();
        let deleted = Change {
            id: seed[2].0,
            meta: None,
            revision: 4,
        };
        Catalogue::new(seed, vec![deleted])
    }

    fn names(planned: &[Planned]) -> Vec<(String, u64)> {
        let named = |planned: &Planned| {
            let meta = planned.change.meta.as_ref().unwrap();
            (meta.name.to_string(), planned.change.revision)
        };
        planned.iter().map(named).collect()
    }

    #[test]
    fn tokens_are_new_changed_unchanged_or_still_deleted() {
        let tokens = json!([
            token(0, "First"),
            token(1, "Renamed"),
            token(2, "Third"),
            token(3, "Fourth")
        ]);
        let plan = catalogue().plan_import(read(&tokens), false);
        assert_eq!(names(&plan.new), [("Fourth".to_owned(), 1)]);
        assert_eq!(names(&plan.changed), [("Renamed".to_owned(), 1)]);
        assert_eq!(
            (plan.unchanged, plan.left_deleted.len(), plan.rejected.len()),
            (1, 1, 0)
        );
        assert!(plan.left_deleted[0].contains(CONTRACTS[2]));
        let restored = catalogue().plan_import(read(&tokens), true);
        assert_eq!(
            names(&restored.new),
            [("Third".to_owned(), 5), ("Fourth".to_owned(), 1)]
        );
        assert!(restored.left_deleted.is_empty());
    }

    #[test]
    fn missing_icon_and_tags_are_retained() {
        let plan = catalogue().plan_import(read(&json!([token(1, "Second")])), false);
        assert_eq!(plan.unchanged, 1);
        let plan = catalogue().plan_import(read(&json!([token(1, "Renamed")])), false);
        let meta = plan.changed[0].change.meta.as_ref().unwrap();
        assert!(meta.icon.is_some() && meta.tags.iter().count() == 1);
    }

    #[test]
    fn different_decimals_and_invalid_tokens_are_rejected() {
        let mut decimals = token(0, "First");
        decimals["decimals"] = json!(18);
        let mut chain = token(3, "Elsewhere");
        chain["chainId"] = json!(59_144);
        let plan = catalogue().plan_import(read(&json!([decimals, chain])), true);
        let reasons: Vec<_> = plan.rejected.iter().map(|(_, error)| error.clone()).collect();
        let listed = ImportError::Decimals { listed: 6, found: 18 };
        assert_eq!(reasons, [listed, ImportError::Token(TokenError::Chain(59_144))]);
        assert!(plan.new.is_empty() && plan.changed.is_empty());
    }
}
