//! POST /api/message/attach-signature/{chain}

use super::request::MessageRequest;
use crate::signature::SignatureObject;
use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_eth_like::{Chain, PublicKey, sign_message};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required, ResultExt};

wallet_core::request! {
    /// A message with its signature.
    #[schema(as = MessageAttachSignatureRequest)]
    pub struct Request {
        /// The signer's public key in hex: 33 or 65 bytes.
        public_key: Required<PublicKey>,
        #[serde(flatten)]
        message: MessageRequest,
        /// livenet or testnet, for the `chainId` of a domain.
        network: Field<Network>,
        /// The signature of the hash.
        signature: Required<SignatureObject>,
    }
}

/// Signature of a message.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MessageAttachSignatureResponse)]
pub struct Response {
    /// The signature in hex, as wallets return it to apps: r and s with 32 bytes each, and v, which is 27 or 28.
    #[schema(
        pattern = "^0x[0-9a-f]{128}1[bc]$",
        example = "0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c"
    )]
    signature: String,
}

/// Verifies the signature of a message and returns it in one string.
///
/// The request contains the fields of get-hash, which determine the same message. The signature must recover to
/// `publicKey`.
#[utoipa::path(
    post, path = "/api/message/attach-signature/{chain}", operation_id = "messageAttachSignature",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidPublicKey, ErrorCode::InvalidSignature]))),
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let public_key = request.public_key.get()?;
    let message = request.message.read()?;
    let params = wire::params(chain, request.network)?;
    message.check_chain(params)?;
    let name = request.signature.name();
    let (signature, parity) = request.signature.get_in(params)?;
    let signature = sign_message(message.hash(), &public_key, &signature, parity).at(name)?;
    Ok(Data(Response {
        signature: wire::hex(&signature),
    }))
}
