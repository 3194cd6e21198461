//! What our tokens say.

use crate::auth::{PermissionSet, Subject};
use crate::ports::accounts::AccountId;
use crate::ports::system::Timestamp;
use std::time::Duration;
use uuid::Uuid;

/// How long a permission token is good.
pub const PERMISSION_TOKEN_LIFETIME: Duration = Duration::from_mins(10);

/// How long a security token is good.
pub const SECURITY_TOKEN_LIFETIME: Duration = Duration::from_mins(5);

/// How far the clocks of issuer and verifier may be apart.
pub const CLOCK_LEEWAY: Duration = Duration::from_secs(30);

/// What a permission token says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermissionClaims {
    /// Whose it is, claim `sub`.
    pub subject: Subject,
    /// The id under which the client opened the session, claim `sid`.
    pub token_id: Uuid,
    /// What it allows, claim `scope`.
    pub permissions: PermissionSet,
    /// The client's payload.
    pub payload: Option<String>,
    /// From this moment on it is refused, claim `exp`; whole seconds.
    pub expires_at: Timestamp,
}

impl PermissionClaims {
    /// Whether the token is refused at `now`, the clocks' leeway included.
    pub fn has_expired(&self, now: Timestamp) -> bool {
        now.as_secs() > self.expires_at.after(CLOCK_LEEWAY).as_secs()
    }
}

/// A way to prove who one is, a value of the claim `amr` (RFC 8176).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// User name and password.
    Password,
}

impl Factor {
    /// Every factor.
    pub const ALL: [Self; 1] = [Self::Password];

    /// The value of the claim `amr`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Password => "pwd",
        }
    }

    /// The factor with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|factor| factor.name() == name)
    }
}

/// What a security token says: somebody proved to be the owner of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityClaims {
    /// The account, claim `sub`.
    pub account: AccountId,
    /// The account's epoch at the proof, claim `epoch`: a new password ends what was proved before.
    pub epoch: u64,
    /// How it was proved, claim `amr`; at least one.
    pub factors: Vec<Factor>,
    /// From this moment on it is refused, claim `exp`; whole seconds.
    pub expires_at: Timestamp,
}
