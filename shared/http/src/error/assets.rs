//! Errors of assets.

use super::{ApiError, ErrorCode, explained};
use wallet_assets::ports::ChangeAssetError;
use wallet_assets::{AssetIdError, CurrencyError, EditError, MetaError};

impl From<CurrencyError> for ApiError {
    fn from(error: CurrencyError) -> Self {
        explained(ErrorCode::InvalidRequest, error)
    }
}

impl From<AssetIdError> for ApiError {
    fn from(error: AssetIdError) -> Self {
        match error {
            // An id of a nonexistent asset is a path that does not exist.
            AssetIdError::Currency(_) | AssetIdError::NoContract | AssetIdError::UnknownChain => {
                explained(ErrorCode::NotFound, error)
            }
            AssetIdError::Address(error) => error.into(),
        }
    }
}

impl From<MetaError> for ApiError {
    fn from(error: MetaError) -> Self {
        match error {
            MetaError::Name
            | MetaError::Ticker
            | MetaError::Icon
            | MetaError::Tag
            | MetaError::TooManyTags
            | MetaError::RepeatedTag => explained(ErrorCode::InvalidRequest, error),
        }
    }
}

impl From<EditError> for ApiError {
    fn from(error: EditError) -> Self {
        match error {
            EditError::NotListed => explained(ErrorCode::NotFound, error),
            // In the closed list of codes this is the one for a conflict: with an existing asset or a newer revision.
            EditError::Listed | EditError::Changed => explained(ErrorCode::AlreadyExists, error),
        }
    }
}

impl From<ChangeAssetError> for ApiError {
    fn from(error: ChangeAssetError) -> Self {
        match error {
            ChangeAssetError::Changed => EditError::Changed.into(),
            ChangeAssetError::Store(error) => error.into(),
        }
    }
}
