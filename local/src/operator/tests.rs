//! The commands on a secret store in memory.

use super::{Operator, OperatorError, Report};
use secrecy::ExposeSecret;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use wallet_core::auth::{
    Merchant, MerchantId, MerchantKey, Permission, PermissionClaims, PermissionSet, PublicKeySet, SigningKeySet,
    Subject, TokenError, sign_permission_token, verify_permission_token,
};
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_store::secrets::{MemorySecrets, SecretNames, SecretReader, SecretStore, UpstreamFamily};

const HOUR: Duration = Duration::from_hours(1);

#[derive(Default)]
struct HandClock(AtomicU64);

impl HandClock {
    fn forward(&self, by: Duration) {
        self.0.fetch_add(by.as_secs(), Ordering::SeqCst);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(1_800_000_000 + self.0.load(Ordering::SeqCst))
    }
}

struct Fixture {
    store: Arc<MemorySecrets>,
    clock: Arc<HandClock>,
    operator: Operator,
}

impl Fixture {
    fn new() -> Self {
        let store = Arc::new(MemorySecrets::default());
        let clock = Arc::new(HandClock::default());
        let operator = Operator::new(store.clone(), SecretNames::with_prefix("w")).with_clock(clock.clone());
        Self { store, clock, operator }
    }

    async fn public_keys(&self) -> PublicKeySet {
        let secret = self.store.get("w/signing-keys").await.unwrap().unwrap();
        let keys = SigningKeySet::from_secret_json(secret.expose_secret()).unwrap();
        keys.public_keys().clone()
    }

    /// Returns a token signed by the active key.
    async fn token(&self) -> String {
        let secret = self.store.get("w/signing-keys").await.unwrap().unwrap();
        let keys = SigningKeySet::from_secret_json(secret.expose_secret()).unwrap();
        let now = self.clock.now();
        let claims = PermissionClaims {
            subject: Subject::Merchant(MerchantId::parse("a").unwrap()),
            token_id: uuid::Uuid::nil(),
            permissions: PermissionSet::parse(&["read"]).unwrap(),
            payload: None,
            expires_at: now.after(Duration::from_mins(10)),
        };
        sign_permission_token(&keys, "i", &claims, uuid::Uuid::nil(), now).unwrap()
    }

    async fn verify(&self, token: &str) -> Result<PermissionClaims, TokenError> {
        verify_permission_token(&self.public_keys().await, "i", token, self.clock.now())
    }

    async fn merchant(&self, id: &str) -> Merchant {
        let secret = self.store.get(&format!("w/merchants/{id}")).await.unwrap().unwrap();
        Merchant::from_secret_json(&MerchantId::parse(id).unwrap(), secret.expose_secret()).unwrap()
    }

    async fn is_valid(&self, id: &str, key: &MerchantKey) -> bool {
        self.merchant(id).await.has_key(key.sha256(), self.clock.now())
    }
}

/// Returns the public key set on the last line of the text, which is also in the JSON.
fn printed_set(report: &Report) -> PublicKeySet {
    let line = report.text.lines().last().unwrap();
    assert_eq!(
        report.json["jwks"],
        serde_json::from_str::<serde_json::Value>(line).unwrap()
    );
    PublicKeySet::from_jwks_json(line).unwrap()
}

/// Returns the merchant key in the text, which is also in the JSON.
fn printed_key(report: &Report) -> MerchantKey {
    let text = &report.text;
    assert!(text.contains(report.json["merchantKey"].as_str().unwrap()), "{text}");
    let mut words = text.split_whitespace().filter_map(|word| MerchantKey::parse(word).ok());
    let key = words.next().expect("a key is printed");
    assert!(words.next().is_none(), "the key is printed once");
    key
}

#[tokio::test]
async fn init_prints_the_public_keys_and_fails_the_second_time() {
    let fixture = Fixture::new();
    let text = fixture.operator.init_keys().await.unwrap();
    let keys = fixture.public_keys().await;
    assert_eq!(printed_set(&text), keys);
    assert!(!text.text.contains("\"d\""));

    let again = fixture.operator.init_keys().await.unwrap_err();
    assert!(
        matches!(&again, OperatorError::KeysExist { name } if name == "w/signing-keys"),
        "{again}"
    );
    assert_eq!(fixture.public_keys().await, keys);
}

#[tokio::test]
async fn rotation_announces_one_key_and_removes_the_one_before_the_last() {
    let fixture = Fixture::new();
    let missing = fixture.operator.rotate_keys().await.unwrap_err();
    assert!(matches!(missing, OperatorError::NoKeys { .. }), "{missing}");

    fixture.operator.init_keys().await.unwrap();
    let count = |report: &Report| printed_set(report).to_jwks_json().matches("Ed25519").count();
    assert_eq!(count(&fixture.operator.rotate_keys().await.unwrap()), 2);
    let pending = fixture.operator.rotate_keys().await.unwrap_err();
    assert!(matches!(pending, OperatorError::RotationPending), "{pending}");
    // The first key was superseded an hour after the first rotation and is required for a further hour.
    fixture.clock.forward(HOUR);
    assert_eq!(count(&fixture.operator.rotate_keys().await.unwrap()), 3);
    fixture.clock.forward(HOUR);
    assert_eq!(count(&fixture.operator.rotate_keys().await.unwrap()), 3);
}

