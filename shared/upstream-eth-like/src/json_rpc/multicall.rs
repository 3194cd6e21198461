//! Contract calls: the required parts of the ABI, and `Multicall3.aggregate3`.
//!
//! Return data is read in place. ABI offsets may all point to the same bytes, so a short response could exhaust
//! the memory of a decoder that copies the data they point to.

use super::Outcome;
use super::values::{Bytes, Number, Quantity};
use wallet_eth_like::{Address, Amount};
use wallet_upstream::Failure;

/// Address of Multicall3, the same on every chain (mds1/multicall).
pub(super) const MULTICALL: &str = "0xca11bde05977b3631167028862be2a173976ca11";

/// `aggregate3((address,bool,bytes)[])`
pub(super) const AGGREGATE3: [u8; 4] = [0x82, 0xad, 0x56, 0xcb];
/// Multicall3's `getEthBalance(address)`.
pub(super) const GET_ETH_BALANCE: [u8; 4] = [0x4d, 0x23, 0x01, 0xcc];
/// Multicall3's `getBlockNumber()`.
pub(super) const GET_BLOCK_NUMBER: [u8; 4] = [0x42, 0xcb, 0xb1, 0x5c];
/// Address of Arbitrum's precompiled contract `ArbSys` (OffchainLabs/nitro-contracts).
pub(super) const ARB_SYS: &str = "0x0000000000000000000000000000000000000064";
/// `ArbSys`'s `arbBlockNumber()`.
pub(super) const ARB_BLOCK_NUMBER: [u8; 4] = [0xa3, 0xb1, 0xb3, 0x1d];
/// The call `getCurrentBlockTimestamp()` of Multicall3.
pub(super) const GET_BLOCK_TIMESTAMP: [u8; 4] = [0x0f, 0x28, 0xc9, 0x7d];
/// ERC-20's `balanceOf(address)`.
pub(super) const BALANCE_OF: [u8; 4] = [0x70, 0xa0, 0x82, 0x31];
/// ERC-20's `decimals()`.
pub(super) const DECIMALS: [u8; 4] = [0x31, 0x3c, 0xe5, 0x67];
/// ERC-20's `name()`.
pub(super) const NAME: [u8; 4] = [0x06, 0xfd, 0xde, 0x03];
/// ERC-20's `symbol()`.
pub(super) const SYMBOL: [u8; 4] = [0x95, 0xd8, 0x9b, 0x41];
/// ERC-20's `totalSupply()`.
pub(super) const TOTAL_SUPPLY: [u8; 4] = [0x18, 0x16, 0x0d, 0xdd];

const WORD: usize = 32;

/// Encodes a call of a function with an address argument.
pub(super) fn address_argument(selector: [u8; 4], address: Address) -> Vec<u8> {
    let mut data = selector.to_vec();
    push_address(&mut data, address);
    data
}

/// Encodes a call of a function with a number argument.
pub(super) fn number_argument(selector: [u8; 4], number: u64) -> Vec<u8> {
    let mut data = selector.to_vec();
    data.extend(Amount::from(number).to_be_bytes());
    data
}

/// Encodes a call of a function with arguments of a word each.
pub(super) fn word_arguments(selector: [u8; 4], words: &[Amount]) -> Vec<u8> {
    let words = words.iter().flat_map(|word| word.to_be_bytes());
    selector.into_iter().chain(words).collect()
}

/// Returns an address as a word.
pub(super) fn address_word(address: Address) -> Amount {
    let mut word = [0; WORD];
    word[12..].copy_from_slice(&address.to_bytes());
    Amount::from_be_bytes(word)
}

/// Encodes a call of a function with a bytes argument.
pub(super) fn bytes_argument(selector: [u8; 4], bytes: &[u8]) -> Vec<u8> {
    let mut data = selector.to_vec();
    push_number(&mut data, WORD);
    push_bytes(&mut data, bytes);
    data
}

/// Encodes a call that executes all contract calls at a block. Each may fail without failing the
/// others.
pub(super) fn aggregate(calls: &[(Address, Vec<u8>)]) -> Vec<u8> {
    let bodies: Vec<_> = calls.iter().map(|(target, data)| call_body(*target, data)).collect();
    let mut data = AGGREGATE3.to_vec();
    push_number(&mut data, WORD);
    push_number(&mut data, calls.len());
    let mut offset = calls.len() * WORD;
    for body in &bodies {
        push_number(&mut data, offset);
        offset += body.len();
    }
    data.extend(bodies.concat());
    data
}

/// Encodes a contract call: `(address target, bool allowFailure, bytes callData)`.
fn call_body(target: Address, call: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    push_address(&mut body, target);
    push_number(&mut body, 1);
    push_number(&mut body, 3 * WORD);
    push_bytes(&mut body, call);
    body
}

