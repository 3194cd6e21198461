//! Sides of a transfer by a contract: accounts and further holders with an address.

use crate::{AccountId, MuxedAccount};
use std::fmt;
use std::str::FromStr;
use stellar_strkey::Strkey;

/// A side of a transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Party {
    /// An account.
    Account(MuxedAccount),
    /// A contract, a pool or a claimable balance, as a strkey (SEP-23).
    Other(String),
}

/// The error for a string that is not the address of a possible holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("address must be of an account, a contract, a liquidity pool or a claimable balance")]
pub struct PartyError;

impl FromStr for Party {
    type Err = PartyError;

    fn from_str(text: &str) -> Result<Self, PartyError> {
        match Strkey::from_string(text) {
            Ok(Strkey::PublicKeyEd25519(key)) => Ok(Self::Account(AccountId(key.0).into())),
            Ok(Strkey::MuxedAccountEd25519(muxed)) => Ok(Self::Account(MuxedAccount {
                account: AccountId(muxed.ed25519),
                id: Some(muxed.id),
            })),
            Ok(Strkey::Contract(_) | Strkey::LiquidityPool(_) | Strkey::ClaimableBalance(_)) => {
                Ok(Self::Other(text.to_owned()))
            }
            _ => Err(PartyError),
        }
    }
}

impl Party {
    /// Returns the account id if the party is an account.
    pub fn account(&self) -> Option<AccountId> {
        match self {
            Self::Account(muxed) => Some(muxed.account),
            Self::Other(_) => None,
        }
    }
}

impl From<MuxedAccount> for Party {
    fn from(account: MuxedAccount) -> Self {
        Self::Account(account)
    }
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Account(account) => account.fmt(f),
            Self::Other(strkey) => f.write_str(strkey),
        }
    }
}
