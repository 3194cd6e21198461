//! Requests that a node rejects: which of them affect other callers.

use super::{Server, eth, sender, soon, wei};
use serde_json::json;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Address, Amount, Call};
use wallet_test_support::json_rpc::{calls, respond};
use wallet_test_support::stub::{Reply, Request, Stub};

/// Twice the number of failures that open a circuit breaker.
const REPETITIONS: usize = 10;

const REJECTED: &str = "0x1111111111111111111111111111111111111111";

/// Starts a node that responds with this error to all requests with one address.
async fn node_with_error(status: u16, code: i64) -> (Server, Stub) {
    let mut server = Server::start().await;
    server.set_result("eth_getBalance", json!("0x7"));
    let inner = server.script.clone();
    let stub = Stub::start(move |request: &Request| {
        if calls(request)
            .iter()
            .any(|call| call.params.to_string().contains(REJECTED))
        {
            let error = json!({ "code": code, "message": "invalid argument 0" });
            let body = json!({ "jsonrpc": "2.0", "id": 0, "error": error });
            return Reply::json(status, body.to_string());
        }
        let mut script = inner.lock().expect("no panic while held");
        let script = std::sync::Mutex::new(&mut *script);
        respond(request, |call| super::scripted(&script, call))
    })
    .await;
    server.node = super::node(eth(), &[&stub.url]);
    (server, stub)
}

fn rejected() -> Address {
    REJECTED.parse().expect("an address")
}

async fn balance(server: &Server, address: Address) -> Result<Amount, UpstreamError> {
    server.node.balance(eth(), address, soon()).await
}

#[tokio::test(start_paused = true)]
async fn rejected_requests_do_not_affect_other_callers() {
    for (status, code) in [
        (200, -32602),
        (200, -32600),
        (200, -32700),
        (400, -32602),
        (400, -32000),
        (422, -32603),
    ] {
        let (server, _stub) = node_with_error(status, code).await;
        let call = Call {
            from: Some(rejected()),
            to: Some(sender()),
            value: wei(1),
            data: Vec::new(),
        };
        for _ in 0..REPETITIONS {
            super::assert_unusable(&balance(&server, rejected()).await);
            super::assert_unusable(&server.node.estimate_gas(eth(), &call, soon()).await);
        }
        assert_eq!(balance(&server, sender()).await, Ok(wei(7)), "{status} {code}");
    }
}

/// A gateway that rejects the key of the services returns the code of an invalid request.
#[tokio::test(start_paused = true)]
async fn statuses_of_the_key_count_regardless_of_the_code() {
    for (status, code) in [(401, -32600), (403, -32602), (403, -32700), (407, -32600)] {
        let (server, _stub) = node_with_error(status, code).await;
        let first = balance(&server, rejected()).await;
        let Err(UpstreamError::Unusable { cause }) = &first else {
            panic!("{first:?}")
        };
        assert!(cause.contains(&format!("status {status}")), "{cause}");
        for _ in 0..REPETITIONS {
            assert!(balance(&server, rejected()).await.is_err());
        }
        let other = balance(&server, sender()).await;
        assert!(
            matches!(other, Err(UpstreamError::Unavailable { .. })),
            "{status} {code}: {other:?}"
        );
    }
}
