//! Implementation of the port `EthLikeNode` over the configured nodes of the EVM chains.

mod blocks;
mod family;
mod replaced;
mod rollup_fees;

use crate::json_rpc::{LOGS, SIMULATIONS};
use async_trait::async_trait;
use family::Nodes;
pub(crate) use family::{all_params, blocks_in};
use replaced::SentNonces;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wallet_core::model::{ChainName, Responses};
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport};
use wallet_eth_like::ens::CallOutcome;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::preview::Simulated;
use wallet_eth_like::{
    Address, Amount, ApprovalKey, ApprovalLogs, Balances, Call, ContractLabel, FeeFacts, GasEstimate, GrantedApprovals,
    Hash, Holder, Inclusion, NextNonce, NftKey, OwnedNfts, PaidFee, Params, PendingTransaction, PendingTransactions,
    PoolLookup, PoolTransaction, SenderNonce, SignedTransaction, TokenMetadata, TransactionStatus,
};
use wallet_upstream::{
    Deadline, Failure, FamilyPool, FirstSeen, HttpClient, Lane, Search, Topic, UpstreamConfigError, within,
};

/// Time for requests about pending transactions that complete a response.
pub(crate) const POOL_TIME: Duration = Duration::from_secs(3);
/// Time for the simulation of a transaction.
const SIMULATION_TIME: Duration = Duration::from_secs(5);
/// Maximum difference in height of nodes whose simulations are compared on the lower block: nodes without an archive keep
/// the states of the latest 128 blocks.
const MAX_SIMULATION_LAG: u64 = 64;
/// Time for the code of a recipient that only a warning depends on.
const CODE_TIME: Duration = Duration::from_secs(2);

/// Time for logs, which leaves time for the reads that confirm the state.
const LOG_TIME: Duration = Duration::from_secs(4);

/// Nodes of every EVM chain and network.
pub struct EthLikeNodes(pub(crate) FamilyPool<Nodes>, pub(crate) SentNonces);

impl EthLikeNodes {
    /// Returns true if the URL of a configured upstream has the placeholder of a key.
    pub fn requires_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        FamilyPool::<Nodes>::requires_keys(setting)
    }

    /// Reads the nodes from the settings: `setting` returns the value of a variable, `None` if not set.
    /// Unrelated entries of the lists are ignored.
    pub fn from_settings(
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let first_seen = Arc::new(FirstSeen::new(Arc::clone(clock)));
        let pool = FamilyPool::from_settings(&Nodes { first_seen }, client, clock, setting)?;
        Ok(Self(pool, SentNonces::new()))
    }
}

#[async_trait]
impl UpstreamHealth for EthLikeNodes {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        self.0.upstreams(deadline).await
    }
}

#[async_trait]
impl EthLikeNode for EthLikeNodes {
    async fn next_nonce(
        &self,
        params: Params,
        address: Address,
        deadline: Deadline,
    ) -> Result<NextNonce, UpstreamError> {
        let pool = self.0.pool(params)?;
        let counts = pool.fan_out(deadline, |source, deadline| {
            source.transaction_counts(address, deadline)
        });
        let counts = counts.await?;
        let next = NextNonce::of(&counts);
        if next.is_disputed {
            let chain = params.chain.name();
            tracing::warn!(
                chain,
                ?counts,
                "a node reports implausibly many pending transactions of an address"
            );
        }
        Ok(next)
    }

    async fn balance(&self, params: Params, address: Address, deadline: Deadline) -> Result<Amount, UpstreamError> {
        let pool = self.0.pool(params)?;
        let balances = pool.fan_out(deadline, |source, deadline| source.balance(address, deadline));
        // Nodes reject a transaction above the true balance, and a lower amount would not be sent at all.
        Ok(balances.await?.upper_median())
    }

    async fn has_code(&self, params: Params, address: Address, deadline: Deadline) -> Result<bool, UpstreamError> {
        let pool = self.0.pool(params)?;
        let have_code = pool.fan_out(deadline, |source, deadline| {
            source.has_code(address, Lane::Required, deadline)
        });
        // Of an account without code the gas is not simulated, so a single node suffices for a simulation.
        Ok(have_code.await?.iter().any(|has_code| *has_code))
    }

    async fn is_known_contract(&self, params: Params, address: Address, deadline: Deadline) -> bool {
        let Ok(pool) = self.0.pool(params) else { return false };
        let lane = Lane::Optional(Topic::Code);
        let has_code = pool.read_in(lane, within(deadline, CODE_TIME), |source, deadline| {
            source.has_code(address, lane, deadline)
        });
        has_code.await.unwrap_or_else(|error| {
            tracing::debug!(%error, "the code of a recipient is unknown");
            false
        })
    }

