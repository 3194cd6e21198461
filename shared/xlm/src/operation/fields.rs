//! Reading the fields of an operation.
//!
//! Inside `operations[]` a field that nobody knows is refused by name: a typo in an optional field of a transaction must
//! not be silent. So objects are read field by field here, in the order of the specification, and at the end nothing may be
//! left over.

use crate::address::AddressError;
use crate::amount::UnitsError;
use crate::asset::AssetCodeError;
use crate::ids::{BalanceIdError, PoolIdError};
use crate::price::PriceError;
use crate::signer::SignerKeyError;
use serde_json::{Map, Value};
use std::fmt;
use wallet_core::model::AmountError;

/// What is wrong with an operation, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct FieldError {
    /// The path from the operation to the offence: `claimants[0].predicate.not`; empty for the operation itself.
    pub path: String,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is missing.
    #[error("a required field is missing")]
    Missing,
    /// It is of another type.
    #[error("this must be {0}")]
    Type(&'static str),
    /// Nobody knows it.
    #[error("an operation of this type has no such field")]
    Unknown,
    /// A limit of the protocol.
    #[error("{0}")]
    Limit(&'static str),
    /// An amount that is none.
    #[error(transparent)]
    Amount(#[from] AmountError),
    /// An amount in XLM that is none.
    #[error(transparent)]
    Units(#[from] UnitsError),
    /// An amount that the protocol refuses.
    #[error("{0}")]
    AmountLimit(&'static str),
    /// An address that is none.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// A code that is none.
    #[error(transparent)]
    AssetCode(#[from] AssetCodeError),
    /// A price that is none.
    #[error(transparent)]
    Price(#[from] PriceError),
    /// A signer that is none.
    #[error(transparent)]
    Signer(#[from] SignerKeyError),
    /// The id of a claimable balance that is none.
    #[error(transparent)]
    BalanceId(#[from] BalanceIdError),
    /// The id of a liquidity pool that is none.
    #[error(transparent)]
    PoolId(#[from] PoolIdError),
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
    /// A limit of the protocol.
    pub(super) fn limit(sentence: &'static str) -> Self {
        Problem::Limit(sentence).into()
    }

    /// The same fault, below this field.
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

/// A type that stands in the JSON of an operation.
pub(super) trait FromJson: Sized {
    /// Reads it.
    fn from_json(value: &Value) -> Result<Self, FieldError>;
}

/// The fields of an object, asked for one by one.
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
    asked: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// The fields of this object.
    pub(super) fn of(value: &'a Value) -> Result<Self, FieldError> {
        let object = value.as_object().ok_or(Problem::Type("an object"))?;
        Ok(Self {
            object,
            asked: Vec::new(),
        })
    }

    /// A field as it stands there, `null` included; `None` when it is absent.
    pub(super) fn raw(&mut self, name: &'static str) -> Option<&'a Value> {
        self.asked.push(name);
        self.object.get(name)
    }

    /// An optional field: `null` is the same as absent.
    pub(super) fn optional<T: FromJson>(&mut self, name: &'static str) -> Result<Option<T>, FieldError> {
        let value = self.raw(name).filter(|value| !value.is_null());
        value.map(T::from_json).transpose().map_err(|error| error.at(name))
    }

    /// A required field.
    pub(super) fn required<T: FromJson>(&mut self, name: &'static str) -> Result<T, FieldError> {
        self.optional(name)?
            .ok_or_else(|| FieldError::from(Problem::Missing).at(name))
    }

    /// Whether a field is there and not `null`.
    pub(super) fn has(&self, name: &str) -> bool {
        self.object.get(name).is_some_and(|value| !value.is_null())
    }

    /// The end of the object: no other fields.
    pub(super) fn end(self) -> Result<(), FieldError> {
        let unknown = self.object.keys().find(|name| !self.asked.contains(&name.as_str()));
        match unknown {
            // The name is the caller's, and as long as it likes.
            Some(name) => Err(FieldError::from(Problem::Unknown).at(name.chars().take(64).collect::<String>())),
            None => Ok(()),
        }
    }
}

/// Adds the field's name to an error of a check.
pub(super) trait At<T> {
    /// The value, or the error at this field.
    fn at(self, field: &'static str) -> Result<T, FieldError>;
}

impl<T, E: Into<FieldError>> At<T> for Result<T, E> {
    fn at(self, field: &'static str) -> Result<T, FieldError> {
        self.map_err(|error| error.into().at(field))
    }
}

/// A check of a limit of the protocol.
pub(super) fn ensure(holds: bool, sentence: &'static str) -> Result<(), FieldError> {
    if holds {
        Ok(())
    } else {
        Err(FieldError::limit(sentence))
    }
}
