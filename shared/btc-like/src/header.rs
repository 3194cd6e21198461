//! Headers of blocks, which prove that a block contains a transaction to clients that do not read the block.

use bitcoin::block::Header;
use bitcoin::consensus::deserialize;
use bitcoin::hashes::{Hash, sha256d};
use bitcoin::{BlockHash, Txid};

/// Length of a header in bytes, without the proof of a parent chain.
const HEADER: usize = 80;

/// Maximum number of hashes in a branch: more than the depth of the tree of the largest block.
const MAX_DEPTH: usize = 32;

/// Header of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockHeader {
    /// The hash of the header.
    pub hash: BlockHash,
    /// The hash of the block before.
    pub parent: BlockHash,
    /// The block time in Unix seconds.
    pub time: u64,
    root: sha256d::Hash,
}

impl BlockHeader {
    /// Decodes a header, which the proof of a parent chain may follow (`AuxPoW`). Returns `None` for fewer than 80 bytes.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let header: Header = deserialize(bytes.get(..HEADER)?).ok()?;
        Some(Self {
            hash: header.block_hash(),
            parent: header.prev_blockhash,
            time: header.time.into(),
            root: header.merkle_root.to_raw_hash(),
        })
    }

    /// Returns true if a branch of the Merkle tree, as hashes in display order from the leaf up, proves that the block has the
    /// transaction at a position.
    pub fn has_transaction(&self, txid: Txid, position: u64, branch: &[Txid]) -> bool {
        if branch.len() > MAX_DEPTH || position >> branch.len() != 0 {
            return false;
        }
        let mut node = txid.to_raw_hash();
        for (level, sibling) in branch.iter().enumerate() {
            let sibling = sibling.to_raw_hash();
            let is_right = position >> level & 1 == 1;
            let pair = if is_right { [sibling, node] } else { [node, sibling] };
            node = sha256d::Hash::hash(&pair.map(Hash::to_byte_array).concat());
        }
        node == self.root
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Block 170 of btc, with a coinbase and the first payment.
    const HEADER_170: &str = "0100000055bd840a78798ad0da853f68974f3d183e2bd1db6a842c1feecf222a00000000ff104ccb05421ab93e63f8c3ce5c2c2e\
                              9dbb37de2764b3a3175c8166562cac7d51b96a49ffff001d283e9e70";
    const COINBASE: &str = "b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082";
    const PAYMENT: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";

    fn header() -> BlockHeader {
        BlockHeader::decode(&hex::decode(HEADER_170).unwrap()).unwrap()
    }

    #[test]
    fn header_is_decoded() {
        let header = header();
        assert_eq!(
            header.hash.to_string(),
            "00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee"
        );
        assert_eq!(
            header.parent.to_string(),
            "000000002a22cfee1f2c846adbd12b3e183d4f97683f85dad08a79780a84bd55"
        );
        assert_eq!(header.time, 1_231_731_025);
        let longer = [hex::decode(HEADER_170).unwrap(), vec![7; 40]].concat();
        assert_eq!(BlockHeader::decode(&longer), Some(header), "a merge-mined block");
        assert_eq!(BlockHeader::decode(&longer[..79]), None);
    }

    #[test]
    fn only_branches_to_the_root_are_proofs() {
        let [coinbase, payment]: [Txid; 2] = [COINBASE, PAYMENT].map(|txid| txid.parse().unwrap());
        let header = header();
        assert!(header.has_transaction(payment, 1, &[coinbase]));
        assert!(header.has_transaction(coinbase, 0, &[payment]));
        for (txid, position, branch) in [
            (payment, 0, vec![coinbase]),
            (payment, 3, vec![coinbase]),
            (payment, 1, vec![payment]),
            (payment, 0, vec![]),
            (payment, 1, vec![coinbase; 64]),
            (payment, u64::MAX, vec![coinbase; 32]),
        ] {
            assert!(
                !header.has_transaction(txid, position, &branch),
                "{position} {branch:?}"
            );
        }
    }
}
