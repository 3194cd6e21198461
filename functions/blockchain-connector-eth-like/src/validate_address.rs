//! GET /api/validate-address/{chain}

#![expect(unused_qualifications, reason = "the path macro generates them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_eth_like::{Address, AddressError, Chain};
use wallet_http::{ApiError, Bearer, Data, Field, HandlerResult, PathChain, Query, Read, RequestDeadline};

/// Address to validate.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The string to validate.
    #[serde(default)]
    #[param(value_type = String, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    address: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// Validation result. All fields except `reason` are always present (docs/decisions/0110).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ValidateAddressResponse)]
pub struct Response {
    /// True if the string is a valid address.
    #[schema(example = true)]
    valid: bool,
    /// The address with its checksum (ERC-55); empty if it is invalid.
    #[schema(
        pattern = "^(0x[0-9a-fA-F]{40})?$",
        example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    )]
    address: String,
    /// `contract` if the address currently has code, otherwise `account`; empty if the address is invalid. An
    /// account that delegates to a contract (EIP-7702) has code as well.
    #[schema(pattern = "^(account|contract)?$", example = "account")]
    kind: &'static str,
    /// The reason why the address is invalid, as a readable sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Address must be 0x and 40 hex digits.")]
    reason: Option<String>,
}

/// Validates an address and returns its type: account or contract.
///
/// The network is queried only for the code at a valid address, so the result does not show if the address has
/// been used.
#[utoipa::path(
    get,
    path = "/api/validate-address/{chain}",
    operation_id = "validateAddress",
    tag = "address",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "Validation result", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
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
            // The same sentence as in the error of a payment to this address.
            reason: Some(ApiError::from(error).message.into_owned()),
        }
    }
}
