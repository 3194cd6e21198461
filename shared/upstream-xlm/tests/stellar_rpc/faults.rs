//! Servers that are unreachable, hang, follow another network, or return unusable data.

use super::xdr::{ACCOUNT, MEMO, UNSPONSORED, USDC};
use super::{LEDGER, NOW, OTHER, OWN, Server, entries, error, health, id, latest, network, node, result, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::{Livenet, Testnet};
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamState};
use wallet_test_support::stub::{Reply, closed_port};
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Account, AccountQuery};

async fn account(server: &Server) -> Result<Option<Account>, UpstreamError> {
    server.node.account(Livenet, id(OWN).into(), soon()).await
}

#[tokio::test(start_paused = true)]
async fn server_of_another_network_is_not_used() {
    let server = Server::start().await;
    server.set_result("getNetwork", network(Testnet));
    server.set_result("getLedgerEntries", entries(&[(ACCOUNT, UNSPONSORED)]));
    let found = account(&server).await;
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
    let submitted = server.node.broadcast(Livenet, &super::sending::signed(), soon()).await;
    assert!(submitted.is_err(), "{submitted:?}");
    assert!(server.calls("sendTransaction").is_empty());
}

#[tokio::test(start_paused = true)]
async fn unreachable_and_hanging_servers_are_skipped() {
    let unreachable = node(&[("stellar-rpc", &closed_port())]);
    let found = unreachable.account(Livenet, id(OWN).into(), soon()).await;
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
    let hanging = Server::start().await;
    hanging.set_handler("getLedgerEntries", |_| Reply::Hang);
    assert_eq!(account(&hanging).await, Err(UpstreamError::Timeout));
    let healthy = Server::start().await;
    healthy.set_result("getLedgerEntries", entries(&[(ACCOUNT, UNSPONSORED)]));
    let both = node(&[("stellar-rpc", &hanging.stub.url), ("stellar-rpc", &healthy.stub.url)]);
    assert!(
        both.account(Livenet, id(OWN).into(), soon())
            .await
            .expect("a response")
            .is_some()
    );
}

#[tokio::test(start_paused = true)]
async fn unhealthy_server_lags() {
    let server = Server::start().await;
    server.set_handler("getHealth", |_| {
        error(
            -32603,
            "latency (10m0s) since last known ledger closed is too high (>30s)",
        )
    });
    server.set_result("getLedgerEntries", entries(&[(ACCOUNT, UNSPONSORED)]));
    let states = server.node.upstreams(soon()).await;
    assert_eq!(states[0].state, UpstreamState::Behind);
    let found = account(&server).await;
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
    let old = Server::start().await;
    let mut state = health(LEDGER);
    state["latestLedgerCloseTime"] = json!(NOW - 600);
    old.set_result("getHealth", state);
    assert_eq!(old.node.upstreams(soon()).await[0].state, UpstreamState::Behind);
}

#[tokio::test(start_paused = true)]
async fn unusable_entries_are_errors_without_the_text_of_the_server() {
    let whole = entries(&[(ACCOUNT, UNSPONSORED)]);
    let with = |pointer: &str, value: Value| {
        let mut document = whole.clone();
        *document.pointer_mut(pointer).expect(pointer) = value;
        result(&document)
    };
    let replies = [
        with("/entries/0/xdr", json!("AAAA")),
        with("/entries/0/xdr", json!("!")),
        with("/entries/0/xdr", json!(format!("{ACCOUNT}AAAA"))),
        with("/entries/0/xdr", json!(USDC)),
        with("/entries/0/xdr", json!(MEMO)),
        with("/entries/0/extXdr", json!("AAAAAg==")),
        with("/latestLedger", json!("x")),
        result(&entries(&[(ACCOUNT, UNSPONSORED), (ACCOUNT, UNSPONSORED)])),
        result(&entries(&[(ACCOUNT, UNSPONSORED), (USDC, UNSPONSORED)])),
        result(&entries(&[(ACCOUNT, UNSPONSORED); 3])),
        result(&json!([])),
        error(-32603, "could not obtain ledger entries"),
        error(-32602, "cannot unmarshal key value"),
        error(-32601, "method not found"),
        error(7, "no"),
        Reply::ok("{}"),
        Reply::ok("[]"),
        Reply::ok("nonsense"),
        Reply::json(
            401,
            json!({ "error": { "code": -32600, "message": "invalid key evil.example" } }).to_string(),
        ),
        Reply::ok(format!("{{\"result\": \"{}\"}}", "x".repeat(300_000))),
    ];
    for reply in replies {
        let server = Server::start().await;
        let shown = format!("{reply:?}");
        let shown: String = shown.chars().take(200).collect();
        server.set_handler("getLedgerEntries", move |_| reply.clone());
        let Err(failure @ UpstreamError::Unusable { .. }) = account(&server).await else {
            panic!("{shown}")
        };
        assert!(!failure.to_string().contains("300"), "{failure}");
    }
    // An entry of a different account.
    let server = Server::start().await;
    server.set_result("getLedgerEntries", whole);
    let different = server
        .node
        .account(Livenet, AccountQuery::from(id(OTHER)), soon())
        .await;
    assert!(matches!(different, Err(UpstreamError::Unusable { .. })));
}

#[tokio::test(start_paused = true)]
async fn rate_limit_stops_further_requests() {
    let server = Server::start().await;
    server.set_handler("getLedgerEntries", |_| {
        Reply::json(429, json!({ "error": "slow down" }).to_string()).with_header("retry-after: 60")
    });
    let limited = account(&server).await;
    assert!(
        matches!(
            limited,
            Err(UpstreamError::Unavailable {
                retry_after: Some(_),
                ..
            })
        ),
        "{limited:?}"
    );
    assert!(account(&server).await.is_err());
    assert_eq!(server.calls("getLedgerEntries").len(), 1);
}

#[tokio::test(start_paused = true)]
async fn invalid_headers_are_errors() {
    for header in ["AAAA", "", "!"] {
        let server = Server::start().await;
        server.set_result("getLatestLedger", latest(LEDGER, header));
        let ledger = server.node.ledger(Livenet, soon()).await;
        assert!(matches!(ledger, Err(UpstreamError::Unusable { .. })), "{ledger:?}");
    }
}
