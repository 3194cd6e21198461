//! Test accounts and sessions.

use std::time::Duration;
use uuid::Uuid;
use wallet_core::auth::{DeviceName, MerchantId, PermissionSet, SecondFactor, SourceNetwork, Subject, Username};
use wallet_core::ports::accounts::Account;
use wallet_core::ports::sessions::{Rotation, Session, SessionId, TokenHash};
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::throttle::{Counter, LoginStep};

/// The time at which every test starts.
pub const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);

pub fn name(name: &str) -> Username {
    Username::from_stored(name.to_owned())
}

/// Returns the count of a user name from a network.
pub fn counter(username: &str) -> Counter {
    Counter::Network(LoginStep::Password, name(username), SourceNetwork::parse("192.0.2.1"))
}

pub fn merchant() -> MerchantId {
    MerchantId::parse("acme").unwrap()
}

pub fn account(username: &str) -> Account {
    Account {
        id: Uuid::new_v4(),
        username: name(username),
        password_hash: "$argon2id$first".to_owned(),
        epoch: 0,
        disabled: false,
        second_factor: SecondFactor::Absent,
        factor_revision: 0,
        merchant: merchant(),
        created_at: NOW,
    }
}

/// Returns the refresh token hash of a generation.
pub fn token(generation: u8) -> TokenHash {
    TokenHash([generation; 32])
}

pub fn merchant_session() -> Session {
    Session {
        id: SessionId(*Uuid::new_v4().as_bytes()),
        subject: Subject::Merchant(merchant()),
        token_id: Uuid::new_v4(),
        permissions: PermissionSet::parse(&["register", "read"]).unwrap(),
        payload: None,
        device_name: None,
        created_at: NOW,
        epoch: None,
        merchant_key: Some([0xAB; 32]),
        generation: 0,
        current: token(0),
        previous: None,
        previous_spent_at: None,
        idle_expires_at: NOW.after(Duration::from_hours(30 * 24)),
        expires_at: NOW.after(Duration::from_hours(90 * 24)),
    }
}

pub fn account_session(account: &Account) -> Session {
    Session {
        subject: Subject::Account(account.id),
        permissions: PermissionSet::parse(&["read", "secret"]).unwrap(),
        payload: Some("{\"device\":\"pöhne\"}".to_owned()),
        device_name: DeviceName::parse("Pöhne 📱").ok(),
        epoch: Some(account.epoch),
        merchant_key: None,
        ..merchant_session()
    }
}

/// Returns the use of the token of a generation, a minute later for each generation.
pub fn rotation(session: &Session, generation: u8) -> Rotation {
    let now = NOW.after(Duration::from_mins(u64::from(generation) + 1));
    Rotation {
        id: session.id,
        presented: token(generation),
        successor: token(generation + 1),
        now,
        idle_expires_at: now.after(Duration::from_hours(30 * 24)),
    }
}
