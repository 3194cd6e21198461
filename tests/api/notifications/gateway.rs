//! The socket behind a gateway: a stand-in for the connections of API Gateway over HTTP, and the database of the local server.

use super::fixture::{Bearer, EVENTS, Fixture, OTHER, OWNER, SUBSCRIPTIONS};
use super::sockets::{first, from_start, invalid_messages, pay};
use crate::support::tokens;
use async_trait::async_trait;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::routing::post;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_deliver::LogReader;
use wallet_deliver::gateway::{GatewaySender, GatewaySockets, LEASE, MAX_CONNECTIONS, MAX_MESSAGE};
use wallet_deliver::socket::SocketPorts;
use wallet_http::system::SystemClock;
use wallet_notifications::sockets::{Announcement, Announcements, Connection, Connections};
use wallet_store::aws::AwsSettings;
use wallet_store::gateway::SignedGateway;
use wallet_test_support::clock::FixedClock;

/// The clients of a gateway, with the messages that they have received.
#[derive(Default)]
struct Clients {
    /// The connections with their messages, in order; `None` is the end.
    received: Vec<(String, Option<Value>)>,
    /// The connections that are closed without a report.
    gone: HashSet<String>,
    /// The connections whose messages the gateway cannot send.
    failing: HashSet<String>,
    /// The announcements that wait.
    announced: Vec<Announcement>,
}

type Shared = Arc<Mutex<Clients>>;

struct Queue(Shared);

#[async_trait]
impl Announcements for Queue {
    async fn publish(&self, announcement: &Announcement) {
        self.0.lock().unwrap().announced.push(announcement.clone());
    }
}

async fn receive(
    State(clients): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> StatusCode {
    let authorization = headers["authorization"].to_str().unwrap();
    assert!(
        authorization.starts_with("AWS4-HMAC-SHA256 Credential=local/"),
        "{authorization}"
    );
    assert!(
        authorization.contains("/us-east-1/execute-api/aws4_request,"),
        "{authorization}"
    );
    let mut clients = clients.lock().unwrap();
    if clients.gone.contains(&id) {
        return StatusCode::GONE;
    }
    if clients.failing.contains(&id) {
        return StatusCode::TOO_MANY_REQUESTS;
    }
    assert!(body.len() <= MAX_MESSAGE, "{}", body.len());
    clients.received.push((id, Some(serde_json::from_str(&body).unwrap())));
    StatusCode::OK
}

async fn close(State(clients): State<Shared>, Path(id): Path<String>) -> StatusCode {
    let mut clients = clients.lock().unwrap();
    if clients.gone.insert(id.clone()) {
        clients.received.push((id, None));
        return StatusCode::NO_CONTENT;
    }
    StatusCode::GONE
}

/// The two functions behind a gateway.
struct Behind {
    clients: Shared,
    sockets: GatewaySockets,
    sender: GatewaySender,
}

impl Behind {
    async fn start(fixture: &Fixture) -> Self {
        Self::at(fixture, Arc::new(SystemClock)).await
    }

    /// Starts a gateway, with functions whose tokens end by a clock.
    async fn at(fixture: &Fixture, clock: Arc<dyn Clock>) -> Self {
        let clients = Shared::default();
        let path = "/production/@connections/{id}";
        let app = Router::new().route(path, post(receive).delete(close));
        let app = app.with_state(Arc::clone(&clients));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/production", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        let gateway = Arc::new(SignedGateway::new(AwsSettings::emulator(""), url));
        let log = LogReader::polling(fixture.database.clone(), Arc::new(SystemClock));
        let queue = Arc::new(Queue(Arc::clone(&clients)));
        Self {
            sockets: GatewaySockets {
                sockets: SocketPorts {
                    authorizer: tokens::authorizer(),
                    subscriptions: fixture.database.clone(),
                    log: log.clone(),
                },
                connections: fixture.database.clone(),
                gateway: gateway.clone(),
                queue: queue.clone(),
                clock: Arc::clone(&clock),
            },
            sender: GatewaySender {
                log,
                connections: fixture.database.clone(),
                subscriptions: fixture.database.clone(),
                gateway,
                queue,
                clock,
            },
            clients,
        }
    }

    fn clients(&self) -> MutexGuard<'_, Clients> {
        self.clients.lock().unwrap()
    }

    /// Sends a message of a client, and handles the announcements. Returns the announcements.
    async fn message(&self, id: &str, message: &Value) -> Vec<Announcement> {
        self.sockets.message(id, &message.to_string()).await.unwrap();
        self.announcements().await
    }

    async fn announcements(&self) -> Vec<Announcement> {
        let mut handled = Vec::new();
        loop {
            let announced = std::mem::take(&mut self.clients().announced);
            if announced.is_empty() {
                return handled;
            }
            for announcement in announced {
                self.sender.announced(&announcement).await.unwrap();
                handled.push(announcement);
            }
        }
    }

    /// Opens a connection, and returns the owner.
    async fn open(&self, id: &str, message: &Value) -> String {
        let announced = self.message(id, message).await;
        assert_eq!(announced[0].connection.as_deref(), Some(id));
        announced[0].owner.clone()
    }

    /// Handles the announcement of the loop.
    async fn announce(&self, owner: &str) -> Result<(), StoreError> {
        let owner = owner.to_owned();
        let connection = None;
        self.sender.announced(&Announcement { owner, connection }).await
    }

    /// Returns what clients have received since the last call: connection, and sequence or code of the error.
    fn received(&self) -> Vec<(String, Value)> {
        let received = std::mem::take(&mut self.clients().received);
        let short = |message: Value| match message.get("event") {
            Some(event) => event["sequence"].clone(),
            None => message["error"]["code"].clone(),
        };
        let received = received.into_iter();
        received
            .map(|(id, message)| (id, message.map_or(json!("closed"), short)))
            .collect()
    }
}

