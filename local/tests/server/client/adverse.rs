//! A server that changes requests and responses, and returns other outcomes of `send` than the real ones.

use crate::signed_in;
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use wallet_client::{Client, HttpTransport, Request, Response, RetryPolicy, Transport, TransportError};
use wallet_cloud::serve::Running;

/// The endpoint of each family that sends a transaction.
const SEND: &str = "/api/transaction/send/";

/// The outcome of a transaction that the client sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is sent, and the response is lost.
    Lost,
    /// It is sent, and the response is an error with this status and code.
    Error(u16, &'static str),
    /// It is kept and sent later, and the response is a success.
    Kept,
    /// It is kept and sent later, and the response is an error with this status and code.
    Withheld(u16, &'static str),
}

type Change = fn(&mut Value);

/// A connection to the services that changes messages.
pub struct Adverse {
    inner: HttpTransport,
    /// The changes of `data` in the responses of the endpoints whose URL contains the string.
    responses: Vec<(&'static str, Change)>,
    /// The outcome of the first transaction.
    outcome: Mutex<Option<Outcome>>,
    kept: Mutex<Vec<Request>>,
}

impl Adverse {
    pub fn new(responses: Vec<(&'static str, Change)>, outcome: Option<Outcome>) -> Arc<Self> {
        Arc::new(Self {
            inner: HttpTransport::new().unwrap(),
            responses,
            outcome: Mutex::new(outcome),
            kept: Mutex::default(),
        })
    }

    pub async fn client(self: &Arc<Self>, running: &Running) -> Client {
        let transport: Arc<dyn Transport> = Arc::<Self>::clone(self);
        let client = Client::over(transport, &running.base_url).with_retries(RetryPolicy::NEVER);
        signed_in(&client, running, "read").await
    }

    /// Sends the transactions that were kept.
    pub async fn send_kept(&self) {
        let kept = std::mem::take(&mut *self.kept.lock().unwrap());
        for request in kept {
            self.inner.send(request).await.unwrap();
        }
    }

    async fn first_sent(&self, request: Request, outcome: Outcome) -> Result<Response, TransportError> {
        match outcome {
            Outcome::Lost => {
                assert_eq!(self.inner.send(request).await?.status, 200);
                Err(TransportError::new("closed"))
            }
            Outcome::Error(status, code) => {
                assert_eq!(self.inner.send(request).await?.status, 200);
                Ok(error(status, code))
            }
            Outcome::Withheld(status, code) => {
                self.kept.lock().unwrap().push(request);
                Ok(error(status, code))
            }
            Outcome::Kept => {
                let mut parse = request.clone();
                parse.url = request.url.replace("/send/", "/parse/");
                let parsed = self.inner.send(parse).await?;
                let parsed: Value = serde_json::from_slice(&parsed.body).unwrap();
                self.kept.lock().unwrap().push(request);
                let data = json!({ "txid": parsed["data"]["txid"] });
                Ok(response(200, &json!({ "requestId": "r", "data": data })))
            }
        }
    }
}

fn error(status: u16, code: &str) -> Response {
    let error = json!({ "code": code, "message": "M.", "retriable": status >= 500 });
    response(status, &json!({ "requestId": "r", "error": error }))
}

fn response(status: u16, body: &Value) -> Response {
    Response::builder()
        .status(status)
        .headers(Vec::new())
        .body(body.to_string().into_bytes())
        .build()
}

#[async_trait]
impl Transport for Adverse {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let url = request.url.clone();
        if url.contains(SEND) {
            let outcome = self.outcome.lock().unwrap().take();
            if let Some(outcome) = outcome {
                return self.first_sent(request, outcome).await;
            }
        }
        let mut response = self.inner.send(request).await?;
        let changes = self.responses.iter().filter(|(path, _)| url.contains(path));
        for (_, change) in changes.filter(|_| response.status == 200) {
            let mut body: Value = serde_json::from_slice(&response.body).unwrap();
            change(&mut body["data"]);
            response.body = body.to_string().into_bytes();
        }
        Ok(response)
    }
}
