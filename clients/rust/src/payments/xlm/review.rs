//! The comparison of an envelope with the requested transaction.

use super::operation::is_requested;
use super::{Memo, Terms};
use crate::blockchain_connector_xlm::contract::ContractCall;
use crate::blockchain_connector_xlm::operation::Operation;
use crate::payments::check::{PaymentError, check};
use crate::wire::{Asset, Warning};
use std::time::Duration;
use stellar_xdr as xdr;
use wallet_core::ports::system::Timestamp;

/// The endpoint of the compared transactions.
pub const ENDPOINT: &str = "get-hash";

/// The seconds within which a ledger can include a transaction, if the request states none.
const DEFAULT_TIMEOUT: u64 = 600;

/// The accepted difference between the clocks of this device and of the service.
const CLOCK_TOLERANCE: Duration = Duration::from_mins(5);

/// The facts to show before signing. All of them are part of the hash to sign.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review {
    /// The source account.
    pub source: String,
    /// The maximum fee in stroops.
    pub fee: u64,
    /// The sequence number: the requested one, otherwise a statement of the service.
    pub sequence: i64,
    /// The latest time at which a ledger can include the transaction, in Unix seconds.
    pub valid_until: u64,
    /// The operations as they are signed, each compared with the requested one.
    pub operations: Vec<xdr::Operation>,
    /// The call of a contract, if the transaction is one.
    pub call: Option<ReviewedCall>,
    /// Warnings of the service.
    pub warnings: Vec<Warning>,
}

/// The facts of the call of a contract. The contract alone determines the effects of the call: the preview shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReviewedCall {
    /// The called function, and the calls that the signature authorizes. The root of each of them is the requested call.
    /// Further calls of the contract are shown in `invocations`; a transfer of a token authorizes none.
    pub call: ContractCall,
    /// The asset, if the id of the contract proves that the contract is that of the asset.
    pub asset: Option<Asset>,
    /// The part of the fee that pays for resources, in stroops.
    pub resource_fee: u64,
}

/// The requested transaction.
pub struct Expected<'a> {
    pub terms: &'a Terms,
    /// The current time of this device.
    pub now: Timestamp,
}

/// Returns the address of a public key, without a call: G….
pub fn address(public_key: [u8; 32]) -> String {
    xdr::AccountId(xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256(public_key))).to_string()
}

fn muxed(public_key: [u8; 32]) -> xdr::MuxedAccount {
    xdr::MuxedAccount::Ed25519(xdr::Uint256(public_key))
}

