//! A payment on its way to being signed.

use super::address::Address;
use super::params::Params;
use super::payment::Payment;
use super::sender::{AddressType, Sender};
use super::sighash::{Scheme, sighash};
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

/// Why a payment cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The inputs do not reach amount and fee.
    #[error("the inputs are worth {available} but {required} are needed")]
    InsufficientFunds {
        /// What the inputs are worth, in smallest units.
        available: u64,
        /// What amount and fee come to.
        required: u64,
    },
    /// No node would relay the transaction.
    #[error("the fee of this transaction is at least {minimum}; nodes do not relay less")]
    FeeTooLow {
        /// The lowest fee for the size, in smallest units.
        minimum: u64,
    },
    /// Somebody has mistaken a unit.
    #[error("the fee of this transaction is at most {maximum}; more looks like a mistake")]
    FeeTooHigh {
        /// The highest fee for the size, in smallest units.
        maximum: u64,
    },
    /// The recipient's address belongs to another chain or network than the sender's.
    #[error("the recipient's address is one of {recipient}, the sender's one of {sender}")]
    OtherChain {
        /// The recipient's chain and network.
        recipient: &'static Params,
        /// The sender's chain and network.
        sender: &'static Params,
    },
}

/// A signature for one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputSignature {
    /// The place of the input in the list of inputs.
    pub input_index: u32,
    /// The signature over that input's hash.
    pub signature: Signature,
}

/// Why signatures do not complete a transaction. `at` is the place in the list of signatures as given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// An input without a signature.
    #[error("there is no signature for input {input}")]
    Missing {
        /// The place of the input.
        input: usize,
    },
    /// A signature for an input that does not exist.
    #[error("the transaction has no input with this inputIndex")]
    Surplus {
        /// The place of the signature.
        at: usize,
    },
    /// A second signature for the same input.
    #[error("this input has been signed further up in the list")]
    Repeated {
        /// The place of the second one.
        at: usize,
    },
    /// The signature was not made with this key over this hash.
    #[error("the signature does not verify with the public key and the hash of its input")]
    Invalid {
        /// The place of the signature.
        at: usize,
    },
}

/// A payment whose every byte is fixed but for the signatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsignedTransaction {
    sender: Sender,
    inputs: Vec<Utxo>,
    transaction: Transaction,
    size: u64,
    fee: u64,
}

impl UnsignedTransaction {
    /// Builds a payment: output 0 pays the recipient, output 1 is the change to the sender. Change below the dust
    /// limit goes to the fee, which then counts with it against the bounds (decisions 0106).
    pub fn build(sender: &Sender, utxos: &Utxos, payment: &Payment, fee: u64) -> Result<Self, BuildError> {
        check_same_chain(sender, payment)?;
        let available = utxos.total();
        let required = payment.amount().saturating_add(fee);
        let left = available
            .checked_sub(required)
            .ok_or(BuildError::InsufficientFunds { available, required })?;

        let sizes = Sizes::of(sender, utxos.as_slice().len(), payment.to());
        let mut outputs = vec![output(payment.to(), payment.amount())];
        let (size, fee) = if sizes.keep_change(sender, fee, left) {
            outputs.push(output(sender.address(), left));
            (sizes.with_change, fee)
        } else {
            // Both are parts of `available`, which fits.
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

    /// The hash to sign for each input, in their order and in the byte order that is signed.
    pub fn sighashes(&self) -> Vec<[u8; 32]> {
        let script_code = ScriptBuf::new_p2pkh(&self.sender.public_key().hash());
        let mut cache = SighashCache::new(&self.transaction);
        let values = self.inputs.iter().map(|utxo| utxo.value);
        values
            .enumerate()
            .map(|(index, value)| sighash(&mut cache, index, self.scheme(), &script_code, value))
            .collect()
    }

    /// Verifies one signature for each input, in any order, and completes the transaction with them.
    pub fn attach(self, signatures: &[InputSignature]) -> Result<SignedTransaction, AttachError> {
        let hashes = self.sighashes();
        let secp = Secp256k1::verification_only();
        let mut by_input = vec![None; hashes.len()];
        for (at, given) in signatures.iter().enumerate() {
            let input = usize::try_from(given.input_index).unwrap_or(usize::MAX);
            let hash = *hashes.get(input).ok_or(AttachError::Surplus { at })?;
            if by_input[input].replace(given.signature).is_some() {
                return Err(AttachError::Repeated { at });
            }
            if !self
                .sender
                .public_key()
                .verifies(&secp, hash, given.signature.as_ecdsa())
            {
                return Err(AttachError::Invalid { at });
            }
        }
        let scheme = self.scheme();
        let mut transaction = self.transaction;
        for (index, (input, signature)) in transaction.input.iter_mut().zip(by_input).enumerate() {
            let signature = signature.ok_or(AttachError::Missing { input: index })?;
            complete(input, &self.sender, &signature.to_der(scheme.sighash_byte()));
        }
        Ok(SignedTransaction::complete(transaction))
    }

    /// The size in vbytes with worst-case signatures.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// What the miners get, in smallest units: the fee asked for and change that was too small to keep.
    pub const fn fee(&self) -> u64 {
        self.fee
    }

    /// What comes back to the sender, in smallest units; `None` without a change output.
    pub fn change(&self) -> Option<u64> {
        self.transaction.output.get(1).map(|change| change.value.to_sat())
    }

    const fn scheme(&self) -> Scheme {
        match self.sender.address_type() {
            _ if self.sender.params().fork_id => Scheme::ForkId,
            AddressType::P2pkh => Scheme::Legacy,
            AddressType::P2wpkh => Scheme::SegwitV0,
        }
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

/// Puts signature and key where the form of the address wants them.
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
