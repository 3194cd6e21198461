//! POST /sandbox/v1/faucet: coins or tokens of a sandbox chain for an address.

use super::SandboxChains;
use super::chain::Payment;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use wallet_http::{Answer, ApiError, Body, Data, Field};

/// What to pay to whom.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Request {
    chain: Field<String>,
    /// Any address of the chain's testnet.
    address: Field<String>,
    /// In smallest units.
    amount: Field<String>,
    /// The contract of a token; without it the chain's coin is paid.
    token: Field<String>,
}

/// The payment, which waits in the mempool.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    txid: String,
    /// The output that holds the coins, on chains that have outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    vout: Option<u32>,
}

/// Pays from what the sandbox has.
pub async fn post(State(chains): State<SandboxChains>, Body(request): Body<Request>) -> Answer<Response> {
    let chain = chains.named(&request.chain.required("chain")?)?;
    let payment = Payment {
        address: request.address,
        amount: request.amount,
        token: request.token,
    };
    let paid = tokio::task::spawn_blocking(move || chain.pay(payment)).await;
    let paid = paid.map_err(ApiError::internal)??;
    Ok(Data(Response {
        txid: paid.txid,
        vout: paid.vout,
    }))
}
