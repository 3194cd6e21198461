//! A scriptable upstream on the loopback interface that can misbehave below the level of HTTP.
//!
//! The black-box tests of `wallet-tests` use this file too.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;

/// A request as it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET`
    pub method: String,
    /// Path and query as sent.
    pub path: String,
    /// The header lines after the request line, in lower case.
    pub headers: Vec<String>,
    /// The body.
    pub body: String,
}

/// What the server does with a request.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Answers with this status, content type, further header lines and body.
    Answer {
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
    /// Never answers.
    Hang,
    /// Resets the connection.
    Reset,
    /// Promises a long JSON body and sends one byte of it each time this much time has passed.
    Drip(Duration),
    /// Sends chunks of blanks without end.
    Flood,
}

impl Reply {
    /// Status 200 with a JSON body.
    pub fn ok(body: impl Into<String>) -> Self {
        Self::json(200, body)
    }

    /// A JSON body with this status.
    pub fn json(status: u16, body: impl Into<String>) -> Self {
        Self::text(status, "application/json; charset=utf-8", body)
    }

    /// A body of this type.
    pub fn text(status: u16, content_type: &'static str, body: impl Into<String>) -> Self {
        Self::Answer {
            status,
            content_type,
            headers: Vec::new(),
            body: body.into().into_bytes(),
        }
    }

    /// This answer with another header line.
    #[must_use]
    pub fn with_header(mut self, line: &str) -> Self {
        if let Self::Answer { headers, .. } = &mut self {
            headers.push(line.to_owned());
        }
        self
    }
}

/// A running server. Dropping it stops it.
pub struct Stub {
    /// Where it listens: `http://127.0.0.1:…`.
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    task: JoinHandle<()>,
}

impl Stub {
    /// Starts a server that answers each request as the script says.
    pub async fn start(script: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("a bound port"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let task = tokio::spawn(serve(listener, Arc::clone(&requests), Arc::new(script)));
        Self { url, requests, task }
    }

    /// Everything asked so far.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// An address on which nothing listens, as long as this process runs.
pub fn closed_port() -> String {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    let url = format!("http://{}", socket.local_addr().expect("a bound port"));
    // A socket that is bound and does not listen refuses connections and keeps its port: freed, the port could become that
    // of another test's server, which would then be asked what is meant for nobody.
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
                // A client that gave up is no fault of the test.
                let _ = write_reply(stream.into_inner(), reply).await;
            }
        });
    }
}

async fn read_request(stream: &mut BufReader<TcpStream>) -> io::Result<Request> {
    let mut first = String::new();
    stream.read_line(&mut first).await?;
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        match line.trim() {
            "" => break,
            header => headers.push(header.to_ascii_lowercase()),
        }
    }
    let length = headers.iter().find_map(|line| line.strip_prefix("content-length:"));
    let length = length.and_then(|length| length.trim().parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    let mut words = first.split_whitespace().map(str::to_owned);
    Ok(Request {
        method: words.next().unwrap_or_default(),
        path: words.next().unwrap_or_default(),
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    })
}

async fn write_reply(mut stream: TcpStream, reply: Reply) -> io::Result<()> {
    match reply {
        Reply::Answer {
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
        Reply::Hang => std::future::pending().await,
        Reply::Reset => {
            stream.set_zero_linger()?;
            Ok(())
        }
        Reply::Drip(pause) => {
            stream
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n")
                .await?;
            loop {
                stream.write_all(b" ").await?;
                tokio::time::sleep(pause).await;
            }
        }
        Reply::Flood => {
            stream
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n")
                .await?;
            let chunk = [b"10000\r\n".as_slice(), &vec![b' '; 0x10000], b"\r\n"].concat();
            loop {
                stream.write_all(&chunk).await?;
                // The tests beside this one want some of the machine, too.
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
    }
}
