//! Webhooks from the view of a receiver on loopback.

use super::notifications::{BTC, Caller, ETH, XLM};
use super::program::Server;
use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, Uri};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use wallet_client::Client;
use wallet_client::notifications::{WebhookError, WebhookKeys, verify_webhook_with_keys, webhook_keys};
use wallet_cloud::serve::{Options, start};
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;
use wallet_notifications::delivery::{TOLERANCE, WebhookHeaders, WebhookSecret};

const SUBSCRIPTIONS: &str = "/notifications/v1/api/subscription";

/// A received request.
struct Received {
    path: String,
    headers: HeaderMap,
    body: Bytes,
}

/// A receiver, which responds 410 at `/gone` and 200 elsewhere.
struct Receiver {
    address: SocketAddr,
    received: UnboundedReceiver<Received>,
}

impl Receiver {
    fn start() -> Self {
        Self::serve(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    fn serve(listener: TcpListener) -> Self {
        let address = listener.local_addr().unwrap();
        listener.set_nonblocking(true).unwrap();
        let (sender, received) = unbounded_channel();
        let receive = move |uri: Uri, headers: HeaderMap, body: Bytes| {
            let path = uri.path().to_owned();
            let is_gone = path == "/gone";
            let _ = sender.send(Received { path, headers, body });
            async move { if is_gone { StatusCode::GONE } else { StatusCode::OK } }
        };
        let listener = tokio::net::TcpListener::from_std(listener).unwrap();
        let router = Router::new().fallback(receive);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, received }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    /// Waits for a webhook that each of the secrets verifies, and returns the path and the event.
    async fn next(&mut self, secrets: &[&str]) -> (String, Value) {
        let Received { path, headers, body } = self.received.recv().await.unwrap();
        let read = WebhookHeaders::read(|name| headers.get(name)?.to_str().ok()).unwrap();
        for secret in secrets {
            let secret = WebhookSecret::parse(secret).unwrap();
            read.verify(&body, &secret, SystemClock.now(), TOLERANCE).unwrap();
        }
        let event: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(event["id"], read.id.as_str(), "{event}");
        (path, event)
    }
}

/// Creates a subscription with a webhook. Returns the id and the secret.
async fn subscribe(caller: &Caller, chain: &str, address: &str, url: &str) -> (String, String) {
    let body = json!({
        "chain": chain, "network": "testnet", "addresses": [address], "webhook": { "url": url },
        "states": ["confirmed", "final"],
    });
    let created = caller.post(SUBSCRIPTIONS, &body).await;
    let text = |name: &str| created[name].as_str().unwrap().to_owned();
    (text("id"), text("secret"))
}

/// Returns the names of the fields of a transaction in an event.
fn fields(event: &Value) -> Vec<&String> {
    event["transaction"].as_object().unwrap().keys().collect()
}

/// The client accepts the signature of the deployment by the published keys.
#[tokio::test(flavor = "multi_thread")]
async fn published_keys_verify_the_events_of_own_subscriptions() {
    let running = start(Options::ephemeral()).await.unwrap();
    let caller = Caller::new(&running.base_url, &running.merchant_key).await;
    let mut receiver = Receiver::start();
    let (id, _) = subscribe(&caller, "btc", BTC, &receiver.url("hook")).await;
    caller.post(&format!("{SUBSCRIPTIONS}/{id}/test"), &json!({})).await;
    let Received { headers, body, .. } = receiver.received.recv().await.unwrap();
    let keys = webhook_keys(&Client::new(&running.base_url).unwrap()).await.unwrap();
    let keys = WebhookKeys::new(&keys).unwrap();
    let verify = |body: &[u8], own: &str| {
        verify_webhook_with_keys(|name| headers.get(name)?.to_str().ok(), body, &keys, |id| id == own)
    };
    let event = verify(&body, &id).unwrap();
    assert_eq!((event.is_test, &event.subscription), (true, &id));
    assert!(matches!(verify(&body, "other"), Err(WebhookError::Subscription)));
    let changed = [&body[..], b" "].concat();
    assert!(matches!(verify(&changed, &id), Err(WebhookError::Verify(_))));
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_is_sent_to_the_webhook_on_a_chain_of_each_family() {
    let running = start(Options::ephemeral()).await.unwrap();
    let caller = Caller::new(&running.base_url, &running.merchant_key).await;
    for (chain, address, amount, state) in [
        ("btc", BTC, "12345", "confirmed"),
        ("eth", ETH, "30000000000000000", "confirmed"),
        ("xlm", XLM, "30000000", "final"),
    ] {
        let mut receiver = Receiver::start();
        let (id, secret) = subscribe(&caller, chain, address, &receiver.url(chain)).await;
        let path = format!("{SUBSCRIPTIONS}/{id}");
        let tested = caller.post(&format!("{path}/test"), &json!({})).await;
        assert_eq!(tested["deliveries"][0]["status"], 200, "{tested}");
        let (_, sample) = receiver.next(&[&secret]).await;
        assert_eq!(
            (&sample["test"], sample.get("sequence")),
            (&json!(true), None),
            "{sample}"
        );

        let txid = caller.pay(chain, address, amount).await;
        if chain != "xlm" {
            caller.mine(chain, 1).await;
        }
        let (received_at, event) = receiver.next(&[&secret]).await;
        assert_eq!(received_at, format!("/{chain}"));
        assert_eq!(
            (&event["state"], &event["sequence"]),
            (&json!(state), &json!(1)),
            "{event}"
        );
        assert_eq!(event["transaction"]["txid"], txid, "{event}");
        let log = caller
            .get(&format!("/notifications/v1/api/event?subscription={id}"))
            .await;
        assert_eq!(log["events"][0], event, "the webhook has the event of the log");
        assert_eq!(fields(&sample), fields(&event), "{chain}");

        let replayed = caller.post(&format!("{path}/replay"), &json!({ "from": 1 })).await;
        assert_eq!(replayed, json!({ "queued": 1 }));
        assert_eq!(
            receiver.next(&[&secret]).await.1,
            event,
            "a repetition has the same body"
        );
        let attempts = caller.get(&format!("{path}/deliveries")).await;
        for attempt in attempts["deliveries"].as_array().unwrap() {
            assert_eq!(
                (&attempt["event"], &attempt["status"]),
                (&event["id"], &json!(200)),
                "{attempts}"
            );
        }
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn secret_is_replaced_and_a_receiver_that_is_gone_ends_the_webhook() {
    let running = start(Options::ephemeral()).await.unwrap();
    let caller = Caller::new(&running.base_url, &running.merchant_key).await;
    let mut receiver = Receiver::start();
    let (id, first) = subscribe(&caller, "xlm", XLM, &receiver.url("hook")).await;
    let path = format!("{SUBSCRIPTIONS}/{id}");
    let rotated = caller.post(&format!("{path}/secret"), &json!({})).await;
    let second = rotated["secret"].as_str().unwrap();
    caller.pay("xlm", XLM, "30000000").await;
    receiver.next(&[&first, second]).await;

    let gone = json!({ "webhook": { "url": receiver.url("gone") } });
    caller.put(&path, &gone).await;
    caller.pay("xlm", XLM, "30000001").await;
    assert_eq!(receiver.next(&[second]).await.0, "/gone");
    let mut status = Value::Null;
    while status != "disabled" {
        status = caller.get(&path).await["webhook"]["status"].clone();
    }
    let enabled = caller
        .put(&path, &json!({ "webhook": { "url": receiver.url("hook") } }))
        .await;
    assert_eq!(enabled["webhook"]["status"], "active", "{enabled}");
    caller.pay("xlm", XLM, "30000002").await;
    let (received_at, event) = receiver.next(&[second]).await;
    assert_eq!(
        (received_at.as_str(), &event["sequence"]),
        ("/hook", &json!(3)),
        "{event}"
    );
    running.shutdown().await.unwrap();
}

/// The receiver starts after the first attempts have failed and the process was killed.
#[tokio::test(flavor = "multi_thread")]
async fn killed_server_delivers_what_was_due() {
    let folder = tempfile::tempdir().unwrap();
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (listen, hook) = (free().to_string(), free());
    let arguments = ["--data", folder.path().to_str().unwrap(), "--sandbox-port", "0"];
    let key = "wck_shop_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
    let server = Server::start_with(&listen, &arguments, key);
    let caller = Caller::new(&format!("http://{listen}"), key).await;
    let (id, secret) = subscribe(&caller, "xlm", XLM, &format!("http://{hook}/hook")).await;
    for amount in 0..5 {
        caller.pay("xlm", XLM, &(30_000_000 + amount).to_string()).await;
    }
    let log = format!("/notifications/v1/api/event?subscription={id}&wait=20");
    let mut events = Vec::new();
    while events.len() < 5 {
        events = caller.get(&log).await["events"].as_array().unwrap().clone();
    }
    server.end("KILL");

    let mut listener = Receiver::serve(TcpListener::bind(hook).unwrap());
    let server = Server::start_with(&listen, &arguments, key);
    let mut received = HashMap::new();
    while received.len() < events.len() {
        let (_, event) = listener.next(&[&secret]).await;
        received.insert(event["sequence"].as_u64().unwrap(), event);
    }
    for event in &events {
        assert_eq!(received.get(&event["sequence"].as_u64().unwrap()), Some(event));
    }
    assert!(server.end("TERM").success());
}

/// Returns the code block in a language of the README, with a different port.
fn code_block(language: &str, port: u16) -> String {
    let readme = include_str!("../../../README.md");
    let (_, rest) = readme.split_once(&format!("```{language}\n")).unwrap();
    let (code, _) = rest.split_once("```\n").unwrap();
    assert!(code.contains("8787"), "{code}");
    code.replace("8787", &port.to_string())
}

/// A program that ends with the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn receivers_of_the_readme_work_as_written() {
    let running = start(Options::ephemeral()).await.unwrap();
    let caller = Caller::new(&running.base_url, &running.merchant_key).await;
    let folder = tempfile::tempdir().unwrap();
    for (language, interpreter) in [("python", "python3"), ("js", "node")] {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = format!("http://127.0.0.1:{port}/");
        let (id, secret) = subscribe(&caller, "xlm", XLM, &url).await;
        let file = folder.path().join("receiver.mjs");
        std::fs::write(&file, code_block(language, port)).unwrap();
        let child = Command::new(interpreter)
            .arg(&file)
            .env("SECRET", &secret)
            .stdout(Stdio::piped())
            .spawn();
        let mut program = Program(child.unwrap());
        let lines = BufReader::new(program.0.stdout.take().unwrap()).lines();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let path = format!("{SUBSCRIPTIONS}/{id}");
        let tested = caller.post(&format!("{path}/test"), &json!({})).await;
        assert_eq!(tested["deliveries"][0]["status"], 204, "{language}: {tested}");
        caller.pay("xlm", XLM, "30000000").await;
        let printed: Vec<_> = lines.take(2).map(Result::unwrap).collect();
        for line in &printed {
            let event: Value = serde_json::from_str(line.strip_prefix("final ").unwrap()).unwrap();
            assert_eq!(event["subscription"], id.as_str(), "{line}");
        }
        caller.post(&format!("{path}/secret"), &json!({})).await;
        caller.post(&format!("{path}/secret"), &json!({})).await;
        let tested = caller.post(&format!("{path}/test"), &json!({})).await;
        assert_eq!(
            tested["deliveries"][0]["status"], 401,
            "{language}: a different secret: {tested}"
        );
        caller.put(&path, &json!({ "removeWebhook": true })).await;
    }
    running.shutdown().await.unwrap();
}
