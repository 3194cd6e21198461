//! The module `logs`: events by block range, contract and topics, oldest first. All conditions must hold.

use super::{ListQuery, error};
use crate::eth_like::ledger::{Block, Ledger};
use revm::primitives::{Address, B256, Log, hex};
use serde_json::{Value, json};

/// The maximum number of rows of a page.
const MAX_ROWS: usize = 1000;

struct Filter {
    first: u64,
    last: u64,
    contract: Option<Address>,
    topics: [Option<B256>; 4],
    page: usize,
    offset: usize,
}

/// Returns the response to `getLogs`.
pub(super) fn respond(ledger: &Ledger, query: &ListQuery) -> Value {
    let filter = match Filter::read(query) {
        Ok(filter) => filter,
        Err(problem) => return error(problem),
    };
    let blocks = ledger.blocks().iter();
    let blocks = blocks.filter(|block| (filter.first..=filter.last).contains(&block.header.number));
    let rows = blocks.flat_map(|block| rows(block, &filter));
    let page: Vec<_> = rows
        .skip((filter.page - 1) * filter.offset)
        .take(filter.offset)
        .collect();
    if page.is_empty() {
        return json!({ "status": "0", "message": "No records found", "result": [] });
    }
    json!({ "status": "1", "message": "OK", "result": page })
}

impl Filter {
    fn read(query: &ListQuery) -> Result<Self, &'static str> {
        let topic = |text: &str| match text {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| "Error! Invalid topic"),
        };
        let topics = [
            topic(&query.topic0)?,
            topic(&query.topic1)?,
            topic(&query.topic2)?,
            topic(&query.topic3)?,
        ];
        let contract = match &*query.address {
            "" => None,
            text => Some(text.parse().map_err(|_| "Error! Invalid address format")?),
        };
        if contract.is_none() && topics.iter().all(Option::is_none) {
            return Err("Error! Missing address or topic");
        }
        if [&query.topic0_1_opr, &query.topic0_2_opr, &query.topic1_2_opr].contains(&&"or".to_owned()) {
            return Err("Error! The sandbox has no alternatives of topics");
        }
        Ok(Self {
            first: height(&query.from_block, 0)?,
            last: height(&query.to_block, u64::MAX)?,
            contract,
            topics,
            page: super::number(&query.page, 1)?.max(1),
            offset: super::number(&query.offset, MAX_ROWS)?.clamp(1, MAX_ROWS),
        })
    }

    fn matches(&self, log: &Log) -> bool {
        let mut topics = self.topics.iter().enumerate();
        let fits = |(index, expected): (usize, &Option<B256>)| {
            expected.is_none_or(|expected| log.topics().get(index) == Some(&expected))
        };
        self.contract.is_none_or(|contract| contract == log.address) && topics.all(fits)
    }
}

/// Reads a height; `latest` has no limit.
fn height(text: &str, default: u64) -> Result<u64, &'static str> {
    match text {
        "latest" => Ok(u64::MAX),
        text => super::number(text, default),
    }
}

fn rows(block: &Block, filter: &Filter) -> Vec<Value> {
    let mut rows = Vec::new();
    let mut index = 0_u64;
    for (position, included) in block.transactions.iter().enumerate() {
        for log in &included.receipt.logs {
            if filter.matches(log) {
                rows.push(json!({
                    "address": super::lower(log.address),
                    "topics": log.topics().iter().map(ToString::to_string).collect::<Vec<_>>(),
                    "data": hex::encode_prefixed(&log.data.data),
                    "blockNumber": number(block.header.number),
                    "blockHash": block.hash.to_string(),
                    "timeStamp": number(block.header.timestamp),
                    "gasPrice": format!("{:#x}", included.gas_price),
                    "gasUsed": number(included.gas_used),
                    "logIndex": number(index),
                    "transactionHash": included.transaction.hash().to_string(),
                    "transactionIndex": number(position as u64),
                }));
            }
            index += 1;
        }
    }
    rows
}

/// Formats a number as Etherscan does, with `0x` for zero.
fn number(number: u64) -> String {
    match number {
        0 => "0x".to_owned(),
        number => format!("{number:#x}"),
    }
}
