//! Partially signed transactions (BIP 174, version 0, with the fields of BIP 371 for taproot), for signers that decode
//! transactions themselves.

use crate::address::sender::{PublicKey, Sender};
use crate::chain::address_type::AddressType;
use crate::chain::params::{Chain, Params};
use crate::transaction::signature::{OwnerSignature, Signature, Unlocking};
use crate::transaction::signed::SignedTransaction;
use crate::transaction::unsigned::UnsignedTransaction;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bitcoin::bip32::{DerivationPath, Fingerprint, KeySource};
use bitcoin::psbt::{Input as PsbtInput, Output as PsbtOutput, Psbt, raw};
use bitcoin::sighash::{EcdsaSighashType, TapSighashType};
use bitcoin::{Amount, TapLeafHash, Transaction, TxOut, Txid, XOnlyPublicKey, ecdsa, secp256k1, taproot};
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// The origin of a key, by which a signer finds the private key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyOrigin {
    /// The public key of an input or of the change.
    pub public_key: PublicKey,
    /// The fingerprint of the master key and the path from it.
    source: KeySource,
}

/// Error of [`KeyOrigin::new`] for invalid parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyOriginError {
    /// The fingerprint is not four bytes.
    #[error("fingerprint must be 8 hex digits")]
    Fingerprint,
    /// The path is not a derivation path.
    #[error("path must be a derivation path, for example m/84'/0'/0'/0/0")]
    Path,
}

impl CodedError for KeyOriginError {
    fn info(&self) -> ErrorInfo {
        let field = match self {
            Self::Fingerprint => "fingerprint",
            Self::Path => "path",
        };
        ErrorInfo::describe(ErrorCode::InvalidRequest, self).at(field)
    }
}

impl KeyOrigin {
    /// Parses the fingerprint of the master key and the path (BIP 32).
    pub fn new(public_key: PublicKey, fingerprint: &str, path: &str) -> Result<Self, KeyOriginError> {
        const MAX_DEPTH: usize = 255;
        let fingerprint = Fingerprint::from_str(fingerprint).map_err(|_| KeyOriginError::Fingerprint)?;
        let path = DerivationPath::from_str(path).ok();
        let path = path
            .filter(|path| path.len() <= MAX_DEPTH)
            .ok_or(KeyOriginError::Path)?;
        Ok(Self {
            public_key,
            source: (fingerprint, path),
        })
    }
}

/// Error of [`UnsignedTransaction::to_psbt`] and [`UnsignedTransaction::attach_psbt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PsbtError {
    /// The chain has signature hashes that PSBTs do not describe.
    #[error("{chain} has no PSBT format: sign the hashes of get-hash")]
    NoFormat {
        /// The chain of the payment.
        chain: Chain,
    },
    /// The signature of an input does not prove the value, and the transaction that created the output is absent.
    #[error("parents must contain the transaction that created input {input}: estimate returns it with parents")]
    MissingParent {
        /// The index of the input.
        input: usize,
    },
    /// The transaction that created the output has another value or script.
    #[error("the output that input {input} spends has another value or owner in its transaction")]
    OtherParent {
        /// The index of the input.
        input: usize,
    },
    /// Not a PSBT of version 0 in base64.
    #[error("value must be the base64 of a PSBT of version 0 (BIP 174)")]
    Malformed,
    /// The PSBT has another transaction than the request.
    #[error("the transaction of the PSBT differs from the payment: inputs, outputs and amounts must be unchanged")]
    OtherTransaction,
    /// An input has no signature.
    #[error("input {input} of the PSBT is not signed by its owner")]
    Unsigned {
        /// The index of the input.
        input: usize,
    },
    /// A signature does not cover all inputs and outputs.
    #[error("the signature of input {input} has another sighash type than the payment")]
    SighashType {
        /// The index of the input.
        input: usize,
    },
    /// A signature is invalid.
    #[error("the signature of input {input} is invalid for the public key and the hash of the input")]
    Invalid {
        /// The index of the input.
        input: usize,
    },
}

impl CodedError for PsbtError {
    fn info(&self) -> ErrorInfo {
        let code = match self {
            Self::NoFormat { .. } => ErrorCode::InvalidRequest,
            Self::MissingParent { .. } | Self::OtherParent { .. } => {
                return ErrorInfo::describe(ErrorCode::InvalidRequest, self).at("parents");
            }
            Self::Malformed | Self::OtherTransaction => ErrorCode::InvalidTransaction,
            Self::Unsigned { .. } | Self::SighashType { .. } | Self::Invalid { .. } => ErrorCode::InvalidSignature,
        };
        ErrorInfo::describe(code, self).at("psbt")
    }
}

