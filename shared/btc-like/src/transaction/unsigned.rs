//! Building of a payment.

use crate::address::Address;
use crate::address::sender::Sender;
use crate::chain::params::Params;
use crate::coin::utxo::{Input, Inputs};
use crate::output::{Output, Payments};
use crate::transaction::signature::sighash;
use bitcoin::absolute::LockTime;
use bitcoin::sighash::SighashCache;
use bitcoin::transaction::{Version, predict_weight};
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
    /// The recipient's address belongs to a chain or network different from the sender's.
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
pub(crate) const fn check_size(size: u64) -> Result<u64, BuildError> {
    if size > MAX_SIZE {
        return Err(BuildError::TooLarge { maximum: MAX_SIZE });
    }
    Ok(size)
}

/// A complete payment without signatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsignedTransaction {
    pub(crate) inputs: Vec<Input>,
    pub(crate) transaction: Transaction,
    size: u64,
    fee: u64,
    change: Option<u64>,
}

impl UnsignedTransaction {
    /// Builds a transaction: payments and data in order, then the change.
    /// Change below the dust limit is added to the fee before the fee bounds are checked
    /// (docs/decisions/utxo-payments.md#change-at-the-relay-minimum).
    pub fn build(inputs: &Inputs, payments: &Payments, terms: Terms, fee: u64) -> Result<Self, BuildError> {
        let (sizes, left) = remainder(inputs, payments, fee)?;
        let transaction = Self::assemble(inputs, sizes, terms, fee, left, sizes.has_change(fee, left));
        check_size(transaction.size)?;
        check_fee(payments.params(), transaction.size, transaction.fee)?;
        Ok(transaction)
    }

    /// Builds the same transaction without bounds of its size and fee: an operator can set another relay minimum than
    /// that of the chain. Change below the dust limit is added to the fee.
    pub fn build_unbounded(inputs: &Inputs, payments: &Payments, terms: Terms, fee: u64) -> Result<Self, BuildError> {
        let (sizes, left) = remainder(inputs, payments, fee)?;
        let has_change = left >= payments.change().dust_limit();
        Ok(Self::assemble(inputs, sizes, terms, fee, left, has_change))
    }

    /// Combines inputs and outputs. `left` is the remainder after amounts and fee: the change, or a part of the fee.
    fn assemble(inputs: &Inputs, sizes: Sizes<'_>, terms: Terms, fee: u64, left: u64, has_change: bool) -> Self {
        let change = has_change.then_some(left);
        let (size, fee) = match change {
            Some(_) => (sizes.with_change, fee),
            // Both are parts of the value of the inputs, so the sum cannot overflow.
            None => (sizes.without_change, fee.saturating_add(left)),
        };
        let payments = sizes.payments;
        let outputs = payments.as_slice().iter().map(payment_output);
        let outputs = outputs.chain(change.map(|change| output(payments.change(), change)));
        let inputs = inputs.as_slice().to_vec();
        let transaction = Transaction {
            version: Version(i32::from(terms.version)),
            lock_time: LockTime::from_consensus(terms.lock_time),
            input: inputs.iter().map(|input| unsigned_input(terms, input)).collect(),
            output: outputs.collect(),
        };
        Self {
            inputs,
            transaction,
            size,
            fee,
            change,
        }
    }

    /// Returns the inputs in order.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// Returns the transaction with empty scripts and witnesses.
    pub const fn as_transaction(&self) -> &Transaction {
        &self.transaction
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

/// Returns the sizes of the transaction, and the remainder after amounts and fee in base units.
fn remainder<'p>(inputs: &Inputs, payments: &'p Payments, fee: u64) -> Result<(Sizes<'p>, u64), BuildError> {
    check_same_chain(inputs, payments)?;
    let available = inputs.total();
    let required = payments.total().saturating_add(fee);
    let left = available
        .checked_sub(required)
        .ok_or(BuildError::InsufficientFunds { available, required })?;
    Ok((Sizes::of(inputs.owners(), payments), left))
}

/// Checks that all addresses belong to the chain and network of the first input.
fn check_same_chain(inputs: &Inputs, payments: &Payments) -> Result<(), BuildError> {
    let sender = inputs.as_slice()[0].owner.params();
    let recipients = payments.as_slice().iter().filter_map(Output::to);
    let addresses = recipients.chain([payments.change()]);
    let mut rows = addresses
        .map(Address::params)
        .chain(inputs.owners().map(Sender::params));
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

/// Sequence number that disables the lock time if set on all inputs.
const FINAL: u32 = 0xffff_ffff;
/// Highest sequence number with which the lock time is effective.
const ENFORCES_LOCK_TIME: u32 = 0xffff_fffe;

/// Version of transactions by default.
const DEFAULT_VERSION: u8 = 2;

/// Error of [`Terms::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    /// A version that nodes do not relay.
    #[error("version must be 1 or 2")]
    Version,
    /// A lock time without effect.
    #[error("a sequence number below 4294967295 is required for the lock time to have an effect")]
    IneffectiveLockTime,
}

impl CodedError for TermsError {
    fn info(&self) -> ErrorInfo {
        let error_at = |field: &'static str| ErrorInfo::describe(ErrorCode::InvalidRequest, self).at(field);
        match self {
            Self::Version => error_at("version"),
            Self::IneffectiveLockTime => error_at("sequence"),
        }
    }
}

/// Version, lock time, and the default sequence number of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub(crate) version: u8,
    pub(crate) lock_time: u32,
    pub(crate) sequence: u32,
}

