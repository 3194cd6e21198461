//! POST /api/get-address/{chain}

use crate::wire::{self, ChainPath};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_http::{Bearer, Body, Data, Field, HandlerResult, PathChain, Read, network};
use wallet_xlm::Chain;

/// The public key of the address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GetAddressRequest)]
pub struct Request {
    /// The Ed25519 public key: 64 hex digits, or the address itself.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^((0[xX])?[0-9a-fA-F]{64}|G[A-Z2-7]{55})$",
        example = "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a")]
    public_key: Field<String>,
    /// The network: `livenet` or `testnet`. An address is the same on both.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// Has no effect: the addresses of this chain have only one form.
    #[serde(default)]
    #[schema(value_type = bool, default = false, example = false)]
    prefix: Field<bool>,
}

/// The address of the public key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetAddressResponse)]
pub struct Response {
    /// The address (SEP-23).
    #[schema(
        pattern = "^G[A-Z2-7]{55}$",
        example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    )]
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
pub async fn post(_: Bearer<Read>, _: PathChain<Chain>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let public_key = wire::public_key(request.public_key)?;
    network(request.network)?;
    request.prefix.optional("prefix")?;
    Ok(Data(Response {
        address: public_key.account().to_string(),
    }))
}
