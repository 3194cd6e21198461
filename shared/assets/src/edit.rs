//! What an edit does to the catalogue.

use super::{AssetId, AssetMeta, Catalogue, Change};

/// Why an edit cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// An asset that is to be added is listed.
    #[error("the asset is listed already; replace it with PUT")]
    Listed,
    /// An asset that is to be changed is not listed.
    #[error("there is no such asset; add it with POST")]
    NotListed,
    /// The asset is not at the revision that the caller has seen.
    #[error("the asset was changed meanwhile; read it again and repeat the edit")]
    Changed,
}

impl Catalogue {
    /// The change that adds an asset, which may have been deleted before.
    pub fn adding(&self, id: AssetId, meta: AssetMeta) -> Result<Change, EditError> {
        match self.find(&id) {
            Some(_) => Err(EditError::Listed),
            None => Ok(self.next(id, Some(meta))),
        }
    }

    /// The change that makes something else of an asset; `seen` is the revision that the caller has seen, if it cares.
    pub fn replacing(&self, id: AssetId, meta: AssetMeta, seen: Option<u64>) -> Result<Change, EditError> {
        self.check(&id, seen)?;
        Ok(self.next(id, Some(meta)))
    }

    /// The change that deletes an asset; `seen` as above.
    pub fn deleting(&self, id: AssetId, seen: Option<u64>) -> Result<Change, EditError> {
        self.check(&id, seen)?;
        Ok(self.next(id, None))
    }

    fn check(&self, id: &AssetId, seen: Option<u64>) -> Result<(), EditError> {
        let asset = self.find(id).ok_or(EditError::NotListed)?;
        match seen {
            Some(seen) if seen != asset.revision => Err(EditError::Changed),
            _ => Ok(()),
        }
    }

    /// The change that follows on what is stored of an asset.
    pub(super) fn next(&self, id: AssetId, meta: Option<AssetMeta>) -> Change {
        Change {
            id,
            meta,
            revision: self.revision(&id) + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AssetKind, Tags};

    fn id(text: &str) -> AssetId {
        AssetId::parse(AssetKind::Fiat, text).expect(text)
    }

    fn meta(name: &str) -> AssetMeta {
        AssetMeta {
            name: name.parse().unwrap(),
            ticker: "T".parse().unwrap(),
            icon: None,
            decimals: 2,
            tags: Tags::default(),
        }
    }

    /// `usd` as the seed has it, `eur` changed twice, `gbp` deleted.
    fn catalogue() -> Catalogue {
        let seed = ["usd", "eur", "gbp"].map(|text| (id(text), meta(text)));
        let change = |text, meta, revision| Change {
            id: id(text),
            meta,
            revision,
        };
        Catalogue::new(
            &seed,
            vec![change("eur", Some(meta("Euro")), 2), change("gbp", None, 1)],
        )
    }

    #[test]
    fn only_what_is_not_listed_is_added() {
        let catalogue = catalogue();
        assert_eq!(catalogue.adding(id("usd"), meta("x")), Err(EditError::Listed));
        assert_eq!(catalogue.adding(id("gbp"), meta("x")).unwrap().revision, 2);
        assert_eq!(catalogue.adding(id("chf"), meta("x")).unwrap().revision, 1);
    }

    #[test]
    fn only_what_is_listed_is_changed() {
        let catalogue = catalogue();
        for code in ["gbp", "chf"] {
            assert_eq!(
                catalogue.replacing(id(code), meta("x"), None),
                Err(EditError::NotListed)
            );
            assert_eq!(catalogue.deleting(id(code), None), Err(EditError::NotListed));
        }
        assert_eq!(catalogue.replacing(id("usd"), meta("x"), None).unwrap().revision, 1);
        assert_eq!(catalogue.deleting(id("eur"), None).unwrap().revision, 3);
    }

    #[test]
    fn who_has_seen_an_older_revision_is_told() {
        let catalogue = catalogue();
        assert_eq!(
            catalogue.replacing(id("eur"), meta("x"), Some(1)),
            Err(EditError::Changed)
        );
        assert_eq!(catalogue.deleting(id("usd"), Some(1)), Err(EditError::Changed));
        assert!(catalogue.replacing(id("eur"), meta("x"), Some(2)).is_ok());
        assert!(catalogue.deleting(id("usd"), Some(0)).is_ok());
    }
}
