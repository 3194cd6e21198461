//! POST /api/prepare-transaction/bump/{chain}

use crate::price::Price;
use crate::{Services, warnings, wire};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::{BumpModeText, EthLikeAddressText, GasLimitText, Warning};
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{
    Amount, BumpError, BumpMode, Call, Cautions, Chain, GasLimit, GasLimitError, GasPrices, Hash, Params, PoolLookup,
    SignedTransaction, TransactionFields, TransactionStatus, UnsignedTransaction, recipients,
};
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// Pending transaction to replace.
    #[schema(as = BumpRequest)]
    pub struct Request {
        /// The hash of the pending transaction: 64 hex digits.
        txid: Required<Hash>,
        /// livenet or testnet.
        network: Field<Network>,
        /// `speed-up` for the same transaction with higher prices, `cancel` for a payment of nothing to the sender.
        mode: Required<BumpModeText>,
    }
}

/// The replacement: the fields of get-hash, which the client completes with its public key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BumpResponse)]
pub struct Response {
    /// The sender of the pending transaction, as recovered from its signature.
    from: EthLikeAddressText,
    /// The recipient or the called contract; `null` for a contract deployment. With `cancel` the sender.
    #[schema(required, example = "0x3535353535353535353535353535353535353535")]
    to: Option<String>,
    /// The amount for the recipient in wei; 0 with `cancel`.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1000000000000000000")]
    amount: String,
    /// The maximum fee in wei: gas limit times price. On a rollup the L1 fee is added.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "462000000000000")]
    fee: String,
    /// The gas limit: that of the pending transaction, or with `cancel` that of a payment.
    gas_limit: GasLimitText,
    #[serde(flatten)]
    price: Price,
    /// The nonce of the pending transaction.
    #[schema(example = 9)]
    nonce: u64,
    /// Calldata, or the code of a contract deployment; `0x` if empty.
    #[schema(pattern = "^0x([0-9a-f]{2})*$", example = "0x")]
    data: String,
    /// Warnings about the prices and the content of the replacement; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// Validated request.
struct BumpQuery {
    params: Params,
    txid: Hash,
    is_cancellation: bool,
}

/// Returns a transaction that replaces a pending one: with the same nonce, and prices that nodes require for a
/// replacement.
///
/// Price and tip are at least a tenth above those of the pending transaction, rounded up, and at least the current ones
/// of the mode `normal`. The pending transaction is read from the network and verified by its hash and signature. Only
/// its sender can sign the replacement. Either of the two transactions may still be mined.
#[utoipa::path(
    post, path = "/api/prepare-transaction/bump/{chain}", operation_id = "bump",
    responses(
        (status = 400, description = "`invalid_transaction`: the transaction is in a block, was replaced, or is of a type that this service does not build. `fee_too_high`: the maximum fee \
            of the chain leaves no room for a replacement."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidTransaction, ErrorCode::FeeTooHigh, ErrorCode::TransactionNotFound,
        ErrorCode::ExecutionReverted, ErrorCode::RecipientListed,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let query = read(chain, request)?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let node = &*services.node;
    let params = query.params;
    let (pending, facts) = tokio::join!(query.pending(node, deadline), node.fee_facts(params, deadline));
    // An error of the request precedes an error of the prices.
    let (pending, facts) = (pending?, facts?);
    let mode = query.mode(node, &pending, deadline).await?;
    let current = GasPrices::survey(params, services.tip_floors.of(params), &facts);
    let replacement = pending.bumped(mode, current.value)?;
    let TransactionFields { to, data, .. } = replacement.fields();
    services.lists.check(recipients(*to, data)).await?;
    let mut warnings = Warning::of_prices(current.has_outlier);
    if current.value.are_exceeded_by(&pending.pending_prices()) {
        warnings.push(Warning::REPLACED_PRICE);
    }
    warnings.extend(warnings::of(Cautions::of(replacement.fields(), replacement.fee())));
    Ok(Data(Response::new(&pending, &replacement, warnings)))
}

fn read(chain: Chain, request: Request) -> Result<BumpQuery, ApiError> {
    let txid = request.txid.get()?;
    let params = wire::params(chain, request.network)?;
    let invalid = request.mode.error("mode must be speed-up or cancel.");
    let is_cancellation = match &*request.mode.get()? {
        "speed-up" => false,
        "cancel" => true,
        _ => return Err(invalid.into()),
    };
    Ok(BumpQuery {
        params,
        txid,
        is_cancellation,
    })
}

impl BumpQuery {
    /// Returns the pending transaction. The status also shows a replacement that a second node knows.
    async fn pending(&self, node: &dyn EthLikeNode, deadline: Deadline) -> Result<SignedTransaction, ApiError> {
        let status = node.transaction_status(self.params, self.txid, None, deadline).await?;
        match status {
            None => return Err(not_found()),
            Some(TransactionStatus::Mined { .. }) => return Err(BumpError::Mined.into()),
            Some(TransactionStatus::Replaced { by }) => return Err(BumpError::Replaced { by }.into()),
            Some(TransactionStatus::Pending) => {}
        }
        match node.pool_transaction(self.params, self.txid, deadline).await? {
            None => Err(not_found()),
            Some(PoolLookup::Mined) => Err(BumpError::Mined.into()),
            Some(PoolLookup::Unsupported) => Err(BumpError::Unsupported.into()),
            Some(PoolLookup::Pending(transaction)) => Ok(*transaction),
        }
    }

    /// Returns the purpose. The gas of a cancellation is constant, or on chains without constant gas simulated.
    async fn mode(
        &self,
        node: &dyn EthLikeNode,
        pending: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BumpMode, ApiError> {
        if !self.is_cancellation {
            return Ok(BumpMode::SpeedUp);
        }
        let sender = pending.sender();
        let call = Call {
            from: Some(sender),
            to: Some(sender),
            value: Amount::ZERO,
            data: Vec::new(),
        };
        let is_plain =
            call.plain_recipient(self.params).is_some() && !node.has_code(self.params, sender, deadline).await?;
        let limit = if is_plain {
            GasLimit::TRANSFER
        } else {
            let simulation = node.estimate_gas(self.params, &call, deadline).await?;
            match GasLimit::from_simulation(self.params, simulation) {
                // The payment is of nothing, and without a price.
                Err(GasLimitError::InsufficientFunds) => {
                    let cause = "insufficient funds for a payment of nothing".to_owned();
                    return Err(UpstreamError::Unusable { cause }.into());
                }
                limit => limit?,
            }
        };
        Ok(BumpMode::Cancel { gas_limit: limit.gas })
    }
}

fn not_found() -> ApiError {
    ApiError::new(
        ErrorCode::TransactionNotFound,
        "The network does not know this transaction; it was dropped or replaced, or is not broadcast yet.",
    )
}

impl Response {
    fn new(pending: &SignedTransaction, replacement: &UnsignedTransaction, warnings: Vec<Warning>) -> Self {
        let fields = replacement.fields();
        Self {
            from: EthLikeAddressText::of(pending.sender()),
            to: fields.to.map(|to| to.to_string()),
            amount: fields.amount.to_string(),
            fee: replacement.fee().to_string(),
            gas_limit: GasLimitText::of(fields.gas_limit),
            price: fields.price.into(),
            nonce: fields.nonce,
            data: wire::hex(&fields.data),
            warnings,
        }
    }
}
