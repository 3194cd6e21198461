//! The sandbox interface of the Stellar chain: Horizon, faucet, closing of ledgers.

use super::horizon;
use super::ledger::faucet::FaucetError;
use super::node::{self, Node};
use super::rules::NAME;
use crate::chain::{Endpoint, Mined, Paid, PayError, Payment, SandboxChain, is_amount};
use axum::Router;
use std::io;
use std::sync::Arc;
use stellar_xdr::MuxedAccount;
use tower::Layer as _;
use tower_http::normalize_path::NormalizePathLayer;

/// A node with its public API.
#[derive(Clone)]
pub struct Served(pub Arc<Node>);

impl SandboxChain for Served {
    fn name(&self) -> &'static str {
        NAME
    }

    fn router(&self) -> Router {
        // A slash at the end of a path must be trimmed before routing.
        let horizon = horizon::router(Arc::clone(&self.0));
        Router::new().fallback_service(NormalizePathLayer::trim_trailing_slash().layer(horizon))
    }

    fn upstream(&self, url: &str) -> String {
        format!("horizon+{url}")
    }

    fn endpoints(&self, url: &str) -> Vec<Endpoint> {
        vec![Endpoint {
            chain: self.name(),
            protocol: "Horizon",
            url: url.to_owned(),
            chain_id: None,
        }]
    }

    fn pay(&self, payment: &Payment) -> Result<Paid, PayError> {
        let to: MuxedAccount = payment.address.parse().map_err(|_| PayError::InvalidAddress)?;
        let amount = payment.amount.parse().ok().filter(|_| is_amount(&payment.amount));
        let amount = amount.ok_or(PayError::InvalidAmount)?;
        if payment.token.is_some() {
            return Err(PayError::NoTokens);
        }
        let hash = self.0.pay(&to, amount)?;
        Ok(Paid {
            txid: hex::encode(hash),
            vout: None,
        })
    }

    fn mine(&self) -> io::Result<Mined> {
        self.0.close(|closed| Mined {
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
        self.0.close_if_pending()
    }
}

impl From<node::PayError> for PayError {
    fn from(error: node::PayError) -> Self {
        match error {
            node::PayError::Faucet(FaucetError::BelowMinimum { minimum }) => Self::BelowMinimum {
                minimum: minimum.to_string(),
            },
            node::PayError::Faucet(FaucetError::AboveMaximum { maximum }) => Self::AboveMaximum {
                maximum: maximum.to_string(),
            },
            node::PayError::Faucet(FaucetError::NoAccount) => Self::NoAccount,
            node::PayError::Submit(_) => Self::NotAccepted(error.into()),
        }
    }
}
