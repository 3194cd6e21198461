//! GET /api/validate-address/{chain}

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_eth_like::{Address, AddressError, Chain};
use wallet_http::{Answer, ApiError, Bearer, Data, Field, PathChain, Query, Read, Within};

/// What is to be looked at.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The text that may be an address.
    #[serde(default)]
    #[param(value_type = String, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
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
    /// Whether it is an address.
    #[schema(example = true)]
    valid: bool,
    /// The address with its checksum (ERC-55); empty when it is not valid.
    #[schema(
        pattern = "^(0x[0-9a-fA-F]{40})?$",
        example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    )]
    address: String,
    /// contract when there is code at the address now, account otherwise; empty when it is not valid. An account that
    /// has delegated to a contract (EIP-7702) has code as well.
    #[schema(pattern = "^(account|contract)?$", example = "account")]
    kind: &'static str,
    /// Why it is not valid, in one sentence for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "An address is 0x and 40 hex digits.")]
    reason: Option<String>,
}

/// Tells whether a text is an address, and whether a contract is there.
///
/// The network is asked only for what is at a valid address. Whether anybody has used it is not told.
#[utoipa::path(
    get,
    path = "/api/validate-address/{chain}",
    operation_id = "validateAddress",
    tag = "address",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "What the text is", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Within(deadline): Within,
    Query(request): Query<Request>,
) -> Answer<Response> {
    let text = request.address.required("address")?;
    let params = wire::params(chain, request.network)?;
    let address = match text.parse::<Address>() {
        Ok(address) => address,
        Err(error) => return Ok(Data(Response::invalid(error))),
    };
    let is_contract = services.node.has_code(params, address, deadline).await?;
    Ok(Data(Response::valid(address, is_contract)))
}

impl Response {
    fn valid(address: Address, is_contract: bool) -> Self {
        Self {
            valid: true,
            address: address.to_string(),
            kind: if is_contract { "contract" } else { "account" },
            reason: None,
        }
    }

    fn invalid(error: AddressError) -> Self {
        Self {
            valid: false,
            address: String::new(),
            kind: "",
            // The sentence that a payment to this text would be refused with.
            reason: Some(ApiError::from(error).message.into_owned()),
        }
    }
}
