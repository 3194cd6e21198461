//! Cursors of the transaction history.
//!
//! A position refers to a transaction and a block. New transactions between two calls shift pages, but
//! neither blocks nor the following transactions of a block (docs/decisions/evm-history.md#merge-of-index-lists).

use crate::Hash;
use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::str::FromStr;
use wallet_core::model::{CursorError, decode_cursor, encode_cursor};

/// Position of a transaction in the history of an address. Positions further up compare as less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryPosition {
    /// A pending transaction.
    Pending {
        /// The number of preceding transactions of the sender.
        nonce: u64,
        /// The transaction hash.
        txid: Hash,
    },
    /// A transaction in a block.
    Mined {
        /// The block height.
        block: u64,
        /// The index in the block, if known.
        index: Option<u32>,
        /// The transaction hash.
        txid: Hash,
    },
}

impl HistoryPosition {
    /// Returns the transaction hash.
    pub const fn txid(&self) -> Hash {
        match self {
            Self::Pending { txid, .. } | Self::Mined { txid, .. } => *txid,
        }
    }

    /// Returns the block height, or `None` for a pending transaction.
    pub const fn block(&self) -> Option<u64> {
        match self {
            Self::Pending { .. } => None,
            Self::Mined { block, .. } => Some(*block),
        }
    }

    /// Returns the position with the index in the block if `other`, a position of the same transaction, has the index.
    #[must_use]
    pub(super) const fn or_index_of(self, other: Self) -> Self {
        match (self, other) {
            (Self::Mined { index: None, .. }, Self::Mined { index: Some(_), .. }) => other,
            _ => self,
        }
    }

    /// Returns the sort key: pending transactions first, by descending nonce; then by descending block and
    /// index; transactions without index last in their block, by hash.
    fn key(&self) -> (bool, Reverse<u64>, Reverse<Option<u32>>, Hash) {
        match *self {
            Self::Pending { nonce, txid } => (false, Reverse(nonce), Reverse(None), txid),
            Self::Mined { block, index, txid } => (true, Reverse(block), Reverse(index), txid),
        }
    }
}

impl Ord for HistoryPosition {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for HistoryPosition {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Position in the history of an address, latest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Position {
    /// The start of the history: the pending transactions.
    #[default]
    Start,
    /// The position after a transaction.
    After(HistoryPosition),
    /// The transactions of a block and below, regardless of the transactions above it.
    Block(u64),
}

impl Position {
    /// Returns true if pending transactions may follow this position.
    pub const fn has_pending(self) -> bool {
        matches!(self, Self::Start | Self::After(HistoryPosition::Pending { .. }))
    }

    /// Returns the highest block with transactions after this position; `None` for the latest block.
    pub const fn block(self) -> Option<u64> {
        match self {
            Self::Start => None,
            Self::After(position) => position.block(),
            Self::Block(block) => Some(block),
        }
    }

    /// Returns true if a transaction follows this position.
    pub fn is_before(self, position: HistoryPosition) -> bool {
        match self {
            Self::Start => true,
            Self::After(last) => position > last,
            Self::Block(first) => position.block().is_some_and(|block| block <= first),
        }
    }
}

/// String form of a [`Position`], opaque to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(pub Position);

/// First byte of a cursor: the variant.
const AFTER_PENDING: u8 = 0;
const AFTER_MINED: u8 = 1;
const AFTER_MINED_UNINDEXED: u8 = 2;
const BLOCK: u8 = 3;

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::with_capacity(45);
        match self.0 {
            // Never returned, since nothing precedes the start.
            Position::Start => bytes.push(AFTER_PENDING),
            Position::After(HistoryPosition::Pending { nonce, txid }) => {
                bytes.push(AFTER_PENDING);
                bytes.extend(nonce.to_be_bytes());
                bytes.extend(txid.0);
            }
            Position::After(HistoryPosition::Mined { block, index, txid }) => {
                bytes.push(index.map_or(AFTER_MINED_UNINDEXED, |_| AFTER_MINED));
                bytes.extend(block.to_be_bytes());
                bytes.extend(index.map(u32::to_be_bytes).into_iter().flatten());
                bytes.extend(txid.0);
            }
            Position::Block(block) => {
                bytes.push(BLOCK);
                bytes.extend(block.to_be_bytes());
            }
        }
        f.write_str(&encode_cursor(bytes))
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let bytes = decode_cursor(text)?;
        let mut rest = bytes.as_slice();
        let position = match take(&mut rest)? {
            [AFTER_PENDING] if rest.is_empty() => Position::Start,
            [AFTER_PENDING] => Position::After(HistoryPosition::Pending {
                nonce: u64::from_be_bytes(take(&mut rest)?),
                txid: Hash(take(&mut rest)?),
            }),
            [kind @ (AFTER_MINED | AFTER_MINED_UNINDEXED)] => Position::After(HistoryPosition::Mined {
                block: u64::from_be_bytes(take(&mut rest)?),
                index: match kind {
                    AFTER_MINED => Some(u32::from_be_bytes(take(&mut rest)?)),
                    _ => None,
                },
                txid: Hash(take(&mut rest)?),
            }),
            [BLOCK] => Position::Block(u64::from_be_bytes(take(&mut rest)?)),
            _ => return Err(CursorError),
        };
        rest.is_empty().then_some(Self(position)).ok_or(CursorError)
    }
}

