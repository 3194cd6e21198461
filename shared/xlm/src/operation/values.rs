//! Simple values of operations and their JSON form.

use super::fields::{FieldError, FromJson, Problem, ensure};
use crate::chain::{BalanceId, PoolId};
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use crate::value::asset::AssetCode;
use crate::value::price::Price;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// Returns the string of a JSON value.
pub(super) fn text(value: &Value) -> Result<&str, FieldError> {
    value.as_str().ok_or_else(|| Problem::Type("a string").into())
}

/// Implements JSON for types that are strings in JSON and formatted with `Display`.
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

/// An amount greater than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositiveStroops(Stroops);

impl PositiveStroops {
    /// Creates the amount. Returns `None` for 0.
    pub fn new(amount: Stroops) -> Option<Self> {
        (amount > Stroops::default()).then_some(Self(amount))
    }

    /// Returns the number of stroops.
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
        Self::new(amount).ok_or_else(|| Problem::AmountLimit("amount must be greater than 0").into())
    }
}

impl Serialize for PositiveStroops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// An amount that is in XLM in JSON, like `startingBalance`.
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

/// The largest whole number that every JSON parser represents exactly: 2^53 − 1.
const LARGEST_IN_JSON: u64 = (1 << 53) - 1;

/// Parses a whole number of at most `maximum`: a JSON integer up to 2^53 − 1, or a string of decimal
/// digits.
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
        0xff => "number must be at most 255",
        0xffff_ffff => "number must be at most 4294967295",
        _ => "number must be at most 9223372036854775807",
    };
    ensure(number <= maximum, at_most)?;
    Ok(number)
}

impl FromJson for u8 {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let number = whole_number(value, Self::MAX.into())?;
        Self::try_from(number).map_err(|_| FieldError::limit("number must be from 0 to 255"))
    }
}

impl FromJson for u32 {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let number = whole_number(value, Self::MAX.into())?;
        Self::try_from(number).map_err(|_| FieldError::limit("number must be from 0 to 4294967295"))
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

/// Parses a list. The error path of an item starts with the index.
pub(super) fn list<T: FromJson>(value: &Value) -> Result<Vec<T>, FieldError> {
    let items = value.as_array().ok_or(Problem::Type("a list"))?;
    let read = |(index, item)| T::from_json(item).map_err(|error| error.at(format!("[{index}]")));
    items.iter().enumerate().map(read).collect()
}

/// A 63-bit number that is not an amount and is a string in JSON: an offer id, a sequence number or a
/// time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ToSchema)]
#[schema(value_type = String, pattern = "^(0|[1-9][0-9]*)$", example = "86400")]
pub struct Number(i64);

impl Number {
    /// Creates the number. Returns `None` if negative.
    pub const fn new(number: i64) -> Option<Self> {
        Self::from_xdr(number)
    }

    /// Returns the number.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Returns `None` for a negative number.
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

/// Returns true if the string is printable ASCII, as validators require for names.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (0x20..=0x7e).contains(&byte))
}

/// Declares a string type with a length limit in bytes.
macro_rules! limited_text {
    ($(#[$doc:meta])* $name:ident($xdr:ty), $sentence:literal, $is_allowed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
            pub(crate) fn to_xdr(&self) -> $xdr {
                self.0.clone()
            }

            /// Returns `None` for a value that validators reject.
            pub(crate) fn from_xdr(text: &$xdr) -> Option<Self> {
                text.to_utf8_string().ok()?.parse().ok()
            }
        }
    };
}

limited_text!(
    /// The home domain of an account.
    HomeDomain(xdr::StringM<32>), "home domain must be at most 32 ASCII characters", is_plain
);
limited_text!(
    /// The name of a data entry.
    DataName(xdr::StringM<64>), "name of a data entry must be 1 to 64 ASCII characters",
    |text| !text.is_empty() && is_plain(text)
);
