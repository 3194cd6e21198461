//! The commands on the embedded database.

use super::{AccountKey, AccountManager, AccountsError};
use crate::serve::EmbeddedDatabase;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::auth::{
    DeviceName, MerchantId, OtpSecret, PendingFactor, PermissionSet, SecondFactor, SigningKeySet, Subject, Username,
};
use wallet_core::ports::accounts::{Account, Accounts};
use wallet_core::ports::sessions::{Session, SessionId, Sessions, TokenHash};
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_store::dynamodb::Adapters;

struct Fixture {
    adapters: Adapters,
    manager: AccountManager,
    now: Timestamp,
}

impl Fixture {
    async fn new() -> Self {
        let database = EmbeddedDatabase::open(None).await.unwrap();
        let adapters = Adapters::new(&database.client, &database.tables);
        let manager = AccountManager::new(adapters.accounts.clone(), adapters.sessions.clone());
        Self {
            adapters,
            manager,
            now: SystemClock.now(),
        }
    }

    async fn create(&self, name: &str) -> Account {
        let account = Account {
            id: Uuid::new_v4(),
            username: Username::parse(name).unwrap(),
            password_hash: "$argon2id$secret".to_owned(),
            epoch: 0,
            disabled: false,
            second_factor: SecondFactor::Absent,
            factor_revision: 0,
            merchant: MerchantId::parse("shop").unwrap(),
            created_at: Timestamp::from_secs(1_800_000_000),
        };
        self.adapters.accounts.create(&account).await.unwrap();
        account
    }

    async fn open_session(&self, account: &Account, number: u8, device: &str) -> Session {
        let session = Session {
            id: SessionId([number; 16]),
            subject: Subject::Account(account.id),
            token_id: Uuid::from_u128(number.into()),
            permissions: PermissionSet::parse(&["read", "secret"]).unwrap(),
            payload: None,
            device_name: DeviceName::parse(device).ok(),
            created_at: self.now.after(Duration::from_secs(number.into())),
            epoch: Some(account.epoch),
            merchant_key: None,
            generation: 0,
            current: TokenHash([number; 32]),
            previous: None,
            previous_spent_at: None,
            idle_expires_at: self.now.after(Duration::from_hours(1)),
            expires_at: self.now.after(Duration::from_hours(2)),
        };
        self.adapters.sessions.open(&session).await.unwrap();
        session
    }

    async fn sessions(&self, account: &Account) -> usize {
        self.adapters
            .sessions
            .of_account(account.id, self.now)
            .await
            .unwrap()
            .len()
    }
}

fn named(account: &Account) -> AccountKey {
    AccountKey::Name(account.username.clone())
}

#[tokio::test]
async fn account_is_found_by_name_and_id_without_its_password() {
    let fixture = Fixture::new().await;
    let alice = fixture.create("alice").await;
    fixture.open_session(&alice, 1, "phone").await;
    for key in [named(&alice), AccountKey::Id(alice.id)] {
        let found = fixture.manager.find(&key).await.unwrap();
        let expected = json!({
            "id": alice.id, "username": "alice", "disabled": false, "merchant": "shop", "createdAt": 1_800_000_000_u64,
            "secondFactor": "absent", "sessions": 1,
        });
        assert_eq!(found.json, expected);
        assert!(
            found.text.contains("2027-01-15T08:00:00Z") && found.text.contains("enabled"),
            "{}",
            found.text
        );
        assert!(!found.text.contains("argon2"), "{}", found.text);
    }
    let unknown = AccountKey::Name(Username::parse("nobody").unwrap());
    let error = fixture.manager.find(&unknown).await.unwrap_err();
    assert!(
        matches!(&error, AccountsError::UnknownName(name) if name == "nobody"),
        "{error}"
    );
    let error = fixture.manager.find(&AccountKey::Id(Uuid::nil())).await.unwrap_err();
    assert!(matches!(error, AccountsError::UnknownId(_)), "{error}");
}

#[tokio::test]
async fn disabling_ends_the_sessions_of_that_account_only() {
    let fixture = Fixture::new().await;
    let (alice, bob) = (fixture.create("alice").await, fixture.create("bob").await);
    fixture.open_session(&alice, 1, "phone").await;
    fixture.open_session(&bob, 2, "phone").await;
    let disabled = fixture.manager.set_disabled(&named(&alice), true).await.unwrap();
    assert_eq!(
        disabled.json,
        json!({ "id": alice.id, "username": "alice", "disabled": true })
    );
    assert_eq!((fixture.sessions(&alice).await, fixture.sessions(&bob).await), (0, 1));
    let stored = fixture.adapters.accounts.find(alice.id).await.unwrap().unwrap();
    assert!(stored.disabled);

    // The end of the sessions does not enable the account.
    fixture.manager.end_sessions(&named(&alice)).await.unwrap();
    assert!(
        fixture
            .adapters
            .accounts
            .find(alice.id)
            .await
            .unwrap()
            .unwrap()
            .disabled
    );
    fixture
        .manager
        .set_disabled(&AccountKey::Id(alice.id), false)
        .await
        .unwrap();
    assert!(
        !fixture
            .adapters
            .accounts
            .find(alice.id)
            .await
            .unwrap()
            .unwrap()
            .disabled
    );
}

