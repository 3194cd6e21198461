//! The socket of the local server: an event of a payment, the places among the connections, and the end of the server.

use super::notifications::{BTC, Caller};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use wallet_cloud::serve::{Options, start};

#[tokio::test(flavor = "multi_thread")]
async fn socket_reports_a_payment_and_ends_with_the_server() {
    let running = start(Options::ephemeral()).await.unwrap();
    let caller = Caller::new(&running.base_url, &running.merchant_key).await;
    let body = json!({ "chain": "btc", "network": "testnet", "addresses": [BTC] });
    let subscription = caller.post("/notifications/v1/api/subscription", &body).await;
    let url = running.base_url.replacen("http", "ws", 1) + "/notifications/v1/socket";
    let (mut socket, response) = connect_async(url).await.unwrap();
    assert!(response.headers().contains_key("request-id"));
    let first = json!({ "token": caller.token(), "subscriptions": [subscription["id"]] });
    socket.send(Message::text(first.to_string())).await.unwrap();
    socket.send(Message::Ping("open".into())).await.unwrap();
    assert_eq!(socket.next().await.unwrap().unwrap(), Message::Pong("open".into()));
    let txid = caller.pay("btc", BTC, "250000").await;
    let message: Value = loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Text(text) => break serde_json::from_str(&text).unwrap(),
            Message::Ping(_) => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(message["event"]["transaction"]["txid"], txid, "{message}");
    let cursor = message["cursor"].as_str().unwrap();
    let page = caller.get(&format!("/notifications/v1/api/event?after={cursor}")).await;
    let later = page["events"].as_array().unwrap().iter();
    assert!(
        later.clone().all(|event| event["id"] != message["event"]["id"]),
        "{page}"
    );
    // The client responds to the close frame while the server stops.
    let closed = tokio::spawn(async move {
        loop {
            if let Message::Close(frame) = socket.next().await.unwrap().unwrap() {
                return frame.unwrap().code;
            }
        }
    });
    timeout(Duration::from_mins(1), running.shutdown())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(closed.await.unwrap(), CloseCode::Away);
}
