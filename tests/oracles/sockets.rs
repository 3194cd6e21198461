//! The socket of notifications, read by a third-party WebSocket library.

use serde_json::{Value, json};
use uuid::Uuid;
use wallet_cloud::serve::{Options, start};
use wallet_tests::support::oracle::Oracle;

const ADDRESS: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

#[tokio::test]
async fn ws_reads_the_socket_with_two_connections() {
    let Some(mut oracle) = Oracle::start("the socket read by ws") else {
        return;
    };
    let server = start(Options::ephemeral()).await.expect("the local server starts");
    let request = json!({
        "baseUrl": server.base_url, "merchantKey": server.merchant_key, "tokenId": Uuid::new_v4(), "address": ADDRESS,
    });
    let seen = oracle.call("socketFollow", request).await;
    for (index, name) in ["first", "second"].into_iter().enumerate() {
        let event = &seen[name][0]["event"];
        assert_eq!(event["sequence"], index + 1, "{seen}");
        assert_eq!(event["transaction"]["txid"], seen["paid"][index]);
        assert_eq!(seen[name].as_array().map(Vec::len), Some(1));
    }
    assert_eq!(seen["rejected"]["code"], 1008);
    let [message] = &seen["rejected"]["messages"].as_array().expect("messages")[..] else {
        panic!("{seen}")
    };
    assert_eq!(message["error"]["code"], "invalid_token");
    assert_eq!(message["event"], Value::Null);
    server.shutdown().await.expect("the local server stops");
}
