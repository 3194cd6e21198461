//! Interface of the UTXO protocols, implemented by the adapters and used by the pool.

use async_trait::async_trait;
use futures::stream::{self, StreamExt};
use tokio::time::Instant;
use wallet_btc_like::history::{Entry, Funds, HistoryPage, Position};
use wallet_btc_like::{
    Address, ExtendedKey, FeeEstimates, KeyCoin, KeyQuery, OutPoint, Params, ScannedKey, SignedTransaction,
    TransactionStatus, Txid, Unspent,
};
use wallet_upstream::broadcast::SubmitOutcome;
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::Source;

/// One upstream of one UTXO chain and network. Each call is one attempt.
#[async_trait]
pub(crate) trait BtcLikeSource: Source {
    /// Returns the unspent outputs of an address, including the mempool.
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure>;

    /// Returns the estimated fees per 1000 vbytes.
    async fn fee_estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure>;

    /// Returns the bytes of a transaction, `None` if the upstream does not know it.
    async fn raw_transaction(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure>;

    /// Returns the status of a transaction, `None` if the upstream does not know it.
    async fn transaction_status(
        &self,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure>;

    /// Returns the transactions that replaced one that the upstream has dropped, `None` if it reports none. The request is
    /// optional: if it fails, that does not count against the upstream.
    async fn replacements(&self, _txid: Txid, _deadline: Deadline) -> Option<Replacements> {
        None
    }

    /// Returns transactions that may spend an output, the latest first; none if the upstream reports none. The request is
    /// optional, as that for replacements.
    async fn spenders(&self, outpoint: OutPoint, deadline: Deadline) -> Result<Vec<Txid>, Failure>;

    /// Returns the balance of an address, with no request that only the history requires.
    async fn balance(&self, address: &Address, deadline: Deadline) -> Result<AddressBalance, Failure>;

    /// Returns the balances of addresses in their order. A failure of one address fails the others only if it shows that
    /// the upstream is not available.
    async fn balances(
        &self,
        addresses: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Result<AddressBalance, Failure>>, Failure> {
        let mut balances = Vec::with_capacity(addresses.len());
        for address in addresses {
            balances.push(self.balance(address, deadline));
        }
        let balances: Vec<_> = stream::iter(balances)
            .buffered(self.concurrent_addresses())
            .collect()
            .await;
        at_least_one(balances)
    }

    /// Returns the number of addresses that are requested at the same time.
    fn concurrent_addresses(&self) -> usize {
        CONCURRENT_ADDRESSES
    }

    /// Returns the balance of an address and at most `limit` transactions of its history from a position on.
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<SourceFacts, Failure>;

    /// Returns the addresses of a key, their unspent outputs, and at most `limit` transactions of their history.
    async fn key_facts(
        &self,
        key: &ExtendedKey,
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<SourceKeyFacts, Failure>;

    /// Submits a transaction's bytes.
    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<SubmitOutcome, Failure>;
}

/// Default number of addresses that are requested at the same time.
const CONCURRENT_ADDRESSES: usize = 6;

/// Returns the number of addresses that are requested at the same time from an upstream with this maximum number of
/// concurrent requests: half of it, so that the requests of others are not delayed.
pub(crate) fn addresses_within(concurrency: usize) -> usize {
    (concurrency / 2).max(1)
}

/// Returns the results, or the first failure if there is no other result: the upstream has served nothing.
pub(crate) fn at_least_one<T>(results: Vec<Result<T, Failure>>) -> Result<Vec<Result<T, Failure>>, Failure> {
    let has_any = results.iter().any(Result::is_ok);
    match results.iter().find_map(|result| result.as_ref().err()) {
        Some(failure) if !has_any => Err(failure.clone()),
        _ => Ok(results),
    }
}

/// Transactions that replaced another one in a mempool, as one upstream reports them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Replacements {
    /// Outpoints that the replaced transaction spends, checked against its txid.
    pub(crate) inputs: Vec<OutPoint>,
    /// The reported transactions, the latest first.
    pub(crate) by: Vec<Txid>,
}

/// Balance of an address, as one upstream returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AddressBalance {
    /// Height of the latest block of the upstream.
    pub(crate) tip: u32,
    /// Confirmed and pending balance.
    pub(crate) funds: Funds,
}

/// Returns the funds that consist of these amounts in base units, unless they are impossible.
pub(crate) fn funds(confirmed: u64, unconfirmed: i128, params: &Params) -> Result<Funds, Failure> {
    Funds::new(confirmed, unconfirmed, params)
        .ok_or_else(|| Failure::unusable("balance below zero or above the maximum"))
}

/// Balance of an address and a page of its history, as far as one upstream returns them.
#[derive(Debug)]
pub(crate) struct SourceFacts {
    pub(crate) balance: AddressBalance,
    /// The page, or the reason why the upstream does not return it (docs/decisions/utxo-history.md#balance-without-history).
    pub(crate) history: Result<HistoryPage, Failure>,
}

impl SourceFacts {
    /// Combines the balance with the result of the requests for the history. The whole response fails if the history
    /// cannot be trusted, as opposed to being unavailable.
    pub(crate) fn of(balance: AddressBalance, history: Result<HistoryPage, Failure>) -> Result<Self, Failure> {
        let history = trusted(history)?;
        Ok(Self { balance, history })
    }
}

/// Returns the result of the requests for a history, or its failure if that shows that the upstream cannot be trusted.
pub(crate) fn trusted(history: Result<HistoryPage, Failure>) -> Result<Result<HistoryPage, Failure>, Failure> {
    match history {
        Err(failure) if !failure.is_unavailability() => Err(failure),
        history => Ok(history),
    }
}

/// Data about an extended key, as far as one upstream returns it.
#[derive(Debug)]
pub(crate) struct SourceKeyFacts {
    /// Height of the latest block of the upstream.
    pub(crate) tip: u32,
    pub(crate) scanned: ScannedKey,
    pub(crate) coins: Vec<KeyCoin>,
    /// All pending transactions of the key, `None` if the upstream does not return them.
    pub(crate) pending: Option<Vec<Entry>>,
    /// The page, or the reason why the upstream does not return it.
    pub(crate) history: Result<HistoryPage, Failure>,
}

/// Maximum number of pending transactions that are requested in order to check their inputs.
pub(crate) const MAX_PENDING: u32 = 50;

/// Part of an attempt for the history, in percent. The rest remains for the balance.
const HISTORY_TIME: u32 = 75;

/// Returns the end of the requests for a history within an attempt.
pub(crate) fn history_deadline(deadline: Deadline) -> Deadline {
    deadline.percent(HISTORY_TIME, Instant::now().into_std())
}
