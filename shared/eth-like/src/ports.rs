//! The ports of the family: the queries that handlers send to nodes and indexes.

use crate::block::{Block, BlockTransaction, Head};
use crate::ens::CallOutcome;
use crate::history::{HistoryFacts, Position};
use crate::preview::Simulated;
use crate::{
    Address, Amount, ApprovalKey, ApprovalLogs, Balances, Call, Chain, ContractLabel, Erc20Token, FeeFacts,
    GasEstimate, GrantedApprovals, Hash, Holder, Inclusion, NextNonce, NftKey, OwnedNfts, PaidFee, Params,
    PendingTransaction, PendingTransactions, PoolLookup, ReceivedNfts, SenderNonce, SignedTransaction, TokenMetadata,
    TransactionStatus,
};
use async_trait::async_trait;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use wallet_core::model::Responses;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};

/// The best chain of an EVM chain, block by block. Every call ends by the deadline, and takes no capacity of an upstream
/// from payments.
#[async_trait]
pub trait EthLikeBlocks: Send + Sync {
    /// Returns the latest block. Where nodes of two operators respond, the latest block is the highest on which two
    /// operators agree.
    async fn head(&self, params: Params, deadline: Deadline) -> Result<Head, UpstreamError>;

    /// Returns the block of the best chain at a height, with the receipts of the same block hash, or `None` above the
    /// head of the nodes.
    async fn block(&self, params: Params, height: u64, deadline: Deadline) -> Result<Option<Block>, UpstreamError>;

    /// Returns the hash of the block of the best chain at a height, or `None` above the head of the nodes.
    async fn block_hash(&self, params: Params, height: u64, deadline: Deadline) -> Result<Option<Hash>, UpstreamError>;

    /// Returns a transaction by hash, pending or in a block of the best chain, or `None` if no node knows the hash.
    async fn transaction(
        &self,
        params: Params,
        hash: Hash,
        deadline: Deadline,
    ) -> Result<Option<BlockTransaction>, UpstreamError>;

    /// Returns the pending transactions of a sender as far as a node lists them: none if no node has the method
    /// `txpool_contentFrom`.
    async fn pending(
        &self,
        params: Params,
        sender: Address,
        deadline: Deadline,
    ) -> Result<Vec<BlockTransaction>, UpstreamError>;
}

/// An index of EVM chain addresses. Every call ends by the deadline.
#[async_trait]
pub trait EthLikeIndex: Send + Sync {
    /// Returns at most `limit` transactions of the history of an address, starting at position
    /// `from`.
    ///
    /// An unused address has no history. A failure is always an error, never an empty list.
    async fn history(
        &self,
        params: Params,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, UpstreamError>;

    /// Returns the rights that an owner has granted or changed from a block upwards. An error if no index lists logs.
    async fn approval_logs(
        &self,
        params: Params,
        owner: Address,
        from: u64,
        deadline: Deadline,
    ) -> Result<ApprovalLogs, UpstreamError>;

    /// Returns the non-fungible tokens that an address has received from a block downwards, `None` from the head. An
    /// error if no index lists the tokens.
    async fn received_nfts(
        &self,
        params: Params,
        address: Address,
        to: Option<u64>,
        deadline: Deadline,
    ) -> Result<ReceivedNfts, UpstreamError>;
}

/// A view of the EVM chains, independent of the number of upstreams that serve it. Every call ends by
/// the deadline.
#[async_trait]
pub trait EthLikeNode: Send + Sync {
    /// Returns the nonce of the next transaction of an address, after all pending transactions: the highest plausible
    /// count of all upstreams. Never cached.
    async fn next_nonce(
        &self,
        params: Params,
        address: Address,
        deadline: Deadline,
    ) -> Result<NextNonce, UpstreamError>;

    /// Returns the coin balance of an address in wei.
    async fn balance(&self, params: Params, address: Address, deadline: Deadline) -> Result<Amount, UpstreamError>;

    /// Returns true if the address has contract code. The code of a delegated account (EIP-7702) counts, since such
    /// code is executed as well.
    async fn has_code(&self, params: Params, address: Address, deadline: Deadline) -> Result<bool, UpstreamError>;

    /// Returns true if an upstream reports contract code at the address, and false if none or unknown. For
    /// warnings only: a failure affects no further request.
    async fn is_known_contract(&self, params: Params, address: Address, deadline: Deadline) -> bool;

    /// Simulates a transaction and returns the used gas.
    async fn estimate_gas(&self, params: Params, call: &Call, deadline: Deadline)
    -> Result<GasEstimate, UpstreamError>;

    /// Simulates a transaction with this gas limit on the latest block at each node that has a method for that, in order
    /// of preference. None if no node has such a method, or if all fail: a failure affects no further request.
    /// Simulations on one earlier block follow if the latest blocks of the nodes differ in height.
    async fn simulate(
        &self,
        params: Params,
        call: &Call,
        gas_limit: Option<u64>,
        deadline: Deadline,
    ) -> Result<Vec<Simulated>, UpstreamError>;

    /// Returns the current fee data of each upstream.
    async fn fee_facts(&self, params: Params, deadline: Deadline) -> Result<Responses<FeeFacts>, UpstreamError>;

