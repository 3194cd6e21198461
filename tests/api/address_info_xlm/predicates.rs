//! Predicates in Horizon's format, and the resulting claim windows (CAP-23).

use super::App;
use super::claimable::balance;
use super::fixture::NOW;
use serde_json::{Value, json};

/// Returns the status and conditions of a balance with this predicate.
async fn report(predicate: &Value) -> (Value, Value) {
    let app = App::new().await;
    app.ledger().claimable = vec![balance(5, predicate)];
    let info = app.info().await;
    let claimable = &info["claimableBalances"][0];
    (claimable["status"].clone(), claimable["conditions"].clone())
}

async fn check(predicate: Value, status: &str, conditions: Value) {
    assert_eq!(report(&predicate).await, (json!(status), conditions), "{predicate}");
}

/// Returns a predicate for claims before this Unix time, in Horizon's format.
fn before(time: u64) -> Value {
    json!({ "abs_before": "2027-01-15T08:00:00Z", "abs_before_epoch": time.to_string() })
}

fn not(part: Value) -> Value {
    Value::from_iter([("not", part)])
}

fn and(left: Value, right: Value) -> Value {
    json!({ "and": vec![left, right] })
}

fn or(left: Value, right: Value) -> Value {
    json!({ "or": vec![left, right] })
}

#[tokio::test]
async fn one_condition() {
    check(json!({ "unconditional": true }), "claimable", json!({})).await;
    check(before(NOW), "expired", json!({ "validTo": NOW })).await;
    check(before(NOW + 1), "claimable", json!({ "validTo": NOW + 1 })).await;
    check(not(before(NOW)), "claimable", json!({ "validFrom": NOW })).await;
    check(not(before(NOW + 1)), "upcoming", json!({ "validFrom": NOW + 1 })).await;
}

#[tokio::test]
async fn never_claimable_balance_is_expired() {
    for never in [
        json!({}),
        not(json!({ "unconditional": true })),
        before(0),
        and(before(100), not(before(100))),
        and(before(NOW + 5), not(before(NOW + 10))),
        not(or(before(NOW + 5), not(before(NOW + 5)))),
    ] {
        check(never, "expired", json!({})).await;
    }
}

#[tokio::test]
async fn window_of_two_conditions() {
    let (past, later, much_later) = (NOW - 50, NOW + 50, NOW + 100);
    check(
        and(not(before(past)), before(later)),
        "claimable",
        json!({ "validFrom": past, "validTo": later }),
    )
    .await;
    check(
        and(not(before(later)), before(much_later)),
        "upcoming",
        json!({ "validFrom": later, "validTo": much_later }),
    )
    .await;
    check(
        and(not(before(7)), before(past)),
        "expired",
        json!({ "validFrom": 7, "validTo": past }),
    )
    .await;
    // Two equal conditions.
    check(
        and(before(later), before(much_later)),
        "claimable",
        json!({ "validTo": later }),
    )
    .await;
    check(
        or(before(later), before(much_later)),
        "claimable",
        json!({ "validTo": much_later }),
    )
    .await;
    check(or(before(later), not(before(later))), "claimable", json!({})).await;
}

#[tokio::test]
async fn open_window_precedes_next_and_last_window() {
    let (past, later) = (NOW - 50, NOW + 50);
    check(
        or(before(past), not(before(later))),
        "upcoming",
        json!({ "validFrom": later }),
    )
    .await;
    check(
        or(before(later), not(before(later + 50))),
        "claimable",
        json!({ "validTo": later }),
    )
    .await;
    let closed = or(before(10), and(not(before(20)), before(past)));
    check(closed, "expired", json!({ "validFrom": 20, "validTo": past })).await;
}

#[tokio::test]
async fn nested_predicates_of_four_levels() {
    // Not (before 10, or from `later` on): from 10 until `later`.
    let later = NOW + 50;
    let inside = not(or(before(10), not(before(later))));
    check(inside, "claimable", json!({ "validFrom": 10, "validTo": later })).await;
    check(not(not(not(before(later)))), "upcoming", json!({ "validFrom": later })).await;
}

#[tokio::test]
async fn years_beyond_the_date_range() {
    let year_10000 = 253_402_300_800_u64;
    let dated = json!({ "abs_before": "10000-01-01T00:00:00Z", "abs_before_epoch": "253402300800" });
    check(dated.clone(), "claimable", json!({ "validTo": year_10000 })).await;
    check(not(dated), "upcoming", json!({ "validFrom": year_10000 })).await;
    let end = json!({ "abs_before": "292277026596-12-04T15:30:07Z", "abs_before_epoch": "9223372036854775807" });
    check(
        end.clone(),
        "claimable",
        json!({ "validTo": 9_223_372_036_854_775_807_u64 }),
    )
    .await;
    check(
        not(end),
        "upcoming",
        json!({ "validFrom": 9_223_372_036_854_775_807_u64 }),
    )
    .await;
}

#[tokio::test]
async fn horizons_without_the_epoch_field() {
    for (date, epoch) in [
        ("2027-01-15T08:00:00Z", 1_800_000_000_u64),
        ("10000-01-01T00:00:00Z", 253_402_300_800),
        ("+39121901036-03-29T15:30:22Z", 1_234_567_890_982_222_222),
        ("292277026596-12-04T15:30:07Z", 9_223_372_036_854_775_807),
    ] {
        check(json!({ "abs_before": date }), "claimable", json!({ "validTo": epoch })).await;
    }
    check(json!({ "abs_before": "1970-01-01T00:00:00Z" }), "expired", json!({})).await;
    check(
        json!({ "abs_before": "x", "abs_before_epoch": 1_800_000_000 }),
        "claimable",
        json!({ "validTo": 1_800_000_000 }),
    )
    .await;
}

#[tokio::test]
async fn relative_times_count_from_balance_creation() {
    // No ledger contains relative times: the network converts them to absolute times when the balance is created (here
    // 2021-04-24T14:16:59Z).
    check(
        json!({ "rel_before": "5" }),
        "expired",
        json!({ "validTo": 1_619_273_824 }),
    )
    .await;
    check(
        not(json!({ "rel_before": "5" })),
        "claimable",
        json!({ "validFrom": 1_619_273_824 }),
    )
    .await;
    // The network has no later time.
    let ever = json!({ "rel_before": "9223372036854775807" });
    check(ever, "claimable", json!({ "validTo": 9_223_372_036_854_775_807_u64 })).await;
}
