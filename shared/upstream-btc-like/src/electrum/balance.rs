//! `blockchain.scripthash.get_balance`

use super::message::{Request, RpcResponse};
use super::script_hash;
use crate::source::funds;
use serde::Deserialize;
use wallet_btc_like::Params;
use wallet_btc_like::history::Funds;
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

/// Returns the confirmed and unconfirmed balance.
pub(super) fn read(response: RpcResponse, params: &Params) -> Result<Funds, Failure> {
    response.read::<Balance>()?.funds(params)
}

impl Balance {
    pub(super) fn funds(&self, params: &Params) -> Result<Funds, Failure> {
        funds(self.confirmed, self.unconfirmed.into(), params)
    }
}
