//! Changes of an account's lumens by an operation, from the record and result.

use super::effects::OperationEffect;
use super::operation::{Body, Operation, TransferAmount};
use super::party::Party;
use crate::{AccountId, Asset, Stroops};

/// The sum of an account's incoming and outgoing lumens.
struct Lumens {
    account: AccountId,
    change: i128,
}

impl Lumens {
    fn credit(&mut self, to: AccountId, asset: Asset, amount: Stroops) {
        if to == self.account && asset == Asset::Native {
            self.change += i128::from(amount.get());
        }
    }

    fn debit(&mut self, from: AccountId, asset: Asset, amount: Stroops) {
        if from == self.account && asset == Asset::Native {
            self.change -= i128::from(amount.get());
        }
    }
}

/// Computes the change of an account's lumens by an operation from the record and result, in stroops. Fills of the
/// account's offers by third parties are not included.
pub(super) fn native_change(operation: &Operation, effect: OperationEffect, account: AccountId) -> i128 {
    let source = operation.source.account;
    let mut lumens = Lumens { account, change: 0 };
    match &operation.body {
        Body::CreateAccount(payment) | Body::Payment(payment) => {
            lumens.debit(payment.from.account, payment.asset, payment.amount);
            lumens.credit(payment.to.account, payment.asset, payment.amount);
        }
        Body::PathPayment(path) => {
            lumens.debit(path.payment.from.account, path.spent, path.spent_amount);
            lumens.credit(path.payment.to.account, path.payment.asset, path.payment.amount);
        }
        Body::AccountMerge { account: merged, into } => {
            let amount = effect.merged.unwrap_or_default();
            lumens.debit(merged.account, Asset::Native, amount);
            lumens.credit(into.account, Asset::Native, amount);
        }
        Body::SellOffer(_) | Body::BuyOffer(_) | Body::PassiveOffer(_) if source == account => {
            lumens.change = effect.traded.into();
        }
        Body::CreateClaimableBalance { asset, amount, .. } => lumens.debit(source, *asset, *amount),
        Body::ClaimClaimableBalance {
            claimant,
            claimed: Some((asset, amount)),
            ..
        } => lumens.credit(claimant.account, *asset, *amount),
        Body::PoolDeposit { reserves, .. } => {
            for (asset, amount) in reserves {
                lumens.debit(source, *asset, *amount);
            }
        }
        Body::PoolWithdraw { reserves, .. } => {
            for (asset, amount) in reserves {
                lumens.credit(source, *asset, *amount);
            }
        }
        Body::CallContract { transfers } => {
            for transfer in transfers {
                let of = |party: &Option<Party>| party.as_ref().and_then(Party::account);
                let TransferAmount::Asset(asset, amount) = transfer.amount else {
                    continue;
                };
                if let Some(from) = of(&transfer.from) {
                    lumens.debit(from, asset, amount);
                }
                if let Some(to) = of(&transfer.to) {
                    lumens.credit(to, asset, amount);
                }
            }
        }
        _ => {}
    }
    lumens.change
}
