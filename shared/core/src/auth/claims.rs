//! Claims, subjects and lifetimes of the permission, security and device tokens.

use crate::auth::{MerchantId, PermissionSet};
use crate::ports::system::Timestamp;
use std::fmt;
use std::time::Duration;
use uuid::Uuid;

/// The account id. Unlike a user name, an id is never reused.
pub type AccountId = Uuid;

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
        now.as_secs() > self.expires_at.after(CLOCK_LEEWAY).as_secs()
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

/// The lifetime of a permission token.
pub const PERMISSION_TOKEN_LIFETIME: Duration = Duration::from_mins(10);

/// The lifetime of a security token.
pub const SECURITY_TOKEN_LIFETIME: Duration = Duration::from_mins(5);

/// The lifetime of a device token. Each login of the device yields a new token.
pub const DEVICE_TOKEN_LIFETIME: Duration = Duration::from_hours(90 * 24);

/// The time for which a network remains known after a login from it.
pub const KNOWN_NETWORK_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// The tolerated difference between the clocks of issuer and verifier.
pub const CLOCK_LEEWAY: Duration = Duration::from_secs(30);

/// The time after which a session ends unless it is refreshed.
pub const IDLE_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// The maximum lifetime of a session, regardless of refreshes.
pub const SESSION_LIFETIME: Duration = Duration::from_hours(90 * 24);

/// The time within which an enrolment of a second factor must be confirmed.
pub const ENROLMENT_LIFETIME: Duration = Duration::from_mins(10);

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
