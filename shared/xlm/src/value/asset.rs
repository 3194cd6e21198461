//! Assets: the lumen and assets issued by accounts.

use crate::value::address::{AccountId, AddressError};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use stellar_xdr as xdr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// An asset code: 1 to 12 ASCII letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AssetCode {
    /// Padded with zeros, which sort before every letter.
    bytes: [u8; 12],
}

/// The error for a string that is not a valid asset code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("asset code must be 1 to 12 ASCII letters or digits")]
pub struct AssetCodeError;

impl CodedError for AssetCodeError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

/// The maximum length of a code of type `credit_alphanum4`. Longer codes have a different type.
const SHORT: usize = 4;

impl FromStr for AssetCode {
    type Err = AssetCodeError;

    fn from_str(text: &str) -> Result<Self, AssetCodeError> {
        let mut bytes = [0; 12];
        let is_code = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match bytes.get_mut(..text.len()) {
            Some(slot) if is_code => {
                slot.copy_from_slice(text.as_bytes());
                Ok(Self { bytes })
            }
            _ => Err(AssetCodeError),
        }
    }
}

impl AssetCode {
    /// Returns the code as a string.
    pub fn as_str(&self) -> &str {
        let length = self.length();
        // Construction accepts only ASCII.
        std::str::from_utf8(&self.bytes[..length]).unwrap_or_default()
    }

    fn length(&self) -> usize {
        self.bytes
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(self.bytes.len())
    }

    /// Returns the first four bytes of a short code.
    fn short(&self) -> Option<[u8; SHORT]> {
        let [a, b, c, d, ..] = self.bytes;
        (self.length() <= SHORT).then_some([a, b, c, d])
    }

    pub(crate) fn to_xdr(self) -> xdr::AssetCode {
        match self.short() {
            Some(code) => xdr::AssetCode::CreditAlphanum4(xdr::AssetCode4(code)),
            None => xdr::AssetCode::CreditAlphanum12(xdr::AssetCode12(self.bytes)),
        }
    }

    /// Returns `None` for bytes that are not a code and for a code with a type that does not match the length.
    pub(crate) fn from_xdr(code: &xdr::AssetCode) -> Option<Self> {
        let bytes: &[u8] = match code {
            xdr::AssetCode::CreditAlphanum4(xdr::AssetCode4(bytes)) => bytes,
            xdr::AssetCode::CreditAlphanum12(xdr::AssetCode12(bytes)) => bytes,
        };
        let length = bytes.iter().rposition(|byte| *byte != 0)? + 1;
        let read: Self = std::str::from_utf8(&bytes[..length]).ok()?.parse().ok()?;
        (read.to_xdr() == *code).then_some(read)
    }
}

impl fmt::Display for AssetCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for AssetCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An asset issued by an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Credit {
    /// The asset code. Other issuers may use the same code.
    pub code: AssetCode,
    /// The issuing account.
    pub issuer: AccountId,
}

/// An asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asset {
    /// The lumen.
    Native,
    /// An asset issued by an account.
    Credit(Credit),
}

/// Reasons why a string is not a valid asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssetError {
    /// The string is neither `native` nor `CODE:ISSUER`.
    #[error("asset must be native or CODE:ISSUER")]
    Form,
    /// The part before the colon is invalid.
    #[error(transparent)]
    Code(#[from] AssetCodeError),
    /// The part after the colon is invalid.
    #[error(transparent)]
    Issuer(#[from] AddressError),
}

impl CodedError for AssetError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Form => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
            Self::Code(error) => error.info(),
            Self::Issuer(error) => error.info(),
        }
    }
}

impl FromStr for Asset {
    type Err = AssetError;

    /// Parses the canonical form: `native` or `CODE:ISSUER` (SEP-11).
    fn from_str(text: &str) -> Result<Self, AssetError> {
        if text == "native" {
            return Ok(Self::Native);
        }
        let (code, issuer) = text.split_once(':').ok_or(AssetError::Form)?;
        Ok(Self::Credit(Credit {
            code: code.parse()?,
            issuer: issuer.parse()?,
        }))
    }
}

impl fmt::Display for Asset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Native => f.write_str("native"),
            Self::Credit(credit) => credit.fmt(f),
        }
    }
}

impl fmt::Display for Credit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.code, self.issuer)
    }
}

impl From<Credit> for Asset {
    fn from(credit: Credit) -> Self {
        Self::Credit(credit)
    }
}

impl Ord for Asset {
    /// Orders assets as in a pool (CAP-38): by type, then code, then issuer.
    fn cmp(&self, other: &Self) -> Ordering {
        let rank = |asset: &Self| match asset {
            Self::Native => (0, None),
            Self::Credit(credit) if credit.code.short().is_some() => (1, Some((credit.code, credit.issuer))),
            Self::Credit(credit) => (2, Some((credit.code, credit.issuer))),
        };
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Asset {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Credit {
    fn alpha_num_4(&self, asset_code: [u8; SHORT]) -> xdr::AlphaNum4 {
        xdr::AlphaNum4 {
            asset_code: xdr::AssetCode4(asset_code),
            issuer: self.issuer.to_xdr(),
        }
    }

    fn alpha_num_12(&self) -> xdr::AlphaNum12 {
        xdr::AlphaNum12 {
            asset_code: xdr::AssetCode12(self.code.bytes),
            issuer: self.issuer.to_xdr(),
        }
    }
}

impl Asset {
    pub(crate) fn to_xdr(self) -> xdr::Asset {
        match self {
            Self::Native => xdr::Asset::Native,
            Self::Credit(credit) => match credit.code.short() {
                Some(code) => xdr::Asset::CreditAlphanum4(credit.alpha_num_4(code)),
                None => xdr::Asset::CreditAlphanum12(credit.alpha_num_12()),
            },
        }
    }

    /// Returns `None` for an invalid code.
    pub(crate) fn from_xdr(asset: &xdr::Asset) -> Option<Self> {
        let (code, issuer) = match asset {
            xdr::Asset::Native => return Some(Self::Native),
            xdr::Asset::CreditAlphanum4(credit) => (
                xdr::AssetCode::CreditAlphanum4(credit.asset_code.clone()),
                &credit.issuer,
            ),
            xdr::Asset::CreditAlphanum12(credit) => (
                xdr::AssetCode::CreditAlphanum12(credit.asset_code.clone()),
                &credit.issuer,
            ),
        };
        Some(Self::Credit(Credit {
            code: AssetCode::from_xdr(&code)?,
            issuer: AccountId::from_xdr(issuer),
        }))
    }
}