fn sequences(id: &str, sequences: impl IntoIterator<Item = u64>) -> Vec<(String, Value)> {
    sequences
        .into_iter()
        .map(|sequence| (id.to_owned(), json!(sequence)))
        .collect()
}

fn rejected(id: &str, code: &str) -> Vec<(String, Value)> {
    [code, "closed"].map(|text| (id.to_owned(), json!(text))).into()
}

#[tokio::test]
async fn events_are_sent_in_order_to_each_connection_of_the_owner() {
    let mut fixture = Fixture::new().await;
    let behind = Behind::start(&fixture).await;
    fixture.subscribe(&OWNER, &["a1"]).await;
    fixture.subscribe(&OTHER, &["a1"]).await;
    pay(&mut fixture, "a1").await;
    // The ids of API Gateway end with `=`.
    let owner = &behind.open("now=", &first(&OWNER)).await;
    assert_eq!(behind.received(), []);
    behind.open("start=", &from_start(&OWNER)).await;
    assert_eq!(behind.received(), sequences("start=", [1]));
    pay(&mut fixture, "a1").await;
    pay(&mut fixture, "a1").await;
    behind.announce(owner).await.unwrap();
    behind.announce(owner).await.unwrap();
    let mut received = behind.received();
    received.sort_by(|(first, _), (second, _)| first.cmp(second));
    assert_eq!(
        received,
        [sequences("now=", [2, 3]), sequences("start=", [2, 3])].concat()
    );
    // A lost announcement is repaired by the next message of the client.
    pay(&mut fixture, "a1").await;
    behind.sockets.disconnected("start=").await.unwrap();
    assert_eq!(behind.message("now=", &json!({})).await.len(), 1);
    assert_eq!(behind.received(), sequences("now=", [4]));
    // A client that is gone has no row, and receives nothing more.
    behind.clients().gone.insert("now=".to_owned());
    pay(&mut fixture, "a1").await;
    behind.announce(owner).await.unwrap();
    assert_eq!(fixture.database.of_owner(owner).await.unwrap(), []);
    assert_eq!(behind.received(), []);
}

