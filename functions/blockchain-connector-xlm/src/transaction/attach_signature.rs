//! POST /api/transaction/attach-signature/{chain}

use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::model::Network;
use wallet_core::wire::{HashText, Wire, XlmEnvelopeText, XlmSignatureHalfText};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, Object, PathChain, Read, Required, ResultExt};
use wallet_xlm::{Chain, Envelope, PublicKey, Signature};

wallet_core::request! {
    /// A transaction with a signature to attach.
    #[schema(as = AttachSignatureRequest)]
    pub struct Request {
        /// The public key of the signer: 64 hex digits, or its address. It may differ from the key of the
        /// source account.
        public_key: Required<PublicKey>,
        /// The network: `livenet` or `testnet`. Must be the network of the signed hash.
        network: Field<Network>,
        /// The transaction as returned by get-hash, or `txdata` of an earlier call to attach another
        /// signature.
        unsigned_message: Required<Envelope>,
        /// The signature of the hash.
        signature: Required<SignatureObject>,
    }
}

type SignatureObject = Object<SignatureRequest>;

wallet_core::request! {
    /// An Ed25519 signature (RFC 8032), split into its two halves.
    #[schema(as = Signature)]
    pub struct SignatureRequest {
        /// The second half in hex.
        s: Required<HashText>,
        /// The first half in hex.
        r as "R": Required<XlmSignatureHalfText>,
    }
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
    let public_key = request.public_key.get()?;
    let network = request.network.or_default()?;
    let message = request.unsigned_message.name();
    let envelope = request.unsigned_message.get()?;
    envelope.check_not_expired(services.clock.now().as_secs()).at(message)?;
    let name = request.signature.name();
    let signed = envelope
        .attach(network, &public_key, &request.signature.get()?)
        .at(name)?;
    Ok(Data(Response {
        txdata: XlmEnvelopeText(signed.to_base64()),
    }))
}

impl Wire for SignatureRequest {
    type Json = Self;
    type Value = Signature;
    type Error = ErrorInfo;

    fn read(Self { s, r }: Self, (): ()) -> Result<Signature, ErrorInfo> {
        let (s, r) = (s.get()?, r.get()?);
        Signature::parse(&r, &s).map_err(|error| error.info())
    }
}