impl Expected<'_> {
    /// Compares the fields besides the operations and the extension of an envelope without signatures with the requested
    /// ones. Returns the transaction, and the latest time at which a ledger can include the transaction.
    pub fn frame<'a>(
        &self,
        unsigned: &'a xdr::TransactionEnvelope,
    ) -> Result<(&'a xdr::Transaction, u64), PaymentError> {
        let (tx, signatures) = match unsigned {
            xdr::TransactionEnvelope::Tx(envelope) => (Some(&envelope.tx), envelope.signatures.len()),
            _ => (None, 0),
        };
        check(ENDPOINT, "kind of transaction", &tx.is_some(), &true)?;
        let tx = tx.ok_or_else(|| PaymentError::invalid("transaction", "it has another kind"))?;
        check(ENDPOINT, "number of signatures", &signatures, &0)?;
        check(ENDPOINT, "source", &tx.source_account, &muxed(self.terms.public_key))?;
        check(ENDPOINT, "fee", &tx.fee, &self.terms.fee)?;
        self.check_sequence(tx.seq_num.0)?;
        check(ENDPOINT, "memo", &tx.memo, &self.memo()?)?;
        let valid_until = match &tx.cond {
            xdr::Preconditions::Time(bounds) if bounds.min_time.0 == 0 => bounds.max_time.0,
            _ => 0,
        };
        // A transaction that is valid for longer could be kept and sent later.
        let is_short = (1..=self.latest_end()).contains(&valid_until);
        check(ENDPOINT, "time bounds", &is_short, &true)?;
        Ok((tx, valid_until))
    }

    /// Compares an envelope without signatures with the requested transaction, which has alternatives for each operation.
    pub fn review(
        &self,
        unsigned: &xdr::TransactionEnvelope,
        operations: &[Vec<Operation>],
        warnings: Vec<Warning>,
    ) -> Result<Review, PaymentError> {
        let (tx, valid_until) = self.frame(unsigned)?;
        check(ENDPOINT, "extension", &tx.ext, &xdr::TransactionExt::V0)?;
        check(
            ENDPOINT,
            "number of operations",
            &tx.operations.len(),
            &operations.len(),
        )?;
        for (alternatives, found) in operations.iter().zip(tx.operations.iter()) {
            if !alternatives.iter().any(|requested| is_requested(requested, found)) {
                check(
                    ENDPOINT,
                    "operation",
                    &format!("{found:?}"),
                    &format!("{alternatives:?}"),
                )?;
            }
        }
        Ok(Review {
            source: tx.source_account.to_string(),
            fee: tx.fee.into(),
            sequence: tx.seq_num.0,
            valid_until,
            operations: tx.operations.to_vec(),
            call: None,
            warnings,
        })
    }

    fn check_sequence(&self, found: i64) -> Result<(), PaymentError> {
        match self.terms.sequence {
            Some(requested) => check("get-hash", "sequence number", &found, &requested),
            None => check("get-hash", "positive sequence number", &(found > 0), &true),
        }
    }

    /// Returns the latest accepted end of the time bounds in Unix seconds.
    fn latest_end(&self) -> u64 {
        let timeout = self.terms.timeout.unwrap_or(DEFAULT_TIMEOUT);
        let end = self.now.after(CLOCK_TOLERANCE).after(Duration::from_secs(timeout));
        end.as_secs()
    }

    fn memo(&self) -> Result<xdr::Memo, PaymentError> {
        let invalid = |error| PaymentError::invalid("memo", error);
        Ok(match &self.terms.memo {
            None => xdr::Memo::None,
            Some(Memo::Text(text)) => xdr::Memo::Text(
                text.as_bytes()
                    .to_vec()
                    .try_into()
                    .map_err(|error: xdr::Error| invalid(error))?,
            ),
            Some(Memo::Id(id)) => xdr::Memo::Id(*id),
            Some(Memo::Hash(hash)) => xdr::Memo::Hash(xdr::Hash(*hash)),
            Some(Memo::Return(hash)) => xdr::Memo::Return(xdr::Hash(*hash)),
        })
    }
}

/// Compares a fee bump without its signature with the signed transaction that it contains.
pub fn fee_bump(
    unsigned: &xdr::TransactionEnvelope,
    inner: xdr::TransactionEnvelope,
    public_key: [u8; 32],
    fee: u32,
    warnings: Vec<Warning>,
) -> Result<Review, PaymentError> {
    const ENDPOINT: &str = "get-hash/fee-bump";
    let (xdr::TransactionEnvelope::TxFeeBump(envelope), xdr::TransactionEnvelope::Tx(tx)) = (unsigned, inner) else {
        return Err(PaymentError::invalid("transaction", "it has another kind"));
    };
    check(ENDPOINT, "number of signatures", &envelope.signatures.len(), &0)?;
    check(ENDPOINT, "fee source", &envelope.tx.fee_source, &muxed(public_key))?;
    check(ENDPOINT, "fee", &envelope.tx.fee, &i64::from(fee))?;
    let (sequence, operations) = (tx.tx.seq_num.0, tx.tx.operations.to_vec());
    let (source, cond) = (tx.tx.source_account.to_string(), tx.tx.cond.clone());
    let expected = xdr::FeeBumpTransactionInnerTx::Tx(tx);
    check(ENDPOINT, "inner transaction", &envelope.tx.inner_tx, &expected)?;
    Ok(Review {
        source,
        fee: u64::from(fee),
        sequence,
        valid_until: match cond {
            xdr::Preconditions::Time(bounds) => bounds.max_time.0,
            _ => 0,
        },
        operations,
        call: None,
        warnings,
    })
}
