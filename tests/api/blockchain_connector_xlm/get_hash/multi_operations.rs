//! POST /api/transaction/get-hash/{chain}/multi-operations

use super::super::App;
use super::super::fixture::unavailable;
use super::super::wallet::Wallet;
use crate::support::client::TestResponse;
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_xlm::{Asset, BestOffers, Market, Price};

async fn get_hash(app: &App, operations: Value) -> TestResponse {
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "operations": operations,
        "fee": "10000" });
    app.post("transaction/get-hash/xlm/multi-operations", &body).await
}

fn pay(to: &str) -> Value {
    json!({ "type": "payment", "destination": to, "asset": { "kind": "coin", "chain": "xlm" }, "amount": "1" })
}

fn create(to: &str, balance: &str) -> Value {
    json!({ "type": "createAccount", "destination": to, "startingBalance": balance })
}

#[tokio::test]
async fn parse_returns_the_operations() {
    let app = App::new();
    let (coin, usd) = (
        json!({ "kind": "coin", "chain": "xlm" }),
        json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": app.bob.address() }),
    );
    let operations = json!([
        pay(&app.bob.address()),
        { "type": "manageSellOffer", "selling": coin, "buying": usd, "amount": "5", "price": "0.25", "offerId": "0" },
        { "type": "setOptions", "homeDomain": "example.org", "source": app.bob.address() },
        { "type": "createClaimableBalance", "asset": coin, "amount": "8", "claimants": [
            { "destination": app.bob.address(), "predicate": { "not": { "abs_before": "1767225600" } } } ] },
    ]);
    let response = get_hash(&app, operations.clone()).await;
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    assert_eq!(parsed["operations"], operations);
}

#[tokio::test]
async fn invalid_field_is_reported_by_path_without_upstream_request() {
    let app = App::new();
    let bob = app.bob.address();
    let claim = |predicate: Value| {
        json!({ "type": "createClaimableBalance", "asset": { "kind": "coin", "chain": "xlm" }, "amount": "8",
            "claimants": [{ "destination": bob, "predicate": predicate }] })
    };
    for (operations, code, field) in [
        (Value::Null, "invalid_request", "operations"),
        (json!({}), "invalid_request", "operations"),
        (json!([]), "invalid_request", "operations"),
        (json!(vec![pay(&bob); 101]), "invalid_request", "operations"),
        (json!([7]), "invalid_request", "operations[0]"),
        (json!([pay(&bob), {}]), "invalid_request", "operations[1].type"),
        (json!([{ "type": "mint" }]), "invalid_request", "operations[0].type"),
        (json!([pay("GNOBODY")]), "invalid_address", "operations[0].destination"),
        (
            json!([pay(&bob), claim(json!({ "not": {} }))]),
            "invalid_request",
            "operations[1].claimants[0].predicate.not",
        ),
        (
            json!([create(&Wallet::new(3).address(), "1,5")]),
            "invalid_amount",
            "operations[0].startingBalance",
        ),
        (
            json!([{ "type": "bumpSequence", "bumpTo": "1", "bumpto": "2" }]),
            "invalid_request",
            "operations[0].bumpto",
        ),
    ] {
        get_hash(&app, operations).await.assert_error(400, code, Some(field));
    }
    assert_eq!(app.requests(), [""; 0]);
}

#[tokio::test]
async fn minimum_fee_includes_all_operations() {
    let app = App::new();
    let operations = vec![json!({ "type": "bumpSequence", "bumpTo": "1" }); 100];
    let mut body = json!({ "publicKey": app.alice.public_key(), "operations": operations, "fee": "9999" });
    let path = "transaction/get-hash/xlm/multi-operations";
    let response = app.post(path, &body).await;
    response.assert_error(400, "fee_too_low", Some("fee"));
    assert_eq!(response.detail("minimum"), "10000");
    body["fee"] = "10000".into();
    assert!(app.post(path, &body).await.status.is_success());
}

#[tokio::test]
async fn new_accounts_require_a_starting_balance_unless_sponsored() {
    let app = App::new();
    let new = Wallet::new(3).address();
    let response = get_hash(&app, json!([pay(&app.bob.address()), create(&new, "0.9999999")])).await;
    response.assert_error(400, "invalid_amount", Some("operations[1].startingBalance"));
    assert_eq!(response.detail("minimum"), "1");
    let sponsored = json!([
        { "type": "beginSponsoringFutureReserves", "sponsoredId": new },
        create(&new, "0"),
        { "type": "endSponsoringFutureReserves", "source": new },
    ]);
    assert!(get_hash(&app, sponsored).await.status.is_success());
    app.requests();
    get_hash(&app, json!([{ "type": "bumpSequence", "bumpTo": "1" }]))
        .await
        .data();
    assert_eq!(
        app.requests(),
        [format!("account {}", app.alice.address())],
        "the ledger is requested only for new accounts"
    );
}

