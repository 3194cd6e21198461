//! Effect of a transaction on the accounts of a view.

use super::facts::Entry;
use super::operation::{Body, Operation, Transfer};
use super::party::Party;
use crate::{AccountId, Asset};
use std::collections::BTreeMap;
use wallet_core::model::Direction;

/// The accounts of a view with the requested addresses.
pub(super) type Accounts = BTreeMap<AccountId, String>;

/// Effect of a transaction on the accounts of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    /// The change of the lumens in stroops, fees included. The sum of untrusted amounts may exceed the range of a
    /// balance.
    pub(super) net: i128,
    /// The direction of the transaction.
    pub(super) direction: Direction,
}

/// Sender and recipient of a payment; `None` for a side that is not an account.
type Sides = (Option<AccountId>, Option<AccountId>);

impl Entry {
    /// Returns the effect on the accounts of a view (docs/decisions/utxo-history.md#net-and-direction-of-rows).
    pub(super) fn effect(&self, accounts: &Accounts, is_shown: impl Fn(&Transfer) -> bool) -> Effect {
        let fee = if accounts.contains_key(&self.fee_payer) {
            self.fee.get()
        } else {
            0
        };
        let net = self.native_change_of(accounts) - i128::from(fee);
        let is_own = |account: Option<AccountId>| account.is_some_and(|account| accounts.contains_key(&account));
        let operations = self.operations.iter().filter(|_| self.succeeded);
        let sides = operations.flat_map(|operation| sides(operation, &is_shown));
        let sides = sides.map(|(from, to)| (is_own(from), is_own(to)));
        Effect {
            net,
            direction: Direction::of(sides, net < 0),
        }
    }

    /// Returns the net change of the lumens of the accounts of a view by the operations in stroops.
    pub(super) fn native_change_of(&self, accounts: &Accounts) -> i128 {
        accounts.keys().map(|account| self.native_change(*account)).sum()
    }
}

/// The amount in stroops below which a received payment of lumens is dust: the reserve of a ledger entry is 5 million
/// stroops, the minimum fee 100.
const DUST_BOUND: i64 = 10_000;

impl Entry {
    /// Returns true if a foreign transaction pays an account of the view lumens below the dust bound.
    pub(super) fn pays_dust(&self, accounts: &Accounts) -> bool {
        let is_own = |account: AccountId| accounts.contains_key(&account);
        let is_dust = |operation: &Operation| {
            let payment = match &operation.body {
                Body::Payment(payment) => payment,
                Body::PathPayment(path) => &path.payment,
                _ => return false,
            };
            let is_received = is_own(payment.to.account) && !is_own(payment.from.account);
            is_received && payment.asset == Asset::Native && payment.amount.get() < DUST_BOUND
        };
        self.succeeded && !is_own(self.source.account) && self.operations.iter().any(is_dust)
    }
}

/// Returns the sides of the payments of an operation, in any asset or shown token. Trades are not payments.
fn sides(operation: &Operation, is_shown: impl Fn(&Transfer) -> bool) -> Vec<Sides> {
    let source = operation.source.account;
    let sides = match &operation.body {
        Body::CreateAccount(payment) | Body::Payment(payment) => (Some(payment.from.account), Some(payment.to.account)),
        Body::PathPayment(path) => (Some(path.payment.from.account), Some(path.payment.to.account)),
        Body::AccountMerge { account, into } => (Some(account.account), Some(into.account)),
        Body::CreateClaimableBalance { .. } | Body::PoolDeposit { .. } => (Some(source), None),
        Body::ClaimClaimableBalance { claimant, .. } => (None, Some(claimant.account)),
        Body::PoolWithdraw { .. } => (None, Some(source)),
        Body::Clawback { from, .. } => (Some(from.account), Some(source)),
        Body::CallContract { transfers } => {
            let shown = transfers.iter().filter(|transfer| is_shown(transfer));
            return shown.map(transfer_sides).collect();
        }
        _ => return Vec::new(),
    };
    vec![sides]
}

fn transfer_sides(transfer: &Transfer) -> Sides {
    let account = |party: &Option<Party>| party.as_ref().and_then(Party::account);
    (account(&transfer.from), account(&transfer.to))
}
