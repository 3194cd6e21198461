//! Signature hashes.

use crate::address::sender::{CURVE, Sender};
use crate::chain::address_type::AddressType;
use crate::transaction::signed::SignedTransaction;
use crate::transaction::unsigned::UnsignedTransaction;
use bitcoin::hashes::{Hash, sha256d};
use bitcoin::key::XOnlyPublicKey;
use bitcoin::script::PushBytesBuf;
use bitcoin::secp256k1::{Message, ecdsa, schnorr};
use bitcoin::sighash::{EcdsaSighashType, Prevouts, SighashCache, TapSighashType};
use bitcoin::{Amount, Script, ScriptBuf, Transaction, TxIn, TxOut, Witness};
use wallet_core::ecdsa::{SignatureError, parse_numbers, signature_from_numbers};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Commits to all inputs and outputs.
const SIGHASH_ALL: u8 = 0x01;
/// Marks a signature as valid on bch only.
const SIGHASH_FORKID: u8 = 0x40;

/// Signature hash algorithm. All variants commit to all inputs and outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// The original algorithm: the input value is not hashed.
    Legacy,
    /// BIP 143: <https://github.com/bitcoin/bips/blob/master/bip-0143.mediawiki>.
    SegwitV0,
    /// BIP 143 with fork id 0 of bch:
    /// <https://github.com/bitcoincashorg/bitcoincash.org/blob/master/spec/replay-protected-sighash.md>.
    ForkId,
    /// BIP 341 with `SIGHASH_DEFAULT`, for the key path:
    /// <https://github.com/bitcoin/bips/blob/master/bip-0341.mediawiki>.
    Taproot,
}

impl Scheme {
    /// Returns the byte after an ECDSA signature in the script or witness.
    pub(crate) const fn sighash_byte(self) -> u8 {
        match self {
            Self::Legacy | Self::SegwitV0 | Self::Taproot => SIGHASH_ALL,
            Self::ForkId => SIGHASH_ALL | SIGHASH_FORKID,
        }
    }
}

/// Computes the hash of a BIP 340 signature for the key path. `spent` contains the output that each input spends.
pub(crate) fn taproot_sighash(cache: &mut SighashCache<&Transaction>, input: usize, spent: &[TxOut]) -> [u8; 32] {
    cache
        .taproot_key_spend_signature_hash(input, &Prevouts::All(spent), TapSighashType::Default)
        .expect("each input has its spent output")
        .to_byte_array()
}

/// Computes the hash of an ECDSA signature. `script_code` is the P2PKH script of the signing key under every scheme,
/// `value` the input value in base units.
pub(crate) fn ecdsa_sighash(
    cache: &mut SighashCache<&Transaction>,
    input: usize,
    scheme: Scheme,
    script_code: &Script,
    value: u64,
) -> [u8; 32] {
    if scheme == Scheme::Legacy {
        return cache
            .legacy_signature_hash(input, script_code, u32::from(SIGHASH_ALL))
            .expect("the index is within the inputs of this transaction")
            .to_byte_array();
    }
    let mut message = Vec::with_capacity(192);
    cache
        .segwit_v0_encode_signing_data_to(
            &mut message,
            input,
            script_code,
            Amount::from_sat(value),
            EcdsaSighashType::All,
        )
        .expect("the index is within the inputs, and writing to a vector succeeds");
    // The message ends with the sighash type as four little-endian bytes; the crate writes the plain type.
    let end = message.len() - 4;
    message[end] = scheme.sighash_byte();
    sha256d::Hash::hash(&message).to_byte_array()
}

/// The two numbers of a signature. The type of the spent output determines their algorithm: ECDSA, or BIP 340 for
/// taproot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignatureNumbers {
    r: [u8; 32],
    s: [u8; 32],
}

impl SignatureNumbers {
    /// Parses two numbers in hex, with or without `0x`, in either case, with or without leading zeros.
    pub fn parse(r: &str, s: &str) -> Result<Self, SignatureError> {
        let [r, s] = parse_numbers(r, s)?;
        Ok(Self { r, s })
    }

