//! `blockchain.scripthash.get_balance`

use super::message::{Answer, Request};
use super::script_hash;
use serde::Deserialize;
use wallet_btc_like::Params;
use wallet_upstream::failure::Failure;

/// What a script holds, in smallest units.
#[derive(Deserialize)]
pub(super) struct Balance {
    confirmed: u64,
    /// What the mempool adds or takes.
    unconfirmed: i64,
}

/// Asks what a script holds.
pub(super) fn ask(script: &[u8]) -> Request {
    Request::new("blockchain.scripthash.get_balance", script_hash::of(script))
}

/// Reads it, the mempool included, in smallest units.
pub(super) fn read(answer: Answer, params: &Params) -> Result<u64, Failure> {
    answer.read::<Balance>()?.total(params)
}

impl Balance {
    pub(super) fn total(&self, params: &Params) -> Result<u64, Failure> {
        let total = self.confirmed.checked_add_signed(self.unconfirmed);
        let total = total.filter(|total| *total <= params.max_money);
        total.ok_or_else(|| Failure::unusable("a balance below zero or above the money supply"))
    }
}
