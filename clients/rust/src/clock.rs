//! The clock of the device.

use std::time::{SystemTime, UNIX_EPOCH};
use wallet_core::ports::system::{Clock, Timestamp};

/// The clock of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeviceClock;

impl Clock for DeviceClock {
    #[expect(clippy::disallowed_methods, reason = "the only function of the client that reads the system time")]
    fn now(&self) -> Timestamp {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::default().after(since_epoch)
    }
}
