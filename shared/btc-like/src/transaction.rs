//! Building of a payment.

use super::address::Address;
use super::input::{Input, Inputs};
use super::output::Output;
use super::params::Params;
use super::payments::Payments;
use super::size::{MAX_SIZE, Sizes};
use super::terms::Terms;
use super::unlock::sighash;
use bitcoin::absolute::LockTime;
use bitcoin::sighash::SighashCache;
use bitcoin::transaction::Version;
use bitcoin::{Amount, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Witness};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Error of building a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The inputs do not cover amount and fee.
    #[error("insufficient funds: available {available}, required {required}")]
    InsufficientFunds {
        /// The value of the inputs, in base units.
        available: u64,
        /// Amount plus fee, in base units.
        required: u64,
    },
    /// The transaction exceeds the size that nodes relay.
    #[error("transaction must be at most {maximum} vbytes")]
    TooLarge {
        /// The limit in vbytes.
        maximum: u64,
    },
    /// The fee is below the relay minimum.
    #[error("fee is below the relay minimum of {minimum} for this transaction")]
    FeeTooLow {
        /// The minimum fee for the size, in base units.
        minimum: u64,
    },
    /// The fee is above the cap, which indicates a mistaken unit.
    #[error("fee is above the maximum of {maximum} for this transaction")]
    FeeTooHigh {
        /// The maximum fee for the size, in base units.
        maximum: u64,
    },
    /// The recipient's address belongs to another chain or network than the sender's.
    #[error("the recipient's address belongs to {recipient}, the sender's to {sender}")]
    OtherChain {
        /// The recipient's chain and network.
        recipient: &'static Params,
        /// The sender's chain and network.
        sender: &'static Params,
    },
}

impl CodedError for BuildError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::InsufficientFunds { available, required } => ErrorInfo::describe(ErrorCode::InsufficientFunds, self)
                .amount("available", available)
                .amount("required", required),
            Self::TooLarge { .. } => ErrorInfo::describe(ErrorCode::InvalidRequest, self).at("outputs"),
            Self::FeeTooLow { minimum } => ErrorInfo::describe(ErrorCode::FeeTooLow, self)
                .amount("minimum", minimum)
                .at("fee"),
            Self::FeeTooHigh { maximum } => ErrorInfo::describe(ErrorCode::FeeTooHigh, self)
                .amount("maximum", maximum)
                .at("fee"),
            Self::OtherChain { .. } => ErrorInfo::describe(ErrorCode::InvalidAddress, self).at("to"),
        }
    }
}

/// Returns the size in vbytes to multiply by a price per vbyte.
pub fn size(inputs: &Inputs, payments: &Payments) -> Result<u64, BuildError> {
    let size = Sizes::of(inputs.owners(), payments).estimate(inputs.total());
    let size = size.ok_or(BuildError::InsufficientFunds {
        available: inputs.total(),
        required: payments.total(),
    })?;
    check_size(size)
}

/// Returns the size in vbytes if nodes relay such a transaction.
pub(super) const fn check_size(size: u64) -> Result<u64, BuildError> {
    if size > MAX_SIZE {
        return Err(BuildError::TooLarge { maximum: MAX_SIZE });
    }
    Ok(size)
}

/// A complete payment without signatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsignedTransaction {
    pub(super) inputs: Vec<Input>,
    pub(super) transaction: Transaction,
    size: u64,
    fee: u64,
    change: Option<u64>,
}

impl UnsignedTransaction {
    /// Builds a transaction: payments and data in order, then the change.
    /// Change below the dust limit is added to the fee before the fee bounds are checked
    /// (docs/decisions/0106).
    pub fn build(inputs: &Inputs, payments: &Payments, terms: Terms, fee: u64) -> Result<Self, BuildError> {
        check_same_chain(inputs, payments)?;
        let available = inputs.total();
        let required = payments.total().saturating_add(fee);
        let left = available
            .checked_sub(required)
            .ok_or(BuildError::InsufficientFunds { available, required })?;

        let sizes = Sizes::of(inputs.owners(), payments);
        let outputs = payments.as_slice().iter();
        let mut outputs: Vec<TxOut> = outputs.map(payment_output).collect();
        let change = sizes.has_change(fee, left).then_some(left);
        let (size, fee) = match change {
            Some(_) => (sizes.with_change, fee),
            // Both are parts of `available`, so the sum cannot overflow.
            None => (sizes.without_change, fee.saturating_add(left)),
        };
        outputs.extend(change.map(|change| output(payments.change(), change)));
        check_size(size)?;
        check_fee(payments.params(), size, fee)?;

        let inputs = inputs.as_slice().to_vec();
        let transaction = Transaction {
            version: Version(i32::from(terms.version)),
            lock_time: LockTime::from_consensus(terms.lock_time),
            input: inputs.iter().map(|input| unsigned_input(terms, input)).collect(),
            output: outputs,
        };
        Ok(Self {
            inputs,
            transaction,
            size,
            fee,
            change,
        })
    }

    /// Returns the hash to sign for each input, in input order and signing byte order.
    pub fn sighashes(&self) -> Vec<[u8; 32]> {
        let inputs = self.inputs.iter();
        let spent: Vec<TxOut> = inputs
            .map(|input| output(input.owner.address(), input.utxo.value))
            .collect();
        let mut cache = SighashCache::new(&self.transaction);
        let inputs = self.inputs.iter().enumerate();
        inputs
            .map(|(index, input)| sighash(&mut cache, index, &input.owner, &spent))
            .collect()
    }

    /// Returns the size in vbytes with worst-case signatures.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Returns the miner fee in base units: the requested fee plus change below the dust limit.
    pub const fn fee(&self) -> u64 {
        self.fee
    }

    /// Returns the change in base units, or `None` without a change output.
    pub const fn change(&self) -> Option<u64> {
        self.change
    }
}

/// Checks that all addresses belong to the chain and network of the first input.
fn check_same_chain(inputs: &Inputs, payments: &Payments) -> Result<(), BuildError> {
    let sender = inputs.as_slice()[0].owner.params();
    let recipients = payments.as_slice().iter().filter_map(Output::to);
    let addresses = recipients.chain([payments.change()]);
    let mut rows = addresses
        .map(Address::params)
        .chain(inputs.owners().map(super::sender::Sender::params));
    match rows.find(|row| *row != sender) {
        Some(recipient) => Err(BuildError::OtherChain { recipient, sender }),
        None => Ok(()),
    }
}

fn check_fee(params: &Params, size: u64, fee: u64) -> Result<(), BuildError> {
    let (minimum, maximum) = params.fee_bounds(size);
    match fee {
        _ if fee < minimum => Err(BuildError::FeeTooLow { minimum }),
        _ if fee > maximum => Err(BuildError::FeeTooHigh { maximum }),
        _ => Ok(()),
    }
}

fn unsigned_input(terms: Terms, input: &Input) -> TxIn {
    TxIn {
        previous_output: input.utxo.outpoint,
        script_sig: ScriptBuf::new(),
        sequence: Sequence(input.sequence.unwrap_or(terms.sequence)),
        witness: Witness::new(),
    }
}

fn output(address: &Address, value: u64) -> TxOut {
    TxOut {
        value: Amount::from_sat(value),
        script_pubkey: address.script_pubkey().to_owned(),
    }
}

fn payment_output(output: &Output) -> TxOut {
    TxOut {
        value: Amount::from_sat(output.amount()),
        script_pubkey: output.script().to_owned(),
    }
}
