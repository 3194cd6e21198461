//! POST /api/transaction/attach-signature/{chain}

use super::request::TransactionRequest;
use crate::signature::SignatureObject;
use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::EthLikeTxdataText;
use wallet_eth_like::{Chain, PublicKey};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required, ResultExt};

wallet_core::request! {
    /// A transaction with its signature.
    #[schema(as = AttachSignatureRequest)]
    pub struct Request {
        /// The sender's public key in hex: 33 or 65 bytes.
        public_key: Required<PublicKey>,
        /// livenet or testnet.
        network: Field<Network>,
        #[serde(flatten)]
        transaction: TransactionRequest,
        /// The signature of the hash.
        signature: Required<SignatureObject>,
    }
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
    let public_key = request.public_key.get()?;
    let params = wire::params(chain, request.network)?;
    let unsigned = request.transaction.build(params)?;
    let name = request.signature.name();
    let (signature, parity) = request.signature.get_in(params)?;
    let signed = unsigned.attach(&public_key, &signature, parity).at(name)?;
    Ok(Data(Response {
        txdata: wire::hex(signed.bytes()),
    }))
}
