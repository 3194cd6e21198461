//! Matching: which touched items are watched.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Something that a subscription watches, as bytes with the kind first: an address, an output, a transaction, or the nonce of
/// a sender.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Item(Vec<u8>);

impl Item {
    /// Creates the item of an address; `bytes` identify the address on the chain: a script, 20 bytes, an account id.
    pub fn address(bytes: &[u8]) -> Self {
        Self::of(b'a', bytes)
    }

    /// Creates the item of something that a single transaction can spend: an output, or a sender with a nonce.
    pub fn spend(bytes: &[u8]) -> Self {
        Self::of(b's', bytes)
    }

    /// Creates the item of a transaction by the id.
    pub fn transaction(txid: &str) -> Self {
        Self::of(b't', txid.as_bytes())
    }

    /// Returns true for an address.
    pub fn is_address(&self) -> bool {
        self.0.first() == Some(&b'a')
    }

    /// Returns true for a transaction.
    pub fn is_transaction(&self) -> bool {
        self.0.first() == Some(&b't')
    }

    /// Returns true for something that a single transaction can spend.
    pub fn is_spend(&self) -> bool {
        self.0.first() == Some(&b's')
    }

    /// Returns the bytes that identify the item among those of the same kind.
    pub fn bytes(&self) -> &[u8] {
        self.0.get(1..).unwrap_or_default()
    }

    fn of(kind: u8, bytes: &[u8]) -> Self {
        let mut item = Vec::with_capacity(bytes.len() + 1);
        item.push(kind);
        item.extend_from_slice(bytes);
        Self(item)
    }

    /// Returns the key of the item in the store: the digest in hex, since scripts have any length.
    pub fn key(&self) -> String {
        hex::encode(&self.digest()[..20])
    }

    /// Returns the 64 bits by which the filter knows the item.
    pub fn hash(&self) -> u64 {
        let digest = self.digest();
        u64::from_be_bytes([
            digest[0], digest[1], digest[2], digest[3], digest[4], digest[5], digest[6], digest[7],
        ])
    }

    fn digest(&self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }
}

/// The hashes of the watched items of a chain, sorted. An item that several subscriptions watch has several entries.
///
/// A match is confirmed in the store, since different items may have the same 64 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter(Vec<u64>);

impl Filter {
    /// Returns true if the item may be watched.
    pub fn may_contain(&self, item: &Item) -> bool {
        self.0.binary_search(&item.hash()).is_ok()
    }

    /// Returns the hashes, sorted.
    pub fn hashes(&self) -> &[u64] {
        &self.0
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if nothing is watched.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds and removes entries.
    pub fn change(&mut self, added: &[u64], removed: &[u64]) {
        self.0.extend_from_slice(added);
        self.0.sort_unstable();
        let mut removed = removed.to_vec();
        removed.sort_unstable();
        let mut removed = removed.into_iter().peekable();
        self.0.retain(|hash| {
            while removed.next_if(|next| next < hash).is_some() {}
            removed.next_if_eq(hash).is_none()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn changes_equal_those_of_a_multiset(changes in prop::collection::vec((prop::collection::vec(0u64..20, 0..8), prop::collection::vec(0u64..20, 0..8)), 0..12)) {
            let mut filter = Filter::default();
            let mut expected: Vec<u64> = Vec::new();
            for (added, removed) in changes {
                filter.change(&added, &removed);
                expected.extend(&added);
                for hash in removed {
                    if let Some(index) = expected.iter().position(|known| *known == hash) {
                        expected.swap_remove(index);
                    }
                }
                expected.sort_unstable();
                prop_assert_eq!(&filter.0, &expected);
            }
        }
    }

    #[test]
    fn kinds_of_items_differ() {
        let bytes = b"0a";
        let items = [Item::address(bytes), Item::spend(bytes), Item::transaction("0a")];
        let mut filter = Filter::default();
        filter.change(&[items[0].hash()], &[]);
        assert_eq!(
            items.each_ref().map(|item| filter.may_contain(item)),
            [true, false, false]
        );
    }
}
