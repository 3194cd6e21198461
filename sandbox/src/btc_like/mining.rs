//! Mining of blocks, and validation of blocks replayed from a journal.

use super::finality::median_time;
use super::ledger::Ledger;
use super::rules::Rules;
use crate::clock::Timestamp;
use bitcoin::absolute::LockTime;
use bitcoin::block::{Header, Version};
use bitcoin::hashes::Hash;
use bitcoin::{
    Amount, CompactTarget, OutPoint, Script, ScriptBuf, Sequence, Transaction, TxIn, TxMerkleNode, TxOut, Txid,
    Witness, merkle_tree, transaction,
};

/// The maximum total virtual size of the transactions in one block.
const MAX_BLOCK_SIZE: usize = 1_000_000;
/// The easiest target, that of regtest. Headers are not required to meet it.
const EASIEST_TARGET: u32 = 0x207f_ffff;

/// A block before it is connected.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The block header.
    pub header: Header,
    /// The transaction that pays the miner.
    pub coinbase: Transaction,
    /// The other transactions, all from the mempool.
    pub txids: Vec<Txid>,
}

/// An error of a block that does not fit the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// Its parent is not the latest block.
    #[error("the block does not follow the one before it")]
    Previous,
    /// Its header commits to other transactions.
    #[error("the block's header commits to other transactions")]
    MerkleRoot,
    /// One of its transactions is not in the mempool.
    #[error("the block holds an unknown transaction")]
    UnknownTransaction,
    /// Its coinbase violates the rules.
    #[error("the block has an invalid coinbase")]
    Coinbase,
}

/// Assembles the next block from the mempool, up to the size limit, and pays `miner`.
pub fn assemble(rules: &Rules, ledger: &Ledger, miner: &Script, now: Timestamp) -> Candidate {
    let mut room = MAX_BLOCK_SIZE;
    // In order of arrival, so that every transaction follows its parents.
    let fits = |txid: &&Txid| {
        let size = ledger.entry(**txid).map_or(0, |entry| entry.transaction.vsize());
        room.checked_sub(size).inspect(|left| room = *left).is_some()
    };
    let txids: Vec<Txid> = ledger.mempool().iter().take_while(fits).copied().collect();
    let coinbase = coinbase(rules, ledger, &txids, miner);
    let earliest = median_time(ledger, ledger.blocks().len()).saturating_add(1);
    let header = Header {
        version: Version::TWO,
        prev_blockhash: ledger.tip(),
        merkle_root: merkle_root(&coinbase, &txids),
        time: u32::try_from(now.as_secs()).unwrap_or(u32::MAX).max(earliest),
        bits: CompactTarget::from_consensus(EASIEST_TARGET),
        nonce: 0,
    };
    Candidate {
        header,
        coinbase,
        txids,
    }
}

/// Checks a block made by [`assemble`], possibly in an earlier process.
pub fn check(rules: &Rules, ledger: &Ledger, block: &Candidate) -> Result<(), BlockError> {
    if block.header.prev_blockhash != ledger.tip() {
        return Err(BlockError::Previous);
    }
    if block.header.merkle_root != merkle_root(&block.coinbase, &block.txids) {
        return Err(BlockError::MerkleRoot);
    }
    if !block.txids.iter().all(|txid| ledger.mempool().contains(txid)) {
        return Err(BlockError::UnknownTransaction);
    }
    let miner = block
        .coinbase
        .output
        .first()
        .map(|output| output.script_pubkey.clone())
        .unwrap_or_default();
    if block.coinbase != coinbase(rules, ledger, &block.txids, &miner) {
        return Err(BlockError::Coinbase);
    }
    Ok(())
}

/// Returns the transaction that pays the subsidy and the fees; its input script contains the height (BIP 34).
fn coinbase(rules: &Rules, ledger: &Ledger, txids: &[Txid], miner: &Script) -> Transaction {
    let entries = txids.iter().filter_map(|txid| ledger.entry(*txid));
    let fees: u64 = entries.map(|entry| ledger.fee(&entry.transaction)).sum();
    let height = ScriptBuf::builder()
        .push_int(i64::from(ledger.next_height()))
        .push_slice(b"sandbox");
    Transaction {
        version: transaction::Version::TWO,
        lock_time: LockTime::ZERO,
        input: vec![TxIn {
            previous_output: OutPoint::null(),
            script_sig: height.into_script(),
            sequence: Sequence::MAX,
            witness: Witness::new(),
        }],
        output: vec![TxOut {
            value: Amount::from_sat(rules.subsidy + fees),
            script_pubkey: miner.to_owned(),
        }],
    }
}

fn merkle_root(coinbase: &Transaction, txids: &[Txid]) -> TxMerkleNode {
    let hashes = std::iter::once(coinbase.compute_txid())
        .chain(txids.iter().copied())
        .map(Txid::to_raw_hash);
    merkle_tree::calculate_root(hashes).map_or_else(TxMerkleNode::all_zeros, TxMerkleNode::from_raw_hash)
}
