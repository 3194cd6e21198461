//! POST /api/transaction/get-hash/{chain}/fee-bump

use super::Response;
use super::terms::stroops;
use crate::wire::{self, ChainPath};
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_http::{Answer, Bearer, Body, Data, Field, PathChain, Read, ResultExt, network};
use wallet_xlm::{Chain, Envelope, fee_bump};

/// A signed transaction, and who pays a higher fee for it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeeBumpRequest)]
pub struct Request {
    /// The key of the account that pays the fee: 64 hex digits, or its address.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^((0[xX])?[0-9a-fA-F]{64}|G[A-Z2-7]{55})$",
        example = "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a")]
    public_key: Field<String>,
    /// livenet or testnet: the one that the transaction was signed for.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// The signed transaction, as attach-signature gives it.
    #[serde(default)]
    #[schema(value_type = String, required, example = "AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…")]
    txdata: Field<String>,
    /// The most that the whole may cost, in stroops: at least 100 for each operation and 100 more, and at least the rate of
    /// the transaction inside. What the resources of a contract cost counts once.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^[1-9][0-9]*$", example = "100000")]
    fee: Field<String>,
}

/// Puts a fee bump (CAP-15) around a signed transaction and gives the hash to sign.
///
/// The signature of `publicKey` is attached by attach-signature as any other. A transaction of the version before protocol
/// 13 becomes one of the present version; its signatures hold. Nobody is asked.
#[utoipa::path(
    post,
    path = "/api/transaction/get-hash/{chain}/fee-bump",
    operation_id = "getHashFeeBump",
    tag = "transaction",
    params(ChainPath),
    request_body = Request,
    responses((status = 200, description = "The fee bump and its hash", body = wallet_http::Envelope<Response>)),
    security(("bearer" = []))
)]
pub async fn post(_: Bearer<Read>, _: PathChain<Chain>, Body(request): Body<Request>) -> Answer<Response> {
    let payer = wire::public_key(request.public_key)?.account();
    let network = network(request.network)?;
    let inner = Envelope::parse(&request.txdata.required("txdata")?).at("txdata")?;
    inner.check_network(network).at("txdata")?;
    let fee = stroops(&request.fee.required("fee")?).at("fee")?;
    let bump = fee_bump(&inner, payer, fee)?;
    Ok(Data(Response::new(bump.to_base64(), bump.hash(network))))
}
