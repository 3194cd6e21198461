//! What an envelope does, for whoever wants to know before it is signed or sent.

use super::address::MuxedAccount;
use super::encoding::to_base64;
use super::envelope::Envelope;
use super::memo::Memo;
use super::operation::Operation;
use stellar_xdr::{self as xdr, TransactionEnvelope};

/// A transaction, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedTransaction {
    /// Whose transaction it is.
    pub source: MuxedAccount,
    /// Its sequence number.
    pub sequence: i64,
    /// The most that is paid for it, in stroops; of a fee bump that of the bump.
    pub fee: u64,
    /// Its memo.
    pub memo: Memo,
    /// From when it is valid, in Unix seconds; 0 for always.
    pub valid_from: u64,
    /// Until when it is valid, in Unix seconds; 0 for ever.
    pub valid_until: u64,
    /// Whether it has conditions beside its time bounds (CAP-21).
    pub has_other_conditions: bool,
    /// Its operations.
    pub operations: Vec<DecodedOperation>,
    /// Who pays the fee, where a fee bump says so.
    pub fee_source: Option<MuxedAccount>,
    /// How many signatures it has; of a fee bump those of the bump.
    pub signatures: usize,
}

/// An operation, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodedOperation {
    /// One that the specification knows.
    Known(Operation),
    /// One that it does not know, or with values that validators refuse.
    Other {
        /// The name of its type as Horizon has it: `invoke_host_function`.
        name: String,
        /// Its source account, where it has one of its own.
        source: Option<MuxedAccount>,
        /// Its XDR in base64.
        xdr: String,
    },
}

impl DecodedTransaction {
    /// Reads an envelope.
    pub fn of(envelope: &Envelope) -> Self {
        let transaction = envelope.transaction();
        let (fee, fee_source) = match &envelope.0 {
            TransactionEnvelope::TxFeeBump(bump) => {
                // What is below 0 is refused by everybody.
                let fee = u64::try_from(bump.tx.fee).unwrap_or_default();
                (fee, Some(MuxedAccount::from_xdr(&bump.tx.fee_source)))
            }
            TransactionEnvelope::TxV0(_) | TransactionEnvelope::Tx(_) => (transaction.fee.into(), None),
        };
        let (bounds, has_other_conditions) = match &transaction.cond {
            xdr::Preconditions::None => (None, false),
            xdr::Preconditions::Time(bounds) => (Some(bounds), false),
            xdr::Preconditions::V2(conditions) => (conditions.time_bounds.as_ref(), true),
        };
        Self {
            source: MuxedAccount::from_xdr(&transaction.source_account),
            sequence: transaction.seq_num.0,
            fee,
            memo: Memo::from_xdr(&transaction.memo),
            valid_from: bounds.map_or(0, |bounds| bounds.min_time.0),
            valid_until: bounds.map_or(0, |bounds| bounds.max_time.0),
            has_other_conditions,
            operations: transaction.operations.iter().map(DecodedOperation::of).collect(),
            fee_source,
            signatures: envelope.signatures().len(),
        }
    }
}

impl DecodedOperation {
    fn of(operation: &xdr::Operation) -> Self {
        let known = Operation::from_xdr(operation).filter(|known| known.is_told_by_its_json(operation));
        known.map_or_else(
            || Self::Other {
                name: horizons_name(operation.body.name()),
                source: operation.source_account.as_ref().map(MuxedAccount::from_xdr),
                xdr: to_base64(operation),
            },
            Self::Known,
        )
    }
}

/// The name of a type of operations as Horizon has it: `InvokeHostFunction` is `invoke_host_function`.
fn horizons_name(name: &str) -> String {
    let mut written = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !written.is_empty() {
            written.push('_');
        }
        written.push(letter.to_ascii_lowercase());
    }
    written
}
