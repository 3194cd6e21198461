//! Payment operations: the reported action and the change of the lumen balance.

use super::App;
use super::fixture::{CONTRACT, OTHER, OTHER_MUXED_7, OWN};
use super::records::{amount, and, only, record, usd, usd_fields, xlm};
use serde_json::{Value, json};

/// Returns the actions, value, sender and recipient of a transaction with this single operation.
async fn report(kind: &str, fields: Value) -> (Value, Value, Value, Value) {
    let shown = App::with_operations(only(kind, &fields)).await.latest().await;
    assert_eq!((&shown["status"], &shown["fee"]), (&json!("confirmed"), &amount("200")));
    let field = |name: &str| shown[name].clone();
    (field("actions"), field("value"), field("from"), field("to"))
}

/// Checks the action reported for the operation, the change of the account's lumen balance, and the recipient.
async fn check(kind: &str, fields: Value, action: Value, value: &str, to: &str) {
    let expected = (json!([action]), amount(value), json!(OWN), json!(to));
    assert_eq!(report(kind, fields).await, expected, "{kind}");
}

#[tokio::test]
async fn account_creation_by_and_for_the_account() {
    for (funder, created, value) in [(OWN, OTHER, "-25000000"), (OTHER, OWN, "25000000")] {
        check(
            "create_account",
            json!({ "starting_balance": "2.5000000", "funder": funder, "account": created }),
            json!({ "type": "create-account", "asset": xlm(), "value": amount("25000000"), "from": funder,
                "to": created }),
            value,
            created,
        )
        .await;
    }
    // A sponsored account may start with a balance of 0.
    check(
        "create_account",
        json!({ "starting_balance": "0.0000000", "funder": OTHER, "account": OWN, "sponsor": OTHER }),
        json!({ "type": "create-account", "asset": xlm(), "value": amount("0"), "from": OTHER, "to": OWN }),
        "0",
        OWN,
    )
    .await;
}

#[tokio::test]
async fn lumen_payments_in_both_directions() {
    for (from, to, value) in [
        (OWN, OTHER, "-9223372036854775807"),
        (OTHER, OWN, "9223372036854775807"),
        (OWN, OWN, "0"),
    ] {
        check(
            "payment",
            json!({ "from": from, "to": to, "asset_type": "native", "amount": "922337203685.4775807" }),
            json!({ "type": "transfer", "asset": xlm(), "value": amount("9223372036854775807"), "from": from,
                "to": to }),
            value,
            to,
        )
        .await;
    }
}

#[tokio::test]
async fn asset_payments_move_no_lumens() {
    check(
        "payment",
        and(
            json!({ "from": OTHER, "to": OWN, "amount": "5.0000000" }),
            &usd_fields(""),
        ),
        json!({ "type": "transfer", "asset": usd(), "value": amount("50000000"), "from": OTHER, "to": OWN }),
        "0",
        OWN,
    )
    .await;
}

#[tokio::test]
async fn path_payments_show_both_sides() {
    let (native, asset) = (
        |prefix: &str| json!({ (format!("{prefix}asset_type")): "native" }),
        usd_fields,
    );
    for (kind, bound) in [
        ("path_payment_strict_receive", json!({ "source_max": "9.5000000" })),
        ("path_payment_strict_send", json!({ "destination_min": "4.0000000" })),
        // The name in Horizons before 2019.
        ("path_payment", json!({ "source_max": "9.5000000" })),
    ] {
        let action = if kind == "path_payment" {
            "path_payment_strict_receive"
        } else {
            kind
        }
        .replace('_', "-");
        for (source, arrives, sent, shown, from, to, value) in [
            (native("source_"), asset(""), xlm(), usd(), OWN, OTHER, "-90000000"),
            (asset("source_"), native(""), usd(), xlm(), OWN, OTHER, "0"),
            (asset("source_"), native(""), usd(), xlm(), OTHER, OWN, "50000000"),
            (native("source_"), asset(""), xlm(), usd(), OTHER, OWN, "0"),
            (native("source_"), native(""), xlm(), xlm(), OWN, OWN, "-40000000"),
            (asset("source_"), native(""), usd(), xlm(), OWN, OWN, "50000000"),
        ] {
            let fields = json!({ "from": from, "to": to, "amount": "5.0000000", "source_amount": "9.0000000",
                "path": [{ "asset_type": "native" }, usd_fields("")] });
            check(
                kind,
                and(and(fields, &bound), &and(source, &arrives)),
                json!({ "type": action, "asset": shown, "value": amount("50000000"), "sourceAsset": sent,
                    "sourceValue": amount("90000000"), "from": from, "to": to }),
                value,
                to,
            )
            .await;
        }
    }
}

