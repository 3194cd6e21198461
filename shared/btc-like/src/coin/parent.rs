//! Decoder of transactions from upstreams: parents of inputs and entries of a history.
//!
//! Upstreams are not trusted: the decoder verifies the txid. The decoder skips everything that a txid does not commit
//! to (witnesses, Litecoin's extension block), so that future formats of the parts still decode
//! (docs/decisions/utxo-payments.md#decoder-of-parent-transactions).

use crate::coin::token_prefix::{self, Malformed, Reader};
use bitcoin::hashes::{Hash, HashEngine, sha256d};
use bitcoin::{OutPoint, Script, Txid};

/// Marker in the position of the input count, which is never 0.
const EXTENDED_MARKER: u8 = 0;

/// Lengths of the input fields besides the script, in bytes: txid and index of the spent output, and sequence
/// number.
const TXID_LENGTH: usize = 32;
const INDEX_LENGTH: usize = 4;
const SEQUENCE_LENGTH: usize = 4;
/// Lengths of version and lock time, in bytes.
const VERSION_LENGTH: usize = 4;
const LOCKTIME_LENGTH: usize = 4;

/// Error of [`ParentTransaction::decode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParentError {
    /// The bytes are truncated, have trailing data or an invalid count.
    #[error("not a valid transaction")]
    Malformed,
    /// A valid transaction with a different id.
    #[error("txid mismatch")]
    TxidMismatch,
}

impl From<Malformed> for ParentError {
    fn from(_: Malformed) -> Self {
        Self::Malformed
    }
}

/// Output of a parent transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentOutput {
    /// The value in base units.
    pub value: u64,
    /// The script as serialised in the transaction, on bch including the token prefix.
    pub script: Vec<u8>,
    /// True if the output carries `CashTokens`, which a plain payment would burn.
    ///
    /// On the remaining chains such a script starts with an invalid opcode and is unspendable.
    pub carries_token: bool,
}

impl ParentOutput {
    /// Returns the script that a spender must satisfy, without the token prefix.
    pub fn locking_script(&self) -> &Script {
        Script::from_bytes(token_prefix::strip(&self.script))
    }
}

/// The parts of a transaction that the txid commits to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentTransaction {
    inputs: Vec<OutPoint>,
    outputs: Vec<ParentOutput>,
}

impl ParentTransaction {
    /// Decodes a transaction and verifies the id.
    pub fn decode(bytes: &[u8], expected: Txid) -> Result<Self, ParentError> {
        let (transaction, hashed) = Self::read(bytes)?;
        if txid(hashed) == expected {
            Ok(transaction)
        } else {
            Err(ParentError::TxidMismatch)
        }
    }

    /// Returns the bytes that the id of a transaction is the hash of: without witnesses and Litecoin's extension block.
    pub fn hashed_bytes(bytes: &[u8]) -> Result<Vec<u8>, ParentError> {
        let (_, hashed) = Self::read(bytes)?;
        Ok(hashed.concat())
    }

    /// Decodes a transaction. Returns the transaction with the hashed parts.
    fn read(bytes: &[u8]) -> Result<(Self, [&[u8]; 3]), ParentError> {
        let mut reader = Reader(bytes);
        let version = reader.take(VERSION_LENGTH)?;
        let extended = reader.0.first() == Some(&EXTENDED_MARKER);
        if extended {
            // The marker and a byte of flags: 0x01 for witnesses, 0x08 for an extension block.
            reader.take(2)?;
        }
        let body = reader.0;
        let inputs = inputs(&mut reader)?;
        let outputs = outputs(&mut reader)?;
        let body = &body[..body.len() - reader.0.len()];
        let locktime = if extended {
            reader.last(LOCKTIME_LENGTH)?
        } else {
            reader.0
        };
        if locktime.len() != LOCKTIME_LENGTH {
            return Err(ParentError::Malformed);
        }
        Ok((Self { inputs, outputs }, [version, body, locktime]))
    }

    /// Returns the spent outpoints in input order.
    pub fn inputs(&self) -> &[OutPoint] {
        &self.inputs
    }

    /// Returns the outputs in order.
    pub fn outputs(&self) -> &[ParentOutput] {
        &self.outputs
    }

    /// Returns true for a coinbase: the only input has the null outpoint.
    pub fn is_coinbase(&self) -> bool {
        matches!(self.inputs.as_slice(), [only] if only.is_null())
    }

    /// Returns an output, or `None` if the index is out of range.
    pub fn output(&self, vout: u32) -> Option<&ParentOutput> {
        self.outputs.get(usize::try_from(vout).ok()?)
    }
}

/// Computes the txid over the parts of the serialisation.
fn txid(parts: [&[u8]; 3]) -> Txid {
    let mut engine = sha256d::Hash::engine();
    for part in parts {
        engine.input(part);
    }
    Txid::from_raw_hash(sha256d::Hash::from_engine(engine))
}

fn inputs(reader: &mut Reader<'_>) -> Result<Vec<OutPoint>, ParentError> {
    // The count is untrusted: nothing is allocated for it.
    let mut inputs = Vec::new();
    for _ in 0..reader.count()? {
        let txid = Txid::from_slice(reader.take(TXID_LENGTH)?).map_err(|_| ParentError::Malformed)?;
        let index = u32::try_from(reader.number(INDEX_LENGTH)?).map_err(|_| ParentError::Malformed)?;
        reader.script()?;
        reader.take(SEQUENCE_LENGTH)?;
        inputs.push(OutPoint::new(txid, index));
    }
    Ok(inputs)
}

fn outputs(reader: &mut Reader<'_>) -> Result<Vec<ParentOutput>, ParentError> {
    let mut outputs = Vec::new();
    for _ in 0..reader.count()? {
        let value = reader.number(8)?;
        let script = reader.script()?.to_vec();
        let carries_token = token_prefix::starts(&script);
        outputs.push(ParentOutput {
            value,
            script,
            carries_token,
        });
    }
    Ok(outputs)
}
