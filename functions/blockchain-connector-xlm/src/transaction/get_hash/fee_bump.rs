//! POST /api/transaction/get-hash/{chain}/fee-bump

use super::Response;
use super::terms::stroops;
use crate::wire;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::wire::{NetworkName, PositiveAmountText, XlmEnvelopeText, XlmPublicKeyText};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required, ResultExt, network};
use wallet_xlm::{Chain, Envelope, fee_bump};

/// A signed transaction and the account that pays a higher fee for it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeeBumpRequest)]
pub struct Request {
    /// The public key of the account that pays the fee: 64 hex digits, or its address.
    public_key: Required<XlmPublicKeyText>,
    /// The network: `livenet` or `testnet`. Must be the network of the transaction's signatures.
    network: Field<NetworkName>,
    /// The signed transaction as returned by attach-signature.
    txdata: Required<XlmEnvelopeText>,
    /// The maximum total fee in stroops: at least 100 for each operation plus 100, and at least the fee rate of the
    /// inner transaction. The resource fee of a contract counts once.
    fee: Required<PositiveAmountText>,
}

/// Builds a fee bump (CAP-15) of a signed transaction and returns the hash to sign.
///
/// Attach the signature of `publicKey` with attach-signature as usual. A transaction in the version
/// used before protocol 13 is converted to the current version; its signatures remain valid. The
/// endpoint sends no request to the network.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}/fee-bump", operation_id = "getHashFeeBump",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount, ErrorCode::InvalidSignature,
        ErrorCode::InvalidTransaction, ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh,
    ]))),
)]
pub async fn post(_: Bearer<Read>, _: PathChain<Chain>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let payer = wire::public_key(request.public_key)?.account();
    let network = network(request.network)?;
    let inner = Envelope::parse(&request.txdata.required("txdata")?).at("txdata")?;
    inner.check_network(network).at("txdata")?;
    let fee = stroops(&request.fee.required("fee")?).at("fee")?;
    let bump = fee_bump(&inner, payer, fee)?;
    Ok(Data(Response::new(bump.to_base64(), bump.hash(network))))
}
