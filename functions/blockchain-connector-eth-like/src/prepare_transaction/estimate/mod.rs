//! POST /api/prepare-transaction/estimate/{chain}

mod facts;

use crate::Services;
use crate::wire::{self, FeeSet, PriceSet};
use axum::extract::State;
use facts::{EstimateData, rollup_fee};
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::{GasLimitText, IgnoredTypeText, Warning};
use wallet_eth_like::wire::{Nonce, OptionalCallData, Spend};
use wallet_eth_like::{
    Address, Amount, Cautions, Chain, GasLimit, GasLimitError, GasPrices, Modes, NamedCall, Params, Quote, recipients,
    with_l1_fee_margin,
};
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// Transaction to estimate.
    #[schema(as = EstimateRequest)]
    pub struct Request {
        /// The sender's address.
        address: Required<Address>,
        /// livenet or testnet.
        network: Field<Network>,
        /// Ignored: the addresses of these chains have one type.
        r#type: Field<IgnoredTypeText>,
        /// The address of the recipient of a payment, or of the called contract. `null` deploys a contract.
        #[schema(value_type = Option<String>, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
        to: Field<Address>,
        /// The amount for the recipient in wei. `max` for all funds, without `data`.
        amount: Required<Spend>,
        /// Calldata in hex, or the code of a contract deployment; empty for a payment.
        data: Field<OptionalCallData>,
        /// The nonce to use. If a pending transaction has the same nonce, the returned prices suffice to replace
        /// it.
        nonce: Field<Nonce>,
    }
}

