//! Prices and asset order compared with the SDK, with the exceptions of
//! docs/decisions/stellar-payments.md#deviations-of-the-stellar-sdk.

use super::case::Case;
use super::cases;
use super::fixture::OracleFixture;
use super::values::{asset, code, credit, long_price};
use serde_json::{Value, json};
use wallet_xlm::Price;
use wallet_xlm::operation::MAX_OPERATIONS;

/// Number of decimal prices.
const PRICES: usize = 1000;

/// Number of asset pairs.
const PAIRS: usize = 300;

/// Returns the shortest form of a fraction, as returned by parse.
fn shortest(fraction: &str) -> String {
    let price: Price = fraction.parse().expect("a fraction");
    price.to_string()
}

/// Returns numerator and denominator of a fraction, a whole or a decimal number.
fn parts(number: &str) -> (u128, u128) {
    let read = |digits: &str| digits.parse().expect("digits");
    if let Some((n, d)) = number.split_once('/') {
        return (read(n), read(d));
    }
    let (whole, places) = number.split_once('.').unwrap_or((number, ""));
    let scale = 10_u128.pow(u32::try_from(places.len()).expect("few"));
    reduced(read(&format!("{whole}{places}")), scale)
}

/// Returns a fraction in lowest terms: only such fractions are terms of a continued fraction.
fn reduced(numerator: u128, denominator: u128) -> (u128, u128) {
    let (mut divisor, mut rest) = (denominator, numerator % denominator);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (numerator / divisor, denominator / divisor)
}

#[test]
fn either_end_of_a_continued_fraction_is_accepted() {
    assert!(is_between("92431541.5200", "92431541.5", "2125925455/23"));
    assert!(!is_between("92431541.5200", "92431541.5", "2125925454/23"));
}

/// Returns true if the continued fraction of a price between two fractions can end with either fraction: `[…,
/// 2]` equals `[…, 1, 1]`. The SDK yields either, because its divisions are rounded to twenty places.
fn is_between(price: &str, one: &str, other: &str) -> bool {
    let (price, one, other) = (parts(price), parts(one), parts(other));
    (one.0 + other.0) * price.1 == price.0 * (one.1 + other.1)
}

#[tokio::test]
async fn prices_are_the_fractions_of_the_sdk() {
    let Some(mut fixture) = OracleFixture::start("Stellar prices") else {
        return;
    };
    let mut prices: Vec<_> = (0..PRICES).map(|_| json!(long_price(&mut fixture.random))).collect();
    prices.extend(
        [
            "2147483647",
            "2147483648",
            "0.0000000005",
            "0.0000000004",
            "0.3333333333333333333",
        ]
        .map(Value::from),
    );
    let fractions: Vec<Option<String>> = fixture.request("stellarPrices", "prices", &prices).await;
    let mut operations = Vec::new();
    for (price, fraction) in prices.iter().zip(&fractions) {
        let price = price.as_str().expect("a string");
        let read = price.parse::<Price>().ok().map(|price| price.to_string());
        let theirs = fraction.as_deref().map(shortest);
        let is_other = |(ours, theirs): (&String, &String)| is_between(price, ours, theirs);
        if read != theirs && read.as_ref().zip(theirs.as_ref()).is_some_and(is_other) {
            continue;
        }
        assert_eq!(read, theirs, "{price}");
        let offer = json!({ "type": "manageSellOffer", "selling": credit(&mut fixture.random),
            "buying": credit(&mut fixture.random), "amount": "1", "offerId": "0" });
        operations.extend(theirs.map(|shortest| (offer, price.to_owned(), shortest)));
    }
    assert!(operations.len() * 10 > PRICES * 9, "{} of {PRICES}", operations.len());
    let with_price = |part: &[(Value, String, String)], is_canonical: bool| {
        let offers = part.iter().map(|(offer, given, expected)| {
            let mut offer = offer.clone();
            offer["price"] = json!(if is_canonical { expected } else { given });
            offer
        });
        offers.collect::<Vec<_>>()
    };
    let parts: Vec<_> = operations.chunks(MAX_OPERATIONS).collect();
    let mut cases = cases(&mut fixture, parts.iter().map(|part| with_price(part, true)).collect());
    for (case, part) in cases.iter_mut().zip(parts) {
        case.request = json!({ "operations": with_price(part, false) });
    }
    fixture.go(&cases).await;
}

