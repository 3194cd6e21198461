//! POST /api/transaction/send/{chain}

use crate::{ChainTable, Services};
use crate::{parents, wire};
use axum::extract::State;
use serde::Serialize;
use std::time::Instant;
use utoipa::ToSchema;
use wallet_btc_like::{Chain, Params, SignedTransaction, TransactionError};
use wallet_core::model::{Network, parse_hex};
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason};
use wallet_core::wire::BtcLikeTxidText;
use wallet_http::{
    ApiError, Body, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, ResultExt,
    UpstreamBudget,
};

/// Percentage of the request time available to parent lookups; the rest suffices for a broadcast
/// (docs/decisions/upstreams.md#broadcasts-of-unknown-outcome).
const LOOK_UPS_PERCENT: u32 = 60;

wallet_core::request! {
    /// A signed transaction.
    #[schema(as = SendRequest)]
    pub struct Request {
        /// The signed transaction in hex, as in the attach-signature response.
        txdata: Required<SignedTransaction>,
        /// livenet or testnet.
        network: Field<Network>,
    }
}

/// Transaction known to the network.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SendResponse)]
pub struct Response {
    /// The transaction id: 64 hex digits in display order.
    txid: BtcLikeTxidText,
}

/// Broadcasts a signed transaction.
///
/// A transaction that the network already has is a success. The spent outputs are looked up first, and an actual
/// fee out of bounds is rejected: this detects incorrect `utxo` values. The same applies to a bch transaction whose
/// outputs lack tokens of its inputs, which would be burnt. Repeating the request with the same bytes
/// is always safe.
#[utoipa::path(
    post, path = "/api/transaction/send/{chain}", operation_id = "send",
    responses(
        (status = 422, description = "`details.reason` is missing_inputs, conflict, fee_too_low, fee_too_high, dust, \
            invalid_script, not_standard or rejected_by_node."),
        (status = 503, description = "With `details.txid`, a broadcast was attempted and no node is known to \
            have the transaction."),
        (status = 504, description = "With `details.txid`, the transaction may have been sent; send the same \
            bytes again."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidTransaction, ErrorCode::NetworkNotSupported, ErrorCode::InsufficientFunds,
        ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh, ErrorCode::TransactionRejected,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let (params, transaction) = read(&services.chains, chain, request)?;
    budget.spend_send(transaction.outpoints().count())?;
    let node = &*services.node;
    let txid = transaction.txid();
    let accepted = Ok(Data(Response {
        txid: BtcLikeTxidText::of(txid),
    }));
    let is_known = async || {
        node.raw_transaction(params, txid, deadline)
            .await
            .map(|found| found.is_some())
    };
    if transaction.is_hogex() {
        let error = || ApiError::from(TransactionError::Hogex).at("txdata");
        return if is_known().await? { accepted } else { Err(error()) };
    }
    let look_ups = deadline.percent(LOOK_UPS_PERCENT, Instant::now());
    let Some(parents) = parents::all(node, params, transaction.outpoints(), look_ups).await? else {
        // Nodes may have pruned the spent outputs of a confirmed transaction: this may be such a transaction.
        return if is_known().await? {
            accepted
        } else {
            Err(RejectReason::MissingInputs.into())
        };
    };
    transaction.check_against_parents(params, &parents)?;
    match node.broadcast(params, &transaction, deadline).await {
        Ok(BroadcastOutcome::Accepted) => {
            services.broadcasts.record(chain, params.network, txid).await;
            accepted
        }
        Ok(BroadcastOutcome::Rejected(reason)) => Err(reason.into()),
        Ok(BroadcastOutcome::Unknown) => Err(ApiError::broadcast_outcome_unknown(txid)),
        // The transaction may have been sent; the id allows the client to check its status.
        Err(error) => Err(ApiError::from(error).detail("txid", txid.to_string())),
    }
}

fn read(chains: &ChainTable, chain: Chain, request: Request) -> Result<(&'static Params, SignedTransaction), ApiError> {
    let txdata = request.txdata;
    txdata.is_present()?;
    // The specification lists txdata before the network, but full validation requires the network.
    let hex = parse_hex(txdata.text()).map_err(|_| TransactionError::NotHex);
    hex.at(txdata.name())?;
    let params = wire::params(chains, chain, request.network)?;
    Ok((params, txdata.get_in(params)?))
}
