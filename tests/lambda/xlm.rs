//! The Stellar connector and address info behind API Gateway.

use crate::bearer;
use crate::event::{Event, invoke};
use crate::services::{XLM_ADDRESS_INFO, XLM_CONNECTOR, xlm_address_info, xlm_connector};
use serde_json::json;

/// The key and the address of SEP-23's examples.
const KEY: &str = "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a";
const ADDRESS: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

fn event(method: &str, path: &str) -> Event {
    Event::new(method, &format!("{XLM_CONNECTOR}/api/{path}")).header("authorization", &bearer())
}

#[tokio::test]
async fn address_is_derived() {
    let event = event("POST", "get-address/xlm").json(&json!({ "publicKey": KEY }));
    let response = invoke(&xlm_connector(), event).await;
    assert_eq!(response.json()["data"], json!({ "address": ADDRESS }), "{response:?}");
}

#[tokio::test]
async fn network_queries_are_accepted_with_and_without_a_slash() {
    for path in ["prepare-transaction/fee-stat/xlm", "prepare-transaction/fee-stat/xlm/"] {
        let response = invoke(&xlm_connector(), event("GET", path).query("network=testnet")).await;
        assert_eq!(response.error(), (503, "not_configured".to_owned()));
    }
    let event = event("POST", "utility/check-account").json(&json!({ "address": ADDRESS, "network": "testnet" }));
    let response = invoke(&xlm_connector(), event).await;
    assert_eq!(response.error(), (503, "not_configured".to_owned()));
}

#[tokio::test]
async fn address_query_is_accepted_with_and_without_a_slash() {
    let info = async |path: &str, query: &str| {
        let event = Event::new("GET", &format!("{XLM_ADDRESS_INFO}/{path}")).header("authorization", &bearer());
        invoke(&xlm_address_info(), event.query(query)).await.error()
    };
    for path in ["api/xlm", "api/xlm/"] {
        let query_of_account = format!("address={ADDRESS}&network=testnet&limit=5&cursor=A4REwAAAcAA");
        assert_eq!(info(path, &query_of_account).await, (503, "not_configured".to_owned()));
        let contract = "address=CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";
        assert_eq!(info(path, contract).await, (400, "invalid_address".to_owned()));
    }
    assert_eq!(info("api/eth", "").await, (404, "chain_not_supported".to_owned()));
}
