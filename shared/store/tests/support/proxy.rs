//! A loopback proxy between the SDK and a database that drops, delays and rejects calls on demand.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use uuid::Uuid;

/// The fault applied to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallFault {
    /// The call is executed and the response returned.
    Pass,
    /// The connection breaks before the database receives the call.
    Lost,
    /// The database executes the call, and the connection breaks before the response.
    ResponseLost,
    /// The database does not receive the call, and no response is sent.
    Hangs,
    /// The database executes the call, and no response is sent.
    ResponseHangs,
    /// The call is rejected with this error and does not reach the database.
    Rejected(&'static str),
}

/// Selects the fault of the n-th call, counted from 1; SDK retries count too.
type Plan = Box<dyn Fn(usize, &str) -> CallFault + Send>;

/// A running proxy.
pub struct Proxy {
    pub address: SocketAddr,
    script: Arc<Mutex<Script>>,
}

struct Script {
    plan: Plan,
    calls: usize,
}

impl Proxy {
    /// Starts a proxy in front of `database` that runs until the test ends and initially forwards all calls.
    pub async fn before(database: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let script = Arc::new(Mutex::new(Script {
            plan: Box::new(|_, _| CallFault::Pass),
            calls: 0,
        }));
        let shared = Arc::clone(&script);
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                // The end of a connection is not an error of the test.
                tokio::spawn(serve(client, database, Arc::clone(&shared)));
            }
        });
        Self { address, script }
    }

    /// Sets the plan and resets the call counter.
    pub fn follow(&self, plan: impl Fn(usize, &str) -> CallFault + Send + 'static) {
        let mut script = self.script.lock().unwrap();
        script.plan = Box::new(plan);
        script.calls = 0;
    }

    /// Returns the number of calls since the plan was set.
    pub fn calls(&self) -> usize {
        self.script.lock().unwrap().calls
    }
}

async fn serve(mut client: TcpStream, database: SocketAddr, script: Arc<Mutex<Script>>) -> Option<()> {
    let mut upstream = TcpStream::connect(database).await.ok()?;
    loop {
        let request = Message::read(&mut client).await?;
        let fault = {
            let mut script = script.lock().unwrap();
            script.calls += 1;
            (script.plan)(script.calls, &request.operation())
        };
        match fault {
            CallFault::Lost => return None,
            CallFault::Hangs => std::future::pending().await,
            CallFault::Rejected(error) => {
                client.write_all(rejection(error).as_bytes()).await.ok()?;
                continue;
            }
            CallFault::Pass | CallFault::ResponseLost | CallFault::ResponseHangs => {}
        }
        upstream.write_all(&request.with_unique_token()).await.ok()?;
        let response = Message::read(&mut upstream).await?;
        match fault {
            CallFault::ResponseLost => return None,
            CallFault::ResponseHangs => std::future::pending().await,
            _ => client.write_all(&response.bytes).await.ok()?,
        }
    }
}

/// Returns the HTTP response of a rejected call.
fn rejection(error: &str) -> String {
    let body = match error.strip_prefix("TransactionCanceledException:") {
        Some(reason) => format!(
            r#"{{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"cancelled","CancellationReasons":[{{"Code":"{reason}"}},{{"Code":"None"}}]}}"#
        ),
        None => format!(r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{error}","message":"refused"}}"#),
    };
    format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// An HTTP/1.1 request or response with a content length.
struct Message {
    bytes: Vec<u8>,
    head: String,
}

impl Message {
    async fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        let mut chunk = [0; 8192];
        loop {
            if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
                let length = header(&head, "content-length").map_or(0, |length| length.parse().unwrap());
                if bytes.len() >= end + 4 + length {
                    return Some(Self { bytes, head });
                }
            }
            match stream.read(&mut chunk).await.ok()? {
                0 => return None,
                count => bytes.extend_from_slice(&chunk[..count]),
            }
        }
    }

    /// Returns the request with a different idempotency token. The token makes a repeated transaction succeed for ten
    /// minutes; the adapters must not rely on the token, because only nonces work everywhere.
    fn with_unique_token(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        let name = br#""ClientRequestToken":""#;
        if let Some(at) = bytes.windows(name.len()).position(|window| window == name) {
            let start = at + name.len();
            let token = Uuid::new_v4().to_string();
            bytes[start..start + token.len()].copy_from_slice(token.as_bytes());
        }
        bytes
    }

    /// Returns the operation name in lower case, for example `transactwriteitems`.
    fn operation(&self) -> String {
        let target = header(&self.head, "x-amz-target").unwrap_or_default();
        target.rsplit('.').next().unwrap_or_default().to_owned()
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
        .map(str::trim)
}
