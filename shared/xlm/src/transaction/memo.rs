//! Memos, and the lists of recipients that require a memo (SEP-29).

use crate::operation::MemoRequiredError;
use crate::value::address::AccountId;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use stellar_xdr as xdr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::{is_amount, parse_hex};

/// The type of a memo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoType {
    /// Text.
    #[default]
    Text,
    /// A number.
    Id,
    /// A hash.
    Hash,
    /// The hash of a refunded transaction.
    Return,
}

/// The error for an unknown memo type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("memo type must be text, id, hash or return")]
pub struct UnknownMemoTypeError;

impl CodedError for UnknownMemoTypeError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl FromStr for MemoType {
    type Err = UnknownMemoTypeError;

    fn from_str(name: &str) -> Result<Self, UnknownMemoTypeError> {
        let all = [Self::Text, Self::Id, Self::Hash, Self::Return];
        all.into_iter()
            .find(|kind| kind.name() == name)
            .ok_or(UnknownMemoTypeError)
    }
}

impl MemoType {
    /// Returns the name used in requests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Id => "id",
            Self::Hash => "hash",
            Self::Return => "return",
        }
    }
}

/// An optional memo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memo(xdr::Memo);

/// Reasons why a string is not a valid memo of the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoError {
    /// The text is too long.
    #[error("memo of type text must be at most 28 bytes of UTF-8")]
    Text,
    /// The string is not a 64-bit number.
    #[error("memo of type id must be a whole number from 0 to 18446744073709551615")]
    Id,
    /// The string is not a hash.
    #[error("memo of type hash or return must be 64 hex digits")]
    Hash,
}

impl CodedError for MemoError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Text | Self::Id | Self::Hash => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}

impl Memo {
    /// The absence of a memo.
    pub const NONE: Self = Self(xdr::Memo::None);

    /// Parses a memo. An empty string of any type means no memo.
    pub fn parse(kind: MemoType, text: &str) -> Result<Self, MemoError> {
        if text.is_empty() {
            return Ok(Self::NONE);
        }
        let hash = || {
            let bytes = parse_hex(text).ok().and_then(|bytes| bytes.try_into().ok());
            bytes.map(xdr::Hash).ok_or(MemoError::Hash)
        };
        Ok(Self(match kind {
            MemoType::Text => return Self::of_text(text.as_bytes()),
            MemoType::Id => return Self::of_id(text),
            MemoType::Hash => xdr::Memo::Hash(hash()?),
            MemoType::Return => xdr::Memo::Return(hash()?),
        }))
    }

    /// Creates a memo of type text from bytes, at most 28, which need not be UTF-8.
    pub fn of_text(bytes: &[u8]) -> Result<Self, MemoError> {
        let text = bytes.try_into().map_err(|_| MemoError::Text)?;
        Ok(Self(xdr::Memo::Text(text)))
    }

    /// Creates a memo of type id from decimal digits.
    pub fn of_id(digits: &str) -> Result<Self, MemoError> {
        if !is_amount(digits) {
            return Err(MemoError::Id);
        }
        Ok(Self(xdr::Memo::Id(digits.parse().map_err(|_| MemoError::Id)?)))
    }

    /// Creates a memo of type hash.
    pub const fn of_hash(hash: [u8; 32]) -> Self {
        Self(xdr::Memo::Hash(xdr::Hash(hash)))
    }

    /// Creates a memo of type return.
    pub const fn of_return(hash: [u8; 32]) -> Self {
        Self(xdr::Memo::Return(xdr::Hash(hash)))
    }

    /// Returns true if there is no memo.
    pub const fn is_none(&self) -> bool {
        matches!(self.0, xdr::Memo::None)
    }

    /// Returns the type, or `None` if there is no memo.
    pub const fn kind(&self) -> Option<MemoType> {
        match self.0 {
            xdr::Memo::None => None,
            xdr::Memo::Text(_) => Some(MemoType::Text),
            xdr::Memo::Id(_) => Some(MemoType::Id),
            xdr::Memo::Hash(_) => Some(MemoType::Hash),
            xdr::Memo::Return(_) => Some(MemoType::Return),
        }
    }

    /// Returns the bytes of a text memo that is not valid UTF-8.
    pub fn beyond_text(&self) -> Option<&[u8]> {
        match &self.0 {
            xdr::Memo::Text(text) => Some(text.as_slice()).filter(|bytes| std::str::from_utf8(bytes).is_err()),
            _ => None,
        }
    }

    pub(crate) fn to_xdr(&self) -> xdr::Memo {
        self.0.clone()
    }

    pub(crate) fn from_xdr(memo: &xdr::Memo) -> Self {
        Self(memo.clone())
    }
}

impl fmt::Display for Memo {
    /// Formats the content of the memo; an empty string if there is none. Invalid UTF-8 becomes the
    /// replacement character.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            xdr::Memo::None => Ok(()),
            xdr::Memo::Text(text) => f.write_str(&text.to_utf8_string_lossy()),
            xdr::Memo::Id(id) => id.fmt(f),
            xdr::Memo::Hash(hash) | xdr::Memo::Return(hash) => f.write_str(&hex::encode(hash.0)),
        }
    }
}

/// The accounts of the list with their policies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoList(BTreeMap<AccountId, MemoPolicy>);

