//! Claimable balances of the address. `predicates` tests the conversion of predicates to windows.

use super::App;
use super::fixture::{ISSUER, NOW, OTHER, OWN};
use super::horizon::problem;
use super::records::{account, amount, usd, xlm};
use crate::support::stub::Reply;
use serde_json::{Value, json};

/// Returns a balance in Horizon's format, with an id made from `number`.
pub fn balance(number: usize, predicate: &Value) -> Value {
    json!({ "_links": { "self": { "href": "https://evil.example" } }, "id": id(number), "asset": format!("USD:{ISSUER}"),
        "amount": "900.0000001", "sponsor": OTHER, "last_modified_ledger": 7,
        "last_modified_time": "2021-04-24T14:16:59Z",
        "claimants": [
            { "destination": OTHER, "predicate": { "unconditional": true } },
            { "destination": OWN, "predicate": predicate },
        ],
        "flags": { "clawback_enabled": false }, "paging_token": format!("{number}-{}", id(number)) })
}

fn id(number: usize) -> String {
    format!("00000000{number:064x}")
}

fn always() -> Value {
    json!({ "unconditional": true })
}

#[tokio::test]
async fn balance_contains_every_field_of_the_specification() {
    let app = App::new().await;
    let until =
        json!({ "and": [{ "not": { "abs_before_epoch": "1700000000" } }, { "abs_before_epoch": "1900000000" }] });
    app.ledger().claimable = vec![balance(5, &until)];
    let expected = json!([{ "status": "claimable", "asset": usd(), "balance": amount("9000000001"), "id": id(5),
        "from": OTHER, "to": OWN, "conditions": { "validFrom": 1_700_000_000, "validTo": 1_900_000_000 } }]);
    assert_eq!(app.info().await["claimableBalances"], expected);
}

#[tokio::test]
async fn balances_are_returned_with_and_without_an_account() {
    let app = App::new().await;
    let mut lumens = balance(5, &always());
    lumens["asset"] = json!("native");
    lumens.as_object_mut().expect("an object").remove("sponsor");
    app.ledger().claimable = vec![lumens];
    let expected = json!([{ "status": "claimable", "asset": xlm(), "balance": amount("9000000001"), "id": id(5),
        "to": OWN, "conditions": {} }]);
    let info = app.info().await;
    assert_eq!(
        (&info["activated"], &info["claimableBalances"]),
        (&json!(false), &expected)
    );
    app.ledger().put(account(OWN, "1.0000000"));
    let info = app.info().await;
    assert_eq!(
        (&info["activated"], &info["claimableBalances"]),
        (&json!(true), &expected)
    );
}

#[tokio::test]
async fn latest_ledger_time_applies_if_ahead_of_the_clock() {
    // The second close time is two minutes ahead of the service's clock.
    for (closed_at, status) in [
        ("2027-01-15T07:59:57Z", "upcoming"),
        ("2027-01-15T08:02:00Z", "claimable"),
    ] {
        let app = App::new().await;
        {
            let mut ledger = app.ledger();
            ledger.closed_at = closed_at;
            ledger.claimable = vec![balance(
                5,
                &json!({ "not": { "abs_before_epoch": (NOW + 100).to_string() } }),
            )];
        }
        let info = app.info().await;
        assert_eq!(info["claimableBalances"][0]["status"], status, "{closed_at}");
    }
}

#[tokio::test]
async fn balances_of_other_claimants_are_omitted() {
    let app = App::new().await;
    let mut foreign = balance(5, &always());
    foreign["claimants"][1]["destination"] = json!(ISSUER);
    app.ledger().claimable = vec![foreign, balance(6, &always())];
    let claimable = app.info().await["claimableBalances"].clone();
    assert_eq!(
        (claimable.as_array().map(Vec::len), &claimable[0]["id"]),
        (Some(1), &json!(id(6)))
    );
}

#[tokio::test]
async fn list_is_truncated_to_one_thousand_and_marked_partial() {
    for (held, returned, partial) in [
        (0, 0, Value::Null),
        (200, 200, Value::Null),
        (999, 999, Value::Null),
        (1200, 1000, json!(["claimable-balances"])),
    ] {
        let app = App::new().await;
        app.ledger().claimable = (0..held).rev().map(|number| balance(number, &always())).collect();
        let info = app.info().await;
        let balances = info["claimableBalances"].as_array().expect("an array");
        let ids: Vec<_> = balances
            .iter()
            .map(|balance| balance["id"].as_str().expect("an id").to_owned())
            .collect();
        let latest: Vec<_> = (0..held).rev().take(returned).map(id).collect();
        assert_eq!(ids, latest, "{held}");
        assert_eq!(info["source"]["partial"], partial, "{held}");
    }
}

#[tokio::test]
async fn failed_list_is_partial_and_the_rest_is_returned() {
    for reply in [
        problem(500, "server_error"),
        problem(404, "not_found"),
        Reply::ok("{}"),
        Reply::Reset,
    ] {
        let app = App::with_operations(vec![super::records::payment(7, 1)]).await;
        app.ledger().instead_of.insert("claimable_balances", reply);
        let info = app.info().await;
        assert_eq!(info["source"]["partial"], json!(["claimable-balances"]));
        assert_eq!(info["claimableBalances"], json!([]));
        assert_eq!(info["transactions"].as_array().map(Vec::len), Some(1));
        assert_eq!(info["balances"][0]["balance"], amount("1000000000"));
        assert!(!info.to_string().contains("secret"), "{info}");
    }
}

#[tokio::test]
async fn invalid_records_are_omitted_and_disclosed() {
    for (pointer, invalid) in [
        ("/id", json!("00")),
        ("/id", json!(7)),
        ("/asset", json!("USD")),
        ("/asset", json!("secret words:G")),
        ("/amount", json!("-1.0000000")),
        ("/amount", json!("1.00000001")),
        ("/amount", json!("922337203685.4775808")),
        ("/sponsor", json!("secret words")),
        ("/claimants", json!({})),
        ("/claimants/1/predicate", json!({ "and": [] })),
        ("/claimants/1/predicate", json!("secret words")),
        (
            "/claimants/1/predicate",
            json!({ "not": { "not": { "not": { "not": always() } } } }),
        ),
        ("/claimants/1/predicate", json!({ "abs_before_epoch": "-1" })),
        ("/claimants/1/predicate", json!({ "abs_before_epoch": -1 })),
        ("/claimants/1/predicate", json!({ "rel_before": "-1" })),
        // A condition of a later protocol is not a condition that is never true.
        ("/claimants/1/predicate", json!({ "secret_words": "7" })),
    ] {
        let app = App::new().await;
        app.ledger().put(account(OWN, "1.0000000"));
        let mut record = balance(5, &always());
        *record.pointer_mut(pointer).expect(pointer) = invalid;
        app.ledger().claimable = vec![balance(6, &always()), record, balance(4, &always())];
        let info = app.info().await;
        assert_eq!(info["source"]["partial"], json!(["rows"]), "{pointer}");
        let others = [&info["claimableBalances"][0]["id"], &info["claimableBalances"][1]["id"]];
        assert_eq!(others, [&json!(id(6)), &json!(id(4))], "{pointer}");
        assert!(!info.to_string().contains("secret"), "{info}");
    }
}
