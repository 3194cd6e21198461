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
        "balances": [{ "asset": xlm(), "balance": amount("999999900") }],
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

/// An account with trustlines of every kind, one of them sponsored by another account.
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
    let held = |code: &str, units: &str| {
        let asset = and(usd(), &json!({ "code": code }));
        json!({ "asset": asset, "balance": amount(units) })
    };
    let expected = json!([
        { "asset": xlm(), "balance": amount("9223372036854775807") },
        held("USD", "123456789"),
        held("EURT", "0"),
        held("LONGERCODE12", "9223372036854775807"),
        held("OLD", "10000000"),
    ]);
    assert_eq!(info["balances"], expected);
    assert_eq!(info["liquidityPools"], json!([{ "id": POOL, "shares": amount("3") }]));
    assert_eq!(info["activated"], true);
}

#[tokio::test]
async fn reserve_counts_every_entry_the_account_pays_for() {
    let app = App::new().await;
    app.ledger().put(rich());
    let reserves = json!({ "baseReserve": "5000000", "trustlinesCount": 5,
        "reservedBalance": { "asset": xlm(), "balance": amount("60000000") } });
    // Two for the account, eight entries and three sponsored for others, minus the one that another account sponsors.
    assert_eq!(app.info().await["reserves"], reserves);
}

#[tokio::test]
async fn sponsored_account_needs_no_reserve() {
    let app = App::new().await;
    let sponsored = json!({ "sponsor": OTHER, "num_sponsored": 2 });
    app.ledger().put(and(account(OWN, "0.0000000"), &sponsored));
    let info = app.info().await;
    assert_eq!(info["balances"], json!([{ "asset": xlm(), "balance": amount("0") }]));
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
