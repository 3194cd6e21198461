//! POST /api/utility/check-account-trustline

use super::FlatResult;
use crate::{Services, wire};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_http::{Bearer, Body, Field, Flat, FlatEnvelope, Read, RequestDeadline, network};
use wallet_xlm::Credit;

/// The account and the asset of a trustline.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CheckAccountTrustlineRequest)]
pub struct Request {
    /// The address of the account: G….
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^G[A-Z2-7]{55}$",
        example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
    address: Field<String>,
    /// The address of the issuing account: G….
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^G[A-Z2-7]{55}$",
        example = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN")]
    issuer: Field<String>,
    /// The asset code: 1 to 12 letters and digits.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^[0-9a-zA-Z]{1,12}$", example = "USDC")]
    code: Field<String>,
    /// The network: `livenet` or `testnet`.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// The existence of a trustline.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckAccountTrustlineResponse)]
pub struct Response {
    /// True if the account has a trustline for the asset. An issuer has none for its own asset.
    #[schema(example = true)]
    has_trustline: bool,
}

/// Checks that an account has a trustline for an asset. A missing account has none.
#[utoipa::path(
    post,
    path = "/api/utility/check-account-trustline",
    operation_id = "checkAccountTrustline",
    tag = "utility",
    request_body = Request,
    responses(
        (status = 200, description = "The existence of the trustline", body = FlatEnvelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> FlatResult<Response> {
    let address = wire::account(request.address, "address")?;
    let issuer = wire::account(request.issuer, "issuer")?;
    let code = wire::asset_code(request.code)?;
    let network = network(request.network)?;
    let account = services.node.account(network, address, deadline).await?;
    let credit = Credit { code, issuer };
    Ok(Flat(Response {
        has_trustline: account.is_some_and(|account| account.line(&credit).is_some()),
    }))
}
