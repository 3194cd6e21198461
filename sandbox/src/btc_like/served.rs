//! The sandbox interface of a UTXO chain: Blockbook, faucet, mining.

use super::blockbook::{self, Blockbook};
use super::node::{PayError, SubmitError};
use crate::chain::{Mined, Paid, Payment, SandboxChain};
use axum::Router;
use std::io;
use wallet_btc_like::Address;
use wallet_core::model::{ChainName, parse_amount};
use wallet_http::{ApiError, ErrorCode, ResultExt};

impl SandboxChain for Blockbook {
    fn name(&self) -> &'static str {
        self.params.chain.name()
    }

    fn router(&self) -> Router {
        blockbook::router(self.clone())
    }

    fn upstream(&self, url: &str) -> String {
        format!("blockbook+{url}")
    }

    fn pay(&self, payment: Payment) -> Result<Paid, ApiError> {
        let address = Address::parse(self.params, &payment.address.required("address")?).at("address")?;
        let amount = parse_amount(&payment.amount.required("amount")?, self.params.max_money).at("amount")?;
        if payment.token.optional("token")?.is_some() {
            return Err(ApiError::invalid_request("Omit 'token': this chain has no tokens.").at("token"));
        }
        let txid = self.node.pay(address.script_pubkey(), amount).map_err(to_api_error)?;
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

    fn mine_if_waiting(&self) -> io::Result<()> {
        self.node.mine_if_waiting().map(|_| ())
    }
}

fn to_api_error(error: PayError) -> ApiError {
    match error {
        PayError::BelowDust { minimum } => {
            let message = format!(
                "Use an amount of at least {minimum} base units: smaller outputs to this address are not relayed."
            );
            ApiError::new(ErrorCode::AmountBelowDust, message)
                .detail("minimum", minimum.to_string())
                .at("amount")
        }
        PayError::AboveMaximum { maximum } => {
            let message = format!("Use an amount of at most {maximum} base units per call.");
            ApiError::new(ErrorCode::InvalidAmount, message)
                .detail("maximum", maximum.to_string())
                .at("amount")
        }
        PayError::NotRelayed | PayError::Submit(SubmitError::Rejected(_) | SubmitError::Journal(_)) => {
            ApiError::internal(error)
        }
    }
}
