//! Trustlines: of the holders of an asset, and the rights of its issuer.

use crate::blockchain_connector_xlm::operation::{OperationBody, TrustLineFlags, TrustedAsset};
use crate::payments::xlm::values::{InvalidValue, account, amount, asset, code, muxed};
use stellar_xdr as xdr;
use xdr::OperationBody as Body;

/// Encodes changes of trustlines, their authorizations and clawbacks.
pub fn body(requested: &OperationBody) -> Result<Body, InvalidValue> {
    Ok(match requested {
        OperationBody::ChangeTrust { asset: trusted, limit } => Body::ChangeTrust(xdr::ChangeTrustOp {
            line: line(trusted)?,
            limit: limit.as_deref().map_or(Ok(i64::MAX), amount)?,
        }),
        OperationBody::AllowTrust {
            trustor,
            asset_code,
            authorize,
        } => Body::AllowTrust(xdr::AllowTrustOp {
            trustor: account(trustor)?,
            asset: code(asset_code)?,
            authorize: *authorize,
        }),
        OperationBody::SetTrustLineFlags {
            trustor,
            asset: trusted,
            flags,
        } => Body::SetTrustLineFlags(xdr::SetTrustLineFlagsOp {
            trustor: account(trustor)?,
            asset: asset(trusted)?,
            clear_flags: sum(flags, false),
            set_flags: sum(flags, true),
        }),
        OperationBody::Clawback {
            asset: issued,
            amount: units,
            from,
        } => Body::Clawback(xdr::ClawbackOp {
            asset: asset(issued)?,
            from: muxed(from)?,
            amount: amount(units)?,
        }),
        _ => return Err(InvalidValue),
    })
}

fn line(trusted: &TrustedAsset) -> Result<xdr::ChangeTrustAsset, InvalidValue> {
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
                fee: i32::try_from(*fee).map_err(|_| InvalidValue)?,
            };
            xdr::ChangeTrustAsset::PoolShare(xdr::LiquidityPoolParameters::LiquidityPoolConstantProduct(pool))
        }
    })
}

/// Returns the sum of the bits of the flags with this value.
fn sum(flags: &TrustLineFlags, value: bool) -> u32 {
    use xdr::TrustLineFlags as Bit;
    let bits = [
        (Bit::AuthorizedFlag, flags.authorized),
        (
            Bit::AuthorizedToMaintainLiabilitiesFlag,
            flags.authorized_to_maintain_liabilities,
        ),
        (Bit::TrustlineClawbackEnabledFlag, flags.clawback_enabled),
    ];
    let chosen = bits.into_iter().filter(|(_, flag)| *flag == Some(value));
    chosen.map(|(bit, _)| bit as u32).sum()
}
