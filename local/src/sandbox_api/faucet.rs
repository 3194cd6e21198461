//! POST /sandbox/v1/faucet: pays coins or tokens of a sandbox chain to an address.

use super::check_chain;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use wallet_btc_like as btc_like;
use wallet_core::model::{ChainName, Network, parse_amount};
use wallet_eth_like as eth_like;
use wallet_http::{ApiError, Body, Data, ErrorCode, Field, HandlerResult, ResultExt};
use wallet_sandbox::SandboxChains;
use wallet_sandbox::chain::{PayError, Payment};
use wallet_xlm as xlm;

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
    let Request {
        chain,
        address,
        amount,
        token,
    } = request;
    let chain = chain.required("chain")?;
    check_chain(&chains, &chain)?;
    let payment = payment(&chain, address, amount, token)?;
    let unit = base_unit(&chain);
    let paid = tokio::task::spawn_blocking(move || chains.pay(&chain, &payment)).await;
    let paid = paid
        .map_err(ApiError::internal)?
        .map_err(|error| to_api_error(error, unit))?;
    Ok(Data(Response {
        txid: paid.txid,
        vout: paid.vout,
    }))
}

/// Validates the fields of a payment in their order, as the services do.
fn payment(
    chain: &str,
    address: Field<String>,
    amount: Field<String>,
    token: Field<String>,
) -> Result<Payment, ApiError> {
    let params = btc_like::Chain::from_name(chain).and_then(|chain| btc_like::Params::of(chain, Network::Testnet));
    let is_xlm = xlm::Chain::from_name(chain).is_some();
    let address = address.required("address")?;
    match params {
        Some(params) => btc_like::Address::parse(params, &address).map(drop).at("address")?,
        None if is_xlm => address.parse::<xlm::MuxedAccount>().map(drop).at("address")?,
        None => address.parse::<eth_like::Address>().map(drop).at("address")?,
    }
    let amount = amount.required("amount")?;
    match params {
        Some(params) => parse_amount(&amount, params.max_money).map(drop).at("amount")?,
        None if is_xlm => parse_amount(&amount, i64::MAX as u64).map(drop).at("amount")?,
        None => amount.parse::<eth_like::Amount>().map(drop).at("amount")?,
    }
    let token = token.optional("token")?;
    match &token {
        Some(_) if params.is_some() => Err(no_tokens("Omit 'token': this chain has no tokens.")),
        Some(_) if is_xlm => Err(no_tokens("Omit 'token': the faucet pays only lumens.")),
        Some(token) => token.parse::<eth_like::Address>().map(drop).at("token"),
        None => Ok(()),
    }?;
    Ok(Payment { address, amount, token })
}

fn no_tokens(message: &'static str) -> ApiError {
    ApiError::invalid_request(message).at("token")
}

/// Returns the name of the base unit in messages.
fn base_unit(chain: &str) -> &'static str {
    match xlm::Chain::from_name(chain) {
        Some(_) => "stroops",
        None => "base units",
    }
}

fn to_api_error(error: PayError, unit: &str) -> ApiError {
    match error {
        PayError::BelowDust { minimum } => {
            let message =
                format!("Use an amount of at least {minimum} {unit}: smaller outputs to this address are not relayed.");
            ApiError::new(ErrorCode::AmountBelowDust, message)
                .detail("minimum", minimum)
                .at("amount")
        }
        PayError::BelowMinimum { minimum } => {
            let message =
                format!("Use an amount of at least {minimum} {unit}: a new account must hold two base reserves.");
            ApiError::new(ErrorCode::InvalidAmount, message)
                .detail("minimum", minimum)
                .at("amount")
        }
        PayError::AboveMaximum { maximum } => {
            let message = format!("Use an amount of at most {maximum} {unit} per call.");
            ApiError::new(ErrorCode::InvalidAmount, message)
                .detail("maximum", maximum)
                .at("amount")
        }
        PayError::NoAccount => {
            let message = "Use the address that starts with G: this account does not exist yet.";
            ApiError::new(ErrorCode::InvalidAddress, message).at("address")
        }
        PayError::UnknownToken => {
            ApiError::invalid_request("Use the contract of a token that asset info lists for this chain.").at("token")
        }
        PayError::RecipientRejects => {
            ApiError::invalid_request("Use another address: the contract at this address rejects the payment.")
                .at("address")
        }
        // The request is valid for the services, so the sandbox is wrong or failed.
        PayError::UnknownChain
        | PayError::InvalidAddress
        | PayError::InvalidAmount
        | PayError::InvalidToken
        | PayError::NoTokens
        | PayError::NotAccepted(_) => ApiError::internal(error),
    }
}
