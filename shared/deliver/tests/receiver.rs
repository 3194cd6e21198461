//! A receiver of webhooks that keeps requests as received, counts connections, and can misbehave below the HTTP level.

use std::future::pending;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use wallet_test_support::clock::advance_if_paused;

/// A received request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// `POST /hook HTTP/1.1`
    pub first_line: String,
    /// The names in lower case, and the values as received.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        let (_, value) = self.headers.iter().find(|(known, _)| known == name)?;
        Some(value)
    }
}

/// The reaction to a request.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The bytes that are sent at once.
    pub first: Vec<u8>,
    /// The bytes that are sent again and again, with the pause before.
    pub repeated: Option<(Duration, Vec<u8>)>,
    /// True if the connection stays open.
    pub stays_open: bool,
}

impl Reply {
    /// A response with a status, further header lines and an empty body, on a connection that stays open.
    pub fn status(status: u16, lines: &[&str]) -> Self {
        let lines = [lines, &["content-length: 0\r\n\r\n"]].concat().join("\r\n");
        let head = format!("HTTP/1.1 {status} Status\r\n{lines}");
        Self {
            stays_open: true,
            ..Self::raw(head)
        }
    }

    /// These bytes, after which the connection is closed.
    pub fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            first: bytes.into(),
            repeated: None,
            stays_open: false,
        }
    }

    /// These bytes, and others again and again.
    pub fn endless(first: &str, pause: Duration, repeated: &[u8]) -> Self {
        Self {
            repeated: Some((pause, repeated.to_vec())),
            ..Self::raw(first)
        }
    }

    /// No response.
    pub fn hang() -> Self {
        Self {
            stays_open: true,
            ..Self::raw("")
        }
    }
}

type Script = Arc<dyn Fn(&Received) -> Reply + Send + Sync>;

/// The requests and numbers of a receiver.
#[derive(Default)]
pub struct Counts {
    received: Mutex<Vec<Received>>,
    accepted: AtomicUsize,
    open: AtomicUsize,
    written: AtomicUsize,
}

/// A running receiver, on every local address of IPv4 by default, which stops when dropped.
pub struct Receiver {
    pub port: u16,
    counts: Arc<Counts>,
    task: JoinHandle<()>,
}

impl Receiver {
    pub async fn start(script: impl Fn(&Received) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).await.unwrap();
        Self::serve(listener, None, Arc::new(script))
    }

    /// Starts a receiver on every local address of IPv4 and IPv6, which responds 200.
    pub async fn of_both_families() -> Self {
        let listener = TcpListener::bind((Ipv6Addr::UNSPECIFIED, 0)).await.unwrap();
        Self::serve(listener, None, Arc::new(|_| Reply::status(200, &[])))
    }

    /// Starts a receiver on one address, which responds with a status.
    pub async fn at(address: SocketAddr, status: u16) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        Self::serve(listener, None, Arc::new(move |_| Reply::status(status, &[])))
    }

    /// Starts a receiver with TLS.
    pub async fn with_tls(tls: rustls::ServerConfig, status: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).await.unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(tls));
        Self::serve(listener, Some(acceptor), Arc::new(move |_| Reply::status(status, &[])))
    }

    fn serve(listener: TcpListener, tls: Option<TlsAcceptor>, script: Script) -> Self {
        advance_if_paused();
        let (port, counts) = (listener.local_addr().unwrap().port(), Arc::new(Counts::default()));
        let of_task = Arc::clone(&counts);
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (counts, script, tls) = (Arc::clone(&of_task), Arc::clone(&script), tls.clone());
                counts.accepted.fetch_add(1, Ordering::SeqCst);
                counts.open.fetch_add(1, Ordering::SeqCst);
                connections.spawn(async move {
                    // A client that disconnects is not an error of the test.
                    let _ = match tls {
                        None => converse(stream, &counts, &script).await,
                        Some(tls) => match tls.accept(stream).await {
                            Ok(stream) => converse(stream, &counts, &script).await,
                            Err(error) => Err(error),
                        },
                    };
                    counts.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Self { port, counts, task }
    }

    /// Returns the URL under a name.
    pub fn url(&self, scheme: &str, name: &str) -> String {
        format!("{scheme}://{name}:{}/hook?key=1", self.port)
    }

    /// Returns the requests so far.
    pub fn received(&self) -> Vec<Received> {
        self.counts.received.lock().unwrap().clone()
    }

    /// Returns the number of accepted connections.
    pub fn accepted(&self) -> usize {
        self.counts.accepted.load(Ordering::SeqCst)
    }

    /// Returns the number of bytes of repeated parts that were sent.
    pub fn written(&self) -> usize {
        self.counts.written.load(Ordering::SeqCst)
    }

    /// Waits until the senders have closed all connections.
    pub async fn closed(&self) {
        while self.counts.open.load(Ordering::SeqCst) > 0 {
            tokio::task::yield_now().await;
        }
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn converse(stream: impl AsyncRead + AsyncWrite + Unpin, counts: &Counts, script: &Script) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let request = read(&mut stream).await?;
        let reply = script(&request);
        counts.received.lock().unwrap().push(request);
        stream.write_all(&reply.first).await?;
        stream.flush().await?;
        let Some((pause, bytes)) = reply.repeated else {
            if reply.stays_open {
                continue;
            }
            return stream.shutdown().await;
        };
        let (mut reader, mut writer) = tokio::io::split(stream);
        let send = async {
            loop {
                tokio::time::sleep(pause).await;
                writer.write_all(&bytes).await?;
                counts.written.fetch_add(bytes.len(), Ordering::SeqCst);
                tokio::task::yield_now().await;
            }
        };
        let closed = async {
            if reader.read_u8().await.is_ok() {
                pending::<()>().await;
            }
        };
        return tokio::select! {
            ended = send => ended,
            () = closed => Ok(()),
        };
    }
}

async fn read(stream: &mut BufReader<impl AsyncRead + Unpin>) -> io::Result<Received> {
    let mut request = Received::default();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match line.trim_end() {
            "" => break,
            first if request.first_line.is_empty() => first.clone_into(&mut request.first_line),
            header => {
                let (name, value) = header.split_once(": ").unwrap_or((header, ""));
                request.headers.push((name.to_ascii_lowercase(), value.to_owned()));
            }
        }
    }
    let length = request
        .header("content-length")
        .map_or(0, |length| length.parse().unwrap());
    request.body = vec![0; length];
    stream.read_exact(&mut request.body).await?;
    Ok(request)
}
