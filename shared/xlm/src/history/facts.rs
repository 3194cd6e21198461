//! Accounts and transactions as a Horizon tells them, already in our types.

use super::effects::TransactionEffects;
use super::operation::{Body, Operation};
use super::{Position, lumens};
use crate::operation::Predicate;
use crate::{Account, AccountId, Asset, BalanceId, Ledger, MuxedAccount, Stroops};

/// What a Horizon knows of an account now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountFacts {
    /// The protocol of the upstream that answered.
    pub upstream: &'static str,
    /// The newest ledger that it knows.
    pub ledger: Ledger,
    /// The account, `None` when there is none.
    pub account: Option<Account>,
}

/// What an address may claim, which needs no account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimableFacts {
    /// The balances, the newest first.
    pub balances: Vec<ClaimableBalance>,
    /// Whether there are more of them than anybody reads.
    pub has_more: bool,
}

/// A balance that an address may claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimableBalance {
    /// Its id.
    pub id: BalanceId,
    /// What it is of.
    pub asset: Asset,
    /// How much of it.
    pub amount: Stroops,
    /// Who pays its reserve.
    pub sponsor: Option<AccountId>,
    /// When it was made, in Unix seconds, where that is told. The times in its predicate do not count from it: the network
    /// turns them into times of the clock when the balance is made (CAP-23).
    pub made: Option<u64>,
    /// When the address may claim it.
    pub predicate: Predicate,
}

/// A part of the history of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryFacts {
    /// Its transactions, newest first.
    pub entries: Vec<Entry>,
    /// Where the history goes on, `None` at its end.
    pub next: Option<Position>,
    /// Whether nobody told what some claims of the account brought, so that it is missing from the values.
    pub lacks_claims: bool,
}

/// A transaction in which an account takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its hash, of a fee bump the outer one.
    pub hash: [u8; 32],
    /// The number of its ledger.
    pub ledger: u32,
    /// When that was closed, in Unix seconds.
    pub time: u64,
    /// Whether it did what it was to do. One that failed has paid its fee and changed nothing else.
    pub succeeded: bool,
    /// Whose transaction it is.
    pub source: MuxedAccount,
    /// What was paid for including it.
    pub fee: Stroops,
    /// Its operations in which the account takes part, in their order. Those that nobody here knows are left out.
    pub operations: Vec<Operation>,
    /// What its result and meta tell.
    pub effects: TransactionEffects,
}

impl Entry {
    /// Whether the account claims a balance here, and neither the meta nor anybody else told what that brought.
    pub fn lacks_claims(&self, account: AccountId) -> bool {
        let is_untold = |operation: &Operation| matches!(&operation.body, Body::ClaimClaimableBalance { claimant, brought: None, .. } if claimant.account == account);
        self.succeeded && self.effects.native_change.is_none() && self.operations.iter().any(is_untold)
    }

    /// Takes note of what claims brought, by the ids of their balances.
    pub fn tell_claims(&mut self, told: impl Fn(&BalanceId) -> Option<(Asset, Stroops)>) {
        for operation in &mut self.operations {
            if let Body::ClaimClaimableBalance { id, brought, .. } = &mut operation.body {
                *brought = brought.or_else(|| told(id));
            }
        }
    }

    /// The net change of the lumens of this account by the operations, in stroops. Amounts that a server makes up may add up
    /// to more than an account can hold.
    pub(super) fn native_change(&self, account: AccountId) -> i128 {
        if !self.succeeded {
            return 0;
        }
        self.effects
            .native_change
            .map_or_else(|| self.told_change(account), i128::from)
    }

    /// The same without the meta.
    fn told_change(&self, account: AccountId) -> i128 {
        let told = self.operations.iter().map(|operation| {
            let effect = self.effects.of(operation.index);
            lumens::native_change(operation, effect, account)
        });
        told.sum::<i128>() + i128::from(self.effects.filled())
    }
}
