//! POST /api/transaction/send/{chain}

use crate::Services;
use crate::wire::{self, ChainPath};
use axum::extract::State;
use futures::stream::{StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::time::Instant;
use utoipa::ToSchema;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{Chain, Params, ParentTransaction, SignedTransaction, TransactionError, Txid};
use wallet_core::model::parse_hex;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};
use wallet_http::{Answer, ApiError, Bearer, Body, Data, Field, PathChain, Read, ResultExt, Within};

/// How many of the transactions that are spent are looked up at once.
const LOOK_UPS_AT_ONCE: usize = 8;

/// How much of a request's time these look-ups may take: what is left is enough for a broadcast (docs/decisions/0403).
const LOOK_UPS_PERCENT: u32 = 60;

/// A signed transaction.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SendRequest)]
pub struct Request {
    /// The signed transaction in hex, as attach-signature gives it.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^(0[xX])?([0-9a-fA-F]{2})+$", example = "02000000000101…")]
    txdata: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// A transaction that the network has.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SendResponse)]
pub struct Response {
    /// Its id: 64 hex digits, as explorers print it.
    #[schema(
        pattern = "^[0-9a-f]{64}$",
        example = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16"
    )]
    txid: String,
}

/// Sends a signed transaction.
///
/// A transaction that the network has already is a success. The outputs that it spends are looked up first, and a
/// real fee out of bounds is refused: `utxo` values that were given wrong end here. Sending the same bytes again is
/// always safe.
#[utoipa::path(
    post,
    path = "/api/transaction/send/{chain}",
    operation_id = "send",
    tag = "transaction",
    params(ChainPath),
    request_body = Request,
    responses(
        (status = 200, description = "The network has the transaction", body = wallet_http::Envelope<Response>),
        (status = 422, description = "The network refuses the transaction; details.reason says why: missing_inputs, \
            conflict, fee_too_low, dust, invalid_script, not_standard or rejected_by_node"),
        (status = 502, description = "The network gave an unusable answer"),
        (status = 503, description = "The network cannot be reached. With details.txid a broadcast was tried and no \
            node is known to have the transaction"),
        (status = 504, description = "The network did not answer in time. With details.txid the transaction may have \
            been sent; send the same bytes again"),
    ),
    security(("bearer" = []))
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Within(deadline): Within,
    Body(request): Body<Request>,
) -> Answer<Response> {
    let (params, transaction) = read(chain, request)?;
    let node = &*services.node;
    let txid = transaction.txid();
    let accepted = Ok(Data(Response { txid: txid.to_string() }));
    let look_ups = deadline.percent(LOOK_UPS_PERCENT, Instant::now());
    let Some(parents) = parents(node, params, &transaction, look_ups).await? else {
        // Spent outputs of a transaction that is in a block may be forgotten: perhaps it is this one.
        let known = find(node, params, txid, deadline).await?.is_some();
        return if known {
            accepted
        } else {
            Err(RejectReason::MissingInputs.into())
        };
    };
    transaction.check_against_parents(params, &parents)?;
    match node.broadcast(params, &transaction, deadline).await {
        Ok(BroadcastOutcome::Accepted) => accepted,
        Ok(BroadcastOutcome::Rejected(reason)) => Err(reason.into()),
        Ok(BroadcastOutcome::Unknown) => Err(ApiError::fate_unknown(txid)),
        // The bytes may have left, so that the caller may want to look for itself.
        Err(error) => Err(ApiError::from(error).detail("txid", txid.to_string())),
    }
}

fn read(chain: Chain, request: Request) -> Result<(&'static Params, SignedTransaction), ApiError> {
    let txdata = request.txdata.required("txdata")?;
    // The specification lists txdata before the network, without which no more of it can be judged.
    parse_hex(&txdata).map_err(|_| TransactionError::NotHex).at("txdata")?;
    let params = wire::params(chain, request.network)?;
    let transaction = SignedTransaction::parse(params, &txdata).at("txdata")?;
    Ok((params, transaction))
}

/// The transactions whose outputs are spent, `None` when the network does not know one of them.
async fn parents(
    node: &dyn BtcLikeNode,
    params: &'static Params,
    transaction: &SignedTransaction,
    deadline: Deadline,
) -> Result<Option<HashMap<Txid, ParentTransaction>>, UpstreamError> {
    let txids: HashSet<Txid> = transaction.outpoints().map(|outpoint| outpoint.txid).collect();
    let look_ups = txids.into_iter().map(async |txid| {
        let parent = find(node, params, txid, deadline).await?;
        Ok::<_, UpstreamError>(parent.map(|parent| (txid, parent)))
    });
    let found: Vec<_> = futures::stream::iter(look_ups)
        .buffer_unordered(LOOK_UPS_AT_ONCE)
        .try_collect()
        .await?;
    Ok(found.into_iter().collect())
}

/// A transaction that the network knows, checked against its id: the upstream's word is not enough.
async fn find(
    node: &dyn BtcLikeNode,
    params: &'static Params,
    txid: Txid,
    deadline: Deadline,
) -> Result<Option<ParentTransaction>, UpstreamError> {
    let Some(bytes) = node.raw_transaction(params, txid, deadline).await? else {
        return Ok(None);
    };
    let transaction = ParentTransaction::decode(&bytes, txid);
    transaction.map(Some).map_err(|error| UpstreamError::Unusable {
        cause: format!("transaction {txid}: {error}"),
    })
}
