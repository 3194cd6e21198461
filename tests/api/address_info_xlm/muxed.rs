//! Muxed addresses (CAP-27): the requested address and addresses of counterparties.

use super::App;
use super::fixture::{BALANCE, OTHER, OTHER_MUXED_7, OWN, OWN_MUXED, OWN_MUXED_7, POOL};
use super::records::{account, and, only, trustline, usd_fields, xlm};
use serde_json::{Value, json};

/// A payment of 1 lumen between two accounts, optionally with their muxed addresses.
fn paid(from: &str, from_muxed: Option<&str>, to: &str, to_muxed: Option<&str>) -> Value {
    let mut fields = json!({ "from": from, "to": to, "asset_type": "native", "amount": "1.0000000",
        "source_account": from, "transaction": { "source_account": from } });
    if let Some(muxed) = from_muxed {
        let source = json!({ "source_account_muxed": muxed, "source_account_muxed_id": "7", "from_muxed": muxed,
            "from_muxed_id": "7", "transaction": { "account_muxed": muxed, "account_muxed_id": "7" } });
        fields = and(fields, &source);
    }
    if let Some(muxed) = to_muxed {
        fields = and(fields, &json!({ "to_muxed": muxed, "to_muxed_id": "7" }));
    }
    fields
}

/// Returns the sender and recipient of the transaction with this payment, requested for `address`.
async fn seen_as(address: &str, fields: &Value) -> (Value, Value) {
    let app = App::with_operations(only("payment", fields)).await;
    let info = app.info_of(address).await;
    assert_eq!((&info["address"], &info["activated"]), (&json!(address), &json!(true)));
    let shown = &info["transactions"][0];
    assert_eq!(
        (&shown["from"], &shown["to"]),
        (&shown["actions"][0]["from"], &shown["actions"][0]["to"])
    );
    (shown["from"].clone(), shown["to"].clone())
}

#[tokio::test]
async fn account_is_shown_under_the_requested_address() {
    for address in [OWN, OWN_MUXED] {
        let plain = seen_as(address, &paid(OWN, None, OTHER, None)).await;
        assert_eq!(plain, (json!(address), json!(OTHER)));
        let incoming = seen_as(address, &paid(OTHER, None, OWN, None)).await;
        assert_eq!(incoming, (json!(OTHER), json!(address)));
    }
    let own_user = seen_as(OWN_MUXED, &paid(OWN, Some(OWN_MUXED), OTHER, Some(OTHER_MUXED_7))).await;
    assert_eq!(own_user, (json!(OWN_MUXED), json!(OTHER_MUXED_7)));
}

#[tokio::test]
async fn other_muxed_addresses_of_the_account_are_unchanged() {
    for address in [OWN, OWN_MUXED] {
        let user = seen_as(address, &paid(OTHER, Some(OTHER_MUXED_7), OWN, Some(OWN_MUXED_7))).await;
        assert_eq!(user, (json!(OTHER_MUXED_7), json!(OWN_MUXED_7)));
    }
}

#[tokio::test]
async fn payments_to_muxed_users_count_for_the_account() {
    let app = App::with_operations(only("payment", &paid(OTHER, None, OWN, Some(OWN_MUXED_7)))).await;
    for address in [OWN, OWN_MUXED] {
        let info = app.info_of(address).await;
        assert_eq!(info["transactions"][0]["value"]["amount"], "10000000");
    }
}

#[tokio::test]
async fn upstream_requests_use_the_base_account() {
    let app = App::new().await;
    app.info_of(OWN_MUXED).await;
    assert_eq!(app.requested_paths(&format!("/accounts/{OWN}")).len(), 3);
    assert_eq!(
        app.requested_paths(&format!("/claimable_balances?claimant={OWN}&"))
            .len(),
        1
    );
}

#[tokio::test]
async fn claimable_balances_show_the_requested_address_but_assets_do_not() {
    let app = App::new().await;
    {
        let mut own = account(OWN, "1.0000000");
        own["balances"] = json!([
            and(trustline("USD", "1.0000000"), &json!({ "asset_issuer": OWN })),
            own["balances"][0]
        ]);
        let mut ledger = app.ledger();
        ledger.put(own);
        ledger.claimable = vec![
            json!({ "id": BALANCE, "asset": "native", "amount": "1.0000000", "sponsor": OWN,
            "claimants": [{ "destination": OWN, "predicate": { "unconditional": true } }], "paging_token": "1" }),
        ];
    }
    let info = app.info_of(OWN_MUXED).await;
    // The issuer is part of the asset's identity.
    assert_eq!(info["balances"][1]["asset"]["issuer"], OWN);
    let claimable = &info["claimableBalances"][0];
    assert_eq!(
        (&claimable["from"], &claimable["to"]),
        (&json!(OWN_MUXED), &json!(OWN_MUXED))
    );
    assert_eq!(claimable["asset"], xlm());
}

/// Checks that the response shows muxed user 7 at `pointer` for an operation with this user in `field` and the second
/// fields.
async fn check_user(kind: &str, field: &str, others: Value, pointer: &str) {
    let user = json!({ (field): OWN, (format!("{field}_muxed")): OWN_MUXED_7, (format!("{field}_muxed_id")): "7" });
    let app = App::with_operations(only(kind, &and(user, &others))).await;
    let shown = app.info().await["transactions"][0].clone();
    assert_eq!(shown.pointer(pointer), Some(&json!(OWN_MUXED_7)), "{kind}: {shown}");
}

#[tokio::test]
async fn muxed_payers_and_payees_are_shown() {
    let created = json!({ "starting_balance": "2.0000000", "account": OTHER });
    check_user("create_account", "funder", created, "/actions/0/from").await;
    for pointer in ["/actions/0/destination", "/to"] {
        check_user("account_merge", "into", json!({ "account": OTHER }), pointer).await;
    }
    check_user(
        "claim_claimable_balance",
        "claimant",
        json!({ "balance_id": BALANCE }),
        "/to",
    )
    .await;
    let aside = json!({ "asset": "native", "amount": "1.0000000", "claimants": [] });
    check_user(
        "create_claimable_balance",
        "source_account",
        aside,
        "/actions/0/sponsor",
    )
    .await;
    let taken = and(usd_fields(""), &json!({ "amount": "1.0000000" }));
    check_user("clawback", "from", taken, "/actions/0/from").await;
}

#[tokio::test]
async fn muxed_trustors_trustees_and_sponsors_are_shown() {
    let shares = json!({ "asset_type": "liquidity_pool_shares", "liquidity_pool_id": POOL, "limit": "1.0000000" });
    check_user("change_trust", "trustor", shares, "/actions/0/to").await;
    let allowed = and(usd_fields(""), &json!({ "trustor": OTHER, "authorize": true }));
    check_user("allow_trust", "trustee", allowed, "/actions/0/trustee").await;
    check_user(
        "end_sponsoring_future_reserves",
        "begin_sponsor",
        json!({}),
        "/actions/0/sponsor",
    )
    .await;
}
