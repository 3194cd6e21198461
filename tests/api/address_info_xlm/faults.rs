//! Horizons that fail: a history that fails is said to be missing, balances that fail are an error, and neither is ever an
//! empty list or a zero.
//!
//! Each fault has a service of its own: one that failed too often is left alone.

use super::App;
use super::horizon::{problem, problem_with};
use super::records::{account, amount, and, payment};
use super::world::{OTHER, OWN};
use crate::support::stub::Reply;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::task::JoinSet;

/// What goes wrong, and how it is told when the balances depend on it.
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
        // The answer of a gateway that lost the server behind it.
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

#[tokio::test]
async fn a_history_that_fails_is_said_to_be_missing() {
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

#[tokio::test]
async fn balances_that_fail_are_an_error() {
    let mut checks = JoinSet::new();
    for (reply, status, code) in faults() {
        checks.spawn(async move {
            let app = App::with_operations(vec![payment(7, 1)]).await;
            app.ledger().instead_of.insert("accounts", reply);
            let answer = app.get(&format!("xlm?address={OWN}")).await;
            answer.assert_error(status, code, None);
            assert_eq!(
                answer.headers.contains_key("retry-after"),
                status == 503,
                "{}",
                answer.text
            );
            assert!(!answer.text.contains("secret"), "{}", answer.text);
        });
    }
    checks.join_all().await;
}

#[tokio::test]
async fn without_the_newest_ledger_nothing_is_told() {
    let mut checks = JoinSet::new();
    for (reply, ..) in faults() {
        checks.spawn(async move {
            let app = App::with_operations(vec![payment(7, 1)]).await;
            app.ledger().instead_of.insert("ledgers", reply);
            let answer = app.get(&format!("xlm?address={OWN}")).await;
            // The search for a Horizon that keeps up may fail before the question does.
            assert!(matches!(answer.status.as_u16(), 502..=504), "{}", answer.text);
            assert!(!answer.text.contains("secret"), "{}", answer.text);
        });
    }
    checks.join_all().await;
}

#[tokio::test]
async fn nothing_but_balances_is_told_when_both_lists_fail() {
    let app = App::with_operations(vec![payment(7, 1)]).await;
    for list in ["operations", "claimable_balances"] {
        app.ledger().instead_of.insert(list, problem(500, "server_error"));
    }
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], json!(["history", "claimable-balances"]));
    assert_eq!((&info["activated"], &info["transactions"]), (&json!(true), &json!([])));
}

#[tokio::test]
async fn a_horizon_of_another_network_or_behind_serves_nothing() {
    let app = App::with_operations(Vec::new()).await;
    let root = json!({ "network_passphrase": "Test SDF Network ; September 2015" }).to_string();
    app.ledger().instead_of.insert("", Reply::ok(root));
    let answer = app.get(&format!("xlm?address={OWN}")).await;
    answer.assert_error(503, "upstream_unavailable", None);
    let app = App::with_operations(Vec::new()).await;
    app.ledger().closed_at = "2027-01-15T07:50:00Z";
    let answer = app.get(&format!("xlm?address={OWN}")).await;
    answer.assert_error(503, "upstream_unavailable", None);
}

#[tokio::test]
async fn accounts_that_cannot_be_are_refused() {
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
        let answer = app.get(&format!("xlm?address={OWN}")).await;
        answer.assert_error(502, "upstream_error", None);
        assert!(!answer.text.contains("secret"), "{}", answer.text);
    }
}

#[tokio::test]
async fn operations_that_cannot_be_are_refused() {
    for fields in [
        json!({ "id": "secret words" }),
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
        json!({ "transaction": { "source_account": "secret words" } }),
    ] {
        let mut record = payment(7, 1);
        for (name, value) in fields.as_object().expect("an object") {
            record[name] = if value.is_object() {
                and(record[name].clone(), value)
            } else {
                value.clone()
            };
        }
        let app = App::with_operations(vec![record]).await;
        let info = app.info().await;
        assert_eq!(info["source"]["partial"], json!(["history"]), "{fields}");
        assert!(!info.to_string().contains("secret"), "{info}");
    }
}

#[tokio::test]
async fn pages_that_lie_are_refused() {
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
