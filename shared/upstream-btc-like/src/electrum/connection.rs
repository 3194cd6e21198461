//! A connection to an Electrum server. Requests are pipelined; responses arrive in any order and are matched
//! by id.

use super::line_reader::{Line, LineReader};
use super::message::{Incoming, Request, RpcResponse};
use crate::memory::MemoryBudget;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use wallet_upstream::{ClockReading, Clocks, Failure, for_log};

/// Maximum idle time of a connection. A frozen function resumes with connections that the server has closed
/// long ago.
const IDLE: Duration = Duration::from_secs(20);

/// Maximum number of requests on a connection. A server reports the changes of each address whose status was
/// requested, until the connection ends.
const MAX_REQUESTS: u64 = 10_000;

/// Maximum number of unsolicited lines from a server between two responses.
const MAX_UNSOLICITED: usize = 1000;

/// Maximum size of a response, as a multiple of that over HTTP: the protocol has neither pages nor compression.
/// ElectrumX sends histories of up to 8.1 MB by default, and of up to 10 MB on chains like doge.
const LINE_FACTOR: usize = 2;

/// Limit of the total size of the responses to an exchange, as a multiple of the maximum size over HTTP.
const TOTAL_FACTOR: usize = 4;

/// Flag set once any part of a request may have been sent.
#[derive(Clone, Debug, Default)]
pub(super) struct SentFlag(Arc<AtomicBool>);