impl UnsignedTransaction {
    /// Returns the PSBT without signatures in base64. The parents are the transactions that created the inputs; a p2pkh
    /// input requires one, because the signature does not prove the value.
    pub fn to_psbt(&self, origins: &[KeyOrigin], parents: Vec<Transaction>) -> Result<String, PsbtError> {
        let params = self.inputs[0].owner.params();
        check_format(params)?;
        let parents: HashMap<Txid, Transaction> = parents.into_iter().map(|it| (it.compute_txid(), it)).collect();
        let inputs = (0..self.inputs.len()).map(|index| self.psbt_input(index, origins, &parents));
        let outputs = self.transaction.output.iter();
        let psbt = Psbt {
            unsigned_tx: self.transaction.clone(),
            version: 0,
            xpub: [].into(),
            proprietary: [].into(),
            unknown: [].into(),
            inputs: inputs.collect::<Result<_, _>>()?,
            outputs: outputs.map(|output| psbt_output(params, output, origins)).collect(),
        };
        Ok(STANDARD.encode(psbt.serialize()))
    }

    fn psbt_input(
        &self,
        index: usize,
        origins: &[KeyOrigin],
        parents: &HashMap<Txid, Transaction>,
    ) -> Result<PsbtInput, PsbtError> {
        let input = &self.inputs[index];
        let owner = &input.owner;
        let outpoint = input.utxo.outpoint;
        let spent = TxOut {
            value: Amount::from_sat(input.utxo.value),
            script_pubkey: owner.address().script_pubkey().to_owned(),
        };
        let parent = parents.get(&outpoint.txid);
        let vout = usize::try_from(outpoint.vout).unwrap_or(usize::MAX);
        if parent.is_some_and(|parent| parent.output.get(vout) != Some(&spent)) {
            return Err(PsbtError::OtherParent { input: index });
        }
        if parent.is_none() && !owner.signatures_commit_to_values() {
            return Err(PsbtError::MissingParent { input: index });
        }
        let is_taproot = owner.address_type() == AddressType::P2tr;
        let Keys {
            bip32_derivation,
            tap_internal_key,
            tap_key_origins,
        } = Keys::of(owner, origins);
        Ok(PsbtInput {
            // A taproot signature proves the values of all inputs (BIP 371).
            non_witness_utxo: parent.filter(|_| !is_taproot).cloned(),
            witness_utxo: owner.has_witness().then_some(spent),
            redeem_script: owner.redeem_script(),
            bip32_derivation,
            tap_internal_key,
            tap_key_origins,
            ..PsbtInput::default()
        })
    }

    /// Verifies the signatures of a PSBT, final or not, and completes the transaction. The PSBT must have the transaction
    /// of this payment, and each signature must cover all inputs and outputs.
    pub fn attach_psbt(self, base64: &str) -> Result<SignedTransaction, PsbtError> {
        check_format(self.inputs[0].owner.params())?;
        let bytes = STANDARD.decode(base64).map_err(|_| PsbtError::Malformed)?;
        let psbt = Psbt::deserialize(&bytes).map_err(|_| PsbtError::Malformed)?;
        if has_fields_of_version_2(&psbt) {
            return Err(PsbtError::Malformed);
        }
        if psbt.unsigned_tx != self.transaction {
            return Err(PsbtError::OtherTransaction);
        }
        let hashes = self.sighashes();
        let mut transaction = self.transaction;
        for (input, signed) in psbt.inputs.iter().enumerate() {
            let owner = &self.inputs[input].owner;
            let signature = signature(owner, input, signed)?;
            let unlocking = Unlocking::verify(owner, hashes[input], signature);
            let unlocking = unlocking.ok_or(PsbtError::Invalid { input })?;
            unlocking.write_to(&mut transaction.input[input]);
        }
        Ok(SignedTransaction::complete(transaction))
    }
}

/// Returns true for fields that a PSBT of version 0 must not have (BIP 370).
fn has_fields_of_version_2(psbt: &Psbt) -> bool {
    let contains = |unknown: &BTreeMap<raw::Key, Vec<u8>>, types: RangeInclusive<u8>| {
        let mut keys = unknown.keys();
        keys.any(|key| types.contains(&key.type_value))
    };
    contains(&psbt.unknown, 2..=6)
        || psbt.inputs.iter().any(|input| contains(&input.unknown, 0x0e..=0x12))
        || psbt.outputs.iter().any(|output| contains(&output.unknown, 3..=4))
}

