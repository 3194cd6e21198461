//! Scripted upstreams.

use crate::client::{Deadline, after};
use crate::config::Kind;
use crate::failure::Failure;
use crate::resilience::lane::{Lane, Topic};
use crate::resilience::{Clocks, Head, Pool, Rules, Search, Source};
use async_trait::async_trait;
use futures::future::BoxFuture;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::sleep;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::ports::upstream::UpstreamError;

/// Wall clock that the test sets.
#[derive(Debug, Default)]
pub(super) struct ManualClock(AtomicU64);

impl ManualClock {
    pub(super) fn set(&self, seconds: u64) {
        self.0.store(seconds, Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(self.0.load(Ordering::Relaxed))
    }
}

/// Delay and result of a scripted response.
pub(super) type ScriptedResponse<T> = (Duration, Result<T, Failure>);

pub(super) struct Server {
    response: Mutex<Box<dyn FnMut() -> ScriptedResponse<Option<u8>> + Send>>,
    head: Mutex<ScriptedResponse<Head>>,
    requests: AtomicU32,
    head_requests: AtomicU32,
    chain: Mutex<ScriptedResponse<bool>>,
    chain_requests: AtomicU32,
}

impl Server {
    /// Sets the result of each request from now on.
    pub(super) fn respond_with(&self, mut response: impl FnMut() -> Result<u8, Failure> + Send + 'static) {
        self.script(move || (Duration::ZERO, response().map(Some)));
    }

    /// Sets the result, the delay, and the case of a missing item, from now on.
    pub(super) fn script(&self, response: impl FnMut() -> ScriptedResponse<Option<u8>> + Send + 'static) {
        *self.response.lock().unwrap() = Box::new(response);
    }

    /// Never responds from now on.
    pub(super) fn hangs(&self) {
        self.script(|| (Duration::MAX, Ok(None)));
    }

    /// Reports this height from now on.
    pub(super) fn is_at(&self, height: u64) {
        self.set_head(Duration::ZERO, Ok(Head { height, time: None }));
    }

    /// Reports this height, with a block of this time in Unix seconds, from now on.
    pub(super) fn is_at_since(&self, height: u64, time: u64) {
        let time = Some(time);
        self.set_head(Duration::ZERO, Ok(Head { height, time }));
    }

    /// Sets the head, and the delay, from now on.
    pub(super) fn set_head(&self, time: Duration, head: Result<Head, Failure>) {
        *self.head.lock().unwrap() = (time, head);
    }

    /// Sets the result of the verification of the chain, and the delay, from now on.
    pub(super) fn set_chain(&self, time: Duration, follows: Result<bool, Failure>) {
        *self.chain.lock().unwrap() = (time, follows);
    }

    /// Returns the number of verifications so far.
    pub(super) fn chain_requests(&self) -> u32 {
        self.chain_requests.load(Ordering::Relaxed)
    }

    /// Returns the number of requests so far.
    pub(super) fn requests(&self) -> u32 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Returns the number of head requests so far.
    pub(super) fn head_requests(&self) -> u32 {
        self.head_requests.load(Ordering::Relaxed)
    }

    pub(super) fn request(&self) -> BoxFuture<'_, Result<Option<u8>, Failure>> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let (time, response) = (self.response.lock().unwrap())();
        Box::pin(async move {
            sleep(time).await;
            response
        })
    }
}

#[async_trait]
impl Source for Server {
    fn kind(&self) -> Kind {
        Kind::Blockbook
    }

    async fn head(&self, _: Deadline) -> Result<Head, Failure> {
        self.head_requests.fetch_add(1, Ordering::Relaxed);
        let (time, head) = self.head.lock().unwrap().clone();
        sleep(time).await;
        head
    }

    async fn follows_chain(&self, _: Deadline) -> Result<bool, Failure> {
        self.chain_requests.fetch_add(1, Ordering::Relaxed);
        let (time, follows) = self.chain.lock().unwrap().clone();
        sleep(time).await;
        follows
    }
}

/// A pool of scripted upstreams. The upstream at index `n` immediately returns `n`, with the head at height 100.
pub(super) struct PoolFixture {
    pub(super) pool: Pool<Server>,
    pub(super) servers: Vec<Arc<Server>>,
    pub(super) wall: Arc<ManualClock>,
}

impl PoolFixture {
    pub(super) fn new(servers: u8) -> Self {
        Self::with_max_head_age(servers, None)
    }

