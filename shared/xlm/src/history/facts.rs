//! Accounts and transactions from Horizon, converted to our types.

use super::effects::TransactionEffects;
use super::operation::{Body, Operation};
use super::{Position, lumens};
use crate::operation::Predicate;
use crate::{Account, AccountId, Asset, BalanceId, Ledger, Memo, MuxedAccount, Stroops};

/// The current state of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountFacts {
    /// The protocol of the upstream that responded.
    pub upstream: &'static str,
    /// The latest ledger of the upstream.
    pub ledger: Ledger,
    /// The account, or `None` if not found.
    pub account: Option<Account>,
    /// True if balances of unknown kinds are omitted.
    pub lacks_rows: bool,
}

/// The claimable balances of an address, which need not have an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimableFacts {
    /// The balances, latest first.
    pub balances: Vec<ClaimableBalance>,
    /// True if more balances exist than are read.
    pub has_more: bool,
    /// True if unreadable balances are omitted.
    pub lacks_rows: bool,
}

/// A balance that an address may claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimableBalance {
    /// The balance id.
    pub id: BalanceId,
    /// The claimable asset.
    pub asset: Asset,
    /// The claimable amount.
    pub amount: Stroops,
    /// The sponsor of the reserve.
    pub sponsor: Option<AccountId>,
    /// The creation time in Unix seconds, if reported. The predicate does not depend on that time: the network converts
    /// relative times to absolute times at the creation (CAP-23).
    pub made: Option<u64>,
    /// The condition under which the address may claim.
    pub predicate: Predicate,
}

/// A page of the history of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryFacts {
    /// The transactions, latest first.
    pub entries: Vec<Entry>,
    /// The position of the next page, or `None` at the end.
    pub next: Option<Position>,
    /// True if the amounts of some claims of the account are unknown and missing from the values.
    pub has_unresolved_claims: bool,
    /// True if foreign transactions between those of the page filled offers of the account, which Horizon does
    /// not list under the account.
    pub has_unlisted_fills: bool,
    /// True if the data about some transactions of the page, or about operations in them, is unreadable and missing.
    pub lacks_rows: bool,
}

/// A transaction in a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The transaction hash. For a fee bump, the outer hash.
    pub hash: [u8; 32],
    /// The sequence number of its ledger.
    pub ledger: u32,
    /// The close time of its ledger in Unix seconds.
    pub time: u64,
    /// True if the transaction succeeded. A failed transaction has paid the fee and changed nothing else.
    pub succeeded: bool,
    /// The source account of the transaction.
    pub source: MuxedAccount,
    /// The charged fee.
    pub fee: Stroops,
    /// The account that paid the fee: that of a fee bump, otherwise the source account.
    pub fee_payer: AccountId,
    /// The memo. For a fee bump, that of the inner transaction.
    pub memo: Memo,
    /// The operations in order: in the history of an account the operations that involve the account, none if the
    /// account only pays the fee or is the source; otherwise all. Operations of unknown types are omitted.
    pub operations: Vec<Operation>,
    /// The effects from the result and meta.
    pub effects: TransactionEffects,
}

impl Entry {
    /// Returns true if the account claims a balance of unknown amount in this transaction.
    pub fn has_unresolved_claims(&self, account: AccountId) -> bool {
        let is_unknown = |operation: &Operation| matches!(&operation.body, Body::ClaimClaimableBalance { claimant, claimed: None, .. } if claimant.account == account);
        self.succeeded && self.effects.native_change(account).is_none() && self.operations.iter().any(is_unknown)
    }

    /// Returns true if the account makes or changes an offer in this transaction.
    pub fn offers(&self, account: AccountId) -> bool {
        let is_offer = |operation: &Operation| {
            let is_own = operation.source.account == account;
            is_own
                && matches!(
                    operation.body,
                    Body::SellOffer(_) | Body::BuyOffer(_) | Body::PassiveOffer(_)
                )
        };
        self.succeeded && self.operations.iter().any(is_offer)
    }

    /// Returns true if this transaction creates the account.
    pub fn creates(&self, account: AccountId) -> bool {
        let is_creation = |operation: &Operation| matches!(&operation.body, Body::CreateAccount(payment) if payment.to.account == account);
        self.succeeded && self.operations.iter().any(is_creation)
    }

    /// Returns true if the account pays the fee, is the source, or has more or fewer lumens than before.
    pub fn concerns(&self, account: AccountId) -> bool {
        self.fee_payer == account || self.source.account == account || self.native_change(account) != 0
    }

    /// Sets the amounts of claims by balance id.
    pub fn resolve_claims(&mut self, amounts: impl Fn(&BalanceId) -> Option<(Asset, Stroops)>) {
        for operation in &mut self.operations {
            if let Body::ClaimClaimableBalance { id, claimed, .. } = &mut operation.body {
                *claimed = claimed.or_else(|| amounts(id));
            }
        }
    }

    /// Returns the net change of the account's lumens by the operations in stroops. The sum of
    /// untrusted amounts may exceed the range of a balance.
    pub(super) fn native_change(&self, account: AccountId) -> i128 {
        if !self.succeeded {
            return 0;
        }
        self.effects
            .native_change(account)
            .map_or_else(|| self.change_without_meta(account), i128::from)
    }

    /// Returns the same change computed without the meta.
    fn change_without_meta(&self, account: AccountId) -> i128 {
        let changes = self.operations.iter().map(|operation| {
            let effect = self.effects.of(operation.index);
            lumens::native_change(operation, effect, account)
        });
        changes.sum::<i128>() + i128::from(self.effects.filled(account))
    }
}
