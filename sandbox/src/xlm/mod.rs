//! A small Stellar ledger that backs the testnet of xlm.
//!
//! Suggested reading order: [`rules`], the entries of the ledger ([`state`], with [accounts](state::account) and their
//! [reserves](state::stage)); [`transaction`]s, their [signatures](transaction::signatures),
//! [validity](transaction::validity), [application](transaction::apply) and [outcome](transaction::outcome); the
//! [`operations`] and the [`exchange`] of assets; the [`ledger`] with the [closing](ledger::closing) and the [`events`]; [`node`] (the
//! complete node with the journal), [`horizon`] and
//! [`rpc`] (the public APIs), with the [contracts of the assets](asset_contract).
//!
//! The module shares no code with the connector, in order to validate the connector's transactions
//! independently. docs/decisions/local.md#stellar-sandbox-ledger lists the supported features.

pub mod asset_contract;
pub mod codec;
pub mod events;
pub mod exchange;
pub mod horizon;
pub mod ledger;
pub mod node;
pub mod operations;
pub mod rpc;
pub mod rules;
pub mod state;
pub mod test_wallet;
pub mod transaction;

use crate::chain::{ControlError, Endpoint, Mined, Paid, PayError, Payment, Reorganised, SandboxChain};
use axum::Router;
use node::Node;
use rules::NAME;
use std::io;
use std::sync::Arc;
use stellar_xdr::MuxedAccount;
use tower::Layer as _;
use tower_http::normalize_path::NormalizePathLayer;

impl SandboxChain for Node {
    fn name(&self) -> &'static str {
        NAME
    }

    fn router(self: Arc<Self>) -> Router {
        // A slash at the end of a path must be trimmed before routing.
        let horizon = horizon::router(Arc::clone(&self));
        rpc::router(self).fallback_service(NormalizePathLayer::trim_trailing_slash().layer(horizon))
    }

    fn upstream(&self, url: &str) -> String {
        format!("horizon+{url},stellar-rpc+{url}{}", rpc::PATH)
    }

    fn endpoints(&self, url: &str) -> Vec<Endpoint> {
        let endpoint = |protocol, url| Endpoint {
            chain: self.name(),
            protocol,
            url,
            chain_id: None,
        };
        vec![
            endpoint("Horizon", url.to_owned()),
            endpoint("RPC", format!("{url}{}", rpc::PATH)),
        ]
    }

    fn pay(&self, payment: &Payment) -> Result<Paid, PayError> {
        let to: MuxedAccount = payment.address.parse().map_err(|_| PayError::InvalidAddress)?;
        let amount = payment.units()?;
        if payment.token.is_some() {
            return Err(PayError::NoTokens);
        }
        let hash = self.pay(&to, amount)?;
        Ok(Paid {
            txid: hex::encode(hash),
            vout: None,
        })
    }

    fn mine(&self) -> io::Result<Mined> {
        self.close(|closed| Mined {
            height: closed.header.ledger_seq.into(),
            hash: hex::encode(closed.hash),
            txids: closed
                .transactions
                .iter()
                .map(|included| included.transaction.id())
                .collect(),
        })
    }

    fn mine_if_pending(&self) -> io::Result<()> {
        self.close_if_pending()
    }

    fn reorganise(&self, _: u32) -> Result<Reorganised, ControlError> {
        Err(ControlError::Final)
    }

    fn drop_pending(&self, _: &str) -> Result<(), ControlError> {
        Err(ControlError::Final)
    }

    fn set_immediate_blocks(&self, on: bool) -> bool {
        self.set_immediate_ledgers(on)
    }
}

#[cfg(test)]
mod tests;
