//! The socket with a WebSocket client over TCP.

use super::fixture::{Bearer, Fixture, OTHER, OWNER, SUBSCRIPTIONS};
use crate::support::tokens;
use axum::http::Method;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use uuid::Uuid;
use wallet_cloud::serve::{SocketLimits, Sockets};
use wallet_core::ports::system::Clock;
use wallet_deliver::LogReader;
use wallet_deliver::socket::SocketPorts;
use wallet_http::system::SystemClock;
use wallet_http::{HttpConfig, Service, mount};
use wallet_notifications::Cursor;
use wallet_test_support::clock::{FixedClock, advance_if_paused};

/// A server with the socket only.
struct Server {
    address: SocketAddr,
    sockets: Arc<Sockets>,
}

/// The size of the buffers of connections, so small that a few events fill the buffers.
const BUFFER: u32 = 4096;

impl Server {
    fn start(fixture: &Fixture) -> Self {
        Self::with(fixture, SocketLimits::default(), Arc::new(SystemClock))
    }

    /// Starts a server whose tokens end by a clock.
    fn with(fixture: &Fixture, limits: SocketLimits, clock: Arc<dyn Clock>) -> Self {
        advance_if_paused();
        let log = LogReader::informed(fixture.database.clone(), Arc::new(SystemClock), fixture.news.clone());
        let ports = SocketPorts {
            authorizer: tokens::authorizer(),
            subscriptions: fixture.database.clone(),
            log,
        };
        let sockets = Sockets::new(ports, clock, limits);
        let app = mount(
            vec![Service::undocumented("notifications", sockets.router())],
            &HttpConfig::default(),
        );
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_send_buffer_size(BUFFER).unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener: TcpListener = socket.listen(64).unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { address, sockets }
    }

    async fn connect(&self) -> Result<Client, Error> {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(BUFFER).unwrap();
        let stream = socket.connect(self.address).await.unwrap();
        let url = format!("ws://{}/notifications/v1/socket", self.address);
        client_async(url, stream).await.map(|(stream, _)| Client(stream))
    }

    /// Connects, sends a first message, and waits until the server follows the log.
    async fn open(&self, first: &Value) -> Client {
        let mut client = self.connect().await.unwrap();
        client.send(first).await;
        client.0.send(Message::Ping("open".into())).await.unwrap();
        assert_eq!(client.0.next().await.unwrap().unwrap(), Message::Pong("open".into()));
        client
    }

    /// Connects, and sends a first message with a position.
    async fn resume(&self, first: &Value) -> Client {
        let mut client = self.connect().await.unwrap();
        client.send(first).await;
        client
    }

    /// Connects, sends a message, and returns the error after which the server closes the connection.
    async fn rejected(&self, message: Message) -> Value {
        let mut client = self.connect().await.unwrap();
        client.0.send(message).await.unwrap();
        client.error().await
    }
}

/// A client of the socket.
struct Client(WebSocketStream<TcpStream>);

