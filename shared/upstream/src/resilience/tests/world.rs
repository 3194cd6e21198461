//! Upstreams that do what the test says.

use super::super::moment::tests::HandClock;
use super::super::{Clocks, Head, Pool, Rules, Search};
use crate::client::{Deadline, after};
use crate::config::Kind;
use crate::failure::Failure;
use futures::future::BoxFuture;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::sleep;
use wallet_core::ports::upstream::UpstreamError;

/// What a server says, after how long.
pub(super) type Says<T> = (Duration, Result<T, Failure>);

/// One upstream.
pub(super) struct Server {
    answer: Mutex<Box<dyn FnMut() -> Says<Option<u8>> + Send>>,
    head: Mutex<Says<Head>>,
    asked: AtomicU32,
    looked: AtomicU32,
}

impl Server {
    /// What it says to each question from now on.
    pub(super) fn answers(&self, mut answer: impl FnMut() -> Result<u8, Failure> + Send + 'static) {
        self.says(move || (Duration::ZERO, answer().map(Some)));
    }

    /// The same, with its time and with the answer that there is no such thing.
    pub(super) fn says(&self, answer: impl FnMut() -> Says<Option<u8>> + Send + 'static) {
        *self.answer.lock().unwrap() = Box::new(answer);
    }

    /// It never answers.
    pub(super) fn hangs(&self) {
        self.says(|| (Duration::MAX, Ok(None)));
    }

    /// It has this many blocks from now on.
    pub(super) fn is_at(&self, height: u64) {
        self.tells_head(Duration::ZERO, Ok(Head { height, time: None }));
    }

    /// What it says of its head from now on.
    pub(super) fn tells_head(&self, time: Duration, head: Result<Head, Failure>) {
        *self.head.lock().unwrap() = (time, head);
    }

    /// How often it was asked so far.
    pub(super) fn asked(&self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }

    /// How often it was asked for its head so far.
    pub(super) fn looked(&self) -> u32 {
        self.looked.load(Ordering::Relaxed)
    }

    fn ask(&self) -> BoxFuture<'_, Result<Option<u8>, Failure>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let (time, answer) = (self.answer.lock().unwrap())();
        Box::pin(async move {
            sleep(time).await;
            answer
        })
    }

    fn look(self: Arc<Self>) -> BoxFuture<'static, Result<Head, Failure>> {
        self.looked.fetch_add(1, Ordering::Relaxed);
        let (time, head) = self.head.lock().unwrap().clone();
        Box::pin(async move {
            sleep(time).await;
            head
        })
    }
}

/// A pool of them. The upstream at place `n` answers `n` at once, and is at height 100.
pub(super) struct World {
    pub(super) pool: Pool<Server>,
    pub(super) servers: Vec<Arc<Server>>,
    pub(super) wall: Arc<HandClock>,
}

impl World {
    pub(super) fn new(servers: u8) -> Self {
        Self::with_oldest_head(servers, None)
    }

    pub(super) fn with_oldest_head(servers: u8, oldest_head: Option<Duration>) -> Self {
        let wall = Arc::new(HandClock::default());
        let rules = Rules {
            attempt: Duration::from_secs(8),
            oldest_head,
            tolerated: 5,
        };
        let ask_head = |server: Arc<Server>, _: Deadline| server.look();
        let mut pool = Pool::new(ask_head, rules, Clocks::new(wall.clone()));
        let mut all = Vec::new();
        for place in 0..servers {
            let head = Head {
                height: 100,
                time: None,
            };
            let server = Arc::new(Server {
                answer: Mutex::new(Box::new(move || (Duration::ZERO, Ok(Some(place))))),
                head: Mutex::new((Duration::ZERO, Ok(head))),
                asked: AtomicU32::new(0),
                looked: AtomicU32::new(0),
            });
            pool.push(Kind::Blockbook, format!("{place}.example"), server.clone());
            all.push(server);
        }
        Self {
            pool,
            servers: all,
            wall,
        }
    }

    /// One question with 25 s for its answer.
    pub(super) async fn read(&self) -> Result<u8, UpstreamError> {
        self.read_within(Duration::from_secs(25)).await
    }

    pub(super) async fn read_within(&self, time: Duration) -> Result<u8, UpstreamError> {
        let answer = self.pool.read(after(time), |server, _| {
            let answer = server.ask();
            Box::pin(async move { Ok(answer.await?.expect("something")) })
        });
        answer.await
    }

    pub(super) async fn find(&self) -> Result<Search<u8>, UpstreamError> {
        self.pool
            .find(after(Duration::from_secs(25)), |server, _| server.ask())
            .await
    }

    /// How often each was asked so far.
    pub(super) fn asked(&self) -> Vec<u32> {
        self.servers.iter().map(|server| server.asked()).collect()
    }
}

pub(super) fn not_sent() -> Failure {
    Failure::NotSent {
        cause: "connection refused".to_owned(),
    }
}

pub(super) fn lost() -> Failure {
    Failure::Lost {
        cause: "reset".to_owned(),
    }
}

pub(super) fn refused(status: u16, seconds: Option<u64>) -> Failure {
    Failure::Refused {
        status,
        retry_after: seconds.map(Duration::from_secs),
    }
}

pub(super) fn garbage() -> Failure {
    Failure::unusable("garbage")
}

pub(super) fn declined() -> Failure {
    Failure::Declined {
        cause: "too long a history".to_owned(),
    }
}

pub(super) fn behind() -> Failure {
    Failure::Behind {
        cause: "by its own word".to_owned(),
    }
}

/// 503 after this many seconds.
#[track_caller]
pub(super) fn assert_unavailable<T: std::fmt::Debug>(answer: Result<T, UpstreamError>, seconds: Option<u64>) {
    match answer {
        Err(UpstreamError::Unavailable { retry_after, .. }) => {
            assert_eq!(retry_after, seconds.map(Duration::from_secs));
        }
        other => panic!("{other:?}"),
    }
}
