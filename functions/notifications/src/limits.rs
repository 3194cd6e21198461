//! The limits of owners, from settings.

use std::str::FromStr;
use wallet_core::auth::Subject;
use wallet_http::env::{self, EnvError};
use wallet_notifications::Limits;
use wallet_watch::SubscribedChain;

/// The limits of accounts and of merchants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnerLimits {
    /// The limits of an account.
    pub account: Limits,
    /// The limits of a merchant.
    pub merchant: Limits,
}

/// Error of a value that is not a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a limit has the form ACCOUNT,MERCHANT, two whole numbers")]
pub struct LimitsError;

/// A limit of accounts and of merchants: `20,10000`.
struct Pair(u64, u64);

impl FromStr for Pair {
    type Err = LimitsError;

    fn from_str(text: &str) -> Result<Self, LimitsError> {
        let (account, merchant) = text.split_once(',').ok_or(LimitsError)?;
        let number = |text: &str| text.trim().parse().map_err(|_| LimitsError);
        Ok(Self(number(account)?, number(merchant)?))
    }
}

impl OwnerLimits {
    /// Reads the settings; `setting` returns the value of a variable, or `None` for an unset variable.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_NOTIFY_MAX_SUBSCRIPTIONS` | `ACCOUNT,MERCHANT`; the default is `20,10000` |
    /// | `WALLET_CLOUD_NOTIFY_MAX_ADDRESSES` | `ACCOUNT,MERCHANT`; the default is `1000,1000000` |
    ///
    /// # Errors
    /// A value is invalid; the error contains the name of the setting.
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Result<Self, EnvError> {
        let subscriptions = env::parsed("WALLET_CLOUD_NOTIFY_MAX_SUBSCRIPTIONS", &setting)?;
        let addresses = env::parsed("WALLET_CLOUD_NOTIFY_MAX_ADDRESSES", &setting)?;
        let subscriptions = subscriptions.unwrap_or(Pair(20, 10_000));
        let addresses = addresses.unwrap_or(Pair(1_000, 1_000_000));
        Ok(Self {
            account: Limits {
                subscriptions: subscriptions.0,
                addresses: addresses.0,
                of_chain: None,
            },
            merchant: Limits {
                subscriptions: subscriptions.1,
                addresses: addresses.1,
                of_chain: None,
            },
        })
    }

    /// Returns the limits of an owner on a chain.
    pub fn of(&self, owner: &Subject, chain: &dyn SubscribedChain) -> Limits {
        let limits = match owner {
            Subject::Account(_) => self.account,
            Subject::Merchant(_) => self.merchant,
        };
        Limits {
            of_chain: chain.max_watched(),
            ..limits
        }
    }
}
