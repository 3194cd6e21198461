//! Signatures in requests, of transactions and of messages.

use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::wire::{ScalarText, Wire};
use wallet_eth_like::{Params, Parity, Signature};
use wallet_http::{Field, Object, Required};

/// A signature as a JSON object.
pub type SignatureObject = Object<SignatureWire>;

wallet_core::request! {
    /// ECDSA signature over secp256k1. A high s is normalised to the low s (EIP-2). `recovery` or `v` selects one
    /// of two recoverable keys; if both are absent, both keys are tested.
    #[schema(as = Signature)]
    pub struct SignatureWire {
        /// The number r in hex.
        r: Required<ScalarText>,
        /// The number s in hex.
        s: Required<ScalarText>,
        /// The recovery id: 0 or 1.
        #[schema(value_type = Option<u64>, maximum = 1, example = 0)]
        recovery: Field<u64>,
        /// The recovery id as 0 or 1, as 27 or 28, or in EIP-155 form for this chain.
        #[schema(value_type = Option<u64>, example = 27)]
        v: Field<u64>,
    }
}

impl Wire<Params> for SignatureWire {
    type Json = Self;
    type Value = (Signature, Option<Parity>);
    type Error = ErrorInfo;

    /// Reads the numbers, and the parity if the request has it.
    fn read(Self { r, s, recovery, v }: Self, params: Params) -> Result<Self::Value, ErrorInfo> {
        let (r, s) = (r.get()?, s.get()?);
        let signature = Signature::parse(&r, &s).map_err(|error| error.info())?;
        let parity = Parity::of(params, recovery.get()?, v.get()?);
        Ok((signature, parity.map_err(|error| error.info())?))
    }
}
