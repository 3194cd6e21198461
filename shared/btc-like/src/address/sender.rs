//! Owner of outputs: a public key and an address type.

use crate::address::Address;
use crate::chain::address_type::AddressType;
use crate::chain::params::Params;
use crate::transaction::sighash::Scheme;
use bitcoin::key::{TapTweak, UntweakedPublicKey, XOnlyPublicKey};
use bitcoin::secp256k1::{Secp256k1, Verification, VerifyOnly};
use bitcoin::transaction::InputWeightPrediction;
use bitcoin::{ScriptBuf, secp256k1};
use std::fmt;
use std::sync::LazyLock;
use wallet_core::ecdsa::{PublicKeyError, parse_public_key};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Owner of outputs: the key that signs the inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    public_key: PublicKey,
    address_type: AddressType,
    address: Address,
}

impl AsRef<Address> for Sender {
    fn as_ref(&self) -> &Address {
        &self.address
    }
}

impl Sender {
    /// Derives the owner's address. Ignores `requested` on chains with a single address type.
    pub fn new(
        params: &'static Params,
        public_key: PublicKey,
        requested: AddressType,
    ) -> Result<Self, UncompressedKeyError> {
        let address_type = match params.address_types {
            [only] => *only,
            _ => requested,
        };
        let address = match address_type {
            AddressType::P2pkh => Address::p2pkh(params, public_key.hash()),
            AddressType::P2shP2wpkh => {
                let program = Address::p2wpkh(params, public_key.witness_hash()?);
                Address::p2sh(params, program.script_pubkey())
            }
            AddressType::P2wpkh => Address::p2wpkh(params, public_key.witness_hash()?),
            AddressType::P2tr => Address::p2tr(params, public_key.output_key()?),
        };
        Ok(Self {
            public_key,
            address_type,
            address,
        })
    }

    /// Returns the chain and network.
    pub const fn params(&self) -> &'static Params {
        self.address.params()
    }

    /// Returns the address that owns the outputs.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// Returns the signing key, on taproot the internal key.
    pub const fn public_key(&self) -> &PublicKey {
        &self.public_key
    }

    /// Returns the requested address type, or the only type of the chain.
    pub const fn address_type(&self) -> AddressType {
        self.address_type
    }

    /// Returns true if a signature is only valid for the actual value of the input. Otherwise a false value changes
    /// the fee without a trace.
    pub const fn signatures_commit_to_values(&self) -> bool {
        !matches!(self.scheme(), Scheme::Legacy)
    }

    pub(crate) const fn scheme(&self) -> Scheme {
        match self.address_type {
            _ if self.params().fork_id => Scheme::ForkId,
            AddressType::P2pkh => Scheme::Legacy,
            AddressType::P2shP2wpkh | AddressType::P2wpkh => Scheme::SegwitV0,
            AddressType::P2tr => Scheme::Taproot,
        }
    }

    /// Returns the witness program in the redeem script of a nested address.
    pub(crate) fn redeem_script(&self) -> Option<ScriptBuf> {
        let hash = self.public_key.witness_hash().ok()?;
        (self.address_type == AddressType::P2shP2wpkh).then(|| ScriptBuf::new_p2wpkh(&hash))
    }

    /// Returns the weight of the data that unlock an output, with worst-case signatures: 72 bytes of low-s DER and
    /// sighash byte, or 64 bytes of BIP 340.
    pub(crate) const fn unlocking_weight(&self) -> InputWeightPrediction {
        match (self.address_type, self.public_key.is_compressed()) {
            (AddressType::P2pkh, true) => InputWeightPrediction::P2PKH_COMPRESSED_MAX,
            (AddressType::P2pkh, false) => InputWeightPrediction::P2PKH_UNCOMPRESSED_MAX,
            // The script pushes the 22 bytes of the witness program.
            (AddressType::P2shP2wpkh, _) => InputWeightPrediction::from_slice(23, &[72, 33]),
            (AddressType::P2wpkh, _) => InputWeightPrediction::P2WPKH_MAX,
            (AddressType::P2tr, _) => InputWeightPrediction::P2TR_KEY_DEFAULT_SIGHASH,
        }
    }

    /// Returns true if the input has a witness.
    pub(crate) const fn has_witness(&self) -> bool {
        !matches!(self.address_type, AddressType::P2pkh)
    }
}

/// Error for an uncompressed key of a witness address: BIP 143 requires compressed keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a witness address requires a compressed public key of 33 bytes")]
pub struct UncompressedKeyError;

impl CodedError for UncompressedKeyError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidPublicKey, self)
    }
}

/// A secp256k1 public key with the serialisation format, which determines the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(bitcoin::PublicKey);

impl From<secp256k1::PublicKey> for PublicKey {
    /// Returns the key in compressed form.
    fn from(inner: secp256k1::PublicKey) -> Self {
        Self(bitcoin::PublicKey::new(inner))
    }
}

impl fmt::Display for PublicKey {
    /// Writes the key in the original form as hex.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PublicKey {
    /// Parses hex, with or without `0x`, in either case.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        let (inner, compressed) = parse_public_key(text)?;
        Ok(Self(bitcoin::PublicKey { compressed, inner }))
    }

    /// Returns true if the key was supplied in compressed form (33 bytes).
    pub const fn is_compressed(&self) -> bool {
        self.0.compressed
    }

    /// Returns the point of the curve.
    pub(crate) const fn point(&self) -> secp256k1::PublicKey {
        self.0.inner
    }

    /// Serialises the key in the original form.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// Returns RIPEMD-160 of SHA-256 of the key in the original form.
    pub(crate) fn hash(&self) -> bitcoin::PubkeyHash {
        self.0.pubkey_hash()
    }

    /// Returns the hash for a witness program, or an error for an uncompressed key.
    pub(crate) fn witness_hash(&self) -> Result<bitcoin::WPubkeyHash, UncompressedKeyError> {
        self.0.wpubkey_hash().map_err(|_| UncompressedKeyError)
    }

    /// Returns the output key of the taproot address without scripts (BIP 86), or an error for an uncompressed key.
    pub(crate) fn output_key(&self) -> Result<XOnlyPublicKey, UncompressedKeyError> {
        if !self.is_compressed() {
            return Err(UncompressedKeyError);
        }
        let internal = UntweakedPublicKey::from(self.0.inner);
        let (output, _) = internal.tap_tweak(&*CURVE, None);
        Ok(output.to_x_only_public_key())
    }

    /// Returns true if the low-s signature is valid for the hash and this key.
    pub(crate) fn verifies<C: Verification>(
        &self,
        secp: &Secp256k1<C>,
        hash: [u8; 32],
        signature: &secp256k1::ecdsa::Signature,
    ) -> bool {
        secp.verify_ecdsa(&secp256k1::Message::from_digest(hash), signature, &self.0.inner)
            .is_ok()
    }
}

/// Context of the curve, without secret data.
pub(crate) static CURVE: LazyLock<Secp256k1<VerifyOnly>> = LazyLock::new(Secp256k1::verification_only);
