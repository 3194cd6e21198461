//! Transactions that an upstream returns as separate fields instead of bytes, without their witnesses.

use crate::parent::ParentError;
use bitcoin::absolute::LockTime;
use bitcoin::transaction::Version;
use bitcoin::{Amount, OutPoint, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Txid, Witness};

/// The fields of a transaction that its txid commits to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionFields {
    /// The version number.
    pub version: i32,
    /// The lock time.
    pub lock_time: u32,
    /// The inputs in order.
    pub inputs: Vec<InputFields>,
    /// The outputs in order: value in base units and script.
    pub outputs: Vec<(u64, ScriptBuf)>,
}

/// Input without its witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFields {
    /// The spent outpoint.
    pub outpoint: OutPoint,
    /// The script.
    pub script: ScriptBuf,
    /// The sequence number.
    pub sequence: u32,
}

impl TransactionFields {
    /// Returns the spent outpoints in input order. Fails with [`ParentError::TxidMismatch`] if the txid does not commit
    /// to the fields.
    pub fn spent_outpoints(self, expected: Txid) -> Result<Vec<OutPoint>, ParentError> {
        let outputs = self.outputs.into_iter();
        let transaction = Transaction {
            version: Version(self.version),
            lock_time: LockTime::from_consensus(self.lock_time),
            input: self.inputs.into_iter().map(InputFields::into_input).collect(),
            output: outputs
                .map(|(value, script_pubkey)| TxOut {
                    value: Amount::from_sat(value),
                    script_pubkey,
                })
                .collect(),
        };
        if transaction.compute_txid() != expected {
            return Err(ParentError::TxidMismatch);
        }
        Ok(transaction.input.iter().map(|input| input.previous_output).collect())
    }
}

impl InputFields {
    fn into_input(self) -> TxIn {
        TxIn {
            previous_output: self.outpoint,
            script_sig: self.script,
            sequence: Sequence(self.sequence),
            witness: Witness::new(),
        }
    }
}
