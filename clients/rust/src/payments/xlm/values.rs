//! The XDR of the values in operations.

use crate::blockchain_connector_xlm::operation::{Predicate, SignerKey};
use crate::wire::Asset;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use stellar_xdr as xdr;

/// The error of a requested value that has no XDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidValue;

impl From<xdr::Error> for InvalidValue {
    fn from(_: xdr::Error) -> Self {
        Self
    }
}

/// Encodes an account: G….
pub fn account(text: &str) -> Result<xdr::AccountId, InvalidValue> {
    Ok(text.parse()?)
}

/// Encodes an account that may be multiplexed: G… or M….
pub fn muxed(text: &str) -> Result<xdr::MuxedAccount, InvalidValue> {
    Ok(text.parse()?)
}

/// Encodes an amount in base units.
pub fn amount(text: &str) -> Result<i64, InvalidValue> {
    let number = text.parse().map_err(|_| InvalidValue)?;
    if number < 0 { Err(InvalidValue) } else { Ok(number) }
}

/// Encodes an amount in lumens with up to 7 decimal places.
pub fn lumens(text: &str) -> Result<i64, InvalidValue> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 7 {
        return Err(InvalidValue);
    }
    amount(&format!("{whole}{decimals:0<7}"))
}

/// Encodes an asset.
pub fn asset(asset: &Asset) -> Result<xdr::Asset, InvalidValue> {
    let Asset::XlmAsset { code, issuer, .. } = asset else {
        return match asset {
            Asset::Coin { chain } if chain == "xlm" => Ok(xdr::Asset::Native),
            _ => Err(InvalidValue),
        };
    };
    let issuer = account(issuer)?;
    Ok(match self::code(code)? {
        xdr::AssetCode::CreditAlphanum4(asset_code) => {
            xdr::Asset::CreditAlphanum4(xdr::AlphaNum4 { asset_code, issuer })
        }
        xdr::AssetCode::CreditAlphanum12(asset_code) => {
            xdr::Asset::CreditAlphanum12(xdr::AlphaNum12 { asset_code, issuer })
        }
    })
}

/// Encodes an asset code: 1 to 12 characters.
pub fn code(text: &str) -> Result<xdr::AssetCode, InvalidValue> {
    Ok(text.parse()?)
}

/// Encodes a sequence number.
pub fn sequence(text: &str) -> Result<xdr::SequenceNumber, InvalidValue> {
    amount(text).map(xdr::SequenceNumber)
}

/// Encodes the name of a data entry.
pub fn data_name(name: &str) -> Result<xdr::String64, InvalidValue> {
    Ok(xdr::String64(name.as_bytes().to_vec().try_into()?))
}

/// Decodes base64 with padding (RFC 4648).
pub fn base64(text: &str) -> Result<Vec<u8>, InvalidValue> {
    STANDARD.decode(text).map_err(|_| InvalidValue)
}

/// Decodes hex digits in either case, optionally after `0x`.
fn bytes<const N: usize>(text: &str) -> Result<[u8; N], InvalidValue> {
    let bytes = hex::decode(text.strip_prefix("0x").unwrap_or(text)).map_err(|_| InvalidValue)?;
    bytes.try_into().map_err(|_| InvalidValue)
}

/// Encodes the id of a claimable balance: 72 hex digits, of which the first 8 are 0, or B….
pub fn balance_id(text: &str) -> Result<xdr::ClaimableBalanceId, InvalidValue> {
    let Ok(bytes) = bytes::<36>(text) else {
        return Ok(text.parse()?);
    };
    let hash = bytes.strip_prefix(&[0; 4]).and_then(|hash| hash.try_into().ok());
    hash.map(|hash| xdr::ClaimableBalanceId::ClaimableBalanceIdTypeV0(xdr::Hash(hash)))
        .ok_or(InvalidValue)
}

/// Encodes the id of a liquidity pool: 64 hex digits, or L….
pub fn pool_id(text: &str) -> Result<xdr::PoolId, InvalidValue> {
    bytes(text)
        .map(|hash| xdr::PoolId(xdr::Hash(hash)))
        .or_else(|InvalidValue| Ok(text.parse()?))
}

