//! L1 data fees.

use super::{Server, assert_unusable, params, soon, word};
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Amount, Params};
use wallet_test_support::json_rpc::{Call, error, reverted};

fn op() -> Params {
    params("op", Network::Livenet)
}

fn is_operator_fee(call: &Call) -> bool {
    call.params[0]["data"]
        .as_str()
        .is_some_and(|data| data.starts_with("0x275aedd2"))
}

async fn fee(server: &Server) -> Result<Amount, wallet_core::ports::upstream::UpstreamError> {
    server.node.rollup_fee(op(), &[0xab; 33], 21_000, soon()).await
}

async fn oracle(data: Value, operator: Result<Value, Value>) -> Server {
    let server = Server::of(op()).await;
    server.set_handler("eth_call", move |call| {
        if is_operator_fee(call) {
            operator.clone()
        } else {
            Ok(data.clone())
        }
    });
    server
}

fn value(number: u64) -> Value {
    json!(format!("0x{}", word(number)))
}

#[tokio::test(start_paused = true)]
async fn data_fee_and_operator_fee_are_added() {
    let server = oracle(value(1000), Ok(value(7))).await;
    assert_eq!(fee(&server).await, Ok(Amount::from(1007_u64)));
    let calls = server.calls_of("eth_call");
    let data = format!(
        "0x49948e0e{}{}{}{}",
        word(32),
        word(33),
        "ab".repeat(33),
        "00".repeat(31)
    );
    let contract = "0x420000000000000000000000000000000000000f";
    assert_eq!(calls[0].params, json!([{ "to": contract, "data": data }, "latest"]));
    let data = format!("0x275aedd2{}", word(21_000));
    assert_eq!(calls[1].params, json!([{ "to": contract, "data": data }, "latest"]));
}

#[tokio::test(start_paused = true)]
async fn missing_operator_fee_is_zero() {
    for operator in [reverted("0x"), error(-32000, "execution reverted")] {
        let server = oracle(value(1000), operator).await;
        assert_eq!(fee(&server).await, Ok(Amount::from(1000_u64)));
    }
}

#[tokio::test(start_paused = true)]
async fn invalid_or_implausible_fee_is_unusable() {
    let huge = json!(format!("0x{}", "f".repeat(64)));
    for (data, operator) in [
        (json!("0x"), Ok(value(7))),
        (value(1), Ok(json!("0x"))),
        (huge.clone(), Ok(value(7))),
        (value(1), Ok(huge)),
        (value(2_000_000_000_000_000_000), Ok(value(0))),
        (value(1), error(-32000, "header not found")),
    ] {
        assert_unusable(&fee(&oracle(data, operator).await).await);
    }
}
