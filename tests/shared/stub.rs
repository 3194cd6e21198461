//! A scriptable upstream on the loopback interface that can misbehave below the HTTP level.

use crate::clock::advance_if_paused;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Barrier, watch};
use tokio::task::JoinHandle;

/// A received request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET`
    pub method: String,
    /// The path and query as received.
    pub path: String,
    /// The header lines after the request line, in lower case.
    pub headers: Vec<String>,
    /// The body.
    pub body: String,
}

/// The server's reaction to a request.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Responds with this status, content type, further header lines and body.
    Response {
        /// `200`
        status: u16,
        /// The value of `Content-Type`.
        content_type: &'static str,
        /// Further header lines.
        headers: Vec<String>,
        /// The body.
        body: Vec<u8>,
    },
    /// Writes these bytes instead of an HTTP response and closes.
    Raw(Vec<u8>),
    /// Never responds.
    Hang,
    /// Resets the connection.
    Reset,
    /// Declares a long JSON body and sends one byte of it per interval.
    Drip(Duration),
    /// Sends chunks of spaces endlessly.
    Flood,
    /// Reacts like this as soon as as many requests wait at the barrier as it has participants.
    Together(Arc<Barrier>, Box<Reply>),
    /// Reacts like this after the next change of the value.
    Next(watch::Receiver<u64>, Box<Reply>),
}

impl Reply {
    /// Returns a response with status 200 and a JSON body.
    pub fn ok(body: impl Into<String>) -> Self {
        Self::json(200, body)
    }

    /// Returns a response with this status and a JSON body.
    pub fn json(status: u16, body: impl Into<String>) -> Self {
        Self::text(status, "application/json; charset=utf-8", body)
    }

    /// Returns a response with a body of this content type.
    pub fn text(status: u16, content_type: &'static str, body: impl Into<String>) -> Self {
        Self::Response {
            status,
            content_type,
            headers: Vec::new(),
            body: body.into().into_bytes(),
        }
    }

    /// Adds a header line to the response.
    #[must_use]
    pub fn with_header(mut self, line: &str) -> Self {
        if let Self::Response { headers, .. } = &mut self {
            headers.push(line.to_owned());
        }
        self
    }
}

/// The checkpoints of the UTXO chains by height, of all chains, since a test may use one server for several.
const CHECKPOINTS: [(&str, &str); 8] = [
    (
        "840000",
        "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5",
    ),
    (
        "2772730",
        "80cdb35c080484df5bf384b311fde3c4694d3405765bc0f596e9eb369ff286e5",
    ),
    (
        "661648",
        "0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce",
    ),
    (
        "3606083",
        "954c7c66dee51f0a3fb1edb26200b735f5275fe54d9505c76ebd2bcabac36f1e",
    ),
    ("0", "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043"),
    (
        "2056",
        "17748a31ba97afdc9a4f86837a39d287e3e7c7290a08a1d816c5969c78a83289",
    ),
    (
        "1421482",
        "0000000023e0680a8a062b3cc289a4a341124ce7fcb6340ede207e194d73b60a",
    ),
    (
        "483173",
        "a804201ca0aceb7e937ef7a3c613a9b7589245b10cc095148c4ce4965b0b73b5",
    ),
];