/// The need for a memo in payments to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoPolicy {
    /// A payment without a memo is rejected.
    Required,
    /// A payment without a memo has a warning.
    Recommended,
}

/// Reasons why a string is not a list. They contain the position of the entry, from 1, and not the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoListError {
    /// The entry is not the address of an account.
    #[error("entry {0} must be the address of an account (G…), optionally followed by =required or =recommended")]
    Address(usize),
    /// The policy is unknown.
    #[error("entry {0} must end in =required or =recommended, or have no policy")]
    Policy(usize),
    /// The account has an entry before.
    #[error("entry {0} must not repeat an account")]
    Duplicate(usize),
}

impl FromStr for MemoList {
    type Err = MemoListError;

    /// Parses entries separated by commas: `ADDRESS`, `ADDRESS=required` or `ADDRESS=recommended`.
    fn from_str(text: &str) -> Result<Self, MemoListError> {
        let mut accounts = BTreeMap::new();
        for (position, entry) in (1..).zip(text.split(',')) {
            let entry = entry.trim();
            let (address, policy) = entry.split_once('=').unwrap_or((entry, "required"));
            let policy = match policy {
                "required" => MemoPolicy::Required,
                "recommended" => MemoPolicy::Recommended,
                _ => return Err(MemoListError::Policy(position)),
            };
            let account = address.parse().map_err(|_| MemoListError::Address(position))?;
            if accounts.insert(account, policy).is_some() {
                return Err(MemoListError::Duplicate(position));
            }
        }
        Ok(Self(accounts))
    }
}

impl MemoList {
    /// Returns the policy of an account, or `None` if not in the list.
    pub fn policy(&self, account: AccountId) -> Option<MemoPolicy> {
        self.0.get(&account).copied()
    }

    /// Checks that the list allows payments without a memo to all given accounts.
    pub fn check(&self, recipients: &[AccountId]) -> Result<(), MemoRequiredError> {
        let required = |account: &&AccountId| self.policy(**account) == Some(MemoPolicy::Required);
        match recipients.iter().find(required) {
            Some(destination) => Err(MemoRequiredError {
                destination: *destination,
            }),
            None => Ok(()),
        }
    }

    /// Returns true if the list contains a given account.
    pub fn contains_any(&self, accounts: &[AccountId]) -> bool {
        accounts.iter().any(|account| self.policy(*account).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::{MemoList, MemoListError, MemoPolicy, *};
    use crate::AccountId;

    #[test]
    fn memo_round_trips_in_its_type() {
        let hash = "ab".repeat(32);
        for (kind, text) in [
            (MemoType::Text, "ü".repeat(14).as_str()),
            (MemoType::Id, "18446744073709551615"),
            (MemoType::Hash, hash.as_str()),
            (MemoType::Return, hash.as_str()),
        ] {
            let memo = Memo::parse(kind, text).expect(text);
            assert_eq!((memo.kind(), memo.to_string().as_str()), (Some(kind), text));
            assert!(Memo::parse(kind, "").is_ok_and(|memo| memo.is_none()));
        }
    }

    #[test]
    fn invalid_memo_is_rejected() {
        assert_eq!(Memo::parse(MemoType::Text, &"ü".repeat(15)), Err(MemoError::Text));
        for invalid in ["18446744073709551616", "-1", "01", "a"] {
            assert_eq!(Memo::parse(MemoType::Id, invalid), Err(MemoError::Id), "{invalid}");
        }
        for invalid in ["ab", &"ab".repeat(33), &"zz".repeat(32)] {
            assert_eq!(Memo::parse(MemoType::Hash, invalid), Err(MemoError::Hash), "{invalid}");
        }
    }

    const ONE: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    const OTHER: &str = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";

    fn account(address: &str) -> AccountId {
        address.parse().unwrap()
    }

    #[test]
    fn entry_without_policy_is_required() {
        let list: MemoList = format!("{ONE}, {OTHER}=recommended").parse().unwrap();
        assert_eq!(list.policy(account(ONE)), Some(MemoPolicy::Required));
        assert_eq!(list.policy(account(OTHER)), Some(MemoPolicy::Recommended));
        let same: MemoList = format!("{OTHER}=recommended,{ONE}=required").parse().unwrap();
        assert_eq!(list, same);
        assert!(list.check(&[account(OTHER)]).is_ok());
        let rejected = list.check(&[account(OTHER), account(ONE)]).unwrap_err();
        assert_eq!(rejected.destination, account(ONE));
    }

    #[test]
    fn invalid_entries_are_reported_by_position() {
        const MUXED: &str = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK";
        for (entry, error) in [
            ("", MemoListError::Address(2)),
            (MUXED, MemoListError::Address(2)),
            (&OTHER.to_lowercase(), MemoListError::Address(2)),
            (&format!("{OTHER} ={OTHER}"), MemoListError::Policy(2)),
            (&format!("{OTHER}="), MemoListError::Policy(2)),
            (&format!("{OTHER}=Required"), MemoListError::Policy(2)),
            (&format!("{ONE}=recommended"), MemoListError::Duplicate(2)),
        ] {
            let parsed = format!("{ONE},{entry}").parse::<MemoList>();
            assert_eq!(parsed, Err(error), "{entry}");
            assert!(!error.to_string().contains(OTHER));
        }
    }
}
