//! Claims and subjects of the permission, security and device tokens.

use crate::auth::lifetimes::CLOCK_LEEWAY;
use crate::auth::{MerchantId, PermissionSet};
use crate::ports::accounts::AccountId;
use crate::ports::system::Timestamp;
use std::fmt;
use uuid::Uuid;

/// The claims of a permission token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermissionClaims {
    /// The merchant or account, claim `sub`.
    pub subject: Subject,
    /// The client-supplied id of the session, claim `sid`.
    pub token_id: Uuid,
    /// The granted permissions, claim `scope`.
    pub permissions: PermissionSet,
    /// The client-supplied payload.
    pub payload: Option<String>,
    /// The expiry, claim `exp`, in whole seconds.
    pub expires_at: Timestamp,
}

impl PermissionClaims {
    /// Returns true if the token has expired at `now`, taking the clock leeway of 30 s into account.
    pub fn has_expired(&self, now: Timestamp) -> bool {
        now >= self.end()
    }

    /// Returns the time from which the token has expired, taking the clock leeway of 30 s into account.
    pub fn end(&self) -> Timestamp {
        let last = self.expires_at.after(CLOCK_LEEWAY).as_secs();
        Timestamp::from_secs(last.saturating_add(1))
    }
}

/// An authentication factor: a value of the claim `amr` (RFC 8176).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// User name and password.
    Password,
    /// A one-time password (RFC 6238) or a recovery code.
    OneTimePassword,
}

impl Factor {
    /// Every factor.
    pub const ALL: [Self; 2] = [Self::Password, Self::OneTimePassword];

    /// Returns the value of the claim `amr`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Password => "pwd",
            Self::OneTimePassword => "otp",
        }
    }

    /// Returns the factor with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|factor| factor.name() == name)
    }
}

/// The claims of a security token, which proves ownership of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityClaims {
    /// The unique id of the token, claim `jti`.
    pub id: String,
    /// The account, claim `sub`.
    pub account: AccountId,
    /// The epoch of the account at the login, claim `epoch`. A new password invalidates the token.
    pub epoch: u64,
    /// The factors of the login, claim `amr`. They include the password.
    pub factors: Vec<Factor>,
    /// The expiry, claim `exp`, in whole seconds.
    pub expires_at: Timestamp,
}

/// The claims of a device token, which identifies a client that has logged in to an account before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceClaims {
    /// The account, claim `sub`.
    pub account: AccountId,
    /// The epoch of the account at the login, claim `epoch`. A new password invalidates the token.
    pub epoch: u64,
    /// The id of the device, claim `jti`. Each further login of the device yields a token with the same id.
    pub device: Uuid,
    /// The expiry, claim `exp`, in whole seconds.
    pub expires_at: Timestamp,
}

/// The claim `sub`: `merchant:<id>` or `account:<id>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A merchant's back end.
    Merchant(MerchantId),
    /// A user account.
    Account(AccountId),
}

impl Subject {
    /// Parses a claim `sub`. Returns `None` for a different string.
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_once(':')? {
            ("merchant", id) => MerchantId::parse(id).ok().map(Self::Merchant),
            ("account", id) => AccountId::try_parse(id).ok().map(Self::Account),
            _ => None,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Merchant(id) => write!(f, "merchant:{id}"),
            Self::Account(id) => write!(f, "account:{id}"),
        }
    }
}