#[tokio::test]
async fn revoked_key_is_replaced_and_verifies_no_token() {
    let fixture = Fixture::new();
    let missing = fixture.operator.revoke_key("x").await.unwrap_err();
    assert!(matches!(missing, OperatorError::NoKeys { .. }), "{missing}");
    fixture.operator.init_keys().await.unwrap();
    let unknown = fixture.operator.revoke_key("x").await.unwrap_err();
    assert!(
        matches!(&unknown, OperatorError::UnknownKey { kid } if kid == "x"),
        "{unknown}"
    );

    let token = fixture.token().await;
    let kids = |keys: &PublicKeySet| -> Vec<String> {
        let jwks: serde_json::Value = serde_json::from_str(&keys.to_jwks_json()).unwrap();
        let keys = jwks["keys"].as_array().unwrap().iter();
        keys.map(|key| key["kid"].as_str().unwrap().to_owned()).collect()
    };
    let leaked = kids(&fixture.public_keys().await).remove(0);
    let text = fixture.operator.revoke_key(&leaked).await.unwrap();
    let keys = fixture.public_keys().await;
    assert_eq!(printed_set(&text), keys);
    assert!(kids(&keys).len() == 1 && !kids(&keys).contains(&leaked), "{text:?}");
    assert!(!text.text.contains("\"d\""));
    assert_eq!(fixture.verify(&token).await, Err(TokenError::UnknownKey));
    let next = fixture.token().await;
    assert!(fixture.verify(&next).await.is_ok(), "another key signs at once");
}

#[tokio::test]
async fn revocation_of_all_keys_replaces_signing_and_refresh_keys() {
    let fixture = Fixture::new();
    fixture.operator.init_keys().await.unwrap();
    let before = fixture.store.get("w/signing-keys").await.unwrap().unwrap();
    fixture.operator.revoke_all_keys().await.unwrap();
    let after = fixture.store.get("w/signing-keys").await.unwrap().unwrap();
    let parsed = |secret: &str| serde_json::from_str::<serde_json::Value>(secret).unwrap();
    let (before, after) = (parsed(before.expose_secret()), parsed(after.expose_secret()));
    for pointer in [
        "/jwks/keys/0/kid",
        "/jwks/keys/0/d",
        "/refreshKeys/0/kid",
        "/refreshKeys/0/k",
    ] {
        assert!(
            before.pointer(pointer).is_some() && before.pointer(pointer) != after.pointer(pointer),
            "{pointer}"
        );
    }
}

#[tokio::test]
async fn created_merchant_has_the_printed_key_and_a_unique_id() {
    let fixture = Fixture::new();
    let permissions = ["read".to_owned(), "register".to_owned()];
    for id in ["my-wallet", "my-wallet-2", "my-wallet-3"] {
        let text = fixture
            .operator
            .create_merchant("My Wallet", &permissions)
            .await
            .unwrap();
        let key = printed_key(&text);
        assert_eq!(key.merchant().as_str(), id);
        assert!(fixture.is_valid(id, &key).await);
        let merchant = fixture.merchant(id).await;
        assert_eq!(merchant.permissions, [Permission::Read, Permission::Register]);
    }
    let secret = fixture.store.get("w/merchants/my-wallet").await.unwrap().unwrap();
    assert!(!secret.expose_secret().contains("wck_"));
}

#[tokio::test]
async fn unknown_permissions_create_no_merchant() {
    let fixture = Fixture::new();
    let error = fixture
        .operator
        .create_merchant("a", &["admin".to_owned()])
        .await
        .unwrap_err();
    assert!(matches!(error, OperatorError::Permissions(_)), "{error}");
    assert!(fixture.store.get("w/merchants/a").await.unwrap().is_none());
}

#[tokio::test]
async fn both_keys_are_valid_until_the_old_one_expires() {
    let fixture = Fixture::new();
    let first = printed_key(
        &fixture
            .operator
            .create_merchant("a", &["read".to_owned()])
            .await
            .unwrap(),
    );
    let text = fixture.operator.rotate_merchant("a", HOUR * 24).await.unwrap();
    assert!(text.text.contains("valid for 24 hours more"), "{text:?}");
    let second = printed_key(&text);
    assert!(fixture.is_valid("a", &first).await && fixture.is_valid("a", &second).await);

    let two = fixture.operator.rotate_merchant("a", HOUR).await.unwrap_err();
    assert!(matches!(two, OperatorError::TwoKeys { .. }), "{two}");
    fixture.clock.forward(HOUR * 24);
    assert!(!fixture.is_valid("a", &first).await && fixture.is_valid("a", &second).await);

    let third = printed_key(&fixture.operator.rotate_merchant("a", HOUR).await.unwrap());
    assert!(fixture.is_valid("a", &second).await && fixture.is_valid("a", &third).await);
    assert_eq!(fixture.merchant("a").await.keys.len(), 2);
}

