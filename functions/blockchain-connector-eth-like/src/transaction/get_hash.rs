//! POST /api/transaction/get-hash/{chain}

use super::request::TransactionRequest;
use crate::wire::{self, ChainPath};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_eth_like::Chain;
use wallet_http::{Bearer, Body, Data, Field, HandlerResult, PathChain, Read};

/// Transaction and public key of its sender.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GetHashRequest)]
pub struct Request {
    /// livenet or testnet. The hash depends on it.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// The sender's public key in hex: 33 or 65 bytes. The hash is the same for every sender.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^(0[xX])?([0-9a-fA-F]{66}|[0-9a-fA-F]{130})$",
        example = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")]
    public_key: Field<String>,
    #[serde(flatten)]
    transaction: TransactionRequest,
}

/// Hash to sign.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetHashResponse)]
pub struct Response {
    /// The 32 bytes to sign in hex: the Keccak-256 hash of the transaction with its chain id.
    #[schema(
        pattern = "^0x[0-9a-f]{64}$",
        example = "0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53"
    )]
    hash: String,
}

/// Builds a transaction and returns the hash to sign.
///
/// With `gasPrice` the transaction is a legacy transaction with replay protection (EIP-155), with
/// `maxFeePerGas` an
/// EIP-1559 transaction. Identical requests yield identical hashes.
#[utoipa::path(
    post,
    path = "/api/transaction/get-hash/{chain}",
    operation_id = "getHash",
    tag = "transaction",
    params(ChainPath),
    request_body = Request,
    responses((status = 200, description = "The hash", body = wallet_http::Envelope<Response>)),
    security(("bearer" = []))
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let params = wire::params(chain, request.network)?;
    wire::public_key(request.public_key)?;
    let transaction = request.transaction.build(params)?;
    Ok(Data(Response {
        hash: transaction.sighash().to_string(),
    }))
}
