//! The lists `tokennfttx` and `token1155tx`: transfers of ERC-721 and ERC-1155 tokens.

use super::{Search, common, lower, mined, token_names};
use crate::eth_like::ledger::Ledger;
use crate::eth_like::rules::Rules;
use revm::primitives::{Address, B256, Log, U256, keccak256};
use serde_json::Value;
use std::collections::HashMap;

/// Standard of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standard {
    Erc721,
    Erc1155,
}

/// Transfer of an amount of tokens with the same id.
struct Moved {
    from: Address,
    to: Address,
    id: U256,
    value: U256,
}

/// Returns the transfers of non-fungible tokens from or to an address.
pub(super) fn transfers(
    rules: &Rules,
    ledger: &Ledger,
    standard: Standard,
    address: Address,
    search: &Search,
) -> Vec<Value> {
    let mut names = HashMap::new();
    let mut rows = Vec::new();
    for (block, position, included) in mined(ledger, search) {
        for log in &included.receipt.logs {
            if search.token.is_some_and(|token| token != log.address) {
                continue;
            }
            let moved = match standard {
                Standard::Erc721 => erc721(log).into_iter().collect(),
                Standard::Erc1155 => erc1155(log),
            };
            for moved in moved
                .into_iter()
                .filter(|moved| [moved.from, moved.to].contains(&address))
            {
                let [name, symbol] = names
                    .entry(log.address)
                    .or_insert_with(|| token_names(rules, ledger, log.address))
                    .clone();
                let mut row = common(ledger, block, position, included);
                row["from"] = lower(moved.from).into();
                row["to"] = lower(moved.to).into();
                row["contractAddress"] = lower(log.address).into();
                row["tokenID"] = moved.id.to_string().into();
                row["tokenName"] = name.into();
                row["tokenSymbol"] = symbol.into();
                match standard {
                    Standard::Erc721 => row["tokenDecimal"] = "0".into(),
                    Standard::Erc1155 => row["tokenValue"] = moved.value.to_string().into(),
                }
                row["input"] = "deprecated".into();
                rows.push(row);
            }
        }
    }
    rows
}

/// Reads the log of an ERC-721 transfer, whose arguments are all indexed.
fn erc721(log: &Log) -> Option<Moved> {
    let [event, from, to, id] = log.topics() else {
        return None;
    };
    (*event == keccak256("Transfer(address,address,uint256)")).then(|| Moved {
        from: Address::from_word(*from),
        to: Address::from_word(*to),
        id: (*id).into(),
        value: U256::ONE,
    })
}

/// Reads the log of a single or a batch transfer of ERC-1155.
fn erc1155(log: &Log) -> Vec<Moved> {
    let [event, _, from, to] = log.topics() else {
        return Vec::new();
    };
    let data = &log.data.data;
    let moved = |id, value| Moved {
        from: Address::from_word(*from),
        to: Address::from_word(*to),
        id,
        value,
    };
    if *event == single_event() {
        let pair = word(data, 0).zip(word(data, 32));
        return pair.map(|(id, value)| moved(id, value)).into_iter().collect();
    }
    if *event != keccak256("TransferBatch(address,address,address,uint256[],uint256[])") {
        return Vec::new();
    }
    let lists = list(data, 0).zip(list(data, 32));
    let pairs = lists.into_iter().flat_map(|(ids, values)| ids.into_iter().zip(values));
    pairs.map(|(id, value)| moved(id, value)).collect()
}

fn single_event() -> B256 {
    keccak256("TransferSingle(address,address,address,uint256,uint256)")
}

fn word(data: &[u8], offset: usize) -> Option<U256> {
    U256::try_from_be_slice(data.get(offset..)?.get(..32)?)
}

/// Reads the list of numbers at the offset in a word.
fn list(data: &[u8], head: usize) -> Option<Vec<U256>> {
    let start: usize = word(data, head)?.try_into().ok()?;
    let length: usize = word(data, start)?.try_into().ok()?;
    (0..length)
        .map(|index| word(data, start.checked_add(32)?.checked_add(index.checked_mul(32)?)?))
        .collect()
}
