//! Balances and reserves of an account.

use super::App;
use super::fixture::{OTHER, OWN, POOL};
use super::horizon::{LEDGER, problem};
use super::records::{account, amount, and, shares, trustline, usd, xlm};
use serde_json::{Value, json};

#[tokio::test]
async fn account_with_lumens_only() {
    let app = App::new().await;
    app.ledger().put(account(OWN, "99.9999900"));
    let expected = json!({
        "address": OWN,
        "chain": "xlm",
        "balances": [{ "asset": xlm(), "balance": amount("999999900"), "spendable": amount("989999900"),
            "details": { "sellingLiabilities": "0", "buyingLiabilities": "0" } }],
        "transactions": [],
        "activated": true,
        "reserves": { "baseReserve": "5000000", "trustlinesCount": 0,
            "reservedBalance": { "asset": xlm(), "balance": amount("10000000") } },
        "claimableBalances": [],
        "liquidityPools": [],
        "source": { "upstream": "horizon", "block": LEDGER.to_string() },
    });
    for slash in ["", "/"] {
        let response = app.get(&format!("xlm{slash}?address={OWN}&network=livenet")).await;
        assert_eq!(*response.data(), expected);
        assert_eq!(response.headers["cache-control"], "no-store");
    }
}

#[tokio::test]
async fn missing_account() {
    let app = App::new().await;
    let expected = json!({
        "address": OWN,
        "chain": "xlm",
        "balances": [],
        "transactions": [],
        "activated": false,
        "reserves": { "baseReserve": "5000000", "trustlinesCount": 0,
            "reservedBalance": { "asset": xlm(), "balance": amount("0") } },
        "claimableBalances": [],
        "liquidityPools": [],
        "source": { "upstream": "horizon", "block": LEDGER.to_string() },
    });
    assert_eq!(app.info().await, expected);
    // Real Horizons return 404 for the history of an account that never existed.
    app.ledger().instead_of.insert("operations", problem(404, "not_found"));
    assert_eq!(app.info().await, expected);
}

/// An account with trustlines of every kind, one of them sponsored by a different account.
fn rich() -> Value {
    let mut rich = account(OWN, "922337203685.4775807");
    let lumens = rich["balances"][0].clone();
    rich["balances"] = json!([
        trustline("USD", "12.3456789"),
        and(trustline("EURT", "0.0000000"), &json!({ "sponsor": OTHER })),
        trustline("LONGERCODE12", "922337203685.4775807"),
        shares(POOL, "0.0000003"),
        and(trustline("OLD", "1.0000000"), &json!({ "is_authorized": false })),
        { "balance": "1.0000000", "asset_type": "something_new" },
        lumens,
    ]);
    // Five trustlines (the pool's counts twice), an offer and a data entry.
    rich["subentry_count"] = json!(8);
    rich["num_sponsoring"] = json!(3);
    rich["num_sponsored"] = json!(1);
    rich
}

#[tokio::test]
async fn all_trustlines_are_listed_and_pool_shares_separately() {
    let app = App::new().await;
    app.ledger().put(rich());
    let info = app.info().await;
    let held = |code: &str, units: &str| json!([and(usd(), &json!({ "code": code })), amount(units)]);
    let expected = json!([
        [xlm(), amount("9223372036854775807")],
        held("USD", "123456789"),
        held("EURT", "0"),
        held("LONGERCODE12", "9223372036854775807"),
        held("OLD", "10000000"),
    ]);
    let balances = info["balances"].as_array().expect("an array").iter();
    let found: Vec<_> = balances
        .map(|balance| json!([balance["asset"], balance["balance"]]))
        .collect();
    assert_eq!(json!(found), expected);
    assert_eq!(info["liquidityPools"], json!([{ "id": POOL, "shares": amount("3") }]));
    assert_eq!(info["activated"], true);
}

#[tokio::test]
async fn spendable_excludes_reserve_and_selling_liabilities() {
    let app = App::new().await;
    let mut document = rich();
    let liabilities = json!({ "selling_liabilities": "922337203600.0000000", "buying_liabilities": "0.0000007" });
    document["balances"][6] = and(document["balances"][6].clone(), &liabilities);
    app.ledger().put(document.clone());
    // 85.4775807 less the reserve of six lumens.
    let lumens = app.info().await["balances"][0].clone();
    assert_eq!(lumens["spendable"], amount("794775807"));
    let details = json!({ "sellingLiabilities": "9223372036000000000", "buyingLiabilities": "7" });
    assert_eq!(lumens["details"], details);
    // Never below zero: an account may hold less than the reserve.
    document["balances"][6]["balance"] = json!("922337203605.9999999");
    app.ledger().put(document);
    assert_eq!(app.info().await["balances"][0]["spendable"], amount("0"));
}

