//! GET /api/validate-address/{chain}

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::wire::{self, ChainPath};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_btc_like::{Address, AddressError, Chain};
use wallet_http::{Answer, ApiError, Bearer, Data, Field, PathChain, Query, Read};

/// What is to be looked at.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The text that may be an address.
    #[serde(default)]
    #[param(value_type = String, required, example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    address: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// What the text is. All fields but the reason are always there (docs/decisions/0110).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ValidateAddressResponse)]
pub struct Response {
    /// Whether it is an address of the chain and network that can be paid.
    #[schema(example = true)]
    valid: bool,
    /// The address in its canonical form, on bch with its prefix; empty when it is not valid.
    #[schema(example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    address: String,
    /// What the address pays to: p2pkh, p2sh, p2wpkh, p2wsh or p2tr; empty when it is not valid.
    #[schema(pattern = "^(p2pkh|p2sh|p2wpkh|p2wsh|p2tr)?$", example = "p2wpkh")]
    kind: &'static str,
    /// Why it is not valid, in one sentence for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "The checksum of the address is wrong: a character is mistyped or missing.")]
    reason: Option<String>,
}

/// Tells whether a text is an address, and of which kind.
///
/// Accepts what `to` of a payment accepts. Nobody is asked: whether anybody has used the address is not told.
#[utoipa::path(
    get,
    path = "/api/validate-address/{chain}",
    operation_id = "validateAddress",
    tag = "address",
    params(ChainPath, Request),
    responses((status = 200, description = "What the text is", body = wallet_http::Envelope<Response>)),
    security(("bearer" = []))
)]
pub async fn get(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Query(request): Query<Request>,
) -> Answer<Response> {
    let text = request.address.required("address")?;
    let params = wire::params(chain, request.network)?;
    Ok(Data(Address::parse(params, &text).into()))
}

impl From<Result<Address, AddressError>> for Response {
    fn from(read: Result<Address, AddressError>) -> Self {
        match read {
            Ok(address) => Self {
                valid: true,
                address: address.to_string(),
                kind: address.kind().name(),
                reason: None,
            },
            Err(error) => Self {
                valid: false,
                address: String::new(),
                kind: "",
                // The sentence that a payment to this text would be refused with.
                reason: Some(ApiError::from(error).message.into_owned()),
            },
        }
    }
}
