//! Origins of keys in requests.

use wallet_btc_like::{KeyOrigin, PublicKey};
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::wire::{FingerprintText, RequestedPathText, Wire};
use wallet_http::{List, Object, Required};

wallet_core::request! {
    /// Origin of a public key, by which a signer finds the private key.
    #[schema(as = KeyOrigin)]
    pub struct KeyOriginWire {
        /// The public key of an input or of the change in hex.
        public_key: Required<PublicKey>,
        /// The fingerprint of the master key: 8 hex digits.
        fingerprint: Required<FingerprintText>,
        /// The path from the master key to the public key.
        path: Required<RequestedPathText>,
    }
}

/// The origins of the keys of the inputs and of the change.
pub type KeyOriginList = List<Object<KeyOriginWire>, 0, 501>;

impl Wire for KeyOriginWire {
    type Json = Self;
    type Value = KeyOrigin;
    type Error = ErrorInfo;

    fn read(origin: Self, (): ()) -> Result<KeyOrigin, ErrorInfo> {
        let public_key = origin.public_key.get()?;
        let (fingerprint, path) = (origin.fingerprint.get()?, origin.path.get()?);
        KeyOrigin::new(public_key, &fingerprint, &path).map_err(|error| error.info())
    }
}
