//! Building and signing of a payment.

use super::address::Address;
use super::params::Params;
use super::payment::Payment;
use super::sender::{AddressType, Sender};
use super::sighash::sighash;
use super::signature::Signature;
use super::signed::SignedTransaction;
use super::size::Sizes;
use super::utxo::{Utxo, Utxos};
use bitcoin::absolute::LockTime;
use bitcoin::script::PushBytesBuf;
use bitcoin::secp256k1::Secp256k1;
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
pub fn size(sender: &Sender, utxos: &Utxos, payment: &Payment) -> Result<u64, BuildError> {
    Sizes::of(sender, utxos.as_slice().len(), payment.to())
        .estimate(sender, utxos.total(), payment.amount())
        .ok_or(BuildError::InsufficientFunds {
            available: utxos.total(),
            required: payment.amount(),
        })
}

/// Signature for one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputSignature {
    /// The index of the input.
    pub input_index: u32,
    /// The signature over the sighash of that input.
    pub signature: Signature,
}

/// Error of [`UnsignedTransaction::attach`]. `at` is the index in the given list of signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// An input without a signature.
    #[error("missing signature for input {input}")]
    Missing {
        /// The index of the input.
        input: usize,
    },
    /// A signature with an input index out of range.
    #[error("inputIndex is out of range")]
    Surplus {
        /// The index of the signature.
        at: usize,
    },
    /// A second signature for the same input.
    #[error("duplicate signature for the same input")]
    Repeated {
        /// The index of the second signature.
        at: usize,
    },
    /// The signature is invalid for the key and the hash.
    #[error("the signature is invalid for the public key and the hash of its input")]
    Invalid {
        /// The index of the signature.
        at: usize,
    },
}

impl CodedError for AttachError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Missing { .. } => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
            Self::Surplus { at } | Self::Repeated { at } => {
                ErrorInfo::describe(ErrorCode::InvalidRequest, self).at(format!("[{at}].inputIndex"))
            }
            Self::Invalid { at } => ErrorInfo::describe(ErrorCode::InvalidSignature, self).at(format!("[{at}]")),
        }
    }
}

/// A complete payment without signatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsignedTransaction {
    sender: Sender,
    inputs: Vec<Utxo>,
    transaction: Transaction,
    size: u64,
    fee: u64,
}

impl UnsignedTransaction {
    /// Builds a payment: output 0 pays the recipient, output 1 returns the change to the sender.
    /// Change below the dust limit is added to the fee before the fee bounds are checked
    /// (docs/decisions/0106).
    pub fn build(sender: &Sender, utxos: &Utxos, payment: &Payment, fee: u64) -> Result<Self, BuildError> {
        check_same_chain(sender, payment)?;
        let available = utxos.total();
        let required = payment.amount().saturating_add(fee);
        let left = available
            .checked_sub(required)
            .ok_or(BuildError::InsufficientFunds { available, required })?;

        let sizes = Sizes::of(sender, utxos.as_slice().len(), payment.to());
        let mut outputs = vec![output(payment.to(), payment.amount())];
        let (size, fee) = if sizes.has_change(sender, fee, left) {
            outputs.push(output(sender.address(), left));
            (sizes.with_change, fee)
        } else {
            // Both are parts of `available`, so the sum cannot overflow.
            (sizes.without_change, fee.saturating_add(left))
        };
        check_fee(sender.params(), size, fee)?;

        let inputs = utxos.as_slice().to_vec();
        let transaction = Transaction {
            version: Version::TWO,
            lock_time: LockTime::ZERO,
            input: inputs.iter().map(|utxo| input(sender.params(), utxo)).collect(),
            output: outputs,
        };
        Ok(Self {
            sender: sender.clone(),
            inputs,
            transaction,
            size,
            fee,
        })
    }

    /// Returns the hash to sign for each input, in input order and signing byte order.
    pub fn sighashes(&self) -> Vec<[u8; 32]> {
        let script_code = ScriptBuf::new_p2pkh(&self.sender.public_key().hash());
        let mut cache = SighashCache::new(&self.transaction);
        let values = self.inputs.iter().map(|utxo| utxo.value);
        values
            .enumerate()
            .map(|(index, value)| sighash(&mut cache, index, self.sender.scheme(), &script_code, value))
            .collect()
    }

    /// Verifies one signature per input, in any order, and completes the transaction with them.
    pub fn attach(self, signatures: &[InputSignature]) -> Result<SignedTransaction, AttachError> {
        let hashes = self.sighashes();
        let secp = Secp256k1::verification_only();
        let mut by_input = vec![None; hashes.len()];
        for (at, item) in signatures.iter().enumerate() {
            let input = usize::try_from(item.input_index).unwrap_or(usize::MAX);
            let hash = *hashes.get(input).ok_or(AttachError::Surplus { at })?;
            if by_input[input].replace(item.signature).is_some() {
                return Err(AttachError::Repeated { at });
            }
            if !self
                .sender
                .public_key()
                .verifies(&secp, hash, item.signature.as_ecdsa())
            {
                return Err(AttachError::Invalid { at });
            }
        }
        let scheme = self.sender.scheme();
        let mut transaction = self.transaction;
        for (index, (input, signature)) in transaction.input.iter_mut().zip(by_input).enumerate() {
            let signature = signature.ok_or(AttachError::Missing { input: index })?;
            complete(input, &self.sender, &signature.to_der(scheme.sighash_byte()));
        }
        Ok(SignedTransaction::complete(transaction))
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
    pub fn change(&self) -> Option<u64> {
        self.transaction.output.get(1).map(|change| change.value.to_sat())
    }
}

fn check_same_chain(sender: &Sender, payment: &Payment) -> Result<(), BuildError> {
    let (sender, recipient) = (sender.params(), payment.to().params());
    if sender == recipient {
        Ok(())
    } else {
        Err(BuildError::OtherChain { recipient, sender })
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

fn input(params: &Params, utxo: &Utxo) -> TxIn {
    TxIn {
        previous_output: utxo.outpoint,
        script_sig: ScriptBuf::new(),
        sequence: Sequence(params.sequence),
        witness: Witness::new(),
    }
}

fn output(address: &Address, value: u64) -> TxOut {
    TxOut {
        value: Amount::from_sat(value),
        script_pubkey: address.script_pubkey().to_owned(),
    }
}

/// Writes signature and key to the script or the witness, depending on the address type.
fn complete(input: &mut TxIn, sender: &Sender, signature: &[u8]) {
    let key = sender.public_key().to_bytes();
    match sender.address_type() {
        AddressType::P2wpkh => input.witness = Witness::from_slice(&[signature, key.as_slice()]),
        AddressType::P2pkh => {
            for bytes in [signature.to_vec(), key] {
                let push = PushBytesBuf::try_from(bytes).expect("a script can push 72 and 65 bytes");
                input.script_sig.push_slice(push);
            }
        }
    }
}