/// Checks that signers can compute the signature hashes of the chain.
const fn check_format(params: &Params) -> Result<(), PsbtError> {
    if params.fork_id {
        return Err(PsbtError::NoFormat { chain: params.chain });
    }
    Ok(())
}

/// The fields of an input or output that describe the key.
#[derive(Default)]
struct Keys {
    bip32_derivation: BTreeMap<secp256k1::PublicKey, KeySource>,
    tap_internal_key: Option<XOnlyPublicKey>,
    tap_key_origins: BTreeMap<XOnlyPublicKey, (Vec<TapLeafHash>, KeySource)>,
}

impl Keys {
    fn of(owner: &Sender, origins: &[KeyOrigin]) -> Self {
        let point = owner.public_key().point();
        let mut origins = origins.iter();
        let source = origins.find(|origin| origin.public_key.point() == point);
        let source = source.map(|origin| origin.source.clone());
        if owner.address_type() != AddressType::P2tr {
            return Self {
                bip32_derivation: source.into_iter().map(|source| (point, source)).collect(),
                ..Self::default()
            };
        }
        let (internal, _) = point.x_only_public_key();
        let source = source.into_iter().map(|source| (internal, (Vec::new(), source)));
        Self {
            tap_internal_key: Some(internal),
            tap_key_origins: source.collect(),
            ..Self::default()
        }
    }
}

/// Returns the fields of an output, which show a signer that the output belongs to a key with an origin.
fn psbt_output(params: &'static Params, output: &TxOut, origins: &[KeyOrigin]) -> PsbtOutput {
    let owners = origins.iter().flat_map(|origin| {
        let types = params.address_types.iter();
        types.filter_map(|kind| Sender::new(params, origin.public_key, *kind).ok())
    });
    let mut owners = owners.filter(|owner| owner.address().script_pubkey() == &*output.script_pubkey);
    let Some(owner) = owners.next() else {
        return PsbtOutput::default();
    };
    let Keys {
        bip32_derivation,
        tap_internal_key,
        tap_key_origins,
    } = Keys::of(&owner, origins);
    PsbtOutput {
        redeem_script: owner.redeem_script(),
        bip32_derivation,
        tap_internal_key,
        tap_key_origins,
        ..PsbtOutput::default()
    }
}

/// Returns the signature of the owner, from the final fields or else from the partial signatures.
fn signature(owner: &Sender, input: usize, signed: &PsbtInput) -> Result<OwnerSignature, PsbtError> {
    let unsigned = PsbtError::Unsigned { input };
    let final_bytes = final_signature(owner, signed);
    if owner.address_type() == AddressType::P2tr {
        let partial = signed.tap_key_sig;
        let found = match final_bytes {
            Some(bytes) => taproot::Signature::from_slice(&bytes).map_err(|_| PsbtError::Invalid { input })?,
            None => partial.ok_or(unsigned)?,
        };
        return match found.sighash_type {
            TapSighashType::Default => Ok(OwnerSignature::Schnorr(found.signature)),
            _ => Err(PsbtError::SighashType { input }),
        };
    }
    let key = owner.public_key().point();
    let mut partial = signed.partial_sigs.iter();
    let partial = partial.find(|(signer, _)| signer.inner == key);
    let found = match final_bytes {
        Some(bytes) => ecdsa::Signature::from_slice(&bytes).map_err(|_| PsbtError::Invalid { input })?,
        None => *partial.ok_or(unsigned)?.1,
    };
    match found.sighash_type {
        EcdsaSighashType::All => Ok(OwnerSignature::Ecdsa(Signature::of(found.signature))),
        _ => Err(PsbtError::SighashType { input }),
    }
}

/// Returns the bytes of the signature in a final script or witness: the first element of either.
fn final_signature(owner: &Sender, signed: &PsbtInput) -> Option<Vec<u8>> {
    if owner.has_witness() {
        return signed.final_script_witness.as_ref()?.nth(0).map(<[u8]>::to_vec);
    }
    let script = signed.final_script_sig.as_ref()?;
    let first = script.instructions().next()?.ok()?;
    first.push_bytes().map(|bytes| bytes.as_bytes().to_vec())
}
