//! Upstreams that fail: a history that fails is said to be missing, a balance that fails is an error, and neither is ever an
//! empty list or a zero.
//!
//! Each fault has a service of its own: one that failed too often is left alone.

use super::App;
use super::index::refusal;
use super::rows::{blockbook, internal, sent, token, with};
use super::world::{LIMITS, LISTED, OWN};
use crate::support::stub::Reply;
use async_trait::async_trait;
use secrecy::SecretString;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use wallet_core::ports::upstream_keys::{UpstreamKeyError, UpstreamKeys};
use wallet_upstream::client::HttpClient;

/// What goes wrong below the words of a protocol.
fn faults() -> Vec<Reply> {
    let words = r#"{"status":"0","message":"NOTOK","result":"secret words"}"#;
    vec![
        Reply::json(400, words),
        Reply::json(404, words),
        Reply::json(429, words),
        Reply::json(500, words),
        Reply::json(503, words),
        Reply::Reset,
        Reply::Hang,
        Reply::Drip(Duration::from_millis(100)),
        Reply::Flood,
        Reply::text(200, "text/html", "<html>secret words"),
        Reply::ok(words),
        Reply::ok(""),
        Reply::ok("null"),
        Reply::ok("[]"),
        Reply::ok("{}"),
        Reply::ok(r#"{"status":"1","message":"OK","result":"secret words"}"#),
        Reply::ok(r#"{"status":"1","message":"OK","result":[{"hash":"secret words"}]}"#),
        Reply::Raw(b"secret words".to_vec()),
    ]
}

/// The balances are told and the history is said to be missing.
#[track_caller]
fn assert_no_history(info: &Value) {
    assert_eq!(info["source"]["partial"], json!(["history"]), "{info}");
    assert_eq!((&info["transactions"], &info["nextCursor"]), (&json!([]), &Value::Null));
    assert_eq!(info["balances"][0]["balance"]["amount"], "5");
    assert!(!info.to_string().contains("secret"), "{info}");
}

#[tokio::test]
async fn a_history_that_fails_is_said_to_be_missing() {
    for kind in ["etherscan", "blockscout", "blockbook"] {
        let mut checks = JoinSet::new();
        for reply in faults() {
            checks.spawn(async move {
                let app = App::with(kind).await;
                app.world().node.coin = 5;
                app.world().instead = Some(reply);
                assert_no_history(&app.info().await);
            });
        }
        checks.join_all().await;
    }
}

#[tokio::test]
async fn a_list_that_fails_alone_takes_the_history_with_it() {
    for action in ["txlist", "txlistinternal", "tokentx"] {
        let app = App::new().await;
        {
            let mut world = app.world();
            world.node.coin = 5;
            world.index.transactions = vec![sent(1, 170, "5")];
            world.index.instead_of.insert(action, refusal("Invalid API Key"));
        }
        assert_no_history(&app.info().await);
    }
}

#[tokio::test]
async fn balances_that_fail_are_an_error() {
    for (reply, status, code) in [
        (Reply::json(500, "secret words"), 502, "upstream_error"),
        (Reply::json(503, "secret words"), 503, "upstream_unavailable"),
        (Reply::Hang, 504, "upstream_timeout"),
        (Reply::ok("{}"), 502, "upstream_error"),
    ] {
        let app = App::new().await;
        app.world().index.transactions = vec![sent(1, 170, "5")];
        app.world().instead_of_node = Some(reply);
        let answer = app.get(&format!("eth?address={OWN}")).await;
        answer.assert_error(status, code, None);
        assert!(!answer.text.contains("secret"), "{}", answer.text);
    }
}

#[tokio::test]
async fn without_an_index_the_balances_are_told() {
    let app = App::over(
        |url| format!("jsonrpc+{url}/rpc"),
        HttpClient::new(LIMITS).expect("a client"),
    )
    .await;
    app.world().node.coin = 5;
    assert_no_history(&app.info().await);
}

#[tokio::test]
async fn empty_lists_come_as_errors_and_are_none() {
    for (message, result) in [
        ("No transactions found", json!([])),
        ("No records found", json!([])),
        ("No internal transactions found", json!(null)),
        ("No token transfers found", json!([])),
    ] {
        let app = App::new().await;
        let body = json!({ "status": "0", "message": message, "result": result }).to_string();
        app.world().instead = Some(Reply::ok(body));
        let info = app.info().await;
        assert_eq!(
            (&info["source"]["partial"], &info["transactions"]),
            (&Value::Null, &json!([])),
            "{message}"
        );
    }
    // Without its words an empty list is no empty list.
    let app = App::new().await;
    app.world().node.coin = 5;
    app.world().instead = Some(Reply::ok(
        r#"{"status":"0","message":"Something went wrong.","result":[]}"#,
    ));
    assert_no_history(&app.info().await);
}

#[tokio::test]
async fn a_key_that_is_missing_does_not_matter_where_rows_come_all_the_same() {
    let app = App::new().await;
    let message = "OK-Missing/Invalid API Key, rate limit of 1/5sec applied";
    let body = json!({ "status": "1", "message": message, "result": [sent(1, 170, "5")] }).to_string();
    app.world().index.instead_of.insert("txlist", Reply::ok(body));
    assert_eq!(app.info().await["transactions"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_refusal_for_coming_too_soon_is_asked_again_in_its_time() {
    let app = App::new().await;
    app.world().node.coin = 5;
    app.world().instead = Some(refusal("Max rate limit reached"));
    // It comes back for so long as this time is short; then the index is paused.
    assert_no_history(&app.info().await);
    let asked = app.asked().len();
    assert!((3..=9).contains(&asked), "{asked}");
    // A pause for a day's limit is kept at once.
    let app = App::new().await;
    app.world().node.coin = 5;
    app.world().instead = Some(refusal("Max daily rate limit reached"));
    for _ in 0..3 {
        assert_no_history(&app.info().await);
    }
    let asked = app.asked().len();
    assert!((1..=3).contains(&asked), "{asked}");
}

#[tokio::test]
async fn internal_transfers_that_are_too_much_to_ask_leave_the_rest() {
    let app = App::new().await;
    {
        let index = &mut app.world().index;
        index.transactions = vec![sent(1, 170, "5")];
        let text = "Query Timeout occured. Please select a smaller result dataset";
        let body = json!({ "status": "0", "message": text, "result": null }).to_string();
        index.instead_of.insert("txlistinternal", Reply::ok(body));
    }
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], json!(["internal-transfers"]));
    assert_eq!(info["transactions"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn rows_that_cannot_be_are_refused() {
    let huge = "9".repeat(90);
    for (list, field, wrong) in [
        (0, "hash", json!("0x00")),
        (0, "hash", Value::Null),
        (0, "blockNumber", json!("")),
        (0, "blockNumber", json!("-1")),
        (0, "blockNumber", json!(170)),
        (0, "timeStamp", json!("yesterday")),
        (0, "from", json!("")),
        (0, "from", json!("secret words")),
        (0, "from", json!("0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")),
        (0, "to", json!("0x00")),
        (0, "value", json!("-1")),
        (0, "value", json!(huge)),
        (0, "gasUsed", json!("0x5208")),
        (0, "gasPrice", json!(huge)),
        (1, "value", json!("1.5")),
        (1, "to", json!("secret words")),
        (2, "contractAddress", json!("")),
        (2, "value", json!("x")),
        (2, "transactionIndex", json!("4294967296")),
    ] {
        let app = App::new().await;
        {
            let mut world = app.world();
            world.node.coin = 5;
            let row = [sent(1, 170, "5"), internal(1, 170, "5"), token(1, 170, LISTED, "5")][list].clone();
            let rows = vec![with(row, &json!({ field: wrong }))];
            let body = Reply::ok(json!({ "status": "1", "message": "OK", "result": rows }).to_string());
            world
                .index
                .instead_of
                .insert(["txlist", "txlistinternal", "tokentx"][list], body);
        }
        assert_no_history(&app.info().await);
    }
}

#[tokio::test]
async fn a_second_index_answers_for_the_first() {
    let app = App::over(
        |url| format!("jsonrpc+{url}/rpc,etherscan+{url}/v2/api,blockbook+{url}/index"),
        HttpClient::new(LIMITS).expect("a client"),
    )
    .await;
    {
        let index = &mut app.world().index;
        for action in ["txlist", "txlistinternal", "tokentx"] {
            index
                .instead_of
                .insert(action, refusal("Free API access is not supported for this chain"));
        }
        index.blockbook = vec![blockbook(1, 170, "5")];
    }
    let info = app.info().await;
    assert_eq!(info["transactions"].as_array().map(Vec::len), Some(1));
    assert_eq!(info["source"]["partial"], Value::Null);
}

/// One key for every host.
struct OneKey;

#[async_trait]
impl UpstreamKeys for OneKey {
    async fn key(&self, _: &str) -> Result<SecretString, UpstreamKeyError> {
        Ok("0secret/key".into())
    }
}

#[tokio::test]
async fn the_key_is_sent_and_never_told() {
    let client = HttpClient::new(LIMITS).expect("a client").with_keys(Arc::new(OneKey));
    let app = App::over(
        |url| format!("jsonrpc+{url}/rpc,etherscan+{url}/v2/api?apikey={{key}}"),
        client,
    )
    .await;
    app.world().node.coin = 5;
    app.world().index.transactions = vec![sent(1, 170, "5")];
    assert_eq!(app.info().await["transactions"].as_array().map(Vec::len), Some(1));
    let start = "/v2/api?apikey=0secret%2Fkey&chainid=1&module=account&";
    assert!(
        app.asked().iter().all(|path| path.starts_with(start)),
        "{:?}",
        app.asked()
    );
    app.world().instead = Some(refusal("Invalid API Key 0secret/key in ?apikey=0secret%2Fkey"));
    assert_no_history(&app.info().await);
}
