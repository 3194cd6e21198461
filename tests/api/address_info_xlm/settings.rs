//! Operations that change account settings, trustlines and authorizations by issuers.

use super::App;
use super::fixture::{ISSUER, OTHER, OWN, POOL};
use super::records::{amount, and, only, record, usd, usd_fields};
use serde_json::{Value, json};

/// Checks the action reported for an operation, without moved lumens and recipient.
async fn check(kind: &str, fields: Value, action: Value) {
    let shown = App::with_operations(only(kind, &fields)).await.latest().await;
    assert_eq!(shown["actions"], json!([action]), "{kind}");
    assert_eq!((&shown["value"], &shown["to"]), (&amount("0"), &json!("")), "{kind}");
}

#[tokio::test]
async fn options_report_weights_that_are_set() {
    let signer = json!({ "signer_key": OTHER, "signer_weight": 2 });
    for (fields, weight) in [
        (signer.clone(), Some(2)),
        (and(signer, &json!({ "master_key_weight": 5 })), Some(2)),
        (
            json!({ "signer_key": OTHER, "signer_weight": 0, "master_key_weight": 5 }),
            Some(0),
        ),
        (json!({ "master_key_weight": 0 }), Some(0)),
        (json!({ "master_key_weight": 255, "low_threshold": 1 }), Some(255)),
        (
            json!({ "home_domain": "a.example", "set_flags": [1, 2], "set_flags_s": ["auth_required"] }),
            None,
        ),
        (json!({}), None),
    ] {
        let mut expected = json!({ "type": "set-options" });
        if let Some(weight) = weight {
            expected["weight"] = json!(weight);
        }
        check("set_options", fields, expected).await;
    }
}

#[tokio::test]
async fn data_and_sequence_numbers() {
    for value in [json!("AA=="), Value::Null] {
        check(
            "manage_data",
            json!({ "name": "config.memo_required", "value": value }),
            json!({ "type": "manage-data", "name": "config.memo_required" }),
        )
        .await;
    }
    for number in ["0", "9223372036854775807"] {
        check(
            "bump_sequence",
            json!({ "bump_to": number }),
            json!({ "type": "bump-sequence", "to": number }),
        )
        .await;
    }
}

#[tokio::test]
async fn trustlines_name_the_issuer_or_pool() {
    for limit in ["922337203685.4775807", "0.0000000"] {
        check(
            "change_trust",
            and(
                json!({ "limit": limit, "trustee": ISSUER, "trustor": OWN }),
                &usd_fields(""),
            ),
            json!({ "type": "change-trust", "asset": usd(), "to": ISSUER }),
        )
        .await;
        check(
            "change_trust",
            json!({ "asset_type": "liquidity_pool_shares", "liquidity_pool_id": POOL, "limit": limit, "trustor": OWN }),
            json!({ "type": "change-trust", "liquidityPoolId": POOL, "to": OWN }),
        )
        .await;
    }
}

#[tokio::test]
async fn issuers_authorize_and_revoke() {
    for (told, authorize) in [
        (json!({ "authorize": true }), true),
        (json!({ "authorize": false }), false),
        (
            json!({ "authorize": false, "authorize_to_maintain_liabilities": true }),
            false,
        ),
    ] {
        let fields = json!({ "trustee": ISSUER, "trustor": OWN });
        check(
            "allow_trust",
            and(and(fields, &usd_fields("")), &told),
            json!({ "type": "allow-trust", "asset": usd(), "authorize": authorize, "trustor": OWN, "trustee": ISSUER }),
        )
        .await;
    }
}

/// 8 and 16 are reserved for a future protocol.
#[tokio::test]
async fn unknown_flags_of_trustlines_are_omitted_and_disclosed() {
    let fields = json!({ "trustor": OWN, "source_account": ISSUER, "set_flags": [1, 8], "clear_flags": [16] });
    let info = App::with_operations(only("set_trust_line_flags", &and(fields, &usd_fields(""))))
        .await
        .info()
        .await;
    assert_eq!(info["source"]["partial"], json!(["rows"]), "{info}");
    let action = &info["transactions"][0]["actions"][0];
    assert_eq!((&action["setFlags"], &action["clearFlags"]), (&json!([1]), &json!([])));
}

#[tokio::test]
async fn trustline_flags_are_lists_even_if_empty() {
    for (told, set, clear) in [
        (
            json!({ "set_flags": [1], "set_flags_s": ["authorized"] }),
            json!([1]),
            json!([]),
        ),
        (
            json!({ "clear_flags": [4], "clear_flags_s": ["clawback_enabled"] }),
            json!([]),
            json!([4]),
        ),
        (
            json!({ "set_flags": [2], "clear_flags": [1, 4] }),
            json!([2]),
            json!([1, 4]),
        ),
        (json!({ "set_flags": null }), json!([]), json!([])),
    ] {
        let fields = json!({ "trustor": OWN, "source_account": ISSUER });
        check(
            "set_trust_line_flags",
            and(and(fields, &usd_fields("")), &told),
            json!({ "type": "set-trust-line-flags", "asset": usd(), "setFlags": set, "clearFlags": clear,
                "trustor": OWN }),
        )
        .await;
    }
}

#[tokio::test]
async fn clawbacks() {
    check(
        "clawback",
        and(
            json!({ "from": OWN, "amount": "0.0000001", "source_account": ISSUER }),
            &usd_fields(""),
        ),
        json!({ "type": "clawback", "asset": usd(), "from": OWN, "value": amount("1") }),
    )
    .await;
}

#[tokio::test]
async fn operations_outside_the_specification_are_omitted() {
    let known = json!({ "name": "a", "value": null });
    for kind in [
        "inflation",
        "extend_footprint_ttl",
        "restore_footprint",
        "unknown",
        "tomorrow",
        "",
    ] {
        let app = App::with_operations(vec![
            record(7, 3, kind, &json!({ "extend_to": 7, "amount": [{}], "to": {} })),
            record(7, 2, "manage_data", &known),
            record(6, 1, kind, &json!({})),
        ])
        .await;
        let info = app.info().await;
        let actions: Vec<_> = info["transactions"]
            .as_array()
            .expect("an array")
            .iter()
            .map(|told| &told["actions"])
            .collect();
        assert_eq!(
            actions,
            [&json!([{ "type": "manage-data", "name": "a" }]), &json!([])],
            "{kind}"
        );
        let has_no_action = ["extend_footprint_ttl", "inflation", "restore_footprint"].contains(&kind);
        let partial = if has_no_action { Value::Null } else { json!(["rows"]) };
        assert_eq!(info["source"]["partial"], partial, "{kind}");
    }
}