    /// Returns the ECDSA signature with the low s, or an error if a number is out of range.
    pub(crate) fn to_ecdsa(self) -> Result<Signature, SignatureError> {
        let mut signature = signature_from_numbers(self.r, self.s).ok_or(SignatureError::OutOfRange)?;
        signature.normalize_s();
        Ok(Signature(signature))
    }

    /// Returns the signature of BIP 340: the x coordinate r and the scalar s.
    pub(crate) fn to_schnorr(self) -> schnorr::Signature {
        let bytes = [self.r, self.s].concat();
        schnorr::Signature::from_slice(&bytes).expect("a signature has 64 bytes")
    }
}

/// An ECDSA signature over secp256k1 with a low s (BIP 146).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(ecdsa::Signature);

impl Signature {
    /// Parses two numbers in the form of [`SignatureNumbers::parse`].
    /// A high s is normalised to the equally valid low s.
    pub fn parse(r: &str, s: &str) -> Result<Self, SignatureError> {
        SignatureNumbers::parse(r, s)?.to_ecdsa()
    }

    /// Returns the secp256k1 type.
    pub(crate) const fn as_ecdsa(&self) -> &ecdsa::Signature {
        &self.0
    }

    /// Encodes strict DER (BIP 66) followed by the sighash byte.
    pub(crate) fn to_der(self, sighash_byte: u8) -> Vec<u8> {
        let mut bytes = self.0.serialize_der().to_vec();
        bytes.push(sighash_byte);
        bytes
    }
}

/// Bytes before the key in a taproot output script: `OP_1` and the length of the key.
const TAPROOT_PREFIX: usize = 2;

/// Computes the hash to sign for an input of this owner, in signing byte order. `spent` contains the output that each
/// input spends.
pub(crate) fn sighash(
    cache: &mut SighashCache<&Transaction>,
    input: usize,
    owner: &Sender,
    spent: &[TxOut],
) -> [u8; 32] {
    match owner.scheme() {
        Scheme::Taproot => taproot_sighash(cache, input, spent),
        scheme => {
            let script_code = ScriptBuf::new_p2pkh(&owner.public_key().hash());
            ecdsa_sighash(cache, input, scheme, &script_code, spent[input].value.to_sat())
        }
    }
}

/// A signature by the algorithm of its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnerSignature {
    /// ECDSA, for all types but taproot.
    Ecdsa(Signature),
    /// BIP 340, for taproot.
    Schnorr(schnorr::Signature),
}

impl OwnerSignature {
    /// Reads the numbers by the algorithm of the owner's inputs. Fails if they are out of the range of ECDSA.
    pub(crate) fn read(owner: &Sender, numbers: SignatureNumbers) -> Result<Self, SignatureError> {
        match owner.scheme() {
            Scheme::Taproot => Ok(Self::Schnorr(numbers.to_schnorr())),
            _ => numbers.to_ecdsa().map(Self::Ecdsa),
        }
    }
}

/// Script and witness that spend an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unlocking {
    script_sig: ScriptBuf,
    witness: Witness,
}

impl Unlocking {
    /// Verifies the signature of the owner over this hash. Returns `None` if it is invalid.
    pub(crate) fn verify(owner: &Sender, hash: [u8; 32], signature: OwnerSignature) -> Option<Self> {
        match signature {
            OwnerSignature::Schnorr(signature) => Self::taproot(owner, hash, &signature),
            OwnerSignature::Ecdsa(signature) => {
                let is_valid = owner.public_key().verifies(&CURVE, hash, signature.as_ecdsa());
                is_valid.then(|| Self::ecdsa(owner, &signature.to_der(owner.scheme().sighash_byte())))
            }
        }
    }

