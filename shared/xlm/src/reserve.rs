//! Lumens that an account must keep (CAP-33).

use super::account::{Account, Held, TrustLine};
use super::amount::Stroops;

/// What an account must keep, in stroops, by what it is for. Selling liabilities are no reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// For the account itself: two base reserves, or nothing when somebody else pays them.
    pub account: Stroops,
    /// For everything else but trustlines: offers, data entries, signers, and what it sponsors for others.
    pub others: Stroops,
    /// For the trustlines whose reserve nobody else pays.
    pub lines: Stroops,
    /// Altogether.
    pub total: Stroops,
}

/// A base reserve so often, `Stroops::MAX` where nothing could hold it.
fn times(base_reserve: Stroops, count: u64) -> Stroops {
    let product = i64::try_from(count)
        .ok()
        .and_then(|count| base_reserve.get().checked_mul(count));
    product.and_then(Stroops::new).unwrap_or(Stroops::MAX)
}

/// What a new account must start with: two base reserves.
pub fn starting_balance(base_reserve: Stroops) -> Stroops {
    times(base_reserve, 2)
}

/// The ledger entries that a trustline counts as.
const fn entries(line: &TrustLine) -> u64 {
    match line.asset {
        Held::Credit(_) => 1,
        Held::PoolShares(_) => 2,
    }
}

impl Reserve {
    /// What an account must keep when the network's base reserve is this.
    pub fn of(account: &Account, base_reserve: Stroops) -> Self {
        let counted = 2 + u64::from(account.subentries) + u64::from(account.sponsoring);
        let total = times(base_reserve, counted.saturating_sub(account.sponsored.into()));
        let own = if account.is_sponsored { 0 } else { 2 };
        let account_itself = times(base_reserve, own);
        let own_lines = account.lines.iter().filter(|line| !line.is_sponsored);
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
    /// The lumens that can be spent: neither reserved nor promised.
    pub fn spendable(&self, base_reserve: Stroops) -> Stroops {
        let reserved = Reserve::of(self, base_reserve).total;
        self.native.free().checked_sub(reserved).unwrap_or_default()
    }
}
