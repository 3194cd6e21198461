//! Interfaces of the adapters: requests of every kind of upstream, of an index, of ledgers, and of contracts.

use async_trait::async_trait;
use wallet_upstream::{Deadline, Failure, Source};
use wallet_xlm::contract::{ContractId, Simulation, SimulationQuery};
use wallet_xlm::history::{AccountFacts, ClaimableFacts, HistoryFacts, Position};
use wallet_xlm::ports::RecentTransfers;
use wallet_xlm::{
    Account, AccountId, AccountQuery, BalanceId, BestOffers, Envelope, FeeStats, Ledger, LedgerContents, LedgerId,
    LedgerTransaction, Market, OfferFacts, OfferId, PathQuery, PaymentPath, ResultCodes, StoredBalance,
    TransactionLookup,
};

/// Requests that an upstream of every kind serves. Each call is an attempt.
#[async_trait]
pub(crate) trait XlmSource: Source {
    /// Returns the maximum number of concurrent requests.
    fn concurrency(&self) -> usize;

    /// Returns the index of accounts, if the upstream has one.
    fn index(&self) -> Option<&(dyn IndexSource + 'static)>;

    /// Returns the ledgers with all transactions, if the upstream has them.
    fn ledgers(&self) -> Option<&(dyn LedgerSource + 'static)>;

    /// Returns the simulation of contract calls, if the upstream has it.
    fn contracts(&self) -> Option<&(dyn ContractSource + 'static)>;

    /// Returns an account as of the latest ledger, `None` if not found.
    async fn account(&self, query: &AccountQuery, deadline: Deadline) -> Result<Option<Account>, Failure>;

    /// Returns an account and the latest ledger.
    async fn account_facts(&self, query: &AccountQuery, deadline: Deadline) -> Result<AccountFacts, Failure>;

    /// Returns the claimable balance with this id, `None` if there is no such balance.
    async fn stored_balance(&self, id: BalanceId, deadline: Deadline) -> Result<Option<StoredBalance>, Failure>;

    /// Returns a page of the offers of an account, or that the offers are unknown.
    async fn offers(
        &self,
        id: AccountId,
        after: Option<OfferId>,
        limit: u32,
        deadline: Deadline,
    ) -> Result<OfferFacts, Failure>;

    /// Returns an open offer of an account by the id, no offer if the account has no such offer.
    async fn offer(&self, id: AccountId, offer: OfferId, deadline: Deadline) -> Result<OfferFacts, Failure>;

    /// Returns the latest ledger, which may be a few seconds old.
    async fn ledger(&self, deadline: Deadline) -> Result<Ledger, Failure>;

    /// Returns the statistics of operation fees.
    async fn fee_stats(&self, deadline: Deadline) -> Result<FeeStats, Failure>;

    /// Returns a transaction by hash (for a fee bump, either hash), `None` if no ledger contains it.
    async fn transaction(&self, hash: [u8; 32], deadline: Deadline) -> Result<Option<Found>, Failure>;

    /// Returns the status of a transaction by hash (for a fee bump, either hash).
    async fn status(&self, hash: [u8; 32], deadline: Deadline) -> Result<TransactionLookup, Failure>;

    /// Submits an envelope without waiting for a ledger.
    async fn post(&self, envelope: &Envelope, deadline: Deadline) -> Result<Reply, Failure>;
}

/// Lists of an index of accounts and of the exchange.
#[async_trait]
pub(crate) trait IndexSource: Send + Sync {
    /// Returns the claimable balances of an account, latest first.
    async fn claimable(&self, id: AccountId, deadline: Deadline) -> Result<ClaimableFacts, Failure>;

    /// Returns at most `limit` transactions of the history of an account from a position on.
    async fn history(
        &self,
        id: AccountId,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure>;

    /// Returns the paths for a payment in the order of the server.
    async fn paths(&self, query: PathQuery, deadline: Deadline) -> Result<Vec<PaymentPath>, Failure>;

    /// Returns the best offers of a market, none of an unknown market.
    async fn best_offers(&self, market: Market, deadline: Deadline) -> Result<BestOffers, Failure>;
}

/// Ledgers with all transactions.
#[async_trait]
pub(crate) trait LedgerSource: Send + Sync {
    /// Returns the latest ledger, which may be a few seconds old.
    async fn latest_id(&self, deadline: Deadline) -> Result<LedgerId, Failure>;

    /// Returns the hash of a ledger, `None` above the latest ledger.
    async fn ledger_hash(&self, sequence: u32, deadline: Deadline) -> Result<Option<[u8; 32]>, Failure>;

    /// Returns a ledger with all transactions and operations, `None` above the latest ledger.
    async fn contents(&self, sequence: u32, deadline: Deadline) -> Result<Option<ReadLedger>, Failure>;

    /// Returns a transaction with all operations by hash (for a fee bump, either hash), `None` if no ledger contains it.
    async fn ledger_transaction(
        &self,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<LedgerTransaction>, Failure>;
}

/// Simulations of contract calls.
#[async_trait]
pub(crate) trait ContractSource: Send + Sync {
    /// Simulates an invocation in the latest ledger.
    async fn simulate(&self, query: &SimulationQuery, deadline: Deadline) -> Result<Simulation, Failure>;

    /// Returns the latest transactions in which the contracts transferred from or to an account, latest first.
    async fn transfers(
        &self,
        id: AccountId,
        contracts: &[ContractId],
        limit: usize,
        deadline: Deadline,
    ) -> Result<RecentTransfers, Failure>;
}

/// Result of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// The server accepted the transaction with this hash.
    Accepted {
        /// Hash in the response.
        hash: String,
    },
    /// The server already has the transaction.
    Known,
    /// The network rejects the transaction.
    Rejected(ResultCodes),
    /// The server does not take the transaction for a local reason.
    Unable,
}

/// Code of a malformed envelope.
pub(crate) const MALFORMED: &str = "tx_malformed";
/// Code of a fault of the validator.
const INTERNAL_ERROR: &str = "tx_internal_error";

impl Reply {
    /// Returns the reply for the codes of a failed submission. An internal error is a fault of the validator.
    pub(crate) fn rejected(codes: ResultCodes) -> Self {
        if codes.transaction == INTERNAL_ERROR {
            Self::Unable
        } else {
            Self::Rejected(codes)
        }
    }

    /// Returns the reply for a status of a validator, with the hash of the response and the result of a rejected
    /// transaction in base64.
    pub(crate) fn of_status(status: &str, hash: String, result: Option<&str>) -> Result<Self, Failure> {
        match status {
            "PENDING" => Ok(Self::Accepted { hash }),
            "DUPLICATE" => Ok(Self::Known),
            // The validator has a different transaction of the same account, as any caller can cause.
            "TRY_AGAIN_LATER" => Ok(Self::Unable),
            "ERROR" => result
                .and_then(ResultCodes::read)
                .map(Self::rejected)
                .ok_or_else(|| Failure::unusable("submission: error without a result")),
            other => Err(Failure::unusable(format_args!(
                "submission: status {}",
                wallet_upstream::for_log(other)
            ))),
        }
    }
}

/// Transaction in a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// True if the transaction succeeded.
    pub(crate) succeeded: bool,
    /// Sequence number of the ledger.
    pub(crate) ledger: u32,
    /// Close time of the ledger in Unix seconds.
    pub(crate) time: u64,
    /// Result codes, if they can be parsed.
    pub(crate) codes: Option<ResultCodes>,
}

/// Ledger with the number of unreadable operations, which are omitted.
pub(crate) struct ReadLedger {
    pub(crate) contents: LedgerContents,
    pub(crate) unreadable: u64,
}
