//! Coin balances and contract calls at a block: by Multicall3, or as a batch of calls.

use super::JsonRpc;
use super::message::Call;
use super::multicall::{
    ARB_BLOCK_NUMBER, ARB_SYS, BALANCE_OF, DECIMALS, GET_BLOCK_NUMBER, GET_ETH_BALANCE, MULTICALL, NAME, SYMBOL,
    TOTAL_SUPPLY, address_argument, aggregate,
};
use super::multicall::{Executed, Part, Read, Returned, by_batch, by_multicall, first_word};
use super::values::{Bytes, hex_of, plain, quantity};
use futures::future::{join, join_all, try_join_all};
use serde_json::json;
use wallet_eth_like::ens::CallOutcome;
use wallet_eth_like::{Address, Params, TokenMetadata, plausible_decimals};
use wallet_upstream::{Deadline, Endpoint, Failure, Lane, Topic};

/// Maximum number of reads of a call of Multicall3: nodes limit the gas of a call, to 50 million by default in
/// go-ethereum, and a read of a balance uses up to 30 000.
const MAX_TOGETHER: usize = 500;
/// Maximum number of reads of a batch: some nodes accept a hundred calls.
const MAX_SEPARATE: usize = 98;
/// Maximum number of reads without a result that are repeated, in three batches.
const MAX_REPEATED: usize = 3 * MAX_SEPARATE;

/// Results of all reads.
#[derive(Debug)]
pub(super) struct Snapshot {
    /// Height of the block of all results.
    pub(super) block: u64,
    pub(super) required: Vec<Returned>,
    /// `None` if the node does not execute the reads.
    pub(super) optional: Option<Vec<Returned>>,
}

/// Results of reads of contracts that third parties choose.
#[derive(Debug)]
pub(super) struct Confirmed {
    /// Height of the lowest block of the results.
    pub(super) block: u64,
    pub(super) values: Vec<Returned>,
    /// True if reads without a result were too many to be repeated.
    pub(super) is_partial: bool,
}

#[derive(Clone, Copy, Debug)]
enum Strategy {
    Multicall,
    Batch,
}

/// Reads at the same block. Contracts that a caller chooses are called by `optional` reads, separately from required
/// reads: such a contract may use all gas of the call, or return megabytes.
#[derive(Clone, Copy, Debug)]
struct Reads<'a> {
    required: &'a [Read],
    optional: &'a [Read],
}

impl JsonRpc {
    /// Executes all reads at a block. A failure of `optional` reads fails no required read.
    pub(super) async fn snapshot(
        &self,
        required: &[Read],
        optional: &[Read],
        deadline: Deadline,
    ) -> Result<Snapshot, Failure> {
        let reads = Reads { required, optional };
        if self.params.has_multicall()
            && let Some(snapshot) = self.at_one_block(Strategy::Multicall, reads, deadline).await?
        {
            return Ok(snapshot);
        }
        let snapshot = self.at_one_block(Strategy::Batch, reads, deadline).await?;
        snapshot.ok_or_else(|| Failure::unusable("no results of reads"))
    }

    /// Queries the latest block. If a new block arrives in between, queries again at the oldest block seen.
    /// Returns `None` without Multicall3.
    async fn at_one_block(
        &self,
        strategy: Strategy,
        reads: Reads<'_>,
        deadline: Deadline,
    ) -> Result<Option<Snapshot>, Failure> {
        let Some((required, optional)) = self.both(strategy, reads, "latest".to_owned(), deadline).await? else {
            return Ok(None);
        };
        let blocks = || {
            required
                .iter()
                .chain(optional.iter().flatten())
                .filter_map(|part| part.blocks)
        };
        let first = blocks().map(|(first, _)| first).min().unwrap_or_default();
        let last = blocks().map(|(_, last)| last).max().unwrap_or_default();
        if first == last {
            return Ok(Some(Snapshot::of(first, required, optional)));
        }
        let parts = self.both(strategy, reads, quantity(first), deadline).await?;
        Ok(parts.map(|(required, optional)| Snapshot::of(first, required, optional)))
    }

