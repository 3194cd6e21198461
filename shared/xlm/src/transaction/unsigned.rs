//! Unsigned transactions and fee bumps.

use crate::account::reserve::SequenceNumber;
use crate::chain::{network_id, to_base64};
use crate::contract::PreparedCall;
use crate::fee::estimate::Fee;
use crate::operation::Operations;
use crate::transaction::memo::Memo;
use crate::value::address::AccountId;
use sha2::{Digest, Sha256};
use std::time::Duration;
use stellar_xdr::{self as xdr, Limits, WriteXdr};
use wallet_core::model::Network;

/// The parts of a transaction besides the operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The source account, which pays the fee.
    pub source: AccountId,
    /// The sequence number of the transaction.
    pub sequence: SequenceNumber,
    /// The maximum fee for all operations together, in stroops.
    pub fee: Fee,
    /// The memo for the recipient.
    pub memo: Memo,
    /// The Unix time in seconds after which no ledger may include the transaction.
    pub valid_until: u64,
}

/// The validity period of a transaction without a client-supplied timeout.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_mins(10);

/// An unsigned transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsignedTransaction(xdr::Transaction);

impl UnsignedTransaction {
    /// Builds a transaction.
    pub fn build(frame: &Frame, operations: &Operations) -> Self {
        Self::of(frame, operations.to_xdr())
    }

    fn of(frame: &Frame, operations: xdr::VecM<xdr::Operation, 100>) -> Self {
        let bounds = xdr::TimeBounds {
            min_time: xdr::TimePoint(0),
            max_time: xdr::TimePoint(frame.valid_until),
        };
        Self(xdr::Transaction {
            source_account: xdr::MuxedAccount::Ed25519(xdr::Uint256(frame.source.0)),
            fee: frame.fee.get(),
            seq_num: xdr::SequenceNumber(frame.sequence.get()),
            cond: xdr::Preconditions::Time(bounds),
            memo: frame.memo.to_xdr(),
            operations,
            ext: xdr::TransactionExt::V0,
        })
    }

    /// Builds the call of a contract with the resources of the simulation.
    pub fn invoke(frame: &Frame, call: &PreparedCall) -> Self {
        let Self(transaction) = Self::of(frame, vec![call.operation()].try_into().unwrap_or_default());
        Self(xdr::Transaction {
            ext: xdr::TransactionExt::V1(call.simulated.resources.data.clone()),
            ..transaction
        })
    }

    /// Returns the envelope without signatures in base64.
    pub fn to_base64(&self) -> String {
        to_base64(&xdr::TransactionEnvelope::from(self.0.clone()))
    }

    /// Returns the hash to sign.
    pub fn hash(&self, network: Network) -> [u8; 32] {
        hash(&xdr::TransactionEnvelope::from(self.0.clone()), network)
    }
}

/// Returns the hash that the signatures of an envelope cover, which is the transaction id: SHA-256 of
/// the network id and the transaction.
pub(crate) fn hash(envelope: &xdr::TransactionEnvelope, network: Network) -> [u8; 32] {
    use xdr::TransactionSignaturePayloadTaggedTransaction as Tagged;
    let tagged_transaction = match envelope {
        xdr::TransactionEnvelope::TxV0(envelope) => Tagged::Tx(upgraded(&envelope.tx)),
        xdr::TransactionEnvelope::Tx(envelope) => Tagged::Tx(envelope.tx.clone()),
        xdr::TransactionEnvelope::TxFeeBump(envelope) => Tagged::TxFeeBump(envelope.tx.clone()),
    };
    let payload = xdr::TransactionSignaturePayload {
        network_id: xdr::Hash(network_id(network)),
        tagged_transaction,
    };
    // Writing to memory fails only at limits, and none are set.
    Sha256::digest(payload.to_xdr(Limits::none()).unwrap_or_default()).into()
}

/// Converts a transaction of version 0 to version 1, the form used for hashing.
pub(crate) fn upgraded(transaction: &xdr::TransactionV0) -> xdr::Transaction {
    let cond = transaction.time_bounds.clone();
    xdr::Transaction {
        source_account: xdr::MuxedAccount::Ed25519(transaction.source_account_ed25519.clone()),
        fee: transaction.fee,
        seq_num: transaction.seq_num.clone(),
        cond: cond.map_or(xdr::Preconditions::None, xdr::Preconditions::Time),
        memo: transaction.memo.clone(),
        operations: transaction.operations.clone(),
        ext: xdr::TransactionExt::V0,
    }
}
