//! The limits of owners, and the retention of the log, from settings.

use std::str::FromStr;
use std::time::Duration;
use wallet_core::auth::Subject;
use wallet_http::env::{self, EnvError};
use wallet_notifications::Limits;

/// The limits of accounts and of merchants, and the retention of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnerLimits {
    /// The limits of an account.
    pub account: Limits,
    /// The limits of a merchant.
    pub merchant: Limits,
    /// The time for which the log keeps an event.
    pub retention: Duration,
}

/// Error of a value that is not a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitsError {
    /// The value is not a pair of numbers.
    #[error("a limit has the form ACCOUNT,MERCHANT, two whole numbers")]
    Pair,
    /// The value is not a number of days.
    #[error("the retention is a number of days from 1 to 3650")]
    Days,
}

/// A limit of accounts and of merchants: `20,10000`.
struct Pair(u64, u64);

impl FromStr for Pair {
    type Err = LimitsError;

    fn from_str(text: &str) -> Result<Self, LimitsError> {
        let (account, merchant) = text.split_once(',').ok_or(LimitsError::Pair)?;
        let number = |text: &str| text.trim().parse().map_err(|_| LimitsError::Pair);
        Ok(Self(number(account)?, number(merchant)?))
    }
}

/// A number of days.
struct Days(u32);

impl FromStr for Days {
    type Err = LimitsError;

    fn from_str(text: &str) -> Result<Self, LimitsError> {
        let days = text.trim().parse().ok().filter(|days| (1..=3650).contains(days));
        days.map(Self).ok_or(LimitsError::Days)
    }
}

impl OwnerLimits {
    /// Reads the settings; `setting` returns the value of a variable, or `None` for an unset variable.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_NOTIFY_MAX_SUBSCRIPTIONS` | `ACCOUNT,MERCHANT`; the default is `20,10000` |
    /// | `WALLET_CLOUD_NOTIFY_MAX_ADDRESSES` | `ACCOUNT,MERCHANT`; the default is `1000,1000000` |
    /// | `WALLET_CLOUD_NOTIFY_RETENTION_DAYS` | the number of days for which the log keeps an event; the default is 30 |
    ///
    /// # Errors
    /// A value is invalid; the error contains the name of the setting.
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Result<Self, EnvError> {
        let subscriptions = env::parsed("WALLET_CLOUD_NOTIFY_MAX_SUBSCRIPTIONS", &setting)?;
        let addresses = env::parsed("WALLET_CLOUD_NOTIFY_MAX_ADDRESSES", &setting)?;
        let days = env::parsed("WALLET_CLOUD_NOTIFY_RETENTION_DAYS", &setting)?;
        let subscriptions = subscriptions.unwrap_or(Pair(20, 10_000));
        let addresses = addresses.unwrap_or(Pair(1_000, 1_000_000));
        let Days(days) = days.unwrap_or(Days(30));
        Ok(Self {
            account: Limits {
                subscriptions: subscriptions.0,
                addresses: addresses.0,
            },
            merchant: Limits {
                subscriptions: subscriptions.1,
                addresses: addresses.1,
            },
            retention: Duration::from_hours(u64::from(days) * 24),
        })
    }

    /// Returns the limits of an owner.
    pub const fn of(&self, owner: &Subject) -> Limits {
        match owner {
            Subject::Account(_) => self.account,
            Subject::Merchant(_) => self.merchant,
        }
    }
}
