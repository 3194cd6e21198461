//! What an import of other people's list would change.

use super::{AssetId, AssetMeta, Catalogue, Change, ListToken, Tags, TokenError};

/// What becomes of each token of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportPlan {
    /// Those to be added, restored ones too.
    pub new: Vec<Planned>,
    /// Those to be described anew.
    pub changed: Vec<Planned>,
    /// How many are listed just so.
    pub unchanged: usize,
    /// What the list calls those that somebody deleted, and that stay so.
    pub left_deleted: Vec<String>,
    /// What the list calls those that are not taken, and why.
    pub refused: Vec<(String, ImportError)>,
}

/// A token and the change that takes it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// What the list calls it.
    pub label: String,
    /// What is to be stored.
    pub change: Change,
}

/// Why a token of a list is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// It is no asset of ours.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// The catalogue has other decimals. Those of a contract do not change, so one of the two is wrong.
    #[error("the list says {given} decimals, the catalogue {listed}")]
    Decimals {
        /// What the catalogue has.
        listed: u8,
        /// What the list has.
        given: u8,
    },
}

impl Catalogue {
    /// What an import of these tokens would change. Deleted assets come back only with `restore`.
    ///
    /// Icon and tags stay as they are where the list gives none.
    pub fn importing(&self, tokens: Vec<ListToken>, restore: bool) -> ImportPlan {
        let mut plan = ImportPlan::default();
        for ListToken { label, asset } in tokens {
            match asset {
                Ok((id, meta)) => self.plan(&mut plan, label, id, meta, restore),
                Err(error) => plan.refused.push((label, error.into())),
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
            let (listed, given) = (listed.meta.decimals, given.decimals);
            return plan.refused.push((label, ImportError::Decimals { listed, given }));
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

/// What the list gives, with what is known where it gives nothing.
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

    /// The first three contracts, of which the second has icon and tag, and the third was deleted.
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
        Catalogue::new(&seed, vec![deleted])
    }

    fn names(planned: &[Planned]) -> Vec<(String, u64)> {
        let named = |planned: &Planned| {
            let meta = planned.change.meta.as_ref().unwrap();
            (meta.name.to_string(), planned.change.revision)
        };
        planned.iter().map(named).collect()
    }

    #[test]
    fn each_token_is_new_changed_unchanged_or_left_deleted() {
        let tokens = json!([
            token(0, "First"),
            token(1, "Renamed"),
            token(2, "Third"),
            token(3, "Fourth")
        ]);
        let plan = catalogue().importing(read(&tokens), false);
        assert_eq!(names(&plan.new), [("Fourth".to_owned(), 1)]);
        assert_eq!(names(&plan.changed), [("Renamed".to_owned(), 1)]);
        assert_eq!((plan.unchanged, plan.left_deleted.len(), plan.refused.len()), (1, 1, 0));
        assert!(plan.left_deleted[0].contains(CONTRACTS[2]));
        let restored = catalogue().importing(read(&tokens), true);
        assert_eq!(
            names(&restored.new),
            [("Third".to_owned(), 5), ("Fourth".to_owned(), 1)]
        );
        assert!(restored.left_deleted.is_empty());
    }

    #[test]
    fn icon_and_tags_stay_where_the_list_gives_none() {
        let plan = catalogue().importing(read(&json!([token(1, "Second")])), false);
        assert_eq!(plan.unchanged, 1);
        let plan = catalogue().importing(read(&json!([token(1, "Renamed")])), false);
        let meta = plan.changed[0].change.meta.as_ref().unwrap();
        assert!(meta.icon.is_some() && meta.tags.iter().count() == 1);
    }

    #[test]
    fn other_decimals_and_what_is_no_token_are_refused_by_reason() {
        let mut decimals = token(0, "First");
        decimals["decimals"] = json!(18);
        let mut chain = token(3, "Elsewhere");
        chain["chainId"] = json!(8453);
        let plan = catalogue().importing(read(&json!([decimals, chain])), true);
        let reasons: Vec<_> = plan.refused.iter().map(|(_, error)| error.clone()).collect();
        let listed = ImportError::Decimals { listed: 6, given: 18 };
        assert_eq!(reasons, [listed, ImportError::Token(TokenError::Chain(8453))]);
        assert!(plan.new.is_empty() && plan.changed.is_empty());
    }
}
