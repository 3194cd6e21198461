//! Web Push: the targets of pushes (RFC 8030, RFC 8291).

mod target;

pub use target::{PushKeyError, PushTarget};