    /// Executes the required and the optional reads concurrently. Returns `None` without Multicall3.
    async fn both(
        &self,
        strategy: Strategy,
        reads: Reads<'_>,
        block: String,
        deadline: Deadline,
    ) -> Result<Option<(Vec<Part>, Option<Vec<Part>>)>, Failure> {
        let optional = self.optional(strategy, reads.optional, &block, deadline);
        let (required, optional) = match strategy {
            Strategy::Multicall => {
                let required = self.together((&self.endpoint, Lane::Required), reads.required, &block, deadline);
                let (required, optional) = join(required, optional).await;
                (all_parts(required?)?, optional)
            }
            Strategy::Batch => {
                let (required, optional) = join(self.separately(reads.required, &block, deadline), optional).await;
                (Some(required?), optional)
            }
        };
        Ok(required.map(|required| (required, optional)))
    }

    /// Executes reads at the latest block as optional requests of this topic.
    pub(super) async fn optional_reads(
        &self,
        topic: Topic,
        reads: &[Read],
        deadline: Deadline,
    ) -> Result<Vec<Returned>, Failure> {
        let strategy = if self.params.has_multicall() {
            Strategy::Multicall
        } else {
            Strategy::Batch
        };
        let parts = self.isolated(topic, strategy, reads, "latest", deadline).await?;
        Ok(parts.into_iter().flat_map(|part| part.values).collect())
    }

    /// Executes reads of contracts that third parties choose, with the block of the results. A read without a result is
    /// repeated separately: among many calls, a contract that uses all gas leaves none for the next.
    pub(super) async fn confirmed_reads(&self, reads: &[Read], deadline: Deadline) -> Result<Confirmed, Failure> {
        let has_multicall = self.params.has_multicall();
        let strategy = if has_multicall {
            Strategy::Multicall
        } else {
            Strategy::Batch
        };
        let parts = self
            .isolated(Topic::Contracts, strategy, reads, "latest", deadline)
            .await?;
        let block = parts
            .iter()
            .filter_map(|part| part.blocks)
            .map(|(first, _)| first)
            .min();
        let mut values: Vec<_> = parts.into_iter().flat_map(|part| part.values).collect();
        let is_missing = |value: &Returned| value.as_ref().is_none_or(Vec::is_empty);
        let missing: Vec<_> = (0..values.len()).filter(|index| is_missing(&values[*index])).collect();
        let (repeated, left) = missing.split_at(if has_multicall {
            missing.len().min(MAX_REPEATED)
        } else {
            0
        });
        if !repeated.is_empty() {
            let again: Vec<_> = repeated.iter().map(|index| reads[*index].clone()).collect();
            let contracts = self.contracts(Topic::Contracts);
            let parts = self.bounded(contracts, &again, "latest", deadline).await?;
            for (index, value) in repeated.iter().zip(parts.into_iter().flat_map(|part| part.values)) {
                values[*index] = value;
            }
        }
        Ok(Confirmed {
            block: block.ok_or_else(|| Failure::unusable("reads without a block"))?,
            values,
            is_partial: has_multicall && !left.is_empty(),
        })
    }

    async fn optional(&self, strategy: Strategy, reads: &[Read], block: &str, deadline: Deadline) -> Option<Vec<Part>> {
        let parts = self.isolated(Topic::Contracts, strategy, reads, block, deadline).await;
        let failed = |failure: &Failure| tracing::debug!(%failure, "further tokens are not readable");
        parts.inspect_err(failed).ok()
    }