/// Encodes the key of a signer, of which exactly one field is present. Hashes are 64 hex digits, X… or T….
pub fn signer_key(signer: &SignerKey) -> Result<xdr::SignerKey, InvalidValue> {
    use xdr::{SignerKey as Key, SignerKeyType as Kind};
    let strkey = |text: &String, kind| {
        let key: Key = text.parse()?;
        if key.discriminant() == kind {
            Ok(key)
        } else {
            Err(InvalidValue)
        }
    };
    let hash = |text: &String, kind, key: fn(xdr::Uint256) -> Key| {
        strkey(text, kind).or_else(|InvalidValue| bytes(text).map(xdr::Uint256).map(key))
    };
    let keys = [
        signer.ed25519_public_key.as_ref().map(|it| strkey(it, Kind::Ed25519)),
        signer.sha256_hash.as_ref().map(|it| hash(it, Kind::HashX, Key::HashX)),
        signer
            .pre_auth_tx
            .as_ref()
            .map(|it| hash(it, Kind::PreAuthTx, Key::PreAuthTx)),
        signer
            .ed25519_signed_payload
            .as_ref()
            .map(|it| strkey(it, Kind::Ed25519SignedPayload)),
    ];
    let mut present = keys.into_iter().flatten();
    match (present.next(), present.next()) {
        (Some(key), None) => key,
        _ => Err(InvalidValue),
    }
}

/// Encodes the condition of a claim.
pub fn predicate(condition: &Predicate) -> Result<xdr::ClaimPredicate, InvalidValue> {
    let all = |conditions: &[Predicate]| -> Result<xdr::VecM<xdr::ClaimPredicate, 2>, InvalidValue> {
        let encoded: Result<Vec<_>, _> = conditions.iter().map(predicate).collect();
        Ok(encoded?.try_into()?)
    };
    match condition {
        Predicate {
            and: Some(conditions), ..
        } => Ok(xdr::ClaimPredicate::And(all(conditions)?)),
        Predicate {
            or: Some(conditions), ..
        } => Ok(xdr::ClaimPredicate::Or(all(conditions)?)),
        Predicate { not: Some(inner), .. } => Ok(xdr::ClaimPredicate::Not(Some(Box::new(predicate(inner)?)))),
        Predicate {
            abs_before: Some(time), ..
        } => Ok(xdr::ClaimPredicate::BeforeAbsoluteTime(amount(time)?)),
        Predicate {
            rel_before: Some(seconds),
            ..
        } => Ok(xdr::ClaimPredicate::BeforeRelativeTime(amount(seconds)?)),
        _ => Err(InvalidValue),
    }
}

/// Returns the price of a transaction if it is the requested one.
pub fn price(text: &str, found: &xdr::Price) -> Result<xdr::Price, InvalidValue> {
    is_price(text, found).then(|| found.clone()).ok_or(InvalidValue)
}

