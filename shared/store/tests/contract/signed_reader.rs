//! `SignedReader`: Secrets Manager's protocol without the SDK.

use crate::support::database::patient;
use crate::support::moto;
use crate::support::secrets::at;
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_store::secrets::{SecretReader, SecretStore, SignedReader, StoredSecret};

const FOUND: (u16, &str) = (
    200,
    r#"{"Name":"w/x","SecretString":"{\"a\":\"0one\"}","VersionId":"v1"}"#,
);

/// A server that sends the responses in turn, the last response repeatedly, and counts and keeps the requests.
struct Server {
    url: String,
    requests: Arc<std::sync::Mutex<Vec<String>>>,
}

impl Server {
    async fn start(responses: Vec<(u16, String)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::<std::sync::Mutex<Vec<String>>>::default();
        let seen = Arc::clone(&requests);
        let turn = AtomicUsize::new(0);
        tokio::spawn(async move {
            loop {
                let Ok((mut stream, _)) = listener.accept().await else {
                    break;
                };
                let mut bytes = vec![0; 16 * 1024];
                let mut length = 0;
                // The body follows the head at once and is complete at the end of the JSON object.
                while !bytes[..length].ends_with(b"}") {
                    length += stream.read(&mut bytes[length..]).await.unwrap();
                }
                seen.lock()
                    .unwrap()
                    .push(String::from_utf8(bytes[..length].to_vec()).unwrap());
                let next = turn.fetch_add(1, Ordering::SeqCst).min(responses.len() - 1);
                let (status, body) = &responses[next];
                let head = format!(
                    "HTTP/1.1 {status} x\r\ncontent-type: application/x-amz-json-1.1\r\ncontent-length: {}\r\n\
                     connection: close\r\n\r\n",
                    body.len()
                );
                stream.write_all(head.as_bytes()).await.unwrap();
                // A reader that stops early closes the connection.
                let _ = stream.write_all(body.as_bytes()).await;
            }
        });
        Self { url, requests }
    }

    async fn of(responses: &[(u16, &str)]) -> Self {
        let owned = responses.iter().map(|(status, body)| (*status, (*body).to_owned()));
        Self::start(owned.collect()).await
    }

    async fn read(&self) -> Result<Option<StoredSecret>, StoreError> {
        reader(&self.url).read("w/x").await
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

fn reader(endpoint: &str) -> SignedReader {
    SignedReader::new(&patient(endpoint)).unwrap()
}

#[tokio::test]
async fn value_written_with_the_sdk_is_read() {
    let Some(endpoint) = moto("the signed reader on moto") else {
        return;
    };
    let (_, store) = at(&endpoint).await;
    let reader = reader(&endpoint);
    let name = format!("test-{}", Uuid::new_v4().simple());
    assert!(reader.read(&name).await.unwrap().is_none());
    store.create(&name, &SecretString::from("{\"ä\": 1}\n")).await.unwrap();
    let (found, expected) = (reader.read(&name).await.unwrap(), store.read(&name).await.unwrap());
    let (found, expected) = (found.unwrap(), expected.unwrap());
    assert_eq!(found.value.expose_secret(), "{\"ä\": 1}\n");
    assert_eq!(found.version, expected.version);
}

#[tokio::test]
async fn request_is_signed_for_the_host_and_names_the_current_version() {
    let server = Server::of(&[FOUND]).await;
    let found = server.read().await.unwrap().unwrap();
    assert_eq!(found.value.expose_secret(), r#"{"a":"0one"}"#);
    let [request] = &server.requests()[..] else {
        panic!("one request")
    };
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(
        body,
        serde_json::json!({ "SecretId": "w/x", "VersionStage": "AWSCURRENT" })
    );
    let head = head.to_lowercase();
    assert!(head.contains("x-amz-target: secretsmanager.getsecretvalue"), "{head}");
    assert!(head.contains("/us-east-1/secretsmanager/aws4_request"), "{head}");
    assert!(
        head.contains("signedheaders=content-type;host;x-amz-date;x-amz-target"),
        "{head}"
    );
}

#[tokio::test]
async fn transient_failures_are_retried_twice() {
    let (down, throttled) = ((500, "{}"), (400, r#"{"__type":"ThrottlingException"}"#));
    let server = Server::of(&[down, throttled, FOUND]).await;
    assert!(server.read().await.unwrap().is_some());
    let server = Server::of(&[down]).await;
    server.read().await.unwrap_err();
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn missing_secret_is_not_an_error() {
    for kind in [
        "ResourceNotFoundException",
        "com.amazonaws.secretsmanager#ResourceNotFoundException",
        "InvalidRequestException",
    ] {
        let server = Server::of(&[(400, &format!(r#"{{"__type":"{kind}","Message":"0canary"}}"#))]).await;
        assert!(server.read().await.unwrap().is_none(), "{kind}");
    }
    let without_text = Server::of(&[(200, r#"{"SecretBinary":"AA=="}"#)]).await;
    assert!(without_text.read().await.unwrap().is_none());
}

#[tokio::test]
async fn permanent_failures_are_not_retried_and_quote_nothing() {
    let large = format!(r#"{{"SecretString":"{}"}}"#, "0canary".repeat(50_000));
    for (status, body, part) in [
        (
            400,
            r#"{"__type":"AccessDeniedException","Message":"0canary"}"#,
            "AccessDeniedException",
        ),
        (403, "<html>0canary", "403"),
        (200, r#"{"SecretString": 0, "x": "0canary"}"#, "not a secret value"),
        (200, &large, "too large"),
    ] {
        let server = Server::of(&[(status, body)]).await;
        let error = server.read().await.unwrap_err();
        let text = format!("{error} {error:?}");
        assert!(text.contains(part) && !text.contains("0canary"), "{text}");
        assert_eq!(server.requests().len(), 1, "{part}");
    }
}

#[tokio::test]
async fn unreachable_store_is_an_error() {
    let unused = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let error = reader(&format!("http://{unused}")).read("w/x").await.unwrap_err();
    assert!(error.to_string().contains("GetSecretValue"), "{error}");
}