impl Client {
    async fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Returns the next message of the server.
    async fn next(&mut self) -> Value {
        loop {
            match self.0.next().await.expect("a message").unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Returns sequence number and cursor of the next event.
    async fn event(&mut self) -> (u64, String) {
        let message = self.next().await;
        let cursor = message["cursor"].as_str().expect("a cursor").to_owned();
        (message["event"]["sequence"].as_u64().expect("an event"), cursor)
    }

    /// Returns the error, after which the connection is closed with 1008.
    async fn error(&mut self) -> Value {
        let message = self.next().await;
        assert_eq!(self.closed().await, CloseCode::Policy, "{message}");
        message["error"].clone()
    }

    /// Returns the code with which the server closes the connection.
    async fn closed(&mut self) -> CloseCode {
        loop {
            match self.0.next().await.expect("a message").unwrap() {
                Message::Close(frame) => return frame.expect("a reason").code,
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

pub fn first(bearer: &Bearer) -> Value {
    json!({ "token": bearer.token() })
}

/// Returns a first message that reads the log from the oldest event.
pub fn from_start(bearer: &Bearer) -> Value {
    json!({ "token": bearer.token(), "after": Cursor::default().to_string() })
}

pub async fn pay(fixture: &mut Fixture, address: &str) {
    let btc = fixture.btc.clone();
    fixture.pay(&btc, address);
    fixture.catch_up().await;
}

#[tokio::test]
async fn socket_without_a_cursor_starts_now() {
    let mut fixture = Fixture::new().await;
    let server = Server::start(&fixture);
    for bearer in [OWNER, Bearer::Merchant] {
        fixture.subscribe(&bearer, &["a1"]).await;
        pay(&mut fixture, "a1").await;
        let mut client = server.open(&first(&bearer)).await;
        pay(&mut fixture, "a1").await;
        let message = client.next().await;
        assert_eq!(message["event"]["sequence"].as_u64().unwrap() % 2, 0, "{message}");
        assert_eq!(message["event"]["state"], "seen");
        assert_eq!(message["event"]["addresses"], json!(["a1"]));
        client.send(&json!({})).await;
        pay(&mut fixture, "a1").await;
        pay(&mut fixture, "a1").await;
        client.event().await;
        client.event().await;
    }
}

#[tokio::test]
async fn reconnected_client_has_no_gap_and_no_repetition() {
    let mut fixture = Fixture::new().await;
    let server = Server::start(&fixture);
    fixture.subscribe(&OWNER, &["a1"]).await;
    fixture.subscribe(&OTHER, &["a1"]).await;
    let mut received = Vec::new();
    let mut message = from_start(&OWNER);
    for round in 0..5 {
        let mut client = server.resume(&message).await;
        for _ in 0..4 {
            pay(&mut fixture, "a1").await;
        }
        // The connection ends while events are on the way.
        for _ in 0..=round % 3 {
            let (sequence, cursor) = client.event().await;
            received.push(sequence);
            message["after"] = json!(cursor);
        }
    }
    let mut client = server.resume(&message).await;
    while received.len() < 20 {
        received.push(client.event().await.0);
    }
    assert_eq!(received, (1..=20).collect::<Vec<_>>());
}

#[tokio::test]
async fn backlog_of_several_pages_is_sent_with_the_cursor_of_each_event() {
    let mut fixture = Fixture::new().await;
    let server = Server::start(&fixture);
    let id = fixture.subscribe(&OWNER, &["a1"]).await;
    fixture.subscribe(&OWNER, &["a2"]).await;
    let btc = fixture.btc.clone();
    for _ in 0..230 {
        fixture.pay(&btc, "a1");
        fixture.pay(&btc, "a2");
    }
    fixture.catch_up().await;
    let mut message = from_start(&OWNER);
    message["subscriptions"] = json!([id]);
    let mut client = server.resume(&message).await;
    let mut cursors = Vec::new();
    for expected in 1..=230 {
        let (sequence, cursor) = client.event().await;
        assert_eq!(sequence, expected);
        cursors.push(cursor);
    }
    for sequence in [1, 57, 100, 229] {
        message["after"] = json!(cursors[sequence - 1]);
        assert_eq!(server.resume(&message).await.event().await.0, sequence as u64 + 1);
    }
}

/// Returns first messages with the code and the field of their errors.
pub fn invalid_messages(of_other: &str) -> Vec<(String, &'static str, Option<&'static str>)> {
    let with = |member: &str, value: Value| {
        let mut message = first(&OWNER);
        message[member] = value;
        message.to_string()
    };
    let token = |token: Value| json!({ "token": token }).to_string();
    let unknown = Uuid::from_u128(5).to_string();
    let ids = Some("subscriptions");
    let id = Some("subscriptions[0]");
    vec![
        ("{".to_owned(), "invalid_request", None),
        ("[]".to_owned(), "invalid_request", None),
        ("{}".to_owned(), "invalid_request", Some("token")),
        (token(json!(5)), "invalid_request", Some("token")),
        (token(json!("x")), "invalid_token", None),
        (token(json!(tokens::expired(&["notify"]))), "token_expired", None),
        (token(json!(tokens::token(&["read"]))), "insufficient_permission", None),
        (with("after", json!("x")), "invalid_request", Some("after")),
        (with("subscriptions", json!("x")), "invalid_request", ids),
        (with("subscriptions", json!(["x"])), "invalid_request", id),
        (
            with("subscriptions", json!(vec![&unknown; 101])),
            "invalid_request",
            ids,
        ),
        (with("subscriptions", json!([unknown])), "not_found", id),
        (with("subscriptions", json!([of_other])), "not_found", id),
        (with("more", json!("x".repeat(16 * 1024))), "payload_too_large", None),
    ]
}

#[tokio::test]
async fn invalid_first_messages_are_rejected() {
    let fixture = Fixture::new().await;
    let server = Server::start(&fixture);
    let of_other = fixture.subscribe(&OTHER, &["a1"]).await;
    for (message, code, field) in invalid_messages(&of_other) {
        let error = server.rejected(Message::text(message.clone())).await;
        let found = (error["code"].as_str(), error["field"].as_str());
        assert_eq!(found, (Some(code), field), "{message}");
        assert_eq!(error["retriable"], false);
    }
    let error = server.rejected(Message::binary("{}")).await;
    assert_eq!(error["code"], "invalid_request");
    let mut client = server.open(&first(&OWNER)).await;
    client.send(&first(&OWNER)).await;
    assert_eq!(client.error().await["code"], "invalid_request");
}

#[tokio::test(start_paused = true)]
async fn client_without_a_first_message_is_disconnected() {
    let fixture = Fixture::new().await;
    let server = Server::start(&fixture);
    let mut client = server.connect().await.unwrap();
    assert_eq!(client.error().await["code"], "unauthorized");
}

#[tokio::test(start_paused = true)]
async fn socket_ends_with_the_token() {
    let fixture = Fixture::new().await;
    // The tokens expire after five minutes, and are valid for 30 s of leeway. The clock of the sockets does not verify tokens.
    for left in [5, 0] {
        let late = SystemClock.now().after(Duration::from_secs(330 - left));
        let server = Server::with(&fixture, SocketLimits::default(), FixedClock::at(late));
        let error = server.rejected(Message::text(first(&OWNER).to_string())).await;
        assert_eq!(error["code"], "token_expired");
    }
}

#[tokio::test(start_paused = true)]
async fn socket_ends_with_a_named_subscription() {
    let fixture = Fixture::new().await;
    let server = Server::start(&fixture);
    let id = fixture.subscribe(&OWNER, &["a1"]).await;
    let mut message = first(&OWNER);
    message["subscriptions"] = json!([id]);
    let mut client = server.open(&message).await;
    fixture
        .send(&OWNER, Method::DELETE, &format!("{SUBSCRIPTIONS}/{id}"), None)
        .await;
    let error = client.error().await;
    assert_eq!(
        (&error["code"], &error["field"]),
        (&json!("not_found"), &json!("subscriptions[0]"))
    );
}

#[tokio::test(start_paused = true)]
async fn client_without_pongs_is_disconnected() {
    let fixture = Fixture::new().await;
    let server = Server::start(&fixture);
    let client = server.open(&first(&OWNER)).await;
    server.sockets.ended().await;
    drop(client);
}

#[tokio::test(start_paused = true)]
async fn client_that_does_not_read_is_disconnected_and_loses_nothing() {
    let mut fixture = Fixture::new().await;
    let server = Server::start(&fixture);
    fixture.subscribe(&OWNER, &["a1"]).await;
    let client = server.open(&first(&OWNER)).await;
    let btc = fixture.btc.clone();
    for _ in 0..200 {
        fixture.pay(&btc, "a1");
    }
    fixture.catch_up().await;
    server.sockets.ended().await;
    drop(client);
    let mut client = server.resume(&from_start(&OWNER)).await;
    for sequence in 1..=200 {
        assert_eq!(client.event().await.0, sequence);
    }
}

#[tokio::test]
async fn number_of_sockets_is_limited_per_owner_and_in_total() {
    let fixture = Fixture::new().await;
    let limits = SocketLimits {
        sockets: 22,
        ..SocketLimits::default()
    };
    let server = Server::with(&fixture, limits, Arc::new(SystemClock));
    let mut open = Vec::new();
    for _ in 0..20 {
        open.push(server.open(&first(&OWNER)).await);
    }
    let error = server.rejected(Message::text(first(&OWNER).to_string())).await;
    assert_eq!(
        (&error["code"], &error["retriable"]),
        (&json!("too_many_requests"), &json!(true))
    );
    assert_eq!(error["details"]["retryAfter"], 5);
    for _ in 0..2 {
        // The server may notice later that a connection is closed.
        open.push(loop {
            if let Ok(mut client) = server.connect().await {
                client.send(&first(&OTHER)).await;
                break client;
            }
        });
    }
    let Err(Error::Http(response)) = server.connect().await else {
        panic!("not rejected")
    };
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "5");
    open.clear();
    server.sockets.ended().await;
    server.open(&first(&OWNER)).await;
}

#[tokio::test]
async fn shutdown_closes_all_sockets() {
    let fixture = Fixture::new().await;
    let server = Server::start(&fixture);
    let mut idle = server.connect().await.unwrap();
    let mut open = server.open(&first(&OWNER)).await;
    server.sockets.stop();
    assert_eq!(open.closed().await, CloseCode::Away);
    assert_eq!(idle.closed().await, CloseCode::Away);
    drop((open, idle));
    server.sockets.ended().await;
    let mut late = server.connect().await.unwrap();
    assert_eq!(late.closed().await, CloseCode::Away);
}

#[tokio::test]
async fn request_without_an_upgrade_has_the_envelope() {
    let fixture = Fixture::new().await;
    let server = Server::start(&fixture);
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = "GET /notifications/v1/socket HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    assert!(response.starts_with("HTTP/1.1 400"), "{response}");
    assert!(response.contains(r#""code":"invalid_request""#), "{response}");
}