/// Takes the next bytes.
fn take<const LENGTH: usize>(rest: &mut &[u8]) -> Result<[u8; LENGTH], CursorError> {
    let (taken, left) = rest.split_first_chunk().ok_or(CursorError)?;
    *rest = left;
    Ok(*taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn mined(block: u64, index: Option<u32>, salt: u8) -> HistoryPosition {
        let txid = Hash([salt; 32]);
        HistoryPosition::Mined { block, index, txid }
    }

    fn pending(nonce: u64, salt: u8) -> HistoryPosition {
        let txid = Hash([salt; 32]);
        HistoryPosition::Pending { nonce, txid }
    }

    #[test]
    fn order_is_latest_first() {
        let order = [
            pending(9, 7),
            pending(8, 1),
            pending(8, 2),
            mined(u64::MAX, None, 3),
            mined(800, Some(70), 5),
            mined(800, Some(2), 1),
            mined(800, None, 1),
            mined(800, None, 2),
            mined(799, Some(1), 0),
            mined(0, None, 0),
        ];
        let mut sorted = order;
        sorted.reverse();
        sorted.sort();
        assert_eq!(sorted, order);
        for (index, position) in order.into_iter().enumerate() {
            let following = order
                .into_iter()
                .filter(|other| Position::After(position).is_before(*other));
            assert!(following.eq(order[index + 1..].iter().copied()), "{position:?}");
        }
        let following = order.into_iter().filter(|other| Position::Block(799).is_before(*other));
        assert!(following.eq(order[8..].iter().copied()));
    }

    #[test]
    fn invalid_cursors_are_rejected() {
        let encoded = |bytes: &[u8]| encode_cursor(bytes);
        for invalid in [
            String::new(),
            "1".to_owned(),
            "!!!!".to_owned(),
            "AAAAAAAAAAAA=".to_owned(),
            encoded(&[0; 40]),
            encoded(&[0; 42]),
            encoded(&[1; 44]),
            encoded(&[1; 46]),
            encoded(&[2; 42]),
            encoded(&[3; 8]),
            encoded(&[3; 10]),
            encoded(&[4; 9]),
        ] {
            assert_eq!(invalid.parse::<Cursor>(), Err(CursorError), "{invalid}");
        }
    }

    fn positions() -> impl Strategy<Value = Position> {
        prop_oneof![
            Just(Position::Start),
            any::<(u64, u8)>().prop_map(|(nonce, salt)| Position::After(pending(nonce, salt))),
            any::<(u64, Option<u32>, u8)>().prop_map(|(block, index, salt)| Position::After(mined(block, index, salt))),
            any::<u64>().prop_map(Position::Block),
        ]
    }

    proptest! {
        #[test]
        fn cursors_round_trip(position in positions()) {
            prop_assert_eq!(Cursor(position).to_string().parse(), Ok(Cursor(position)));
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(cursor) = encode_cursor(&bytes).parse::<Cursor>() {
                prop_assert_eq!(cursor.to_string(), encode_cursor(&bytes));
            }
        }
    }
}
