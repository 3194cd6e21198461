//! Calls of contracts: the parts of the ABI that are needed here, and `Multicall3.aggregate3`.
//!
//! What a node answers is read in place. The offsets of the ABI may all point to the same bytes, so that a decoder that
//! copies what they point to can be made to fill the memory by a short answer.

use wallet_eth_like::{Address, Amount};

/// The address of Multicall3, the same on every chain that has it (mds1/multicall).
pub(super) const MULTICALL: &str = "0xca11bde05977b3631167028862be2a173976ca11";

/// `aggregate3((address,bool,bytes)[])`
pub(super) const AGGREGATE3: [u8; 4] = [0x82, 0xad, 0x56, 0xcb];
/// Multicall3's `getEthBalance(address)`.
pub(super) const GET_ETH_BALANCE: [u8; 4] = [0x4d, 0x23, 0x01, 0xcc];
/// Multicall3's `getBlockNumber()`.
pub(super) const GET_BLOCK_NUMBER: [u8; 4] = [0x42, 0xcb, 0xb1, 0x5c];
/// ERC-20's `balanceOf(address)`.
pub(super) const BALANCE_OF: [u8; 4] = [0x70, 0xa0, 0x82, 0x31];

const WORD: usize = 32;

/// A call of a function with an address.
pub(super) fn address_argument(selector: [u8; 4], address: Address) -> Vec<u8> {
    let mut data = selector.to_vec();
    push_address(&mut data, address);
    data
}

/// A call of a function with a number.
pub(super) fn number_argument(selector: [u8; 4], number: u64) -> Vec<u8> {
    let mut data = selector.to_vec();
    data.extend(Amount::from(number).to_be_bytes());
    data
}

/// A call of a function with bytes.
pub(super) fn bytes_argument(selector: [u8; 4], bytes: &[u8]) -> Vec<u8> {
    let mut data = selector.to_vec();
    push_number(&mut data, WORD);
    push_bytes(&mut data, bytes);
    data
}

/// A call that makes all these calls of contracts at one block. Each may fail without failing the others.
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

/// One of them: `(address target, bool allowFailure, bytes callData)`.
fn call_body(target: Address, call: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    push_address(&mut body, target);
    push_number(&mut body, 1);
    push_number(&mut body, 3 * WORD);
    push_bytes(&mut body, call);
    body
}

/// The first word that each of so many calls returned, `None` for one that failed or returned less.
/// `None` as a whole when this is no answer of `aggregate3`: `(bool success, bytes returnData)[]`.
pub(super) fn results(data: &[u8], calls: usize) -> Option<Vec<Option<Amount>>> {
    let list = data.get(length(data, 0)?..)?;
    if length(list, 0)? != calls {
        return None;
    }
    let items = list.get(WORD..)?;
    (0..calls)
        .map(|place| result(items.get(length(items, place * WORD)?..)?))
        .collect()
}

/// The first word of one result.
#[expect(
    clippy::option_option,
    reason = "no result, and one of a call that failed, are different"
)]
fn result(item: &[u8]) -> Option<Option<Amount>> {
    let succeeded = length(item, 0)? == 1;
    let returned = item.get(length(item, WORD)?..)?;
    let size = length(returned, 0)?;
    let returned = returned.get(WORD..)?.get(..size)?;
    Some(if succeeded { word(returned, 0) } else { None })
}

/// The word at a place, `None` behind the end.
pub(super) fn word(data: &[u8], place: usize) -> Option<Amount> {
    let bytes = data.get(place..)?.first_chunk()?;
    Some(Amount::from_be_bytes(*bytes))
}

/// A word that is a length or an offset.
fn length(data: &[u8], place: usize) -> Option<usize> {
    usize::try_from(word(data, place)?.as_u64()?).ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// `aggregate3([(0x11…11, true, 0x4d2301cc), (0x22…22, true, 0x)])`, written down word by word by the rules of the ABI.
    #[test]
    fn calls_are_encoded_as_the_abi_has_them() {
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

    fn answer(words: &[&str]) -> Vec<u8> {
        let words: Vec<_> = words.iter().map(|word| format!("{word:0>64}")).collect();
        hex::decode(words.concat()).unwrap()
    }

    #[test]
    fn results_are_told_from_failures() {
        let data = answer(&[
            "20", "3", "60", "e0", "140", "1", "40", "20", "7b", "0", "40", "0", "1", "40", "0",
        ]);
        assert_eq!(results(&data, 3), Some(vec![Some(Amount::from(123_u64)), None, None]));
        assert_eq!(results(&data, 2), None, "another number of results");
        for end in 0..data.len() {
            assert_eq!(results(&data[..end], 3), None, "{end}");
        }
    }

    #[test]
    fn offsets_beyond_the_end_are_no_results() {
        for offset in ["100", "ffffffffffffffff", &"f".repeat(64)] {
            for words in [
                vec![offset, "1", "20", "1", "40", "20", "5"],
                vec!["20", "1", offset, "1", "40", "20", "5"],
                vec!["20", "1", "20", "1", offset, "20", "5"],
                vec!["20", "1", "20", "1", "40", offset, "5"],
            ] {
                assert_eq!(results(&answer(&words), 1), None, "{words:?}");
            }
        }
    }
}