/// Returns true if the SDK, which compares the addresses of issuers as strings, and the network, which
/// compares their keys, have the same order: in base32, digits follow letters; in ASCII, they precede them.
fn has_same_order(a: &Value, b: &Value) -> bool {
    let issuer = |asset: &Value| asset["issuer"].as_str().unwrap_or_default().to_owned();
    let (a, b) = (issuer(a), issuer(b));
    let differing = a.bytes().zip(b.bytes()).find(|(a, b)| a != b);
    differing.is_none_or(|(a, b)| a.is_ascii_digit() == b.is_ascii_digit())
}

#[tokio::test]
async fn pool_assets_have_the_order_of_the_sdk() {
    let Some(mut fixture) = OracleFixture::start("Stellar asset order") else {
        return;
    };
    let mut pairs = Vec::new();
    while pairs.len() < PAIRS {
        let (a, mut b) = (asset(&mut fixture.random), asset(&mut fixture.random));
        if fixture.random.once_in(3) && a["kind"] == "xlm-asset" && b["kind"] == "xlm-asset" {
            b["code"] = a["code"].clone();
        }
        if a["code"] != b["code"] || has_same_order(&a, &b) {
            pairs.push(json!([a, b]));
        }
    }
    let orders: Vec<i8> = fixture.request("stellarOrder", "pairs", &pairs).await;
    assert!([-1, 0, 1].iter().all(|order| orders.contains(order)));
    let mut trusted = Vec::new();
    for (pair, order) in pairs.iter().zip(orders) {
        let line = json!({ "assetA": pair[0], "assetB": pair[1], "fee": 30 });
        let operation = json!({ "type": "changeTrust", "asset": line, "limit": "1" });
        if order == -1 {
            trusted.push(operation);
            continue;
        }
        let body = Case::of(&mut fixture.random, vec![operation]).body();
        let response = fixture
            .connector
            .post("transaction/get-hash/xlm/multi-operations", &body)
            .await;
        assert_eq!(response.status, 400, "{pair}");
        assert_eq!(response.body["error"]["field"], "operations[0].asset.assetA", "{pair}");
    }
    let transactions = trusted.chunks(MAX_OPERATIONS).map(<[Value]>::to_vec).collect();
    let cases = cases(&mut fixture, transactions);
    fixture.go(&cases).await;
}

/// Codes are compared as bytes padded with zeros, so a code precedes longer ones with the same prefix.
#[tokio::test]
async fn code_precedes_longer_codes_with_the_same_prefix() {
    let Some(mut fixture) = OracleFixture::start("Stellar code order") else {
        return;
    };
    let pairs: Vec<_> = (0..20)
        .map(|_| {
            let (mut a, b) = (credit(&mut fixture.random), credit(&mut fixture.random));
            let longer = code(&mut fixture.random);
            a["code"] = json!(longer.split_at(1.max(longer.len() / 2)).0);
            json!([a, { "kind": "xlm-asset", "chain": "xlm", "code": longer, "issuer": b["issuer"] }])
        })
        .filter(|pair| pair[0]["code"] != pair[1]["code"])
        .collect();
    let orders: Vec<i8> = fixture.request("stellarOrder", "pairs", &pairs).await;
    assert!(orders.iter().all(|order| *order == -1), "{pairs:?} {orders:?}");
    let operations = pairs.iter().map(|pair| {
        let line = json!({ "assetA": pair[0], "assetB": pair[1], "fee": 30 });
        json!({ "type": "changeTrust", "asset": line, "limit": "1" })
    });
    let operations = vec![operations.collect()];
    let cases = cases(&mut fixture, operations);
    fixture.go(&cases).await;
}