impl Terms {
    /// Returns the terms of an ordinary payment: version 2, no lock time, the chain's sequence number.
    pub const fn ordinary(params: &Params) -> Self {
        Self {
            version: DEFAULT_VERSION,
            lock_time: 0,
            sequence: params.sequence,
        }
    }

    /// Validates requested values. The default sequence number is that of the chain, lowered if the number would
    /// disable the lock time. A lock time has an effect if the sequence number of an input permits.
    pub fn new(
        params: &Params,
        version: Option<u8>,
        lock_time: Option<u32>,
        sequence: Option<u32>,
        inputs: &Inputs,
    ) -> Result<Self, TermsError> {
        let ordinary = Self::ordinary(params);
        let version = version.unwrap_or(ordinary.version);
        if !(1..=2).contains(&version) {
            return Err(TermsError::Version);
        }
        let lock_time = lock_time.unwrap_or(0);
        let default = match lock_time {
            0 => ordinary.sequence,
            _ => ordinary.sequence.min(ENFORCES_LOCK_TIME),
        };
        let sequence = sequence.unwrap_or(default);
        let mut sequences = inputs.as_slice().iter().map(|input| input.sequence.unwrap_or(sequence));
        if lock_time > 0 && sequences.all(|sequence| sequence == FINAL) {
            return Err(TermsError::IneffectiveLockTime);
        }
        Ok(Self {
            version,
            lock_time,
            sequence,
        })
    }
}

/// Maximum size of a relayed transaction, in vbytes (400 000 weight units).
pub(crate) const MAX_SIZE: u64 = 100_000;

/// Weight of outpoint and sequence number of an input, in weight units.
const OUTPOINT_AND_SEQUENCE: u64 = 4 * (36 + 4);

/// Returns the size of a transaction with the inputs and output scripts, in vbytes.
pub(crate) fn size_of<'a>(
    owners: impl IntoIterator<Item = &'a Sender>,
    script_lengths: impl IntoIterator<Item = usize>,
) -> u64 {
    let inputs = owners.into_iter().map(Sender::unlocking_weight);
    predict_weight(inputs, script_lengths).to_vbytes_ceil()
}

/// Returns the size of an input of this owner, in vbytes.
pub(crate) fn input_size(owner: &Sender) -> u64 {
    input_weight(owner).div_ceil(4)
}

/// Returns the weight of an input of this owner, in weight units.
pub(crate) fn input_weight(owner: &Sender) -> u64 {
    OUTPOINT_AND_SEQUENCE + owner.unlocking_weight().weight().to_wu()
}

/// Sizes of a transaction with and without change, in vbytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes<'p> {
    payments: &'p Payments,
    /// Size with the outputs to the recipients only.
    pub without_change: u64,
    /// Size with the change output as well.
    pub with_change: u64,
}

impl<'p> Sizes<'p> {
    /// Predicts the sizes with worst-case signatures: 72 bytes for low-s DER and the sighash byte.
    pub(crate) fn of<'a>(owners: impl Iterator<Item = &'a Sender> + Clone, payments: &'p Payments) -> Self {
        let change = payments.change().script_pubkey().len();
        Self {
            payments,
            without_change: size_of(owners.clone(), payments.script_lengths()),
            with_change: size_of(owners, payments.script_lengths().chain([change])),
        }
    }

    /// Returns the size to use before the fee is known, or `None` if the inputs are below the amounts.
    pub(crate) fn estimate(self, total: u64) -> Option<u64> {
        let left = total.checked_sub(self.payments.total())?;
        Some(if self.counts_change(left) {
            self.with_change
        } else {
            self.without_change
        })
    }

    /// Returns true if the remainder after the amounts pays for a change output at the minimum relay
    /// fee.
    fn counts_change(self, left: u64) -> bool {
        let (lowest_fee, _) = self.payments.params().fee_bounds(self.with_change);
        left.checked_sub(lowest_fee)
            .is_some_and(|change| change >= self.payments.change().dust_limit())
    }

    /// Returns true if `left`, the remainder after amounts and fee, becomes a change output.
    ///
    /// Dust becomes fee. The remainder also becomes fee if the estimated size excludes change and the fee covers
    /// that size but not the larger size: with change, the transaction would be below the relay minimum. Size times
    /// price is therefore always an accepted fee (docs/decisions/utxo-payments.md#change-at-the-relay-minimum).
    pub(crate) fn has_change(self, fee: u64, left: u64) -> bool {
        let (lowest_fee, _) = self.payments.params().fee_bounds(self.without_change);
        let fits_without = fee >= lowest_fee && !self.counts_change(left.saturating_add(fee));
        left >= self.payments.change().dust_limit() && !fits_without
    }
}
