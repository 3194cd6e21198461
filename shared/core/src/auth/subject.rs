//! Subjects of tokens.

use crate::auth::MerchantId;
use crate::ports::accounts::AccountId;
use std::fmt;

/// The claim `sub`: `merchant:<id>` or `account:<id>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A merchant's back end.
    Merchant(MerchantId),
    /// A user account.
    Account(AccountId),
}

impl Subject {
    /// Parses a claim `sub`. Returns `None` for any other string.
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
