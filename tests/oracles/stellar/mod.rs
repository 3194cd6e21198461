//! Stellar transactions over HTTP, compared with the SDK: every variant of operation with random fields,
//! every accepted encoding of a field, price conversion and asset order.

mod altered;
mod alternate_encodings;
mod case;
mod client;
mod contract;
mod fixture;
mod operation;
mod options;
mod other_endpoints;
mod sponsorship;
mod texts;
mod values;

use case::Case;
use fixture::OracleFixture;
use operation::{names, one_of_each, operation};
use serde_json::{Value, json};
use wallet_xlm::operation::{MAX_OPERATIONS, OperationBody};

/// Random operations of each variant, each in a separate transaction.
const OF_EACH: usize = 2;

/// Transactions with all variants.
const OF_ALL: usize = 8;

/// Returns cases of the operations, each with a transaction, with existing accounts.
fn cases(fixture: &mut OracleFixture, transactions: Vec<Vec<Value>>) -> Vec<Case> {
    let cases = transactions.into_iter().map(|operations| {
        let case = Case::of(&mut fixture.random, operations);
        fixture.accounts.put(case.terms.account(), case.terms.sequence);
        case
    });
    cases.collect()
}

#[tokio::test]
async fn operations_of_every_variant_match_the_sdk() {
    let Some(mut fixture) = OracleFixture::start("Stellar operations") else {
        return;
    };
    let operations = names().flat_map(|name| std::iter::repeat_n(name, OF_EACH));
    let operations = operations
        .map(|name| vec![operation(&mut fixture.random, name)])
        .collect();
    let cases = cases(&mut fixture, operations);
    fixture.go(&cases).await;
}

#[tokio::test]
async fn transactions_of_all_variants_match_the_sdk() {
    let Some(mut fixture) = OracleFixture::start("Stellar transactions") else {
        return;
    };
    let operations: Vec<_> = (0..OF_ALL).map(|_| one_of_each(&mut fixture.random)).collect();
    assert!(operations.iter().all(|all| all.len() == OperationBody::NAMES.len()));
    let cases = cases(&mut fixture, operations);
    fixture.go(&cases).await;
}

#[tokio::test]
async fn settings_with_any_fields_match_the_sdk() {
    let Some(mut fixture) = OracleFixture::start("Stellar settings") else {
        return;
    };
    let settings = (0..options::SETS).map(|chosen| {
        let mut settings = options::of(&mut fixture.random, chosen);
        settings["type"] = json!("setOptions");
        settings
    });
    let settings: Vec<_> = settings.collect();
    let transactions = settings.chunks(MAX_OPERATIONS).map(<[Value]>::to_vec).collect();
    let cases = cases(&mut fixture, transactions);
    fixture.go(&cases).await;
}