#[tokio::test]
async fn deletion_frees_the_name_and_ends_the_sessions() {
    let fixture = Fixture::new().await;
    let alice = fixture.create("alice").await;
    fixture.open_session(&alice, 1, "phone").await;
    let deleted = fixture.manager.delete(alice.id).await.unwrap();
    assert_eq!(
        deleted.json,
        json!({ "id": alice.id, "username": "alice", "deleted": true })
    );
    assert_eq!(fixture.sessions(&alice).await, 0);
    let again = fixture.manager.delete(alice.id).await.unwrap_err();
    assert!(matches!(again, AccountsError::UnknownId(_)), "{again}");
    fixture.create("alice").await;
}

#[tokio::test]
async fn reset_of_the_factor_ends_the_sessions_of_that_account_only() {
    let fixture = Fixture::new().await;
    let (alice, bob) = (fixture.create("alice").await, fixture.create("bob").await);
    let none = fixture.manager.reset_factor(&named(&alice)).await.unwrap_err();
    assert!(
        matches!(&none, AccountsError::NoFactor(name) if name == "alice"),
        "{none}"
    );
    let keys = SigningKeySet::generate(&OsRandomness, fixture.now).unwrap();
    for account in [&alice, &bob] {
        let secret = OtpSecret::generate(&OsRandomness);
        let pending = PendingFactor::new(&secret, account.id, &keys, &OsRandomness, fixture.now).unwrap();
        let factor = SecondFactor::Pending(pending);
        fixture
            .adapters
            .accounts
            .update_second_factor(account, &factor)
            .await
            .unwrap();
    }
    fixture.open_session(&alice, 0, "phone").await;
    fixture.open_session(&bob, 2, "phone").await;
    let reset = fixture.manager.reset_factor(&named(&alice)).await.unwrap();
    assert_eq!(
        reset.json,
        json!({ "id": alice.id, "username": "alice", "secondFactor": "absent" })
    );
    assert_eq!((fixture.sessions(&alice).await, fixture.sessions(&bob).await), (0, 1));
    let stored = fixture.adapters.accounts.find(alice.id).await.unwrap().unwrap();
    assert_eq!(
        (stored.second_factor, stored.epoch),
        (SecondFactor::Absent, alice.epoch + 1)
    );
    let other = fixture.adapters.accounts.find(bob.id).await.unwrap().unwrap();
    assert_ne!(other.second_factor, SecondFactor::Absent);
}

#[tokio::test]
async fn sessions_are_listed_by_last_use_and_ended_together() {
    let fixture = Fixture::new().await;
    let alice = fixture.create("alice").await;
    let older = fixture.open_session(&alice, 1, "").await;
    let newer = fixture.open_session(&alice, 2, "Alice's phone").await;
    let listed = fixture.manager.list_sessions(&named(&alice)).await.unwrap();
    let item = |session: &Session, device: Option<&str>| {
        json!({
            "tokenId": session.token_id, "deviceName": device, "permissions": ["read", "secret"],
            "createdAt": session.created_at.as_secs(), "lastUsedAt": session.created_at.as_secs(),
            "expiresAt": session.idle_expires_at.as_secs(),
        })
    };
    assert_eq!(
        listed.json,
        json!([item(&newer, Some("Alice's phone")), item(&older, None)])
    );
    assert!(
        listed.text.ends_with("2 sessions.") && listed.text.lines().count() == 3,
        "{}",
        listed.text
    );

    fixture.manager.end_sessions(&named(&alice)).await.unwrap();
    let listed = fixture.manager.list_sessions(&named(&alice)).await.unwrap();
    assert_eq!((listed.text.as_str(), listed.json), ("0 sessions.", json!([])));
    let enabled = fixture.adapters.accounts.find(alice.id).await.unwrap().unwrap();
    assert!(!enabled.disabled);
}

#[tokio::test]
async fn concurrent_changes_are_all_applied() {
    let fixture = Fixture::new().await;
    let alice = fixture.create("alice").await;
    let manager = Arc::new(fixture.manager);
    let key = named(&alice);
    let outcomes = tokio::join!(
        manager.end_sessions(&key),
        manager.set_disabled(&key, true),
        manager.end_sessions(&key),
    );
    assert!(
        outcomes.0.is_ok() && outcomes.1.is_ok() && outcomes.2.is_ok(),
        "{outcomes:?}"
    );
    let stored = fixture.adapters.accounts.find(alice.id).await.unwrap().unwrap();
    assert_eq!((stored.epoch, stored.disabled), (3, true));
}
