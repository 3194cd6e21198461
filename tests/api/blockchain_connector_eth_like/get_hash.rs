//! POST /api/transaction/get-hash/{chain}

use super::App;
use super::fixture::all_params;
use super::wallet::{example, fee_market};
use serde_json::{Value, json};
use std::collections::HashSet;
use wallet_core::model::{ChainName, Network};
use wallet_tests::support::chains::evm_chains;

const PATH: &str = "transaction/get-hash/eth";

async fn hash(app: &App, path: &str, body: &Value) -> String {
    let response = app.post(path, body).await;
    response.data()["hash"].as_str().expect("a string").to_owned()
}

#[tokio::test]
async fn eip155_example() {
    // https://eips.ethereum.org/EIPS/eip-155
    let app = App::new().await;
    let response = app.post(PATH, &example()).await;
    let expected = "0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53";
    assert_eq!(response.data(), &json!({ "hash": expected }));
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn hash_depends_on_chain_and_network() {
    let app = App::new().await;
    let mut hashes = HashSet::new();
    for params in all_params() {
        let mut body = example();
        body["network"] = params.network.name().into();
        let path = format!("transaction/get-hash/{}", params.chain.name());
        hashes.insert(hash(&app, &path, &body).await);
    }
    assert_eq!(hashes.len(), all_params().count());
}

#[tokio::test]
async fn every_field_except_key_and_fee_changes_the_hash() {
    let app = App::new().await;
    let mut hashes = HashSet::from([hash(&app, PATH, &example()).await]);
    let changes = [
        ("to", json!("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")),
        ("amount", json!("1000000000000000001")),
        ("nonce", json!(10)),
    ];
    for (field, value) in changes {
        let mut body = example();
        body[field] = value;
        assert!(hashes.insert(hash(&app, PATH, &body).await), "{field}");
    }
    for (gas_limit, gas_price, data) in [
        ("42000", "10000000000", ""),
        ("21000", "20000000000", ""),
        ("42000", "10000000000", "0xa9059cbb"),
    ] {
        let mut body = example();
        body["gasLimit"] = gas_limit.into();
        body["gasPrice"] = gas_price.into();
        body["data"] = data.into();
        hashes.insert(hash(&app, PATH, &body).await);
    }
    assert_eq!(hashes.len(), 6);
    let other_key = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    let mut body = example();
    body["publicKey"] = other_key.into();
    assert!(!hashes.insert(hash(&app, PATH, &body).await));
}

#[tokio::test]
async fn equivalent_encodings_yield_the_same_hash() {
    let app = App::new().await;
    let expected = hash(&app, PATH, &example()).await;
    for (field, value) in [
        ("data", json!("0x")),
        ("network", json!("livenet")),
        ("network", json!(null)),
        ("maxFeePerGas", json!(null)),
        ("unknown", json!(7)),
    ] {
        let mut body = example();
        body[field] = value;
        assert_eq!(hash(&app, PATH, &body).await, expected, "{field}");
    }
}

#[tokio::test]
async fn two_prices_yield_an_eip_1559_transaction_if_the_chain_supports_it() {
    let app = App::new().await;
    let mut hashes = HashSet::from([hash(&app, PATH, &example()).await]);
    for chain in evm_chains().iter().filter(|chain| **chain != "etc") {
        let path = format!("transaction/get-hash/{chain}");
        assert!(hashes.insert(hash(&app, &path, &fee_market()).await), "{chain}");
    }
    let response = app.post("transaction/get-hash/etc", &fee_market()).await;
    response.assert_error(400, "invalid_request", Some("maxFeePerGas"));
}

#[tokio::test]
async fn contract_creation_has_no_recipient() {
    let app = App::new().await;
    let mut body = example();
    body["to"] = Value::Null;
    body["data"] = "0x6001".into();
    let response = app.post(PATH, &body).await;
    response.assert_error(400, "invalid_request", Some("gasLimit"));
    // 21000, plus 32000 for contract creation, plus 32 for two bytes of code.
    assert_eq!(response.detail("minimum"), "53032");
    body["gasLimit"] = "53032".into();
    body["fee"] = (53_032_u64 * 20_000_000_000).to_string().into();
    assert_eq!(hash(&app, PATH, &body).await.len(), 66);
}

#[tokio::test]
async fn fee_is_gas_limit_times_price() {
    let app = App::new().await;
    for body in [example(), fee_market()] {
        for fee in ["0", "419999999999999", "420000000000001"] {
            let mut body = body.clone();
            body["fee"] = fee.into();
            let response = app.post(PATH, &body).await;
            response.assert_error(400, "fee_mismatch", Some("fee"));
            assert_eq!(response.detail("expected"), "420000000000000");
        }
    }
}

#[tokio::test]
async fn fee_above_the_maximum_of_the_chain_is_rejected() {
    let app = App::new().await;
    for params in all_params().filter(|params| params.network == Network::Livenet) {
        let chain = params.chain.name();
        let maximum: u128 = params.max_fee().to_string().parse().expect("a number");
        // 25 000 divides each of them without a remainder.
        for (price, accepted) in [(maximum / 25_000, true), (maximum / 25_000 + 1, false)] {
            let mut body = example();
            body["gasLimit"] = "25000".into();
            body["gasPrice"] = price.to_string().into();
            body["fee"] = (price * 25_000).to_string().into();
            let response = app.post(&format!("transaction/get-hash/{chain}"), &body).await;
            if accepted {
                assert!(response.data()["hash"].is_string());
            } else {
                response.assert_error(400, "fee_too_high", Some("fee"));
                assert_eq!(response.detail("maximum"), &maximum.to_string());
            }
        }
    }
}

#[tokio::test]
async fn gas_limit_is_between_21000_and_the_maximum_of_the_chain() {
    let app = App::new().await;
    for (chain, maximum) in [("eth", 16_777_216_u64), ("bsc", 30_000_000)] {
        for (gas, accepted) in [(20_999, false), (21_000, true), (maximum, true), (maximum + 1, false)] {
            let mut body = example();
            body["gasLimit"] = gas.to_string().into();
            body["gasPrice"] = "1000".into();
            body["fee"] = (gas * 1000).to_string().into();
            let response = app.post(&format!("transaction/get-hash/{chain}"), &body).await;
            if accepted {
                assert!(response.data()["hash"].is_string());
            } else {
                response.assert_error(400, "invalid_request", Some("gasLimit"));
            }
        }
    }
}
