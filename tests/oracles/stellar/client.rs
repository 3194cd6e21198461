//! The Rust client against a server whose transactions are built by the SDK: the client accepts the requested
//! operations, and no transaction in which a field differs.

use super::altered::altered;
use super::case::Case;
use super::fixture::OracleFixture;
use super::operation::{names, one_of_each, operation};
use super::options;
use super::values::long_price;
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;
use wallet_client::payments::PaymentError;
use wallet_client::payments::xlm::{Action, Review, prepare};
use wallet_client::{Client, Request, Response, RetryPolicy, Transport, TransportError};
use wallet_tests::support::stellar::Accounts;
use wallet_xlm::operation::OperationBody;

/// Random operations of each variant.
const OF_EACH: usize = 3;

/// A transaction of the SDK.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    unsigned_message: String,
    hash: String,
}

/// A server that returns a transaction of the SDK for every request.
struct Server {
    envelope: Envelope,
    case: Value,
}

#[async_trait]
impl Transport for Server {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let data = if request.url.contains("/get-hash/") {
            json!({ "unsignedMessage": self.envelope.unsigned_message, "hash": self.envelope.hash })
        } else {
            self.case.clone()
        };
        Ok(Response::builder()
            .status(200)
            .headers(Vec::new())
            .body(json!({ "data": data }).to_string().into_bytes())
            .build())
    }
}

/// Returns the SDK's transaction of each case; `None` for operations that the SDK does not build.
async fn build(fixture: &mut OracleFixture, cases: &[Case]) -> Vec<Option<Envelope>> {
    let requests: Vec<_> = cases.iter().map(|case| case.to_request(&Value::Null)).collect();
    fixture.request("stellarEnvelopes", "cases", &requests).await
}

/// Requests the transaction of a case from a server that returns this envelope.
async fn prepared(case: &Case, envelope: &Envelope) -> Result<Review, PaymentError> {
    let mut parsed = case.to_parse();
    parsed["txid"] = json!(envelope.hash);
    for (field, value) in [
        ("signed", json!(false)),
        ("signatures", json!(0)),
        ("to", json!("")),
        ("amount", json!("0")),
    ] {
        parsed[field] = value;
    }
    let server = Arc::new(Server {
        envelope: envelope.clone(),
        case: parsed,
    });
    let client = Client::over(server, "http://wallet.example")
        .with_retries(RetryPolicy::NEVER)
        .with_clock(Accounts::default());
    let operations = case.operations.iter().cloned();
    let operations = operations.map(|operation| serde_json::from_value(operation).expect("an operation"));
    let action = Action::Operations(operations.collect());
    let prepared = prepare(&client, &case.to_client(), &action).await?;
    Ok(prepared.review().clone())
}

/// Returns the field of the mismatch.
#[track_caller]
fn mismatch(outcome: Result<Review, PaymentError>, context: &Value) -> &'static str {
    match outcome {
        Err(PaymentError::Mismatch(mismatch)) => mismatch.field,
        other => panic!("accepted instead of {context}: {other:?}"),
    }
}

fn of_each(fixture: &mut OracleFixture) -> Vec<Value> {
    let names = names().flat_map(|name| std::iter::repeat_n(name, OF_EACH));
    let mut operations: Vec<_> = names.map(|name| operation(&mut fixture.random, name)).collect();
    operations.extend(one_of_each(&mut fixture.random).into_iter().filter(|operation| {
        let kind = operation["type"].as_str().unwrap_or_default();
        kind.ends_with("SponsoringFutureReserves")
    }));
    operations
}

#[tokio::test]
async fn client_accepts_requested_operations_of_every_variant() {
    let Some(mut fixture) = OracleFixture::start("operations in the client") else {
        return;
    };
    let mut operations = of_each(&mut fixture);
    for chosen in 0..options::SETS {
        let mut settings = options::of(&mut fixture.random, chosen);
        settings["type"] = json!("setOptions");
        operations.push(settings);
    }
    for _ in 0..20 {
        let mut offer = operation(&mut fixture.random, "createPassiveSellOffer");
        offer["price"] = json!(long_price(&mut fixture.random));
        operations.push(offer);
    }
    let mut cases: Vec<_> = operations
        .into_iter()
        .map(|operation| Case::of(&mut fixture.random, vec![operation]))
        .collect();
    let all = one_of_each(&mut fixture.random);
    assert_eq!(all.len(), OperationBody::NAMES.len());
    cases.push(Case::of(&mut fixture.random, all));
    let envelopes = build(&mut fixture, &cases).await;
    for (case, envelope) in cases.iter().zip(envelopes) {
        let Some(envelope) = envelope else {
            // The SDK only fails for prices that round to 0.
            assert!(
                case.operations[0]["price"]
                    .as_str()
                    .is_some_and(|price| price.starts_with("0."))
            );
            continue;
        };
        let review = prepared(case, &envelope).await;
        let review = review.unwrap_or_else(|error| panic!("{}: {error}", case.request));
        assert_eq!(review.operations.len(), case.operations.len());
    }
}