    /// Returns the additional fee of a rollup for an unsigned transaction with the bytes and this gas limit: the
    /// sum of the L1 data fee and the operator fee, in wei.
    async fn rollup_fee(
        &self,
        params: Params,
        unsigned: &[u8],
        gas_limit: u64,
        deadline: Deadline,
    ) -> Result<Amount, UpstreamError>;

    /// Returns the fees of a rollup of mined transactions, as stated by the receipts. Transactions whose fees
    /// no node reports are missing.
    async fn paid_rollup_fees(
        &self,
        params: Params,
        transactions: &[Inclusion],
        deadline: Deadline,
    ) -> HashMap<Inclusion, PaidFee>;

    /// Returns the pending transaction of an address with this nonce, or `None` if no upstream reports
    /// fee. A failure of the upstreams reports none.
    async fn pending_transaction(
        &self,
        params: Params,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<PendingTransaction>, UpstreamError>;

    /// Returns the pending transactions of an address with the nonces, as far as an upstream lists them.
    /// A failure of the upstreams lists none.
    async fn pending_transactions(
        &self,
        params: Params,
        sender: Address,
        nonces: Range<u64>,
        deadline: Deadline,
    ) -> Result<PendingTransactions, UpstreamError>;

    /// Returns a transaction by hash with sender and signature, or `None` if no upstream knows the hash.
    async fn pool_transaction(
        &self,
        params: Params,
        hash: Hash,
        deadline: Deadline,
    ) -> Result<Option<PoolLookup>, UpstreamError>;

    /// Returns the status of a transaction, or `None` if no upstream knows the hash. `stated` are the sender and nonce,
    /// as the caller knows them: by a second transaction with sender and nonce, a replaced transaction is recognised
    /// that the network has forgotten.
    async fn transaction_status(
        &self,
        params: Params,
        hash: Hash,
        stated: Option<SenderNonce>,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError>;

    /// Returns the coin balances, the balances of `listed` tokens, and the balances of further tokens of the holders,
    /// in order: all at the same block, with the transaction counts, in a single round of calls.
    async fn balances(
        &self,
        params: Params,
        holders: &[Holder],
        listed: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Balances>, UpstreamError>;

    /// Returns the metadata of a token from the contract, or `None` unless an ERC-20 contract with decimals.
    async fn token_metadata(
        &self,
        params: Params,
        contract: Address,
        deadline: Deadline,
    ) -> Result<Option<TokenMetadata>, UpstreamError>;

    /// Returns the rights that an owner has granted or changed from a block upwards. An error if no node lists the logs.
    async fn approval_logs(
        &self,
        params: Params,
        owner: Address,
        from: u64,
        deadline: Deadline,
    ) -> Result<ApprovalLogs, UpstreamError>;

    /// Returns the rights as the contracts report the rights now.
    async fn granted_approvals(
        &self,
        params: Params,
        owner: Address,
        keys: &[ApprovalKey],
        deadline: Deadline,
    ) -> Result<GrantedApprovals, UpstreamError>;

    /// Returns the tokens that the contracts report to belong to an address.
    async fn owned_nfts(
        &self,
        params: Params,
        owner: Address,
        keys: &[NftKey],
        deadline: Deadline,
    ) -> Result<OwnedNfts, UpstreamError>;

    /// Executes a call of a contract at the latest block, apart from the requests for payments: a caller chooses the contract.
    /// An error if two nodes disagree about the outcome.
    async fn call_contract(
        &self,
        params: Params,
        contract: Address,
        data: &[u8],
        deadline: Deadline,
    ) -> Result<CallOutcome, UpstreamError>;

    /// Returns the names of contracts, in order.
    async fn contract_labels(
        &self,
        params: Params,
        contracts: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<ContractLabel>, UpstreamError>;

    /// Broadcasts a signed transaction and resolves ambiguous responses by looking up the hash.
    ///
    /// An error means that, to the best of our knowledge, no node has the transaction.
    async fn broadcast(
        &self,
        params: Params,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError>;
}

/// The contracts in the catalogue.
#[async_trait]
pub trait ListedContracts: Send + Sync {
    /// Returns in order if contracts of a chain are listed, as tokens or as collections.
    async fn are_listed(&self, chain: Chain, contracts: &[Address]) -> Result<Vec<bool>, StoreError>;
}

/// The tokens and collections of the catalogue, for the services of the EVM chains.
#[async_trait]
pub trait Erc20List: ListedContracts {
    /// Returns the tokens of a chain with listed balances. The list may be some minutes old, so that a call is cheap.
    async fn erc20(&self, chain: Chain) -> Result<Arc<[Erc20Token]>, StoreError>;

    /// Returns the listed collections of non-fungible tokens of a chain.
    async fn collections(&self, chain: Chain) -> Result<Vec<Address>, StoreError>;

    /// Returns the ticker symbols of assets of a chain in order: of the coin for `None`, and of tokens. An asset that is not
    /// listed has none.
    async fn symbols(&self, chain: Chain, assets: &[Option<Address>]) -> Result<Vec<Option<String>>, StoreError>;
}
