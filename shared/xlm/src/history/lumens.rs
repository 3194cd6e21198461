//! What an operation changes of an account's lumens, by its record and its result.

use super::effects::OperationEffect;
use super::operation::{Body, Operation};
use super::party::Party;
use crate::{AccountId, Asset, Stroops};

/// Lumens that come to an account or leave it.
struct Lumens {
    account: AccountId,
    change: i128,
}

impl Lumens {
    fn came(&mut self, to: AccountId, asset: Asset, amount: Stroops) {
        if to == self.account && asset == Asset::Native {
            self.change += i128::from(amount.get());
        }
    }

    fn left(&mut self, from: AccountId, asset: Asset, amount: Stroops) {
        if from == self.account && asset == Asset::Native {
            self.change -= i128::from(amount.get());
        }
    }
}

/// What one operation changes of an account's lumens by its record and result, in stroops; what fills of offers of the
/// account by others change is not in it.
pub(super) fn native_change(operation: &Operation, effect: OperationEffect, account: AccountId) -> i128 {
    let source = operation.source.account;
    let mut lumens = Lumens { account, change: 0 };
    match &operation.body {
        Body::CreateAccount(payment) | Body::Payment(payment) => {
            lumens.left(payment.from.account, payment.asset, payment.amount);
            lumens.came(payment.to.account, payment.asset, payment.amount);
        }
        Body::PathPayment(path) => {
            lumens.left(path.payment.from.account, path.spent, path.spent_amount);
            lumens.came(path.payment.to.account, path.payment.asset, path.payment.amount);
        }
        Body::AccountMerge { account: merged, into } => {
            let amount = effect.merged.unwrap_or_default();
            lumens.left(merged.account, Asset::Native, amount);
            lumens.came(into.account, Asset::Native, amount);
        }
        Body::SellOffer(_) | Body::BuyOffer(_) | Body::PassiveOffer(_) if source == account => {
            lumens.change = effect.traded.into();
        }
        Body::CreateClaimableBalance { asset, amount, .. } => lumens.left(source, *asset, *amount),
        Body::ClaimClaimableBalance {
            claimant,
            brought: Some((asset, amount)),
            ..
        } => lumens.came(claimant.account, *asset, *amount),
        Body::PoolDeposit { reserves, .. } => {
            for (asset, amount) in reserves {
                lumens.left(source, *asset, *amount);
            }
        }
        Body::PoolWithdraw { reserves, .. } => {
            for (asset, amount) in reserves {
                lumens.came(source, *asset, *amount);
            }
        }
        Body::CallContract { transfers } => {
            for transfer in transfers {
                let of = |party: &Option<Party>| party.as_ref().and_then(Party::account);
                if let Some(from) = of(&transfer.from) {
                    lumens.left(from, transfer.asset, transfer.amount);
                }
                if let Some(to) = of(&transfer.to) {
                    lumens.came(to, transfer.asset, transfer.amount);
                }
            }
        }
        _ => {}
    }
    lumens.change
}
