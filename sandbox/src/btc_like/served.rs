//! The sandbox interface of a UTXO chain: Blockbook, faucet, mining.

use super::blockbook::{self, Blockbook};
use super::node;
use crate::chain::{Endpoint, Mined, Paid, PayError, Payment, SandboxChain, is_amount};
use axum::Router;
use std::io;

impl SandboxChain for Blockbook {
    fn name(&self) -> &'static str {
        self.node.rules().chain.name()
    }

    fn router(&self) -> Router {
        blockbook::router(self.clone())
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
        let rules = self.node.rules();
        let script = rules.address.decode(&payment.address).ok_or(PayError::InvalidAddress)?;
        let amount = payment.amount.parse().ok().filter(|_| is_amount(&payment.amount));
        let amount = amount
            .filter(|amount| *amount <= rules.max_money)
            .ok_or(PayError::InvalidAmount)?;
        if payment.token.is_some() {
            return Err(PayError::NoTokens);
        }
        let txid = self.node.pay(&script, amount)?;
        Ok(Paid {
            txid: txid.to_string(),
            vout: Some(0),
        })
    }

    fn mine(&self) -> io::Result<Mined> {
        let mined = self.node.mine()?;
        Ok(Mined {
            height: mined.height.into(),
            hash: mined.hash.to_string(),
            txids: mined.txids.iter().map(ToString::to_string).collect(),
        })
    }

    fn mine_if_pending(&self) -> io::Result<()> {
        self.node.mine_if_pending().map(|_| ())
    }
}

impl From<node::PayError> for PayError {
    fn from(error: node::PayError) -> Self {
        match error {
            node::PayError::BelowDust { minimum } => Self::BelowDust {
                minimum: minimum.to_string(),
            },
            node::PayError::AboveMaximum { maximum } => Self::AboveMaximum {
                maximum: maximum.to_string(),
            },
            node::PayError::NotRelayed | node::PayError::Submit(_) => Self::NotAccepted(error.into()),
        }
    }
}
