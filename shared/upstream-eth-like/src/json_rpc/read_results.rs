//! Reads of coin balances and contracts, and their results in the responses of Multicall3 and of batches.

use super::Outcome;
use super::multicall::{results, word};
use super::values::{Bytes, Number, Quantity};
use wallet_eth_like::{Address, Amount};
use wallet_upstream::failure::Failure;

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

/// Results of the reads of one call or batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Latest block before and after the call; the results may be of any block between them. `None` if no read has a result.
    pub(super) blocks: Option<(u64, u64)>,
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
        blocks: Some((block, block)),
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
        blocks: Some((first, last)),
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