#[tokio::test]
async fn trustline_state_is_reported_and_determines_spendable() {
    let sold = json!({ "selling_liabilities": "0.0000100", "buying_liabilities": "0.0000020", "limit": "5.0000000" });
    for (fields, authorized, may_maintain, clawback, spendable) in [
        (json!({}), true, true, false, "900"),
        (json!({ "is_authorized": false }), false, true, false, "0"),
        (
            json!({ "is_authorized": false, "is_authorized_to_maintain_liabilities": false,
                "is_clawback_enabled": true }),
            false,
            false,
            true,
            "0",
        ),
        (json!({ "is_clawback_enabled": true }), true, true, true, "900"),
        // More sold than held, which no ledger contains.
        (json!({ "balance": "0.0000099" }), true, true, false, "0"),
    ] {
        let app = App::new().await;
        let mut document = account(OWN, "5.0000000");
        let line = and(and(trustline("USD", "0.0001000"), &sold), &fields);
        document["balances"] = json!([line, document["balances"][0]]);
        app.ledger().put(document);
        let balance = app.info().await["balances"][1].clone();
        let details = json!({ "sellingLiabilities": "100", "buyingLiabilities": "20", "limit": "50000000",
            "authorized": authorized, "authorizedToMaintainLiabilities": may_maintain,
            "clawbackEnabled": clawback });
        assert_eq!(
            (&balance["spendable"], &balance["details"]),
            (&amount(spendable), &details),
            "{fields}"
        );
    }
}

#[tokio::test]
async fn sponsor_of_a_trustline_is_reported() {
    let app = App::new().await;
    app.ledger().put(rich());
    let balances = app.info().await["balances"].clone();
    let sponsors = [0, 1, 2].map(|index| balances[index]["details"]["sponsor"].clone());
    assert_eq!(sponsors, [Value::Null, Value::Null, json!(OTHER)]);
}

#[tokio::test]
async fn reserve_counts_every_entry_the_account_pays_for() {
    let app = App::new().await;
    app.ledger().put(rich());
    let reserves = json!({ "baseReserve": "5000000", "trustlinesCount": 5,
        "reservedBalance": { "asset": xlm(), "balance": amount("60000000") } });
    // Two for the account, eight entries and three sponsored for others, minus the one that a different account
    // sponsors.
    assert_eq!(app.info().await["reserves"], reserves);
}

#[tokio::test]
async fn sponsored_account_needs_no_reserve() {
    let app = App::new().await;
    let sponsored = json!({ "sponsor": OTHER, "num_sponsored": 2 });
    app.ledger().put(and(account(OWN, "0.0000000"), &sponsored));
    let info = app.info().await;
    let lumens = json!([{ "asset": xlm(), "balance": amount("0"), "spendable": amount("0"),
        "details": { "sellingLiabilities": "0", "buyingLiabilities": "0" } }]);
    assert_eq!(info["balances"], lumens);
    assert_eq!(info["reserves"]["reservedBalance"]["balance"], amount("0"));
}

#[tokio::test]
async fn reserve_equals_that_of_the_connector() {
    for (index, document) in [rich(), account(OWN, "5.0000000")].into_iter().enumerate() {
        let app = App::new().await;
        app.ledger().put(document);
        let info = app.info().await;
        let reserved = app.account_reserve(OWN).await;
        let held = &info["reserves"];
        assert_eq!(
            held["reservedBalance"]["balance"]["amount"], reserved["total"],
            "{index}"
        );
        assert_eq!(held["trustlinesCount"], reserved["assets"]["count"], "{index}");
    }
}

#[tokio::test]
async fn base_reserve_is_that_of_the_network() {
    let app = App::new().await;
    let ledger = json!({ "sequence": LEDGER, "closed_at": "2027-01-15T07:59:57Z",
        "base_reserve_in_stroops": 100_000_000 });
    let page = super::horizon::page(&[ledger]).to_string();
    app.ledger()
        .instead_of
        .insert("ledgers", crate::support::stub::Reply::ok(page));
    app.ledger().put(account(OWN, "99.0000000"));
    let reserves = app.info().await["reserves"].clone();
    assert_eq!(reserves["baseReserve"], "100000000");
    assert_eq!(reserves["reservedBalance"]["balance"], amount("200000000"));
}
