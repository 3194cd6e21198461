//! Owner of outputs: a public key with its address type.

use super::address::Address;
use super::address_type::AddressType;
use super::params::Params;
use super::public_key::{PublicKey, UncompressedKeyError};
use super::sighash::Scheme;
use bitcoin::ScriptBuf;
use bitcoin::transaction::InputWeightPrediction;

/// Owner of outputs, whose key signs the inputs that spend them.
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
    /// Derives the owner's address. Ignores `requested` on chains with one address type only.
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

    /// Returns the address type: the requested one, or that of the chain if it has only one.
    pub const fn address_type(&self) -> AddressType {
        self.address_type
    }

    /// Returns true if a signature is only valid for the actual value of its input. Otherwise a false value changes
    /// the fee without a trace.
    pub const fn signatures_commit_to_values(&self) -> bool {
        !matches!(self.scheme(), Scheme::Legacy)
    }

    pub(super) const fn scheme(&self) -> Scheme {
        match self.address_type {
            _ if self.params().fork_id => Scheme::ForkId,
            AddressType::P2pkh => Scheme::Legacy,
            AddressType::P2shP2wpkh | AddressType::P2wpkh => Scheme::SegwitV0,
            AddressType::P2tr => Scheme::Taproot,
        }
    }

    /// Returns the witness program in the redeem script of a nested address.
    pub(super) fn redeem_script(&self) -> Option<ScriptBuf> {
        let hash = self.public_key.witness_hash().ok()?;
        (self.address_type == AddressType::P2shP2wpkh).then(|| ScriptBuf::new_p2wpkh(&hash))
    }

    /// Returns the weight of the data that unlock an output, with worst-case signatures: 72 bytes of low-s DER and sighash
    /// byte, or 64 bytes of BIP 340.
    pub(super) const fn unlocking_weight(&self) -> InputWeightPrediction {
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
    pub(super) const fn has_witness(&self) -> bool {
        !matches!(self.address_type, AddressType::P2pkh)
    }
}
