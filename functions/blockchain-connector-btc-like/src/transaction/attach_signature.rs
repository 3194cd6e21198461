//! POST /api/transaction/attach-signature/{chain}

use crate::ChainTable;
use crate::wire::PricedPaymentRequest;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::{Chain, InputSignature, SignatureNumbers, SignedTransaction};
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::wire::{BtcLikeTxdataText, ScalarText, Wire};
use wallet_http::{
    Bearer, Body, Data, ErrorCode, Field, HandlerResult, List, Object, PathChain, Read, Required, ResultExt,
};

wallet_core::request! {
    /// A payment with its fee and signatures.
    #[schema(as = AttachSignatureRequest)]
    pub struct Request {
        #[serde(flatten)]
        payment: PricedPaymentRequest,
        /// One signature per input, in any order.
        signatures: Required<SignatureList>,
    }
}

/// The signatures of all inputs.
type SignatureList = List<Object<InputSignatureWire>, 1, 500>;

wallet_core::request! {
    /// Signature of one input.
    #[schema(as = InputSignature)]
    pub struct InputSignatureWire {
        /// The index of the input, from 0, as in the get-hash response.
        input_index: Required<u32>,
        /// The signature of the hash of that input.
        signature: Required<SignatureObject>,
    }
}

type SignatureObject = Object<SignatureWire>;

wallet_core::request! {
    /// Signature over secp256k1: ECDSA, or BIP 340 for an input of a p2tr address. A high s of ECDSA is normalised to the
    /// low s.
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
    let name = request.signatures.name();
    let signed = unsigned.attach(&request.signatures.get()?).at(name)?;
    Ok(Data(Response::of(&signed)))
}

impl Response {
    /// Returns the response with a transaction.
    pub(super) fn of(signed: &SignedTransaction) -> Self {
        Self {
            txdata: signed.to_hex(),
        }
    }
}

impl Wire for InputSignatureWire {
    type Json = Self;
    type Value = InputSignature;
    type Error = ErrorInfo;

    fn read(entry: Self, (): ()) -> Result<InputSignature, ErrorInfo> {
        Ok(InputSignature {
            input_index: entry.input_index.get()?,
            signature: entry.signature.get()?,
        })
    }
}

impl Wire for SignatureWire {
    type Json = Self;
    type Value = SignatureNumbers;
    type Error = ErrorInfo;

    fn read(Self { s, r, recovery }: Self, (): ()) -> Result<SignatureNumbers, ErrorInfo> {
        let (s, r) = (s.get()?, r.get()?);
        let invalid = recovery.error("recovery must be a number from 0 to 3.");
        match recovery.get()? {
            Some(4..) => Err(invalid),
            _ => SignatureNumbers::parse(&r, &s).map_err(|error| error.info()),
        }
    }
}