    /// Executes reads of contracts that a caller chooses. If they fail in the EVM as a whole, or return too much, they
    /// are executed separately. A failure never counts against the node.
    async fn isolated(
        &self,
        topic: Topic,
        strategy: Strategy,
        reads: &[Read],
        block: &str,
        deadline: Deadline,
    ) -> Result<Vec<Part>, Failure> {
        if reads.is_empty() {
            return Ok(Vec::new());
        }
        let contracts = self.contracts(topic);
        let together = match strategy {
            Strategy::Multicall => {
                let executed = self.together(contracts, reads, block, deadline).await;
                executed.map(all_parts)
            }
            Strategy::Batch => Ok(Ok(None)),
        };
        let parts = match together {
            Ok(Ok(Some(parts))) => Ok(parts),
            Ok(Ok(None) | Err(_)) | Err(Failure::TooLong { .. }) => {
                self.bounded(contracts, reads, block, deadline).await
            }
            Err(failure) => Err(failure),
        };
        parts.map_err(|failure| match failure {
            Failure::Unusable { cause } => Failure::Declined { cause },
            other => other,
        })
    }

    /// Returns endpoint and lane of calls of contracts that only complete a response: their failures affect no requests
    /// but reads of the same topic.
    const fn contracts(&self, topic: Topic) -> (&Endpoint, Lane) {
        (&self.contract_endpoint, Lane::Optional(topic))
    }

    /// Executes reads by concurrent calls of Multicall3.
    async fn together(
        &self,
        (endpoint, lane): (&Endpoint, Lane),
        reads: &[Read],
        block: &str,
        deadline: Deadline,
    ) -> Result<Vec<Executed>, Failure> {
        let parts = reads.chunks(MAX_TOGETHER).map(async |reads| {
            let call = call_of(MULTICALL, &aggregate(&multicall_targets(self.params, reads)), block);
            by_multicall(&self.call_at(endpoint, call, lane, deadline).await?, reads.len())
        });
        try_join_all(parts).await
    }

    /// Executes reads as separate calls in concurrent batches.
    async fn separately(&self, reads: &[Read], block: &str, deadline: Deadline) -> Result<Vec<Part>, Failure> {
        let parts = reads.chunks(MAX_SEPARATE).map(async |reads| {
            let calls = between_block_numbers(reads, block);
            by_batch(reads, &self.call_each(&calls, Lane::Required, deadline).await?)
        });
        // The remaining batches after a failure are short.
        join_all(parts).await.into_iter().collect()
    }
}

