//! Storage that responds slowly: a 503 before the gateway times out.
//!
//! The tests run in paused time on stores in memory.

use crate::authorization::doubles::{TestClock, TestKeys, TestMerchants};
use crate::authorization::fixture::{ISSUER, PASSWORD, START, request};
use crate::support::client::{TestResponse, call};
use async_trait::async_trait;
use authorization::{Ports, Services};
use axum::Router;
use axum::http::Method;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::time::Instant;
use uuid::Uuid;
use wallet_core::auth::{
    MerchantId, Password, PasswordMemory, Quota, QuotaLevel, SecondFactor, SigningKeySet, SourceNetwork, Username,
};
use wallet_core::ports::accounts::{
    Account, AccountId, Accounts, ChangeAccountError, CreateAccountError, CredentialChange,
};
use wallet_core::ports::sessions::{OpenSessionError, RotateOutcome, Rotation, Session, SessionId, Sessions};
use wallet_core::ports::signing_keys::SigningKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::ports::throttle::{Admission, Bucket, Counter, LoginStep, Take, Throttle};
use wallet_http::system::OsRandomness;
use wallet_http::{HttpConfig, mount};

/// Stores that take a fixed time for each call and know the account of alice.
struct Slow {
    delay: Duration,
    calls: AtomicU32,
    alice: Account,
}

impl Slow {
    fn new(delay: Duration) -> Arc<Self> {
        let hash = Password::presented(PASSWORD).hash(&OsRandomness, &mut PasswordMemory::default());
        let alice = Account {
            id: Uuid::from_u128(1),
            username: Username::parse("alice").unwrap(),
            password_hash: hash.unwrap(),
            epoch: 0,
            disabled: false,
            second_factor: SecondFactor::Absent,
            factor_revision: 0,
            merchant: MerchantId::parse("demo").unwrap(),
            created_at: START,
        };
        Arc::new(Self {
            delay,
            calls: AtomicU32::new(0),
            alice,
        })
    }

    async fn wait(&self) {
        self.calls.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(self.delay).await;
    }
}

#[async_trait]
impl Accounts for Slow {
    async fn create(&self, _: &Account) -> Result<(), CreateAccountError> {
        self.wait().await;
        Ok(())
    }
    async fn find_by_username(&self, name: &Username) -> Result<Option<Account>, StoreError> {
        self.wait().await;
        Ok(Some(self.alice.clone()).filter(|alice| alice.username == *name))
    }
    async fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        self.wait().await;
        Ok(Some(self.alice.clone()).filter(|alice| alice.id == id))
    }
    async fn change_credentials(
        &self,
        _: &Account,
        _: CredentialChange<'_>,
        _: Uuid,
        _: Timestamp,
    ) -> Result<(), ChangeAccountError> {
        self.wait().await;
        Ok(())
    }
    async fn update_second_factor(&self, _: &Account, _: &SecondFactor) -> Result<(), ChangeAccountError> {
        self.wait().await;
        Ok(())
    }
    async fn rehash(&self, _: &Account, _: &str) -> Result<(), ChangeAccountError> {
        self.wait().await;
        Ok(())
    }
    async fn end_sessions(&self, _: &Account, _: bool) -> Result<(), ChangeAccountError> {
        self.wait().await;
        Ok(())
    }
    async fn delete(&self, _: &Account) -> Result<(), ChangeAccountError> {
        self.wait().await;
        Ok(())
    }
}

#[async_trait]
impl Sessions for Slow {
    async fn open(&self, _: &Session) -> Result<(), OpenSessionError> {
        self.wait().await;
        Ok(())
    }
    async fn find(&self, _: SessionId) -> Result<Option<Session>, StoreError> {
        self.wait().await;
        Ok(None)
    }
    async fn rotate(&self, _: &Rotation) -> Result<RotateOutcome, StoreError> {
        self.wait().await;
        Ok(RotateOutcome::Ended)
    }
    async fn end(&self, _: SessionId) -> Result<(), StoreError> {
        self.wait().await;
        Ok(())
    }
    async fn of_account(&self, _: AccountId, _: Timestamp) -> Result<Vec<Session>, StoreError> {
        self.wait().await;
        Ok(Vec::new())
    }
    async fn end_of_account(&self, _: AccountId, _: Uuid, _: Timestamp) -> Result<bool, StoreError> {
        self.wait().await;
        Ok(false)
    }
}

