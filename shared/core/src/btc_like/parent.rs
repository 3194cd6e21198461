//! Transactions whose outputs are spent, as upstreams give them.
//!
//! Upstreams are not trusted: what is read here is bound to the txid. Everything that a txid does not commit to
//! (witnesses, Litecoin's extension block) is skipped unread, so that no future form of it can be in the way.

use bitcoin::Txid;
use bitcoin::hashes::{Hash, HashEngine, sha256d};

/// The byte before the script of a bch output that carries tokens:
/// <https://github.com/cashtokens/cashtokens>.
const TOKEN_PREFIX: u8 = 0xef;

/// The marker where a count of inputs would stand; a real count is never 0.
const EXTENDED_MARKER: u8 = 0;

/// Bytes of an input besides its script: outpoint and sequence number.
const OUTPOINT_LENGTH: usize = 36;
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

/// A transaction whose outputs are spent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentTransaction {
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
        reader.skip_inputs()?;
        let outputs = reader.outputs()?;
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
            Ok(Self { outputs })
        } else {
            Err(ParentError::OtherTransaction)
        }
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

/// What has not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], ParentError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(ParentError::Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    fn last(&self, length: usize) -> Result<&'a [u8], ParentError> {
        let start = self.0.len().checked_sub(length).ok_or(ParentError::Malformed)?;
        Ok(&self.0[start..])
    }

    /// A number of up to eight bytes, the lowest first.
    fn number(&mut self, length: usize) -> Result<u64, ParentError> {
        let bytes = self.take(length)?;
        Ok(bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// A count or length in 1, 3, 5 or 9 bytes.
    fn count(&mut self) -> Result<usize, ParentError> {
        let count = match self.number(1)? {
            0xfd => self.number(2)?,
            0xfe => self.number(4)?,
            0xff => self.number(8)?,
            small => small,
        };
        usize::try_from(count).map_err(|_| ParentError::Malformed)
    }

    fn script(&mut self) -> Result<&'a [u8], ParentError> {
        let length = self.count()?;
        self.take(length)
    }

    fn skip_inputs(&mut self) -> Result<(), ParentError> {
        for _ in 0..self.count()? {
            self.take(OUTPOINT_LENGTH)?;
            self.script()?;
            self.take(SEQUENCE_LENGTH)?;
        }
        Ok(())
    }

    fn outputs(&mut self) -> Result<Vec<ParentOutput>, ParentError> {
        // The count is not to be believed before the outputs are there: nothing is allocated for it.
        let mut outputs = Vec::new();
        for _ in 0..self.count()? {
            let value = self.number(8)?;
            let script = self.script()?.to_vec();
            let carries_token = script.first() == Some(&TOKEN_PREFIX);
            outputs.push(ParentOutput {
                value,
                script,
                carries_token,
            });
        }
        Ok(outputs)
    }
}
