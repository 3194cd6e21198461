//! What an estimate is made from: one round of calls, and on a rollup a second one, which needs the first.

use super::Asked;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Amount, Call, FeeFacts, GasEstimate, GasPrice, PendingTransaction, Quote, TransactionFields};

/// What the network tells.
pub struct Facts {
    /// The nonce to use.
    pub nonce: u64,
    /// The transaction with this nonce that waits for a block.
    pub replaced: Option<PendingTransaction>,
    /// What the sender has, in wei.
    pub balance: Amount,
    /// What a trial of the transaction came to.
    pub trial: GasEstimate,
    /// What gas costs.
    pub fees: FeeFacts,
}

impl Facts {
    /// Asks for everything at the same time.
    pub async fn fetch(node: &dyn EthLikeNode, asked: &Asked, deadline: Deadline) -> Result<Self, UpstreamError> {
        let call = asked.call();
        let ((nonce, replaced), balance, trial, fees) = tokio::try_join!(
            place(node, asked, deadline),
            node.balance(asked.params, asked.sender, deadline),
            node.estimate_gas(asked.params, &call, deadline),
            node.fee_facts(asked.params, deadline)
        )?;
        Ok(Self {
            nonce,
            replaced,
            balance,
            trial,
            fees,
        })
    }
}

/// The nonce, and the transaction that has it already.
async fn place(
    node: &dyn EthLikeNode,
    asked: &Asked,
    deadline: Deadline,
) -> Result<(u64, Option<PendingTransaction>), UpstreamError> {
    let (params, sender) = (asked.params, asked.sender);
    match asked.nonce {
        None => Ok((node.pending_nonce(params, sender, deadline).await?, None)),
        Some(nonce) => Ok((nonce, node.pending_transaction(params, sender, nonce, deadline).await?)),
    }
}

/// What a rollup asks for the transaction beside the fee; `None` where the chain is none.
///
/// It depends on the bytes of the transaction: those of a fast one of EIP-1559, which are as long as any other's or longer.
pub async fn rollup_fee(
    node: &dyn EthLikeNode,
    asked: &Asked,
    facts: &Facts,
    quote: &Quote,
    deadline: Deadline,
) -> Result<Option<Amount>, UpstreamError> {
    if !asked.params.is_rollup() {
        return Ok(None);
    }
    let fields = TransactionFields {
        params: asked.params,
        nonce: facts.nonce,
        to: asked.to,
        amount: asked.amount.unwrap_or(facts.balance),
        data: asked.data.clone(),
        gas_limit: quote.gas_limit,
        price: GasPrice::FeeMarket {
            max_fee_per_gas: quote.prices.prices.fast,
            max_priority_fee_per_gas: quote.prices.priority_fees.map_or(Amount::ZERO, |fees| fees.fast),
        },
    };
    let bytes = fields.encode();
    let fee = node.rollup_fee(asked.params, &bytes, quote.gas_limit, deadline);
    fee.await.map(Some)
}

impl Asked {
    /// The transaction to try. Everything is not known yet: one wei stands for it.
    fn call(&self) -> Call {
        Call {
            from: Some(self.sender),
            to: self.to,
            value: self.least_amount(),
            data: self.data.clone(),
        }
    }
}
