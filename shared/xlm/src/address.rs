//! Addresses of accounts: strkeys (SEP-23) that begin with `G`, or with `M` where a number tells the users of an account
//! apart (CAP-27).

use std::fmt;
use std::str::FromStr;
use stellar_strkey::{Strkey, ed25519};
use stellar_xdr as xdr;

/// An account: the Ed25519 key that it was created for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountId(pub [u8; 32]);

/// An account, or one of many users behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MuxedAccount {
    /// The account.
    pub account: AccountId,
    /// The number of the user; `None` for the account itself.
    pub id: Option<u64>,
}

/// Why a text is no address of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// No strkey at all: a wrong length, character or checksum.
    #[error(
        "an address is a strkey of Stellar in capital letters, which begins with G or M; this is none, or a character of \
         it is wrong"
    )]
    Form,
    /// A seed, which is nobody's business here.
    #[error("this is a secret seed, never to be given to anybody; the address of the account begins with G")]
    Seed,
    /// A strkey of something else, such as a contract.
    #[error("this is a strkey, but not of an account, whose address begins with G or M")]
    Other,
    /// A muxed address where only an account can stand.
    #[error("a muxed address (M…) cannot stand here; give the address of the account (G…)")]
    Muxed,
}

impl FromStr for MuxedAccount {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        match Strkey::from_string(text) {
            Ok(Strkey::PublicKeyEd25519(key)) => Ok(AccountId(key.0).into()),
            Ok(Strkey::MuxedAccountEd25519(muxed)) => Ok(Self {
                account: AccountId(muxed.ed25519),
                id: Some(muxed.id),
            }),
            Ok(_) => Err(AddressError::Other),
            Err(_) if ed25519::PrivateKey::from_string(text).is_ok() => Err(AddressError::Seed),
            Err(_) => Err(AddressError::Form),
        }
    }
}

impl FromStr for AccountId {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        match text.parse()? {
            MuxedAccount { account, id: None } => Ok(account),
            MuxedAccount { .. } => Err(AddressError::Muxed),
        }
    }
}

impl From<AccountId> for MuxedAccount {
    fn from(account: AccountId) -> Self {
        Self { account, id: None }
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ed25519::PublicKey(self.0).to_string())
    }
}

impl fmt::Display for MuxedAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id {
            None => self.account.fmt(f),
            Some(id) => {
                let muxed = ed25519::MuxedAccount {
                    ed25519: self.account.0,
                    id,
                };
                f.write_str(&muxed.to_string())
            }
        }
    }
}

impl AccountId {
    pub(super) const fn to_xdr(self) -> xdr::AccountId {
        xdr::AccountId(xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256(self.0)))
    }

    pub(super) const fn from_xdr(id: &xdr::AccountId) -> Self {
        let xdr::AccountId(xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256(key))) = id;
        Self(*key)
    }
}

impl MuxedAccount {
    pub(super) const fn to_xdr(self) -> xdr::MuxedAccount {
        let ed25519 = xdr::Uint256(self.account.0);
        match self.id {
            None => xdr::MuxedAccount::Ed25519(ed25519),
            Some(id) => xdr::MuxedAccount::MuxedEd25519(xdr::MuxedAccountMed25519 { id, ed25519 }),
        }
    }

    pub(super) const fn from_xdr(account: &xdr::MuxedAccount) -> Self {
        match account {
            xdr::MuxedAccount::Ed25519(xdr::Uint256(key)) => Self {
                account: AccountId(*key),
                id: None,
            },
            xdr::MuxedAccount::MuxedEd25519(muxed) => Self {
                account: AccountId(muxed.ed25519.0),
                id: Some(muxed.id),
            },
        }
    }
}
