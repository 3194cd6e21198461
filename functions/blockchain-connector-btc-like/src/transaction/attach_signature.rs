//! POST /api/transaction/attach-signature/{chain}

use super::get_hash;
use crate::ChainTable;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::{Chain, InputSignature, SignatureNumbers};
use wallet_core::wire::{BtcLikeTxdataText, ScalarText};
use wallet_http::{
    ApiError, Bearer, Body, Data, ErrorCode, Field, HandlerResult, List, Object, PathChain, Read, Required, ResultExt,
};

/// A payment with its fee and signatures.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AttachSignatureRequest)]
pub struct Request {
    #[serde(flatten)]
    payment: get_hash::Request,
    /// One signature per input, in any order.
    signatures: Required<SignatureList>,
}

/// The signatures of all inputs.
type SignatureList = List<Object<InputSignatureWire>, 1, 500>;

/// Signature of one input.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InputSignature)]
pub struct InputSignatureWire {
    /// The index of the input, from 0, as in the get-hash response.
    input_index: Required<u32>,
    /// The signature of the hash of that input.
    signature: Required<SignatureObject>,
}

type SignatureObject = Object<SignatureWire>;

/// Signature over secp256k1: ECDSA, or BIP 340 for an input of a p2tr address. A high s of ECDSA is normalised to the
/// low s.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = Signature)]
pub struct SignatureWire {
    /// The number s in hex; of BIP 340 the last 32 bytes.
    s: Required<ScalarText>,
    /// The number r in hex; of BIP 340 the first 32 bytes, an x coordinate.
    r: Required<ScalarText>,
    /// The recovery id of ECDSA; not required, since the public key is known.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 3, example = 0)]
    recovery: Field<u8>,
}

/// Signed transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AttachSignatureResponse)]
pub struct Response {
    /// The transaction in hex, ready for send.
    #[schema(value_type = BtcLikeTxdataText)]
    txdata: String,
}

/// Verifies the signatures of a payment and returns the signed transaction.
///
/// The request contains the fields of get-hash, which determine the same transaction.
#[utoipa::path(
    post, path = "/api/transaction/attach-signature/{chain}", operation_id = "attachSignature",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::InvalidSignature, ErrorCode::NetworkNotSupported, ErrorCode::InsufficientFunds,
        ErrorCode::AmountBelowDust, ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh,
    ]))),
)]
pub async fn post(
    State(chains): State<ChainTable>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let (_, unsigned) = request.payment.build(&chains, chain)?;
    let signatures = read_signatures(request.signatures)?;
    let signed = unsigned.attach(&signatures).at("signatures")?;
    Ok(Data(Response {
        txdata: signed.to_hex(),
    }))
}

fn read_signatures(signatures: Required<SignatureList>) -> Result<Vec<InputSignature>, ApiError> {
    let entries = signatures.required("signatures")?.0.into_iter().enumerate();
    entries
        .map(|(index, entry)| entry.0.read().at(format!("signatures[{index}]")))
        .collect()
}

impl InputSignatureWire {
    fn read(self) -> Result<InputSignature, ApiError> {
        let input_index = self.input_index.required("inputIndex")?;
        let signature = self.signature.required("signature")?.0.read().at("signature")?;
        Ok(InputSignature { input_index, signature })
    }
}

impl SignatureWire {
    fn read(self) -> Result<SignatureNumbers, ApiError> {
        let s = self.s.required("s")?;
        let r = self.r.required("r")?;
        if self.recovery.optional("recovery")?.is_some_and(|recovery| recovery > 3) {
            return Err(ApiError::invalid_request("recovery must be a number from 0 to 3.").at("recovery"));
        }
        Ok(SignatureNumbers::parse(&r, &s)?)
    }
}
