//! Litecoin transactions with data of the extension block (LIP 2 and LIP 3, "MWEB").
//!
//! Their serialisation has the flag 0x08, and the data before the lock time: a peg-in has plain inputs and an output of
//! witness version 9: funds that enter the extension block. The last transaction of each block, the `HogEx`, has the
//! flag without data: it moves the funds of the extension block, and the outputs after the first output are the
//! peg-outs. The data is not read, since the txid does not commit to it; nodes validate it.

use bitcoin::absolute::LockTime;
use bitcoin::consensus::Decodable;
use bitcoin::transaction::Version;
use bitcoin::{Transaction, TxIn, TxOut, Witness};

/// Flag of witnesses (BIP 144).
const WITNESSES: u8 = 0x01;
/// Flag of data of the extension block.
const EXTENSION: u8 = 0x08;

/// Byte for absent data.
const NO_DATA: u8 = 0;

/// Length of the lock time in bytes.
const LOCKTIME_LENGTH: usize = 4;

/// The part of a transaction in the extension block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extension {
    /// None: a `HogEx`, which only miners create, without signatures of inputs.
    Hogex,
    /// Inputs, outputs and kernels of the extension block, such as the parts of a peg-in.
    Data,
}

/// Decodes a transaction with the flag of the extension block; `None` for different bytes.
pub(crate) fn decode(bytes: &[u8]) -> Option<(Transaction, Extension)> {
    let mut rest = bytes;
    let mut transaction = plain_part(&mut rest)?;
    let (data, mut lock_time) = rest.split_at_checked(rest.len().checked_sub(LOCKTIME_LENGTH)?)?;
    // The first byte states if there is data.
    let extension = match data {
        [NO_DATA] => Extension::Hogex,
        [1, _, ..] => Extension::Data,
        _ => return None,
    };
    transaction.lock_time = LockTime::consensus_decode(&mut lock_time).ok()?;
    Some((transaction, extension))
}

/// Decodes the `HogEx` at the start of the bytes, which then hold the rest; `None` and unchanged bytes for a different
/// transaction. A block has no further transaction with the flag: the data of all is in the extension block.
pub(crate) fn take_hogex(bytes: &mut &[u8]) -> Option<Transaction> {
    let mut rest = *bytes;
    let mut transaction = plain_part(&mut rest)?;
    rest = rest.strip_prefix(&[NO_DATA])?;
    transaction.lock_time = LockTime::consensus_decode(&mut rest).ok()?;
    *bytes = rest;
    Some(transaction)
}

/// Decodes the part of a transaction before the data of the extension block, without the lock time.
fn plain_part(rest: &mut &[u8]) -> Option<Transaction> {
    let version = Version::consensus_decode(rest).ok()?;
    let (&[marker, flags], after) = rest.split_first_chunk()?;
    if marker != 0 || flags & EXTENSION == 0 || flags & !(WITNESSES | EXTENSION) != 0 {
        return None;
    }
    *rest = after;
    let mut input = Vec::<TxIn>::consensus_decode(rest).ok()?;
    let output = Vec::<TxOut>::consensus_decode(rest).ok()?;
    if flags & WITNESSES != 0 {
        for input in &mut input {
            input.witness = Witness::consensus_decode(rest).ok()?;
        }
    }
    Some(Transaction {
        version,
        lock_time: LockTime::ZERO,
        input,
        output,
    })
}
