//! POST /api/transaction/attach-signature/{chain}

use crate::{Services, wire};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_core::wire::{HashText, NetworkName, XlmEnvelopeText, XlmPublicKeyText, XlmSignatureHalfText};
use wallet_http::{
    ApiError, Bearer, Body, Data, ErrorCode, Field, HandlerResult, Object, PathChain, Read, Required, ResultExt,
    network,
};
use wallet_xlm::{Chain, Envelope, Signature};

/// A transaction with a signature to attach.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AttachSignatureRequest)]
pub struct Request {
    /// The public key of the signer: 64 hex digits, or its address. It may differ from the key of the
    /// source account.
    public_key: Required<XlmPublicKeyText>,
    /// The network: `livenet` or `testnet`. Must be the network of the signed hash.
    network: Field<NetworkName>,
    /// The transaction as returned by get-hash, or `txdata` of an earlier call to attach another
    /// signature.
    unsigned_message: Required<XlmEnvelopeText>,
    /// The signature of the hash.
    signature: Required<SignatureObject>,
}

type SignatureObject = Object<SignatureRequest>;

/// An Ed25519 signature (RFC 8032), split into its two halves.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = Signature)]
pub struct SignatureRequest {
    /// The second half in hex.
    s: Required<HashText>,
    /// The first half in hex.
    #[serde(rename = "R")]
    r: Required<XlmSignatureHalfText>,
}

/// The signed transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AttachSignatureResponse)]
pub struct Response {
    /// The transaction with its signatures: XDR in base64, as accepted by send and, for another
    /// signature, by attach-signature.
    txdata: XlmEnvelopeText,
}

/// Verifies a signature and attaches it to the transaction.
///
/// Attaching the same signature again has no effect. A transaction has at most 20 signatures. A transaction whose time
/// bounds have passed is rejected: no ledger can contain it.
#[utoipa::path(
    post, path = "/api/transaction/attach-signature/{chain}", operation_id = "attachSignature",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidPublicKey, ErrorCode::InvalidSignature, ErrorCode::InvalidTransaction,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    _: PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let public_key = wire::public_key(request.public_key)?;
    let network = network(request.network)?;
    let unsigned_message = request.unsigned_message.required("unsignedMessage")?;
    let envelope = Envelope::parse(&unsigned_message).at("unsignedMessage")?;
    envelope
        .check_not_expired(services.clock.now().as_secs())
        .at("unsignedMessage")?;
    let Object(signature) = request.signature.required("signature")?;
    let signature = signature.read().at("signature")?;
    let signed = envelope.attach(network, &public_key, &signature).at("signature")?;
    Ok(Data(Response {
        txdata: XlmEnvelopeText(signed.to_base64()),
    }))
}

impl SignatureRequest {
    fn read(self) -> Result<Signature, ApiError> {
        let s = self.s.required("s")?;
        let r = self.r.required("R")?;
        Ok(Signature::parse(&r, &s)?)
    }
}
