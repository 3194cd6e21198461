//! Ends and transfers of sponsorships (CAP-33).

use crate::blockchain_connector_xlm::operation::{OperationBody, SponsoredTrustline};
use crate::payments::xlm::values::{InvalidValue, account, amount, asset, balance_id, data_name, pool_id, signer_key};
use stellar_xdr as xdr;
use xdr::{LedgerKey, RevokeSponsorshipOp};

/// Encodes the end or transfer of a sponsorship.
pub fn revocation(requested: &OperationBody) -> Result<xdr::OperationBody, InvalidValue> {
    let revoked = match requested {
        OperationBody::RevokeSignerSponsorship { account: id, signer } => {
            RevokeSponsorshipOp::Signer(xdr::RevokeSponsorshipOpSigner {
                account_id: account(id)?,
                signer_key: signer_key(signer)?,
            })
        }
        _ => RevokeSponsorshipOp::LedgerEntry(entry(requested)?),
    };
    Ok(xdr::OperationBody::RevokeSponsorship(revoked))
}

/// Encodes the key of the sponsored ledger entry.
fn entry(requested: &OperationBody) -> Result<LedgerKey, InvalidValue> {
    Ok(match requested {
        OperationBody::RevokeAccountSponsorship { account: id } => LedgerKey::Account(xdr::LedgerKeyAccount {
            account_id: account(id)?,
        }),
        OperationBody::RevokeTrustlineSponsorship { account: id, asset } => {
            LedgerKey::Trustline(xdr::LedgerKeyTrustLine {
                account_id: account(id)?,
                asset: trustline(asset)?,
            })
        }
        OperationBody::RevokeOfferSponsorship { seller, offer_id } => LedgerKey::Offer(xdr::LedgerKeyOffer {
            seller_id: account(seller)?,
            offer_id: amount(offer_id)?,
        }),
        OperationBody::RevokeDataSponsorship { account: id, name } => LedgerKey::Data(xdr::LedgerKeyData {
            account_id: account(id)?,
            data_name: data_name(name)?,
        }),
        OperationBody::RevokeClaimableBalanceSponsorship { balance_id: id } => {
            LedgerKey::ClaimableBalance(xdr::LedgerKeyClaimableBalance {
                balance_id: balance_id(id)?,
            })
        }
        OperationBody::RevokeLiquidityPoolSponsorship { liquidity_pool_id } => {
            LedgerKey::LiquidityPool(xdr::LedgerKeyLiquidityPool {
                liquidity_pool_id: pool_id(liquidity_pool_id)?,
            })
        }
        _ => return Err(InvalidValue),
    })
}

fn trustline(sponsored: &SponsoredTrustline) -> Result<xdr::TrustLineAsset, InvalidValue> {
    Ok(match sponsored {
        SponsoredTrustline::Pool { liquidity_pool_id } => xdr::TrustLineAsset::PoolShare(pool_id(liquidity_pool_id)?),
        SponsoredTrustline::Asset(trusted) => match asset(trusted)? {
            xdr::Asset::Native => return Err(InvalidValue),
            xdr::Asset::CreditAlphanum4(credit) => xdr::TrustLineAsset::CreditAlphanum4(credit),
            xdr::Asset::CreditAlphanum12(credit) => xdr::TrustLineAsset::CreditAlphanum12(credit),
        },
    })
}
