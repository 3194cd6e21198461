//! Repetitions and errors of calls.

use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wallet_client::Network::Testnet;
use wallet_client::asset_info::{ListRequest, list};
use wallet_client::authorization::account::{RegisterRequest, register};
use wallet_client::payments::{Family, PaymentError, Signed};
use wallet_client::{CallError, Client, Code, ErrorCode, Request, Response, RetryPolicy, Transport, TransportError};

/// Returns the scripted responses in order; `None` loses a response.
#[derive(Default)]
struct Scripted {
    responses: Mutex<Vec<Option<Response>>>,
    requests: Mutex<Vec<Request>>,
}

impl Scripted {
    fn client(responses: Vec<Option<Response>>) -> (Arc<Self>, Client) {
        let scripted = Arc::new(Self {
            responses: Mutex::new(responses),
            requests: Mutex::default(),
        });
        let transport: Arc<dyn Transport> = Arc::<Self>::clone(&scripted);
        let policy = RetryPolicy::builder().first_delay(Duration::from_millis(1)).build();
        (
            scripted,
            Client::over(transport, "http://services.test").with_retries(policy),
        )
    }

    fn bodies(&self) -> Vec<Vec<u8>> {
        let requests = self.requests.lock().unwrap();
        requests
            .iter()
            .map(|request| request.body.clone().unwrap_or_default())
            .collect()
    }
}

#[async_trait]
impl Transport for Scripted {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        self.requests.lock().unwrap().push(request);
        let mut responses = self.responses.lock().unwrap();
        assert!(!responses.is_empty(), "an unexpected request");
        responses.remove(0).ok_or_else(|| TransportError::new("closed"))
    }
}

/// Returns a response; `None` closes the connection.
#[expect(clippy::unnecessary_wraps, reason = "the scripts also contain closed connections")]
fn response(status: u16, body: &Value) -> Option<Response> {
    Some(
        Response::builder()
            .status(status)
            .headers(Vec::new())
            .body(body.to_string().into_bytes())
            .build(),
    )
}

fn success(data: &Value) -> Option<Response> {
    response(200, &json!({ "requestId": "r", "data": data }))
}

fn failure(status: u16, code: &str, retriable: bool) -> Option<Response> {
    let error = json!({ "code": code, "message": "M.", "retriable": retriable, "details": { "txid": "t" } });
    response(status, &json!({ "requestId": "r", "error": error }))
}

fn signed() -> Signed {
    Signed::builder()
        .family(Family::BtcLike)
        .chain("btc")
        .network(Testnet)
        .txdata("0200")
        .txid("ab")
        .public_key(String::new())
        .build()
}

#[tokio::test]
async fn transaction_is_sent_again_with_the_same_bytes() {
    let responses = vec![
        None,
        failure(504, "upstream_timeout", true),
        success(&json!({ "txid": "ab" })),
    ];
    let (scripted, client) = Scripted::client(responses);
    signed().send(&client).await.unwrap();
    let bodies = scripted.bodies();
    assert_eq!(bodies.len(), 3);
    assert!(bodies.iter().all(|body| *body == bodies[0]));
    assert_eq!(
        serde_json::from_slice::<Value>(&bodies[0]).unwrap(),
        json!({ "txdata": "0200", "network": "testnet" })
    );
}

#[tokio::test]
async fn attempts_are_bounded() {
    let (scripted, client) = Scripted::client(vec![None, None, None]);
    let error = signed().send(&client).await.unwrap_err();
    assert!(
        matches!(error, PaymentError::Call(CallError::NoResponse { .. })),
        "{error}"
    );
    assert_eq!(scripted.bodies().len(), 3);
}

#[tokio::test]
async fn rejection_is_not_repeated_and_has_its_code() {
    let (scripted, client) = Scripted::client(vec![failure(422, "transaction_rejected", false)]);
    let error = signed().send(&client).await.unwrap_err();
    assert!(
        matches!(&error, PaymentError::Call(call) if call.is(ErrorCode::TransactionRejected)),
        "{error}"
    );
    assert_eq!(scripted.bodies().len(), 1);
}

#[tokio::test]
async fn registration_is_not_repeated_without_a_response() {
    let (scripted, client) = Scripted::client(vec![None]);
    let error = register(&client, &RegisterRequest::default()).await.unwrap_err();
    assert!(matches!(error, CallError::NoResponse { .. }), "{error}");
    assert_eq!(scripted.bodies().len(), 1);
}

#[tokio::test]
async fn code_of_a_later_version_is_kept() {
    let (_, client) = Scripted::client(vec![failure(418, "a_later_code", false)]);
    let error = list(&client, "coin", &ListRequest::default()).await.unwrap_err();
    assert_eq!(error.code(), Some(&Code::Unknown("a_later_code".to_owned())));
    assert_eq!(error.response().unwrap().details["txid"], "t");
}

#[tokio::test]
async fn unknown_fields_are_ignored_and_missing_ones_are_errors() {
    let coin = json!({
        "kind": "coin", "chain": "btc", "name": "Bitcoin", "ticker": "BTC", "icon": null, "decimals": 8, "tags": [],
        "later": { "field": 1 },
    });
    let mut incomplete = coin.clone();
    incomplete.as_object_mut().unwrap().remove("ticker");
    let (_, client) = Scripted::client(vec![success(&json!([coin])), success(&json!([incomplete]))]);
    let request = ListRequest::builder().chain("b t&c").build();
    assert_eq!(list(&client, "coin", &request).await.unwrap()[0].ticker, "BTC");
    let error = list(&client, "coin", &request).await.unwrap_err();
    assert!(matches!(error, CallError::Undocumented { status: 200, .. }), "{error}");
}

#[tokio::test]
async fn requests_have_the_documented_form() {
    let (scripted, client) = Scripted::client(vec![success(&json!([]))]);
    let client = client.with_token("token");
    let request = ListRequest::builder().chain("b t&c").build();
    list(&client, "coin", &request).await.unwrap();
    let requests = scripted.requests.lock().unwrap();
    assert_eq!(
        requests[0].url,
        "http://services.test/asset-info/v1/api/coin/list?chain=b%20t%26c"
    );
    let header = |name: &str| {
        requests[0]
            .headers
            .iter()
            .find(|(it, _)| *it == name)
            .map(|(_, value)| value.clone())
    };
    assert_eq!(header("authorization").as_deref(), Some("Bearer token"));
    assert!(uuid::Uuid::parse_str(&header("request-id").unwrap()).is_ok());
    assert_eq!(header("content-type"), None);
}
