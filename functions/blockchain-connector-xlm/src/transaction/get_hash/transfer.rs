//! POST /api/transaction/get-hash/{chain}/transfer

use super::terms::{Terms, TermsRequest};
use super::{Response, build};
use crate::wire::{self, AssetRequest, ChainPath};
use crate::{Services, facts};
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_http::{
    Answer, ApiError, Bearer, Body, Data, ErrorCode, Field, Object, PathChain, Read, ResultExt, Within, network,
};
use wallet_xlm::operation::{Operations, PositiveStroops};
use wallet_xlm::{AccountId, Asset, Chain, Transfer};

/// A payment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TransferRequest)]
pub struct Request {
    /// The key of the account that pays: 64 hex digits, or its address.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^((0[xX])?[0-9a-fA-F]{64}|G[A-Z2-7]{55})$",
        example = "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a")]
    public_key: Field<String>,
    /// livenet or testnet. The hash is bound to it.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// Who is paid: G…, or M… where a number tells the users of an account apart.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^(G[A-Z2-7]{55}|M[A-Z2-7]{68})$",
        example = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI")]
    to: Field<String>,
    /// How much, in stroops.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^[1-9][0-9]*$", example = "25000000")]
    amount: Field<String>,
    /// What is paid; the lumen when it is left out.
    #[serde(default)]
    #[schema(value_type = AssetRequest, required = false)]
    asset: Field<Object<AssetRequest>>,
    #[serde(flatten)]
    terms: TermsRequest,
}

/// The same as domain values.
struct Asked {
    source: AccountId,
    network: Network,
    transfer: Transfer,
    terms: Terms,
}

/// Builds a payment and gives the hash to sign.
///
/// Lumens to an account that does not exist create it. Of another asset the sender and the recipient need trustlines that
/// are authorized, unless they issue it. A recipient that takes payments with a memo only (SEP-29) is refused without one:
/// 400 with `details.memoRequired`.
#[utoipa::path(
    post,
    path = "/api/transaction/get-hash/{chain}/transfer",
    operation_id = "getHashTransfer",
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
    Within(deadline): Within,
    Body(request): Body<Request>,
) -> Answer<Response> {
    let asked = request.read()?;
    let (node, network) = (&services.node, asked.network);
    let (source, recipient, ledger) = tokio::try_join!(
        node.account(network, asked.source, deadline),
        node.account(network, asked.transfer.to.account, deadline),
        node.ledger(network, deadline)
    )?;
    let source = facts::existing(source, "publicKey")?;
    let (memo, reserve) = (&asked.terms.memo, ledger.base_reserve);
    let operation = asked.transfer.operation(&source, recipient.as_ref(), memo, reserve)?;
    let operations = Operations::one(operation);
    let response = build(&source, network, &operations, &asked.terms, services.clock.now());
    Ok(Data(response.at("publicKey")?))
}

impl Request {
    fn read(self) -> Result<Asked, ApiError> {
        let source = wire::public_key(self.public_key)?.account();
        let network = network(self.network)?;
        let to = wire::recipient(self.to)?;
        let amount = wire::amount(&self.amount.required("amount")?)?;
        let amount = PositiveStroops::new(amount).ok_or_else(nothing)?;
        let asset = self.asset.optional("asset")?.map(|Object(asset)| asset.read());
        let asset = asset.transpose().at("asset")?.unwrap_or(Asset::Native);
        Ok(Asked {
            source,
            network,
            transfer: Transfer { to, asset, amount },
            terms: self.terms.read(1)?,
        })
    }
}

fn nothing() -> ApiError {
    ApiError::new(ErrorCode::InvalidAmount, "Give an amount above 0.").at("amount")
}