impl JsonRpc {
    /// Executes reads of contracts that a caller chooses as separate calls. A read that returns too much has no result.
    async fn bounded(
        &self,
        (endpoint, lane): (&Endpoint, Lane),
        reads: &[Read],
        block: &str,
        deadline: Deadline,
    ) -> Result<Vec<Part>, Failure> {
        let mut parts = Vec::new();
        // The next batch is the last. The halves of a batch with a response that is too long find the read.
        let mut batches: Vec<_> = reads.chunks(MAX_SEPARATE).rev().collect();
        while let Some(batch) = batches.pop() {
            let calls = between_block_numbers(batch, block);
            let outcomes = self.call_each_at(endpoint, &calls, lane, deadline).await;
            match outcomes.and_then(|outcomes| by_batch(batch, &outcomes)) {
                Ok(part) => parts.push(part),
                Err(Failure::TooLong { cause }) if batch.len() == 1 => {
                    tracing::debug!(cause, "a contract returns too much");
                    parts.push(Part {
                        blocks: None,
                        values: vec![None],
                    });
                }
                Err(Failure::TooLong { .. }) => {
                    let (first, second) = batch.split_at(batch.len() / 2);
                    batches.extend([second, first]);
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(parts)
    }
}

impl Snapshot {
    /// Merges parts, which are of the same block.
    fn of(block: u64, required: Vec<Part>, optional: Option<Vec<Part>>) -> Self {
        let values = |parts: Vec<Part>| parts.into_iter().flat_map(|part| part.values).collect();
        Self {
            block,
            required: values(required),
            optional: optional.map(values),
        }
    }
}

/// Returns the parts, `None` without Multicall3.
fn all_parts(executed: Vec<Executed>) -> Result<Option<Vec<Part>>, Failure> {
    let parts = executed.into_iter().map(|executed| match executed {
        Executed::Part(part) => Ok(Some(part)),
        Executed::Missing => Ok(None),
        Executed::Reverted(failure) => Err(failure),
    });
    parts.collect()
}

/// Returns the calls for Multicall3: block number, then the reads.
fn multicall_targets(params: Params, reads: &[Read]) -> Vec<(Address, Vec<u8>)> {
    let multicall = MULTICALL.parse().expect("a valid address");
    let height = if params.has_l1_height() {
        (ARB_SYS.parse().expect("a valid address"), ARB_BLOCK_NUMBER)
    } else {
        (multicall, GET_BLOCK_NUMBER)
    };
    let reads = reads.iter().map(|read| match read {
        Read::Coin(address) => (multicall, address_argument(GET_ETH_BALANCE, *address)),
        Read::Call(contract, data) => (*contract, data.clone()),
    });
    [(height.0, height.1.to_vec())].into_iter().chain(reads).collect()
}

/// Returns the same as separate calls, between two calls for the latest block number.
fn between_block_numbers(reads: &[Read], block: &str) -> Vec<Call> {
    let block_number = || Call::new("eth_blockNumber", json!([]));
    let reads = reads.iter().map(|read| match read {
        Read::Coin(address) => Call::new("eth_getBalance", json!([plain(*address), block])),
        Read::Call(contract, data) => call_of(&plain(*contract), data, block),
    });
    [block_number()]
        .into_iter()
        .chain(reads)
        .chain([block_number()])
        .collect()
}

fn call_of(contract: &str, data: &[u8], block: &str) -> Call {
    Call::new("eth_call", json!([{ "to": contract, "data": hex_of(data) }, block]))
}

impl JsonRpc {
    /// Executes a call of a contract that a caller chooses, at the latest block.
    pub(crate) async fn call_contract(
        &self,
        contract: Address,
        data: &[u8],
        deadline: Deadline,
    ) -> Result<CallOutcome, Failure> {
        let (endpoint, lane) = self.contracts(Topic::Names);
        let call = call_of(&plain(contract), data, "latest");
        let outcome = self.call_at(endpoint, call, lane, deadline).await?;
        // The reason of a revert may resemble a node error, so reverts are checked first.
        if let Err(error) = &outcome.0
            && let Some(data) = error.revert_data()
        {
            return Ok(CallOutcome::Reverted(data));
        }
        let Bytes(data) = outcome.value()?;
        Ok(CallOutcome::Returned(data))
    }

    /// Returns the metadata of a token, `None` if the contract is not an ERC-20 contract with decimals.
    pub(crate) async fn token_metadata(
        &self,
        contract: Address,
        deadline: Deadline,
    ) -> Result<Option<TokenMetadata>, Failure> {
        let calls = [
            NAME.to_vec(),
            SYMBOL.to_vec(),
            DECIMALS.to_vec(),
            TOTAL_SUPPLY.to_vec(),
            address_argument(BALANCE_OF, contract),
        ];
        let reads = calls.map(|data| Read::Call(contract, data));
        Ok(decode_metadata(
            &self.optional_reads(Topic::Contracts, &reads, deadline).await?,
        ))
    }
}

/// Reads the metadata from the results of the calls. Name and symbol are optional; the remaining functions distinguish
/// an ERC-20 contract from contracts such as ERC-721, which has no decimals.
pub(super) fn decode_metadata(values: &[Returned]) -> Option<TokenMetadata> {
    let [name, symbol, decimals, total_supply, balance] = values else {
        return None;
    };
    let decimals = first_word(decimals).and_then(plausible_decimals)?;
    first_word(total_supply)?;
    first_word(balance)?;
    let data = |returned: &Returned| returned.clone().unwrap_or_default();
    Some(TokenMetadata::from_return_data(&data(name), &data(symbol), decimals))
}
