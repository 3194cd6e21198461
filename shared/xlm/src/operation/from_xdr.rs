//! Conversion of operations from XDR: foreign envelopes become the JSON that would yield them.

use super::{
    AccountMerge, AllowTrust, BeginSponsoringFutureReserves, BumpSequence, ChangeTrust, ClaimClaimableBalance,
    Clawback, ClawbackClaimableBalance, CreateAccount, CreateClaimableBalance, CreatePassiveSellOffer, DataName,
    EndSponsoringFutureReserves, LiquidityPoolDeposit, LiquidityPoolWithdraw, ManageBuyOffer, ManageData,
    ManageSellOffer, Number, OperationBody, PathPaymentStrictReceive, PathPaymentStrictSend, Payment,
    RevokeAccountSponsorship, RevokeClaimableBalanceSponsorship, RevokeDataSponsorship, RevokeLiquidityPoolSponsorship,
    RevokeOfferSponsorship, RevokeSignerSponsorship, RevokeTrustlineSponsorship, SetOptions, SetTrustLineFlags,
    SponsoredLine, SponsoredSigner,
};
use crate::account::signer::SignerKey;
use crate::chain::{BalanceId, PoolId};
use crate::value::address::{AccountId, MuxedAccount};
use stellar_xdr as xdr;

/// Returns `None` for operations that the specification does not define and for values that validators reject.
pub(super) fn body(body: &xdr::OperationBody) -> Option<OperationBody> {
    use OperationBody as Ours;
    use xdr::OperationBody as Theirs;
    Some(match body {
        Theirs::CreateAccount(op) => Ours::CreateAccount(CreateAccount::from_xdr(op)?),
        Theirs::Payment(op) => Ours::Payment(Payment::from_xdr(op)?),
        Theirs::PathPaymentStrictReceive(op) => Ours::PathPaymentStrictReceive(PathPaymentStrictReceive::from_xdr(op)?),
        Theirs::PathPaymentStrictSend(op) => Ours::PathPaymentStrictSend(PathPaymentStrictSend::from_xdr(op)?),
        Theirs::ManageSellOffer(op) => Ours::ManageSellOffer(ManageSellOffer::from_xdr(op)?),
        Theirs::ManageBuyOffer(op) => Ours::ManageBuyOffer(ManageBuyOffer::from_xdr(op)?),
        Theirs::CreatePassiveSellOffer(op) => Ours::CreatePassiveSellOffer(CreatePassiveSellOffer::from_xdr(op)?),
        Theirs::SetOptions(op) => Ours::SetOptions(SetOptions::from_xdr(op)?),
        Theirs::ChangeTrust(op) => Ours::ChangeTrust(ChangeTrust::from_xdr(op)?),
        Theirs::AllowTrust(op) => Ours::AllowTrust(AllowTrust::from_xdr(op)?),
        Theirs::AccountMerge(destination) => Ours::AccountMerge(AccountMerge {
            destination: MuxedAccount::from_xdr(destination),
        }),
        Theirs::ManageData(op) => Ours::ManageData(ManageData::from_xdr(op)?),
        Theirs::BumpSequence(op) => Ours::BumpSequence(BumpSequence::from_xdr(op)?),
        Theirs::CreateClaimableBalance(op) => Ours::CreateClaimableBalance(CreateClaimableBalance::from_xdr(op)?),
        Theirs::ClaimClaimableBalance(op) => Ours::ClaimClaimableBalance(ClaimClaimableBalance {
            balance_id: BalanceId::from_xdr(&op.balance_id),
        }),
        Theirs::BeginSponsoringFutureReserves(op) => {
            Ours::BeginSponsoringFutureReserves(BeginSponsoringFutureReserves {
                sponsored_id: AccountId::from_xdr(&op.sponsored_id),
            })
        }
        Theirs::EndSponsoringFutureReserves => Ours::EndSponsoringFutureReserves(EndSponsoringFutureReserves {}),
        Theirs::RevokeSponsorship(op) => revoke(op)?,
        Theirs::Clawback(op) => Ours::Clawback(Clawback::from_xdr(op)?),
        Theirs::ClawbackClaimableBalance(op) => Ours::ClawbackClaimableBalance(ClawbackClaimableBalance {
            balance_id: BalanceId::from_xdr(&op.balance_id),
        }),
        Theirs::SetTrustLineFlags(op) => Ours::SetTrustLineFlags(SetTrustLineFlags::from_xdr(op)?),
        Theirs::LiquidityPoolDeposit(op) => Ours::LiquidityPoolDeposit(LiquidityPoolDeposit::from_xdr(op)?),
        Theirs::LiquidityPoolWithdraw(op) => Ours::LiquidityPoolWithdraw(LiquidityPoolWithdraw::from_xdr(op)?),
        Theirs::Inflation
        | Theirs::InvokeHostFunction(_)
        | Theirs::ExtendFootprintTtl(_)
        | Theirs::RestoreFootprint(_) => {
            return None;
        }
    })
}

fn revoke(op: &xdr::RevokeSponsorshipOp) -> Option<OperationBody> {
    use OperationBody as Ours;
    let key = match op {
        xdr::RevokeSponsorshipOp::Signer(op) => {
            return Some(Ours::RevokeSignerSponsorship(RevokeSignerSponsorship {
                account: AccountId::from_xdr(&op.account_id),
                signer: SponsoredSigner(SignerKey::from_xdr(&op.signer_key)),
            }));
        }
        xdr::RevokeSponsorshipOp::LedgerEntry(key) => key,
    };
    Some(match key {
        xdr::LedgerKey::Account(key) => Ours::RevokeAccountSponsorship(RevokeAccountSponsorship {
            account: AccountId::from_xdr(&key.account_id),
        }),
        xdr::LedgerKey::Trustline(key) => Ours::RevokeTrustlineSponsorship(RevokeTrustlineSponsorship {
            account: AccountId::from_xdr(&key.account_id),
            asset: SponsoredLine::from_xdr(&key.asset)?,
        }),
        xdr::LedgerKey::Offer(key) => Ours::RevokeOfferSponsorship(RevokeOfferSponsorship {
            seller: AccountId::from_xdr(&key.seller_id),
            offer_id: Number::from_xdr(key.offer_id)?,
        }),
        xdr::LedgerKey::Data(key) => Ours::RevokeDataSponsorship(RevokeDataSponsorship {
            account: AccountId::from_xdr(&key.account_id),
            name: DataName::from_xdr(&key.data_name.0)?,
        }),
        xdr::LedgerKey::ClaimableBalance(key) => {
            Ours::RevokeClaimableBalanceSponsorship(RevokeClaimableBalanceSponsorship {
                balance_id: BalanceId::from_xdr(&key.balance_id),
            })
        }
        xdr::LedgerKey::LiquidityPool(key) => Ours::RevokeLiquidityPoolSponsorship(RevokeLiquidityPoolSponsorship {
            liquidity_pool_id: PoolId::from_xdr(&key.liquidity_pool_id),
        }),
        xdr::LedgerKey::ContractData(_)
        | xdr::LedgerKey::ContractCode(_)
        | xdr::LedgerKey::ConfigSetting(_)
        | xdr::LedgerKey::Ttl(_) => return None,
    })
}
