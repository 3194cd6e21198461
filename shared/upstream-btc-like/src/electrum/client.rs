//! Client of an Electrum server over a persistent connection, which is reopened after a close.

use super::connection::{Connection, SentFlag};
use super::message::{Request, RpcResponse};
use super::server_address::pinned;
use super::server_address::{Security, ServerAddress};
use crate::memory::MemoryBudget;
use rustls::pki_types::ServerName;
use serde_json::json;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_rustls::TlsConnector;
use wallet_upstream::{Clocks, ConcurrencyLimit, Deadline, Failure, Lane, Limits, for_log, tls, within};

/// Client name sent in `server.version`.
const CLIENT_NAME: &str = "wallet-cloud";

/// Supported protocol versions. Version 1.7 drops script hashes.
const MIN_PROTOCOL: (u32, u32) = (1, 4);
const MAX_PROTOCOL: (u32, u32) = (1, 6);

/// Client of an Electrum server. Clones share the connection and the limits.
#[derive(Clone)]
pub(super) struct Client {
    server: Arc<Server>,
    /// Lane of the requests.
    lane: Lane,
}

/// An Electrum server with a connection.
struct Server {
    address: ServerAddress,
    tls: Option<TlsConnector>,
    limits: Limits,
    budget: MemoryBudget,
    clocks: Clocks,
    concurrency_limit: ConcurrencyLimit,
    /// The lock is held while a connection is being opened, so that only a single connection is opened.
    cached: Mutex<Option<Arc<Connection>>>,
}

/// Condition under which a request may be written a second time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RetryPolicy {
    /// The connection turned out to be closed.
    Always,
    /// In addition, no part of the request can have been sent.
    Unsent,
}

impl Client {
    /// Creates the client of the server at this address. Sends no request.
    pub(super) fn new(
        address: ServerAddress,
        limits: Limits,
        budget: MemoryBudget,
        clocks: Clocks,
    ) -> Result<Self, rustls::Error> {
        let config = match address.security() {
            Security::None => None,
            Security::PublicRoots => Some(tls::shared_public_roots()?),
            Security::Pinned(fingerprint) => Some(Arc::new(pinned(fingerprint)?)),
        };
        let server = Server {
            address,
            tls: config.map(TlsConnector::from),
            limits,
            budget,
            clocks,
            concurrency_limit: ConcurrencyLimit::new(limits.attempt, None, None),
            cached: Mutex::default(),
        };
        Ok(Self {
            server: Arc::new(server),
            lane: Lane::Required,
        })
    }

    /// Returns the client for requests in this lane.
    pub(super) fn in_lane(&self, lane: Lane) -> Self {
        Self { lane, ..self.clone() }
    }

    /// Returns the end of an attempt that starts now.
    pub(super) fn attempt(&self, deadline: Deadline) -> Deadline {
        within(deadline, self.server.limits.attempt)
    }

    /// Sends the requests in a batch. Returns the responses in the order of the requests.
    pub(super) async fn call_all(&self, requests: &[Request], deadline: Deadline) -> Result<Vec<RpcResponse>, Failure> {
        if requests.is_empty() {
            return Ok(Vec::new());
        }
        self.send(requests, deadline, RetryPolicy::Always).await
    }

    /// Sends the requests in a batch.
    pub(super) async fn call<const N: usize>(
        &self,
        requests: [Request; N],
        deadline: Deadline,
    ) -> Result<[RpcResponse; N], Failure> {
        let responses = self.call_all(&requests, deadline).await?;
        responses
            .try_into()
            .map_err(|_| Failure::unusable("number of responses differs from number of requests"))
    }

    /// Sends a request that must not be executed twice: the request is not written again once a part may have
    /// been sent.
    pub(super) async fn call_once(&self, request: Request, deadline: Deadline) -> Result<RpcResponse, Failure> {
        let responses = self.send(&[request], deadline, RetryPolicy::Unsent).await?;
        let response = responses.into_iter().next();
        response.ok_or_else(|| Failure::unusable("no response"))
    }

    async fn send(
        &self,
        requests: &[Request],
        deadline: Deadline,
        policy: RetryPolicy,
    ) -> Result<Vec<RpcResponse>, Failure> {
        let call = self.server.send_now(requests, deadline, policy);
        self.server.concurrency_limit.call_in(self.lane, deadline, call).await
    }
}

