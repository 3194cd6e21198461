//! Network data of an estimate: a round of concurrent calls and, on a rollup, a dependent second round.

use super::EstimateQuery;
use crate::warnings;
use wallet_core::model::Surveyed;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::Warning;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{
    Amount, Call, Cautions, GasEstimate, GasPrice, GasPrices, PendingTransaction, PendingTransactions, Quote,
    TransactionFields,
};

/// Network data of an estimate.
pub struct EstimateData {
    /// The nonce to use.
    pub nonce: u64,
    /// The pending transaction with this nonce.
    pub replaced: Option<PendingTransaction>,
    /// The sender's remaining pending transactions.
    pub pending: PendingTransactions,
    /// The sender's balance without the value and maximum fee of further pending transactions, in wei.
    pub available: Amount,
    /// The result of simulating the transaction.
    pub simulation: GasEstimate,
    /// The code of the recipient.
    pub recipient: RecipientCode,
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
        let (sequence, balance, simulation, recipient, fees) = tokio::try_join!(
            Sequence::fetch(node, query, deadline),
            node.balance(query.params, query.sender, deadline),
            node.estimate_gas(query.params, &call, deadline),
            RecipientCode::fetch(node, query, &call, deadline),
            node.fee_facts(query.params, deadline)
        )?;
        let Sequence {
            nonce,
            replaced,
            pending,
        } = sequence;
        Ok(Self {
            nonce,
            replaced,
            available: pending.available(balance, Some(nonce)),
            pending,
            simulation,
            recipient,
            prices: GasPrices::survey(query.params, tip_floor, &fees),
        })
    }
}

impl EstimateData {
    /// Returns the warnings about the prices and the recipient.
    pub fn warnings(&self, cautions: Cautions) -> Vec<Warning> {
        let mut warnings = Warning::of_prices(self.prices.has_outlier);
        let prices = self.prices.value;
        if self.replaced.is_some_and(|pending| prices.are_exceeded_by(&pending)) {
            warnings.push(Warning::REPLACED_PRICE);
        }
        if self.recipient.is_contract {
            warnings.push(Warning::CONTRACT_RECIPIENT);
        }
        warnings.extend(warnings::of(cautions));
        warnings
    }
}

/// Nonce of the transaction among the pending transactions of the sender.
struct Sequence {
    nonce: u64,
    /// The pending transaction with this nonce.
    replaced: Option<PendingTransaction>,
    pending: PendingTransactions,
}

impl Sequence {
    async fn fetch(node: &dyn EthLikeNode, query: &EstimateQuery, deadline: Deadline) -> Result<Self, UpstreamError> {
        let (params, sender) = (query.params, query.sender);
        let replaced = async {
            match query.nonce {
                None => Ok(None),
                Some(nonce) => node.pending_transaction(params, sender, nonce, deadline).await,
            }
        };
        let pending = async {
            let next = node.next_nonce(params, sender, deadline).await?;
            let pending = node.pending_transactions(params, sender, next.pending(), deadline);
            Ok((next.nonce, pending.await?))
        };
        let (replaced, (next, pending)) = tokio::try_join!(replaced, pending)?;
        Ok(Self {
            nonce: query.nonce.unwrap_or(next),
            replaced,
            pending,
        })
    }
}

/// The code of the recipient of coins or tokens.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecipientCode {
    /// True if the recipient of all funds has no code, so that the gas of the payment is constant.
    pub is_plain: bool,
    /// True if the recipient is known to have code.
    pub is_contract: bool,
}

impl RecipientCode {
    async fn fetch(
        node: &dyn EthLikeNode,
        query: &EstimateQuery,
        call: &Call,
        deadline: Deadline,
    ) -> Result<Self, UpstreamError> {
        if let Some(recipient) = call.plain_recipient(query.params).filter(|_| query.amount.is_none()) {
            let is_contract = node.has_code(query.params, recipient, deadline).await?;
            return Ok(Self {
                is_plain: !is_contract,
                is_contract,
            });
        }
        let Some(recipient) = call.recipient() else {
            return Ok(Self::default());
        };
        // Smaller amounts have a reserve, since unused gas is refunded.
        Ok(Self {
            is_plain: false,
            is_contract: node.is_known_contract(query.params, recipient, deadline).await,
        })
    }
}

/// Returns the L1 fee of the transaction on a rollup, or `None` without a rollup.
///
/// The fee depends on the transaction bytes. The estimate uses an EIP-1559 transaction with the fast prices, which
/// is at least as long as every variant.
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
        amount: query.amount.unwrap_or(facts.available),
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
    /// Returns the call to simulate, with a value of 1 wei for all funds.
    fn call(&self) -> Call {
        Call {
            from: Some(self.sender),
            to: self.to,
            value: self.minimum_amount(),
            data: self.data.clone(),
        }
    }
}
