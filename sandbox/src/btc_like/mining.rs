//! Mining of blocks, and validation of blocks replayed from a journal.

use super::ledger::{Ledger, ancestors};
use super::policy::{self, median_time};
use super::rules::Rules;
use crate::clock::Timestamp;
use bitcoin::absolute::LockTime;
use bitcoin::block::{Header, Version};
use bitcoin::hashes::Hash;
use bitcoin::{
    Amount, CompactTarget, OutPoint, Script, ScriptBuf, Sequence, Transaction, TxIn, TxMerkleNode, TxOut, Txid,
    Witness, merkle_tree, transaction,
};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

/// The maximum total virtual size of the transactions in a block.
const MAX_BLOCK_SIZE: usize = 1_000_000;
/// The easiest target, that of regtest. Headers are not required to meet it.
const EASIEST_TARGET: u32 = 0x207f_ffff;

/// Returns the ledger after a reorganisation: the last `depth` blocks are abandoned, `depth + 1` empty blocks from `next`
/// follow, and the transactions of the abandoned blocks and of the mempool are pending where the policy still accepts
/// them. `next` receives the number of the blocks that follow.
///
/// # Errors
/// An error of `next`.
pub fn reorganise<E>(
    rules: &Rules,
    ledger: &Ledger,
    depth: u32,
    mut next: impl FnMut(&Ledger, u32) -> Result<Candidate, E>,
) -> Result<Ledger, E> {
    let mut ledger = ledger.clone();
    let removed = ledger.rewind(depth);
    for later in (0..=depth).rev() {
        let block = next(&ledger, later)?;
        ledger.connect(block.header, block.coinbase, &[]);
    }
    for entry in removed {
        if let Ok(replaced) = policy::check(rules, &ledger, &entry.transaction) {
            ledger.add_to_mempool(entry.transaction, entry.seen, &replaced);
        }
    }
    Ok(ledger)
}

/// A block before connection.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub header: Header,
    /// The transaction that pays the miner.
    pub coinbase: Transaction,
    /// The transactions besides the coinbase, all from the mempool.
    pub txids: Vec<Txid>,
}

/// An error of a block that does not fit the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// The parent is not the latest block.
    #[error("the block does not follow the one before it")]
    Previous,
    /// The header commits to different transactions.
    #[error("the block's header commits to other transactions")]
    MerkleRoot,
    /// A transaction is not in the mempool.
    #[error("the block holds an unknown transaction")]
    UnknownTransaction,
    /// The coinbase violates the rules.
    #[error("the block has an invalid coinbase")]
    Coinbase,
}

/// Assembles the next block from the mempool, up to the size limit, and pays `miner`.
pub fn assemble(rules: &Rules, ledger: &Ledger, miner: &Script, now: Timestamp) -> Candidate {
    let txids = select(ledger, MAX_BLOCK_SIZE);
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

/// A transaction with the ancestors in the mempool, which a block can only contain together.
struct Package {
    /// The index of the transaction in the mempool.
    last: usize,
    /// The indexes of all.
    members: BTreeSet<usize>,
}

/// The fee in base units and the size in virtual bytes.
#[derive(Clone, Copy, Default)]
struct Cost {
    fee: u64,
    size: usize,
}

impl Cost {
    /// Returns the sum of the costs of the members.
    fn of(members: &BTreeSet<usize>, costs: &[Self]) -> Self {
        members.iter().fold(Self::default(), |sum, member| Self {
            fee: sum.fee + costs[*member].fee,
            size: sum.size + costs[*member].size,
        })
    }

    /// Compares by fee rate.
    fn compare(self, other: Self) -> Ordering {
        let product = |fee: u64, size: usize| u128::from(fee) * size as u128;
        product(self.fee, other.size).cmp(&product(other.fee, self.size))
    }
}

/// Returns transactions of the mempool of at most this total virtual size, parents first.
///
/// Packages with a higher fee rate are preferred, so that a child pays for the parents (Bitcoin Core's
/// `addPackageTxs`).
pub fn select(ledger: &Ledger, mut room: usize) -> Vec<Txid> {
    let mempool = ledger.mempool();
    let indexes: HashMap<Txid, usize> = mempool.iter().copied().zip(0..).collect();
    let (mut costs, mut open) = (Vec::new(), Vec::new());
    for (last, entry) in mempool.iter().filter_map(|txid| ledger.entry(*txid)).enumerate() {
        let transaction = &entry.transaction;
        costs.push(Cost {
            fee: ledger.fee(transaction),
            size: transaction.vsize(),
        });
        let ancestors = ancestors(ledger, transaction).into_iter();
        open.push(Package {
            last,
            members: ancestors.map(|txid| indexes[&txid]).chain([last]).collect(),
        });
    }
    let mut selected = BTreeSet::new();
    while let Some(index) = best(&open, &costs) {
        let package = open.swap_remove(index);
        let Some(left) = room.checked_sub(Cost::of(&package.members, &costs).size) else {
            continue;
        };
        room = left;
        open.retain(|other| !package.members.contains(&other.last));
        for other in &mut open {
            other.members.retain(|member| !package.members.contains(member));
        }
        selected.extend(package.members);
    }
    selected.into_iter().map(|index| mempool[index]).collect()
}

/// Returns the index of the package with the highest fee rate, of equal packages the earliest.
fn best(open: &[Package], costs: &[Cost]) -> Option<usize> {
    let ranked = open
        .iter()
        .map(|package| (Cost::of(&package.members, costs), package.last));
    let best = ranked
        .enumerate()
        .max_by(|(_, (cost, last)), (_, (other, later))| cost.compare(*other).then(later.cmp(last)));
    best.map(|(index, _)| index)
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

/// Returns the transaction that pays the subsidy and the fees; the input script contains the height (BIP 34).
///
/// After a reorganisation the script contains the number of reorganisations, so that a block differs from the abandoned
/// block at the same height.
fn coinbase(rules: &Rules, ledger: &Ledger, txids: &[Txid], miner: &Script) -> Transaction {
    let entries = txids.iter().filter_map(|txid| ledger.entry(*txid));
    let fees: u64 = entries.map(|entry| ledger.fee(&entry.transaction)).sum();
    let mut script = ScriptBuf::builder()
        .push_int(i64::from(ledger.next_height()))
        .push_slice(b"sandbox");
    if ledger.reorganisations() > 0 {
        script = script.push_int(i64::from(ledger.reorganisations()));
    }
    Transaction {
        version: transaction::Version::TWO,
        lock_time: LockTime::ZERO,
        input: vec![TxIn {
            previous_output: OutPoint::null(),
            script_sig: script.into_script(),
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
