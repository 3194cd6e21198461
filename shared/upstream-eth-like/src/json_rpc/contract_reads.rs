//! Coin balances and contract calls at one block: by Multicall3, or as a batch of calls without it.

use super::message::Call;
use super::multicall::{GET_BLOCK_NUMBER, GET_ETH_BALANCE, MULTICALL, address_argument, aggregate, results, word};
use super::values::{Bytes, Number, Quantity, hex_of, plain, quantity};
use super::{JsonRpc, Outcome};
use futures::future::{join, join_all, try_join_all};
use serde_json::json;
use wallet_eth_like::{Address, Amount};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

/// Maximum number of reads of one call of Multicall3: nodes limit the gas of a call, to 50 million by default in
/// go-ethereum, and a read of a balance uses up to 30 000.
const MAX_TOGETHER: usize = 500;
/// Maximum number of reads of one batch: some nodes accept a hundred calls.
const MAX_SEPARATE: usize = 98;

/// Maximum number of bytes of a result that are stored: enough for a name in every encoding.
const MAX_RETURN: usize = 1024;

/// One read.
#[derive(Clone, Debug)]
pub(super) enum Read {
    /// The coin balance of an address in wei, as a word.
    Coin(Address),
    /// The return data of a contract.
    Call(Address, Vec<u8>),
}

/// Start of the return data, `None` if the contract reverts.
pub(super) type Returned = Option<Vec<u8>>;

/// Results of all reads.
#[derive(Debug)]
pub(super) struct Snapshot {
    /// Height of the block of all results.
    pub(super) block: u64,
    pub(super) required: Vec<Returned>,
    /// `None` if the node does not execute these reads.
    pub(super) optional: Option<Vec<Returned>>,
}

/// Results of the reads of one call or batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Latest block before and after the call; the results may be of any block between them.
    pub(super) blocks: (u64, u64),
    pub(super) values: Vec<Returned>,
}

/// Response to a call of Multicall3.
#[derive(Debug)]
pub(super) enum Executed {
    /// The results of all reads.
    Part(Part),
    /// The contract does not exist.
    Missing,
    /// The call as a whole fails in the EVM: its reads use more gas than the node allows.
    Reverted(Failure),
}

/// Strategy of reads.
#[derive(Clone, Copy, Debug)]
enum Strategy {
    Multicall,
    Batch,
}

/// Reads at the same block. Contracts that a caller chooses are called by `optional` reads, separately from the others:
/// such a contract may use all gas of the call, or return megabytes.
#[derive(Clone, Copy, Debug)]
struct Reads<'a> {
    required: &'a [Read],
    optional: &'a [Read],
}

impl JsonRpc {
    /// Executes all reads at one block. A failure of `optional` reads fails none of the others.
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
        let blocks = || required.iter().chain(optional.iter().flatten()).map(|part| part.blocks);
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
                let (required, optional) = join(self.together(reads.required, &block, deadline), optional).await;
                (all_parts(required?)?, optional)
            }
            Strategy::Batch => {
                let (required, optional) = join(self.separately(reads.required, &block, deadline), optional).await;
                (Some(required?), optional)
            }
        };
        Ok(required.map(|required| (required, optional)))
    }

    /// Executes reads of contracts that a caller chooses at the latest block.
    pub(super) async fn isolated_reads(&self, reads: &[Read], deadline: Deadline) -> Result<Vec<Returned>, Failure> {
        let strategy = if self.params.has_multicall() {
            Strategy::Multicall
        } else {
            Strategy::Batch
        };
        let parts = self.isolated(strategy, reads, "latest", deadline).await?;
        Ok(parts.into_iter().flat_map(|part| part.values).collect())
    }

    /// Executes optional reads.
    async fn optional(&self, strategy: Strategy, reads: &[Read], block: &str, deadline: Deadline) -> Option<Vec<Part>> {
        let parts = self.isolated(strategy, reads, block, deadline).await;
        let failed = |failure: &Failure| tracing::debug!(%failure, "further tokens are not readable");
        parts.inspect_err(failed).ok()
    }

    /// Executes reads of contracts that a caller chooses. If they fail in the EVM as a whole, they are executed
    /// separately. A failure never counts against the node.
    async fn isolated(
        &self,
        strategy: Strategy,
        reads: &[Read],
        block: &str,
        deadline: Deadline,
    ) -> Result<Vec<Part>, Failure> {
        if reads.is_empty() {
            return Ok(Vec::new());
        }
        let together = match strategy {
            Strategy::Multicall => self.together(reads, block, deadline).await.map(all_parts),
            Strategy::Batch => Ok(Ok(None)),
        };
        let parts = match together {
            Ok(Ok(Some(parts))) => Ok(parts),
            Ok(Ok(None) | Err(_)) => self.separately(reads, block, deadline).await,
            Err(failure) => Err(failure),
        };
        parts.map_err(|failure| match failure {
            Failure::Unusable { cause } => Failure::Declined { cause },
            other => other,
        })
    }

    /// Executes reads by concurrent calls of Multicall3.
    async fn together(&self, reads: &[Read], block: &str, deadline: Deadline) -> Result<Vec<Executed>, Failure> {
        let parts = reads.chunks(MAX_TOGETHER).map(async |reads| {
            let call = call_of(MULTICALL, &aggregate(&multicall_targets(reads)), block);
            by_multicall(&self.call(call, deadline).await?, reads.len())
        });
        try_join_all(parts).await
    }

    /// Executes reads as separate calls in concurrent batches.
    async fn separately(&self, reads: &[Read], block: &str, deadline: Deadline) -> Result<Vec<Part>, Failure> {
        let parts = reads.chunks(MAX_SEPARATE).map(async |reads| {
            let calls = between_block_numbers(reads, block);
            by_batch(reads, &self.call_each(&calls, Lane::Required, deadline).await?)
        });
        // The remaining batches of a failed one are short.
        join_all(parts).await.into_iter().collect()
    }
}

