//! One connection to an Electrum server. Requests go out as they come, answers are matched by their id in any order.

use super::message::{Answer, Incoming, Request};
use futures::StreamExt;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::codec::{FramedRead, LinesCodec, LinesCodecError};
use wallet_upstream::failure::{Failure, for_log};
use wallet_upstream::resilience::{Clocks, Moment};

/// A connection that was not used for this long is not used again: a frozen function wakes up with connections
/// that the other side has long closed.
const IDLE: Duration = Duration::from_secs(20);

/// How many lines a server may send that nobody asked for.
const UNASKED: usize = 1000;

/// The answers to one exchange together are at most so many times as large as one answer may be.
const ANSWERS: usize = 4;

/// Whether anything of a request may have left this machine.
#[derive(Clone, Debug, Default)]
pub(super) struct Left(Arc<AtomicBool>);

impl Left {
    pub(super) fn get(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Where the answers to the requests on their way are awaited, by id.
type Pending = Mutex<HashMap<u64, UnboundedSender<(u64, Answer)>>>;

/// Requests to be written.
#[derive(Debug)]
struct Exchange {
    /// The ids of the requests.
    ids: std::ops::Range<u64>,
    /// The requests, a line each.
    lines: String,
    left: Left,
    answers: UnboundedSender<(u64, Answer)>,
}

/// An open connection. It closes when nobody holds it any more.
pub(super) struct Connection {
    exchanges: UnboundedSender<Exchange>,
    next_id: AtomicU64,
    /// The largest answer, in bytes.
    limit: usize,
    /// Why it ended, once it has.
    end: Arc<OnceLock<Failure>>,
    clocks: Clocks,
    used: Mutex<Moment>,
}

impl Connection {
    /// Talks over a stream, on which nothing has been said yet. No answer may be larger than `limit` bytes.
    pub(super) fn over(stream: impl AsyncRead + AsyncWrite + Send + 'static, limit: usize, clocks: &Clocks) -> Self {
        let (exchanges, waiting) = unbounded_channel();
        let end = Arc::new(OnceLock::new());
        tokio::spawn(run(stream, waiting, limit, Arc::clone(&end)));
        Self {
            exchanges,
            next_id: AtomicU64::new(0),
            limit,
            end,
            clocks: clocks.clone(),
            used: Mutex::new(clocks.now()),
        }
    }

    /// Whether it is worth trying.
    pub(super) fn is_usable(&self) -> bool {
        self.end.get().is_none() && lock(&self.used).age(self.clocks.now()) < IDLE
    }

    /// Asks all of these at once: the answers in the order of the requests.
    pub(super) async fn exchange(&self, requests: &[Request], left: &Left) -> Result<Vec<Answer>, Failure> {
        *lock(&self.used) = self.clocks.now();
        let count = requests.len();
        let first = self.next_id.fetch_add(count as u64, Ordering::Relaxed);
        let ids = first..first + count as u64;
        let (answers, arriving) = unbounded_channel();
        let exchange = Exchange {
            lines: ids
                .clone()
                .zip(requests)
                .map(|(id, request)| request.line(id))
                .collect(),
            ids,
            left: left.clone(),
            answers,
        };
        // A connection that has ended drops the exchange, which ends the answers.
        let _ = self.exchanges.send(exchange);
        let answers = self.collect(first, count, arriving, left).await;
        *lock(&self.used) = self.clocks.now();
        answers
    }

    async fn collect(
        &self,
        first: u64,
        count: usize,
        mut arriving: UnboundedReceiver<(u64, Answer)>,
        left: &Left,
    ) -> Result<Vec<Answer>, Failure> {
        let mut answers: Vec<Option<Answer>> = vec![None; count];
        let mut size = 0_usize;
        for _ in 0..count {
            let (id, answer) = arriving.recv().await.ok_or_else(|| self.broken(left))?;
            size = size.saturating_add(answer.size());
            if size > self.limit.saturating_mul(ANSWERS) {
                return Err(Failure::Declined {
                    cause: format!("answers of more than {size} bytes"),
                });
            }
            // Each id is awaited once, so no place is filled twice.
            if let Some(place) = usize::try_from(id - first)
                .ok()
                .and_then(|place| answers.get_mut(place))
            {
                *place = Some(answer);
            }
        }
        let answers: Option<Vec<_>> = answers.into_iter().collect();
        answers.ok_or_else(|| Failure::unusable("an answer is missing"))
    }

    /// What the end of the connection means for a request.
    fn broken(&self, left: &Left) -> Failure {
        let end = self.end.get().cloned().unwrap_or_else(|| Failure::Lost {
            cause: "the connection ended".to_owned(),
        });
        if left.get() {
            end
        } else {
            Failure::NotSent { cause: end.to_string() }
        }
    }
}

/// Serves a connection until it ends.
async fn run(
    stream: impl AsyncRead + AsyncWrite,
    mut exchanges: UnboundedReceiver<Exchange>,
    limit: usize,
    end: Arc<OnceLock<Failure>>,
) {
    let (reader, writer) = tokio::io::split(stream);
    let pending = Pending::default();
    let failure = tokio::select! {
        failure = read(reader, limit, &pending) => failure,
        failure = write(writer, &mut exchanges, &pending) => failure,
    };
    // Before `pending` and `exchanges` are dropped: whoever waits there then asks why.
    let _ = end.set(failure);
}

/// Writes the requests until that fails or nobody holds the connection any more.
async fn write(
    mut stream: WriteHalf<impl AsyncWrite>,
    exchanges: &mut UnboundedReceiver<Exchange>,
    pending: &Pending,
) -> Failure {
    while let Some(exchange) = exchanges.recv().await {
        let awaited = exchange.ids.map(|id| (id, exchange.answers.clone()));
        lock(pending).extend(awaited);
        exchange.left.set();
        let written = async {
            stream.write_all(exchange.lines.as_bytes()).await?;
            stream.flush().await
        };
        if let Err(error) = written.await {
            return lost(&error);
        }
    }
    Failure::Lost {
        cause: "nobody needs the connection any more".to_owned(),
    }
}

/// Hands the answers out until the connection ends or is no use any more.
async fn read(stream: ReadHalf<impl AsyncRead>, limit: usize, pending: &Pending) -> Failure {
    let mut lines = FramedRead::new(stream, LinesCodec::new_with_max_length(limit));
    let mut unasked = 0;
    while unasked <= UNASKED {
        let line = match lines.next().await {
            Some(Ok(line)) => line,
            Some(Err(LinesCodecError::MaxLineLengthExceeded)) => {
                return Failure::Declined {
                    cause: format!("more than {limit} bytes"),
                };
            }
            Some(Err(LinesCodecError::Io(error))) => return lost(&error),
            None => {
                return Failure::Lost {
                    cause: "the server closed the connection".to_owned(),
                };
            }
        };
        match Incoming::read(&line) {
            Err(failure) => return failure,
            Ok(Incoming::Unasked) => unasked += 1,
            Ok(Incoming::Answer { id, answer }) => match lock(pending).remove(&id) {
                // Whoever asked may have given up.
                Some(awaited) => drop(awaited.send((id, answer))),
                None => unasked += 1,
            },
        }
    }
    Failure::unusable(format_args!("more than {UNASKED} lines that nobody asked for"))
}

fn lost(error: &io::Error) -> Failure {
    let cause = for_log(&error.to_string());
    // What is no UTF-8; TLS has errors of this kind, too.
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
