//! The sandbox interface of the Stellar chain: Horizon, faucet, closing of ledgers.

use super::faucet::PayError;
use super::horizon;
use super::node::Node;
use crate::chain::{Mined, Paid, Payment, SandboxChain};
use axum::Router;
use std::io;
use std::sync::Arc;
use stellar_xdr::{MuxedAccount, MuxedAccountMed25519, Uint256};
use wallet_core::model::{ChainName, parse_amount};
use wallet_http::{ApiError, ErrorCode, ResultExt};
use wallet_xlm as xlm;

/// A node with its public API.
#[derive(Clone)]
pub struct Served(pub Arc<Node>);

impl SandboxChain for Served {
    fn name(&self) -> &'static str {
        xlm::Chain::Xlm.name()
    }

    fn router(&self) -> Router {
        horizon::router(Arc::clone(&self.0))
    }

    fn upstream(&self, url: &str) -> String {
        format!("horizon+{url}")
    }

    fn pay(&self, payment: Payment) -> Result<Paid, ApiError> {
        let to = payment.address.required("address")?.parse().at("address")?;
        let amount = parse_amount(&payment.amount.required("amount")?, i64::MAX as u64).at("amount")?;
        if payment.token.optional("token")?.is_some() {
            return Err(ApiError::invalid_request("Omit 'token': the faucet pays only lumens.").at("token"));
        }
        let amount = i64::try_from(amount).unwrap_or(i64::MAX);
        let hash = self.0.pay(&muxed(to), amount).map_err(to_api_error)?;
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

    fn mine_if_waiting(&self) -> io::Result<()> {
        self.0.close_if_waiting()
    }
}

fn muxed(address: xlm::MuxedAccount) -> MuxedAccount {
    let ed25519 = Uint256(address.account.0);
    match address.id {
        None => MuxedAccount::Ed25519(ed25519),
        Some(id) => MuxedAccount::MuxedEd25519(MuxedAccountMed25519 { id, ed25519 }),
    }
}

fn to_api_error(error: PayError) -> ApiError {
    match error {
        PayError::BelowMinimum { minimum } => {
            let message =
                format!("Use an amount of at least {minimum} stroops: a new account must hold two base reserves.");
            ApiError::new(ErrorCode::InvalidAmount, message)
                .detail("minimum", minimum.to_string())
                .at("amount")
        }
        PayError::AboveMaximum { maximum } => {
            let message = format!("Use an amount of at most {maximum} stroops per call.");
            ApiError::new(ErrorCode::InvalidAmount, message)
                .detail("maximum", maximum.to_string())
                .at("amount")
        }
        PayError::NoAccount => {
            let message = "Use the address that starts with G: this account does not exist yet.";
            ApiError::new(ErrorCode::InvalidAddress, message).at("address")
        }
        PayError::Submit(_) => ApiError::internal(error),
    }
}
