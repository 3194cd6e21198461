//! Identifiers of issued assets on Stellar.

use std::fmt;
use std::str::FromStr;
use stellar_strkey::ed25519::PublicKey;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// The maximum length of an asset code.
const MAX_CODE: usize = 12;

/// The number of decimal places of every amount on Stellar.
pub const XLM_DECIMALS: u8 = 7;

/// An asset issued by a Stellar account. The text is `CODE-ISSUER`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct XlmAsset {
    /// The characters of the code; the rest is zero.
    code: [u8; MAX_CODE],
    /// The public key of the issuing account.
    issuer: [u8; 32],
}

/// The text is not a Stellar asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum XlmAssetError {
    /// No hyphen between code and issuer, or an invalid code.
    #[error("a Stellar asset must be CODE-ISSUER with a code of 1 to {MAX_CODE} letters and digits")]
    Form,
    /// The issuer is not the address of an account (SEP-23).
    #[error("the issuer must be the address of a Stellar account: G and 55 letters and digits")]
    Issuer,
}

impl CodedError for XlmAssetError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Form => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
            Self::Issuer => ErrorInfo::describe(ErrorCode::InvalidAddress, self),
        }
    }
}

impl XlmAsset {
    /// Creates the asset with this code and issuer.
    pub fn new(code: &str, issuer: &str) -> Result<Self, XlmAssetError> {
        let is_code = (1..=MAX_CODE).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_code {
            return Err(XlmAssetError::Form);
        }
        let mut padded = [0; MAX_CODE];
        padded[..code.len()].copy_from_slice(code.as_bytes());
        let PublicKey(issuer) = PublicKey::from_string(issuer).map_err(|_| XlmAssetError::Issuer)?;
        Ok(Self { code: padded, issuer })
    }

    /// Creates an asset of the built-in catalogue, which the tests compare with the parsed asset.
    pub(super) const fn built_in(code: [u8; MAX_CODE], issuer: [u8; 32]) -> Self {
        Self { code, issuer }
    }

    /// Returns the code, filled with zeros, and the public key of the issuer.
    pub(super) const fn to_bytes(self) -> ([u8; MAX_CODE], [u8; 32]) {
        (self.code, self.issuer)
    }

    /// Returns the code.
    pub fn code(&self) -> &str {
        let end = self.code.iter().position(|byte| *byte == 0).unwrap_or(MAX_CODE);
        std::str::from_utf8(&self.code[..end]).expect("a code consists of ASCII characters")
    }

    /// Returns the address of the issuing account.
    pub fn issuer(&self) -> String {
        PublicKey(self.issuer).to_string().as_str().to_owned()
    }
}

impl FromStr for XlmAsset {
    type Err = XlmAssetError;

    fn from_str(text: &str) -> Result<Self, XlmAssetError> {
        let (code, issuer) = text.split_once('-').ok_or(XlmAssetError::Form)?;
        Self::new(code, issuer)
    }
}

impl fmt::Display for XlmAsset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.code(), self.issuer())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ISSUER: &str = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";

    #[test]
    fn text_is_code_and_issuer() {
        for code in ["USDC", "A", "yXLM", "AAAAAAAAAAA9"] {
            let text = format!("{code}-{ISSUER}");
            let asset: XlmAsset = text.parse().expect("an asset");
            assert_eq!((asset.code(), asset.issuer().as_str()), (code, ISSUER));
            assert_eq!(asset.to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        let flipped = ISSUER.replace("KZVN", "KZVM");
        for (text, expected) in [
            (String::new(), XlmAssetError::Form),
            ("USDC".to_owned(), XlmAssetError::Form),
            (format!("-{ISSUER}"), XlmAssetError::Form),
            (format!("AAAAAAAAAAAAA-{ISSUER}"), XlmAssetError::Form),
            (format!("US C-{ISSUER}"), XlmAssetError::Form),
            (format!("US\u{e9}-{ISSUER}"), XlmAssetError::Form),
            ("USDC-".to_owned(), XlmAssetError::Issuer),
            (format!("USDC-{flipped}"), XlmAssetError::Issuer),
            (format!("USDC-{}", ISSUER.to_lowercase()), XlmAssetError::Issuer),
            (format!("USDC-{ISSUER}-1"), XlmAssetError::Issuer),
        ] {
            assert_eq!(text.parse::<XlmAsset>(), Err(expected), "{text}");
        }
    }
}
