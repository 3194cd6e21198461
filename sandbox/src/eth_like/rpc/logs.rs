//! `eth_getLogs`.

use super::arguments::{Arguments, BlockId};
use super::error::RpcError;
use super::{selected, view};
use crate::eth_like::node::Node;
use revm::primitives::{Address, B256, Log};
use serde::Deserialize;
use serde_json::Value;

/// A log filter.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Filter {
    from_block: Option<BlockId>,
    to_block: Option<BlockId>,
    block_hash: Option<B256>,
    address: Option<OneOrMany<Address>>,
    topics: Vec<Option<OneOrMany<B256>>>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T: PartialEq> OneOrMany<T> {
    fn contains(&self, expected: &T) -> bool {
        match self {
            Self::One(one) => one == expected,
            Self::Many(many) => many.is_empty() || many.contains(expected),
        }
    }
}

impl Filter {
    fn matches(&self, log: &Log) -> bool {
        let topics = log.topics();
        let address_fits = self
            .address
            .as_ref()
            .is_none_or(|address| address.contains(&log.address));
        let topic_fits = |(position, expected): (usize, &Option<OneOrMany<B256>>)| {
            let found = topics.get(position);
            expected
                .as_ref()
                .is_none_or(|expected| found.is_some_and(|found| expected.contains(found)))
        };
        address_fits && self.topics.len() <= topics.len() && self.topics.iter().enumerate().all(topic_fits)
    }
}

pub fn get(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let filter: Filter = arguments.required(0)?;
    let of_block = filter.block_hash.map(BlockId::Hash);
    let from = of_block.or(filter.from_block).unwrap_or(BlockId::Latest);
    let to = of_block.or(filter.to_block).unwrap_or(BlockId::Latest);
    node.read(|ledger| {
        let first = selected::block(ledger, from)
            .ok_or_else(RpcError::unknown_block)?
            .header
            .number;
        let last = selected::block(ledger, to).map_or(ledger.height(), |block| block.header.number);
        if first > last {
            return Err(RpcError::argument("invalid block range params"));
        }
        let blocks = (first..=last).filter_map(|number| ledger.block(number));
        let logs = blocks.flat_map(|block| view::logs(block, |log| filter.matches(log)));
        Ok(logs.collect())
    })
}