#[tokio::test]
async fn rotation_without_grace_revokes_all_old_keys() {
    let fixture = Fixture::new();
    let first = printed_key(
        &fixture
            .operator
            .create_merchant("a", &["read".to_owned()])
            .await
            .unwrap(),
    );
    let second = printed_key(&fixture.operator.rotate_merchant("a", HOUR).await.unwrap());
    let third = printed_key(&fixture.operator.rotate_merchant("a", Duration::ZERO).await.unwrap());
    assert!(!fixture.is_valid("a", &first).await && !fixture.is_valid("a", &second).await);
    assert!(fixture.is_valid("a", &third).await);
}

#[tokio::test]
async fn disabled_merchant_is_rejected_until_enabled() {
    let fixture = Fixture::new();
    let key = printed_key(
        &fixture
            .operator
            .create_merchant("a", &["read".to_owned()])
            .await
            .unwrap(),
    );
    fixture.operator.disable_merchant("a", true).await.unwrap();
    assert!(!fixture.is_valid("a", &key).await);
    fixture.operator.disable_merchant("a", false).await.unwrap();
    assert!(fixture.is_valid("a", &key).await);
}

#[tokio::test]
async fn upstream_key_is_stored_listed_replaced_and_removed() {
    let fixture = Fixture::new();
    let operator = &fixture.operator;
    assert_eq!(operator.list_upstream_keys().await.unwrap().text, "No host has a key.");
    for (host, key, families) in [
        ("b.example", "0one", &[UpstreamFamily::Xlm][..]),
        ("a.example", "0two", &[UpstreamFamily::Xlm, UpstreamFamily::BtcLike]),
        ("b.example", "0three", &[UpstreamFamily::Xlm]),
    ] {
        let output = operator.set_upstream_key(host, families, key.into()).await.unwrap();
        assert!(
            output.text.starts_with(host) && !format!("{output:?}").contains(key),
            "{output:?}"
        );
    }
    let listed = operator.list_upstream_keys().await.unwrap();
    assert_eq!(listed.text, "btc-like a.example\nxlm a.example\nxlm b.example");
    assert_eq!(
        listed.json[0],
        serde_json::json!({ "family": "btc-like", "host": "a.example" })
    );
    for (name, value) in [
        ("w/upstreams/btc-like", r#"{"a.example":"0two"}"#),
        ("w/upstreams/xlm", r#"{"a.example":"0two","b.example":"0three"}"#),
    ] {
        let stored = fixture.store.get(name).await.unwrap().unwrap();
        assert_eq!(stored.expose_secret(), value);
    }
    for name in ["w/upstreams", "w/upstreams/eth-like", "w/upstreams/prices"] {
        assert!(fixture.store.get(name).await.unwrap().is_none(), "{name}");
    }

    operator.remove_upstream_key("a.example").await.unwrap();
    let again = operator.remove_upstream_key("a.example").await.unwrap_err();
    assert!(matches!(again, OperatorError::NoUpstreamKey { .. }), "{again}");
    assert_eq!(operator.list_upstream_keys().await.unwrap().text, "xlm b.example");
}

#[tokio::test]
async fn invalid_host_or_key_changes_nothing() {
    let fixture = Fixture::new();
    for (host, key) in [
        ("https://a.example", "0key"),
        ("a.example:443", "0key"),
        ("a.example", ""),
        ("a.example", "0 key"),
    ] {
        let set = fixture
            .operator
            .set_upstream_key(host, &[UpstreamFamily::Prices], key.into());
        let error = set.await.unwrap_err();
        assert!(matches!(error, OperatorError::UpstreamKey(_)), "{error}");
        assert!(!error.to_string().contains("0 key"));
    }
    assert!(fixture.store.get("w/upstreams/prices").await.unwrap().is_none());

    let malformed = "0canary".to_owned().into();
    fixture.store.create("w/upstreams/prices", &malformed).await.unwrap();
    let error = fixture
        .operator
        .set_upstream_key("a.example", &[UpstreamFamily::Prices], "0key".into())
        .await
        .unwrap_err();
    assert!(matches!(error, OperatorError::UpstreamKeys { .. }), "{error}");
    assert!(!format!("{error} {error:?}").contains("0canary"));
    let stored = fixture.store.get("w/upstreams/prices").await.unwrap().unwrap();
    assert_eq!(
        stored.expose_secret(),
        "0canary",
        "a malformed secret is not overwritten"
    );
}

#[tokio::test]
async fn unknown_merchant_is_reported() {
    let fixture = Fixture::new();
    let unknown = fixture.operator.disable_merchant("b", true).await.unwrap_err();
    assert!(
        matches!(&unknown, OperatorError::UnknownMerchant { id } if id == "b"),
        "{unknown}"
    );
    assert!(matches!(
        fixture.operator.rotate_merchant("B!", HOUR).await,
        Err(OperatorError::Id(_))
    ));
}
