//! `blockchain.scripthash.get_balance`

use super::message::{Request, RpcResponse};
use super::script_hash;
use serde::Deserialize;
use wallet_btc_like::Params;
use wallet_upstream::failure::Failure;

/// Balance of a script in base units.
#[derive(Deserialize)]
pub(super) struct Balance {
    confirmed: u64,
    /// Net change in the mempool.
    unconfirmed: i64,
}

/// Creates the request for the balance of a script.
pub(super) fn request(script: &[u8]) -> Request {
    Request::new("blockchain.scripthash.get_balance", script_hash::of(script))
}

/// Returns the balance in base units, including the mempool.
pub(super) fn read(response: RpcResponse, params: &Params) -> Result<u64, Failure> {
    response.read::<Balance>()?.total(params)
}

impl Balance {
    pub(super) fn total(&self, params: &Params) -> Result<u64, Failure> {
        let total = self.confirmed.checked_add_signed(self.unconfirmed);
        let total = total.filter(|total| *total <= params.max_balance);
        total.ok_or_else(|| Failure::unusable("balance below zero or above the maximum"))
    }
}