/// Returns the return data of each of the `calls`, in place, `None` for a call that failed.
/// Returns `None` as a whole if the data is not a result of `aggregate3`: `(bool success, bytes returnData)[]`.
pub(super) fn results(data: &[u8], calls: usize) -> Option<Vec<Option<&[u8]>>> {
    let list = data.get(length(data, 0)?..)?;
    if length(list, 0)? != calls {
        return None;
    }
    let items = list.get(WORD..)?;
    (0..calls)
        .map(|index| result(items.get(length(items, index * WORD)?..)?))
        .collect()
}

/// Returns the return data of a result.
#[expect(clippy::option_option, reason = "an invalid result and a failed call are different")]
fn result(item: &[u8]) -> Option<Option<&[u8]>> {
    let succeeded = length(item, 0)? == 1;
    let returned = item.get(length(item, WORD)?..)?;
    let size = length(returned, 0)?;
    let returned = returned.get(WORD..)?.get(..size)?;
    Some(succeeded.then_some(returned))
}

/// Returns the word at an offset in bytes, `None` beyond the end.
pub(super) fn word(data: &[u8], offset: usize) -> Option<Amount> {
    let bytes = data.get(offset..)?.first_chunk()?;
    Some(Amount::from_be_bytes(*bytes))
}

/// Returns a word that is a length or an offset.
fn length(data: &[u8], offset: usize) -> Option<usize> {
    usize::try_from(word(data, offset)?.as_u64()?).ok()
}

fn push_number(data: &mut Vec<u8>, number: usize) {
    data.extend(Amount::from(number as u64).to_be_bytes());
}

fn push_address(data: &mut Vec<u8>, address: Address) {
    data.extend([0; 12]);
    data.extend(address.to_bytes());
}

fn push_bytes(data: &mut Vec<u8>, bytes: &[u8]) {
    push_number(data, bytes.len());
    data.extend(bytes);
    let padding = bytes.len().next_multiple_of(WORD) - bytes.len();
    data.extend([0; WORD].iter().take(padding));
}

/// Maximum number of bytes of a result that are stored: enough for a name in every encoding.
const MAX_RETURN: usize = 1024;

#[derive(Clone, Debug)]
pub(super) enum Read {
    /// The coin balance of an address in wei, as a word.
    Coin(Address),
    /// The return data of a contract.
    Call(Address, Vec<u8>),
}

/// Start of the return data, `None` if the contract reverts.
pub(super) type Returned = Option<Vec<u8>>;

/// Results of the reads of a call or batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Latest block before and after the call; the results may be of any block between them. `None` if no read has a
    /// result.
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
    /// The call as a whole fails in the EVM: the reads use more gas than the node allows.
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

/// Reads the responses of a batch with the reads.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// `aggregate3([(0x11…11, true, 0x4d2301cc), (0x22…22, true, 0x)])`, encoded by hand according to the ABI.
    #[test]
    fn calls_are_encoded_according_to_the_abi() {
        let words = [
            "20",
            "2",
            "40",
            "e0",
            &"11".repeat(20),
            "1",
            "60",
            "4",
            "4d2301cc00000000000000000000000000000000000000000000000000000000",
            &"22".repeat(20),
            "1",
            "60",
            "0",
        ];
        let words = words.map(|word| format!("{word:0>64}"));
        let calls = [
            (Address::from_bytes([0x11; 20]), GET_ETH_BALANCE.to_vec()),
            (Address::from_bytes([0x22; 20]), Vec::new()),
        ];
        assert_eq!(hex::encode(aggregate(&calls)), format!("82ad56cb{}", words.concat()));
    }

    #[test]
    fn bytes_are_padded_to_words() {
        for (length, words) in [(0, 2), (1, 3), (32, 3), (33, 4)] {
            let data = bytes_argument(BALANCE_OF, &vec![7; length]);
            assert_eq!(data.len(), 4 + words * WORD, "{length}");
        }
    }

    fn return_data(words: &[&str]) -> Vec<u8> {
        let words: Vec<_> = words.iter().map(|word| format!("{word:0>64}")).collect();
        hex::decode(words.concat()).unwrap()
    }

    #[test]
    fn results_and_failures_are_distinguished() {
        let data = return_data(&[
            "20", "3", "60", "e0", "140", "1", "40", "20", "7b", "0", "40", "0", "1", "40", "0",
        ]);
        let returned = Amount::from(123_u64).to_be_bytes();
        assert_eq!(results(&data, 3), Some(vec![Some(&returned[..]), None, Some(&[][..])]));
        assert_eq!(results(&data, 2), None, "different number of results");
        for end in 0..data.len() {
            assert_eq!(results(&data[..end], 3), None, "{end}");
        }
    }

    #[test]
    fn offsets_beyond_the_end_are_rejected() {
        for offset in ["100", "ffffffffffffffff", &"f".repeat(64)] {
            for words in [
                vec![offset, "1", "20", "1", "40", "20", "5"],
                vec!["20", "1", offset, "1", "40", "20", "5"],
                vec!["20", "1", "20", "1", offset, "20", "5"],
                vec!["20", "1", "20", "1", "40", offset, "5"],
            ] {
                assert_eq!(results(&return_data(&words), 1), None, "{words:?}");
            }
        }
    }
}