impl SentFlag {
    pub(super) fn get(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Channels of the requests in flight, by id.
type Pending = Mutex<HashMap<u64, UnboundedSender<(u64, RpcResponse)>>>;

/// Requests to be written.
#[derive(Debug)]
struct Exchange {
    /// Ids of the requests.
    ids: std::ops::Range<u64>,
    /// The requests, each on a separate line.
    lines: String,
    sent: SentFlag,
    responses: UnboundedSender<(u64, RpcResponse)>,
}

/// Open connection. The connection closes once the last handle is dropped.
pub(super) struct Connection {
    exchanges: UnboundedSender<Exchange>,
    next_id: AtomicU64,
    /// Maximum size of a response over HTTP in bytes.
    limit: usize,
    /// Reason for the end of the connection, once ended.
    end: Arc<OnceLock<Failure>>,
    clocks: Clocks,
    used: Mutex<ClockReading>,
}

impl Connection {
    /// Takes over a new stream. The sizes of responses follow from `limit`, that of a response over HTTP in bytes, and
    /// from the budget for long responses.
    pub(super) fn over(
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
        limit: usize,
        budget: MemoryBudget,
        clocks: &Clocks,
    ) -> Self {
        let (exchanges, queued) = unbounded_channel();
        let end = Arc::new(OnceLock::new());
        let (reader, writer) = tokio::io::split(stream);
        let lines = LineReader::new(reader, limit.saturating_mul(LINE_FACTOR), budget);
        tokio::spawn(run(lines, writer, queued, Arc::clone(&end)));
        Self {
            exchanges,
            next_id: AtomicU64::new(0),
            limit,
            end,
            clocks: clocks.clone(),
            used: Mutex::new(clocks.now()),
        }
    }

    /// Returns true if the connection is open, not idle for too long, and not used for too many requests.
    pub(super) fn is_usable(&self) -> bool {
        self.end.get().is_none()
            && self.next_id.load(Ordering::Relaxed) < MAX_REQUESTS
            && lock(&self.used).age(self.clocks.now()) < IDLE
    }

    /// Sends the requests in a batch. Returns the responses in the order of the requests.
    pub(super) async fn exchange(&self, requests: &[Request], sent: &SentFlag) -> Result<Vec<RpcResponse>, Failure> {
        *lock(&self.used) = self.clocks.now();
        let count = requests.len();
        let first = self.next_id.fetch_add(count as u64, Ordering::Relaxed);
        let ids = first..first + count as u64;
        let (responses, arriving) = unbounded_channel();
        let exchange = Exchange {
            lines: ids
                .clone()
                .zip(requests)
                .map(|(id, request)| request.line(id))
                .collect(),
            ids,
            sent: sent.clone(),
            responses,
        };
        // A closed connection drops the exchange, which ends the channel of responses.
        let _ = self.exchanges.send(exchange);
        let responses = self.collect(first, count, arriving, sent).await;
        *lock(&self.used) = self.clocks.now();
        responses
    }

    async fn collect(
        &self,
        first: u64,
        count: usize,
        mut arriving: UnboundedReceiver<(u64, RpcResponse)>,
        sent: &SentFlag,
    ) -> Result<Vec<RpcResponse>, Failure> {
        let mut responses: Vec<Option<RpcResponse>> = vec![None; count];
        let mut size = 0_usize;
        for _ in 0..count {
            let (id, response) = arriving.recv().await.ok_or_else(|| self.broken(sent))?;
            size = size.saturating_add(response.size());
            if size > self.limit.saturating_mul(TOTAL_FACTOR) {
                return Err(Failure::Declined {
                    cause: format!("responses of more than {size} bytes"),
                });
            }
            // Each id is awaited once, so no slot is filled twice.
            if let Some(slot) = usize::try_from(id - first)
                .ok()
                .and_then(|slot| responses.get_mut(slot))
            {
                *slot = Some(response);
            }
        }
        let responses: Option<Vec<_>> = responses.into_iter().collect();
        responses.ok_or_else(|| Failure::unusable("a response is missing"))
    }

    /// Returns the failure of a request on a connection that has ended.
    fn broken(&self, sent: &SentFlag) -> Failure {
        let end = self.end.get().cloned().unwrap_or_else(|| Failure::Lost {
            cause: "the connection ended".to_owned(),
        });
        if sent.get() {
            end
        } else {
            Failure::NotSent { cause: end.to_string() }
        }
    }
}

/// Serves a connection until the end.
async fn run<S: AsyncRead + AsyncWrite>(
    lines: LineReader<ReadHalf<S>>,
    writer: WriteHalf<S>,
    mut exchanges: UnboundedReceiver<Exchange>,
    end: Arc<OnceLock<Failure>>,
) {
    let pending = Pending::default();
    let failure = tokio::select! {
        failure = read(lines, &pending) => failure,
        failure = write(writer, &mut exchanges, &pending) => failure,
    };
    // Set before `pending` and `exchanges` are dropped: their waiting callers then read the reason.
    let _ = end.set(failure);
}

/// Writes the requests until a write fails or the last handle of the connection is dropped.
async fn write(
    mut stream: WriteHalf<impl AsyncWrite>,
    exchanges: &mut UnboundedReceiver<Exchange>,
    pending: &Pending,
) -> Failure {
    while let Some(exchange) = exchanges.recv().await {
        let channels = exchange.ids.map(|id| (id, exchange.responses.clone()));
        lock(pending).extend(channels);
        exchange.sent.set();
        let written = async {
            stream.write_all(exchange.lines.as_bytes()).await?;
            stream.flush().await
        };
        if let Err(error) = written.await {
            return lost(&error);
        }
    }
    Failure::Lost {
        cause: "the connection is no longer needed".to_owned(),
    }
}

/// Dispatches the responses until the connection ends or becomes unusable.
async fn read(mut lines: LineReader<ReadHalf<impl AsyncRead>>, pending: &Pending) -> Failure {
    let mut unsolicited = 0;
    while unsolicited <= MAX_UNSOLICITED {
        let incoming = match lines.next().await {
            Ok(Some(line)) => incoming(line),
            Ok(None) => {
                return Failure::Lost {
                    cause: "the server closed the connection".to_owned(),
                };
            }
            Err(error) => return lost(&error),
        };
        unsolicited += 1;
        match incoming {
            Err(failure) => return failure,
            Ok(Incoming::Unsolicited) => {}
            Ok(Incoming::Response { id, response }) => {
                if let Some(channel) = lock(pending).remove(&id) {
                    // The caller may have given up.
                    drop(channel.send((id, response)));
                    unsolicited = 0;
                }
            }
        }
    }
    Failure::unusable(format_args!("more than {MAX_UNSOLICITED} unsolicited lines"))
}

/// Parses a line. A failure ends the connection.
fn incoming(line: Line) -> Result<Incoming, Failure> {
    let too_long = |size: &str| Failure::Declined {
        cause: format!("line of {size} bytes"),
    };
    match line {
        Line::Whole(bytes, share) => match Incoming::read(std::str::from_utf8(&bytes).map_err(Failure::unusable)?)? {
            Incoming::Unsolicited => Ok(Incoming::Unsolicited),
            Incoming::Response { id, response } => Ok(Incoming::Response {
                id,
                response: response.with_share(share),
            }),
        },
        Line::Skipped { id: Some(id), size } => Ok(Incoming::Response {
            id,
            response: RpcResponse::too_long(size),
        }),
        Line::Skipped { id: None, size } => Err(too_long(&size.to_string())),
        Line::Endless => Err(too_long("too many")),
    }
}

fn lost(error: &io::Error) -> Failure {
    let cause = for_log(&error.to_string());
    // Invalid UTF-8 has this error kind; so do some TLS errors.
    let is_text = error.get_ref().is_none_or(|inner| !inner.is::<rustls::Error>());
    if error.kind() == io::ErrorKind::InvalidData && is_text {
        Failure::Unusable { cause }
    } else {
        Failure::Lost { cause }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
