//! POST /sandbox/v1/faucet: pays coins or tokens of a sandbox chain to an address.

use super::SandboxChains;
use super::chain::Payment;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use wallet_http::{ApiError, Body, Data, Field, HandlerResult};

/// A faucet request.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Request {
    chain: Field<String>,
    /// Any testnet address of the chain.
    address: Field<String>,
    /// The amount in base units.
    amount: Field<String>,
    /// The contract address of a token; omit it for the native coin.
    token: Field<String>,
}

/// The payment, pending in the mempool.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    txid: String,
    /// The index of the output that pays the address, on chains with outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    vout: Option<u32>,
}

/// Pays the requested amount from the faucet of the chain.
pub async fn post(State(chains): State<SandboxChains>, Body(request): Body<Request>) -> HandlerResult<Response> {
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
