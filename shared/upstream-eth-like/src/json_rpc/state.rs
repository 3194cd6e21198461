//! `eth_getBalance` and `eth_getCode`

use super::JsonRpc;
use super::message::Call;
use super::values::{Bytes, Quantity, plain};
use serde_json::json;
use wallet_eth_like::{Address, Amount};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

impl JsonRpc {
    /// Returns the coin balance of an address in wei.
    pub(super) async fn coin(&self, address: Address, deadline: Deadline) -> Result<Amount, Failure> {
        let call = Call::new("eth_getBalance", json!([plain(address), "latest"]));
        let Quantity(balance) = self.call(call, deadline).await?.value()?;
        Ok(balance)
    }

    /// Returns true if an address has code.
    pub(super) async fn code(&self, address: Address, lane: Lane, deadline: Deadline) -> Result<bool, Failure> {
        let call = Call::new("eth_getCode", json!([plain(address), "latest"]));
        let Bytes(code) = self.call_in(lane, call, deadline).await?.value()?;
        Ok(!code.is_empty())
    }
}
