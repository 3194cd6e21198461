//! The XDR of the values in operations.

use crate::blockchain_connector_xlm::operation::{Predicate, Signer, TrustedAsset};
use crate::wire::Asset;
use stellar_xdr as xdr;

/// The error of a value that this version does not encode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported;

impl From<xdr::Error> for Unsupported {
    fn from(_: xdr::Error) -> Self {
        Self
    }
}

/// Encodes an account: G….
pub fn account(text: &str) -> Result<xdr::AccountId, Unsupported> {
    Ok(text.parse()?)
}

/// Encodes an account that may be multiplexed: G… or M….
pub fn muxed(text: &str) -> Result<xdr::MuxedAccount, Unsupported> {
    Ok(text.parse()?)
}

/// Encodes an amount in base units.
pub fn amount(text: &str) -> Result<i64, Unsupported> {
    let number = text.parse().map_err(|_| Unsupported)?;
    if number < 0 { Err(Unsupported) } else { Ok(number) }
}

/// Encodes an amount in lumens with up to 7 decimal places.
pub fn lumens(text: &str) -> Result<i64, Unsupported> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 7 {
        return Err(Unsupported);
    }
    amount(&format!("{whole}{decimals:0<7}"))
}

/// Encodes an asset.
pub fn asset(asset: &Asset) -> Result<xdr::Asset, Unsupported> {
    let Asset::XlmAsset { code, issuer, .. } = asset else {
        return match asset {
            Asset::Coin { chain } if chain == "xlm" => Ok(xdr::Asset::Native),
            _ => Err(Unsupported),
        };
    };
    let issuer = account(issuer)?;
    Ok(match code.parse()? {
        xdr::AssetCode::CreditAlphanum4(asset_code) => {
            xdr::Asset::CreditAlphanum4(xdr::AlphaNum4 { asset_code, issuer })
        }
        xdr::AssetCode::CreditAlphanum12(asset_code) => {
            xdr::Asset::CreditAlphanum12(xdr::AlphaNum12 { asset_code, issuer })
        }
    })
}

/// Encodes the asset of a trustline.
pub fn trusted(trusted: &TrustedAsset) -> Result<xdr::ChangeTrustAsset, Unsupported> {
    Ok(match trusted {
        TrustedAsset::Asset(trusted) => match asset(trusted)? {
            xdr::Asset::Native => xdr::ChangeTrustAsset::Native,
            xdr::Asset::CreditAlphanum4(credit) => xdr::ChangeTrustAsset::CreditAlphanum4(credit),
            xdr::Asset::CreditAlphanum12(credit) => xdr::ChangeTrustAsset::CreditAlphanum12(credit),
        },
        TrustedAsset::Pool { asset_a, asset_b, fee } => {
            let pool = xdr::LiquidityPoolConstantProductParameters {
                asset_a: asset(asset_a)?,
                asset_b: asset(asset_b)?,
                fee: i32::try_from(*fee).map_err(|_| Unsupported)?,
            };
            xdr::ChangeTrustAsset::PoolShare(xdr::LiquidityPoolParameters::LiquidityPoolConstantProduct(pool))
        }
    })
}

/// Encodes the id of a claimable balance: 72 hex digits or B….
pub fn balance_id(text: &str) -> Result<xdr::ClaimableBalanceId, Unsupported> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    if let Some(hash) = digits.strip_prefix("00000000").filter(|hash| hash.len() == 64) {
        let bytes = hex::decode(hash).map_err(|_| Unsupported)?;
        let bytes = bytes.try_into().map_err(|_| Unsupported)?;
        return Ok(xdr::ClaimableBalanceId::ClaimableBalanceIdTypeV0(xdr::Hash(bytes)));
    }
    Ok(text.parse()?)
}

/// Encodes the key of a signer.
pub fn signer_key(signer: &Signer) -> Result<xdr::SignerKey, Unsupported> {
    let keys = [
        &signer.ed25519_public_key,
        &signer.sha256_hash,
        &signer.pre_auth_tx,
        &signer.ed25519_signed_payload,
    ];
    let mut present = keys.into_iter().flatten();
    match (present.next(), present.next()) {
        (Some(key), None) => Ok(key.parse()?),
        _ => Err(Unsupported),
    }
}

/// Encodes the condition of a claim.
pub fn predicate(condition: &Predicate) -> Result<xdr::ClaimPredicate, Unsupported> {
    let all = |conditions: &[Predicate]| -> Result<xdr::VecM<xdr::ClaimPredicate, 2>, Unsupported> {
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
        _ => Err(Unsupported),
    }
}

/// Returns true if a fraction is the requested price: exactly for `n/d`, within 10^-7 of a decimal one.
pub fn is_price(text: &str, price: &xdr::Price) -> bool {
    let (Ok(n), Ok(d)) = (u128::try_from(price.n), u128::try_from(price.d)) else {
        return false;
    };
    if let Some((numerator, denominator)) = text.split_once('/') {
        return (numerator.parse(), denominator.parse()) == (Ok(price.n), Ok(price.d));
    }
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{decimals}");
    let power = u32::try_from(decimals.len())
        .ok()
        .and_then(|places| 10_u128.checked_pow(places));
    let parts = digits.parse::<u128>().ok().zip(power);
    let products = parts.and_then(|(digits, power)| n.checked_mul(power).zip(digits.checked_mul(d)));
    products.is_some_and(|(found, expected)| {
        let difference = found.abs_diff(expected).checked_mul(10_000_000);
        expected > 0 && difference.is_some_and(|difference| difference <= expected)
    })
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
        assert_eq!(lumens("0.00000001"), Err(Unsupported));
        assert_eq!(lumens("-1"), Err(Unsupported));
    }
}
