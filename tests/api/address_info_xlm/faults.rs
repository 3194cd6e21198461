//! Faults of Horizons: a failed history is marked as partial, failed balances are an error, and neither yields an empty
//! list or a zero.
//!
//! Each fault runs against a separate service, because repeated failures open the circuit breaker.

use super::App;
use super::fixture::{OTHER, OWN};
use super::horizon::{problem, problem_with};
use super::records::{account, amount, and, hash, payment};
use crate::support::stub::Reply;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::task::JoinSet;

/// Returns the faults, each with the status and code of the error if the balances fail.
fn faults() -> Vec<(Reply, u16, &'static str)> {
    let extras = json!({ "invalid_field": "secret words", "reason": "secret words",
        "result_codes": { "transaction": "secret words" } });
    vec![
        (problem_with(400, "bad_request", &extras), 502, "upstream_error"),
        (problem(403, "forbidden"), 502, "upstream_error"),
        (problem(404, "not_here"), 502, "upstream_error"),
        (Reply::json(404, r#"{"secret":"words"}"#), 502, "upstream_error"),
        (
            Reply::text(404, "text/html", "<html>secret words"),
            502,
            "upstream_error",
        ),
        (problem(406, "not_acceptable"), 502, "upstream_error"),
        (problem(429, "rate_limit_exceeded"), 503, "upstream_unavailable"),
        (
            problem(429, "rate_limit_exceeded").with_header("retry-after: 7"),
            503,
            "upstream_unavailable",
        ),
        (problem(500, "server_error"), 502, "upstream_error"),
        (problem(501, "not_implemented"), 502, "upstream_error"),
        (problem(503, "stale_history"), 503, "upstream_unavailable"),
        (problem(503, "still_ingesting"), 503, "upstream_unavailable"),
        // A gateway response without its origin server.
        (problem(504, "timeout"), 503, "upstream_unavailable"),
        (Reply::Hang, 504, "upstream_timeout"),
        (Reply::Drip(Duration::from_millis(100)), 504, "upstream_timeout"),
        (Reply::Reset, 503, "upstream_unavailable"),
        (Reply::Flood, 502, "upstream_error"),
        (
            Reply::text(200, "text/html", "<html>secret words"),
            502,
            "upstream_error",
        ),
        (Reply::ok(""), 502, "upstream_error"),
        (Reply::ok("null"), 502, "upstream_error"),
        (Reply::ok("[]"), 502, "upstream_error"),
        (Reply::ok("{}"), 502, "upstream_error"),
        (Reply::ok(r#"{"secret":"words"}"#), 502, "upstream_error"),
        (
            Reply::ok(r#"{"_embedded":{"records":["secret words"]}}"#),
            502,
            "upstream_error",
        ),
        (
            Reply::ok(r#"{"_embedded":{"records":[{"id":"secret words"}]}}"#),
            502,
            "upstream_error",
        ),
        (Reply::ok("[".repeat(100_000)), 502, "upstream_error"),
        (Reply::Raw(b"secret words".to_vec()), 502, "upstream_error"),
    ]
}

#[tokio::test(start_paused = true)]
async fn failed_history_is_marked_partial() {
    let mut checks = JoinSet::new();
    for (reply, ..) in faults() {
        checks.spawn(async move {
            let app = App::with_operations(vec![payment(7, 1)]).await;
            app.ledger().instead_of.insert("operations", reply);
            let info = app.info().await;
            assert_eq!(info["source"]["partial"], json!(["history"]), "{info}");
            assert_eq!((&info["transactions"], &info["nextCursor"]), (&json!([]), &Value::Null));
            assert_eq!(info["balances"][0]["balance"], amount("1000000000"));
            assert!(!info.to_string().contains("secret"), "{info}");
        });
    }
    checks.join_all().await;
}

#[tokio::test(start_paused = true)]
async fn failed_balances_are_an_error() {
    let mut checks = JoinSet::new();
    for (reply, status, code) in faults() {
        checks.spawn(async move {
            let app = App::with_operations(vec![payment(7, 1)]).await;
            app.ledger().instead_of.insert("accounts", reply);
            let response = app.get(&format!("xlm?address={OWN}")).await;
            response.assert_error(status, code, None);
            assert_eq!(
                response.headers.contains_key("retry-after"),
                status == 503,
                "{}",
                response.text
            );
            assert!(!response.text.contains("secret"), "{}", response.text);
        });
    }
    checks.join_all().await;
}

#[tokio::test(start_paused = true)]
async fn missing_latest_ledger_is_an_error() {
    let mut checks = JoinSet::new();
    for (reply, ..) in faults() {
        checks.spawn(async move {
            let app = App::with_operations(vec![payment(7, 1)]).await;
            app.ledger().instead_of.insert("ledgers", reply);
            let response = app.get(&format!("xlm?address={OWN}")).await;
            // The search for a Horizon in sync may fail before the request does.
            assert!(matches!(response.status.as_u16(), 502..=504), "{}", response.text);
            assert!(!response.text.contains("secret"), "{}", response.text);
        });
    }
    checks.join_all().await;
}

#[tokio::test(start_paused = true)]
async fn failure_of_both_lists_returns_balances_only() {
    let app = App::with_operations(vec![payment(7, 1)]).await;
    for list in ["operations", "claimable_balances"] {
        app.ledger().instead_of.insert(list, problem(500, "server_error"));
    }
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], json!(["history", "claimable-balances"]));
    assert_eq!((&info["activated"], &info["transactions"]), (&json!(true), &json!([])));
}

#[tokio::test(start_paused = true)]
async fn lagging_horizon_or_one_of_another_network_is_not_used() {
    let app = App::with_operations(Vec::new()).await;
    let root = json!({ "network_passphrase": "Test SDF Network ; September 2015" }).to_string();
    app.ledger().instead_of.insert("", Reply::ok(root));
    let response = app.get(&format!("xlm?address={OWN}")).await;
    response.assert_error(503, "upstream_unavailable", None);
    let app = App::with_operations(Vec::new()).await;
    app.ledger().closed_at = "2027-01-15T07:50:00Z";
    let response = app.get(&format!("xlm?address={OWN}")).await;
    response.assert_error(503, "upstream_unavailable", None);
}

#[tokio::test(start_paused = true)]
async fn invalid_accounts_are_rejected() {
    for (pointer, wrong) in [
        ("/account_id", json!(OTHER)),
        ("/sequence", json!("secret words")),
        ("/subentry_count", json!(-1)),
        ("/subentry_count", json!("0")),
        ("/balances", json!([])),
        ("/balances/0/balance", json!("-1.0000000")),
        ("/balances/0/balance", json!("1e3")),
        ("/balances/0/balance", json!("922337203685.4775808")),
        ("/balances/0/asset_type", json!("secret words")),
        ("/num_sponsoring", json!("secret words")),
    ] {
        let app = App::new().await;
        let mut wrong_account = account(OWN, "1.0000000");
        *wrong_account.pointer_mut(pointer).expect(pointer) = wrong;
        app.ledger().accounts.insert(OWN.to_owned(), wrong_account);
        let response = app.get(&format!("xlm?address={OWN}")).await;
        response.assert_error(502, "upstream_error", None);
        assert!(!response.text.contains("secret"), "{}", response.text);
    }
}

#[tokio::test(start_paused = true)]
async fn operation_without_an_id_is_not_a_record() {
    let mut record = payment(7, 1);
    record["id"] = json!("secret words");
    let app = App::with_operations(vec![record]).await;
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], json!(["history"]));
    assert!(!info.to_string().contains("secret"), "{info}");
}

#[tokio::test(start_paused = true)]
async fn transaction_with_an_unreadable_operation_is_omitted_and_disclosed() {
    for fields in [
        json!({ "type": 7 }),
        json!({ "type": null }),
        json!({ "source_account": "secret words" }),
        json!({ "from": "secret words" }),
        json!({ "to": null }),
        json!({ "amount": "-1.0000000" }),
        json!({ "amount": "922337203685.4775808" }),
        json!({ "asset_type": "credit_alphanum4", "asset_code": "<b>", "asset_issuer": OTHER }),
        json!({ "asset_type": "secret words" }),
        json!({ "from_muxed": "secret words" }),
        json!({ "transaction": null }),
        json!({ "transaction": { "hash": "secret words" } }),
        json!({ "transaction": { "ledger": -1 } }),
        json!({ "transaction": { "created_at": "secret words" } }),
        json!({ "transaction": { "successful": "true" } }),
        json!({ "transaction": { "fee_charged": "-1" } }),
        json!({ "transaction": { "fee_charged": -1 } }),
        json!({ "transaction": { "fee_charged": null } }),
        json!({ "transaction": { "memo_type": "secret words" } }),
        json!({ "transaction": { "memo_type": "id", "memo": "secret words" } }),
        json!({ "transaction": { "memo_type": "id", "memo": null } }),
        json!({ "transaction": { "memo_type": "hash", "memo": "c2VjcmV0" } }),
        json!({ "transaction": { "memo_type": "return", "memo": "secret words" } }),
        json!({ "transaction": { "memo_type": "text", "memo": "secret words, too long for a memo" } }),
        json!({ "transaction": { "memo_type": "text", "memo_bytes": "secret words" } }),
        json!({ "transaction": { "source_account": "secret words" } }),
    ] {
        let mut record = payment(7, 2);
        for (name, value) in fields.as_object().expect("an object") {
            record[name] = if value.is_object() {
                and(record[name].clone(), value)
            } else {
                value.clone()
            };
        }
        let app = App::with_operations(vec![payment(8, 1), record, payment(7, 1), payment(6, 1)]).await;
        // Repeated failures would open the circuit breaker.
        for _ in 0..7 {
            let info = app.info().await;
            assert_eq!(info["source"]["partial"], json!(["rows"]), "{fields}");
            let txids = info["transactions"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|entry| &entry["txid"]);
            assert_eq!(
                txids.collect::<Vec<_>>(),
                [&json!(hash(8)), &json!(hash(6))],
                "{fields}"
            );
            assert!(!info.to_string().contains("secret"), "{info}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn inconsistent_pages_are_rejected() {
    for records in [
        vec![payment(3, 1), payment(4, 1)],
        vec![payment(3, 1), payment(3, 1)],
        vec![payment(3, 1); 200],
    ] {
        let app = App::with_operations(Vec::new()).await;
        let page = super::horizon::page(&records).to_string();
        app.ledger().instead_of.insert("operations", Reply::ok(page));
        assert_eq!(app.info().await["source"]["partial"], json!(["history"]));
    }
}
