//! An Electrum server as the adapter asks it: over one connection that is kept, and opened anew when it has died.

use super::connection::{Connection, Left};
use super::message::{Answer, Request};
use super::pin::pinned;
use super::server_address::{Security, ServerAddress};
use rustls::pki_types::ServerName;
use serde_json::json;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_rustls::TlsConnector;
use wallet_upstream::client::{Deadline, Limits, within};
use wallet_upstream::failure::{Failure, for_log};
use wallet_upstream::resilience::{Clocks, Gate};
use wallet_upstream::tls;

/// What we call ourselves.
const CLIENT_NAME: &str = "wallet-cloud";

/// The versions of the protocol that we speak. From 1.7 on there are no script hashes.
const OLDEST: (u32, u32) = (1, 4);
const NEWEST: (u32, u32) = (1, 6);

/// One Electrum server.
pub(super) struct Client {
    address: ServerAddress,
    tls: Option<TlsConnector>,
    limits: Limits,
    clocks: Clocks,
    gate: Gate,
    /// The lock is held while a connection is being opened, so that one is.
    kept: Mutex<Option<Arc<Connection>>>,
}

/// Whether a request may be written a second time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeat {
    /// When the connection turned out to be dead.
    Always,
    /// When in addition nothing of it can have left.
    Unsent,
}

impl Client {
    /// The server at this address. Nothing is asked yet.
    pub(super) fn new(address: ServerAddress, limits: Limits, clocks: Clocks) -> Result<Self, rustls::Error> {
        let config = match address.security() {
            Security::None => None,
            Security::PublicRoots => Some(tls::public_roots()?),
            Security::Pinned(fingerprint) => Some(pinned(fingerprint)?),
        };
        Ok(Self {
            address,
            tls: config.map(|config| TlsConnector::from(Arc::new(config))),
            limits,
            clocks,
            gate: Gate::new(),
            kept: Mutex::default(),
        })
    }

    /// The end of an attempt that begins now.
    pub(super) fn attempt(&self, deadline: Deadline) -> Deadline {
        within(deadline, self.limits.attempt)
    }

    /// Asks all of these at once; the answers in the order of the requests.
    pub(super) async fn ask_all(&self, requests: &[Request], deadline: Deadline) -> Result<Vec<Answer>, Failure> {
        if requests.is_empty() {
            return Ok(Vec::new());
        }
        self.call(requests, deadline, Repeat::Always).await
    }

    /// Asks these at once.
    pub(super) async fn ask<const N: usize>(
        &self,
        requests: [Request; N],
        deadline: Deadline,
    ) -> Result<[Answer; N], Failure> {
        let answers = self.ask_all(&requests, deadline).await?;
        answers
            .try_into()
            .map_err(|_| Failure::unusable("another number of answers than of requests"))
    }

    /// Asks for something that must not be done twice: nothing is written again once any of it may have left.
    pub(super) async fn ask_once(&self, request: Request, deadline: Deadline) -> Result<Answer, Failure> {
        let answers = self.call(&[request], deadline, Repeat::Unsent).await?;
        let answer = answers.into_iter().next();
        answer.ok_or_else(|| Failure::unusable("no answer"))
    }

    async fn call(&self, requests: &[Request], deadline: Deadline, repeat: Repeat) -> Result<Vec<Answer>, Failure> {
        self.gate
            .call(deadline, self.call_now(requests, deadline, repeat))
            .await
    }

    async fn call_now(&self, requests: &[Request], deadline: Deadline, repeat: Repeat) -> Result<Vec<Answer>, Failure> {
        let end = Instant::from_std(self.attempt(deadline).moment());
        let not_sent = |cause: &str| Failure::NotSent {
            cause: cause.to_owned(),
        };
        if end <= Instant::now() {
            return Err(not_sent("no time is left for this attempt"));
        }
        let left = Left::default();
        let Ok(answers) = timeout_at(end, self.exchange(requests, &left, repeat)).await else {
            // A connection that does not answer is not used again.
            if let Ok(mut kept) = self.kept.try_lock() {
                *kept = None;
            }
            return Err(if left.get() {
                Failure::TimedOut
            } else {
                not_sent("no connection in time")
            });
        };
        let answers = answers?;
        match answers.iter().find_map(Answer::refusal) {
            Some(refusal) => Err(refusal),
            None => Ok(answers),
        }
    }

    async fn exchange(&self, requests: &[Request], left: &Left, repeat: Repeat) -> Result<Vec<Answer>, Failure> {
        let (connection, reused) = self.connection().await?;
        let answers = connection.exchange(requests, left).await;
        let broke = matches!(answers, Err(Failure::Lost { .. } | Failure::NotSent { .. }));
        // A connection that was kept may have been dead before the request: that is no fault of the server.
        if broke && reused && (repeat == Repeat::Always || !left.get()) {
            let (connection, _) = self.connection().await?;
            return connection.exchange(requests, left).await;
        }
        answers
    }

    /// A connection, and whether it was there before.
    async fn connection(&self) -> Result<(Arc<Connection>, bool), Failure> {
        let mut kept = self.kept.lock().await;
        if let Some(connection) = kept.as_ref().filter(|connection| connection.is_usable()) {
            return Ok((Arc::clone(connection), true));
        }
        *kept = None;
        let connection = Arc::new(self.connect().await?);
        *kept = Some(Arc::clone(&connection));
        Ok((connection, false))
    }

    /// Whatever goes wrong here, nothing of a request has left.
    async fn connect(&self) -> Result<Connection, Failure> {
        let connection = timeout(self.limits.connect, self.open()).await;
        let connection = connection
            .map_err(|_| "no connection in time".to_owned())
            .and_then(|opened| opened.map_err(|error| for_log(&error.to_string())))
            .map_err(|cause| Failure::NotSent { cause })?;
        negotiate(&connection).await.map_err(|failure| Failure::NotSent {
            cause: failure.to_string(),
        })?;
        Ok(connection)
    }

    async fn open(&self) -> std::io::Result<Connection> {
        let stream = TcpStream::connect((self.address.host(), self.address.port())).await?;
        // Requests are written whole.
        stream.set_nodelay(true)?;
        let limit = self.limits.body;
        let Some(tls) = &self.tls else {
            return Ok(Connection::over(stream, limit, &self.clocks));
        };
        let name = ServerName::try_from(self.address.host().to_owned()).map_err(std::io::Error::other)?;
        Ok(Connection::over(tls.connect(name, stream).await?, limit, &self.clocks))
    }
}

/// `server.version`, which has to come first on a connection.
async fn negotiate(connection: &Connection) -> Result<(), Failure> {
    let text = |(major, minor)| format!("{major}.{minor}");
    let versions = [text(OLDEST), text(NEWEST)];
    let request = Request::new("server.version", json!([CLIENT_NAME, versions]));
    let answers = connection.exchange(&[request], &Left::default()).await?;
    let answer = answers.into_iter().next();
    let answer = answer.ok_or_else(|| Failure::unusable("no answer"))?;
    let (_software, protocol): (String, String) = answer.read()?;
    if speaks(&protocol) {
        Ok(())
    } else {
        Err(Failure::unusable(format_args!("protocol '{}'", for_log(&protocol))))
    }
}

/// Whether a version such as `1.4.2` is one of ours.
fn speaks(version: &str) -> bool {
    let mut numbers = version.split('.').map(str::parse);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (OLDEST..=NEWEST).contains(&(major, minor)),
        _ => false,
    }
}
