//! Reserves of accounts in lumens (CAP-33).

use super::account::{Account, TrustLine, TrustlineAsset};
use super::amount::Stroops;

/// The reserve of an account in stroops, by purpose. Selling liabilities are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// The reserve of the account itself: two base reserves, or 0 if sponsored.
    pub account: Stroops,
    /// The reserve of everything except trustlines: offers, data entries, signers and sponsored entries of others.
    pub others: Stroops,
    /// The reserve of the trustlines that are not sponsored.
    pub lines: Stroops,
    /// The total reserve.
    pub total: Stroops,
}

/// Returns `count` base reserves, or `Stroops::MAX` on overflow.
fn times(base_reserve: Stroops, count: u64) -> Stroops {
    let product = i64::try_from(count)
        .ok()
        .and_then(|count| base_reserve.get().checked_mul(count));
    product.and_then(Stroops::new).unwrap_or(Stroops::MAX)
}

/// Returns the minimum starting balance of a new account: two base reserves.
pub fn starting_balance(base_reserve: Stroops) -> Stroops {
    times(base_reserve, 2)
}

/// Returns the number of base reserves that a trustline requires.
const fn entries(line: &TrustLine) -> u64 {
    match line.asset {
        TrustlineAsset::Credit(_) => 1,
        TrustlineAsset::PoolShares(_) => 2,
    }
}

impl Reserve {
    /// Computes the reserve of an account for this base reserve.
    pub fn of(account: &Account, base_reserve: Stroops) -> Self {
        let counted = 2 + u64::from(account.subentries) + u64::from(account.sponsoring);
        let total = times(base_reserve, counted.saturating_sub(account.sponsored.into()));
        let own = if account.is_sponsored { 0 } else { 2 };
        let account_itself = times(base_reserve, own);
        let own_lines = account.lines.iter().filter(|line| line.sponsor.is_none());
        let lines = times(base_reserve, own_lines.map(entries).sum());
        let others = total
            .checked_sub(account_itself)
            .and_then(|rest| rest.checked_sub(lines));
        Self {
            account: account_itself,
            others: others.unwrap_or_default(),
            lines,
            total,
        }
    }
}

impl Account {
    /// Returns the lumens that can be spent: the balance minus the selling liabilities and the reserve.
    pub fn spendable(&self, base_reserve: Stroops) -> Stroops {
        let reserved = Reserve::of(self, base_reserve).total;
        self.native.free().checked_sub(reserved).unwrap_or_default()
    }
}
