//! Lifetimes of tokens and sessions.

use std::time::Duration;

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
