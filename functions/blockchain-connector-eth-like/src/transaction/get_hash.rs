//! POST /api/transaction/get-hash/{chain}

use super::request::TransactionRequest;
use crate::{Services, warnings, wire};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::{EthLikeSighashText, Warning};
use wallet_eth_like::{Cautions, Chain, PublicKey, TransactionFields, recipients};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required};

wallet_core::request! {
    /// Transaction and public key of its sender.
    #[schema(as = GetHashRequest)]
    pub struct Request {
        /// livenet or testnet. The hash depends on it.
        network: Field<Network>,
        /// The sender's public key in hex: 33 or 65 bytes. The hash is the same for every sender.
        public_key: Required<PublicKey>,
        #[serde(flatten)]
        transaction: TransactionRequest,
    }
}

/// Hash to sign.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetHashResponse)]
pub struct Response {
    /// The 32 bytes to sign in hex: the Keccak-256 hash of the transaction with its chain id.
    hash: EthLikeSighashText,
    /// Warnings about the transaction, the same as in parse; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// Builds a transaction and returns the hash to sign.
///
/// With `gasPrice` the transaction is a legacy transaction with replay protection (EIP-155), with
/// `maxFeePerGas` an
/// EIP-1559 transaction. Identical requests yield identical hashes.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}", operation_id = "getHash",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh, ErrorCode::FeeMismatch, ErrorCode::RecipientListed,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let params = wire::params(chain, request.network)?;
    request.public_key.get()?;
    let transaction = request.transaction.build(params)?;
    let TransactionFields { to, data, .. } = transaction.fields();
    services.lists.check(recipients(*to, data)).await?;
    Ok(Data(Response {
        hash: EthLikeSighashText::of(transaction.sighash()),
        warnings: warnings::of(Cautions::of(transaction.fields(), transaction.fee())),
    }))
}
