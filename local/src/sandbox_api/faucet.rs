//! POST /sandbox/v1/faucet: pays coins or tokens of a sandbox chain to an address.

use super::chain::{self, SandboxChain};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like as btc_like;
use wallet_core::model::{ChainName, Network, parse_amount};
use wallet_core::wire::{ContractText, PositiveAmountText};
use wallet_eth_like as eth_like;
use wallet_http::{ApiError, Body, Data, ErrorCode, Field, HandlerResult, Required, ResultExt};
use wallet_sandbox::SandboxChains;
use wallet_sandbox::chain::{PayError, Payment};
use wallet_xlm as xlm;

wallet_core::request! {
    /// A faucet request.
    #[schema(as = FaucetRequest)]
    pub struct Request {
        /// The chain.
        chain: Required<SandboxChain>,
        /// Any testnet address of the chain.
        #[schema(value_type = String, example = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx")]
        address: Required<String>,
        /// The amount in base units.
        amount: Required<PositiveAmountText>,
        /// The contract address of a token of an EVM chain; omit it for the native coin.
        token: Field<ContractText>,
    }
}

/// The payment, pending in the mempool.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FaucetResponse)]
pub struct Response {
    /// The id of the transaction.
    #[schema(example = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16")]
    txid: String,
    /// The index of the output that pays the address. Absent on chains without outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0)]
    vout: Option<u32>,
}

/// Pays coins or tokens to an address.
///
/// The payment is pending until a block is mined: by `mine`, or every 10 seconds. On `xlm` the ledger closes at once.
#[utoipa::path(
    post, path = "/faucet", operation_id = "faucet",
    extensions(("x-error-codes" = json!([
        ErrorCode::ChainNotSupported, ErrorCode::InvalidAddress, ErrorCode::InvalidAmount, ErrorCode::AmountBelowDust,
    ]))),
)]
pub async fn post(State(chains): State<SandboxChains>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let Request {
        chain,
        address,
        amount,
        token,
    } = request;
    let chain = chain::available(&chains, chain)?;
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
    address: Required<String>,
    amount: Required<PositiveAmountText>,
    token: Field<ContractText>,
) -> Result<Payment, ApiError> {
    let params = btc_like::Chain::from_name(chain).and_then(|chain| btc_like::Params::of(chain, Network::Testnet));
    let is_xlm = xlm::Chain::from_name(chain).is_some();
    let name = address.name();
    let address = address.get()?;
    match params {
        Some(params) => btc_like::Address::parse(params, &address).map(drop).at(name)?,
        None if is_xlm => address.parse::<xlm::MuxedAccount>().map(drop).at(name)?,
        None => address.parse::<eth_like::Address>().map(drop).at(name)?,
    }
    let name = amount.name();
    let amount = amount.get()?;
    match params {
        Some(params) => parse_amount(&amount, params.max_money).map(drop).at(name)?,
        None if is_xlm => parse_amount(&amount, i64::MAX as u64).map(drop).at(name)?,
        None => amount.parse::<eth_like::Amount>().map(drop).at(name)?,
    }
    let name = token.name();
    let token = token.get()?;
    match &token {
        Some(_) if params.is_some() => Err(no_tokens("Omit 'token': this chain has no tokens.")),
        Some(_) if is_xlm => Err(no_tokens("Omit 'token': the faucet pays only lumens.")),
        Some(token) => token.parse::<eth_like::Address>().map(drop).at(name),
        None => Ok(()),
    }?;
    Ok(Payment {
        address,
        amount: amount.0,
        token: token.map(|token| token.0),
    })
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
            ApiError::new(ErrorCode::InvalidAmount, message).at("amount")
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
