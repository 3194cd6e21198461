//! Transactions as upstreams give them: those whose outputs are spent, and those of a history.
//!
//! Upstreams are not trusted: what is read here is bound to the txid. Everything that a txid does not commit to
//! (witnesses, Litecoin's extension block) is skipped unread, so that no future form of it can be in the way.

use super::reader::Reader;
use super::token_prefix;
use bitcoin::hashes::{Hash, HashEngine, sha256d};
use bitcoin::{OutPoint, Script, Txid};

/// The marker where a count of inputs would stand; a real count is never 0.
const EXTENDED_MARKER: u8 = 0;

/// Bytes of an input besides its script: txid and index of what it spends, and the sequence number.
const TXID_LENGTH: usize = 32;
const INDEX_LENGTH: usize = 4;
const SEQUENCE_LENGTH: usize = 4;
/// Bytes of version and locktime each.
const VERSION_LENGTH: usize = 4;
const LOCKTIME_LENGTH: usize = 4;

/// Why bytes are not the transaction that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParentError {
    /// The bytes end early, go on too long or count wrongly.
    #[error("the bytes are no transaction")]
    Malformed,
    /// A transaction, but another one.
    #[error("the bytes are those of another transaction")]
    OtherTransaction,
}

/// An output as far as its spender needs to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentOutput {
    /// Its value in smallest units.
    pub value: u64,
    /// Its script as it stands in the transaction, on bch with the token prefix.
    pub script: Vec<u8>,
    /// Whether it carries `CashTokens`, which a plain payment would burn.
    ///
    /// On the other chains such a script is an invalid opcode: nobody can spend it, so nobody misses it.
    pub carries_token: bool,
}

impl ParentOutput {
    /// The script that its spender has to satisfy: without the prefix of tokens.
    pub fn locking_script(&self) -> &Script {
        Script::from_bytes(token_prefix::strip(&self.script))
    }
}

/// A transaction, as far as its txid commits to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentTransaction {
    inputs: Vec<OutPoint>,
    outputs: Vec<ParentOutput>,
}

impl ParentTransaction {
    /// Reads a transaction and checks that it has the id that was asked for.
    pub fn decode(bytes: &[u8], expected: Txid) -> Result<Self, ParentError> {
        let mut reader = Reader(bytes);
        let version = reader.take(VERSION_LENGTH)?;
        let extended = reader.0.first() == Some(&EXTENDED_MARKER);
        if extended {
            // The marker and one byte of flags: 0x01 announces witnesses, 0x08 an extension block.
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
        if txid([version, body, locktime]) == expected {
            Ok(Self { inputs, outputs })
        } else {
            Err(ParentError::OtherTransaction)
        }
    }

    /// What it spends, in the order of its inputs.
    pub fn inputs(&self) -> &[OutPoint] {
        &self.inputs
    }

    /// What it pays, in the order of its outputs.
    pub fn outputs(&self) -> &[ParentOutput] {
        &self.outputs
    }

    /// Whether a block made it: its one input spends nothing.
    pub fn is_coinbase(&self) -> bool {
        matches!(self.inputs.as_slice(), [only] if only.is_null())
    }

    /// An output, `None` when the transaction has fewer.
    pub fn output(&self, vout: u32) -> Option<&ParentOutput> {
        self.outputs.get(usize::try_from(vout).ok()?)
    }
}

/// The id of a transaction that consists of these parts.
fn txid(parts: [&[u8]; 3]) -> Txid {
    let mut engine = sha256d::Hash::engine();
    for part in parts {
        engine.input(part);
    }
    Txid::from_raw_hash(sha256d::Hash::from_engine(engine))
}

fn inputs(reader: &mut Reader<'_>) -> Result<Vec<OutPoint>, ParentError> {
    // The count is not to be believed before the inputs are there: nothing is allocated for it.
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
