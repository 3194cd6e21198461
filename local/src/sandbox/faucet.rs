//! POST /sandbox/v1/faucet: coins of a sandbox chain for an address.

use super::SandboxChains;
use super::btc_like::node::{PayError, SubmitError};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use wallet_core::btc_like::Address;
use wallet_core::model::parse_amount;
use wallet_http::{Answer, ApiError, Body, Data, ErrorCode, Field, ResultExt};

/// What to pay to whom.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Request {
    chain: Field<String>,
    /// Any address of the chain's testnet.
    address: Field<String>,
    /// In smallest units.
    amount: Field<String>,
}

/// The payment, which waits in the mempool.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    txid: String,
    /// The output that holds the coins.
    vout: u32,
}

/// Pays from the coins that the sandbox mined.
pub async fn post(State(chains): State<SandboxChains>, Body(request): Body<Request>) -> Answer<Response> {
    let served = chains.named(&request.chain.required("chain")?)?.clone();
    let address = Address::parse(served.params, &request.address.required("address")?).at("address")?;
    let amount = parse_amount(&request.amount.required("amount")?, served.params.max_money).at("amount")?;
    let node = served.node;
    let paid = tokio::task::spawn_blocking(move || node.pay(address.script_pubkey(), amount)).await;
    let txid = paid.map_err(ApiError::internal)?.map_err(refusal)?;
    Ok(Data(Response {
        txid: txid.to_string(),
        vout: 0,
    }))
}

fn refusal(error: PayError) -> ApiError {
    match error {
        PayError::BelowDust { minimum } => {
            let message = format!("Ask for at least {minimum} smallest units; less is not relayed to this address.");
            ApiError::new(ErrorCode::AmountBelowDust, message)
                .detail("minimum", minimum.to_string())
                .at("amount")
        }
        PayError::AboveMaximum { maximum } => {
            let message = format!("Ask for at most {maximum} smallest units in one call.");
            ApiError::new(ErrorCode::InvalidAmount, message)
                .detail("maximum", maximum.to_string())
                .at("amount")
        }
        PayError::NotRelayed | PayError::Submit(SubmitError::Rejected(_) | SubmitError::Journal(_)) => {
            ApiError::internal(error)
        }
    }
}