#[async_trait]
impl Throttle for Slow {
    async fn admit(&self, _: &Counter, _: Timestamp) -> Result<Admission, StoreError> {
        self.wait().await;
        Ok(Admission::Admitted)
    }
    async fn succeeded(&self, _: &Counter) -> Result<(), StoreError> {
        self.wait().await;
        Ok(())
    }
    async fn failed(&self, _: &Counter) -> Result<u32, StoreError> {
        self.wait().await;
        Ok(0)
    }
    async fn released(&self, _: &Counter, _: Timestamp) -> Result<(), StoreError> {
        self.wait().await;
        Ok(())
    }
    async fn take(&self, bucket: &Bucket, now: Timestamp) -> Result<Take, StoreError> {
        self.wait().await;
        Ok(Take::Taken(bucket.quota.level(now, now)))
    }
    async fn give_back(&self, _: &Bucket) -> Result<(), StoreError> {
        self.wait().await;
        Ok(())
    }
    async fn level(&self, bucket: &Bucket, now: Timestamp) -> Result<QuotaLevel, StoreError> {
        self.wait().await;
        Ok(Quota::level(bucket.quota, now, now))
    }
    async fn remember(&self, _: LoginStep, _: &Username, _: SourceNetwork, _: Timestamp) -> Result<(), StoreError> {
        self.wait().await;
        Ok(())
    }
    async fn is_known(&self, _: LoginStep, _: &Username, _: SourceNetwork, _: Timestamp) -> Result<bool, StoreError> {
        self.wait().await;
        Ok(false)
    }
}

/// Signing keys in a secret store that never responds.
struct NoKeys;

#[async_trait]
impl SigningKeys for NoKeys {
    async fn signing_keys(&self) -> Result<Arc<SigningKeySet>, StoreError> {
        std::future::pending().await
    }
}

fn services(store: &Arc<Slow>) -> Services {
    let clock: Arc<dyn Clock> = Arc::new(TestClock::at(START));
    let ports = Ports {
        accounts: store.clone(),
        sessions: store.clone(),
        throttle: store.clone(),
        merchants: Arc::new(TestMerchants::default()),
        signing_keys: Arc::new(TestKeys::new(SigningKeySet::generate(&OsRandomness, START).unwrap())),
        clock,
        randomness: Arc::new(OsRandomness),
    };
    Services::new(ports, ISSUER.to_owned())
}

/// Returns the routes with the time limit of the function.
fn router(services: Services) -> Router {
    mount(vec![authorization::service(services)], &HttpConfig::default())
}

async fn login(services: Services) -> (TestResponse, Duration) {
    let body = json!({ "username": "alice", "password": PASSWORD }).to_string();
    let request = request(Method::POST, "/api/security-factor/credentials", None, &body);
    let start = Instant::now();
    let response = call(&router(services), request).await;
    (response, start.elapsed())
}

#[track_caller]
fn assert_own_503((response, elapsed): (TestResponse, Duration)) {
    response.assert_error(503, "service_unavailable", None);
    assert!(response.headers.contains_key("retry-after"));
    assert!(elapsed <= Duration::from_millis(25_100), "{elapsed:?}");
}

#[tokio::test(start_paused = true)]
async fn login_over_a_slow_store_succeeds_within_the_deadline() {
    let store = Slow::new(Duration::from_secs(2));
    let (response, _) = login(services(&store)).await;
    assert!(response.data()["securityToken"].is_string());
}

#[tokio::test(start_paused = true)]
async fn login_over_a_slower_store_gets_503_before_the_gateway_times_out() {
    for seconds in [6, 9, 24, 60] {
        let store = Slow::new(Duration::from_secs(seconds));
        assert_own_503(login(services(&store)).await);
        let calls = store.calls.load(Ordering::SeqCst);
        assert!(calls >= 2, "{seconds} s: {calls} calls");
    }
}

#[tokio::test(start_paused = true)]
async fn secret_store_without_response_gets_503_before_the_gateway_times_out() {
    let services = Services {
        signing_keys: Arc::new(NoKeys),
        ..services(&Slow::new(Duration::ZERO))
    };
    assert_own_503(login(services.clone()).await);
    let refresh = request(
        Method::POST,
        "/api/permission/refresh",
        None,
        r#"{"refreshToken":"wcr1.a.b"}"#,
    );
    let start = Instant::now();
    let response = call(&router(services), refresh).await;
    // The clock of the deadline does not pause: the clock is behind by the time that the first request took.
    assert_own_503((response, start.elapsed()));
}

#[tokio::test(start_paused = true)]
async fn storage_is_called_no_more_after_the_deadline() {
    let store = Slow::new(Duration::from_secs(6));
    assert_own_503(login(services(&store)).await);
    let calls = store.calls.load(Ordering::SeqCst);
    tokio::time::sleep(Duration::from_mins(5)).await;
    assert_eq!(store.calls.load(Ordering::SeqCst), calls);
}
