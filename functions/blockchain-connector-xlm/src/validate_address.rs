//! GET /api/validate-address/{chain}

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_http::{ApiError, Bearer, Data, Field, HandlerResult, PathChain, Query, Read, RequestDeadline, network};
use wallet_xlm::{Account, AddressError, Asset, Chain, Credit, MuxedAccount};

/// The address to validate.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The string to validate as an address.
    #[serde(default)]
    #[param(value_type = String, required, example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
    address: Field<String>,
    /// The network: `livenet` or `testnet`.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// The code of an asset to be received at the address. Requires `issuer`.
    #[serde(default)]
    #[param(value_type = Option<String>, pattern = "^[0-9a-zA-Z]{1,12}$", example = "USDC")]
    code: Field<String>,
    /// The account that issues the asset. Requires `code`.
    #[serde(default)]
    #[param(value_type = Option<String>, example = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN")]
    issuer: Field<String>,
}

/// The result of a validation. All fields except `trusts` and `reason` are always present
/// (docs/decisions/0110).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ValidateAddressResponse)]
pub struct Response {
    /// True if the string is a valid address.
    #[schema(example = true)]
    valid: bool,
    /// The address. Empty if the string is not valid.
    #[schema(
        pattern = "^(G[A-Z2-7]{55}|M[A-Z2-7]{68})?$",
        example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    )]
    address: String,
    /// `account` for G…, `muxed` for M…. Empty if the string is not valid.
    #[schema(pattern = "^(account|muxed)?$", example = "account")]
    kind: &'static str,
    /// True if the account exists. A payment of lumens to a missing G… account creates it.
    #[schema(example = true)]
    exists: bool,
    /// True if a payment to this address requires a memo (SEP-29). Always false for a muxed address.
    #[schema(example = false)]
    memo_required: bool,
    /// True if the account issues the requested asset or has a trustline for it. Absent without an
    /// asset in the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    trusts: Option<bool>,
    /// The reason why the string is not valid, in one sentence of plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Value is a strkey but not of an account; an account address starts with G or M.")]
    reason: Option<String>,
}

/// Validates an address and reports the conditions for a payment to its account.
///
/// The endpoint queries the network only for a valid address.
#[utoipa::path(
    get,
    path = "/api/validate-address/{chain}",
    operation_id = "validateAddress",
    tag = "address",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "The result of the validation", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let text = request.address.required("address")?;
    let network = network(request.network)?;
    let asset = asset(request.code, request.issuer)?;
    let address = match text.parse::<MuxedAccount>() {
        Ok(address) => address,
        Err(error) => return Ok(Data(Response::invalid(error))),
    };
    let account = services.node.account(network, address.account, deadline).await?;
    Ok(Data(Response::valid(address, account.as_ref(), asset.as_ref())))
}

/// Parses the asset of the request, if present.
fn asset(code: Field<String>, issuer: Field<String>) -> Result<Option<Asset>, ApiError> {
    let is_absent = |field: &Field<String>| matches!(field, Field::Absent | Field::Null);
    if is_absent(&code) && is_absent(&issuer) {
        return Ok(None);
    }
    let credit = Credit {
        code: wire::asset_code(code)?,
        issuer: wire::account(issuer, "issuer")?,
    };
    Ok(Some(credit.into()))
}

impl Response {
    fn valid(address: MuxedAccount, account: Option<&Account>, asset: Option<&Asset>) -> Self {
        let is_muxed = address.id.is_some();
        Self {
            valid: true,
            address: address.to_string(),
            kind: if is_muxed { "muxed" } else { "account" },
            exists: account.is_some(),
            memo_required: !is_muxed && account.is_some_and(|account| account.requires_memo),
            trusts: asset.map(|asset| account.is_some_and(|account| account.trusts(asset))),
            reason: None,
        }
    }

    fn invalid(error: AddressError) -> Self {
        Self {
            valid: false,
            address: String::new(),
            kind: "",
            exists: false,
            memo_required: false,
            trusts: None,
            // The same message as in the rejection of a payment to this string.
            reason: Some(ApiError::from(error).message.into_owned()),
        }
    }
}
