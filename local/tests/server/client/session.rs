//! The session helper against the authorization service.

use crate::{authorization_url, ephemeral};
use async_trait::async_trait;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use uuid::Uuid;
use wallet_client::asset_info::{ListRequest, list};
use wallet_client::authorization::account::{RegisterRequest, register};
use wallet_client::authorization::security_factor::{CredentialsRequest, credentials};
use wallet_client::{
    Client, HttpTransport, MemoryStore, Request, Response, Session, SessionError, StoreError, StoredSession,
    TokenStore, Transport, TransportError,
};
use wallet_cloud::serve::Running;
use wallet_core::ports::system::{Clock, Timestamp};

/// A clock of a device that is an hour slow, which a test advances.
#[derive(Default)]
struct SlowClock(AtomicU64);

impl SlowClock {
    fn advance(&self, seconds: u64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

impl Clock for SlowClock {
    #[expect(clippy::disallowed_methods, reason = "a test double of the device's clock")]
    fn now(&self) -> Timestamp {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let now = u64::try_from(now.as_millis()).unwrap();
        Timestamp::from_millis(now - 3_600_000 + self.0.load(Ordering::SeqCst))
    }
}

/// A connection that counts refreshes, delays them, and loses the response of one.
struct Counting {
    inner: HttpTransport,
    refreshes: AtomicUsize,
    loses_next: AtomicBool,
    delay: Duration,
}

impl Counting {
    fn new(delay: Duration) -> Arc<Self> {
        Arc::new(Self {
            inner: HttpTransport::new().unwrap(),
            refreshes: AtomicUsize::new(0),
            loses_next: AtomicBool::new(false),
            delay,
        })
    }

    fn refreshes(&self) -> usize {
        self.refreshes.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl Transport for Counting {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let is_refresh = request.url.ends_with("/permission/refresh");
        let response = self.inner.send(request).await;
        if is_refresh {
            self.refreshes.fetch_add(1, Ordering::SeqCst);
            tokio::time::sleep(self.delay).await;
            if self.loses_next.swap(false, Ordering::SeqCst) {
                return Err(TransportError::new("the connection was closed"));
            }
        }
        response
    }
}

struct Fixture {
    running: Running,
    transport: Arc<Counting>,
    clock: Arc<SlowClock>,
    store: Arc<MemoryStore>,
    session: Session,
}

impl Fixture {
    async fn new() -> Self {
        Self::with_delay(Duration::ZERO).await
    }

    async fn with_delay(delay: Duration) -> Self {
        let running = ephemeral().await;
        let (transport, clock, store) = (Counting::new(delay), Arc::<SlowClock>::default(), Arc::default());
        let session = open(&running, &transport, &clock, &store);
        session.establish_by_key(&running.merchant_key).await.unwrap();
        Self {
            running,
            transport,
            clock,
            store,
            session,
        }
    }

    /// Returns the session after a restart of the app.
    fn restarted(&self) -> Session {
        open(&self.running, &self.transport, &self.clock, &self.store)
    }

    async fn stop(self) {
        self.running.shutdown().await.unwrap();
    }
}

fn open(running: &Running, transport: &Arc<Counting>, clock: &Arc<SlowClock>, store: &Arc<MemoryStore>) -> Session {
    let transport: Arc<dyn Transport> = Arc::<Counting>::clone(transport);
    let store: Arc<dyn TokenStore> = Arc::<MemoryStore>::clone(store);
    let clock: Arc<dyn Clock> = Arc::<SlowClock>::clone(clock);
    Session::over(
        transport,
        &authorization_url(running),
        Uuid::new_v4(),
        &["read"],
        store,
        clock,
    )
}

/// The lifetime of a permission token is 600 s.
#[tokio::test(flavor = "multi_thread")]
async fn token_is_refreshed_before_it_expires_by_the_servers_clock() {
    let fixture = Fixture::new().await;
    let first = fixture.session.permission_token().await.unwrap();
    fixture.clock.advance(530);
    assert_eq!(fixture.session.permission_token().await.unwrap(), first);
    assert_eq!(fixture.transport.refreshes(), 0);
    fixture.clock.advance(30);
    assert_ne!(fixture.session.permission_token().await.unwrap(), first);
    assert_eq!(fixture.transport.refreshes(), 1);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_callers_cause_one_refresh() {
    let fixture = Fixture::with_delay(Duration::from_millis(200)).await;
    fixture.clock.advance(560);
    let callers: Vec<_> = (0..20)
        .map(|index| {
            let session = fixture.session.clone();
            tokio::spawn(async move {
                match index % 2 {
                    0 => session.permission_token().await,
                    _ => session.refresh().await.map(|()| String::new()),
                }
            })
        })
        .collect();
    let mut tokens = Vec::new();
    for caller in callers {
        tokens.push(caller.await.unwrap().unwrap());
    }
    tokens.retain(|token| !token.is_empty());
    tokens.dedup();
    assert_eq!((tokens.len(), fixture.transport.refreshes()), (1, 1));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_response_of_a_refresh_is_harmless() {
    let fixture = Fixture::new().await;
    fixture.transport.loses_next.store(true, Ordering::SeqCst);
    fixture.session.refresh().await.unwrap();
    assert_eq!(fixture.transport.refreshes(), 2);
    fixture.session.refresh().await.unwrap();
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelled_caller_does_not_lose_the_new_tokens() {
    let fixture = Fixture::with_delay(Duration::from_millis(300)).await;
    let before = fixture.store.load().await.unwrap();
    let cancelled = tokio::time::timeout(Duration::from_millis(100), fixture.session.refresh()).await;
    assert!(cancelled.is_err(), "the caller is cancelled during the refresh");
    fixture.session.permission_token().await.unwrap();
    assert_ne!(fixture.store.load().await.unwrap(), before);
    assert_eq!(fixture.transport.refreshes(), 1);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn session_continues_after_a_restart_and_ends_when_it_is_revoked() {
    let fixture = Fixture::new().await;
    let token = fixture.session.permission_token().await.unwrap();
    let restarted = fixture.restarted();
    assert_eq!(restarted.permission_token().await.unwrap(), token);
    restarted.refresh().await.unwrap();
    let other = fixture.restarted();
    other.end().await.unwrap();
    assert_eq!(fixture.store.load().await.unwrap(), None);
    let error = restarted.refresh().await.unwrap_err();
    assert!(matches!(error, SessionError::Ended), "{error}");
    let error = restarted.permission_token().await.unwrap_err();
    assert!(matches!(error, SessionError::NotEstablished), "{error}");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_of_another_process_with_the_same_store_are_adopted() {
    let fixture = Fixture::new().await;
    let other = fixture.restarted();
    other.permission_token().await.unwrap();
    fixture.clock.advance(560);
    let token = fixture.session.permission_token().await.unwrap();
    assert_eq!(other.permission_token().await.unwrap(), token);
    assert_eq!(fixture.transport.refreshes(), 1);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_token_is_replaced_once() {
    let fixture = Fixture::new().await;
    let mut stored = fixture.store.load().await.unwrap().unwrap();
    stored.permission_token.token.truncate(40);
    fixture.store.save(&stored).await.unwrap();
    let client = Client::new(&fixture.running.base_url)
        .unwrap()
        .with_session(fixture.restarted());
    let coins = list(&client, "coin", &ListRequest::default()).await.unwrap();
    assert!(!coins.is_empty());
    assert_eq!(fixture.transport.refreshes(), 1);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn valid_token_is_used_while_the_authorization_service_fails() {
    let fixture = Fixture::new().await;
    let token = fixture.session.permission_token().await.unwrap();
    let base_url = fixture.running.base_url.clone();
    fixture.running.shutdown().await.unwrap();
    fixture.clock.advance(560);
    assert_eq!(fixture.session.permission_token().await.unwrap(), token, "{base_url}");
    fixture.clock.advance(100);
    let error = fixture.session.permission_token().await.unwrap_err();
    assert!(matches!(error, SessionError::Call(_)), "{error}");
}

/// A store that fails to save while a flag is set.
#[derive(Default)]
struct FailingStore {
    inner: MemoryStore,
    fails: AtomicBool,
    saves: Mutex<Vec<StoredSession>>,
}

#[async_trait]
impl TokenStore for FailingStore {
    async fn load(&self) -> Result<Option<StoredSession>, StoreError> {
        self.inner.load().await
    }

    async fn save(&self, session: &StoredSession) -> Result<(), StoreError> {
        if self.fails.load(Ordering::SeqCst) {
            return Err("the disk is full".into());
        }
        self.saves.lock().unwrap().push(session.clone());
        self.inner.save(session).await
    }

    async fn clear(&self) -> Result<(), StoreError> {
        self.inner.clear().await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn new_tokens_are_used_and_saved_later_if_the_store_fails() {
    let running = ephemeral().await;
    let store = Arc::<FailingStore>::default();
    let url = authorization_url(&running);
    let session = Session::new(&url, Uuid::new_v4(), &["read"], Arc::<FailingStore>::clone(&store)).unwrap();
    session.establish_by_key(&running.merchant_key).await.unwrap();
    let first = session.permission_token().await.unwrap();
    store.fails.store(true, Ordering::SeqCst);
    let error = session.refresh().await.unwrap_err();
    assert!(matches!(error, SessionError::Store(_)), "{error}");
    let second = session.permission_token().await.unwrap();
    assert_ne!(second, first, "the predecessor is spent");
    store.fails.store(false, Ordering::SeqCst);
    assert_eq!(session.permission_token().await.unwrap(), second);
    let saved: Vec<_> = store
        .saves
        .lock()
        .unwrap()
        .iter()
        .map(|it| it.permission_token.token.clone())
        .collect();
    assert_eq!(saved, [first, second]);
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn user_registers_logs_in_and_opens_a_session() {
    let running = ephemeral().await;
    let anonymous = Client::new(&running.base_url).unwrap();
    let open = |permissions: &[&str]| {
        let store = Arc::<MemoryStore>::default();
        Session::new(&authorization_url(&running), Uuid::new_v4(), permissions, store).unwrap()
    };
    let backend = open(&["register"]);
    backend.establish_by_key(&running.merchant_key).await.unwrap();
    let (username, password) = ("Ada", "correct horse battery staple".to_owned());
    let account = RegisterRequest::builder()
        .username(username.to_owned())
        .password(password.clone())
        .build();
    let registered = register(&anonymous.with_session(backend), &account).await.unwrap();
    open(&["read"]).establish(&[&registered.security_token]).await.unwrap();
    let login = CredentialsRequest::builder()
        .username(username.to_owned())
        .password(password)
        .build();
    let proved = credentials(&anonymous, &login).await.unwrap();
    let user = open(&["read", "secret"]);
    user.establish(&[&proved.security_token]).await.unwrap();
    let coins = list(&anonymous.with_session(user), "coin", &ListRequest::default())
        .await
        .unwrap();
    assert!(!coins.is_empty());
    assert!(
        !format!("{login:?}{proved:?}").contains("horse"),
        "no password in a debug form"
    );
    running.shutdown().await.unwrap();
}
