//! Unlocking of outputs: the hash to sign, and verified signatures in scripts and witnesses.

use super::address_type::AddressType;
use super::curve::CURVE;
use super::sender::Sender;
use super::sighash::{Scheme, ecdsa_sighash, taproot_sighash};
use super::signature::SignatureNumbers;
use bitcoin::key::XOnlyPublicKey;
use bitcoin::script::PushBytesBuf;
use bitcoin::secp256k1::Message;
use bitcoin::sighash::SighashCache;
use bitcoin::{ScriptBuf, Transaction, TxIn, TxOut, Witness};
use wallet_core::ecdsa::SignatureError;

/// Bytes before the key in a taproot output script: `OP_1` and the length of the key.
const TAPROOT_PREFIX: usize = 2;

/// Computes the hash to sign for an input of this owner, in signing byte order. `spent` contains the output that each
/// input spends.
pub(super) fn sighash(
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

/// Script and witness that spend an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unlocking {
    script_sig: ScriptBuf,
    witness: Witness,
}

impl Unlocking {
    /// Verifies the signature of the owner over this hash. Returns `None` if it is invalid, and an error if its numbers are
    /// out of the range of its algorithm.
    pub(super) fn verify(
        owner: &Sender,
        hash: [u8; 32],
        signature: SignatureNumbers,
    ) -> Result<Option<Self>, SignatureError> {
        match owner.scheme() {
            Scheme::Taproot => Ok(Self::taproot(owner, hash, signature)),
            scheme => {
                let signature = signature.to_ecdsa()?;
                let is_valid = owner.public_key().verifies(&CURVE, hash, signature.as_ecdsa());
                Ok(is_valid.then(|| Self::ecdsa(owner, &signature.to_der(scheme.sighash_byte()))))
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
    fn taproot(owner: &Sender, hash: [u8; 32], signature: SignatureNumbers) -> Option<Self> {
        let output_key = &owner.address().script_pubkey().as_bytes()[TAPROOT_PREFIX..];
        let output_key = XOnlyPublicKey::from_slice(output_key).ok()?;
        let signature = signature.to_schnorr();
        let verified = CURVE.verify_schnorr(&signature, &Message::from_digest(hash), &output_key);
        verified.is_ok().then(|| Self {
            script_sig: ScriptBuf::new(),
            witness: Witness::from_slice(&[signature.serialize()]),
        })
    }

    /// Completes an input.
    pub(super) fn write_to(self, input: &mut TxIn) {
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