#[tokio::test]
async fn merge_amount_comes_from_the_result() {
    for (account, into, value) in [(OWN, OTHER, "-770000000"), (OTHER, OWN, "770000000")] {
        check(
            "account_merge",
            json!({ "account": account, "into": into, "transaction": { "result_xdr": super::results::MERGED } }),
            json!({ "type": "account-merge", "destination": into }),
            value,
            into,
        )
        .await;
    }
    // Without the result, the amount is unknown.
    check(
        "account_merge",
        json!({ "account": OTHER, "into": OWN }),
        json!({ "type": "account-merge", "destination": OWN }),
        "0",
        OWN,
    )
    .await;
}

#[tokio::test]
async fn contract_calls_show_their_balance_changes() {
    let change = |kind: &str, from: Value, to: Value, units: &str| json!({ "asset_type": "native", "type": kind, "from": from, "to": to, "amount": units });
    let changes = json!([
        change("transfer", json!(OWN), json!(CONTRACT), "5.0000000"),
        change("transfer", json!(CONTRACT), json!(OWN), "0.0000002"),
        and(
            json!({ "type": "mint", "to": OTHER, "amount": "1.0000000", "destination_muxed_id": "7" }),
            &usd_fields("")
        ),
        and(
            json!({ "type": "burn", "from": OWN, "amount": "2.0000000" }),
            &usd_fields("")
        ),
    ]);
    let fields = json!({ "function": "HostFunctionTypeHostFunctionTypeInvokeContract", "address": "", "salt": "",
        "parameters": [{ "value": "AAAA", "type": "Sym" }], "asset_balance_changes": changes });
    let moved = |asset: Value, units: &str, from: &str, to: &str| json!({ "type": "transfer", "asset": asset, "value": amount(units), "from": from, "to": to });
    let expected = json!([
        moved(xlm(), "50000000", OWN, CONTRACT),
        moved(xlm(), "2", CONTRACT, OWN),
        moved(usd(), "10000000", "", OTHER_MUXED_7),
        moved(usd(), "20000000", OWN, ""),
    ]);
    let (actions, value, _, to) = report("invoke_host_function", fields).await;
    assert_eq!((actions, value, to), (expected, amount("-49999998"), json!(CONTRACT)));
}

#[tokio::test]
async fn amounts_that_only_contracts_can_hold_are_disclosed() {
    let change = |units: &str| json!({ "asset_type": "native", "type": "transfer", "from": CONTRACT, "to": CONTRACT, "amount": units });
    let changes = json!([change("17014118346046923173168730371588.4105727"), change("0.0000002")]);
    let fields = json!({ "asset_balance_changes": changes });
    let info = App::with_operations(only("invoke_host_function", &fields))
        .await
        .info()
        .await;
    let actions = info["transactions"][0]["actions"].as_array().map(Vec::len);
    assert_eq!((actions, &info["source"]["partial"]), (Some(1), &json!(["rows"])));
}

#[tokio::test]
async fn value_is_the_sum_of_operations_and_first_payment_sets_recipient() {
    let pay =
        |from: &str, to: &str, units: &str| json!({ "from": from, "to": to, "asset_type": "native", "amount": units });
    let app = App::with_operations(vec![
        record(7, 4, "payment", &pay(OTHER, OWN, "0.0000100")),
        record(7, 3, "payment", &pay(OWN, OTHER, "0.0000030")),
        record(7, 2, "payment", &pay(OWN, OTHER, "0.0000005")),
        record(7, 1, "manage_data", &json!({ "name": "note", "value": "AA==" })),
    ])
    .await;
    let shown = app.latest().await;
    assert_eq!((&shown["value"], &shown["to"]), (&amount("65"), &json!(OTHER)));
    let kinds: Vec<_> = shown["actions"]
        .as_array()
        .expect("an array")
        .iter()
        .map(|action| &action["type"])
        .collect();
    assert_eq!(kinds, ["manage-data", "transfer", "transfer", "transfer"]);
}

#[tokio::test]
async fn sums_above_i64_are_reported_unchanged() {
    let most = json!({ "from": OWN, "to": OTHER, "asset_type": "native", "amount": "922337203685.4775807" });
    let app = App::with_operations((1..=3).rev().map(|place| record(7, place, "payment", &most)).collect()).await;
    assert_eq!(app.latest().await["value"], amount("-27670116110564327421"));
}
