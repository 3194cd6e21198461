//! Hashes of messages, also of the Rust client, compared with ethers, viem and eth-sig-util, and with the test cases
//! of ethers.

use crate::evm::ReferenceResult;
use crate::random_typed_data::RandomTypedData;
use serde::Deserialize;
use serde_json::{Value, json};
use wallet_client::payments::PaymentError;
use wallet_client::payments::eth_like::MessageContent;
use wallet_eth_like::{TypedData, personal_hash};
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;

const MESSAGES: usize = 400;

/// A published test case.
#[derive(Debug, Deserialize)]
struct Vector {
    name: String,
    data: Value,
    digest: String,
}

/// Returns the hash of the Rust client in hex.
fn hash_of(hash: Result<[u8; 32], PaymentError>) -> String {
    format!("0x{}", hex::encode(hash.expect("a hash")))
}

#[tokio::test]
async fn typed_data_of_ethers_have_their_published_hashes() {
    let Some(mut oracle) = Oracle::start("published typed data") else {
        return;
    };
    let vectors = oracle.call("evmTypedDataVectors", json!({})).await;
    let vectors: Vec<Vector> = serde_json::from_value(vectors).expect("the oracle's form");
    let (mut checked, mut without_domain) = (0, 0);
    for vector in &vectors {
        let parsed = TypedData::parse(&vector.data);
        let client = MessageContent::TypedData(vector.data.clone()).hash();
        if vector.data["domain"] == json!({}) {
            assert!(parsed.is_err() && client.is_err(), "{}", vector.name);
            without_domain += 1;
            continue;
        }
        let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error:?} of {}", vector.name, vector.data));
        assert_eq!(parsed.hash().to_string(), vector.digest, "{}", vector.name);
        assert_eq!(hash_of(client), vector.digest, "the client: {}", vector.name);
        checked += 1;
    }
    assert!(checked > 900 && without_domain < 50, "{checked} {without_domain}");
    println!("{checked} hashes agree, {without_domain} have no domain");
}

#[tokio::test]
async fn random_typed_data_have_the_same_hash() {
    let Some(mut oracle) = Oracle::start("oracles of typed data") else {
        return;
    };
    let mut random = Random::new();
    let cases: Vec<_> = (0..MESSAGES).map(|_| RandomTypedData::new(&mut random)).collect();
    let request: Vec<_> = cases
        .iter()
        .map(|case| json!({ "data": case.data, "skipped": case.skipped }))
        .collect();
    let results = oracle.call("evmTypedData", json!({ "cases": request })).await;
    let results: Vec<Vec<ReferenceResult<String>>> = serde_json::from_value(results).expect("the oracle's form");
    assert_eq!(results.len(), MESSAGES);
    for (case, results) in cases.iter().zip(results) {
        let ours = TypedData::parse(&case.data).unwrap_or_else(|error| panic!("{error:?} of {}", case.data));
        assert!(results.len() >= 2);
        let client = hash_of(MessageContent::TypedData(case.data.clone()).hash());
        assert_eq!(client, ours.hash().to_string(), "the client: {}", case.data);
        for ReferenceResult { reference, value } in results {
            assert_eq!(ours.hash().to_string(), value, "{reference} of {}", case.data);
        }
    }
}

#[tokio::test]
async fn texts_have_the_same_hash() {
    let Some(mut oracle) = Oracle::start("oracles of texts") else {
        return;
    };
    let mut random = Random::new();
    let letters = ["a", "Z", "0", "\n", "é", "中", "💰", "\u{0}"];
    let texts: Vec<String> = (0..100)
        .map(|length| (0..length).map(|_| *random.one_of(&letters)).collect())
        .collect();
    let results = oracle.call("evmPersonal", json!({ "texts": texts })).await;
    let results: Vec<Vec<ReferenceResult<String>>> = serde_json::from_value(results).expect("the oracle's form");
    for (text, results) in texts.iter().zip(results) {
        assert_eq!(results.len(), 2, "ethers and viem");
        for ReferenceResult { reference, value } in results {
            assert_eq!(
                personal_hash(text.as_bytes()).to_string(),
                value,
                "{reference} of {text:?}"
            );
            let client = hash_of(MessageContent::Text(text.clone()).hash());
            assert_eq!(client, value, "the client: {text:?}");
        }
    }
}
