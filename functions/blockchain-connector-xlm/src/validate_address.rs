//! GET /api/validate-address/{chain}

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_http::{Answer, ApiError, Bearer, Data, Field, PathChain, Query, Read, Within, network};
use wallet_xlm::{Account, AddressError, Asset, Chain, Credit, MuxedAccount};

/// What is to be looked at.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The text that may be an address.
    #[serde(default)]
    #[param(value_type = String, required, example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
    address: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// With `issuer`: the code of an asset that the address may be paid with.
    #[serde(default)]
    #[param(value_type = Option<String>, pattern = "^[0-9a-zA-Z]{1,12}$", example = "USDC")]
    code: Field<String>,
    /// With `code`: the account that issues the asset.
    #[serde(default)]
    #[param(value_type = Option<String>, example = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN")]
    issuer: Field<String>,
}

/// What the text is. All fields but `trusts` and the reason are always there (docs/decisions/0110).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ValidateAddressResponse)]
pub struct Response {
    /// Whether it is an address.
    #[schema(example = true)]
    valid: bool,
    /// The address; empty when it is not valid.
    #[schema(
        pattern = "^(G[A-Z2-7]{55}|M[A-Z2-7]{68})?$",
        example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    )]
    address: String,
    /// account for G…, muxed for M…; empty when it is not valid.
    #[schema(pattern = "^(account|muxed)?$", example = "account")]
    kind: &'static str,
    /// Whether its account exists. Lumens paid to a G… that does not exist create it.
    #[schema(example = true)]
    exists: bool,
    /// Whether a payment to this address must have a memo (SEP-29). A muxed address never wants one.
    #[schema(example = false)]
    memo_required: bool,
    /// Where an asset was named: whether the account issues it or has a trustline for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    trusts: Option<bool>,
    /// Why it is not valid, in one sentence for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "This is a strkey, but not of an account, whose address begins with G or M.")]
    reason: Option<String>,
}

/// Tells whether a text is an address, and how its account can be paid.
///
/// The network is asked only about a valid address.
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
    _: PathChain<Chain>,
    Within(deadline): Within,
    Query(request): Query<Request>,
) -> Answer<Response> {
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

/// The asset that is asked about, if there is one.
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
            // The sentence that a payment to this text would be refused with.
            reason: Some(ApiError::from(error).message.into_owned()),
        }
    }
}
