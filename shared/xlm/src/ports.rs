//! The ports of the family: the queries that handlers send to nodes and indexes.

use crate::contract::{ContractId, Simulation, SimulationQuery, TokenHolding};
use crate::history::{AccountFacts, ClaimableFacts, Entry, HistoryFacts, Position};
use crate::{
    Account, AccountId, AccountQuery, BalanceId, BestOffers, Envelope, FeeStats, Ledger, LedgerContents, LedgerId,
    LedgerTransaction, Market, OfferFacts, OfferId, PathQuery, PaymentPath, StoredBalance, Submission,
    TransactionLookup,
};
use async_trait::async_trait;
use wallet_core::model::{Network, Responses};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// An index of accounts on the Stellar network. Every call ends by the deadline.
#[async_trait]
pub trait XlmIndex: Send + Sync {
    /// Returns the number of accounts to request at the same time, at least 1, so that the requests of further callers
    /// are not delayed.
    fn concurrent_accounts(&self, network: Network) -> usize;

    /// Returns an account and the latest ledger. A missing account is not an error. Without an index, the account has
    /// the trustlines and data entries of the query, and the number of others (`AccountSettings::unlisted`).
    async fn account_facts(
        &self,
        network: Network,
        query: AccountQuery,
        deadline: Deadline,
    ) -> Result<AccountFacts, UpstreamError>;

