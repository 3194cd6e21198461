//! The small values that operations are made of: how each stands in JSON.

use super::fields::{FieldError, FromJson, Problem, ensure};
use crate::address::{AccountId, MuxedAccount};
use crate::amount::Stroops;
use crate::asset::AssetCode;
use crate::ids::{BalanceId, PoolId};
use crate::price::Price;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// A string in JSON.
pub(super) fn text(value: &Value) -> Result<&str, FieldError> {
    value.as_str().ok_or_else(|| Problem::Type("a string").into())
}

/// Reads types that are a string in JSON and written as they display.
macro_rules! texts {
    ($($type:ty),*) => {$(
        impl FromJson for $type {
            fn from_json(value: &Value) -> Result<Self, FieldError> {
                text(value)?.parse::<Self>().map_err(FieldError::from)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

texts!(
    AccountId,
    MuxedAccount,
    AssetCode,
    BalanceId,
    PoolId,
    Price,
    Stroops,
    HomeDomain,
    DataName
);

/// An amount that must be above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositiveStroops(Stroops);

impl PositiveStroops {
    /// The amount, `None` for 0.
    pub fn new(amount: Stroops) -> Option<Self> {
        (amount > Stroops::default()).then_some(Self(amount))
    }

    /// The number of stroops.
    pub const fn get(self) -> i64 {
        self.0.get()
    }

    pub(super) fn from_xdr(stroops: i64) -> Option<Self> {
        Stroops::new(stroops).and_then(Self::new)
    }
}

impl FromJson for PositiveStroops {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let amount = Stroops::from_json(value)?;
        Self::new(amount).ok_or_else(|| Problem::AmountLimit("the amount must be above 0").into())
    }
}

impl Serialize for PositiveStroops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// An amount that stands in JSON in XLM, as `startingBalance` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lumens(pub Stroops);

impl FromJson for Lumens {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        Ok(Self(Stroops::from_units(text(value)?)?))
    }
}

impl Serialize for Lumens {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_units())
    }
}

/// The largest whole number that every JSON reader holds exactly: 2^53 − 1.
const LARGEST_IN_JSON: u64 = (1 << 53) - 1;

/// Reads a whole number of at most `maximum`: a JSON integer up to 2^53 − 1, or decimal digits in a string.
pub(super) fn whole_number(value: &Value, maximum: u64) -> Result<u64, FieldError> {
    const EXPECTED: Problem = Problem::Type("a whole number, or a string of its decimal digits");
    let number = match value {
        Value::Number(number) => number
            .as_u64()
            .filter(|number| *number <= LARGEST_IN_JSON)
            .ok_or(EXPECTED)?,
        Value::String(digits) => {
            let is_number = wallet_core::model::is_amount(digits);
            is_number.then_some(()).ok_or(EXPECTED)?;
            digits.parse().unwrap_or(u64::MAX)
        }
        _ => return Err(EXPECTED.into()),
    };
    let at_most = match maximum {
        0xff => "give a number of at most 255",
        0xffff_ffff => "give a number of at most 4294967295",
        _ => "give a number of at most 9223372036854775807",
    };
    ensure(number <= maximum, at_most)?;
    Ok(number)
}

impl FromJson for u8 {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let number = whole_number(value, Self::MAX.into())?;
        Self::try_from(number).map_err(|_| FieldError::limit("the number is from 0 to 255"))
    }
}

impl FromJson for u32 {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let number = whole_number(value, Self::MAX.into())?;
        Self::try_from(number).map_err(|_| FieldError::limit("the number is from 0 to 4294967295"))
    }
}

impl FromJson for bool {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        value.as_bool().ok_or_else(|| Problem::Type("true or false").into())
    }
}

impl FromJson for String {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        text(value).map(str::to_owned)
    }
}

/// Reads a list, each item below its place.
pub(super) fn list<T: FromJson>(value: &Value) -> Result<Vec<T>, FieldError> {
    let items = value.as_array().ok_or(Problem::Type("a list"))?;
    let read = |(place, item)| T::from_json(item).map_err(|error| error.at(format!("[{place}]")));
    items.iter().enumerate().map(read).collect()
}

/// A number of 63 bits that is no amount and stands in JSON as a string: the id of an offer, a sequence number, a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ToSchema)]
#[schema(value_type = String, pattern = "^(0|[1-9][0-9]*)$", example = "86400")]
pub struct Number(i64);

impl Number {
    /// This number, `None` below 0.
    pub const fn new(number: i64) -> Option<Self> {
        Self::from_xdr(number)
    }

    /// The number.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// `None` below 0.
    pub(super) const fn from_xdr(number: i64) -> Option<Self> {
        if number < 0 { None } else { Some(Self(number)) }
    }
}

impl FromJson for Number {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        whole_number(value, i64::MAX as u64).map(|number| Self(number.cast_signed()))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Whether a text is printable ASCII, as validators demand of names.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (0x20..=0x7e).contains(&byte))
}

/// Text whose length in bytes the protocol limits.
macro_rules! limited_text {
    ($(#[$doc:meta])* $name:ident($xdr:ty), $sentence:literal, $is_allowed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name($xdr);

        impl FromStr for $name {
            type Err = FieldError;

            fn from_str(text: &str) -> Result<Self, FieldError> {
                let is_allowed: fn(&str) -> bool = $is_allowed;
                let limited = text.as_bytes().try_into().ok().filter(|_| is_allowed(text));
                limited.map(Self).ok_or_else(|| FieldError::limit($sentence))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0.to_utf8_string_lossy())
            }
        }

        impl $name {
            pub(super) fn to_xdr(&self) -> $xdr {
                self.0.clone()
            }

            /// `None` for what validators refuse.
            pub(super) fn from_xdr(text: &$xdr) -> Option<Self> {
                text.to_utf8_string().ok()?.parse().ok()
            }
        }
    };
}

limited_text!(
    /// The domain that an account belongs to.
    HomeDomain(xdr::StringM<32>), "a home domain is at most 32 characters of ASCII", is_plain
);
limited_text!(
    /// The name of a data entry.
    DataName(xdr::StringM<64>), "the name of a data entry is 1 to 64 characters of ASCII",
    |text| !text.is_empty() && is_plain(text)
);