#[tokio::test]
async fn recipients_that_require_a_memo_get_one() {
    let app = App::new();
    let shop = Wallet::new(5);
    let merge = json!([pay(&app.bob.address()), { "type": "accountMerge", "destination": shop.address() }]);
    assert!(
        get_hash(&app, merge.clone()).await.status.is_success(),
        "a missing account requires no memo"
    );
    app.fixture().put(&shop.account(5));
    app.change(&shop, |shop| shop.requires_memo = true);
    let response = get_hash(&app, merge.clone()).await;
    response.assert_error(400, "invalid_request", Some("memo"));
    assert_eq!(response.detail("memoRequired"), true);
    assert_eq!(response.detail("destination"), &json!(shop.address()));
    app.requests();
    let body = json!({ "publicKey": app.alice.public_key(), "operations": merge, "fee": "200", "memo": "1" });
    app.post("transaction/get-hash/xlm/multi-operations", &body)
        .await
        .data();
    assert_eq!(
        app.requests(),
        [format!("account {}", app.alice.address())],
        "no recipient is requested if a memo is present"
    );
}

#[tokio::test]
async fn each_recipient_is_requested_once() {
    let app = App::new();
    let mut operations: Vec<_> = (100..150).map(|salt| pay(&Wallet::new(salt).address())).collect();
    operations.extend(operations.clone());
    let response = get_hash(&app, json!(operations)).await;
    assert!(response.status.is_success(), "{}", response.text);
    assert_eq!(app.requests().len(), 51);
}

#[tokio::test]
async fn upstream_failure_does_not_skip_the_memo_check() {
    let app = App::new();
    app.fixture().failing = Some((Network::Testnet, unavailable()));
    let response = get_hash(&app, json!([pay(&app.bob.address())])).await;
    response.assert_error(503, "upstream_unavailable", None);
}

/// Returns the two assets of a market in which 1 XLM costs about 0.1 USD.
fn traded(app: &App) -> (Value, Value) {
    let usd = format!("USD:{}", app.bob.address());
    let market = Market {
        base: Asset::Native,
        counter: usd.parse().expect("an asset"),
    };
    let inverse = Market {
        base: market.counter,
        counter: market.base,
    };
    let best = |bid: (i32, i32), ask: (i32, i32)| BestOffers {
        bid: Price::new(bid.0, bid.1),
        ask: Price::new(ask.0, ask.1),
    };
    let books = [(market, best((1, 10), (1, 9))), (inverse, best((9, 1), (10, 1)))];
    app.fixture().books.extend(books);
    let usd = json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": app.bob.address() });
    (json!({ "kind": "coin", "chain": "xlm" }), usd)
}

/// Returns the codes of the warnings.
fn warnings(response: &TestResponse) -> Vec<String> {
    let warnings = response.data()["warnings"].as_array().cloned().unwrap_or_default();
    warnings
        .iter()
        .map(|warning| warning["code"].as_str().expect("a code").to_owned())
        .collect()
}

#[tokio::test]
async fn price_far_from_the_best_offers_is_a_warning() {
    let app = App::new();
    let (xlm, usd) = traded(&app);
    let sell =
        |kind: &str, price: &str| json!({ "type": kind, "selling": xlm, "buying": usd, "amount": "5", "price": price });
    let buy = |price: &str| json!({ "type": "manageBuyOffer", "selling": usd, "buying": xlm, "buyAmount": "5", "price": price });
    let deleted = json!({ "type": "manageSellOffer", "selling": xlm, "buying": usd, "amount": "0", "price": "10",
        "offerId": "7" });
    for (operation, expected) in [
        (sell("manageSellOffer", "0.1"), false),
        (sell("manageSellOffer", "1.1"), false),
        (sell("manageSellOffer", "1.2"), true),
        (sell("manageSellOffer", "0.009"), true),
        // The price of 1 XLM in the wrong asset.
        (sell("manageSellOffer", "10"), true),
        (sell("createPassiveSellOffer", "10"), true),
        (sell("createPassiveSellOffer", "0.1"), false),
        (buy("10"), true),
        (buy("0.1"), false),
        (buy("0.009"), true),
        (deleted, false),
        (pay(&app.bob.address()), false),
    ] {
        let response = get_hash(&app, json!([operation])).await;
        let expected: &[&str] = if expected { &["price_outlier"] } else { &[] };
        assert_eq!(warnings(&response), expected, "{operation}");
    }
}

#[tokio::test]
async fn each_market_is_requested_once_and_few_of_them() {
    let app = App::new();
    let (xlm, usd) = traded(&app);
    let sell = |selling: &Value, buying: &Value| json!({ "type": "manageSellOffer", "selling": selling, "buying": buying, "amount": "5", "price": "1" });
    get_hash(&app, json!([sell(&xlm, &usd), sell(&xlm, &usd), sell(&usd, &xlm)]))
        .await
        .data();
    let count = || {
        app.requests()
            .iter()
            .filter(|request| request.starts_with("best_offers"))
            .count()
    };
    assert_eq!(count(), 2);
    let other = |index: usize| {
        json!({ "kind": "xlm-asset", "chain": "xlm", "code": format!("A{index}"),
        "issuer": app.bob.address() })
    };
    let many: Vec<_> = (0..100).map(|index| sell(&xlm, &other(index))).collect();
    assert!(
        warnings(&get_hash(&app, many.into()).await).is_empty(),
        "unknown markets"
    );
    assert_eq!(count(), 4);
}
