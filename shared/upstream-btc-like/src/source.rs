//! Interface of the UTXO protocols, implemented by the adapters and used by the pool.

use async_trait::async_trait;
use std::time::Instant;
use wallet_btc_like::history::{AddressFacts, HistoryPage, Position};
use wallet_btc_like::{
    Address, ExtendedKey, FeeEstimates, KeyCoin, KeyFacts, KeyQuery, OutPoint, Params, ScannedKey, SignedTransaction,
    TransactionStatus, Txid, Unspent,
};
use wallet_upstream::broadcast::SubmitOutcome;
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
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
    async fn raw_transaction(&self, txid: Txid, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure>;

    /// Returns the status of a transaction, `None` if the upstream does not know it.
    async fn transaction_status(&self, txid: Txid, deadline: Deadline) -> Result<Option<TransactionStatus>, Failure>;

    /// Returns the transactions that replaced one that the upstream has dropped, `None` if it reports none. The request is
    /// optional: if it fails, that does not count against the upstream.
    async fn replacements(&self, _txid: Txid, _deadline: Deadline) -> Option<Replacements> {
        None
    }

    /// Returns the balance of an address, with no request that only the history requires.
    async fn balance(&self, address: &Address, deadline: Deadline) -> Result<AddressBalance, Failure>;

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
    /// Balance including the mempool, in base units.
    pub(crate) amount: u64,
}

impl AddressBalance {
    /// Returns the response of an upstream of this kind with this page of the history.
    pub(crate) const fn facts(self, kind: Kind, history: Option<HistoryPage>) -> AddressFacts {
        AddressFacts {
            upstream: kind.name(),
            tip: self.tip,
            balance: self.amount,
            history,
        }
    }
}

/// Balance of an address and a page of its history, as far as one upstream returns them.
#[derive(Debug)]
pub(crate) struct SourceFacts {
    pub(crate) balance: AddressBalance,
    /// The page, or the reason why the upstream does not return it (docs/decisions/0422).
    pub(crate) history: Result<HistoryPage, Failure>,
}

impl SourceFacts {
    /// Combines the balance with the result of the requests for the history. The whole response fails if the history
    /// cannot be trusted, as opposed to being unavailable.
    pub(crate) fn of(balance: AddressBalance, history: Result<HistoryPage, Failure>) -> Result<Self, Failure> {
        match history {
            Err(failure) if !failure.is_unavailability() => Err(failure),
            history => Ok(Self { balance, history }),
        }
    }
}

/// Data about an extended key, as far as one upstream returns it.
#[derive(Debug)]
pub(crate) struct SourceKeyFacts {
    /// Height of the latest block of the upstream.
    pub(crate) tip: u32,
    pub(crate) scanned: ScannedKey,
    pub(crate) coins: Vec<KeyCoin>,
    /// The page, or the reason why the upstream does not return it.
    pub(crate) history: Result<HistoryPage, Failure>,
}

impl SourceKeyFacts {
    /// Fails as [`SourceFacts::of`] does, and if the sum of the outputs is above the maximum.
    pub(crate) fn checked(self, params: &Params) -> Result<Self, Failure> {
        let mut values = self.coins.iter().map(|coin| coin.unspent.utxo.value);
        let sum = values.try_fold(0, u64::checked_add);
        if sum.is_none_or(|sum| sum > params.max_balance) {
            return Err(Failure::unusable("sum of unspent outputs above the maximum"));
        }
        match self.history {
            Err(failure) if !failure.is_unavailability() => Err(failure),
            _ => Ok(self),
        }
    }

    /// Returns the response of an upstream of this kind.
    pub(crate) fn facts(self, kind: Kind) -> KeyFacts {
        KeyFacts {
            upstream: kind.name(),
            tip: self.tip,
            scanned: self.scanned,
            coins: self.coins,
            history: self.history.ok(),
        }
    }
}

/// Part of an attempt for the history, in percent. The rest remains for the balance.
const HISTORY_TIME: u32 = 75;

/// Returns the end of the requests for a history within an attempt.
pub(crate) fn history_deadline(deadline: Deadline) -> Deadline {
    deadline.percent(HISTORY_TIME, Instant::now())
}
