//! Small chains that back the testnets of the EVM chains.
//!
//! Suggested reading order: [`rules`] (differences between the chains), [`evm`] (execution on a [state](evm::state),
//! with the [`evm::contracts`]), [`transaction`]s with the [`transaction::pool`] and the [`transaction::policy`],
//! [`ledger`] (blocks and states), [`mining`] (block production), [`faucet`] (with the first block), [`node`] (the
//! complete node with the journal), [`rpc`] and [`etherscan`] (the public APIs).
//!
//! The module shares no code with the connector, in order to validate the connector's transactions
//! independently.

pub mod etherscan;
pub mod evm;
pub mod faucet;
pub mod ledger;
pub mod mining;
pub mod node;
pub mod rpc;
pub mod rules;
pub mod transaction;

use crate::chain::{ControlError, Endpoint, Mined, Paid, PayError, Payment, Reorganised, SandboxChain};
use axum::Router;
use faucet::Request;
use node::Node;
use revm::primitives::{Address, hex};
use std::io;
use std::sync::Arc;

impl SandboxChain for Node {
    fn name(&self) -> &'static str {
        self.rules().name
    }

    fn router(self: Arc<Self>) -> Router {
        rpc::router(Arc::clone(&self)).merge(etherscan::router(self))
    }

    fn upstream(&self, url: &str) -> String {
        format!("jsonrpc+{url},etherscan+{url}/api")
    }

    fn endpoints(&self, url: &str) -> Vec<Endpoint> {
        let endpoint = |protocol, url: String, chain_id| Endpoint {
            chain: self.name(),
            protocol,
            url,
            chain_id,
        };
        vec![
            endpoint("JSON-RPC", url.to_owned(), Some(self.rules().chain_id)),
            endpoint("Etherscan", format!("{url}/api"), None),
        ]
    }

    fn pay(&self, payment: &Payment) -> Result<Paid, PayError> {
        let to = address(&payment.address).ok_or(PayError::InvalidAddress)?;
        let token = payment.token.as_deref();
        let request = Request {
            to,
            amount: payment.units()?,
            token: token
                .map(|token| address(token).ok_or(PayError::InvalidToken))
                .transpose()?,
        };
        let txid = self.pay(&request)?;
        Ok(Paid {
            txid: txid.to_string(),
            vout: None,
        })
    }

    fn mine(&self) -> io::Result<Mined> {
        Self::mine(self, |block| Mined {
            height: block.header.number,
            hash: block.hash.to_string(),
            txids: block
                .transactions
                .iter()
                .map(|done| done.transaction.hash().to_string())
                .collect(),
        })
    }

    fn mine_if_pending(&self) -> io::Result<()> {
        self.mine_if_ready()
    }

    fn reorganise(&self, depth: u32) -> Result<Reorganised, ControlError> {
        Self::reorganise(self, depth)
    }

    fn drop_pending(&self, txid: &str) -> Result<(), ControlError> {
        let txid = txid.parse().map_err(|_| ControlError::NotPending)?;
        Self::drop_pending(self, txid)
    }
}

/// Parses an address in uniform case or with the checksum (ERC-55). The prefix `0x` is optional.
fn address(text: &str) -> Option<Address> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    let address = Address::from(<[u8; 20]>::try_from(hex::decode(digits).ok()?).ok()?);
    let is_one_case = digits == digits.to_lowercase() || digits == digits.to_uppercase();
    (is_one_case || address.to_checksum(None)[2..] == *digits).then_some(address)
}

#[cfg(test)]
mod tests;