/// Returns the response of a Blockbook or an Esplora to the request for a checkpoint, `None` for other requests.
fn checkpoint(request: &Request) -> Option<Reply> {
    let path = request.path.split('?').next()?;
    let (path, height) = path.rsplit_once('/')?;
    let (_, hash) = CHECKPOINTS.iter().find(|(known, _)| *known == height)?;
    if path.ends_with("/block-index") {
        return Some(Reply::ok(format!(r#"{{"blockHash":"{hash}"}}"#)));
    }
    path.ends_with("/block-height")
        .then(|| Reply::text(200, "text/plain", *hash))
}

/// A running server that stops when dropped.
pub struct Stub {
    /// The base URL: `http://127.0.0.1:…`.
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    lists_checkpoints: bool,
    task: JoinHandle<()>,
}

impl Stub {
    /// Starts a server that responds as scripted, except to requests for the checkpoints of chains: it has all of
    /// them, and does not list these requests.
    pub async fn start(script: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let script = move |request: &Request| checkpoint(request).unwrap_or_else(|| script(request));
        let mut stub = Self::of_any_chain(script).await;
        stub.lists_checkpoints = false;
        stub
    }

    /// Starts a server that responds to each request as scripted.
    pub async fn of_any_chain(script: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        advance_if_paused();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("a bound port"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let task = tokio::spawn(serve(listener, Arc::clone(&requests), Arc::new(script)));
        Self {
            url,
            requests,
            lists_checkpoints: true,
            task,
        }
    }

    /// Returns all requests so far.
    pub fn requests(&self) -> Vec<Request> {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone();
        requests.retain(|request| self.lists_checkpoints || checkpoint(request).is_none());
        requests
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Returns a URL on which nothing listens for the lifetime of this process.
pub fn closed_port() -> String {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    let url = format!("http://{}", socket.local_addr().expect("a bound port"));
    // Connections to a bound socket that does not listen fail, and its port stays reserved. A freed port could be
    // reused by the server of another test, which would then receive these requests.
    std::mem::forget(socket);
    url
}

async fn serve(
    listener: TcpListener,
    requests: Arc<Mutex<Vec<Request>>>,
    script: Arc<dyn Fn(&Request) -> Reply + Send + Sync>,
) {
    // Aborting the server drops its connections too.
    let mut connections = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let (requests, script) = (Arc::clone(&requests), Arc::clone(&script));
        connections.spawn(async move {
            let mut stream = BufReader::new(stream);
            if let Ok(request) = read_request(&mut stream).await {
                let reply = script(&request);
                requests.lock().unwrap_or_else(PoisonError::into_inner).push(request);
                let reply = match reply {
                    Reply::Together(barrier, reply) => {
                        barrier.wait().await;
                        *reply
                    }
                    Reply::Next(mut value, reply) => {
                        let _ = value.changed().await;
                        *reply
                    }
                    reply => reply,
                };
                // A client that disconnects is not an error of the test.
                let _ = write_reply(stream.into_inner(), reply).await;
            }
        });
    }
}

async fn read_request(stream: &mut BufReader<TcpStream>) -> io::Result<Request> {
    let mut first = String::new();
    read_line(stream, &mut first).await?;
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        read_line(stream, &mut line).await?;
        match line.trim() {
            "" => break,
            header => headers.push(header.to_ascii_lowercase()),
        }
    }
    let length = headers.iter().find_map(|line| line.strip_prefix("content-length:"));
    let length = length.and_then(|length| length.trim().parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    let mut parts = first.split_whitespace().map(str::to_owned);
    Ok(Request {
        method: parts.next().unwrap_or_default(),
        path: parts.next().unwrap_or_default(),
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    })
}

/// Reads a line. A client that cancels its request may disconnect before the end of it.
async fn read_line(stream: &mut BufReader<TcpStream>, line: &mut String) -> io::Result<()> {
    match stream.read_line(line).await? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(()),
    }
}

async fn write_reply(mut stream: TcpStream, reply: Reply) -> io::Result<()> {
    match reply {
        Reply::Response {
            status,
            content_type,
            headers,
            body,
        } => {
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status} Status\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\nconnection: close\r\n"
            );
            stream.write_all(head.as_bytes()).await?;
            for line in headers {
                stream.write_all(format!("{line}\r\n").as_bytes()).await?;
            }
            stream.write_all(b"\r\n").await?;
            stream.write_all(&body).await?;
            stream.shutdown().await
        }
        Reply::Raw(bytes) => {
            stream.write_all(&bytes).await?;
            stream.shutdown().await
        }
        Reply::Hang | Reply::Together(..) | Reply::Next(..) => std::future::pending().await,
        Reply::Reset => {
            stream.set_zero_linger()?;
            Ok(())
        }
        Reply::Drip(interval) => {
            stream
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n")
                .await?;
            loop {
                stream.write_all(b" ").await?;
                tokio::time::sleep(interval).await;
            }
        }
        Reply::Flood => {
            stream
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n")
                .await?;
            let chunk = [b"10000\r\n".as_slice(), &vec![b' '; 0x10000], b"\r\n"].concat();
            loop {
                stream.write_all(&chunk).await?;
                // Let the other tasks run.
                tokio::task::yield_now().await;
            }
        }
    }
}
