//! The Etherscan API of a chain: the account calls of version 2, the logs, and the height.
//!
//! Every response has HTTP status 200; the field `status` reports success. An empty result is not a success. The height
//! has the form of JSON-RPC, as a call of the module `proxy`.

mod logs;
mod nfts;

use super::evm::contracts::Contract;
use super::evm::{self, TransferKind};
use super::ledger::{Block, Included, Ledger};
use super::node::Node;
use super::rules::Rules;
use alloy_consensus::Transaction as _;
use axum::extract::{Query, State};
use axum::routing::get;
use axum::{Json, Router};
use nfts::Standard;
use revm::primitives::{Address, B256, Bytes, Log, U256, hex, keccak256};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum number of rows that pages can reach.
const MAX_WINDOW: usize = 10_000;

/// Returns the route, relative to the chain's own path.
pub fn router(node: Arc<Node>) -> Router {
    Router::new().route("/api", get(handle)).with_state(node)
}

async fn handle(State(node): State<Arc<Node>>, Query(query): Query<ListQuery>) -> Json<Value> {
    let response = tokio::task::spawn_blocking(move || respond(&node, &query));
    Json(response.await.unwrap_or_else(|_| error("Unexpected error")))
}

fn respond(node: &Node, query: &ListQuery) -> Value {
    if query.chain_id() != Some(node.rules().chain_id) {
        return error("Missing or unsupported chainid parameter (required for v2 api)");
    }
    if (&*query.module, &*query.action) == ("proxy", "eth_blockNumber") {
        return json!({ "jsonrpc": "2.0", "id": 83, "result": format!("{:#x}", node.read(Ledger::height)) });
    }
    if (&*query.module, &*query.action) == ("logs", "getLogs") {
        return node.read(|ledger| logs::respond(ledger, query));
    }
    if query.module != "account" {
        return error("Error! Missing Or invalid Module name");
    }
    let Some(address) = query.address() else {
        return error("Error! Invalid address format");
    };
    if query.action == "balance" {
        let balance = node.read(|ledger| ledger.state().info(address).balance);
        return json!({ "status": "1", "message": "OK", "result": balance.to_string() });
    }
    let search = match query.search() {
        Ok(search) if search.page * search.offset <= MAX_WINDOW => search,
        Ok(_) => {
            return error("Result window is too large, PageNo x Offset size must be less than or equal to 10000");
        }
        Err(problem) => return error(problem),
    };
    let rows = node.read(|ledger| match query.action.as_str() {
        "txlist" => Some(transactions(ledger, address, &search)),
        "txlistinternal" => Some(internal(ledger, address, &search)),
        "tokentx" => Some(token_transfers(node.rules(), ledger, address, &search)),
        "tokennfttx" => Some(nfts::transfers(
            node.rules(),
            ledger,
            Standard::Erc721,
            address,
            &search,
        )),
        "token1155tx" => Some(nfts::transfers(
            node.rules(),
            ledger,
            Standard::Erc1155,
            address,
            &search,
        )),
        _ => None,
    });
    match rows {
        None => error("Error! Missing Or invalid Action name"),
        Some(rows) => page_of(rows, &search),
    }
}

/// Returns a page of the rows; `rows` starts with the oldest.
fn page_of(mut rows: Vec<Value>, search: &Search) -> Value {
    if search.newest_first {
        rows.reverse();
    }
    let page: Vec<_> = rows
        .into_iter()
        .skip((search.page - 1) * search.offset)
        .take(search.offset)
        .collect();
    if page.is_empty() {
        return json!({ "status": "0", "message": "No transactions found", "result": [] });
    }
    json!({ "status": "1", "message": "OK", "result": page })
}

fn error(problem: &str) -> Value {
    json!({ "status": "0", "message": "NOTOK", "result": problem })
}

/// The default and maximum number of rows per page.
const MAX_ROWS: usize = 1000;

/// The raw URL parameters.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ListQuery {
    chainid: String,
    pub module: String,
    pub action: String,
    address: String,
    contractaddress: String,
    startblock: String,
    endblock: String,
    page: String,
    offset: String,
    sort: String,
    #[serde(rename = "fromBlock")]
    from_block: String,
    #[serde(rename = "toBlock")]
    to_block: String,
    topic0: String,
    topic1: String,
    topic2: String,
    topic3: String,
    topic0_1_opr: String,
    topic0_2_opr: String,
    topic1_2_opr: String,
}

/// The filter, order and paging of a list.
#[derive(Debug)]
pub struct Search {
    pub first: u64,
    pub last: u64,
    /// The page number, from 1.
    pub page: usize,
    /// The number of rows per page.
    pub offset: usize,
    /// True if the newest row comes first.
    pub newest_first: bool,
    /// If set, only transfers of this token are listed.
    pub token: Option<Address>,
}

impl ListQuery {
    /// Returns the requested chain id.
    pub fn chain_id(&self) -> Option<u64> {
        self.chainid.parse().ok()
    }

    /// Returns the requested address.
    pub fn address(&self) -> Option<Address> {
        self.address.parse().ok()
    }

    /// Returns the filter, order and paging.
    pub fn search(&self) -> Result<Search, &'static str> {
        let token = match &*self.contractaddress {
            "" => None,
            text => Some(text.parse().map_err(|_| "Error! Invalid contract address format")?),
        };
        Ok(Search {
            first: number(&self.startblock, 0)?,
            last: number(&self.endblock, u64::MAX)?,
            page: number(&self.page, 1)?.max(1),
            offset: number(&self.offset, MAX_ROWS)?.clamp(1, MAX_ROWS),
            newest_first: self.sort == "desc",
            token,
        })
    }
}

fn number<T: std::str::FromStr>(text: &str, default: T) -> Result<T, &'static str> {
    if text.is_empty() {
        return Ok(default);
    }
    text.parse().map_err(|_| "Error! Invalid number")
}

/// Returns the transactions from or to an address, including failed transactions.
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

/// Returns sender, recipient and amount of an ERC-20 transfer log; an ERC-721 log has a fourth topic.
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
    let [name, symbol] = token_names(rules, ledger, contract);
    let decimals = U256::try_from_be_slice(&read(rules, ledger, contract, "decimals()")).unwrap_or_default();
    [name, symbol, decimals.to_string()]
}

/// Calls a function without arguments, which the token has.
fn read(rules: &Rules, ledger: &Ledger, contract: Address, signature: &str) -> Bytes {
    let block = ledger.next_environment(rules, 0);
    let call = Contract::named("Token").call(signature, &[]);
    evm::call_contract(rules, ledger.state(), &block, contract, call)
}

/// Returns name and symbol from a contract.
fn token_names(rules: &Rules, ledger: &Ledger, contract: Address) -> [String; 2] {
    let text = |output: Bytes| {
        let length = output.get(32..64).and_then(U256::try_from_be_slice).unwrap_or_default();
        let text = output.get(64..).and_then(|rest| rest.get(..length.saturating_to()));
        String::from_utf8_lossy(text.unwrap_or_default()).into_owned()
    };
    ["name()", "symbol()"].map(|signature| text(read(rules, ledger, contract, signature)))
}
