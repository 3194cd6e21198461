//! The responses of a fault-free eth node.

use super::fixture::HOSTILE;
use super::upstream::State;
use crate::support::json_rpc::{Call, Outcome, error, respond};
use crate::support::stub::{Reply, Request};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::system::Clock;
use wallet_eth_like::{Chain, Params, SignedTransaction};
use wallet_http::system::SystemClock;

/// The example transaction of EIP-155, signed for eth.
pub const SIGNED: &str = "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";

/// The signer of the example.
pub const ADDRESS: &str = "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F";

/// A mined transaction.
pub const MINED: &str = "0x4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

/// The block of that transaction, also used as the hash of every other block.
const BLOCK: &str = "0x000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";

/// The number of blocks after that block.
const CONFIRMATIONS: u64 = 10;

/// Parses an eth transaction.
pub fn read(txdata: &str) -> SignedTransaction {
    let eth = Params::of(Chain::from_name("eth").expect("a chain"), Network::Livenet);
    SignedTransaction::parse(eth, txdata).expect("a transaction of eth")
}

/// Returns the response to a request.
pub fn reply(state: &State, request: &Request) -> Reply {
    respond(request, |call| outcome(state, call))
}

/// Returns the same response, except for the result of one method.
pub fn reply_except(request: &Request, method: &str, result: &Value) -> Reply {
    reply_with(request, |call| (call.method == method).then(|| result.clone()))
}

/// Returns the same response, except for the calls with a different result.
pub fn reply_with(request: &Request, result: impl Fn(&Call) -> Option<Value>) -> Reply {
    respond(request, |call| match result(call) {
        Some(result) => Ok(result),
        None => outcome(&State::default(), call),
    })
}

/// Returns the outcome of a call.
pub fn outcome(state: &State, call: &Call) -> Outcome {
    let first = call.params[0].as_str().unwrap_or_default();
    let is_mined = first == MINED;
    Ok(match call.method.as_str() {
        "eth_chainId" => quantity(1),
        "eth_blockNumber" => quantity(state.height),
        "eth_getBlockByNumber" => block(state, first),
        "eth_getTransactionCount" => quantity(9),
        "eth_getBalance" => quantity(5_000_000_000_000_000_000),
        "eth_getCode" => json!("0x"),
        "eth_estimateGas" => quantity(21_000),
        "eth_gasPrice" => quantity(20_000_000_000),
        "eth_maxPriorityFeePerGas" => quantity(1_000_000_000),
        "eth_feeHistory" => json!({
            "baseFeePerGas": vec![quantity(15_000_000_000); 11],
            "reward": vec![[quantity(1), quantity(1_000_000_000), quantity(2_000_000_000)]; 10],
        }),
        "eth_getTransactionByHash" if is_mined => row(MINED, ADDRESS, 8),
        "eth_getTransactionByHash" => match state.transactions.get(first) {
            Some(txdata) => {
                let transaction = read(txdata);
                row(first, &transaction.sender().to_string(), transaction.nonce())
            }
            None => Value::Null,
        },
        "eth_getTransactionReceipt" if is_mined => json!({
            "transactionHash": MINED, "blockHash": BLOCK, "blockNumber": quantity(state.height - CONFIRMATIONS), "status": "0x1",
        }),
        "eth_getTransactionReceipt" => Value::Null,
        "eth_sendRawTransaction" => json!(read(first).hash().to_string()),
        _ => return error(-32603, HOSTILE),
    })
}

fn row(hash: &str, from: &str, nonce: u64) -> Value {
    json!({ "hash": hash, "from": from, "nonce": quantity(nonce), "blockNumber": null })
}

/// Returns a block by the number, or the latest block.
fn block(state: &State, number_or_tag: &str) -> Value {
    // Older than the latest block of any current livenet.
    const LONG_AGO: u64 = 1_704_000_000;
    let time = match state.time {
        _ if number_or_tag != "latest" => LONG_AGO,
        Some(time) => unix_time(time),
        None => SystemClock.now().as_secs(),
    };
    let number = if number_or_tag == "latest" {
        quantity(state.height)
    } else {
        json!(number_or_tag)
    };
    json!({ "number": number, "timestamp": quantity(time), "hash": BLOCK })
}

fn unix_time(text: &str) -> u64 {
    let time = OffsetDateTime::parse(text, &Rfc3339).expect("a date");
    time.unix_timestamp().cast_unsigned()
}

/// A number as JSON-RPC writes it.
pub fn quantity(number: u64) -> Value {
    json!(format!("{number:#x}"))
}