#[tokio::test]
async fn event_that_is_too_large_for_a_message_is_sent_without_content() {
    let mut fixture = Fixture::new().await;
    let behind = Behind::start(&fixture).await;
    fixture.subscribe(&OWNER, &["a1"]).await;
    let owner = behind.open("c", &first(&OWNER)).await;
    fixture.btc.pad_rows(MAX_MESSAGE);
    pay(&mut fixture, "a1").await;
    behind.announce(&owner).await.unwrap();
    let (_, message) = behind.clients().received.remove(0);
    let message = message.unwrap();
    let mut members: Vec<_> = message["event"].as_object().unwrap().keys().cloned().collect();
    members.sort();
    assert_eq!(members, ["id", "sequence", "subscription"]);
    let log = fixture.get(&OWNER, EVENTS).await;
    let page = log.data();
    assert_eq!(message["cursor"], page["cursor"]);
    assert!(
        page["events"][0].to_string().len() > MAX_MESSAGE,
        "the log has the event"
    );
}

#[tokio::test]
async fn failure_of_one_connection_delays_no_other() {
    let mut fixture = Fixture::new().await;
    let behind = Behind::start(&fixture).await;
    fixture.subscribe(&OWNER, &["a1"]).await;
    let owner = behind.open("a", &first(&OWNER)).await;
    behind.open("b", &first(&OWNER)).await;
    behind.clients().failing.insert("a".to_owned());
    pay(&mut fixture, "a1").await;
    let error = behind.announce(&owner).await.unwrap_err();
    assert!(error.to_string().ends_with("@connections: status 429"), "{error}");
    assert_eq!(behind.received(), sequences("b", [1]));
    // The queue repeats the announcement after the end of the lease.
    let later = Behind::at(&fixture, FixedClock::at(SystemClock.now().after(LEASE))).await;
    later.announce(&owner).await.unwrap();
    assert_eq!(later.received(), sequences("a", [1]));
}

#[tokio::test]
async fn connection_ends_with_a_named_subscription() {
    let mut fixture = Fixture::new().await;
    let behind = Behind::start(&fixture).await;
    let ids = [
        fixture.subscribe(&OWNER, &["a1"]).await,
        fixture.subscribe(&OWNER, &["a2"]).await,
    ];
    let mut message = first(&OWNER);
    message["subscriptions"] = json!(ids);
    let owner = behind.open("a", &message).await;
    behind.open("b", &message).await;
    behind.open("all", &first(&OWNER)).await;
    let path = format!("{SUBSCRIPTIONS}/{}", ids[0]);
    fixture.send(&OWNER, Method::DELETE, &path, None).await;
    // By the next message of the client, or by the next event.
    behind.message("a", &json!({})).await;
    assert_eq!(behind.received(), rejected("a", "not_found"));
    pay(&mut fixture, "a2").await;
    behind.announce(&owner).await.unwrap();
    let mut received = behind.received();
    received.sort_by(|(first, _), (second, _)| first.cmp(second));
    let expected = [sequences("all", [1]), rejected("b", "not_found")].concat();
    assert_eq!(received, expected);
    assert_eq!(fixture.database.of_owner(&owner).await.unwrap().len(), 1);
}

#[tokio::test]
async fn reports_about_the_connection_are_accepted_in_any_order_and_number() {
    let fixture = Fixture::new().await;
    let behind = Behind::start(&fixture).await;
    behind.sockets.disconnected("c").await.unwrap();
    let owner = behind.open("c", &first(&OWNER)).await;
    behind.sockets.disconnected("c").await.unwrap();
    behind.sockets.disconnected("c").await.unwrap();
    assert_eq!(fixture.database.of_owner(&owner).await.unwrap(), []);
    behind.announce(&owner).await.unwrap();
    let connection = Some("c".to_owned());
    behind
        .sender
        .announced(&Announcement { owner, connection })
        .await
        .unwrap();
    // The keeping alive of a connection without a row is a first message without a token.
    behind.message("c", &json!({})).await;
    assert_eq!(behind.received(), rejected("c", "invalid_request"));
}

#[tokio::test]
async fn backlog_is_sent_by_several_announcements() {
    let mut fixture = Fixture::new().await;
    let behind = Behind::start(&fixture).await;
    let id = fixture.subscribe(&OWNER, &["a1"]).await;
    fixture.subscribe(&OWNER, &["a2"]).await;
    let btc = fixture.btc.clone();
    for _ in 0..510 {
        fixture.pay(&btc, "a1");
    }
    fixture.pay(&btc, "a2");
    fixture.catch_up().await;
    let mut message = from_start(&OWNER);
    message["subscriptions"] = json!([id]);
    assert_eq!(behind.message("c", &message).await.len(), 2);
    assert_eq!(behind.received(), sequences("c", 1..=510));
}

