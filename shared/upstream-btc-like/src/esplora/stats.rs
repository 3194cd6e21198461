//! `GET /address/{address}`

use crate::source::funds;
use serde::Deserialize;
use wallet_btc_like::Params;
use wallet_btc_like::history::Funds;
use wallet_upstream::failure::Failure;

/// Totals received and spent by an address.
#[derive(Deserialize)]
pub(super) struct Stats {
    /// In blocks.
    chain_stats: Sums,
    /// In the mempool.
    mempool_stats: Sums,
}

/// Totals in base units over the whole history, which may exceed the money supply.
#[derive(Deserialize)]
struct Sums {
    funded_txo_sum: u64,
    spent_txo_sum: u64,
    tx_count: u64,
}

impl Stats {
    /// Returns the confirmed and unconfirmed balance.
    pub(super) fn balance(&self, params: &Params) -> Result<Funds, Failure> {
        let net = |sums: &Sums| i128::from(sums.funded_txo_sum) - i128::from(sums.spent_txo_sum);
        let confirmed = u64::try_from(net(&self.chain_stats));
        let confirmed = confirmed.map_err(|_| Failure::unusable("confirmed balance below zero or above 64 bits"))?;
        funds(confirmed, net(&self.mempool_stats), params)
    }

    /// Returns the number of confirmed transactions.
    pub(super) const fn confirmed_transactions(&self) -> u64 {
        self.chain_stats.tx_count
    }

    /// Returns the number of pending transactions.
    pub(super) const fn pending_transactions(&self) -> u64 {
        self.mempool_stats.tx_count
    }

    /// Returns true if the address has transactions, also pending ones.
    pub(super) const fn is_used(&self) -> bool {
        self.chain_stats.tx_count > 0 || self.mempool_stats.tx_count > 0
    }
}