    async fn estimate_gas(
        &self,
        params: Params,
        call: &Call,
        deadline: Deadline,
    ) -> Result<GasEstimate, UpstreamError> {
        let pool = self.0.pool(params)?;
        let estimates = pool.fan_out(deadline, |source, deadline| source.estimate_gas(call, deadline));
        Ok(GasEstimate::survey(params, &estimates.await?))
    }

    async fn simulate(
        &self,
        params: Params,
        call: &Call,
        gas_limit: Option<u64>,
        deadline: Deadline,
    ) -> Result<Vec<Simulated>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let deadline = within(deadline, SIMULATION_TIME);
        let simulate = async |block: Option<u64>| {
            let simulated = pool.read_by_operator(SIMULATIONS, deadline, |source, deadline| {
                source.simulate(call, gas_limit, block, deadline)
            });
            let simulated = simulated.await.unwrap_or_else(|error| {
                tracing::debug!(%error, "a transaction is not simulated");
                Vec::new()
            });
            simulated
                .into_iter()
                .filter_map(|(_, simulated)| simulated)
                .collect::<Vec<_>>()
        };
        let mut simulated = simulate(None).await;
        let heights = simulated.iter().map(|simulated| simulated.block);
        if let (Some(lowest), Some(highest)) = (heights.clone().min(), heights.max())
            && (1..=MAX_SIMULATION_LAG).contains(&(highest - lowest))
        {
            let aligned = simulate(Some(lowest)).await;
            simulated.extend(aligned.into_iter().map(|simulated| Simulated {
                block: lowest,
                ..simulated
            }));
        }
        Ok(simulated)
    }

    async fn fee_facts(&self, params: Params, deadline: Deadline) -> Result<Responses<FeeFacts>, UpstreamError> {
        self.0
            .read_prices(
                params,
                deadline,
                |source, deadline| Box::pin(source.fee_facts(deadline)),
                FeeFacts::have_outlier,
            )
            .await
    }

    async fn rollup_fee(
        &self,
        params: Params,
        unsigned: &[u8],
        gas_limit: u64,
        deadline: Deadline,
    ) -> Result<Amount, UpstreamError> {
        let pool = self.0.pool(params)?;
        let fees = pool.fan_out(deadline, |source, deadline| {
            source.rollup_fee(unsigned, gas_limit, deadline)
        });
        Ok(fees.await?.lower_median())
    }

    async fn paid_rollup_fees(
        &self,
        params: Params,
        transactions: &[Inclusion],
        deadline: Deadline,
    ) -> HashMap<Inclusion, PaidFee> {
        self.paid_fees(params, transactions, deadline).await
    }

    async fn pending_transaction(
        &self,
        params: Params,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<PendingTransaction>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let lane = Lane::Optional(Topic::Pool);
        let unusable = &Mutex::new(None);
        let search = pool.find_in(lane, within(deadline, POOL_TIME), |source, deadline| async move {
            let found = source.pending_transaction(sender, nonce, deadline).await?;
            Ok(found.and_then(|found| found.map_err(|failure| note(unusable, failure)).ok()))
        });
        let found = search.await.map_or_else(
            |error| {
                tracing::debug!(%error, "the pending transaction with a nonce is unknown");
                None
            },
            Search::found,
        );
        match (found, unusable.lock().unwrap_or_else(PoisonError::into_inner).take()) {
            (None, Some(failure)) => Err(failure.into()),
            (found, _) => Ok(found),
        }
    }

    async fn pending_transactions(
        &self,
        params: Params,
        sender: Address,
        nonces: Range<u64>,
        deadline: Deadline,
    ) -> Result<PendingTransactions, UpstreamError> {
        let pending_of = |listed: Option<Vec<PoolTransaction>>| {
            PendingTransactions::new(sender, nonces.clone(), listed.unwrap_or_default())
        };
        if nonces.is_empty() {
            return Ok(pending_of(None));
        }
        let pool = self.0.pool(params)?;
        let lists = pool.read_most_complete(
            Lane::Optional(Topic::Pool),
            within(deadline, POOL_TIME),
            |source, deadline| source.pool_transactions(sender, deadline),
            |listed| pending_of(listed.clone()).unlisted_count(),
        );
        let listed = lists.await.unwrap_or_else(|error| {
            tracing::debug!(%error, "pending transactions of an address are not listed");
            None
        });
        let deadline = within(deadline, POOL_TIME);
        Ok(self.with_l1_fees(params, pending_of(listed), deadline).await)
    }

    async fn pool_transaction(
        &self,
        params: Params,
        hash: Hash,
        deadline: Deadline,
    ) -> Result<Option<PoolLookup>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let search = pool.find(deadline, |source, deadline| source.pool_transaction(hash, deadline));
        Ok(search.await?.found())
    }

    async fn transaction_status(
        &self,
        params: Params,
        hash: Hash,
        stated: Option<SenderNonce>,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        self.status(params, hash, stated, deadline).await
    }

    async fn balances(
        &self,
        params: Params,
        holders: &[Holder],
        listed: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Balances>, UpstreamError> {
        let pool = self.0.pool(params)?;
        pool.read_most_complete(
            Lane::Required,
            deadline,
            |source, deadline| source.balances(holders, listed, deadline),
            |balances| u64::from(balances.iter().any(|balances| balances.further.is_none())),
        )
        .await
    }

    async fn token_metadata(
        &self,
        params: Params,
        contract: Address,
        deadline: Deadline,
    ) -> Result<Option<TokenMetadata>, UpstreamError> {
        let (pool, lane) = (self.0.pool(params)?, Lane::Optional(Topic::Contracts));
        let read = pool.read_in(lane, deadline, |node, end| node.token_metadata(contract, end));
        read.await
    }

    async fn approval_logs(
        &self,
        params: Params,
        owner: Address,
        from: u64,
        deadline: Deadline,
    ) -> Result<ApprovalLogs, UpstreamError> {
        let pool = self.0.pool(params)?;
        pool.read_most_complete(
            LOGS,
            within(deadline, LOG_TIME),
            |source, deadline| source.approval_logs(owner, from, deadline),
            |logs| u64::from(logs.is_partial),
        )
        .await
    }

    async fn granted_approvals(
        &self,
        params: Params,
        owner: Address,
        keys: &[ApprovalKey],
        deadline: Deadline,
    ) -> Result<GrantedApprovals, UpstreamError> {
        let pool = self.0.pool(params)?;
        pool.read_in(Lane::Optional(Topic::Contracts), deadline, |source, deadline| {
            source.granted_approvals(owner, keys, deadline)
        })
        .await
    }

    async fn owned_nfts(
        &self,
        params: Params,
        owner: Address,
        keys: &[NftKey],
        deadline: Deadline,
    ) -> Result<OwnedNfts, UpstreamError> {
        let pool = self.0.pool(params)?;
        pool.read_in(Lane::Optional(Topic::Contracts), deadline, |source, deadline| {
            source.owned_nfts(owner, keys, deadline)
        })
        .await
    }

    async fn call_contract(
        &self,
        params: Params,
        contract: Address,
        data: &[u8],
        deadline: Deadline,
    ) -> Result<CallOutcome, UpstreamError> {
        self.confirmed_call(params, contract, data, deadline).await
    }

    async fn contract_labels(
        &self,
        params: Params,
        contracts: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<ContractLabel>, UpstreamError> {
        let pool = self.0.pool(params)?;
        pool.read_in(Lane::Optional(Topic::Contracts), deadline, |source, deadline| {
            source.contract_labels(contracts, deadline)
        })
        .await
    }

    async fn broadcast(
        &self,
        params: Params,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError> {
        let id = transaction.hash().to_string();
        let outcome = self.0.broadcast(params, transaction, &id, deadline).await?;
        if outcome.may_be_sent() {
            let (sender, nonce) = (transaction.sender(), transaction.nonce());
            self.1.put(params, transaction.hash(), SenderNonce { sender, nonce });
        }
        Ok(outcome)
    }
}

impl EthLikeNodes {
    /// Executes a call at the latest block of two nodes, which must agree: a false resolver leads to a false address as
    /// well as a false record does.
    async fn confirmed_call(
        &self,
        params: Params,
        contract: Address,
        data: &[u8],
        deadline: Deadline,
    ) -> Result<CallOutcome, UpstreamError> {
        let pool = self.0.pool(params)?;
        let read = pool.read_confirmed(
            Lane::Optional(Topic::Names),
            deadline,
            |node, deadline| node.call_contract(contract, data, deadline),
            CallOutcome::agrees_with,
        );
        read.await
    }
}

/// Stores a failure, which is an error unless a further node has the result.
fn note(place: &Mutex<Option<Failure>>, failure: Failure) {
    *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
}
