//! Blocks, decoded from bytes of upstreams: of each transaction the parts by which a watched address is recognised.
//!
//! Upstreams are not trusted: the header commits to the ids of the transactions, and through the coinbase to their
//! witnesses. The caller compares the hash with that of a second upstream.

use crate::address::Address;
use crate::chain::params::Params;
use crate::coin::extension;
use crate::coin::token_prefix::{self, Malformed, Reader};
use crate::transaction::decoded::redeem_script;
use bitcoin::block::Header;
use bitcoin::consensus::{Decodable, deserialize};
use bitcoin::hashes::{Hash, hash160, sha256, sha256d};
use bitcoin::script::Instruction;
use bitcoin::{
    BlockHash, OutPoint, PubkeyHash, Script, ScriptBuf, ScriptHash, Transaction, TxIn, TxOut, Txid, WPubkeyHash,
    WScriptHash, Witness,
};

/// Length of a header in bytes, without the proof of a parent chain.
const HEADER: usize = 80;

/// Bit of the version of a header that continues with the proof of a parent chain (`AuxPoW`).
const MERGE_MINED: i32 = 0x100;

/// Minimum length of a transaction in bytes: an input and an output without scripts.
const MIN_TRANSACTION: usize = 60;

/// Start of the output script with the hash over the witnesses of a block (BIP 141).
const COMMITMENT: [u8; 6] = [0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed];

/// Identity of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockId {
    /// The height.
    pub height: u32,
    /// The hash of the header.
    pub hash: BlockHash,
}

/// A block of the best chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The height as the caller states, and the hash of the header.
    pub id: BlockId,
    /// The hash of the block before.
    pub parent: BlockHash,
    /// The block time in Unix seconds.
    pub time: u64,
    /// The transactions in block order, the coinbase first. None is left out.
    pub transactions: Vec<BlockTransaction>,
}

/// A transaction of a [`Block`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockTransaction {
    /// The transaction id.
    pub txid: Txid,
    /// The inputs in order.
    pub inputs: Vec<BlockInput>,
    /// The outputs in order.
    pub outputs: Vec<BlockOutput>,
}

/// Input of a [`BlockTransaction`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockInput {
    /// The spent output; `None` for a coinbase.
    pub spent: Option<OutPoint>,
    /// The scripts that the spent output may have, as far as the input reveals them, in the form of
    /// [`Address::script_pubkey`]: p2pkh, p2sh, p2wpkh and p2wsh, by the hash of the revealed key or script. Empty for
    /// p2pk, bare multisignatures and taproot. A candidate is no proof: only nodes verify inputs.
    pub revealed: Vec<ScriptBuf>,
}

/// Output of a [`BlockTransaction`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockOutput {
    /// The script that a spender must satisfy: on bch without the token prefix.
    pub script: ScriptBuf,
    /// The value in base units.
    pub value: u64,
}

/// Error of [`Block::decode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// The block is longer than the chain permits.
    #[error("block of {length} bytes, above the maximum of {maximum}")]
    TooLong {
        /// The length of the block in bytes.
        length: usize,
        /// The maximum of the chain in bytes.
        maximum: usize,
    },
    /// The bytes are truncated, have trailing data or an invalid count, or a transaction has a format that the chain
    /// does not have.
    #[error("not a valid block")]
    Malformed,
    /// The first transaction is no coinbase, or a later transaction is.
    #[error("the coinbase is not the first transaction alone")]
    Coinbase,
    /// The header commits to different transactions, or a transaction is repeated (CVE-2012-2459).
    #[error("the header commits to different transactions")]
    MerkleRoot,
    /// The coinbase commits to different witnesses.
    #[error("the coinbase commits to different witnesses")]
    Witnesses,
}

impl From<Malformed> for BlockError {
    fn from(_: Malformed) -> Self {
        Self::Malformed
    }
}

