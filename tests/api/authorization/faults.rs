//! Storage outages: 503 without partial changes and without false results.

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, START, request, router, token_id};
use crate::support::client::{TestResponse, call};
use async_trait::async_trait;
use authorization::{OwnKeys, Services};
use axum::http::Method;
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::auth::{Merchant, MerchantId, QuotaLevel, SecondFactor, SigningKeySet, SourceNetwork, Username};
use wallet_core::ports::accounts::{
    Account, AccountId, Accounts, ChangeAccountError, CreateAccountError, CredentialChange,
};
use wallet_core::ports::merchants::Merchants;
use wallet_core::ports::sessions::{OpenSessionError, RotateOutcome, Rotation, Session, SessionId, Sessions};
use wallet_core::ports::signing_keys::SigningKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::throttle::{Admission, Bucket, Counter, LoginStep, Take, Throttle};
use wallet_http::Authorizer;
use wallet_http::system::OsRandomness;

/// All storage ports, each of which fails.
struct Down;

/// The path that ends the session of the account.
const END_SESSION: &str = "/api/session/00000000-0000-0000-0000-000000000001";

const CANARY: &str = "canary-of-the-cause";

fn down() -> StoreError {
    StoreError::new(CANARY)
}

#[async_trait]
impl Accounts for Down {
    async fn create(&self, _: &Account) -> Result<(), CreateAccountError> {
        Err(down().into())
    }
    async fn find_by_username(&self, _: &Username) -> Result<Option<Account>, StoreError> {
        Err(down())
    }
    async fn find(&self, _: AccountId) -> Result<Option<Account>, StoreError> {
        Err(down())
    }
    async fn change_credentials(
        &self,
        _: &Account,
        _: CredentialChange<'_>,
        _: Uuid,
        _: Timestamp,
    ) -> Result<(), ChangeAccountError> {
        Err(down().into())
    }
    async fn update_second_factor(&self, _: &Account, _: &SecondFactor) -> Result<(), ChangeAccountError> {
        Err(down().into())
    }
    async fn rehash(&self, _: &Account, _: &str) -> Result<(), ChangeAccountError> {
        Err(down().into())
    }
    async fn end_sessions(&self, _: &Account, _: bool) -> Result<(), ChangeAccountError> {
        Err(down().into())
    }
    async fn delete(&self, _: &Account) -> Result<(), ChangeAccountError> {
        Err(down().into())
    }
}

#[async_trait]
impl Sessions for Down {
    async fn open(&self, _: &Session) -> Result<(), OpenSessionError> {
        Err(down().into())
    }
    async fn find(&self, _: SessionId) -> Result<Option<Session>, StoreError> {
        Err(down())
    }
    async fn rotate(&self, _: &Rotation) -> Result<RotateOutcome, StoreError> {
        Err(down())
    }
    async fn end(&self, _: SessionId) -> Result<(), StoreError> {
        Err(down())
    }
    async fn of_account(&self, _: AccountId, _: Timestamp) -> Result<Vec<Session>, StoreError> {
        Err(down())
    }
    async fn end_of_account(&self, _: AccountId, _: Uuid, _: Timestamp) -> Result<bool, StoreError> {
        Err(down())
    }
}

#[async_trait]
impl Throttle for Down {
    async fn admit(&self, _: &Counter, _: Timestamp) -> Result<Admission, StoreError> {
        Err(down())
    }
    async fn succeeded(&self, _: &Counter) -> Result<(), StoreError> {
        Err(down())
    }
    async fn failed(&self, _: &Counter) -> Result<u32, StoreError> {
        Err(down())
    }
    async fn released(&self, _: &Counter, _: Timestamp) -> Result<(), StoreError> {
        Err(down())
    }
    async fn take(&self, _: &Bucket, _: Timestamp) -> Result<Take, StoreError> {
        Err(down())
    }
    async fn give_back(&self, _: &Bucket) -> Result<(), StoreError> {
        Err(down())
    }
    async fn level(&self, _: &Bucket, _: Timestamp) -> Result<QuotaLevel, StoreError> {
        Err(down())
    }
    async fn remember(&self, _: LoginStep, _: &Username, _: SourceNetwork, _: Timestamp) -> Result<(), StoreError> {
        Err(down())
    }
    async fn is_known(&self, _: LoginStep, _: &Username, _: SourceNetwork, _: Timestamp) -> Result<bool, StoreError> {
        Err(down())
    }
}

#[async_trait]
impl Merchants for Down {
    async fn find(&self, _: &MerchantId) -> Result<Option<Merchant>, StoreError> {
        Err(down())
    }
}

#[async_trait]
impl SigningKeys for Down {
    async fn signing_keys(&self) -> Result<Arc<SigningKeySet>, StoreError> {
        Err(down())
    }
}

