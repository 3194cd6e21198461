//! `blockchain.scripthash.get_balance`

use super::head::Tip;
use super::message::{Request, RpcResponse};
use super::{Electrum, head, script_hash};
use crate::source::{AddressBalance, at_least_one, funds};
use serde::Deserialize;
use wallet_btc_like::history::Funds;
use wallet_btc_like::{Address, Params};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

impl Electrum {
    /// Returns the balance of an address at the tip of the server, and the tip.
    pub(super) async fn balance_at_tip(
        &self,
        address: &Address,
        deadline: Deadline,
    ) -> Result<(AddressBalance, Tip), Failure> {
        let script = address.script_pubkey().as_bytes();
        let requests = [request(script), head::tip_request()];
        let [balance, tip] = self.client.call(requests, deadline).await?;
        let tip = head::read_tip(tip)?;
        let balance = AddressBalance {
            tip: tip.height,
            funds: read(balance, self.params)?,
        };
        Ok((balance, tip))
    }

    /// Returns the balances of addresses at the tip of the server, in one batch of requests.
    pub(super) async fn balances_at_tip(
        &self,
        addresses: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Result<AddressBalance, Failure>>, Failure> {
        let balances = addresses
            .iter()
            .map(|address| request(address.script_pubkey().as_bytes()));
        let requests: Vec<_> = balances.chain([head::tip_request()]).collect();
        let mut responses = self.client.call_all(&requests, deadline).await?;
        let tip = responses.pop().ok_or_else(|| Failure::unusable("no response"))?;
        let tip = head::read_tip(tip)?.height;
        let balances = responses.into_iter().map(|response| {
            let funds = read(response, self.params)?;
            Ok(AddressBalance { tip, funds })
        });
        at_least_one(balances.collect())
    }
}

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