impl Server {
    async fn send_now(
        &self,
        requests: &[Request],
        deadline: Deadline,
        policy: RetryPolicy,
    ) -> Result<Vec<RpcResponse>, Failure> {
        let end = Instant::from_std(within(deadline, self.limits.attempt).instant());
        let not_sent = |cause: &str| Failure::NotSent {
            cause: cause.to_owned(),
        };
        if end <= Instant::now() {
            return Err(not_sent("no time is left for this attempt"));
        }
        let sent = SentFlag::default();
        let Ok(responses) = timeout_at(end, self.exchange(requests, &sent, policy)).await else {
            // A connection without a response in time is not reused.
            if let Ok(mut cached) = self.cached.try_lock() {
                *cached = None;
            }
            return Err(if sent.get() {
                Failure::TimedOut
            } else {
                not_sent("connection timed out")
            });
        };
        let responses = responses?;
        match responses.iter().find_map(RpcResponse::throttling) {
            Some(failure) => Err(failure),
            None => Ok(responses),
        }
    }

    async fn exchange(
        &self,
        requests: &[Request],
        sent: &SentFlag,
        policy: RetryPolicy,
    ) -> Result<Vec<RpcResponse>, Failure> {
        let (connection, reused) = self.connection().await?;
        let responses = connection.exchange(requests, sent).await;
        let broke = matches!(responses, Err(Failure::Lost { .. } | Failure::NotSent { .. }));
        // A cached connection may have been closed before the request, which is not the server's fault.
        if broke && reused && (policy == RetryPolicy::Always || !sent.get()) {
            let (connection, _) = self.connection().await?;
            return connection.exchange(requests, sent).await;
        }
        responses
    }

    /// Returns a connection, and true if already open.
    async fn connection(&self) -> Result<(Arc<Connection>, bool), Failure> {
        let mut cached = self.cached.lock().await;
        if let Some(connection) = cached.as_ref().filter(|connection| connection.is_usable()) {
            return Ok((Arc::clone(connection), true));
        }
        *cached = None;
        let connection = Arc::new(self.connect().await?);
        *cached = Some(Arc::clone(&connection));
        Ok((connection, false))
    }

    /// Opens a connection. After an error here, no part of a request has been sent.
    async fn connect(&self) -> Result<Connection, Failure> {
        let connection = timeout(self.limits.connect, self.open()).await;
        let connection = connection
            .map_err(|_| "connection timed out".to_owned())
            .and_then(|opened| opened.map_err(|error| for_log(&error.to_string())))
            .map_err(|cause| Failure::NotSent { cause })?;
        negotiate(&connection).await.map_err(|failure| Failure::NotSent {
            cause: failure.to_string(),
        })?;
        Ok(connection)
    }

    async fn open(&self) -> std::io::Result<Connection> {
        let stream = TcpStream::connect((self.address.host(), self.address.port())).await?;
        // Requests are written in a single piece.
        stream.set_nodelay(true)?;
        let (limit, budget) = (self.limits.body, self.budget.clone());
        let Some(tls) = &self.tls else {
            return Ok(Connection::over(stream, limit, budget, &self.clocks));
        };
        let name = ServerName::try_from(self.address.host().to_owned()).map_err(std::io::Error::other)?;
        let stream = tls.connect(name, stream).await?;
        Ok(Connection::over(stream, limit, budget, &self.clocks))
    }
}

/// Negotiates the protocol with `server.version`, which must be the first request on a connection.
async fn negotiate(connection: &Connection) -> Result<(), Failure> {
    let text = |(major, minor)| format!("{major}.{minor}");
    let versions = [text(MIN_PROTOCOL), text(MAX_PROTOCOL)];
    let request = Request::new("server.version", json!([CLIENT_NAME, versions]));
    let responses = connection.exchange(&[request], &SentFlag::default()).await?;
    let response = responses.into_iter().next();
    let response = response.ok_or_else(|| Failure::unusable("no response"))?;
    let (_software, protocol): (String, String) = response.read()?;
    if is_supported(&protocol) {
        Ok(())
    } else {
        Err(Failure::unusable(format_args!("protocol '{}'", for_log(&protocol))))
    }
}

/// Returns true if a version such as `1.4.2` is supported.
fn is_supported(version: &str) -> bool {
    let mut numbers = version.split('.').map(str::parse);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (MIN_PROTOCOL..=MAX_PROTOCOL).contains(&(major, minor)),
        _ => false,
    }
}
