//! POST /api/transaction/attach-signature/{chain}

use super::request::TransactionRequest;
use crate::wire;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_core::wire::{EthLikeTxdataText, NetworkName, PublicKeyText, ScalarText};
use wallet_eth_like::{Chain, Params, Parity, Signature};
use wallet_http::{
    ApiError, Bearer, Body, Data, ErrorCode, Field, HandlerResult, Object, PathChain, Read, Required, ResultExt,
};

/// A transaction with its signature.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AttachSignatureRequest)]
pub struct Request {
    /// The sender's public key in hex: 33 or 65 bytes.
    public_key: Required<PublicKeyText>,
    /// livenet or testnet.
    network: Field<NetworkName>,
    #[serde(flatten)]
    transaction: TransactionRequest,
    /// The signature of the hash.
    signature: Required<SignatureObject>,
}

type SignatureObject = Object<SignatureWire>;

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

/// Signed transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AttachSignatureResponse)]
pub struct Response {
    /// The transaction in hex, ready for send.
    #[schema(value_type = EthLikeTxdataText)]
    txdata: String,
}

/// Verifies the signature of a transaction and returns the signed transaction.
///
/// The request contains the fields of get-hash, which determine the same transaction. The signature must
/// recover to `publicKey`.
#[utoipa::path(
    post, path = "/api/transaction/attach-signature/{chain}", operation_id = "attachSignature",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::InvalidSignature, ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh, ErrorCode::FeeMismatch,
    ]))),
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let public_key = wire::public_key(request.public_key)?;
    let params = wire::params(chain, request.network)?;
    let unsigned = request.transaction.build(params)?;
    let signature = request.signature.required("signature")?.0;
    let (signature, parity) = signature.read(params).at("signature")?;
    let signed = unsigned.attach(&public_key, &signature, parity).at("signature")?;
    Ok(Data(Response {
        txdata: wire::hex(signed.bytes()),
    }))
}

impl SignatureWire {
    fn read(self, params: Params) -> Result<(Signature, Option<Parity>), ApiError> {
        let r = self.r.required("r")?;
        let s = self.s.required("s")?;
        let signature = Signature::parse(&r, &s)?;
        let recovery = self.recovery.optional("recovery")?;
        let v = self.v.optional("v")?;
        Ok((signature, Parity::of(params, recovery, v)?))
    }
}
