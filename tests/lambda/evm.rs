//! The connector and address info of the EVM chains behind API Gateway.

use crate::event::{Event, invoke};
use crate::services::{EVM_ADDRESS_INFO, EVM_CONNECTOR, evm_address_info, evm_connector};
use crate::{PUBLIC_KEY, bearer};
use serde_json::json;

/// The address of the key: that of the generator of secp256k1, with the private key 1.
const ADDRESS: &str = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";

fn get(path: &str) -> Event {
    Event::new("GET", &format!("{EVM_CONNECTOR}/api/{path}")).header("authorization", &bearer())
}

fn post(path: &str) -> Event {
    Event::new("POST", &format!("{EVM_CONNECTOR}/api/{path}")).header("authorization", &bearer())
}

#[tokio::test]
async fn address_is_derived() {
    let event = post("get-address/matic").json(&json!({ "publicKey": PUBLIC_KEY }));
    let response = invoke(&evm_connector(), event).await;
    assert_eq!(response.json()["data"], json!({ "address": ADDRESS }), "{response:?}");
}

#[tokio::test]
async fn query_reaches_an_endpoint_without_a_chain() {
    let event = get("prepare-transaction/erc20-transfer-data").query(&format!("to={ADDRESS}&amount=1"));
    let response = invoke(&evm_connector(), event).await;
    let data = response.json()["data"]["data"].as_str().unwrap_or_default().to_owned();
    assert!(data.starts_with("0xa9059cbb") && data.len() == 138, "{response:?}");
}

#[tokio::test]
async fn null_reaches_the_handler_as_null() {
    let transaction = json!({
        "publicKey": PUBLIC_KEY, "to": null, "amount": "0", "fee": "60000", "gasLimit": "60000", "gasPrice": "1",
        "nonce": 0, "data": "0x6001",
    });
    let response = invoke(&evm_connector(), post("transaction/get-hash/eth").json(&transaction)).await;
    assert!(response.json()["data"]["hash"].is_string(), "{response:?}");
}

#[tokio::test]
async fn chain_without_an_upstream_is_unavailable() {
    let event = get("prepare-transaction/nonce/op").query(&format!("address={ADDRESS}&network=testnet"));
    let response = invoke(&evm_connector(), event).await;
    assert_eq!(response.error(), (503, "not_configured".to_owned()));
}

#[tokio::test]
async fn trailing_slash_is_accepted_and_tokens_are_loaded_first() {
    for path in ["api/eth", "api/eth/"] {
        let event = Event::new("GET", &format!("{EVM_ADDRESS_INFO}/{path}")).header("authorization", &bearer());
        let event = event.query(&format!("address={ADDRESS}&limit=5"));
        let response = invoke(&evm_address_info().await, event).await;
        assert_eq!(response.error(), (503, "service_unavailable".to_owned()));
    }
}
