//! Small chains that back the testnets of btc, ltc, bch and doge.
//!
//! Suggested reading order: [`rules`] (differences between the chains) and [`address`], [`ledger`] (state of a node),
//! [`policy`] (checks of the mempool, with [`policy::replacement`] and [`policy::script`]), [`mining`], [`node`] (the
//! complete node with the journal), [`blockbook`] (the public API).
//!
//! The module shares no code with the connector, in order to validate the connector's transactions
//! independently.

pub mod address;
pub mod blockbook;
pub mod funds;
pub mod ledger;
pub mod mining;
pub mod node;
pub mod policy;
pub mod rules;

use crate::chain::{ControlError, Endpoint, Mined, Paid, PayError, Payment, Reorganised, SandboxChain};
use axum::Router;
use node::Node;
use std::io;
use std::sync::Arc;

impl SandboxChain for Node {
    fn name(&self) -> &'static str {
        self.rules().chain.name()
    }

    fn router(self: Arc<Self>) -> Router {
        blockbook::router(self)
    }

    fn upstream(&self, url: &str) -> String {
        format!("blockbook+{url}")
    }

    fn endpoints(&self, url: &str) -> Vec<Endpoint> {
        vec![Endpoint {
            chain: self.name(),
            protocol: "Blockbook",
            url: url.to_owned(),
            chain_id: None,
        }]
    }

    fn pay(&self, payment: &Payment) -> Result<Paid, PayError> {
        let rules = self.rules();
        let script = rules.address.decode(&payment.address).ok_or(PayError::InvalidAddress)?;
        let amount = payment.units()?;
        if amount > rules.max_money {
            return Err(PayError::InvalidAmount);
        }
        if payment.token.is_some() {
            return Err(PayError::NoTokens);
        }
        let txid = self.pay(&script, amount)?;
        Ok(Paid {
            txid: txid.to_string(),
            vout: Some(0),
        })
    }

    fn mine(&self) -> io::Result<Mined> {
        let mined = Self::mine(self)?;
        Ok(Mined {
            height: mined.height.into(),
            hash: mined.hash.to_string(),
            txids: mined.txids.iter().map(ToString::to_string).collect(),
        })
    }

    fn mine_if_pending(&self) -> io::Result<()> {
        Self::mine_if_pending(self).map(|_| ())
    }

    fn reorganise(&self, depth: u32) -> Result<Reorganised, ControlError> {
        Self::reorganise(self, depth)
    }

    fn drop_pending(&self, txid: &str) -> Result<(), ControlError> {
        let txid = txid.parse().map_err(|_| ControlError::NotPending)?;
        Self::drop_pending(self, txid)
    }
}

#[cfg(test)]
mod tests;