    /// Writes signature and key to the script or the witness, depending on the address type.
    fn ecdsa(owner: &Sender, signature: &[u8]) -> Self {
        let key = owner.public_key().to_bytes();
        if owner.address_type() == AddressType::P2pkh {
            return Self {
                script_sig: pushes([signature.to_vec(), key]),
                witness: Witness::new(),
            };
        }
        Self {
            script_sig: pushes(owner.redeem_script().map(ScriptBuf::into_bytes)),
            witness: Witness::from_slice(&[signature, key.as_slice()]),
        }
    }

    /// Verifies BIP 340 with the output key. The witness has no sighash byte: `SIGHASH_DEFAULT`.
    fn taproot(owner: &Sender, hash: [u8; 32], signature: &schnorr::Signature) -> Option<Self> {
        let output_key = &owner.address().script_pubkey().as_bytes()[TAPROOT_PREFIX..];
        let output_key = XOnlyPublicKey::from_slice(output_key).ok()?;
        let verified = CURVE.verify_schnorr(signature, &Message::from_digest(hash), &output_key);
        verified.is_ok().then(|| Self {
            script_sig: ScriptBuf::new(),
            witness: Witness::from_slice(&[signature.serialize()]),
        })
    }

    /// Completes an input.
    pub(crate) fn write_to(self, input: &mut TxIn) {
        input.script_sig = self.script_sig;
        input.witness = self.witness;
    }
}

fn pushes(items: impl IntoIterator<Item = Vec<u8>>) -> ScriptBuf {
    let mut script = ScriptBuf::new();
    for bytes in items {
        script.push_slice(PushBytesBuf::try_from(bytes).expect("a script can push 72 and 65 bytes"));
    }
    script
}

/// Signature for one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputSignature {
    /// The index of the input.
    pub input_index: u32,
    /// The signature over the sighash of that input.
    pub signature: SignatureNumbers,
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
    /// A number of an ECDSA signature is out of range.
    #[error("{source}")]
    OutOfRange {
        /// The index of the signature.
        at: usize,
        /// The error of the numbers.
        source: SignatureError,
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
            Self::OutOfRange { at, source } => source.info().at(format!("[{at}].signature")),
            Self::Invalid { at } => ErrorInfo::describe(ErrorCode::InvalidSignature, self).at(format!("[{at}]")),
        }
    }
}

impl UnsignedTransaction {
    /// Verifies one signature per input, in any order, and completes the transaction with them.
    pub fn attach(self, signatures: &[InputSignature]) -> Result<SignedTransaction, AttachError> {
        let hashes = self.sighashes();
        let mut by_input = vec![None; hashes.len()];
        for (at, (index, signature)) in self.read(signatures)?.into_iter().enumerate() {
            let (owner, hash) = (&self.inputs[index].owner, hashes[index]);
            if by_input[index].is_some() {
                return Err(AttachError::Repeated { at });
            }
            let verified = Unlocking::verify(owner, hash, signature);
            by_input[index] = Some(verified.ok_or(AttachError::Invalid { at })?);
        }
        let mut transaction = self.transaction;
        for (index, (input, unlocking)) in transaction.input.iter_mut().zip(by_input).enumerate() {
            unlocking.ok_or(AttachError::Missing { input: index })?.write_to(input);
        }
        Ok(SignedTransaction::complete(transaction))
    }

    /// Returns the index of the input of each signature, and the signature by its algorithm.
    fn read(&self, signatures: &[InputSignature]) -> Result<Vec<(usize, OwnerSignature)>, AttachError> {
        let read = |(at, item): (usize, &InputSignature)| {
            let index = usize::try_from(item.input_index).unwrap_or(usize::MAX);
            let input = self.inputs.get(index).ok_or(AttachError::Surplus { at })?;
            let signature = OwnerSignature::read(&input.owner, item.signature);
            Ok((
                index,
                signature.map_err(|source| AttachError::OutOfRange { at, source })?,
            ))
        };
        signatures.iter().enumerate().map(read).collect()
    }
}
