//! Parsing of operation fields.
//!
//! Within `operations[]` an unknown field is rejected by name, because a typo in an optional field of a transaction
//! must not go unnoticed. Objects are therefore parsed field by field in the order of the specification, and no
//! field may remain at the end.

use crate::account::signer::SignerKeyError;
use crate::chain::{BalanceIdError, PoolIdError};
use crate::value::address::AddressError;
use crate::value::amount::UnitsError;
use crate::value::asset::AssetCodeError;
use crate::value::price::PriceError;
use serde_json::{Map, Value};
use std::fmt;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::AmountError;

/// An error in an operation with the path of the field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct FieldError {
    /// The path from the operation to the invalid field: `claimants[0].predicate.not`. Empty for the whole operation.
    pub path: String,
    /// The problem at that path.
    pub problem: Problem,
}

impl CodedError for FieldError {
    /// Returns the error with the path of the field inside the operations.
    fn info(&self) -> ErrorInfo {
        let info = self.problem.info();
        if self.path.is_empty() {
            info
        } else {
            info.at(&self.path)
        }
    }
}

/// A problem with a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A required field is missing.
    #[error("required field is missing")]
    Missing,
    /// The field has a different type.
    #[error("value must be {0}")]
    Type(&'static str),
    /// The field is unknown.
    #[error("unknown field for this type of operation")]
    Unknown,
    /// The value violates a limit of the protocol.
    #[error("{0}")]
    Limit(&'static str),
    /// The string is not a valid amount.
    #[error(transparent)]
    Amount(#[from] AmountError),
    /// The string is not a valid amount in XLM.
    #[error(transparent)]
    Units(#[from] UnitsError),
    /// The amount violates a limit of the protocol.
    #[error("{0}")]
    AmountLimit(&'static str),
    /// The string is not a valid address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The string is not a valid asset code.
    #[error(transparent)]
    AssetCode(#[from] AssetCodeError),
    /// The string is not a valid price.
    #[error(transparent)]
    Price(#[from] PriceError),
    /// The string is not a valid signer.
    #[error(transparent)]
    Signer(#[from] SignerKeyError),
    /// The string is not a valid claimable balance id.
    #[error(transparent)]
    BalanceId(#[from] BalanceIdError),
    /// The string is not a valid liquidity pool id.
    #[error(transparent)]
    PoolId(#[from] PoolIdError),
}

impl CodedError for Problem {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Missing | Self::Type(_) | Self::Unknown | Self::Limit(_) => {
                ErrorInfo::describe(ErrorCode::InvalidRequest, self)
            }
            Self::AmountLimit(_) => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
            Self::Amount(error) => error.info(),
            Self::Units(error) => error.info(),
            Self::Address(error) => error.info(),
            Self::AssetCode(error) => error.info(),
            Self::Price(error) => error.info(),
            Self::Signer(error) => error.info(),
            Self::BalanceId(error) => error.info(),
            Self::PoolId(error) => error.info(),
        }
    }
}

impl<P: Into<Problem>> From<P> for FieldError {
    fn from(problem: P) -> Self {
        Self {
            path: String::new(),
            problem: problem.into(),
        }
    }
}

impl FieldError {
    /// Creates an error for a violated limit of the protocol.
    pub(super) fn limit(sentence: &'static str) -> Self {
        Problem::Limit(sentence).into()
    }

    /// Prepends a field or index to the path.
    #[must_use]
    pub(super) fn at(mut self, field: impl fmt::Display) -> Self {
        let inner = self.path;
        self.path = match inner.as_str() {
            "" => field.to_string(),
            index if index.starts_with('[') => format!("{field}{inner}"),
            _ => format!("{field}.{inner}"),
        };
        self
    }
}

/// A type in the JSON of an operation.
pub(super) trait FromJson: Sized {
    /// Parses the value.
    fn from_json(value: &Value) -> Result<Self, FieldError>;
}

/// The fields of an object, requested by name.
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
    requested: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// Returns the fields of an object.
    pub(super) fn of(value: &'a Value) -> Result<Self, FieldError> {
        let object = value.as_object().ok_or(Problem::Type("an object"))?;
        Ok(Self {
            object,
            requested: Vec::new(),
        })
    }

    /// Returns the raw value of a field, including `null`, or `None` if absent.
    pub(super) fn raw(&mut self, name: &'static str) -> Option<&'a Value> {
        self.requested.push(name);
        self.object.get(name)
    }

    /// Parses an optional field. `null` is equivalent to absence.
    pub(super) fn optional<T: FromJson>(&mut self, name: &'static str) -> Result<Option<T>, FieldError> {
        let value = self.raw(name).filter(|value| !value.is_null());
        value.map(T::from_json).transpose().map_err(|error| error.at(name))
    }

    /// Parses a required field.
    pub(super) fn required<T: FromJson>(&mut self, name: &'static str) -> Result<T, FieldError> {
        self.optional(name)?
            .ok_or_else(|| FieldError::from(Problem::Missing).at(name))
    }

    /// Returns true if a field is present and not `null`.
    pub(super) fn has(&self, name: &str) -> bool {
        self.object.get(name).is_some_and(|value| !value.is_null())
    }

    /// Checks that no unknown fields remain.
    pub(super) fn end(self) -> Result<(), FieldError> {
        let unknown = self.object.keys().find(|name| !self.requested.contains(&name.as_str()));
        match unknown {
            // The name is client-supplied and of arbitrary length.
            Some(name) => Err(FieldError::from(Problem::Unknown).at(name.chars().take(64).collect::<String>())),
            None => Ok(()),
        }
    }
}

/// Adds the field name to an error.
pub(super) trait At<T> {
    /// Returns the value, or the error at this field.
    fn at(self, field: &'static str) -> Result<T, FieldError>;
}

impl<T, E: Into<FieldError>> At<T> for Result<T, E> {
    fn at(self, field: &'static str) -> Result<T, FieldError> {
        self.map_err(|error| error.into().at(field))
    }
}

/// Checks a limit of the protocol.
pub(super) fn ensure(holds: bool, sentence: &'static str) -> Result<(), FieldError> {
    if holds {
        Ok(())
    } else {
        Err(FieldError::limit(sentence))
    }
}