impl Block {
    /// Decodes the block at a height of the chain. Verifies that the header commits to the transactions, and the coinbase
    /// to the witnesses if the coinbase has a commitment. The proof of work and the rules of the chain are not verified.
    pub fn decode(params: &'static Params, height: u32, bytes: &[u8]) -> Result<Self, BlockError> {
        let maximum = params.max_block_size;
        if bytes.len() > maximum {
            let length = bytes.len();
            return Err(BlockError::TooLong { length, maximum });
        }
        let mut reader = Reader(bytes);
        let header: Header = deserialize(reader.take(HEADER)?).map_err(|_| BlockError::Malformed)?;
        if params.has_merged_mining() && header.version.to_consensus() & MERGE_MINED != 0 {
            skip_parent_proof(&mut reader)?;
        }
        let transactions = transactions(params, reader)?;
        let txids: Vec<Txid> = transactions.iter().map(Transaction::compute_txid).collect();
        let root = merkle_root(txids.iter().map(|txid| txid.to_raw_hash()).collect());
        if root != Some(header.merkle_root.to_raw_hash()) {
            return Err(BlockError::MerkleRoot);
        }
        let is_coinbase = |(index, transaction): (usize, &Transaction)| transaction.is_coinbase() == (index == 0);
        if !transactions.iter().enumerate().all(is_coinbase) {
            return Err(BlockError::Coinbase);
        }
        if params.has_segwit() && !has_committed_witnesses(&transactions) {
            return Err(BlockError::Witnesses);
        }
        let transactions = txids.into_iter().zip(transactions);
        Ok(Self {
            id: BlockId {
                height,
                hash: header.block_hash(),
            },
            parent: header.prev_blockhash,
            time: header.time.into(),
            transactions: transactions
                .map(|(txid, transaction)| BlockTransaction::of(params, txid, transaction))
                .collect(),
        })
    }
}

/// Skips the proof that a block of the parent chain commits to the header (`CAuxPow` of Dogecoin Core): the coinbase of
/// the parent with block hash, branch and index, the branch and the index of the chain, and the header of the parent.
fn skip_parent_proof(reader: &mut Reader<'_>) -> Result<(), BlockError> {
    const HASH: usize = 32;
    const INDEX: usize = 4;
    take_transaction(&mut reader.0)?;
    reader.take(HASH)?;
    for _ in 0..2 {
        let hashes = reader.count()?;
        reader.take(hashes.checked_mul(HASH).ok_or(BlockError::Malformed)?)?;
        reader.take(INDEX)?;
    }
    reader.take(HEADER)?;
    Ok(())
}

/// Decodes the transactions of a block, which are the rest of the bytes: except for an extension block, which only follows
/// a `HogEx`, and is not read, since no transaction id commits to the data.
fn transactions(params: &Params, mut reader: Reader<'_>) -> Result<Vec<Transaction>, BlockError> {
    let count = reader.count()?;
    if count > reader.0.len() / MIN_TRANSACTION {
        return Err(BlockError::Malformed);
    }
    let mut rest = reader.0;
    let mut transactions = Vec::with_capacity(count);
    let mut has_hogex = false;
    while transactions.len() < count {
        // The `HogEx` is the last transaction.
        if has_hogex {
            return Err(BlockError::Malformed);
        }
        let hogex = params.has_extension_block.then(|| extension::take_hogex(&mut rest));
        let hogex = hogex.flatten();
        has_hogex = hogex.is_some();
        let transaction = hogex.map_or_else(|| take_transaction(&mut rest), Ok)?;
        if !params.has_segwit() && transaction.input.iter().any(|input| !input.witness.is_empty()) {
            return Err(BlockError::Malformed);
        }
        transactions.push(transaction);
    }
    if rest.is_empty() || has_hogex {
        Ok(transactions)
    } else {
        Err(BlockError::Malformed)
    }
}

/// Decodes the transaction at the start of the bytes, which then hold the rest.
fn take_transaction(rest: &mut &[u8]) -> Result<Transaction, BlockError> {
    Transaction::consensus_decode_from_finite_reader(rest).map_err(|_| BlockError::Malformed)
}

