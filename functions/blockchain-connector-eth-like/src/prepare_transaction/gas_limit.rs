//! POST /api/prepare-transaction/gas-limit/{chain}

use crate::Services;
use crate::wire;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::wire::GasLimitText;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::wire::{CallData, Nonce};
use wallet_eth_like::{Address, Amount, Call, Chain, FundsError, GasLimit, GasLimitError, Params};
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// Transaction to simulate.
    #[schema(as = GasLimitRequest)]
    pub struct Request {
        /// The address of the recipient of a payment, or of the called contract. `null` deploys a contract.
        #[schema(value_type = Option<String>, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
        to: Field<Address>,
        /// The amount for the recipient in wei.
        amount: Required<Amount>,
        /// Calldata in hex, or the code of a contract deployment; empty for a payment.
        data: Required<CallData>,
        /// The nonce of the transaction. It does not affect the gas limit.
        nonce: Required<Nonce>,
        /// livenet or testnet.
        network: Field<Network>,
        /// The sender. If present, the exact transaction is simulated.
        address: Field<Address>,
    }
}

/// Gas limit of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GasLimitResponse)]
pub struct Response {
    /// The gas limit: 21000 for a payment to an account; for calls, and for everything on arb, whose gas includes L1
    /// costs, the simulated gas plus a fifth.
    gas_limit: GasLimitText,
    /// `false` if the exact transaction could not be simulated because its sender is unknown; otherwise absent.
    /// Unused gas is refunded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = false)]
    exact: Option<bool>,
}

impl From<GasLimit> for Response {
    fn from(limit: GasLimit) -> Self {
        Self {
            gas_limit: GasLimitText::of(limit.gas),
            exact: (!limit.exact).then_some(false),
        }
    }
}

/// Returns the gas limit of a transaction.
///
/// Without `address` the simulation uses the zero address and disregards its balance. If a token rejects the zero
/// address, the limit is a default that suffices for nearly every token.
#[utoipa::path(
    post, path = "/api/prepare-transaction/gas-limit/{chain}", operation_id = "gasLimit",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidAmount, ErrorCode::InsufficientFunds,
        ErrorCode::ExecutionReverted,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let (params, call) = read(chain, request)?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let node = &*services.node;
    let limit = match call.from {
        Some(sender) => with_sender(node, params, sender, &call, deadline).await?,
        None => without_sender(node, params, &call, deadline).await?,
    };
    Ok(Data(limit.into()))
}

fn read(chain: Chain, request: Request) -> Result<(Params, Call), ApiError> {
    let to = wire::recipient(request.to)?;
    let value = request.amount.get()?;
    let data = request.data.get()?;
    wire::check_data(to, &data)?;
    request.nonce.get()?;
    let params = wire::params(chain, request.network)?;
    let from = request.address.get()?;
    Ok((params, Call { from, to, value, data }))
}

/// Returns the gas limit of a transaction of this sender.
async fn with_sender(
    node: &dyn EthLikeNode,
    params: Params,
    sender: Address,
    call: &Call,
    deadline: Deadline,
) -> Result<GasLimit, ApiError> {
    let simulation = node.estimate_gas(params, call, deadline).await?;
    match GasLimit::from_simulation(params, simulation) {
        // Only in this case the balance is needed for the error.
        Err(GasLimitError::InsufficientFunds) => {
            let available = node.balance(params, sender, deadline).await?;
            let required = call.value;
            Err(FundsError { available, required }.into())
        }
        limit => Ok(limit?),
    }
}

/// Returns the gas limit of a transaction with an unknown sender.
async fn without_sender(
    node: &dyn EthLikeNode,
    params: Params,
    call: &Call,
    deadline: Deadline,
) -> Result<GasLimit, ApiError> {
    if let Some(to) = call.plain_recipient(params)
        && !node.has_code(params, to, deadline).await?
    {
        return Ok(GasLimit::TRANSFER);
    }
    let free = Call {
        value: Amount::ZERO,
        ..call.clone()
    };
    let (with_amount, without_amount) = tokio::try_join!(
        node.estimate_gas(params, call, deadline),
        node.estimate_gas(params, &free, deadline)
    )?;
    Ok(GasLimit::without_sender(
        params,
        &call.data,
        with_amount,
        without_amount,
    )?)
}