    /// Returns the balances that an address may claim, also for an address without an account. A
    /// failure is always an error, never an empty list.
    async fn claimable_balances(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<ClaimableFacts, UpstreamError>;

    /// Returns at most `limit` transactions of the history of an account, starting at position
    /// `from`.
    ///
    /// An unused account has no history. A failure is always an error, never an empty list. The page
    /// may have fewer than `limit` transactions, or none, although more follow.
    async fn history(
        &self,
        network: Network,
        id: AccountId,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, UpstreamError>;

    /// Returns at most `limit` open offers of an account, latest first, starting after the offer `after`. An account
    /// that does not exist has no offers. Without an index the offers are unknown (`OfferFacts::lacks_offers`), unless the
    /// account has no further entries.
    async fn offers(
        &self,
        network: Network,
        id: AccountId,
        after: Option<OfferId>,
        limit: u32,
        deadline: Deadline,
    ) -> Result<OfferFacts, UpstreamError>;

    /// Returns an open offer of an account by the id, no offer if the account has no such offer. Requires no index.
    async fn offer(
        &self,
        network: Network,
        id: AccountId,
        offer: OfferId,
        deadline: Deadline,
    ) -> Result<OfferFacts, UpstreamError>;
}

/// The ledgers of the Stellar network, served by any number of upstreams. Every call ends by the deadline. The requests
/// never use the capacity of the requests for payments.
#[async_trait]
pub trait XlmLedgers: Send + Sync {
    /// Returns the latest ledger. If upstreams of several operators respond, the latest ledger on which two operators
    /// agree.
    ///
    /// # Errors
    ///
    /// Fails if no upstream responds in time, or if no two of the operators that respond agree on a ledger.
    async fn head(&self, network: Network, deadline: Deadline) -> Result<LedgerId, UpstreamError>;

    /// Returns the ledger with this sequence number and all transactions, or `None` above the head. The contents are
    /// those of one upstream, complete by the counts of the ledger.
    ///
    /// The amounts of claims may be unknown (`Entry::has_unresolved_claims`); [`Self::transaction`] requests the
    /// amounts.
    ///
    /// # Errors
    ///
    /// Fails if no upstream has the complete ledger.
    async fn ledger(
        &self,
        network: Network,
        sequence: u32,
        deadline: Deadline,
    ) -> Result<Option<LedgerContents>, UpstreamError>;

    /// Returns the transaction with this hash, that of the outer or the inner envelope, or `None` if no known ledger
    /// contains the transaction.
    async fn transaction(
        &self,
        network: Network,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<LedgerTransaction>, UpstreamError>;
}

/// The Stellar network, served by any number of upstreams. Every call ends by the deadline.
#[async_trait]
pub trait XlmNode: Send + Sync {
    /// Returns an account as of the latest ledger with at least the trustlines and data entries of the query, or `None`
    /// if not found.
    async fn account(
        &self,
        network: Network,
        query: AccountQuery,
        deadline: Deadline,
    ) -> Result<Option<Account>, UpstreamError>;

    /// Returns a claimable balance as of the latest ledger, or `None` if not found.
    async fn claimable_balance(
        &self,
        network: Network,
        id: BalanceId,
        deadline: Deadline,
    ) -> Result<Option<StoredBalance>, UpstreamError>;

    /// Returns the latest ledger.
    async fn ledger(&self, network: Network, deadline: Deadline) -> Result<Ledger, UpstreamError>;

    /// Returns the current fee statistics of operations at each upstream.
    async fn fee_stats(&self, network: Network, deadline: Deadline) -> Result<Responses<FeeStats>, UpstreamError>;

    /// Returns the paths for a payment at the current prices, as an upstream finds and orders them.
    async fn paths(
        &self,
        network: Network,
        query: PathQuery,
        deadline: Deadline,
    ) -> Result<Vec<PaymentPath>, UpstreamError>;

    /// Returns the best offers of a market, none if no upstream reports them in time.
    async fn best_offers(&self, network: Network, market: Market, deadline: Deadline) -> BestOffers;

    /// Returns the status of a transaction, or the oldest known ledger if no known ledger contains the transaction and
    /// no upstream has the whole history. Finds a fee bump by either of its hashes.
    async fn transaction_status(
        &self,
        network: Network,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<TransactionLookup, UpstreamError>;

    /// Submits a signed envelope asynchronously, polls for the ledger for a limited time, and resolves ambiguous
    /// responses by looking up the hash.
    ///
    /// An error means that, to the best of our knowledge, the network does not have the transaction.
    async fn broadcast(
        &self,
        network: Network,
        envelope: &Envelope,
        deadline: Deadline,
    ) -> Result<Submission, UpstreamError>;
}

/// The contracts of the Stellar network, served by the upstreams that simulate calls. Every call ends by the deadline.
#[async_trait]
pub trait XlmContracts: Send + Sync {
    /// Simulates an invocation in the latest ledger. The failure of the invocation is part of the outcome.
    ///
    /// # Errors
    ///
    /// Fails if no configured upstream simulates calls, as without Stellar RPC.
    async fn simulate(
        &self,
        network: Network,
        query: &SimulationQuery,
        deadline: Deadline,
    ) -> Result<Simulation, UpstreamError>;
}

/// The tokens of contracts (SEP-41), served by the upstreams that simulate calls. Every call ends by the deadline.
#[async_trait]
pub trait XlmTokens: Send + Sync {
    /// Returns the holding of a token as of the latest ledger, with at most four simulations.
    ///
    /// # Errors
    ///
    /// Fails if no configured upstream simulates calls, as without Stellar RPC.
    async fn token(
        &self,
        network: Network,
        contract: ContractId,
        holder: AccountId,
        deadline: Deadline,
    ) -> Result<TokenHolding, UpstreamError>;

    /// Returns at most `limit` and at most 20 of the latest transactions in which these contracts transferred from or to an
    /// account, latest first, within the ledgers that a server without an index knows. Further transactions are unknown.
    ///
    /// # Errors
    ///
    /// Fails if no configured upstream has events, as without Stellar RPC.
    async fn transfers(
        &self,
        network: Network,
        id: AccountId,
        contracts: &[ContractId],
        limit: u32,
        deadline: Deadline,
    ) -> Result<RecentTransfers, UpstreamError>;
}

/// The latest transactions in which contracts transferred from or to an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecentTransfers {
    /// The transactions, latest first.
    pub entries: Vec<Entry>,
    /// The number of requests that the upstream received for the transactions.
    pub requests: usize,
}
