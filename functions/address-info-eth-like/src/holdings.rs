//! Balances of addresses on a chain, with pending transactions.

use crate::Services;
use futures::stream::{self, StreamExt, TryStreamExt};
use wallet_core::model::Responses;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::{Address, Amount, Balances, Holder, NextNonce, Params, PendingTransactions};

/// The number of addresses whose pending transactions are requested concurrently.
const CONCURRENT_POOLS: usize = 8;

/// Balances of an address, and pending transactions.
pub struct Holdings {
    /// The balances.
    pub balances: Balances,
    /// The pending transactions, `None` if their number is unknown.
    pub pending: Option<PendingTransactions>,
}

impl Holdings {
    /// Fetches the balances with the transaction counts, and where different the pending transactions.
    pub async fn fetch(
        services: &Services,
        params: Params,
        holders: &[Holder],
        listed: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Self>, UpstreamError> {
        let balances = services.node.balances(params, holders, listed, deadline).await?;
        let mut holdings = Vec::with_capacity(holders.len());
        for (holder, balances) in holders.iter().zip(balances) {
            holdings.push(Self::with_pending(services, params, holder.address, balances, deadline));
        }
        stream::iter(holdings).buffered(CONCURRENT_POOLS).try_collect().await
    }

    /// Fetches the pending transactions of an address if the transaction counts differ.
    async fn with_pending(
        services: &Services,
        params: Params,
        address: Address,
        balances: Balances,
        deadline: Deadline,
    ) -> Result<Self, UpstreamError> {
        let nonces = balances.counts;
        let nonces = nonces.map(|counts| NextNonce::of(&Responses::one(counts)).pending());
        let pending = match nonces {
            Some(nonces) => {
                let pending = services.node.pending_transactions(params, address, nonces, deadline);
                Some(pending.await?)
            }
            None => None,
        };
        Ok(Self { balances, pending })
    }

    /// Returns the part of the coin balance that the pending transactions leave.
    pub fn spendable(&self) -> Amount {
        let coin = self.balances.coin;
        let available = self.pending.as_ref().map(|pending| pending.available(coin, None));
        available.unwrap_or(coin)
    }

    /// Returns the part of a token balance that the pending transactions leave.
    pub fn spendable_token(&self, contract: Address, amount: Amount) -> Amount {
        let pending = self.pending.as_ref();
        pending.map_or(amount, |pending| pending.available_token(contract, amount))
    }
}