/// Returns the root of the Merkle tree over the hashes, `None` without hashes, and if a pair of a level has the same hash
/// twice: the tree of a block with repeated transactions has the root of the tree without them (CVE-2012-2459).
fn merkle_root(mut level: Vec<sha256d::Hash>) -> Option<sha256d::Hash> {
    while level.len() > 1 {
        if level.chunks_exact(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        // The last hash of an odd level is paired with itself.
        let pairs = level.chunks(2).map(|pair| [pair[0], pair[pair.len() - 1]]);
        level = pairs
            .map(|[left, right]| hash_of(left.as_byte_array(), right.as_byte_array()))
            .collect();
    }
    level.pop()
}

fn hash_of(left: &[u8; 32], right: &[u8; 32]) -> sha256d::Hash {
    sha256d::Hash::hash(&[left.as_slice(), right].concat())
}

/// Returns true if the coinbase commits to the witnesses of all transactions, or to none (BIP 141). The id of the coinbase
/// covers the commitment, so an upstream cannot leave witnesses out.
fn has_committed_witnesses(transactions: &[Transaction]) -> bool {
    let Some(coinbase) = transactions.first() else {
        return false;
    };
    let outputs = coinbase.output.iter().rev();
    let mut commitments =
        outputs.filter_map(|output| output.script_pubkey.as_bytes().strip_prefix(&COMMITMENT)?.first_chunk());
    let Some(commitment) = commitments.next() else {
        return true;
    };
    let reserved: Option<&[u8; 32]> = match coinbase.input.first() {
        Some(input) if input.witness.len() == 1 => input.witness.nth(0).and_then(|item| item.try_into().ok()),
        _ => None,
    };
    let of_others = transactions
        .iter()
        .skip(1)
        .map(|transaction| transaction.compute_wtxid().to_raw_hash());
    let root = merkle_root(std::iter::once(sha256d::Hash::all_zeros()).chain(of_others).collect());
    root.zip(reserved)
        .is_some_and(|(root, reserved)| hash_of(root.as_byte_array(), reserved).as_byte_array() == commitment)
}

impl BlockTransaction {
    fn of(params: &Params, txid: Txid, transaction: Transaction) -> Self {
        Self {
            txid,
            inputs: transaction
                .input
                .iter()
                .map(|input| BlockInput::of(params, input))
                .collect(),
            outputs: transaction
                .output
                .into_iter()
                .map(|output| BlockOutput::of(params, output))
                .collect(),
        }
    }
}

impl BlockInput {
    fn of(params: &Params, input: &TxIn) -> Self {
        if input.previous_output.is_null() {
            return Self {
                spent: None,
                revealed: Vec::new(),
            };
        }
        let revealed = match (input.script_sig.is_empty(), input.witness.is_empty()) {
            (_, true) => of_script(params, &input.script_sig),
            (true, false) => of_witness(&input.witness).into_iter().collect(),
            // A nested witness program, the only push of the script.
            (false, false) => redeem_script(&input.script_sig).map(p2sh).into_iter().collect(),
        };
        Self {
            spent: Some(input.previous_output),
            revealed,
        }
    }
}

/// Returns the output scripts that a script without a witness reveals by the last push: the key of p2pkh, or the redeem
/// script of p2sh.
fn of_script(params: &Params, script: &Script) -> Vec<ScriptBuf> {
    let Some(Ok(Instruction::PushBytes(last))) = script.instructions().last() else {
        return Vec::new();
    };
    let last = last.as_bytes();
    if is_key(last) {
        let hash = hash160::Hash::hash(last).to_byte_array();
        return vec![ScriptBuf::new_p2pkh(&PubkeyHash::from_byte_array(hash))];
    }
    let with_long_hash = params.has_tokens().then(|| Address::p2sh32_script(last));
    std::iter::once(p2sh(Script::from_bytes(last)))
        .chain(with_long_hash)
        .collect()
}

/// Returns the output script that the witness of a native input reveals: the key of p2wpkh, or the script of p2wsh.
fn of_witness(witness: &Witness) -> Option<ScriptBuf> {
    let last = witness.last()?;
    match (witness.len(), last) {
        (2, key) if is_compressed_key(key) => {
            let hash = hash160::Hash::hash(key).to_byte_array();
            Some(ScriptBuf::new_p2wpkh(&WPubkeyHash::from_byte_array(hash)))
        }
        // A signature of a taproot key path, or the annex or the control block of a script path, with which no valid
        // script starts.
        (1, signature) if matches!(signature.len(), 64 | 65) => None,
        (_, [0x50 | 0xc0.., ..]) => None,
        (_, script) => {
            let hash = sha256::Hash::hash(script).to_byte_array();
            Some(ScriptBuf::new_p2wsh(&WScriptHash::from_byte_array(hash)))
        }
    }
}

fn p2sh(redeem_script: &Script) -> ScriptBuf {
    let hash = hash160::Hash::hash(redeem_script.as_bytes()).to_byte_array();
    ScriptBuf::new_p2sh(&ScriptHash::from_byte_array(hash))
}

/// Returns true for the length and first byte of a public key. The point is not verified, which would take longer than all
/// else in the block: a false key is no candidate that a watched address has.
const fn is_key(bytes: &[u8]) -> bool {
    is_compressed_key(bytes) || matches!(bytes, [4 | 6 | 7, rest @ ..] if rest.len() == 64)
}

const fn is_compressed_key(bytes: &[u8]) -> bool {
    matches!(bytes, [2 | 3, rest @ ..] if rest.len() == 32)
}

impl BlockOutput {
    fn of(params: &Params, output: TxOut) -> Self {
        let script = output.script_pubkey;
        let script = if params.has_tokens() && token_prefix::starts(script.as_bytes()) {
            ScriptBuf::from(token_prefix::strip(script.as_bytes()).to_vec())
        } else {
            script
        };
        Self {
            script,
            value: output.value.to_sat(),
        }
    }
}
