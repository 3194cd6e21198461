//! Fields of records: amounts, addresses, assets, times.
//!
//! A failure names the field and omits the value, which may come from an untrusted party.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::str::FromStr;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wallet_upstream::Failure;
use wallet_xlm::{Asset, AssetCode, Credit, MuxedAccount, Stroops};

/// Parses a string field.
pub(super) fn read<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<T, Failure> {
    text.parse()
        .map_err(|error| Failure::unusable(format_args!("{field}: {error}")))
}

/// Number: a string, or a JSON number from old servers and in records that they wrote.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum WireNumber {
    Text(String),
    Number(i64),
}

impl WireNumber {
    pub(super) fn read<T: FromStr<Err: Display>>(&self, field: &str) -> Result<T, Failure> {
        match self {
            Self::Text(text) => read(field, text),
            Self::Number(number) => read(field, &number.to_string()),
        }
    }
}

/// Parses an amount in whole units into stroops.
pub(super) fn amount(field: &str, text: &str) -> Result<Stroops, Failure> {
    Stroops::from_units(text).map_err(|error| Failure::unusable(format_args!("{field}: {error}")))
}

/// Period of the Gregorian calendar in years and in seconds.
const CYCLE_YEARS: u64 = 400;
const CYCLE_SECONDS: u64 = 146_097 * 86_400;

/// Parses a time into Unix seconds. The year may have more than four digits, as in predicates:
/// `+39121901036-03-29T15:30:22Z`.
pub(super) fn unix_time(field: &str, text: &str) -> Result<u64, Failure> {
    let invalid = || Failure::unusable(format_args!("{field}: expected a date since 1970"));
    let (year, rest) = text.trim_start_matches('+').split_once('-').ok_or_else(invalid)?;
    let year: u64 = year.parse().map_err(|_| invalid())?;
    // The parser requires years of four digits, so the year is reduced by full periods to 2000 to 2399.
    let cycles = year.saturating_sub(2000) / CYCLE_YEARS;
    let near = format!("{:04}-{rest}", year - cycles * CYCLE_YEARS);
    let near = OffsetDateTime::parse(&near, &Rfc3339).map_err(|_| invalid())?;
    let near = u64::try_from(near.unix_timestamp()).map_err(|_| invalid())?;
    let far = cycles.checked_mul(CYCLE_SECONDS).and_then(|far| far.checked_add(near));
    far.ok_or_else(invalid)
}

/// Parses a hash of 64 hex digits.
pub(super) fn hash(field: &str, text: &str) -> Result<[u8; 32], Failure> {
    let bytes = hex::decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| Failure::unusable(format_args!("{field}: expected a hash")))
}

/// Parses an account that may be muxed: the address, and the muxed address if present.
pub(super) fn muxed(field: &str, account: &str, muxed: Option<&str>) -> Result<MuxedAccount, Failure> {
    let account: MuxedAccount = read(field, account)?;
    let Some(muxed) = muxed else { return Ok(account) };
    let muxed: MuxedAccount = read(field, muxed)?;
    if muxed.account != account.account {
        return Err(Failure::unusable(format_args!(
            "{field}: muxed address of a different account"
        )));
    }
    Ok(muxed)
}

/// Parses the three fields of an asset.
pub(super) fn asset(kind: &str, code: Option<&str>, issuer: Option<&str>) -> Result<Asset, Failure> {
    match (kind, code, issuer) {
        ("native", _, _) => Ok(Asset::Native),
        ("credit_alphanum4" | "credit_alphanum12", Some(code), Some(issuer)) => Ok(Asset::Credit(Credit {
            code: read::<AssetCode>("asset_code", code)?,
            issuer: read("asset_issuer", issuer)?,
        })),
        _ => Err(Failure::unusable("asset_type: expected an asset")),
    }
}

/// Fields of an object.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a Map<String, Value>);

/// Maximum length of a decimal number in characters.
const MAX_DECIMAL_LENGTH: usize = 40;