    pub(super) fn with_max_head_age(servers: u8, max_head_age: Option<Duration>) -> Self {
        let wall = Arc::new(ManualClock::default());
        let rules = Rules {
            chain: "btc",
            attempt: Duration::from_secs(8),
            max_head_age,
            max_lag: 5,
            block_interval: Duration::from_secs(10),
        };
        let mut pool = Pool::new(rules, Clocks::new(wall.clone()));
        let mut all = Vec::new();
        for index in 0..servers {
            let head = Head {
                height: 100,
                time: None,
            };
            let server = Arc::new(Server {
                response: Mutex::new(Box::new(move || (Duration::ZERO, Ok(Some(index))))),
                head: Mutex::new((Duration::ZERO, Ok(head))),
                requests: AtomicU32::new(0),
                head_requests: AtomicU32::new(0),
                chain: Mutex::new((Duration::ZERO, Ok(true))),
                chain_requests: AtomicU32::new(0),
            });
            pool.push(format!("{index}.example"), server.clone());
            all.push(server);
        }
        Self {
            pool,
            servers: all,
            wall,
        }
    }

    /// Makes a request with a deadline of 25 s.
    pub(super) async fn read(&self) -> Result<u8, UpstreamError> {
        self.read_within(Duration::from_secs(25)).await
    }

    pub(super) async fn read_within(&self, time: Duration) -> Result<u8, UpstreamError> {
        let response = self.pool.read(after(time), |server, _| {
            let response = server.request();
            Box::pin(async move { Ok(response.await?.expect("something")) })
        });
        response.await
    }

    /// Makes a request, complete with a response of this number.
    pub(super) async fn read_most_complete(&self, complete: u8) -> Result<u8, UpstreamError> {
        let response = self.pool.read_most_complete(
            Lane::Required,
            after(Duration::from_secs(25)),
            |server, _| {
                let response = server.request();
                Box::pin(async move { Ok(response.await?.expect("something")) })
            },
            |response| u64::from(response.abs_diff(complete)),
        );
        response.await
    }

    pub(super) async fn find(&self) -> Result<Search<u8>, UpstreamError> {
        self.pool
            .find(after(Duration::from_secs(25)), |server, _| server.request())
            .await
    }

    /// Makes a request to all upstreams with a deadline of 25 s.
    pub(super) async fn fan_out(&self) -> Result<Vec<u8>, UpstreamError> {
        self.fan_out_within(Duration::from_secs(25)).await
    }

    pub(super) async fn fan_out_within(&self, time: Duration) -> Result<Vec<u8>, UpstreamError> {
        let responses = self.pool.fan_out(after(time), |server, _| {
            let response = server.request();
            Box::pin(async move { Ok(response.await?.expect("something")) })
        });
        responses.await.map(|responses| responses.iter().copied().collect())
    }

    /// Makes an optional request to all upstreams with a deadline of 25 s.
    pub(super) async fn read_by_operator(&self) -> Result<Vec<(&str, u8)>, UpstreamError> {
        let lane = Lane::Optional(Topic::Blocks);
        let responses = self
            .pool
            .read_by_operator(lane, after(Duration::from_secs(25)), |server, _| {
                let response = server.request();
                Box::pin(async move { Ok(response.await?.expect("something")) })
            });
        responses.await
    }

    /// Makes an optional request to upstreams of two operators, which must return the same.
    pub(super) async fn read_confirmed(&self) -> Result<u8, UpstreamError> {
        let lane = Lane::Optional(Topic::Names);
        let read = self.pool.read_confirmed(
            lane,
            after(Duration::from_secs(25)),
            |server, _| {
                let response = server.request();
                Box::pin(async move { Ok(response.await?.expect("something")) })
            },
            |one, other| one == other,
        );
        read.await
    }

    /// Returns the number of requests to each upstream so far.
    pub(super) fn requests(&self) -> Vec<u32> {
        self.servers.iter().map(|server| server.requests()).collect()
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

pub(super) fn throttled(status: u16, seconds: Option<u64>) -> Failure {
    Failure::Throttled {
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

/// Rejection of a request, which any caller can cause.
pub(super) fn rejected_request() -> Failure {
    Failure::RejectedRequest {
        cause: "status 400: invalid address".to_owned(),
    }
}

pub(super) fn lagging() -> Failure {
    Failure::Lagging {
        cause: "as reported by itself".to_owned(),
    }
}

/// Asserts a 503 with this `Retry-After` in seconds.
#[track_caller]
pub(super) fn assert_unavailable<T: std::fmt::Debug>(response: Result<T, UpstreamError>, seconds: Option<u64>) {
    match response {
        Err(UpstreamError::Unavailable { retry_after, .. }) => {
            assert_eq!(retry_after, seconds.map(Duration::from_secs));
        }
        other => panic!("{other:?}"),
    }
}
