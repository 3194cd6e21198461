//! Edits of the catalogue.

use super::{AssetId, AssetMeta, Catalogue, Change};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Error of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The asset to add is already listed.
    #[error("the asset is already listed: use PUT to replace it")]
    Listed,
    /// The asset to change is not listed.
    #[error("the asset is not listed: use POST to add it")]
    NotListed,
    /// The asset is not at the expected revision.
    #[error("the asset was changed concurrently: read it again and repeat the edit")]
    Changed,
    /// The ticker of a Stellar asset is not the code of the asset.
    #[error("ticker must be the code of the asset")]
    Ticker,
}

impl CodedError for EditError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::NotListed => ErrorInfo::describe(ErrorCode::NotFound, self),
            Self::Listed => ErrorInfo::describe(ErrorCode::AlreadyExists, self),
            Self::Changed => ErrorInfo::describe(ErrorCode::RevisionConflict, self),
            Self::Ticker => ErrorInfo::describe(ErrorCode::InvalidRequest, self).at("ticker"),
        }
    }
}

/// Checks that the ticker of a Stellar asset is the code, under which other wallets show the asset.
pub fn check_code(id: &AssetId, meta: &AssetMeta) -> Result<(), EditError> {
    match id {
        AssetId::XlmAsset(asset) if asset.code() != meta.ticker.as_str() => Err(EditError::Ticker),
        _ => Ok(()),
    }
}

impl Catalogue {
    /// Returns the change that adds an asset. Deleted assets can be added again.
    pub fn adding(&self, id: AssetId, meta: AssetMeta) -> Result<Change, EditError> {
        match self.find(&id) {
            Some(_) => Err(EditError::Listed),
            None => Ok(self.next(id, Some(meta))),
        }
    }

    /// Returns the change that replaces an asset. `expected` is the expected revision; `None` skips the check.
    pub fn replacing(&self, id: AssetId, meta: AssetMeta, expected: Option<u64>) -> Result<Change, EditError> {
        self.check(&id, expected)?;
        Ok(self.next(id, Some(meta)))
    }

    /// Returns the change that deletes an asset. `expected` is the expected revision; `None` skips the check.
    pub fn deleting(&self, id: AssetId, expected: Option<u64>) -> Result<Change, EditError> {
        self.check(&id, expected)?;
        Ok(self.next(id, None))
    }

    fn check(&self, id: &AssetId, expected: Option<u64>) -> Result<(), EditError> {
        let asset = self.find(id).ok_or(EditError::NotListed)?;
        match expected {
            Some(expected) if expected != asset.revision => Err(EditError::Changed),
            _ => Ok(()),
        }
    }

    /// Returns a change with the next revision of an asset.
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
            home_domain: None,
        }
    }

    /// Returns a catalogue with `usd` from the seed, `eur` changed twice, and `gbp` deleted.
    fn catalogue() -> Catalogue {
        let seed = ["usd", "eur", "gbp"].map(|text| (id(text), meta(text)));
        let change = |text, meta, revision| Change {
            id: id(text),
            meta,
            revision,
        };
        Catalogue::new(
            seed.to_vec(),
            vec![change("eur", Some(meta("Euro")), 2), change("gbp", None, 1)],
        )
    }

    #[test]
    fn only_unlisted_assets_are_added() {
        let catalogue = catalogue();
        assert_eq!(catalogue.adding(id("usd"), meta("x")), Err(EditError::Listed));
        assert_eq!(catalogue.adding(id("gbp"), meta("x")).unwrap().revision, 2);
        assert_eq!(catalogue.adding(id("chf"), meta("x")).unwrap().revision, 1);
    }

    #[test]
    fn only_listed_assets_are_changed() {
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
    fn outdated_revision_is_rejected() {
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