impl<'a> Fields<'a> {
    /// Returns an optional string.
    pub(super) fn optional(self, name: &str) -> Result<Option<&'a str>, Failure> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Failure::unusable(format_args!("{name}: expected a string"))),
        }
    }

    /// Returns a required string.
    pub(super) fn text(self, name: &str) -> Result<&'a str, Failure> {
        self.optional(name)?
            .ok_or_else(|| Failure::unusable(format_args!("{name}: missing")))
    }

    /// Parses a required string.
    pub(super) fn read<T: FromStr<Err: Display>>(self, name: &str) -> Result<T, Failure> {
        read(name, self.text(name)?)
    }

    /// Parses an optional string.
    pub(super) fn read_optional<T: FromStr<Err: Display>>(self, name: &str) -> Result<Option<T>, Failure> {
        self.optional(name)?.map(|text| read(name, text)).transpose()
    }

    /// Parses an amount into stroops.
    pub(super) fn amount(self, name: &str) -> Result<Stroops, Failure> {
        amount(name, self.text(name)?)
    }

    /// Parses an account, muxed if the field with the suffix `_muxed` is present.
    pub(super) fn muxed(self, name: &str) -> Result<MuxedAccount, Failure> {
        let account = self.text(name)?;
        muxed(name, account, self.optional(&format!("{name}_muxed"))?)
    }

    /// Parses an asset from field names with this prefix.
    pub(super) fn asset(self, prefix: &str) -> Result<Asset, Failure> {
        let field_name = |field: &str| format!("{prefix}asset_{field}");
        asset(
            self.text(&field_name("type"))?,
            self.optional(&field_name("code"))?,
            self.optional(&field_name("issuer"))?,
        )
    }

    /// Parses an issued asset.
    pub(super) fn credit(self) -> Result<Credit, Failure> {
        match self.asset("")? {
            Asset::Credit(credit) => Ok(credit),
            Asset::Native => Err(Failure::unusable("asset_type: lumens are not allowed here")),
        }
    }

    /// Returns a decimal number unchanged.
    pub(super) fn decimal(self, name: &str) -> Result<String, Failure> {
        let text = self.text(name)?;
        let is_part = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_decimal = text.split_once('.').map_or_else(
            || is_part(text),
            |(whole, decimals)| is_part(whole) && is_part(decimals),
        );
        if is_decimal && text.len() <= MAX_DECIMAL_LENGTH {
            Ok(text.to_owned())
        } else {
            Err(Failure::unusable(format_args!("{name}: expected a decimal number")))
        }
    }

    /// Parses a number of 63 bits: a string, or a number from old servers.
    pub(super) fn number(self, name: &str) -> Result<i64, Failure> {
        let number = match self.0.get(name) {
            Some(Value::String(text)) => text.parse().ok(),
            Some(Value::Number(number)) => number.as_i64(),
            _ => None,
        };
        number
            .filter(|number| *number >= 0)
            .ok_or_else(|| Failure::unusable(format_args!("{name}: expected a number")))
    }

    /// Parses an optional number of 32 bits.
    pub(super) fn small(self, name: &str) -> Result<Option<u32>, Failure> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
                number
                    .map(Some)
                    .ok_or_else(|| Failure::unusable(format_args!("{name}: expected a number")))
            }
        }
    }

    /// Returns a boolean, false if missing.
    pub(super) fn flag(self, name: &str) -> Result<bool, Failure> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(Failure::unusable(format_args!("{name}: expected a boolean"))),
        }
    }

    /// Returns the items of a list, none if missing.
    pub(super) fn list(self, name: &str) -> Result<&'a [Value], Failure> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(_) => Err(Failure::unusable(format_args!("{name}: expected a list"))),
        }
    }

    /// Returns the objects of a list, none if missing.
    pub(super) fn objects(self, name: &str) -> Result<Vec<Self>, Failure> {
        let objects = self.list(name)?.iter().map(|item| item.as_object().map(Fields));
        let objects: Option<_> = objects.collect();
        objects.ok_or_else(|| Failure::unusable(format_args!("{name}: expected a list of objects")))
    }
}
