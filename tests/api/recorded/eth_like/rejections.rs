//! Errors with which the clients reject a broadcast, and our reason for each.

use super::data::{self, Fact};
use crate::blockchain_connector_eth_like::App;
use crate::support::client::TestResponse;
use crate::support::json_rpc::error;
use serde_json::json;

/// The signed example transaction of <https://eips.ethereum.org/EIPS/eip-155>.
const SIGNED: &str = "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";

/// The code of most clients, for sources that quote the message alone.
const CODE: i64 = -32000;

/// Returns the outcome of a response, in the words of the data files.
fn outcome(response: &TestResponse) -> String {
    match response.status.as_u16() {
        200 => "known".to_owned(),
        422 => response.detail("reason").as_str().unwrap_or_default().to_owned(),
        // The node does not take the transaction for a reason of the node itself, and there is no other node.
        503 => "unable".to_owned(),
        status => format!("{status} {}", response.json["error"]["code"]),
    }
}

async fn send(fact: &Fact) -> String {
    let app = App::new().await;
    let code = fact.get("code").as_i64().unwrap_or(CODE);
    app.fixture().submit = Some(error(code, fact.text("message")));
    let response = app.post("transaction/send/eth", &json!({ "txdata": SIGNED })).await;
    outcome(&response)
}

#[tokio::test]
async fn error_texts_of_all_clients_have_their_reason() {
    let facts = data::of("rejections");
    let mut different = Vec::new();
    for fact in &facts {
        let found = send(fact).await;
        if found != fact.text("reason") {
            different.push(format!("{found}: {fact}"));
        }
    }
    assert!(
        different.is_empty(),
        "{} of {}:\n{}",
        different.len(),
        facts.len(),
        different.join("\n")
    );
}
