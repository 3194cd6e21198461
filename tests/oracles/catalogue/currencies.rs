//! Fiat currencies: `fiat.json`.

use super::{CURRENCIES, parse, rows, text};
use iso_currency::{Currency, IntoEnumIterator};
use serde_json::{Map, json};
use std::collections::BTreeMap;
use wallet_tests::support::oracle::Oracle;

/// Withdrawn from ISO 4217 but still in the crate: kuna, Bulgarian lev, convertible peso, old leone, Zimbabwe
/// dollar.
const WITHDRAWN: &[&str] = &["BGN", "CUC", "HRK", "SLL", "ZWL"];

#[test]
fn currencies_match_iso_4217() {
    let expected: BTreeMap<_, _> = Currency::iter()
        .filter(|currency| !currency.is_fund() && !currency.is_special() && !WITHDRAWN.contains(&currency.code()))
        .map(|currency| (currency.code().to_owned(), currency.exponent().map(u64::from)))
        .collect();
    let ours: BTreeMap<_, _> = rows(&parse(CURRENCIES))
        .iter()
        .map(|row| (text(row, "ticker").to_owned(), row["decimals"].as_u64()))
        .collect();
    assert_eq!(ours, expected);
}

#[tokio::test]
async fn currencies_match_currency_codes() {
    let Some(mut oracle) = Oracle::start("the catalogue's currencies") else {
        return;
    };
    let found = oracle
        .call("currencyList", json!({ "currencies": parse(CURRENCIES) }))
        .await;
    assert_eq!(found, json!([]));
}

/// The symbols of Node's copy of CLDR. Versions differ in the symbols of a few currencies.
#[tokio::test]
async fn symbols_match_cldr() {
    let Some(mut oracle) = Oracle::start("the symbols of currencies") else {
        return;
    };
    let found = oracle
        .call("symbolList", json!({ "currencies": parse(CURRENCIES) }))
        .await;
    let differences = found.as_array().expect("a list").len();
    assert!(differences <= 5, "{found}");
}

#[test]
fn currencies_have_the_fields_of_the_service() {
    for row in rows(&parse(CURRENCIES)) {
        assert_eq!(text(row, "kind"), "fiat");
        assert_eq!(text(row, "currency").to_uppercase(), text(row, "ticker"));
        assert!(!text(row, "name").is_empty() && row["tags"].is_array(), "{row}");
        assert_eq!(row.as_object().map(Map::len), Some(7), "{row}");
    }
}
