//! Non-fungible tokens: ERC-721 and ERC-1155.

use super::approvals::cut;
use super::tokens::{text, whole_abi_string};
use crate::{Address, Amount};
use std::collections::HashSet;

/// Size of an ABI word in bytes.
const WORD: usize = 32;

/// Maximum number of different tokens of a page.
pub const MAX_NFTS: usize = 200;

/// Standard of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NftKind {
    /// A token with a single owner.
    Erc721,
    /// A token of which several owners have amounts.
    Erc1155,
}

impl NftKind {
    /// Both standards, ERC-721 and ERC-1155.
    pub const ALL: [Self; 2] = [Self::Erc721, Self::Erc1155];

    /// Returns the name in responses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Erc721 => "erc721",
            Self::Erc1155 => "erc1155",
        }
    }
}

/// A token of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NftKey {
    /// The standard of the token.
    pub kind: NftKind,
    /// The contract of the token.
    pub contract: Address,
    /// The id of the token.
    pub id: Amount,
}

/// A token that an address has received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceivedNft {
    /// The token of the row.
    pub key: NftKey,
    /// The height of the block.
    pub block: u64,
}

/// Tokens that an address has received from a block downwards, as far as an index lists them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReceivedNfts {
    /// The received tokens, latest first.
    pub rows: Vec<ReceivedNft>,
    /// The block at which the next page starts, `None` on the last page.
    pub next: Option<u64>,
    /// True if received tokens may be missing.
    pub is_partial: bool,
}

impl ReceivedNfts {
    /// Returns the different tokens of a page, latest first.
    #[must_use]
    pub fn page(mut self) -> Self {
        self.rows.sort_by_key(|row| std::cmp::Reverse(row.block));
        let mut cut = cut(self.rows, MAX_NFTS, |row| row.key, |row| row.block);
        let next = match cut.resume {
            Some(block) if cut.is_partial => block.checked_sub(1),
            resume => resume.or(self.next),
        };
        let mut known = HashSet::new();
        cut.rows.retain(|row| known.insert(row.key));
        Self {
            rows: cut.rows,
            next,
            is_partial: self.is_partial || cut.is_partial,
        }
    }
}

/// A token as the contract reports the token now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedNft {
    /// The token of the row.
    pub key: NftKey,
    /// The amount; 1 for ERC-721.
    pub amount: Amount,
    /// The cleaned name of the collection, empty if unknown.
    pub collection: String,
    /// The URI of the metadata exactly as the contract returns the text, `None` if longer than the limit or no text.
    pub uri: Option<String>,
}

impl OwnedNft {
    /// Creates the token from the return data of `name()`, and of `tokenURI` or `uri`.
    pub fn new(key: NftKey, amount: Amount, name: Option<&[u8]>, uri: Option<&[u8]>) -> Self {
        Self {
            key,
            amount,
            collection: name.map(text).unwrap_or_default(),
            uri: uri.and_then(exact_text).filter(|uri| !uri.is_empty()),
        }
    }
}

/// Owned tokens as the contracts report them at a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedNfts {
    /// The protocol of the upstream that responded.
    pub upstream: &'static str,
    /// The height of the block.
    pub block: u64,
    /// The owned tokens in the order of the request.
    pub tokens: Vec<OwnedNft>,
    /// True if the owner of some tokens could not be read.
    pub is_partial: bool,
}

/// Decodes the ids and amounts in the data of the event `TransferBatch`. Returns `None` unless the data has two lists of
/// the same length.
pub(crate) fn batch(data: &[u8]) -> Option<Vec<(Amount, Amount)>> {
    let number = |start: usize| {
        let word = data.get(start..start.checked_add(WORD)?)?;
        Some(Amount::from_be_bytes(word.try_into().ok()?))
    };
    let length = |start: usize| usize::try_from(number(start)?.as_u64()?).ok();
    let list = |head: usize| -> Option<Vec<Amount>> {
        let start = length(head)?;
        let items = start.checked_add(WORD)?;
        // A length that exceeds the data ends at the first missing item.
        (0..length(start)?)
            .map(|index| number(items.checked_add(index.checked_mul(WORD)?)?))
            .collect()
    };
    let (ids, amounts) = (list(0)?, list(WORD)?);
    (ids.len() == amounts.len()).then(|| ids.into_iter().zip(amounts).collect())
}

/// Decodes return data as a whole string of the ABI in UTF-8. Returns `None` for a string that ends after the data.
fn exact_text(data: &[u8]) -> Option<String> {
    let bytes = whole_abi_string(data)?;
    String::from_utf8(bytes.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(id: u64, block: u64) -> ReceivedNft {
        let key = NftKey {
            kind: NftKind::Erc721,
            contract: Address::from_bytes([2; 20]),
            id: id.into(),
        };
        ReceivedNft { key, block }
    }

    fn string(length: u64, content: &[u8]) -> Vec<u8> {
        let word = |number: u64| Amount::from(number).to_be_bytes();
        [&word(32)[..], &word(length), content].concat()
    }

    /// A cut URI would name a different document.
    #[test]
    fn uris_are_exact_or_absent() {
        let uri = |data: &[u8]| OwnedNft::new(row(1, 1).key, Amount::ZERO, None, Some(data)).uri;
        let text = "ipfs://a\u{202e}\n<b>\"{id}";
        assert_eq!(uri(&string(text.len() as u64, text.as_bytes())).as_deref(), Some(text));
        assert_eq!(uri(&string(33, &[b'a'; 32])), None, "cut");
        assert_eq!(uri(&string(2, &[0xff, 0xfe])), None, "not UTF-8");
        assert_eq!(uri(&string(0, &[])), None);
        assert_eq!(uri(&[1; 32]), None);
        assert_eq!(uri(&string(u64::MAX, &[b'a'; 32])), None);
    }

    proptest! {
        #[test]
        fn pages_have_every_token(rows in prop::collection::vec((0_u64..600, 0_u64..500), 0..900)) {
            let rows: Vec<_> = rows.into_iter().map(|(id, block)| row(id, block)).collect();
            let mut found = HashSet::new();
            let mut to = Some(u64::MAX);
            while let Some(last) = to {
                let rest = rows.iter().filter(|row| row.block <= last).copied().collect();
                let page = ReceivedNfts { rows: rest, ..ReceivedNfts::default() }.page();
                prop_assert!(page.rows.len() <= MAX_NFTS && !page.is_partial);
                prop_assert!(page.next.is_none_or(|next| next < last));
                found.extend(page.rows.into_iter().map(|row| row.key));
                to = page.next;
            }
            let expected: HashSet<_> = rows.iter().map(|row| row.key).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
