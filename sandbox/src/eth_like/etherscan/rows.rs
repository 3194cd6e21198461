//! The rows of the lists, the oldest first. Every value is a string, and every address is in lower case.

use super::query::Search;
use crate::eth_like::block::{Block, Included};
use crate::eth_like::contracts::Contract;
use crate::eth_like::ledger::Ledger;
use crate::eth_like::machine;
use crate::eth_like::rules::Rules;
use crate::eth_like::tracer::TransferKind;
use alloy_consensus::Transaction as _;
use revm::primitives::{Address, B256, Bytes, Log, U256, hex, keccak256};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Returns the transactions from or to an address, including failed ones.
pub fn transactions(ledger: &Ledger, address: Address, search: &Search) -> Vec<Value> {
    let involves_address = |included: &Included| {
        let parties = [
            Some(included.transaction.sender),
            included.transaction.envelope.to(),
            included.created,
        ];
        parties.contains(&Some(address))
    };
    let rows = mined(ledger, search).filter(|(_, _, included)| involves_address(included));
    rows.map(|(block, position, included)| {
        let mut row = common(ledger, block, position, included);
        let transaction = &included.transaction.envelope;
        let failed = !included.succeeded();
        row["to"] = transaction.to().map_or_else(String::new, lower).into();
        row["value"] = transaction.value().to_string().into();
        row["contractAddress"] = included.created.map_or_else(String::new, lower).into();
        row["isError"] = if failed { "1" } else { "0" }.into();
        row["txreceipt_status"] = if failed { "0" } else { "1" }.into();
        row["input"] = transaction.input().to_string().into();
        row["functionName"] = "".into();
        row
    })
    .collect()
}

/// Returns the value transfers by contracts from or to an address.
pub fn internal(ledger: &Ledger, address: Address, search: &Search) -> Vec<Value> {
    let mut rows = Vec::new();
    for (block, _, included) in mined(ledger, search) {
        for (index, transfer) in included.transfers.iter().enumerate() {
            if transfer.from != address && transfer.to != address {
                continue;
            }
            let created = transfer.kind == TransferKind::Create;
            rows.push(json!({
                "blockNumber": block.header.number.to_string(),
                "timeStamp": block.header.timestamp.to_string(),
                "hash": included.transaction.hash().to_string(),
                "from": lower(transfer.from),
                "to": if created { String::new() } else { lower(transfer.to) },
                "value": transfer.value.to_string(),
                "contractAddress": if created { lower(transfer.to) } else { String::new() },
                "input": "",
                "type": transfer.kind.name(),
                "gas": "0",
                "gasUsed": "0",
                "traceId": index.to_string(),
                "isError": "0",
                "errCode": "",
            }));
        }
    }
    rows
}

/// Returns the token transfers from or to an address.
pub fn token_transfers(rules: &Rules, ledger: &Ledger, address: Address, search: &Search) -> Vec<Value> {
    let mut names = HashMap::new();
    let mut rows = Vec::new();
    for (block, position, included) in mined(ledger, search) {
        for log in &included.receipt.logs {
            let Some((from, to, value)) = transfer(log) else {
                continue;
            };
            let matches_token = search.token.is_none_or(|token| token == log.address);
            if !matches_token || (from != address && to != address) {
                continue;
            }
            let [name, symbol, decimals] = names
                .entry(log.address)
                .or_insert_with(|| token(rules, ledger, log.address))
                .clone();
            let mut row = common(ledger, block, position, included);
            row["from"] = lower(from).into();
            row["to"] = lower(to).into();
            row["value"] = value.to_string().into();
            row["contractAddress"] = lower(log.address).into();
            row["tokenName"] = name.into();
            row["tokenSymbol"] = symbol.into();
            row["tokenDecimal"] = decimals.into();
            row["input"] = "deprecated".into();
            rows.push(row);
        }
    }
    rows
}

fn mined<'a>(ledger: &'a Ledger, search: &Search) -> impl Iterator<Item = (&'a Block, usize, &'a Included)> {
    let (first, last) = (search.first, search.last);
    ledger
        .history()
        .filter(move |(block, _, _)| (first..=last).contains(&block.header.number))
}

/// Builds the fields common to transactions and token transfers.
fn common(ledger: &Ledger, block: &Block, position: usize, included: &Included) -> Value {
    let transaction = &included.transaction.envelope;
    let method = transaction.input().get(..4).unwrap_or_default();
    json!({
        "blockNumber": block.header.number.to_string(),
        "timeStamp": block.header.timestamp.to_string(),
        "hash": included.transaction.hash().to_string(),
        "nonce": transaction.nonce().to_string(),
        "blockHash": block.hash.to_string(),
        "transactionIndex": position.to_string(),
        "from": lower(included.transaction.sender),
        "gas": transaction.gas_limit().to_string(),
        "gasPrice": included.gas_price.to_string(),
        "gasUsed": included.gas_used.to_string(),
        "cumulativeGasUsed": included.receipt.cumulative_gas_used.to_string(),
        "methodId": hex::encode_prefixed(method),
        "confirmations": (ledger.height() + 1 - block.header.number).to_string(),
    })
}

fn lower(address: Address) -> String {
    hex::encode_prefixed(address)
}

/// Returns sender, recipient and amount of an ERC-20 transfer log; an ERC-721 log has one more topic.
fn transfer(log: &Log) -> Option<(Address, Address, U256)> {
    let [event, from, to] = log.topics() else {
        return None;
    };
    if *event != keccak256("Transfer(address,address,uint256)") {
        return None;
    }
    let party = |topic: &B256| Address::from_word(*topic);
    Some((party(from), party(to), U256::try_from_be_slice(&log.data.data)?))
}

/// Returns name, symbol and decimals from the token contract.
fn token(rules: &Rules, ledger: &Ledger, contract: Address) -> [String; 3] {
    let block = ledger.next_environment(rules, 0);
    let read = |signature: &str| {
        let call = Contract::named("Token").call(signature, &[]);
        machine::call_contract(rules, ledger.state(), &block, contract, call)
    };
    let text = |output: Bytes| {
        let length = output.get(32..64).and_then(U256::try_from_be_slice).unwrap_or_default();
        let text = output.get(64..).and_then(|rest| rest.get(..length.saturating_to()));
        String::from_utf8_lossy(text.unwrap_or_default()).into_owned()
    };
    let decimals = U256::try_from_be_slice(&read("decimals()")).unwrap_or_default();
    [text(read("name()")), text(read("symbol()")), decimals.to_string()]
}
