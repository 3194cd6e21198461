//! What a sender adds to a transaction for its recipient.

use std::fmt;
use std::str::FromStr;
use stellar_xdr as xdr;
use wallet_core::model::{is_amount, parse_hex};

/// How the text of a memo is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoType {
    /// As text.
    #[default]
    Text,
    /// As a number.
    Id,
    /// As a hash.
    Hash,
    /// As the hash of a transaction that is paid back.
    Return,
}

/// The name is no type of a memo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the type of a memo is text, id, hash or return")]
pub struct UnknownMemoTypeError;

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
    /// The name in requests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Id => "id",
            Self::Hash => "hash",
            Self::Return => "return",
        }
    }
}

/// A memo, or none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memo(xdr::Memo);

/// Why a text is no memo of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoError {
    /// Too long.
    #[error("a memo of type text is at most 28 bytes of UTF-8")]
    Text,
    /// No number of 64 bits.
    #[error("a memo of type id is a whole number from 0 to 18446744073709551615")]
    Id,
    /// No hash.
    #[error("a memo of type hash or return is 64 hex digits")]
    Hash,
}

impl Memo {
    /// No memo.
    pub const NONE: Self = Self(xdr::Memo::None);

    /// Reads a memo. The empty text is no memo, whatever its type.
    pub fn parse(kind: MemoType, text: &str) -> Result<Self, MemoError> {
        if text.is_empty() {
            return Ok(Self::NONE);
        }
        let hash = || {
            let bytes = parse_hex(text).ok().and_then(|bytes| bytes.try_into().ok());
            bytes.map(xdr::Hash).ok_or(MemoError::Hash)
        };
        Ok(Self(match kind {
            MemoType::Text => xdr::Memo::Text(text.as_bytes().try_into().map_err(|_| MemoError::Text)?),
            MemoType::Id if !is_amount(text) => return Err(MemoError::Id),
            MemoType::Id => xdr::Memo::Id(text.parse().map_err(|_| MemoError::Id)?),
            MemoType::Hash => xdr::Memo::Hash(hash()?),
            MemoType::Return => xdr::Memo::Return(hash()?),
        }))
    }

    /// Whether there is none.
    pub const fn is_none(&self) -> bool {
        matches!(self.0, xdr::Memo::None)
    }

    /// Its type, `None` when there is no memo.
    pub const fn kind(&self) -> Option<MemoType> {
        match self.0 {
            xdr::Memo::None => None,
            xdr::Memo::Text(_) => Some(MemoType::Text),
            xdr::Memo::Id(_) => Some(MemoType::Id),
            xdr::Memo::Hash(_) => Some(MemoType::Hash),
            xdr::Memo::Return(_) => Some(MemoType::Return),
        }
    }

    /// The bytes of a memo of type text that is no UTF-8, which no text can show.
    pub fn beyond_text(&self) -> Option<&[u8]> {
        match &self.0 {
            xdr::Memo::Text(text) => Some(text.as_slice()).filter(|bytes| std::str::from_utf8(bytes).is_err()),
            _ => None,
        }
    }

    pub(super) fn to_xdr(&self) -> xdr::Memo {
        self.0.clone()
    }

    pub(super) fn from_xdr(memo: &xdr::Memo) -> Self {
        Self(memo.clone())
    }
}

impl fmt::Display for Memo {
    /// As it is read; nothing for none. Text that is no UTF-8 shows the replacement character.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            xdr::Memo::None => Ok(()),
            xdr::Memo::Text(text) => f.write_str(&text.to_utf8_string_lossy()),
            xdr::Memo::Id(id) => id.fmt(f),
            xdr::Memo::Hash(hash) | xdr::Memo::Return(hash) => f.write_str(&hex::encode(hash.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memos_are_read_as_their_type_and_written_so() {
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
    fn what_does_not_fit_is_refused() {
        assert_eq!(Memo::parse(MemoType::Text, &"ü".repeat(15)), Err(MemoError::Text));
        for wrong in ["18446744073709551616", "-1", "01", "a"] {
            assert_eq!(Memo::parse(MemoType::Id, wrong), Err(MemoError::Id), "{wrong}");
        }
        for wrong in ["ab", &"ab".repeat(33), &"zz".repeat(32)] {
            assert_eq!(Memo::parse(MemoType::Hash, wrong), Err(MemoError::Hash), "{wrong}");
        }
    }
}
