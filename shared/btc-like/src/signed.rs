//! Complete transactions, built here or given by a caller.

use super::params::Params;
use super::size::MAX_SIZE;
use bitcoin::consensus::encode;
use bitcoin::{OutPoint, Transaction, TxIn, Txid};
use std::collections::HashSet;
use wallet_core::model::parse_hex;

/// Why bytes are no transaction that could be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransactionError {
    /// Something other than pairs of hex digits.
    #[error("a transaction is written in hex digits")]
    NotHex,
    /// Not the bytes of one transaction from the first to the last.
    #[error("the text does not hold exactly one transaction")]
    Malformed,
    /// No inputs or no outputs.
    #[error("a transaction has at least one input and one output")]
    Empty,
    /// Larger than nodes relay.
    #[error("a transaction is at most {maximum} vbytes")]
    TooLarge {
        /// The limit in vbytes.
        maximum: u64,
    },
    /// Only miners make coinbase transactions.
    #[error("input {input} is a coinbase input")]
    Coinbase {
        /// The place of the input.
        input: usize,
    },
    /// The same outpoint twice.
    #[error("input {input} spends an output that an input before it spends, too")]
    DuplicateInput {
        /// The place of the second one.
        input: usize,
    },
    /// An input with neither script nor witness.
    #[error("input {input} is not signed")]
    Unsigned {
        /// The place of the input.
        input: usize,
    },
    /// A witness on a chain without segregated witness.
    #[error("input {input} has a witness, which this chain does not know")]
    Witness {
        /// The place of the input.
        input: usize,
    },
    /// Outputs worth more than can exist.
    #[error("the outputs together are worth more than {maximum}")]
    OutputsTooLarge {
        /// The money supply in smallest units.
        maximum: u64,
    },
}

/// A transaction with a script or witness at every input.
///
/// One that was attached here has verified signatures; one that was parsed has yet to be checked against its
/// parents (see `check_against_parents`), and what its signatures are worth is for the network to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedTransaction(Transaction);

impl SignedTransaction {
    /// A transaction whose signatures have all been verified.
    pub(super) const fn complete(transaction: Transaction) -> Self {
        Self(transaction)
    }

    /// Reads hex, with or without `0x`, and refuses what no node of the chain would take.
    pub fn parse(params: &'static Params, text: &str) -> Result<Self, TransactionError> {
        let transaction = read(params, text)?;
        match transaction.input.iter().position(|input| !is_signed(input)) {
            Some(input) => Err(TransactionError::Unsigned { input }),
            None => Ok(Self(transaction)),
        }
    }

    /// The transaction's id.
    pub fn txid(&self) -> Txid {
        self.0.compute_txid()
    }

    /// The bytes that are sent.
    pub fn to_bytes(&self) -> Vec<u8> {
        encode::serialize(&self.0)
    }

    /// The bytes that are sent, in lower-case hex.
    pub fn to_hex(&self) -> String {
        encode::serialize_hex(&self.0)
    }

    /// What the inputs spend, in their order.
    pub fn outpoints(&self) -> impl ExactSizeIterator<Item = OutPoint> + '_ {
        self.0.input.iter().map(|input| input.previous_output)
    }

    /// The size in vbytes.
    pub fn size(&self) -> u64 {
        size(&self.0)
    }

    /// What the outputs are worth together, in smallest units; `None` beyond the range of an u64.
    pub(super) fn total_output(&self) -> Option<u64> {
        total_output(&self.0)
    }
}

/// Reads hex, with or without `0x`, and refuses what no node of the chain would take once it is signed.
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
    for (place, input) in transaction.input.iter().enumerate() {
        check_input(params, place, input)?;
        if !seen.insert(input.previous_output) {
            return Err(TransactionError::DuplicateInput { input: place });
        }
    }
    let maximum = params.max_money;
    total_output(&transaction)
        .filter(|&sum| sum <= maximum)
        .ok_or(TransactionError::OutputsTooLarge { maximum })?;
    Ok(transaction)
}

/// Whether there is anything that could be a signature.
pub(super) fn is_signed(input: &TxIn) -> bool {
    !input.script_sig.is_empty() || !input.witness.is_empty()
}

/// The size in vbytes.
pub(super) fn size(transaction: &Transaction) -> u64 {
    transaction.weight().to_vbytes_ceil()
}

fn total_output(transaction: &Transaction) -> Option<u64> {
    let mut values = transaction.output.iter().map(|output| output.value.to_sat());
    values.try_fold(0u64, u64::checked_add)
}

fn check_input(params: &Params, place: usize, input: &TxIn) -> Result<(), TransactionError> {
    if input.previous_output.is_null() {
        return Err(TransactionError::Coinbase { input: place });
    }
    if !input.witness.is_empty() && !params.has_segwit() {
        return Err(TransactionError::Witness { input: place });
    }
    Ok(())
}
