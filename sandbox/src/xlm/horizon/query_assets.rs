//! Assets in query parameters.

use super::Problem;
use super::page::PageQuery;
use super::view;
use stellar_xdr::{AlphaNum4, AlphaNum12, Asset, AssetCode4, AssetCode12};

/// Parses the asset of the parameters `{prefix}asset_type`, `{prefix}asset_code` and `{prefix}asset_issuer`; `None`
/// without a type.
pub fn parameter(query: &PageQuery, prefix: &str) -> Result<Option<Asset>, Problem> {
    let value = |name: &str| query.get(&format!("{prefix}{name}")).unwrap_or_default();
    let asset = match query.get(&format!("{prefix}asset_type")) {
        None => return Ok(None),
        Some("native") => Some(Asset::Native),
        Some("credit_alphanum4" | "credit_alphanum12") => credit(value("asset_code"), value("asset_issuer")),
        Some(_) => None,
    };
    let invalid = || Problem::bad_request(&format!("{prefix}asset"), "use a type with its code and issuer");
    asset.map(Some).ok_or_else(invalid)
}

/// Parses the asset of the parameters, which is required.
pub fn required(query: &PageQuery, prefix: &str) -> Result<Asset, Problem> {
    let missing = || Problem::bad_request(&format!("{prefix}asset_type"), "use a type of assets");
    parameter(query, prefix)?.ok_or_else(missing)
}

/// Parses a comma-separated list of assets, each `native` or code and issuer.
pub fn list(field: &str, text: &str) -> Result<Vec<Asset>, Problem> {
    let invalid = || Problem::bad_request(field, "use native or CODE:ISSUER, separated by commas");
    text.split(',')
        .map(|text| canonical(text).ok_or_else(invalid))
        .collect()
}

/// Parses `native`, or a code and an issuer separated by a colon.
pub fn canonical(text: &str) -> Option<Asset> {
    if text == "native" {
        return Some(Asset::Native);
    }
    let (code, issuer) = text.split_once(':')?;
    credit(code, issuer)
}

fn credit(code: &str, issuer: &str) -> Option<Asset> {
    let issuer = view::account_id(issuer)?;
    if code.is_empty() || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    Some(match padded(code) {
        Some(bytes) => Asset::CreditAlphanum4(AlphaNum4 {
            asset_code: AssetCode4(bytes),
            issuer,
        }),
        None => Asset::CreditAlphanum12(AlphaNum12 {
            asset_code: AssetCode12(padded(code)?),
            issuer,
        }),
    })
}

/// Appends zeros up to the length of a code.
fn padded<const LENGTH: usize>(code: &str) -> Option<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    bytes.get_mut(..code.len())?.copy_from_slice(code.as_bytes());
    Some(bytes)
}