/// Returns true if a fraction is the requested price: exactly for `n/d`, within 10^-9 of a decimal one. The best
/// fraction of two 31-bit numbers is closer than this to every decimal number in their range.
fn is_price(text: &str, price: &xdr::Price) -> bool {
    let (Ok(n), Ok(d)) = (u128::try_from(price.n), u128::try_from(price.d)) else {
        return false;
    };
    if let Some((numerator, denominator)) = text.split_once('/') {
        return (numerator.parse(), denominator.parse()) == (Ok(price.n), Ok(price.d));
    }
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{decimals}").parse::<u128>().ok();
    let power = u32::try_from(decimals.len())
        .ok()
        .and_then(|places| 10_u128.checked_pow(places));
    let products = digits
        .zip(power)
        .and_then(|(digits, power)| n.checked_mul(power).zip(digits.checked_mul(d)));
    products.is_some_and(|(found, expected)| expected > 0 && found.abs_diff(expected) <= expected / 1_000_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_compared_as_fractions() {
        let price = |n, d| xdr::Price { n, d };
        assert!(is_price("0.25", &price(1, 4)));
        assert!(is_price("1/4", &price(1, 4)));
        assert!(!is_price("1/4", &price(2, 8)), "a fraction is kept");
        assert!(is_price("3.141592653", &price(103_993, 33_102)));
        assert!(!is_price("0.25", &price(4, 1)));
        assert!(!is_price("0.25", &price(26, 100)));
        assert!(!is_price("0", &price(0, 1)));
        assert!(!is_price("", &price(1, 4)));
        assert!(!is_price("1", &price(-1, -1)));
    }

    #[test]
    fn lumens_have_seven_decimal_places() {
        assert_eq!(lumens("1.5"), Ok(15_000_000));
        assert_eq!(lumens("0.0000001"), Ok(1));
        assert_eq!(lumens("20"), Ok(200_000_000));
        assert_eq!(lumens("0.00000001"), Err(InvalidValue));
        assert_eq!(lumens("-1"), Err(InvalidValue));
    }

    const HASH: &str = "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a";

    /// SEP-23, valid test cases.
    #[test]
    fn ids_are_hex_digits_or_strkeys() {
        let hash: [u8; 32] = hex::decode(HASH).unwrap().try_into().unwrap();
        let upper = HASH.to_uppercase();
        let strkey = "LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN";
        for text in [HASH, &format!("0x{upper}"), strkey] {
            assert_eq!(pool_id(text), Ok(xdr::PoolId(xdr::Hash(hash))), "{text}");
        }
        let expected = xdr::ClaimableBalanceId::ClaimableBalanceIdTypeV0(xdr::Hash(hash));
        let strkey = "BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU";
        for text in [&format!("00000000{HASH}"), &format!("0x00000000{upper}"), strkey] {
            assert_eq!(balance_id(text), Ok(expected.clone()), "{text}");
        }
        for text in ["", HASH, &format!("00000001{HASH}")] {
            assert_eq!(balance_id(text), Err(InvalidValue), "{text}");
        }
        assert_eq!(pool_id(&HASH[2..]), Err(InvalidValue));
    }

    #[test]
    fn signers_have_one_key_of_the_kind_of_its_field() {
        let digits = "69a8c4cbb9f64e8a0798f6e1ac65d06c3162929056bcf4cdb7d3738d1855f363";
        let hash = xdr::Uint256(hex::decode(digits).unwrap().try_into().unwrap());
        let text = |text: &str| Some(text.to_owned());
        // The strkeys are those in the tests of js-stellar-base.
        let (x, t) = (
            text("XBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWGTOG"),
            text("TBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHXL7"),
        );
        for key in [x.clone(), text(digits)] {
            let signer = SignerKey {
                sha256_hash: key,
                ..SignerKey::default()
            };
            assert_eq!(signer_key(&signer), Ok(xdr::SignerKey::HashX(hash.clone())));
        }
        for key in [t.clone(), text(digits)] {
            let signer = SignerKey {
                pre_auth_tx: key,
                ..SignerKey::default()
            };
            assert_eq!(signer_key(&signer), Ok(xdr::SignerKey::PreAuthTx(hash.clone())));
        }
        let other = SignerKey {
            pre_auth_tx: x.clone(),
            ..SignerKey::default()
        };
        let two = SignerKey {
            pre_auth_tx: t,
            sha256_hash: x,
            ..SignerKey::default()
        };
        for invalid in [other, two, SignerKey::default()] {
            assert_eq!(signer_key(&invalid), Err(InvalidValue), "{invalid:?}");
        }
    }

    #[test]
    fn prices_far_from_one_are_compared_as_well() {
        let price = |n, d| xdr::Price { n, d };
        assert!(is_price("2147483646.999999999999", &price(i32::MAX, 1)));
        assert!(is_price("0.000000000931322575", &price(1, 1_073_741_824)));
        assert!(!is_price("1000000", &price(1_000_001, 1)));
        assert!(!is_price("0.1", &price(100_000_001, 1_000_000_000)));
    }
}