impl Snapshot {
    /// Merges parts, which are of one block.
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
fn multicall_targets(reads: &[Read]) -> Vec<(Address, Vec<u8>)> {
    let multicall = MULTICALL.parse().expect("a valid address");
    let reads = reads.iter().map(|read| match read {
        Read::Coin(address) => (multicall, address_argument(GET_ETH_BALANCE, *address)),
        Read::Call(contract, data) => (*contract, data.clone()),
    });
    [(multicall, GET_BLOCK_NUMBER.to_vec())]
        .into_iter()
        .chain(reads)
        .collect()
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

/// Reads the response of Multicall3 to this number of reads.
pub(super) fn by_multicall(outcome: &Outcome, reads: usize) -> Result<Executed, Failure> {
    if let Err(error) = &outcome.0
        && error.revert_data().is_some()
    {
        return Ok(Executed::Reverted(error.failure()));
    }
    let Bytes(data) = outcome.value()?;
    if data.is_empty() {
        return Ok(Executed::Missing);
    }
    let unusable = || Failure::unusable("invalid response of Multicall3");
    let mut values = results(&data, reads + 1).ok_or_else(unusable)?.into_iter();
    let block = values.next().flatten().and_then(|value| word(value, 0)?.as_u64());
    let block = block.ok_or_else(unusable)?;
    Ok(Executed::Part(Part {
        blocks: (block, block),
        values: values.map(|value| value.map(stored)).collect(),
    }))
}

/// Reads the responses of a batch with these reads.
pub(super) fn by_batch(reads: &[Read], outcomes: &[Outcome]) -> Result<Part, Failure> {
    let [first, values @ .., last] = outcomes else {
        return Err(Failure::unusable("batch too short"));
    };
    let (Number(first), Number(last)) = (first.value()?, last.value()?);
    let values: Result<_, Failure> = reads
        .iter()
        .zip(values)
        .map(|(read, outcome)| value(read, outcome))
        .collect();
    Ok(Part {
        blocks: (first, last),
        values: values?,
    })
}

fn value(read: &Read, outcome: &Outcome) -> Result<Returned, Failure> {
    match (read, &outcome.0) {
        (Read::Coin(_), _) => {
            let Quantity(coin) = outcome.value()?;
            Ok(Some(coin.to_be_bytes().to_vec()))
        }
        (Read::Call(..), Err(error)) if error.revert_data().is_some() => Ok(None),
        (Read::Call(..), _) => {
            let Bytes(returned) = outcome.value()?;
            Ok(Some(stored(&returned)))
        }
    }
}

fn stored(returned: &[u8]) -> Vec<u8> {
    returned[..returned.len().min(MAX_RETURN)].to_vec()
}

/// Returns the first word of a result, `None` if the contract reverts or returns less.
pub(super) fn first_word(returned: &Returned) -> Option<Amount> {
    word(returned.as_deref()?, 0)
}
