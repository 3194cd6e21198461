//! The fields of records: amounts, addresses, assets, times.
//!
//! A failure names the field and not its text, which is anybody's.

use serde_json::{Map, Value};
use std::fmt::Display;
use std::str::FromStr;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wallet_upstream::failure::Failure;
use wallet_xlm::{Asset, AssetCode, Credit, MuxedAccount, Stroops};

/// A text as what it stands for.
pub(super) fn read<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<T, Failure> {
    text.parse()
        .map_err(|error| Failure::unusable(format_args!("{field}: {error}")))
}

/// An amount in whole units, in stroops.
pub(super) fn amount(field: &str, text: &str) -> Result<Stroops, Failure> {
    Stroops::from_units(text).map_err(|error| Failure::unusable(format_args!("{field}: {error}")))
}

/// The calendar repeats itself after so many years, which last so many seconds.
const CYCLE_YEARS: u64 = 400;
const CYCLE_SECONDS: u64 = 146_097 * 86_400;

/// A time in Unix seconds. Its year may have more than four digits, as in predicates: `+39121901036-03-29T15:30:22Z`.
pub(super) fn unix_time(field: &str, text: &str) -> Result<u64, Failure> {
    let no_date = || Failure::unusable(format_args!("{field}: no date since 1970"));
    let (year, rest) = text.trim_start_matches('+').split_once('-').ok_or_else(no_date)?;
    let year: u64 = year.parse().map_err(|_| no_date())?;
    // Dates of four digits are what the parser knows, so the year is taken into this century or the three behind it.
    let cycles = year.saturating_sub(2000) / CYCLE_YEARS;
    let near = format!("{:04}-{rest}", year - cycles * CYCLE_YEARS);
    let near = OffsetDateTime::parse(&near, &Rfc3339).map_err(|_| no_date())?;
    let near = u64::try_from(near.unix_timestamp()).map_err(|_| no_date())?;
    let far = cycles.checked_mul(CYCLE_SECONDS).and_then(|far| far.checked_add(near));
    far.ok_or_else(no_date)
}

/// A hash of 64 hex digits.
pub(super) fn hash(field: &str, text: &str) -> Result<[u8; 32], Failure> {
    let bytes = hex::decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| Failure::unusable(format_args!("{field}: no hash")))
}

/// An account that may be muxed: its address, and the muxed one where there is one.
pub(super) fn muxed(field: &str, account: &str, muxed: Option<&str>) -> Result<MuxedAccount, Failure> {
    let account: MuxedAccount = read(field, account)?;
    let Some(muxed) = muxed else { return Ok(account) };
    let muxed: MuxedAccount = read(field, muxed)?;
    if muxed.account != account.account {
        return Err(Failure::unusable(format_args!("{field}: muxed of another account")));
    }
    Ok(muxed)
}

/// The three fields of an asset.
pub(super) fn asset(kind: &str, code: Option<&str>, issuer: Option<&str>) -> Result<Asset, Failure> {
    match (kind, code, issuer) {
        ("native", _, _) => Ok(Asset::Native),
        ("credit_alphanum4" | "credit_alphanum12", Some(code), Some(issuer)) => Ok(Asset::Credit(Credit {
            code: read::<AssetCode>("asset_code", code)?,
            issuer: read("asset_issuer", issuer)?,
        })),
        _ => Err(Failure::unusable("asset_type: no asset")),
    }
}

/// The fields of an object.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a Map<String, Value>);

/// The longest decimal number that is passed on, in characters.
const LONGEST_DECIMAL: usize = 40;

impl<'a> Fields<'a> {
    /// A text that may be missing.
    pub(super) fn optional(self, name: &str) -> Result<Option<&'a str>, Failure> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Failure::unusable(format_args!("{name}: no text"))),
        }
    }

    /// A text.
    pub(super) fn text(self, name: &str) -> Result<&'a str, Failure> {
        self.optional(name)?
            .ok_or_else(|| Failure::unusable(format_args!("{name}: missing")))
    }

    /// A text as what it stands for.
    pub(super) fn read<T: FromStr<Err: Display>>(self, name: &str) -> Result<T, Failure> {
        read(name, self.text(name)?)
    }

    /// The same of a text that may be missing.
    pub(super) fn read_optional<T: FromStr<Err: Display>>(self, name: &str) -> Result<Option<T>, Failure> {
        self.optional(name)?.map(|text| read(name, text)).transpose()
    }

    /// An amount.
    pub(super) fn amount(self, name: &str) -> Result<Stroops, Failure> {
        amount(name, self.text(name)?)
    }

    /// An account, muxed where a field says so that is called the same with `_muxed` behind it.
    pub(super) fn muxed(self, name: &str) -> Result<MuxedAccount, Failure> {
        let account = self.text(name)?;
        muxed(name, account, self.optional(&format!("{name}_muxed"))?)
    }

    /// An asset, whose fields begin like this.
    pub(super) fn asset(self, prefix: &str) -> Result<Asset, Failure> {
        let named = |field: &str| format!("{prefix}asset_{field}");
        asset(
            self.text(&named("type"))?,
            self.optional(&named("code"))?,
            self.optional(&named("issuer"))?,
        )
    }

    /// An asset that is not the lumen.
    pub(super) fn credit(self) -> Result<Credit, Failure> {
        match self.asset("")? {
            Asset::Credit(credit) => Ok(credit),
            Asset::Native => Err(Failure::unusable("asset_type: the lumen where it cannot be")),
        }
    }

    /// A decimal number, as it is.
    pub(super) fn decimal(self, name: &str) -> Result<String, Failure> {
        let text = self.text(name)?;
        let is_part = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_decimal = text.split_once('.').map_or_else(
            || is_part(text),
            |(whole, decimals)| is_part(whole) && is_part(decimals),
        );
        if is_decimal && text.len() <= LONGEST_DECIMAL {
            Ok(text.to_owned())
        } else {
            Err(Failure::unusable(format_args!("{name}: no decimal number")))
        }
    }

    /// A number of 63 bits: a text, or of old Horizons a number.
    pub(super) fn number(self, name: &str) -> Result<i64, Failure> {
        let number = match self.0.get(name) {
            Some(Value::String(text)) => text.parse().ok(),
            Some(Value::Number(number)) => number.as_i64(),
            _ => None,
        };
        number
            .filter(|number| *number >= 0)
            .ok_or_else(|| Failure::unusable(format_args!("{name}: no number")))
    }

    /// A small number that may be missing.
    pub(super) fn small(self, name: &str) -> Result<Option<u32>, Failure> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
                number
                    .map(Some)
                    .ok_or_else(|| Failure::unusable(format_args!("{name}: no number")))
            }
        }
    }

    /// True or false; false where it is missing.
    pub(super) fn flag(self, name: &str) -> Result<bool, Failure> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(Failure::unusable(format_args!("{name}: neither true nor false"))),
        }
    }

    /// The items of a list; none where it is missing.
    pub(super) fn list(self, name: &str) -> Result<&'a [Value], Failure> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(_) => Err(Failure::unusable(format_args!("{name}: no list"))),
        }
    }

    /// The objects of a list; none where it is missing.
    pub(super) fn objects(self, name: &str) -> Result<Vec<Self>, Failure> {
        let objects = self.list(name)?.iter().map(|item| item.as_object().map(Fields));
        let objects: Option<_> = objects.collect();
        objects.ok_or_else(|| Failure::unusable(format_args!("{name}: no list of objects")))
    }
}
