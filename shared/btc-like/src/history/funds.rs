//! The parts of a balance: confirmed, pending, and not spendable yet
//! (docs/decisions/utxo-history.md#spendable-balance-of-utxo-chains).

use crate::Params;

/// The funds of an address in base units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Funds {
    confirmed: u64,
    unconfirmed: i128,
    total: u64,
}

impl Funds {
    /// Creates the funds from the confirmed balance and the change by pending transactions. Returns `None` if one of
    /// the balances is below zero or above the maximum of the chain.
    pub fn new(confirmed: u64, unconfirmed: i128, params: &Params) -> Option<Self> {
        let is_possible = |balance: &u64| *balance <= params.max_balance;
        let total = i128::from(confirmed).checked_add(unconfirmed)?;
        let total = u64::try_from(total).ok().filter(is_possible)?;
        is_possible(&confirmed).then_some(Self {
            confirmed,
            unconfirmed,
            total,
        })
    }

    /// Returns the sum of confirmed outputs, including immature outputs and outputs that pending transactions spend.
    pub const fn confirmed(&self) -> u64 {
        self.confirmed
    }

    /// Returns the change of the balance by pending transactions.
    pub const fn unconfirmed(&self) -> i128 {
        self.unconfirmed
    }

    /// Returns the balance including the pending transactions.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Returns the part that a payment can spend now; 0 if the parts are contradictory.
    pub const fn spendable(&self, unavailable: &Unavailable) -> u64 {
        let mature = self.total.saturating_sub(unavailable.immature);
        mature.saturating_sub(unavailable.unsettled)
    }
}

/// The unspent outputs of an address that a payment should not spend now, in base units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unavailable {
    /// The sum of coinbase outputs that are not mature yet.
    pub immature: u64,
    /// The sum of pending outputs that are not change of the address, and of outputs that carry tokens, as far as the
    /// upstream reports them.
    pub unsettled: u64,
}
