//! Horizon operations of every type, and the actions derived from them.

use super::history::{OPERATIONS, record, shown};
use super::{ISSUER, OTHER, OWN, OWN_MUXED, Server, own, page, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::Livenet;
use wallet_xlm::history::Position;
use wallet_xlm::ports::XlmIndex;

const BALANCE: &str = "000000000102030405060708091011121314151617181920212223242526272829303132";
const POOL: &str = "2c0bfa623845dd101cbf074a1ca1ae4b2458cc8d0104ad65939ebe2cd9054355";

fn usd() -> Value {
    json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": ISSUER })
}

fn xlm() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

fn amount(amount: &str) -> Value {
    json!({ "amount": amount, "decimals": 7 })
}

/// Adds the fields of an issued asset, with this prefix in their names.
fn with_usd(mut fields: Value, prefix: &str) -> Value {
    fields[format!("{prefix}asset_type")] = "credit_alphanum4".into();
    fields[format!("{prefix}asset_code")] = "USD".into();
    fields[format!("{prefix}asset_issuer")] = ISSUER.into();
    fields
}

/// Returns the presented transaction with this single operation.
async fn transaction(kind: &str, fields: Value) -> Value {
    let server = Server::start().await;
    server.set_document(OPERATIONS, page(&[record(7, 1, kind, fields)]));
    shown(&server, Position::Start, 10).await.remove(0)
}

#[track_caller]
fn assert_actions(shown: &Value, expected: &[Value]) {
    assert_eq!(shown["actions"], json!(expected));
}

async fn check(kind: &str, fields: Value, expected: Value) {
    assert_actions(&transaction(kind, fields).await, &[expected]);
}

#[tokio::test(start_paused = true)]
async fn accounts_are_created_and_paid() {
    let created = transaction(
        "create_account",
        json!({ "starting_balance": "2.5000000", "funder": OWN, "account": OTHER }),
    )
    .await;
    let expected =
        json!({ "type": "create-account", "asset": xlm(), "value": amount("25000000"), "from": OWN, "to": OTHER });
    assert_actions(&created, &[expected]);
    assert_eq!(
        (&created["value"], &created["to"]),
        (&amount("-25000000"), &json!(OTHER))
    );
    let fields = json!({ "from": OTHER, "to": OWN, "to_muxed": OWN_MUXED, "to_muxed_id": "1278881",
        "amount": "5.0000000" });
    let paid = transaction("payment", with_usd(fields, "")).await;
    let expected =
        json!({ "type": "transfer", "asset": usd(), "value": amount("50000000"), "from": OTHER, "to": OWN_MUXED });
    assert_actions(&paid, &[expected]);
    assert_eq!(paid["value"], amount("0"), "no lumen was moved");
}

#[tokio::test(start_paused = true)]
async fn path_payments_show_both_sides() {
    for (kind, action) in [
        ("path_payment_strict_receive", "path-payment-strict-receive"),
        ("path_payment_strict_send", "path-payment-strict-send"),
    ] {
        let fields = json!({ "from": OWN, "to": OTHER, "amount": "5.0000000", "source_amount": "9.0000000",
            "source_max": "9.5000000", "source_asset_type": "native", "path": [] });
        let path = transaction(kind, with_usd(fields, "")).await;
        let expected = json!({ "type": action, "asset": usd(), "value": amount("50000000"),
            "sourceAsset": xlm(), "sourceValue": amount("90000000"), "from": OWN, "to": OTHER });
        assert_actions(&path, &[expected]);
        assert_eq!(path["value"], amount("-90000000"));
    }
}

#[tokio::test(start_paused = true)]
async fn offers_have_two_sides() {
    let offer = |id: Value| {
        let fields = json!({ "amount": "5.0000000", "price": "0.2500000", "price_r": { "n": 1, "d": 4 },
            "offer_id": id, "selling_asset_type": "native" });
        with_usd(fields, "buying_")
    };
    let buying = format!("USD:{ISSUER}");
    check(
        "manage_sell_offer",
        offer(json!("7")),
        json!({ "type": "manage-sell-offer", "asset": xlm(), "value": amount("50000000"), "to": buying,
            "price": "0.2500000", "offerId": "7" }),
    )
    .await;
    check(
        "manage_buy_offer",
        offer(json!(8)),
        json!({ "type": "manage-buy-offer", "asset": usd(), "value": amount("50000000"), "to": "native",
            "price": "0.2500000", "offerId": "8" }),
    )
    .await;
    check(
        "create_passive_sell_offer",
        offer(json!(null)),
        json!({ "type": "create-passive-sell-offer", "assetFrom": xlm(), "assetTo": usd(),
            "value": amount("50000000"), "price": "0.2500000", "offerId": "0" }),
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn account_settings() {
    check(
        "set_options",
        json!({ "signer_key": OTHER, "signer_weight": 2, "master_key_weight": 5, "set_flags": [1] }),
        json!({ "type": "set-options", "weight": 2 }),
    )
    .await;
    check(
        "set_options",
        json!({ "home_domain": "a.example" }),
        json!({ "type": "set-options" }),
    )
    .await;
    check(
        "manage_data",
        json!({ "name": "a", "value": null }),
        json!({ "type": "manage-data", "name": "a" }),
    )
    .await;
    check(
        "bump_sequence",
        json!({ "bump_to": "1273737228" }),
        json!({ "type": "bump-sequence", "to": "1273737228" }),
    )
    .await;
    let merged = transaction("account_merge", json!({ "account": OWN, "into": OTHER })).await;
    assert_actions(&merged, &[json!({ "type": "account-merge", "destination": OTHER })]);
    assert_eq!(merged["to"], OTHER);
}

#[tokio::test(start_paused = true)]
async fn trustlines_and_their_flags() {
    check(
        "change_trust",
        with_usd(json!({ "limit": "9.0", "trustee": ISSUER, "trustor": OWN }), ""),
        json!({ "type": "change-trust", "asset": usd(), "to": ISSUER }),
    )
    .await;
    check(
        "change_trust",
        json!({ "asset_type": "liquidity_pool_shares", "liquidity_pool_id": POOL, "limit": "9.0", "trustor": OWN,
            "trustor_muxed": OWN_MUXED, "trustor_muxed_id": "1278881" }),
        json!({ "type": "change-trust", "liquidityPoolId": POOL, "to": OWN_MUXED }),
    )
    .await;
    check(
        "allow_trust",
        with_usd(json!({ "trustee": ISSUER, "trustor": OWN, "authorize": true }), ""),
        json!({ "type": "allow-trust", "asset": usd(), "authorize": true, "trustor": OWN, "trustee": ISSUER }),
    )
    .await;
    check(
        "set_trust_line_flags",
        with_usd(
            json!({ "trustor": OWN, "set_flags": [1], "set_flags_s": ["authorized"], "clear_flags": [2, 4] }),
            "",
        ),
        json!({ "type": "set-trust-line-flags", "asset": usd(), "setFlags": [1], "clearFlags": [2, 4],
            "trustor": OWN }),
    )
    .await;
    check(
        "set_trust_line_flags",
        with_usd(json!({ "trustor": OWN }), ""),
        json!({ "type": "set-trust-line-flags", "asset": usd(), "setFlags": [], "clearFlags": [], "trustor": OWN }),
    )
    .await;
    check(
        "clawback",
        with_usd(json!({ "from": OWN, "amount": "5.0000000" }), ""),
        json!({ "type": "clawback", "asset": usd(), "from": OWN, "value": amount("50000000") }),
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn claimable_balances() {
    let claimants = json!([{ "destination": OTHER, "predicate": { "not": { "rel_before": "5" } } }]);
    for (sponsor, told) in [(json!(ISSUER), ISSUER), (json!(null), OWN)] {
        let fields = json!({ "sponsor": sponsor, "asset": "native", "amount": "9.0000000", "claimants": claimants });
        let created = transaction("create_claimable_balance", fields).await;
        let expected = json!({ "type": "create-claimable-balance", "asset": xlm(), "value": amount("90000000"),
            "sponsor": told });
        assert_actions(&created, &[expected]);
        assert_eq!((&created["value"], &created["to"]), (&amount("-90000000"), &json!("")));
    }
    let claimed = transaction(
        "claim_claimable_balance",
        json!({ "balance_id": BALANCE, "claimant": OWN }),
    )
    .await;
    assert_actions(
        &claimed,
        &[json!({ "type": "claim-claimable-balance", "balanceId": BALANCE })],
    );
    assert_eq!(claimed["to"], OWN);
    check(
        "clawback_claimable_balance",
        json!({ "balance_id": BALANCE }),
        json!({ "type": "clawback-claimable-balance", "id": BALANCE }),
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn sponsorships() {
    check(
        "begin_sponsoring_future_reserves",
        json!({ "sponsored_id": OTHER }),
        json!({ "type": "begin-sponsoring-future-reserves", "id": OTHER }),
    )
    .await;
    check(
        "end_sponsoring_future_reserves",
        json!({ "begin_sponsor": OTHER }),
        json!({ "type": "end-sponsoring-future-reserves", "sponsor": OTHER }),
    )
    .await;
    for (fields, mut expected) in [
        (json!({ "account_id": OTHER }), json!({ "accountId": OTHER })),
        (
            json!({ "claimable_balance_id": BALANCE }),
            json!({ "claimableBalanceId": BALANCE }),
        ),
        (
            json!({ "data_account_id": OTHER, "data_name": "a" }),
            json!({ "dataAccountId": OTHER, "dataName": "a" }),
        ),
        (json!({ "offer_id": "7" }), json!({ "offerId": "7" })),
        (
            json!({ "trustline_account_id": OTHER, "trustline_asset": format!("USD:{ISSUER}") }),
            json!({ "trustlineAccountId": OTHER, "trustlineAsset": format!("USD:{ISSUER}") }),
        ),
        (
            json!({ "trustline_account_id": OTHER, "trustline_liquidity_pool_id": POOL }),
            json!({ "trustlineAccountId": OTHER, "trustlineLiquidityPoolId": POOL }),
        ),
        (
            json!({ "signer_account_id": OTHER, "signer_key": ISSUER }),
            json!({ "signerAccountId": OTHER, "signerKey": ISSUER }),
        ),
    ] {
        expected["type"] = "revoke-sponsorship".into();
        check("revoke_sponsorship", fields, expected).await;
    }
}

#[tokio::test(start_paused = true)]
async fn pools() {
    let reserves = json!([{ "asset": "native", "amount": "5.0000000" },
        { "asset": format!("USD:{ISSUER}"), "amount": "6.0000000" }]);
    let deposit = transaction(
        "liquidity_pool_deposit",
        json!({ "liquidity_pool_id": POOL, "reserves_max": reserves, "min_price": "1.0000000",
            "min_price_r": { "n": 1, "d": 1 }, "max_price": "2.0000000", "reserves_deposited": reserves,
            "shares_received": "250.0000000" }),
    )
    .await;
    let expected = json!({ "type": "liquidity-pool-deposit", "id": POOL, "minPrice": "1.0000000",
        "maxPrice": "2.0000000", "sharesReceived": "2500000000" });
    assert_actions(&deposit, &[expected]);
    assert_eq!(deposit["value"], amount("-50000000"));
    let withdraw = transaction(
        "liquidity_pool_withdraw",
        json!({ "liquidity_pool_id": POOL, "reserves_min": reserves, "shares": "2.0000000",
            "reserves_received": reserves }),
    )
    .await;
    let expected = json!({ "type": "liquidity-pool-withdraw", "id": POOL, "shares": "20000000" });
    assert_actions(&withdraw, &[expected]);
    assert_eq!(withdraw["value"], amount("50000000"));
}

#[tokio::test(start_paused = true)]
async fn contract_calls_show_their_transfers() {
    let contract = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";
    let changes = json!([
        with_usd(json!({ "type": "transfer", "from": OWN, "to": OTHER, "amount": "500.0000000" }), ""),
        { "asset_type": "native", "type": "transfer", "from": contract, "to": OWN, "amount": "3.0000000",
            "destination_muxed_id": "1278881" },
        with_usd(json!({ "type": "mint", "to": OWN, "amount": "1.0000000" }), ""),
        with_usd(json!({ "type": "transfer", "from": contract, "to": contract,
            "amount": "17014118346046923173168730371588.4105727" }), ""),
    ]);
    let fields = json!({ "function": "HostFunctionTypeHostFunctionTypeInvokeContract", "parameters": [],
        "address": "", "salt": "", "asset_balance_changes": changes });
    let called = transaction("invoke_host_function", fields).await;
    let moved = |asset: Value, value: &str, from: &str, to: &str| json!({ "type": "transfer", "asset": asset, "value": amount(value), "from": from, "to": to });
    assert_actions(
        &called,
        &[
            moved(usd(), "5000000000", OWN, OTHER),
            moved(xlm(), "30000000", contract, OWN_MUXED),
            moved(usd(), "10000000", "", OWN),
        ],
    );
    assert_eq!(called["value"], amount("30000000"));
}

#[tokio::test(start_paused = true)]
async fn operations_outside_the_specification_are_omitted() {
    for (kind, is_disclosed) in [
        ("inflation", false),
        ("extend_footprint_ttl", false),
        ("restore_footprint", false),
        ("unknown", true),
        ("tomorrow", true),
    ] {
        let fields = json!({ "extended_to": 7, "anything": [{}] });
        for succeeded in [true, false] {
            assert_eq!(
                disclosed(succeeded, kind, fields.clone()).await.1,
                is_disclosed,
                "{kind}"
            );
        }
        let shown = transaction(kind, json!({ "extended_to": 7, "anything": [{}] })).await;
        assert_actions(&shown, &[]);
        assert_eq!((&shown["status"], &shown["to"]), (&json!("confirmed"), &json!("")));
    }
}

#[tokio::test(start_paused = true)]
async fn record_without_the_fields_of_its_type_is_omitted() {
    for (kind, fields) in [
        ("payment", json!({ "from": OWN, "to": OTHER, "amount": "5.0" })),
        (
            "payment",
            with_usd(json!({ "from": OWN, "to": "evil", "amount": "5.0" }), ""),
        ),
        (
            "payment",
            with_usd(json!({ "from": OWN, "to": OTHER, "amount": "-5.0" }), ""),
        ),
        (
            "payment",
            with_usd(
                json!({ "from": OTHER, "from_muxed": OWN_MUXED, "to": OWN, "amount": "5.0" }),
                "",
            ),
        ),
        (
            "set_trust_line_flags",
            with_usd(json!({ "trustor": OWN, "set_flags": 1 }), ""),
        ),
        ("bump_sequence", json!({ "bump_to": "-1" })),
        (
            "claim_claimable_balance",
            json!({ "balance_id": "evil", "claimant": OWN }),
        ),
        (
            "allow_trust",
            json!({ "asset_type": "native", "trustor": OWN, "trustee": OTHER }),
        ),
    ] {
        let server = Server::start().await;
        server.set_document(OPERATIONS, page(&[record(7, 1, kind, fields)]));
        let facts = server
            .node
            .history(Livenet, own(), Position::Start, 10, soon())
            .await
            .unwrap();
        assert_eq!((facts.entries.len(), facts.lacks_rows), (0, true), "{kind}");
    }
}

/// Returns the transaction with this single operation, and whether data is missing.
async fn disclosed(succeeded: bool, kind: &str, fields: Value) -> (Value, bool) {
    let server = Server::start().await;
    let mut record = record(7, 1, kind, fields);
    record["transaction_successful"] = succeeded.into();
    record["transaction"]["successful"] = succeeded.into();
    server.set_document(OPERATIONS, page(&[record]));
    let facts = server
        .node
        .history(Livenet, own(), Position::Start, 10, soon())
        .await
        .unwrap();
    (shown(&server, Position::Start, 10).await.remove(0), facts.lacks_rows)
}

#[tokio::test(start_paused = true)]
async fn unknown_flags_of_trustlines_are_disclosed() {
    for (flag, lacks_rows) in [(4, false), (8, true)] {
        let mut fields = with_usd(json!({ "trustor": OTHER, "set_flags": [1, flag] }), "");
        for clear in [json!(null), json!([2])] {
            fields["clear_flags"] = clear;
            let (shown, found) = disclosed(true, "set_trust_line_flags", fields.clone()).await;
            assert_eq!(
                (found, &shown["actions"][0]["setFlags"][0]),
                (lacks_rows, &json!(1)),
                "{flag}"
            );
        }
    }
}

/// `LiquidityPoolDepositOperationResponse/Data.json` of elucidsoft/dotnet-stellar-sdk, recorded on the testnet in 2021,
/// and the same kind of withdrawal: Horizon omits the assets of reserves in failed transactions.
#[tokio::test(start_paused = true)]
async fn failed_pool_operations_keep_their_content() {
    let pool = "b26c0d6545349ad7f44ba758b7c705459537201583f2e524635be04aff84bc69";
    let none = json!([{ "amount": "0.0000000" }, { "amount": "0.0000000" }]);
    let deposit = json!({ "liquidity_pool_id": pool,
        "reserves_max": [{ "amount": "1000.0000000" }, { "amount": "1.0000000" }], "min_price": "1.0000000",
        "min_price_r": { "n": 1, "d": 1 }, "max_price": "100000000.0000000",
        "max_price_r": { "n": 100_000_000, "d": 1 }, "reserves_deposited": none, "shares_received": "0.0000000" });
    let (shown, lacks_rows) = disclosed(false, "liquidity_pool_deposit", deposit.clone()).await;
    let expected = json!([{ "type": "liquidity-pool-deposit", "id": pool, "minPrice": "1.0000000",
        "maxPrice": "100000000.0000000", "sharesReceived": "0", "maxAmounts": ["10000000000", "10000000"] }]);
    assert_eq!((&shown["failedActions"], lacks_rows), (&expected, false));
    let withdrawal = json!({ "liquidity_pool_id": pool, "reserves_min": none, "shares": "7.0000000",
        "reserves_received": [{ "asset": "", "amount": "0.0000000" }, { "asset": "", "amount": "0.0000000" }] });
    let (shown, lacks_rows) = disclosed(false, "liquidity_pool_withdraw", withdrawal).await;
    let expected = json!([{ "type": "liquidity-pool-withdraw", "id": pool, "shares": "70000000" }]);
    assert_eq!((&shown["failedActions"], lacks_rows), (&expected, false));
    // A successful one moves reserves, of which the assets are required.
    let server = Server::start().await;
    server.set_document(OPERATIONS, page(&[record(7, 1, "liquidity_pool_deposit", deposit)]));
    let facts = server
        .node
        .history(Livenet, own(), Position::Start, 10, soon())
        .await
        .unwrap();
    assert_eq!((facts.entries.len(), facts.lacks_rows), (0, true));
}

#[tokio::test(start_paused = true)]
async fn unreadable_transfers_of_contracts_are_disclosed() {
    let transfer = |amount: &str| {
        json!({ "asset_type": "native", "type": "transfer", "from": OTHER, "to": OWN,
        "amount": amount })
    };
    for (amounts, lacks) in [
        (["1.0000000", "2.0000000"], false),
        (["1.0000000", "922337203685477580700.0"], true),
    ] {
        let call = json!({ "asset_balance_changes": amounts.map(transfer) });
        let (shown, lacks_rows) = disclosed(true, "invoke_host_function", call).await;
        let count = shown["actions"].as_array().map(Vec::len);
        assert_eq!((count, lacks_rows), (Some(2 - usize::from(lacks)), lacks));
    }
}