/// A request with a name for reports.
pub struct Call {
    pub name: &'static str,
    pub method: Method,
    pub path: &'static str,
    pub token: Option<String>,
    pub body: Value,
}

impl Call {
    fn new(name: &'static str, method: Method, path: &'static str, body: Value) -> Self {
        Self {
            name,
            method,
            path,
            token: None,
            body,
        }
    }

    fn with(self, token: &str) -> Self {
        Self {
            token: Some(token.to_owned()),
            ..self
        }
    }
}

/// A service with an account and the tokens.
pub struct Scene {
    pub fixture: Fixture,
    security: String,
    account: Pair,
    merchant: Pair,
}

impl Scene {
    pub async fn new() -> Self {
        let fixture = Fixture::new().await;
        let security = fixture.register("alice").await;
        let account = Pair::of(&fixture.issue(&security, &token_id(1)).await);
        let merchant = fixture.merchant_pair(&["register"]).await;
        Self {
            fixture,
            security,
            account,
            merchant,
        }
    }

    /// Returns a valid request to every endpoint.
    pub fn requests(&self) -> Vec<Call> {
        let (account, merchant) = (&self.account, &self.merchant);
        let proof = [&self.security];
        let by_key =
            json!({ "tokenId": token_id(1), "permissions": ["read"], "merchantKey": self.fixture.merchant_key });
        let by_factors = json!({ "tokenId": token_id(1), "permissions": ["read"], "securityTokens": proof });
        let (refresh, of_merchant) = (
            json!({ "refreshToken": account.refresh }),
            json!({ "refreshToken": merchant.refresh }),
        );
        let (alice, bob) = (
            json!({ "username": "alice", "password": PASSWORD }),
            json!({ "username": "bob", "password": PASSWORD }),
        );
        let change = json!({ "password": PASSWORD, "newPassword": "tr0mbone & velvet" });
        let delete = json!({ "password": PASSWORD });
        let prove = json!({ "securityToken": self.security, "code": "755224" });
        let (post, put) = (Method::POST, Method::PUT);
        let call = |name, method: &Method, path, body| Call::new(name, method.clone(), path, body);
        vec![
            call("issue-by-key", &post, "/api/permission/issue-by-key", by_key),
            call(
                "issue-by-factors",
                &post,
                "/api/permission/issue-by-factors",
                by_factors,
            ),
            call("refresh", &post, "/api/permission/refresh", refresh.clone()),
            call("refresh-merchant", &post, "/api/permission/refresh", of_merchant),
            call("revoke", &post, "/api/permission/revoke", refresh),
            call("login", &post, "/api/security-factor/credentials", alice),
            call("prove", &post, "/api/security-factor/otp", prove),
            call("register", &post, "/api/account/credentials", bob).with(&merchant.permission),
            call("change", &put, "/api/account/credentials", change).with(&account.permission),
            call("delete", &Method::DELETE, "/api/account", delete).with(&account.permission),
            call("enrol", &post, "/api/account/otp", json!({ "password": PASSWORD })).with(&account.permission),
            call("sessions", &Method::GET, "/api/session", json!({})).with(&account.permission),
            call("end-session", &Method::DELETE, END_SESSION, json!({})).with(&account.permission),
            call("jwks", &Method::GET, "/.well-known/jwks.json", json!({})),
        ]
    }

    /// Sends the listed requests to a service over the ports and expects 503 for each.
    async fn assert_all_unavailable(&self, services: Services, affected: &[&str]) {
        let broken = router(services);
        for Call {
            name,
            method,
            path,
            token,
            body,
        } in self.requests()
        {
            if affected.contains(&name) {
                let response = call(&broken, request(method, path, token.as_deref(), &body.to_string())).await;
                assert_unavailable(name, &response);
            }
        }
    }

    /// Checks that the listed requests yield 503 and change nothing.
    async fn check(self, services: Services, affected: &[&str]) {
        self.assert_all_unavailable(services, affected).await;
        self.assert_untouched().await;
    }

    pub async fn assert_untouched(&self) {
        let fixture = &self.fixture;
        assert!(fixture.login("alice", PASSWORD).await.status.is_success());
        fixture
            .login("bob", PASSWORD)
            .await
            .assert_error(401, "invalid_credentials", None);
        for pair in [&self.account, &self.merchant] {
            let response = fixture.refresh(&pair.refresh).await;
            assert!(response.status.is_success(), "{}", response.text);
        }
        assert!(fixture.issue(&self.security, &token_id(2)).await.status.is_success());
    }
}

#[track_caller]
pub fn assert_unavailable(name: &str, response: &TestResponse) {
    println!("{name}: {}", response.text);
    response.assert_error(503, "service_unavailable", None);
    assert!(response.headers.contains_key("retry-after"));
    assert!(!response.text.contains(CANARY));
}