/// Nonce, gas limit, prices and fees of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EstimateResponse)]
pub struct Response {
    /// The nonce of the request, or else of the sender's next transaction after all pending ones.
    #[schema(example = 7)]
    nonce: u64,
    /// The gas limit, as returned by gas-limit for this sender; with `max` 21000 if the recipient has no code, except
    /// on arb.
    gas_limit: GasLimitText,
    #[serde(flatten)]
    prices: PriceSet,
    /// The fee for each mode in wei: `gasLimit` times the mode's price in `gasPrices`.
    fees: FeeSet,
    /// The maximum fee for each mode in wei: `gasLimit` times the mode's price in `maxFees`, for get-hash with
    /// `maxFeePerGas`; present if the chain has a base fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = FeeSet, required = false)]
    maximum_fees: Option<FeeSet>,
    /// The L1 data fee and operator fee of a rollup in wei, in addition to the fee. With `max` it includes a
    /// margin of a quarter for an increase before the transaction is in a block.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1600000000")]
    l1_fee: Option<String>,
    /// The amount for the recipient for each fee in `fees`, for a transaction with `gasPrices`, as `gasPrice` or as
    /// `maxFeePerGas`; present with `max` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountSet, required = false)]
    amounts: Option<AmountSet>,
    /// Warnings about the prices and the recipient; absent without any. `contract_recipient`: the recipient of coins or
    /// tokens has code. `fee_share`: the normal fee of a payment, with the `l1Fee` of a rollup, exceeds a fifth of its amount.
    /// `unlimited_approval` and `recipient_is_token_contract`: as in parse.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// Amount that the recipient of all funds receives, in wei: the balance without the value, maximum fee and L1 fee of the
/// sender's other pending transactions, minus the fee of each mode and, on a rollup, `l1Fee`; `0` if it does not cover
/// the fee.
#[derive(Debug, Serialize, ToSchema)]
pub struct AmountSet {
    /// Amount with the normal fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "249338500000000000")]
    normal: String,
    /// Amount with the fast fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "249118000000000000")]
    fast: String,
    /// Amount with the slow fee.
    #[schema(pattern = "^[1-9][0-9]*$", example = "249454000000000000")]
    slow: String,
}

wallet_core::mode_texts!(AmountSet);

/// Validated request.
struct EstimateQuery {
    params: Params,
    sender: Address,
    to: Option<Address>,
    /// The amount; `None` for all funds.
    amount: Option<Amount>,
    data: Vec<u8>,
    nonce: Option<u64>,
}

/// Returns nonce, gas limit and prices of a transaction in one response.
///
/// The exact transaction is simulated. The sender's balance must cover the amount, the slow fee, and the value, maximum fee
/// and L1 fee of the sender's other pending transactions, as far as a node lists them; the other fees are returned
/// even if the balance does not cover them.
#[utoipa::path(
    post, path = "/api/prepare-transaction/estimate/{chain}", operation_id = "estimate",
    responses(
        (status = 409, description = "The amount is max, and the sender has pending transactions that no node lists; \
            set a fixed amount, or retry later."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidAmount, ErrorCode::InsufficientFunds,
        ErrorCode::FeeTooHigh, ErrorCode::ExecutionReverted, ErrorCode::PendingTransactions,
        ErrorCode::RecipientListed,
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
    services.lists.check(recipients(query.to, &query.data)).await?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let node = &*services.node;
    let facts = EstimateData::fetch(node, &query, services.tip_floors.of(query.params), deadline).await?;
    let quote = query.quote(&facts)?;
    let rollup_fee = rollup_fee(node, &query, &facts, &quote, deadline).await?;
    Ok(Data(query.response(&facts, &quote, rollup_fee)?))
}

fn read(chain: Chain, request: Request) -> Result<EstimateQuery, ApiError> {
    let sender = request.address.get()?;
    let params = wire::params(chain, request.network)?;
    let to = wire::recipient(request.to)?;
    let amount = request.amount.get()?;
    let not_empty = request
        .data
        .error("The amount max requires empty data: set a fixed amount, or omit data.");
    let data = request.data.or_default()?;
    if amount.is_none() && !data.is_empty() {
        return Err(not_empty.into());
    }
    wire::check_data(to, &data)?;
    let nonce = request.nonce.get()?;
    Ok(EstimateQuery {
        params,
        sender,
        to,
        amount,
        data,
        nonce,
    })
}

impl EstimateQuery {
    /// Returns the costs of the transaction.
    fn quote(&self, facts: &EstimateData) -> Result<Quote, ApiError> {
        let mut prices = facts.prices.value;
        if let Some(pending) = &facts.replaced {
            prices = prices.replacing(pending);
        }
        let limit = if facts.recipient.is_plain {
            GasLimit::of_plain_payment
        } else {
            GasLimit::from_simulation
        };
        match limit(self.params, facts.simulation.clone()) {
            Ok(limit) => Ok(Quote::new(self.params, limit, prices)?),
            Err(GasLimitError::InsufficientFunds) => Err(self.insufficient_funds(facts, &prices)),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the error of a transaction with insufficient funds for the simulation. The required minimum is
    /// the amount and the fee of a plain payment.
    fn insufficient_funds(&self, facts: &EstimateData, prices: &GasPrices) -> ApiError {
        let minimum = match Quote::new(self.params, GasLimit::TRANSFER, *prices) {
            Ok(quote) => quote,
            Err(error) => return error.into(),
        };
        if let Err(error) = minimum.check_funds(facts.available, self.minimum_amount(), Amount::ZERO) {
            return error.into();
        }
        let cause = "inconsistent upstreams: the balance is insufficient for one of them only".to_owned();
        UpstreamError::Unusable { cause }.into()
    }

    /// Returns the amount, or 1 wei for all funds.
    fn minimum_amount(&self) -> Amount {
        self.amount.unwrap_or_else(|| Amount::from(1_u64))
    }

    /// Returns the facts to show before signing, at the normal fee and the additional fee of a rollup.
    fn cautions(&self, quote: &Quote, additional_fee: Amount, amounts: Option<Modes<Amount>>) -> Cautions {
        let amount = self
            .amount
            .or(amounts.map(|amounts| amounts.normal))
            .unwrap_or(Amount::ZERO);
        let is_payment = self.data.is_empty() && amount != Amount::ZERO;
        let fee = quote.fees.normal.checked_add(additional_fee);
        let calls = self.to.map(|to| NamedCall::of(to, &self.data)).unwrap_or_default();
        Cautions {
            has_fee_share: is_payment && fee.is_none_or(|fee| Cautions::is_fee_share(amount, fee)),
            ..Cautions::of_calls(&calls)
        }
    }

    fn response(&self, facts: &EstimateData, quote: &Quote, rollup_fee: Option<Amount>) -> Result<Response, ApiError> {
        let rollup_fee = match self.amount {
            Some(_) => rollup_fee,
            None => rollup_fee.map(with_l1_fee_margin),
        };
        let additional_fee = rollup_fee.unwrap_or(Amount::ZERO);
        let amounts = if let Some(amount) = self.amount {
            quote.check_funds(facts.available, amount, additional_fee)?;
            None
        } else {
            facts.pending.check_complete(Some(facts.nonce))?;
            Some(quote.maximum_amounts(facts.available, additional_fee)?)
        };
        Ok(Response {
            nonce: facts.nonce,
            gas_limit: GasLimitText::of(quote.gas_limit),
            prices: quote.prices.into(),
            fees: quote.fees.into(),
            maximum_fees: quote.maximum_fees.map(FeeSet::from),
            l1_fee: rollup_fee.map(|fee| fee.to_string()),
            amounts: amounts.map(AmountSet::from),
            warnings: facts.warnings(self.cautions(quote, additional_fee, amounts)),
        })
    }
}
