//! Network data of an estimate: one round of concurrent calls and, on a rollup, a dependent second one.

use super::EstimateQuery;
use wallet_core::model::Surveyed;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::Warning;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Amount, Call, GasEstimate, GasPrice, GasPrices, PendingTransaction, Quote, TransactionFields};

/// Network data of an estimate.
pub struct EstimateData {
    /// The nonce to use.
    pub nonce: u64,
    /// The pending transaction with this nonce.
    pub replaced: Option<PendingTransaction>,
    /// The sender's balance in wei.
    pub balance: Amount,
    /// The result of simulating the transaction.
    pub simulation: GasEstimate,
    /// True if the recipient of all funds has no code, so that the gas of the payment is constant.
    pub is_plain: bool,
    /// The prices of the network.
    pub prices: Surveyed<GasPrices>,
}

impl EstimateData {
    /// Fetches all data concurrently.
    pub async fn fetch(
        node: &dyn EthLikeNode,
        query: &EstimateQuery,
        tip_floor: Amount,
        deadline: Deadline,
    ) -> Result<Self, UpstreamError> {
        let call = query.call();
        let ((nonce, replaced), balance, simulation, is_plain, fees) = tokio::try_join!(
            nonce_and_replaced(node, query, deadline),
            node.balance(query.params, query.sender, deadline),
            node.estimate_gas(query.params, &call, deadline),
            is_plain(node, query, &call, deadline),
            node.fee_facts(query.params, deadline)
        )?;
        Ok(Self {
            nonce,
            replaced,
            balance,
            simulation,
            is_plain,
            prices: GasPrices::survey(query.params, tip_floor, &fees),
        })
    }
}

impl EstimateData {
    /// Returns the warnings about the prices.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Warning::of_prices(self.prices.has_outlier);
        let prices = self.prices.value;
        if self.replaced.is_some_and(|pending| prices.are_exceeded_by(&pending)) {
            warnings.push(Warning::REPLACED_PRICE);
        }
        warnings
    }
}

/// Returns the nonce, and the pending transaction that has it.
async fn nonce_and_replaced(
    node: &dyn EthLikeNode,
    query: &EstimateQuery,
    deadline: Deadline,
) -> Result<(u64, Option<PendingTransaction>), UpstreamError> {
    let (params, sender) = (query.params, query.sender);
    match query.nonce {
        None => Ok((node.pending_nonce(params, sender, deadline).await?, None)),
        Some(nonce) => Ok((nonce, node.pending_transaction(params, sender, nonce, deadline).await?)),
    }
}

/// Returns true if the payment of all funds has a recipient without code. Other amounts have a reserve, since unused
/// gas is refunded, so that the request would have no use.
async fn is_plain(
    node: &dyn EthLikeNode,
    query: &EstimateQuery,
    call: &Call,
    deadline: Deadline,
) -> Result<bool, UpstreamError> {
    match call.plain_recipient(query.params).filter(|_| query.amount.is_none()) {
        Some(recipient) => Ok(!node.has_code(query.params, recipient, deadline).await?),
        None => Ok(false),
    }
}

/// Returns the L1 fee of the transaction on a rollup, or `None` on other chains.
///
/// It depends on the transaction bytes. The estimate uses an EIP-1559 transaction with the fast prices, which
/// is at least as long as every other variant.
pub async fn rollup_fee(
    node: &dyn EthLikeNode,
    query: &EstimateQuery,
    facts: &EstimateData,
    quote: &Quote,
    deadline: Deadline,
) -> Result<Option<Amount>, UpstreamError> {
    if !query.params.is_rollup() {
        return Ok(None);
    }
    let fields = TransactionFields {
        params: query.params,
        nonce: facts.nonce,
        to: query.to,
        amount: query.amount.unwrap_or(facts.balance),
        data: query.data.clone(),
        gas_limit: quote.gas_limit,
        price: GasPrice::FeeMarket {
            max_fee_per_gas: quote.prices.max_fees.unwrap_or(quote.prices.prices).fast,
            max_priority_fee_per_gas: quote.prices.priority_fees.map_or(Amount::ZERO, |fees| fees.fast),
        },
    };
    let bytes = fields.encode();
    let fee = node.rollup_fee(query.params, &bytes, quote.gas_limit, deadline);
    fee.await.map(Some)
}

impl EstimateQuery {
    /// Returns the call to simulate, with a value of one wei for all funds.
    fn call(&self) -> Call {
        Call {
            from: Some(self.sender),
            to: self.to,
            value: self.minimum_amount(),
            data: self.data.clone(),
        }
    }
}