#[tokio::test]
async fn account_store_outage() {
    let scene = Scene::new().await;
    let services = Services {
        accounts: Arc::new(Down),
        ..scene.fixture.services.clone()
    };
    let affected = [
        "issue-by-factors",
        "login",
        "prove",
        "register",
        "change",
        "delete",
        "enrol",
        "sessions",
        "end-session",
    ];
    scene.check(services, &affected).await;
}

#[tokio::test]
async fn session_store_outage() {
    let scene = Scene::new().await;
    let services = Services {
        sessions: Arc::new(Down),
        ..scene.fixture.services.clone()
    };
    let affected = [
        "issue-by-key",
        "issue-by-factors",
        "refresh",
        "refresh-merchant",
        "revoke",
        "sessions",
        "end-session",
    ];
    scene.check(services, &affected).await;
}

#[tokio::test]
async fn throttle_outage_prevents_password_checks() {
    let scene = Scene::new().await;
    let before = scene.fixture.evaluations();
    let services = Services {
        throttle: Arc::new(Down),
        ..scene.fixture.services.clone()
    };
    scene
        .assert_all_unavailable(services, &["login", "register", "change", "delete"])
        .await;
    assert_eq!(scene.fixture.evaluations(), before);
    scene.assert_untouched().await;
}

#[tokio::test]
async fn merchant_store_outage() {
    let scene = Scene::new().await;
    let services = Services {
        merchants: Arc::new(Down),
        ..scene.fixture.services.clone()
    };
    scene.check(services, &["issue-by-key", "refresh-merchant"]).await;
}

/// Requests a refresh that fails with 503, and again later than the grace period of spent tokens.
async fn assert_refresh_spends_nothing(scene: &Scene, services: Services, pair: &Pair) {
    let body = json!({ "refreshToken": pair.refresh }).to_string();
    let path = "/api/permission/refresh";
    let response = call(&router(services), request(Method::POST, path, None, &body)).await;
    assert_unavailable("refresh", &response);
    scene.fixture.advance(Duration::from_secs(33));
    let successor = Pair::of(&scene.fixture.refresh(&pair.refresh).await);
    // The session continues: the late retry was not taken for reuse.
    Pair::of(&scene.fixture.refresh(&successor.refresh).await);
}

#[tokio::test]
async fn refresh_during_a_merchant_store_outage_spends_nothing() {
    let scene = Scene::new().await;
    let services = Services {
        merchants: Arc::new(Down),
        ..scene.fixture.services.clone()
    };
    assert_refresh_spends_nothing(&scene, services, &scene.merchant).await;
}

#[tokio::test]
async fn refresh_without_an_active_signing_key_spends_nothing() {
    let scene = Scene::new().await;
    let mut json: Value = serde_json::from_str(scene.fixture.keys.get().to_secret_json().expose_secret()).unwrap();
    json["jwks"]["keys"][0]["activeFrom"] = START.after(Duration::from_hours(24)).as_secs().into();
    let announced = SigningKeySet::from_secret_json(&json.to_string()).unwrap();
    let services = Services {
        signing_keys: Arc::new(crate::authorization::doubles::TestKeys::new(announced)),
        ..scene.fixture.services.clone()
    };
    for pair in [&scene.account, &scene.merchant] {
        assert_refresh_spends_nothing(&scene, services.clone(), pair).await;
    }
}

#[tokio::test]
async fn signing_key_outage_at_cold_start() {
    let scene = Scene::new().await;
    let keys = Arc::new(OwnKeys::new(Arc::new(Down)));
    let clock = scene.fixture.services.clock.clone();
    let services = Services {
        signing_keys: keys.clone(),
        authorizer: Authorizer::new(keys, crate::authorization::fixture::ISSUER, clock),
        ..scene.fixture.services.clone()
    };
    let affected: Vec<_> = scene.requests().iter().map(|call| call.name).collect();
    scene.check(services, &affected).await;
}

#[tokio::test]
async fn signing_key_outage_with_cached_verification_keys() {
    let scene = Scene::new().await;
    // The authorizer continues with the cached keys.
    let services = Services {
        signing_keys: Arc::new(Down),
        ..scene.fixture.services.clone()
    };
    let affected = [
        "issue-by-key",
        "issue-by-factors",
        "refresh",
        "login",
        "register",
        "change",
    ];
    scene.check(services, &affected).await;
}

#[tokio::test]
async fn inactive_keys_sign_nothing() {
    let scene = Scene::new().await;
    let tomorrow = START.after(Duration::from_hours(24));
    let early = SigningKeySet::generate(&OsRandomness, tomorrow).unwrap();
    let keys = Arc::new(crate::authorization::doubles::TestKeys::new(early));
    let services = Services {
        signing_keys: keys,
        ..scene.fixture.services.clone()
    };
    scene.assert_all_unavailable(services, &["issue-by-key", "login"]).await;
    scene.assert_untouched().await;
}
