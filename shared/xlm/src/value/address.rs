//! Account addresses: strkeys (SEP-23) that start with `G`, or with `M` for a multiplexed account
//! (CAP-27).

use std::fmt;
use std::str::FromStr;
use stellar_strkey::{Strkey, ed25519};
use stellar_xdr as xdr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::lists::{Listable, RecipientDigest};

/// An account id: the Ed25519 public key of the account's creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountId(pub [u8; 32]);

/// An account or, for a multiplexed account, a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MuxedAccount {
    /// The account id.
    pub account: AccountId,
    /// The id of the user. `None` for the account.
    pub id: Option<u64>,
}

/// Reasons why a string is not a valid account address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The string is not a strkey: the length, a character or the checksum is invalid.
    #[error(
        "address must be a Stellar strkey in capital letters that starts with G or M; the form, a character or the \
         checksum is invalid"
    )]
    Form,
    /// The string is a payment URI, which another endpoint parses.
    #[error("this is a web+stellar: URI; payment-request/parse returns its address and amount")]
    Uri,
    /// The string is a secret seed.
    #[error("value is a secret seed, which must never be shared; an account address starts with G")]
    Seed,
    /// The string is a strkey of a different kind, such as that of a contract.
    #[error("value is a strkey but not of an account; an account address starts with G or M")]
    Other,
    /// The address is muxed where only an account is valid.
    #[error("a muxed address (M…) is not allowed here; use the address of the account (G…)")]
    Muxed,
}

impl CodedError for AddressError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Form | Self::Uri | Self::Seed | Self::Other | Self::Muxed => {
                ErrorInfo::describe(ErrorCode::InvalidAddress, self)
            }
        }
    }
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
            Err(_) if is_uri(text) => Err(AddressError::Uri),
            Err(_) => Err(AddressError::Form),
        }
    }
}

/// Returns true for a payment URI (SEP-7).
fn is_uri(text: &str) -> bool {
    text.split_once(':')
        .is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("web+stellar"))
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

impl Listable for AccountId {
    /// Hashes the key; a user of a multiplexed account is listed by the account.
    fn digest(&self) -> RecipientDigest {
        RecipientDigest::of("xlm", &self.0)
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
    pub(crate) const fn to_xdr(self) -> xdr::AccountId {
        xdr::AccountId(xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256(self.0)))
    }

    pub(crate) const fn from_xdr(id: &xdr::AccountId) -> Self {
        let xdr::AccountId(xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256(key))) = id;
        Self(*key)
    }
}

impl MuxedAccount {
    pub(crate) const fn to_xdr(self) -> xdr::MuxedAccount {
        let ed25519 = xdr::Uint256(self.account.0);
        match self.id {
            None => xdr::MuxedAccount::Ed25519(ed25519),
            Some(id) => xdr::MuxedAccount::MuxedEd25519(xdr::MuxedAccountMed25519 { id, ed25519 }),
        }
    }

    pub(crate) const fn from_xdr(account: &xdr::MuxedAccount) -> Self {
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
