//! When our own storage does not answer: 503, nothing half-done, no false yes and no false no.

use crate::authorization::world::{PASSWORD, Pair, START, World, request, router, token_id};
use crate::support::client::{Answer, call};
use async_trait::async_trait;
use authorization::{OwnKeys, Services};
use axum::http::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use uuid::Uuid;
use wallet_core::auth::{Merchant, MerchantId, SigningKeySet, Username};
use wallet_core::ports::accounts::{Account, AccountId, Accounts, ChangeAccountError, CreateAccountError};
use wallet_core::ports::merchants::Merchants;
use wallet_core::ports::sessions::{OpenSessionError, RotateOutcome, Rotation, Session, SessionId, Sessions};
use wallet_core::ports::signing_keys::SigningKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::throttle::{Admission, Throttle};
use wallet_http::Authorizer;
use wallet_http::system::OsRandomness;

/// Every port of the storage, none of which answers.
struct Down;

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
    async fn change_password(&self, _: &Account, _: &str, _: Uuid, _: Timestamp) -> Result<(), ChangeAccountError> {
        Err(down().into())
    }
    async fn rehash(&self, _: &Account, _: &str) -> Result<(), ChangeAccountError> {
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
    async fn rotate(&self, _: &Rotation) -> Result<RotateOutcome, StoreError> {
        Err(down())
    }
    async fn end(&self, _: SessionId) -> Result<(), StoreError> {
        Err(down())
    }
}

#[async_trait]
impl Throttle for Down {
    async fn admit(&self, _: &Username, _: Timestamp) -> Result<Admission, StoreError> {
        Err(down())
    }
    async fn succeeded(&self, _: &Username) -> Result<(), StoreError> {
        Err(down())
    }
    async fn failed(&self, _: &Username) -> Result<(), StoreError> {
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

/// A request.
struct Call {
    name: &'static str,
    method: Method,
    path: &'static str,
    token: Option<String>,
    body: Value,
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

/// A world with an account and its tokens.
struct Scene {
    world: World,
    security: String,
    account: Pair,
    merchant: Pair,
}

impl Scene {
    async fn new() -> Self {
        let world = World::new().await;
        let security = world.register("alice").await;
        let account = Pair::of(&world.issue(&security, &token_id(1)).await);
        let merchant = world.merchant_pair(&["register"]).await;
        Self {
            world,
            security,
            account,
            merchant,
        }
    }

    /// Every endpoint with a request that is right.
    fn requests(&self) -> Vec<Call> {
        let (account, merchant) = (&self.account, &self.merchant);
        let proof = [&self.security];
        let by_key = json!({ "tokenId": token_id(1), "permissions": ["read"], "merchantKey": self.world.merchant_key });
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
            call("register", &post, "/api/account/credentials", bob).with(&merchant.permission),
            call("change", &put, "/api/account/credentials", change).with(&account.permission),
            call("delete", &Method::DELETE, "/api/account", delete).with(&account.permission),
            call("jwks", &Method::GET, "/.well-known/jwks.json", json!({})),
        ]
    }

    /// Sends the named requests to a service over these ports; each gets 503.
    async fn refuse(&self, services: Services, affected: &[&str]) {
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
                let answer = call(&broken, request(method, path, token.as_deref(), &body.to_string())).await;
                assert_unavailable(name, &answer);
            }
        }
    }

    /// Checks that the named requests get 503, and then that all is as before.
    async fn check(self, services: Services, affected: &[&str]) {
        self.refuse(services, affected).await;
        self.assert_untouched().await;
    }

    async fn assert_untouched(&self) {
        let world = &self.world;
        assert!(world.login("alice", PASSWORD).await.status.is_success());
        world
            .login("bob", PASSWORD)
            .await
            .assert_error(401, "invalid_credentials", None);
        for pair in [&self.account, &self.merchant] {
            let answer = world.refresh(&pair.refresh).await;
            assert!(answer.status.is_success(), "{}", answer.text);
        }
        assert!(world.issue(&self.security, &token_id(2)).await.status.is_success());
    }
}

#[track_caller]
fn assert_unavailable(name: &str, answer: &Answer) {
    println!("{name}: {}", answer.text);
    answer.assert_error(503, "service_unavailable", None);
    assert!(answer.headers.contains_key("retry-after"));
    assert!(!answer.text.contains(CANARY));
}

#[tokio::test]
async fn without_the_accounts() {
    let scene = Scene::new().await;
    let services = Services {
        accounts: Arc::new(Down),
        ..scene.world.services.clone()
    };
    let affected = ["issue-by-factors", "login", "register", "change", "delete"];
    scene.check(services, &affected).await;
}

#[tokio::test]
async fn without_the_sessions() {
    let scene = Scene::new().await;
    let services = Services {
        sessions: Arc::new(Down),
        ..scene.world.services.clone()
    };
    let affected = [
        "issue-by-key",
        "issue-by-factors",
        "refresh",
        "refresh-merchant",
        "revoke",
    ];
    scene.check(services, &affected).await;
}

#[tokio::test]
async fn without_the_throttle_no_password_is_looked_at() {
    let scene = Scene::new().await;
    let before = scene.world.evaluations();
    let services = Services {
        throttle: Arc::new(Down),
        ..scene.world.services.clone()
    };
    scene.refuse(services, &["login", "change", "delete"]).await;
    assert_eq!(scene.world.evaluations(), before);
    scene.assert_untouched().await;
}

#[tokio::test]
async fn without_the_merchants() {
    let scene = Scene::new().await;
    let services = Services {
        merchants: Arc::new(Down),
        ..scene.world.services.clone()
    };
    // The merchant's refresh spends its token first; trying again soon gives the same successor.
    scene.check(services, &["issue-by-key", "refresh-merchant"]).await;
}

#[tokio::test]
async fn without_the_signing_keys_on_a_cold_start() {
    let scene = Scene::new().await;
    let keys = Arc::new(OwnKeys::new(Arc::new(Down)));
    let clock = scene.world.services.clock.clone();
    let services = Services {
        signing_keys: keys.clone(),
        authorizer: Authorizer::new(keys, crate::authorization::world::ISSUER, clock),
        ..scene.world.services.clone()
    };
    let affected: Vec<_> = scene.requests().iter().map(|call| call.name).collect();
    scene.check(services, &affected).await;
}

#[tokio::test]
async fn without_the_signing_keys_while_bearer_tokens_are_still_verified() {
    let scene = Scene::new().await;
    // The authorizer goes on with the keys that it knows.
    let services = Services {
        signing_keys: Arc::new(Down),
        ..scene.world.services.clone()
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
async fn keys_that_are_not_active_yet_sign_nothing() {
    let scene = Scene::new().await;
    let tomorrow = START.after(std::time::Duration::from_hours(24));
    let early = SigningKeySet::generate(&OsRandomness, tomorrow).unwrap();
    let keys = Arc::new(crate::authorization::doubles::TestKeys::new(early));
    let services = Services {
        signing_keys: keys,
        ..scene.world.services.clone()
    };
    scene.refuse(services, &["issue-by-key", "login"]).await;
    scene.assert_untouched().await;
}
