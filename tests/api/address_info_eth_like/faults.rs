//! Failing upstreams: a failing history is reported missing, a failing balance is an error, and neither becomes
//! an empty list or a zero.
//!
//! Each fault uses a separate service, because the circuit breaker opens after repeated failures.

use super::App;
use super::fixture::{LISTED, OWN, timeouts};
use super::index::error_reply;
use super::rows::{blockbook, internal, sent, token, with};
use crate::support::stub::Reply;
use async_trait::async_trait;
use secrecy::SecretString;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use wallet_core::ports::upstream_keys::{UpstreamKeyError, UpstreamKeys};
use wallet_upstream::client::HttpClient;

/// Returns faults below the protocol level.
fn faults() -> Vec<Reply> {
    let body = r#"{"status":"0","message":"NOTOK","result":"secret words"}"#;
    vec![
        Reply::json(400, body),
        Reply::json(404, body),
        Reply::json(429, body),
        Reply::json(500, body),
        Reply::json(503, body),
        Reply::Reset,
        Reply::Hang,
        Reply::Drip(Duration::from_millis(100)),
        Reply::Flood,
        Reply::text(200, "text/html", "<html>secret words"),
        Reply::ok(body),
        Reply::ok(""),
        Reply::ok("null"),
        Reply::ok("[]"),
        Reply::ok("{}"),
        Reply::ok(r#"{"status":"1","message":"OK","result":"secret words"}"#),
        Reply::ok(r#"{"status":"1","message":"OK","result":[{"hash":"secret words"}]}"#),
        Reply::Raw(b"secret words".to_vec()),
    ]
}

/// Asserts that the balances are present and the history is reported missing.
#[track_caller]
fn assert_no_history(info: &Value) {
    assert_eq!(info["source"]["partial"], json!(["history"]), "{info}");
    assert_eq!((&info["transactions"], &info["nextCursor"]), (&json!([]), &Value::Null));
    assert_eq!(info["balances"][0]["balance"]["amount"], "5");
    assert!(!info.to_string().contains("secret"), "{info}");
}

#[tokio::test(start_paused = true)]
async fn failing_history_is_reported_missing() {
    for kind in ["etherscan", "blockscout", "blockbook"] {
        let mut checks = JoinSet::new();
        for reply in faults() {
            checks.spawn(async move {
                let app = App::with(kind).await;
                app.fixture().node.coin = 5;
                app.fixture().instead = Some(reply);
                assert_no_history(&app.info().await);
            });
        }
        checks.join_all().await;
    }
}

#[tokio::test(start_paused = true)]
async fn single_failing_list_makes_the_history_missing() {
    for action in ["txlist", "tokentx"] {
        let app = App::new().await;
        {
            let mut fixture = app.fixture();
            fixture.node.coin = 5;
            fixture.index.transactions = vec![sent(1, 170, "5")];
            fixture.index.instead_of.insert(action, error_reply("Invalid API Key"));
        }
        assert_no_history(&app.info().await);
    }
}

#[tokio::test(start_paused = true)]
async fn failing_balances_are_an_error() {
    for (reply, status, code) in [
        (Reply::json(500, "secret words"), 502, "upstream_error"),
        (Reply::json(503, "secret words"), 503, "upstream_unavailable"),
        (Reply::Hang, 504, "upstream_timeout"),
        (Reply::ok("{}"), 502, "upstream_error"),
    ] {
        let app = App::new().await;
        app.fixture().index.transactions = vec![sent(1, 170, "5")];
        app.fixture().instead_of_node = Some(reply);
        let response = app.get(&format!("eth?address={OWN}")).await;
        response.assert_error(status, code, None);
        assert!(!response.text.contains("secret"), "{}", response.text);
    }
}

#[tokio::test(start_paused = true)]
async fn balances_are_returned_without_an_index() {
    let app = App::over(
        |url| format!("jsonrpc+{url}/rpc"),
        HttpClient::new(timeouts().limits).expect("a client"),
    )
    .await;
    app.fixture().node.coin = 5;
    assert_no_history(&app.info().await);
}

#[tokio::test(start_paused = true)]
async fn empty_lists_in_error_form_are_not_errors() {
    for (message, result) in [
        ("No transactions found", json!([])),
        ("No records found", json!([])),
        ("No internal transactions found", json!(null)),
        ("No token transfers found", json!([])),
    ] {
        let app = App::new().await;
        let body = json!({ "status": "0", "message": message, "result": result }).to_string();
        app.fixture().instead = Some(Reply::ok(body));
        let info = app.info().await;
        assert_eq!(
            (&info["source"]["partial"], &info["transactions"]),
            (&Value::Null, &json!([])),
            "{message}"
        );
    }
    // An empty list without a known message is an error.
    let app = App::new().await;
    app.fixture().node.coin = 5;
    app.fixture().instead = Some(Reply::ok(
        r#"{"status":"0","message":"Something went wrong.","result":[]}"#,
    ));
    assert_no_history(&app.info().await);
}

#[tokio::test(start_paused = true)]
async fn missing_key_with_rows_is_not_an_error() {
    let app = App::new().await;
    let message = "OK-Missing/Invalid API Key, rate limit of 1/5sec applied";
    let body = json!({ "status": "1", "message": message, "result": [sent(1, 170, "5")] }).to_string();
    app.fixture().index.instead_of.insert("txlist", Reply::ok(body));
    assert_eq!(app.info().await["transactions"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(start_paused = true)]
async fn rate_limited_request_is_retried_later() {
    let app = App::new().await;
    app.fixture().node.coin = 5;
    app.fixture().instead = Some(error_reply("Max rate limit reached"));
    // The request is retried while the backoff is short; then the index is backed off.
    assert_no_history(&app.info().await);
    let requests = app.requested_paths().len();
    assert!((3..=9).contains(&requests), "{requests}");
    // The backoff of a daily limit applies immediately.
    let app = App::new().await;
    app.fixture().node.coin = 5;
    app.fixture().instead = Some(error_reply("Max daily rate limit reached"));
    for _ in 0..3 {
        assert_no_history(&app.info().await);
    }
    let requests = app.requested_paths().len();
    assert!((1..=3).contains(&requests), "{requests}");
}

#[tokio::test(start_paused = true)]
async fn failing_internal_transfers_do_not_affect_the_rest() {
    let text = "Query Timeout occured. Please select a smaller result dataset";
    let timeout = Reply::ok(json!({ "status": "0", "message": text, "result": null }).to_string());
    for kind in ["etherscan", "blockscout"] {
        let mut checks = JoinSet::new();
        for reply in faults()
            .into_iter()
            .chain([timeout.clone(), error_reply("Invalid API Key")])
        {
            checks.spawn(async move {
                let app = App::with(kind).await;
                {
                    let index = &mut app.fixture().index;
                    index.transactions = vec![sent(1, 170, "5")];
                    index.tokens = vec![token(2, 171, LISTED, "9")];
                    index.instead_of.insert("txlistinternal", reply.clone());
                }
                let info = app.info().await;
                let transactions = info["transactions"].as_array().map(Vec::len);
                // A server that limits requests is not requested further.
                if !matches!(&reply, Reply::Response { status: 429 | 503, .. }) {
                    assert_eq!(
                        (transactions, &info["source"]["partial"]),
                        (Some(2), &json!(["internal-transfers"])),
                        "{kind} {reply:?}: {info}"
                    );
                }
            });
        }
        checks.join_all().await;
    }
}

/// Internal transfers that one index lacks are read from another one.
#[tokio::test(start_paused = true)]
async fn second_index_provides_the_internal_transfers() {
    let app = App::over(
        |url| format!("jsonrpc+{url}/rpc,etherscan+{url}/v2/api,blockbook+{url}/index"),
        HttpClient::new(timeouts().limits).expect("a client"),
    )
    .await;
    {
        let index = &mut app.fixture().index;
        index.transactions = vec![sent(1, 170, "5")];
        index
            .instead_of
            .insert("txlistinternal", error_reply("Error! Missing Or invalid Action name"));
        index.blockbook = vec![blockbook(1, 170, "5")];
    }
    assert_eq!(app.info().await["source"]["partial"], Value::Null);
    app.fixture().index.coin = "Ethereum";
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], json!(["internal-transfers"]));
    assert_eq!(info["transactions"].as_array().map(Vec::len), Some(1));
}

/// Returns a list response with the rows.
fn list(rows: &[Value]) -> Reply {
    Reply::ok(json!({ "status": "1", "message": "OK", "result": rows }).to_string())
}

#[tokio::test(start_paused = true)]
async fn unreadable_row_is_omitted_and_disclosed() {
    let huge = "9".repeat(90);
    for (index, field, invalid) in [
        (0, "hash", json!("0x00")),
        (0, "hash", Value::Null),
        (0, "timeStamp", json!("yesterday")),
        (0, "from", json!("")),
        (0, "from", json!("GENESIS")),
        (0, "from", json!("0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")),
        (0, "from", json!({ "secret": "words" })),
        (0, "to", json!("0x00")),
        (0, "value", json!("-1")),
        (0, "value", json!(1.5)),
        (0, "value", json!(huge)),
        (0, "gasPrice", json!(huge)),
        (0, "isError", json!("no")),
        (0, "txreceipt_status", json!("x")),
        (1, "isError", json!("no")),
        (1, "value", json!("1.5")),
        (1, "to", json!("secret words")),
        (1, "to", json!("")),
        (2, "to", Value::Null),
        (2, "value", Value::Null),
        (2, "contractAddress", json!("")),
        (2, "value", json!("x")),
        (2, "transactionIndex", json!("4294967296")),
    ] {
        let app = App::new().await;
        {
            let mut fixture = app.fixture();
            let rows = |salt| {
                [
                    sent(salt, 170, "5"),
                    internal(salt, 170, "5"),
                    token(salt, 170, LISTED, "5"),
                ][index]
                    .clone()
            };
            let rows = [rows(3), with(rows(2), &json!({ field: invalid })), rows(1)];
            let list_name = ["txlist", "txlistinternal", "tokentx"][index];
            fixture.index.instead_of.insert(list_name, list(&rows));
        }
        let info = app.info().await;
        assert_eq!(info["source"]["partial"], json!(["rows"]), "{field} {invalid}");
        assert_eq!(
            info["transactions"].as_array().map(Vec::len),
            Some(2),
            "{field} {invalid}"
        );
        assert!(!info.to_string().contains("secret"), "{info}");
    }
}

#[tokio::test(start_paused = true)]
async fn numbers_and_hex_are_readable() {
    let app = App::new().await;
    let plain = sent(1, 170, "5");
    let fields = json!({ "blockNumber": 170, "timeStamp": "0x6553f1aa", "nonce": 1, "gasUsed": "0x5208", "value": 5,
        "transactionIndex": "0x1", "isError": 0, "txreceipt_status": 1 });
    app.fixture().index.transactions = vec![plain.clone()];
    let expected = app.info().await;
    app.fixture()
        .index
        .instead_of
        .insert("txlist", list(&[with(plain, &fields)]));
    let info = app.info().await;
    assert_eq!(info["transactions"], expected["transactions"]);
    assert_eq!(info["source"]["partial"], Value::Null);
}

#[tokio::test(start_paused = true)]
async fn rows_without_any_block_are_not_a_list() {
    for height in [json!(""), json!("-1"), Value::Null] {
        let app = App::new().await;
        app.fixture().node.coin = 5;
        let rows = [with(sent(1, 170, "5"), &json!({ "blockNumber": height }))];
        app.fixture().index.instead_of.insert("txlist", list(&rows));
        assert_no_history(&app.info().await);
    }
}

/// Anyone can look at an address with such a row.
#[tokio::test(start_paused = true)]
async fn unreadable_rows_do_not_close_the_index_for_others() {
    for kind in ["etherscan", "blockscout", "blockbook"] {
        let app = App::with(kind).await;
        app.fixture().index.transactions = vec![with(sent(1, 170, "5"), &json!({ "hash": "GENESIS" }))];
        app.fixture().index.blockbook = vec![with(blockbook(1, 170, "5"), &json!({ "txid": "GENESIS" }))];
        for _ in 0..100 {
            let info = app.info().await;
            let partial = info["source"]["partial"].as_array().expect("a list");
            assert!(partial.contains(&json!("rows")), "{kind}: {info}");
        }
        app.fixture().index.transactions = vec![sent(1, 170, "5")];
        app.fixture().index.blockbook = vec![blockbook(1, 170, "5")];
        let info = app.info().await;
        assert_eq!(info["transactions"].as_array().map(Vec::len), Some(1), "{kind}: {info}");
    }
}

#[tokio::test(start_paused = true)]
async fn second_index_replaces_the_first() {
    let app = App::over(
        |url| format!("jsonrpc+{url}/rpc,etherscan+{url}/v2/api,blockbook+{url}/index"),
        HttpClient::new(timeouts().limits).expect("a client"),
    )
    .await;
    {
        let index = &mut app.fixture().index;
        for action in ["txlist", "txlistinternal", "tokentx"] {
            index
                .instead_of
                .insert(action, error_reply("Free API access is not supported for this chain"));
        }
        index.blockbook = vec![blockbook(1, 170, "5")];
    }
    let info = app.info().await;
    assert_eq!(info["transactions"].as_array().map(Vec::len), Some(1));
    assert_eq!(info["source"]["partial"], Value::Null);
}

/// A key store with the same key for every host.
struct OneKey;

#[async_trait]
impl UpstreamKeys for OneKey {
    async fn key(&self, _: &str) -> Result<SecretString, UpstreamKeyError> {
        Ok("0secret/key".into())
    }
}

#[tokio::test(start_paused = true)]
async fn key_is_sent_and_never_returned() {
    let client = HttpClient::new(timeouts().limits)
        .expect("a client")
        .with_keys(Arc::new(OneKey));
    let app = App::over(
        |url| format!("jsonrpc+{url}/rpc,etherscan+{url}/v2/api?apikey={{key}}"),
        client,
    )
    .await;
    app.fixture().node.coin = 5;
    app.fixture().index.transactions = vec![sent(1, 170, "5")];
    assert_eq!(app.info().await["transactions"].as_array().map(Vec::len), Some(1));
    let start = "/v2/api?apikey=0secret%2Fkey&chainid=1&module=account&";
    assert!(
        app.requested_paths().iter().all(|path| path.starts_with(start)),
        "{:?}",
        app.requested_paths()
    );
    app.fixture().instead = Some(error_reply("Invalid API Key 0secret/key in ?apikey=0secret%2Fkey"));
    assert_no_history(&app.info().await);
}
