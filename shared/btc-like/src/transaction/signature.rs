//! Signature hashes.

use crate::address::sender::{CURVE, Sender};
use crate::chain::address_type::AddressType;
use crate::transaction::sighash::{Scheme, ecdsa_sighash, taproot_sighash};
use bitcoin::key::XOnlyPublicKey;
use bitcoin::script::PushBytesBuf;
use bitcoin::secp256k1::{Message, ecdsa, schnorr};
use bitcoin::sighash::SighashCache;
use bitcoin::{ScriptBuf, Transaction, TxIn, TxOut, Witness};
use wallet_core::ecdsa::{SignatureError, parse_numbers, signature_from_numbers};

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
        let signature = signature_from_numbers(self.r, self.s).ok_or(SignatureError::OutOfRange)?;
        Ok(Signature::of(signature))
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
    /// Returns the signature with the low s.
    pub(crate) fn of(mut signature: ecdsa::Signature) -> Self {
        signature.normalize_s();
        Self(signature)
    }

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

/// A signature by the algorithm of the input.
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
    /// Verifies the signature of the owner over this hash. Returns `None` if invalid.
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
