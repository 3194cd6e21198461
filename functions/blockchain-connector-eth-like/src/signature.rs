//! Signatures in requests, of transactions and of messages.

use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::wire::ScalarText;
use wallet_eth_like::{Params, Parity, Signature};
use wallet_http::{ApiError, Field, Object, Required};

/// A signature as a JSON object.
pub type SignatureObject = Object<SignatureWire>;

/// ECDSA signature over secp256k1. A high s is normalised to the low s (EIP-2). `recovery` or `v` selects one
/// of two recoverable keys; if both are absent, both keys are tested.
#[derive(Clone, Debug, Deserialize, ToSchema)]
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

impl SignatureWire {
    /// Validates the numbers, and returns the parity if the request has one.
    pub fn read(self, params: Params) -> Result<(Signature, Option<Parity>), ApiError> {
        let r = self.r.required("r")?;
        let s = self.s.required("s")?;
        let signature = Signature::parse(&r, &s)?;
        let recovery = self.recovery.optional("recovery")?;
        let v = self.v.optional("v")?;
        Ok((signature, Parity::of(params, recovery, v)?))
    }
}