#[tokio::test]
async fn announcement_during_the_lease_of_a_different_sender_is_seen_by_the_holder() {
    let mut fixture = Fixture::new().await;
    let behind = Behind::start(&fixture).await;
    fixture.subscribe(&OWNER, &["a1"]).await;
    let owner = behind.open("c", &first(&OWNER)).await;
    let database = &fixture.database.clone();
    let open = database.find("c").await.unwrap().unwrap();
    let lease = |after| Connection {
        lease: SystemClock.now().after(Duration::from_secs(after)),
        ..open.clone()
    };
    let held = lease(30);
    assert!(database.change(&open, &held).await.unwrap());
    assert!(
        !database.change(&open, &held).await.unwrap(),
        "one sender has the lease"
    );
    pay(&mut fixture, "a1").await;
    behind.announce(&owner).await.unwrap();
    assert_eq!(behind.received(), []);
    assert!(
        !database.change(&held, &open).await.unwrap(),
        "the holder reads the log again before the release"
    );
    // The holder has ended without a release.
    let held = database.find("c").await.unwrap().unwrap();
    assert_eq!(held.announced, open.announced + 1);
    assert!(database.change(&held, &lease(0)).await.unwrap());
    behind.announce(&owner).await.unwrap();
    assert_eq!(behind.received(), sequences("c", [1]));
}

#[tokio::test]
async fn invalid_messages_are_rejected_and_close_the_connection() {
    let fixture = Fixture::new().await;
    let behind = Behind::start(&fixture).await;
    let of_other = fixture.subscribe(&OTHER, &["a1"]).await;
    for (index, (message, code, _)) in invalid_messages(&of_other).into_iter().enumerate() {
        let id = format!("c{index}");
        behind.sockets.message(&id, &message).await.unwrap();
        assert_eq!(behind.received(), rejected(&id, code), "{message}");
        assert_eq!(behind.announcements().await, []);
    }
    let owner = behind.open("open", &first(&OWNER)).await;
    behind.message("open", &first(&OWNER)).await;
    assert_eq!(behind.received(), rejected("open", "invalid_request"));
    assert_eq!(fixture.database.of_owner(&owner).await.unwrap(), []);
}

#[tokio::test]
async fn number_of_connections_of_an_owner_is_limited() {
    let fixture = Fixture::new().await;
    let behind = Behind::start(&fixture).await;
    let names = (0..MAX_CONNECTIONS).map(|number| format!("c{number}"));
    for id in names.clone() {
        assert_eq!(behind.message(&id, &first(&OWNER)).await.len(), 1);
    }
    behind.message("more", &first(&OWNER)).await;
    assert_eq!(behind.received(), rejected("more", "too_many_requests"));
    behind.message("other", &first(&OTHER)).await;
    behind.message("merchant", &first(&Bearer::Merchant)).await;
    behind.sockets.disconnected("c0").await.unwrap();
    behind.message("again", &first(&OWNER)).await;
    assert_eq!(behind.received(), []);
}

#[tokio::test]
async fn connection_ends_with_the_token() {
    let mut fixture = Fixture::new().await;
    let now = Behind::start(&fixture).await;
    fixture.subscribe(&OWNER, &["a1"]).await;
    let owner = now.open("c", &first(&OWNER)).await;
    now.open("d", &first(&OWNER)).await;
    let later = FixedClock::at(SystemClock.now().after(Duration::from_mins(6)));
    let later = Behind::at(&fixture, later).await;
    later.message("c", &json!({})).await;
    assert_eq!(later.received(), rejected("c", "token_expired"));
    pay(&mut fixture, "a1").await;
    later.announce(&owner).await.unwrap();
    assert_eq!(later.received(), rejected("d", "token_expired"));
    assert_eq!(fixture.database.of_owner(&owner).await.unwrap(), []);
}
