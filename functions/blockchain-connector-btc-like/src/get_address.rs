//! POST /api/get-address/{chain}

use crate::wire::{self, ChainPath};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::Chain;
use wallet_http::{Bearer, Body, Data, Field, HandlerResult, PathChain, Read};

/// Public key and address type.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GetAddressRequest)]
pub struct Request {
    /// The public key in hex: 33 bytes, or 65 bytes for a p2pkh address.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^(0[xX])?([0-9a-fA-F]{66}|[0-9a-fA-F]{130})$",
        example = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")]
    public_key: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// The address type, p2pkh or p2wpkh. It applies to btc and ltc; bch and doge always use p2pkh.
    #[serde(default)]
    #[schema(value_type = String, default = "p2wpkh", pattern = "^(p2pkh|p2wpkh)$", example = "p2wpkh")]
    r#type: Field<serde_json::Value>,
    /// True to include the prefix of a bch address (`bitcoincash:`, `bchtest:`). Other chains have no prefix.
    #[serde(default)]
    #[schema(value_type = bool, default = false, example = false)]
    prefix: Field<bool>,
}

/// Derived address.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetAddressResponse)]
pub struct Response {
    /// The address in its canonical form.
    #[schema(example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    address: String,
}

/// Returns the address of a public key.
#[utoipa::path(
    post,
    path = "/api/get-address/{chain}",
    operation_id = "getAddress",
    tag = "address",
    params(ChainPath),
    request_body = Request,
    responses((status = 200, description = "The address", body = wallet_http::Envelope<Response>)),
    security(("bearer" = []))
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let sender = wire::sender(chain, request.public_key, request.network, request.r#type)?;
    let prefix = request.prefix.optional("prefix")?.unwrap_or(false);
    Ok(Data(Response {
        address: sender.address().encode(prefix),
    }))
}