#[tokio::test]
async fn client_rejects_operations_with_another_field() {
    let Some(mut fixture) = OracleFixture::start("altered operations in the client") else {
        return;
    };
    let (mut requested, mut served, mut fields) = (Vec::new(), Vec::new(), Vec::new());
    for operation in of_each(&mut fixture) {
        for (field, other) in altered(&mut fixture.random, &operation) {
            let case = Case::of(&mut fixture.random, vec![operation.clone()]);
            let mut altered = case.clone();
            altered.operations = vec![other];
            requested.push(case);
            served.push(altered);
            fields.push(field);
        }
    }
    let envelopes = build(&mut fixture, &served).await;
    let (mut expected, mut found) = (BTreeSet::new(), BTreeSet::new());
    for (((case, altered), envelope), field) in requested.iter().zip(&served).zip(envelopes).zip(fields) {
        let key = (case.operations[0]["type"].to_string(), field);
        expected.insert(key.clone());
        let Some(envelope) = envelope else {
            continue; // the SDK rejects some combinations, such as pools whose assets are not in order
        };
        found.insert(key);
        assert_eq!(mismatch(prepared(case, &envelope).await, &altered.request), "operation");
    }
    assert_eq!(found, expected, "every field of every variant is altered");
}

#[tokio::test]
async fn client_rejects_another_sequence_number() {
    let Some(mut fixture) = OracleFixture::start("sequence numbers in the client") else {
        return;
    };
    let payment = operation(&mut fixture.random, "payment");
    let case = Case::of(&mut fixture.random, vec![payment]);
    let mut served = vec![case.clone(); 3];
    served[1].terms.sequence += 1;
    served[2].terms.sequence -= 1;
    let envelopes = build(&mut fixture, &served).await;
    let envelopes: Vec<_> = envelopes
        .into_iter()
        .map(|envelope| envelope.expect("a transaction"))
        .collect();
    let requested = case.terms.sequence + 1;
    let review = prepared(&case, &envelopes[0]).await.expect("the requested transaction");
    assert_eq!(review.sequence, requested);
    for other in &envelopes[1..] {
        let field = mismatch(prepared(&case, other).await, &json!(requested));
        assert_eq!(field, "sequence number");
    }
}

#[tokio::test]
async fn client_rejects_operations_of_another_variant() {
    let Some(mut fixture) = OracleFixture::start("other operations in the client") else {
        return;
    };
    let operations = of_each(&mut fixture);
    let requested: Vec<_> = operations
        .iter()
        .map(|operation| Case::of(&mut fixture.random, vec![operation.clone()]))
        .collect();
    let mut served = requested.clone();
    let fields = |operation: &Value| operation.as_object().map_or(0, serde_json::Map::len);
    for (index, case) in served.iter_mut().enumerate() {
        // Prefers a different variant with the same fields, for example the clawback of a balance for the claim.
        let own = &operations[index];
        let others = operations.iter().filter(|other| other["type"] != own["type"]);
        let like = others.max_by_key(|other| {
            let common = other.as_object().into_iter().flatten();
            let common = common.filter(|(name, _)| own.get(name).is_some()).count();
            (common, Reverse(fields(other)))
        });
        let like = like.expect("another variant").as_object().expect("an operation");
        let common = like
            .iter()
            .map(|(name, value)| (name.clone(), own.get(name).filter(|_| name != "type").unwrap_or(value)));
        case.operations = vec![common.map(|(name, value)| (name, value.clone())).collect()];
    }
    let envelopes = build(&mut fixture, &served).await;
    let mut rejected = BTreeSet::new();
    for ((case, other), envelope) in requested.iter().zip(&served).zip(envelopes) {
        let Some(envelope) = envelope else { continue };
        assert_eq!(mismatch(prepared(case, &envelope).await, &other.request), "operation");
        rejected.insert(case.operations[0]["type"].to_string());
    }
    assert!(rejected.len() >= 20, "{rejected:?}");
}
