//! The sandbox interface of an EVM chain: JSON-RPC, Etherscan history, faucet, mining.

use super::faucet::{PayError, Request};
use super::node::Node;
use super::{etherscan, rpc};
use crate::chain::{Mined, Paid, Payment, SandboxChain};
use axum::Router;
use revm::primitives::{Address, U256};
use std::io;
use std::sync::Arc;
use wallet_core::model::ChainName;
use wallet_eth_like as eth_like;
use wallet_http::{ApiError, ErrorCode, ResultExt};

/// A node with its public APIs.
#[derive(Clone)]
pub struct Served(pub Arc<Node>);

impl SandboxChain for Served {
    fn name(&self) -> &'static str {
        self.0.rules().params.chain.name()
    }

    fn router(&self) -> Router {
        rpc::router(Arc::clone(&self.0)).merge(etherscan::router(Arc::clone(&self.0)))
    }

    fn upstream(&self, url: &str) -> String {
        format!("jsonrpc+{url},etherscan+{url}/api")
    }

    fn pay(&self, payment: Payment) -> Result<Paid, ApiError> {
        let to = address(&payment.address.required("address")?).at("address")?;
        let amount: eth_like::Amount = payment.amount.required("amount")?.parse().at("amount")?;
        let token = payment.token.optional("token")?;
        let token = token.map(|token| address(&token)).transpose().at("token")?;
        let amount = U256::from_be_bytes(amount.to_be_bytes());
        let txid = self.0.pay(&Request { to, amount, token }).map_err(to_api_error)?;
        Ok(Paid {
            txid: txid.to_string(),
            vout: None,
        })
    }

    fn mine(&self) -> io::Result<Mined> {
        self.0.mine(|block| Mined {
            height: block.header.number,
            hash: block.hash.to_string(),
            txids: block
                .transactions
                .iter()
                .map(|done| done.transaction.hash().to_string())
                .collect(),
        })
    }

    fn mine_if_waiting(&self) -> io::Result<()> {
        self.0.mine_if_ready()
    }
}

fn address(text: &str) -> Result<Address, eth_like::AddressError> {
    let address: eth_like::Address = text.parse()?;
    // An address accepted by our type is always 20 bytes of hex.
    Ok(address.to_string().parse().unwrap_or_default())
}

fn to_api_error(error: PayError) -> ApiError {
    match error {
        PayError::AboveMaximum { maximum } => {
            let message = format!("Use an amount of at most {maximum} base units per call.");
            ApiError::new(ErrorCode::InvalidAmount, message)
                .detail("maximum", maximum.to_string())
                .at("amount")
        }
        PayError::NoSuchToken => {
            ApiError::invalid_request("Use the contract of a token that asset info lists for this chain.").at("token")
        }
        PayError::Refused => {
            ApiError::invalid_request("Use another address: the contract at this address rejects the payment.")
                .at("address")
        }
        PayError::Submit(_) => ApiError::internal(error),
    }
}
