//! POST /api/transaction/get-hash/{chain}/claimable-balance

use super::terms::TermsRequest;
use super::{Response, build};
use crate::wire::{self, ChainPath};
use crate::{Services, facts};
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_http::{
    ApiError, Bearer, Body, Data, Field, HandlerResult, PathChain, Read, RequestDeadline, ResultExt, network,
};
use wallet_xlm::operation::{ClaimClaimableBalance, Operation, OperationBody, Operations};
use wallet_xlm::{AccountId, BalanceId, Chain};

/// The claim of a claimable balance.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClaimableBalanceRequest)]
pub struct Request {
    /// The public key of the claimant: 64 hex digits, or its address.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^((0[xX])?[0-9a-fA-F]{64}|G[A-Z2-7]{55})$",
        example = "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a")]
    public_key: Field<String>,
    /// The network: `livenet` or `testnet`. The hash is valid only on this network.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// The balance id: 72 hex digits as returned by address info, or B….
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^((0[xX])?0{8}[0-9a-fA-F]{64}|B[A-Z2-7]{57})$",
        example = "00000000dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7")]
    claimable_balance_id: Field<String>,
    #[serde(flatten)]
    terms: TermsRequest,
}

/// Builds the claim of a claimable balance and returns the hash to sign.
///
/// The endpoint does not check that the account may claim the balance now; address info reports this.
#[utoipa::path(
    post,
    path = "/api/transaction/get-hash/{chain}/claimable-balance",
    operation_id = "getHashClaimableBalance",
    tag = "transaction",
    params(ChainPath),
    request_body = Request,
    responses(
        (status = 200, description = "The transaction and its hash", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let source = wire::public_key(request.public_key)?.account();
    let network = network(request.network)?;
    let id = balance_id(&request.claimable_balance_id.required("claimableBalanceId")?)?;
    claim(&services, source, network, id, request.terms, deadline).await
}

/// Parses the balance id in the field of this request.
pub fn balance_id(text: &str) -> Result<BalanceId, ApiError> {
    text.parse::<BalanceId>().at("claimableBalanceId")
}

/// Builds the claim of a balance.
pub async fn claim(
    services: &Services,
    source: AccountId,
    network: Network,
    balance_id: BalanceId,
    terms: TermsRequest,
    deadline: Deadline,
) -> HandlerResult<Response> {
    let terms = terms.read(1)?;
    let source = services.node.account(network, source, deadline).await?;
    let source = facts::existing(source, "publicKey")?;
    let claim = OperationBody::ClaimClaimableBalance(ClaimClaimableBalance { balance_id });
    let operations = Operations::one(Operation::of_source(claim));
    let response = build(&source, network, &operations, &terms, services.clock.now());
    Ok(Data(response.at("publicKey")?))
}
