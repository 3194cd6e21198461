//! Signed transactions, built here or supplied by a client.

use super::params::Params;
use super::size::MAX_SIZE;
use bitcoin::consensus::encode;
use bitcoin::{OutPoint, Transaction, TxIn, Txid};
use std::collections::HashSet;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::parse_hex;

/// Error of parsing a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransactionError {
    /// Not an even number of hex digits.
    #[error("transaction must be a hex string")]
    NotHex,
    /// The bytes are not exactly one serialised transaction.
    #[error("not exactly one valid transaction")]
    Malformed,
    /// No inputs or no outputs.
    #[error("transaction must have at least one input and one output")]
    Empty,
    /// Above the relay size limit.
    #[error("transaction must be at most {maximum} vbytes")]
    TooLarge {
        /// The limit in vbytes.
        maximum: u64,
    },
    /// A coinbase input, which only miners can create.
    #[error("input {input} is a coinbase input")]
    Coinbase {
        /// The index of the input.
        input: usize,
    },
    /// Two inputs with the same outpoint.
    #[error("input {input} spends the same output as an earlier input")]
    DuplicateInput {
        /// The index of the second input.
        input: usize,
    },
    /// An input with neither script nor witness.
    #[error("input {input} is not signed")]
    Unsigned {
        /// The index of the input.
        input: usize,
    },
    /// A witness on a chain without segregated witness.
    #[error("input {input} has a witness, which this chain does not support")]
    Witness {
        /// The index of the input.
        input: usize,
    },
    /// The total output value exceeds the money supply.
    #[error("total output value must be at most {maximum}")]
    OutputsTooLarge {
        /// The money supply in base units.
        maximum: u64,
    },
}

impl CodedError for TransactionError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::NotHex
            | Self::Malformed
            | Self::Empty
            | Self::TooLarge { .. }
            | Self::Coinbase { .. }
            | Self::DuplicateInput { .. }
            | Self::Unsigned { .. }
            | Self::Witness { .. }
            | Self::OutputsTooLarge { .. } => ErrorInfo::describe(ErrorCode::InvalidTransaction, self),
        }
    }
}

/// A transaction with a script or witness in every input.
///
/// Signatures are verified if the transaction was built here, but not if it was parsed: nodes verify those. A
/// parsed transaction must still be checked against its parents (see
/// `check_against_parents`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedTransaction(Transaction);

impl SignedTransaction {
    /// Wraps a transaction with verified signatures.
    pub(super) const fn complete(transaction: Transaction) -> Self {
        Self(transaction)
    }

    /// Parses hex, with or without `0x`. Rejects transactions that no node of the chain would accept.
    pub fn parse(params: &'static Params, text: &str) -> Result<Self, TransactionError> {
        let transaction = read(params, text)?;
        match transaction.input.iter().position(|input| !is_signed(input)) {
            Some(input) => Err(TransactionError::Unsigned { input }),
            None => Ok(Self(transaction)),
        }
    }

    /// Returns the transaction id.
    pub fn txid(&self) -> Txid {
        self.0.compute_txid()
    }

    /// Serialises the transaction.
    pub fn to_bytes(&self) -> Vec<u8> {
        encode::serialize(&self.0)
    }

    /// Serialises the transaction to lower-case hex.
    pub fn to_hex(&self) -> String {
        encode::serialize_hex(&self.0)
    }

    /// Returns the outpoints of the inputs in order.
    pub fn outpoints(&self) -> impl ExactSizeIterator<Item = OutPoint> + '_ {
        self.0.input.iter().map(|input| input.previous_output)
    }

    /// Returns the size in vbytes.
    pub fn size(&self) -> u64 {
        size(&self.0)
    }

    /// Returns the total output value in base units, or `None` on overflow.
    pub(super) fn total_output(&self) -> Option<u64> {
        total_output(&self.0)
    }
}

/// Parses hex, with or without `0x`. Rejects transactions that nodes of the chain would reject even
/// when signed.
pub(super) fn read(params: &Params, text: &str) -> Result<Transaction, TransactionError> {
    let bytes = parse_hex(text).map_err(|_| TransactionError::NotHex)?;
    let transaction: Transaction = encode::deserialize(&bytes).map_err(|_| TransactionError::Malformed)?;
    if transaction.input.is_empty() || transaction.output.is_empty() {
        return Err(TransactionError::Empty);
    }
    if size(&transaction) > MAX_SIZE {
        return Err(TransactionError::TooLarge { maximum: MAX_SIZE });
    }
    let mut seen = HashSet::new();
    for (index, input) in transaction.input.iter().enumerate() {
        check_input(params, index, input)?;
        if !seen.insert(input.previous_output) {
            return Err(TransactionError::DuplicateInput { input: index });
        }
    }
    let maximum = params.max_money;
    total_output(&transaction)
        .filter(|&sum| sum <= maximum)
        .ok_or(TransactionError::OutputsTooLarge { maximum })?;
    Ok(transaction)
}

/// Returns true if the input has a script or witness, valid or not.
pub(super) fn is_signed(input: &TxIn) -> bool {
    !input.script_sig.is_empty() || !input.witness.is_empty()
}

/// Returns the size in vbytes.
pub(super) fn size(transaction: &Transaction) -> u64 {
    transaction.weight().to_vbytes_ceil()
}

fn total_output(transaction: &Transaction) -> Option<u64> {
    let mut values = transaction.output.iter().map(|output| output.value.to_sat());
    values.try_fold(0u64, u64::checked_add)
}

fn check_input(params: &Params, index: usize, input: &TxIn) -> Result<(), TransactionError> {
    if input.previous_output.is_null() {
        return Err(TransactionError::Coinbase { input: index });
    }
    if !input.witness.is_empty() && !params.has_segwit() {
        return Err(TransactionError::Witness { input: index });
    }
    Ok(())
}
