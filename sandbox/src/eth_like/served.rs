//! An EVM chain as the sandbox serves it: JSON-RPC, a block explorer's history, faucet, mining.

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

/// A node and its protocols.
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
        let txid = self.0.pay(&Request { to, amount, token }).map_err(refusal)?;
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
    // What our own type accepts is 20 bytes of hex.
    Ok(address.to_string().parse().unwrap_or_default())
}

fn refusal(error: PayError) -> ApiError {
    match error {
        PayError::AboveMaximum { maximum } => {
            let message = format!("Ask for at most {maximum} smallest units in one call.");
            ApiError::new(ErrorCode::InvalidAmount, message)
                .detail("maximum", maximum.to_string())
                .at("amount")
        }
        PayError::NoSuchToken => {
            ApiError::invalid_request("Give the contract of a token that asset info lists for this chain.").at("token")
        }
        PayError::Refused => {
            ApiError::invalid_request("Give another address: the contract there refuses the payment.").at("address")
        }
        PayError::Submit(_) => ApiError::internal(error),
    }
}
