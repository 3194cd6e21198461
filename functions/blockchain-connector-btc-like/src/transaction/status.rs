//! GET /api/transaction/status/{chain}

use crate::wire;
use crate::{ChainTable, Services};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::wire::{OutpointList, TxidField};
use wallet_btc_like::{Chain, OutPoint, Params, TransactionStatus, Txid};
use wallet_core::model::Network;
use wallet_core::wire::BtcLikeTxidText;
use wallet_http::{
    ApiError, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// Transaction to query.
    pub struct Request {
        /// The transaction id: 64 hex digits in display order.
        txid: Required<TxidField>,
        /// At most five outputs that the transaction spends, as `txid:index`, separated by commas. A replaced transaction is
        /// recognised by them after the network has forgotten it.
        inputs: Field<OutpointList>,
        /// livenet or testnet.
        network: Field<Network>,
    }
}

/// Confirmation status of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TransactionStatusResponse)]
pub struct Response {
    /// The transaction id in lower case, without `0x`.
    txid: BtcLikeTxidText,
    /// `pending` while the transaction is in the mempool, `confirmed` when it is in a block, `rejected` when another
    /// transaction in a block spends one of its inputs.
    #[schema(pattern = "^(pending|confirmed|rejected)$", example = "confirmed")]
    status: &'static str,
    /// The transaction in a block that spends one of the inputs; present if the status is `rejected`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = BtcLikeTxidText, required = false)]
    replaced_by: Option<BtcLikeTxidText>,
    /// The number of confirmations, its own block included; 0 while pending and if rejected.
    #[schema(example = 6)]
    confirmations: u32,
    /// The block height; empty while pending and if rejected.
    #[schema(pattern = "^([0-9]+)?$", example = "170")]
    block: String,
    /// The block time in Unix seconds. While pending, the time of first sighting, or 0 if it is unknown; 0 if
    /// rejected.
    #[schema(example = 1_231_731_025)]
    date: u64,
}

/// Returns the confirmation status of a transaction.
///
/// A replaced transaction is `rejected` if another one in a block spends one of its inputs. The network forgets a replaced
/// transaction, so its inputs are those of `inputs`, those of a transaction that this instance has sent, or those that an
/// upstream with the extensions of mempool.space reports, for a day after the replacement was mined. Otherwise a
/// replaced or dropped transaction is unknown to the network and has no status.
#[utoipa::path(
    get, path = "/api/transaction/status/{chain}", operation_id = "transactionStatus",
    extensions(("x-error-codes" = json!([ErrorCode::NetworkNotSupported, ErrorCode::TransactionNotFound]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let (params, txid, inputs) = read(&services.chains, chain, request)?;
    budget.spend(Cost::STATUS)?;
    let status = services
        .node
        .transaction_status(params, txid, &inputs, deadline)
        .await?;
    let status = status.ok_or_else(wire::transaction_not_found)?;
    Ok(Data(Response::new(txid, status)))
}

fn read(
    chains: &ChainTable,
    chain: Chain,
    request: Request,
) -> Result<(&'static Params, Txid, Vec<OutPoint>), ApiError> {
    let (txid, inputs) = (request.txid.get()?, request.inputs.or_default()?);
    Ok((wire::params(chains, chain, request.network)?, txid, inputs))
}

impl Response {
    fn new(txid: Txid, status: TransactionStatus) -> Self {
        let txid = BtcLikeTxidText::of(txid);
        match status {
            TransactionStatus::Pending { first_seen } => Self {
                txid,
                status: "pending",
                replaced_by: None,
                confirmations: 0,
                block: String::new(),
                date: first_seen,
            },
            TransactionStatus::Confirmed {
                block,
                confirmations,
                time,
            } => Self {
                txid,
                status: "confirmed",
                replaced_by: None,
                confirmations,
                block: block.to_string(),
                date: time,
            },
            TransactionStatus::Replaced { by } => Self {
                txid,
                status: "rejected",
                replaced_by: Some(BtcLikeTxidText::of(by)),
                confirmations: 0,
                block: String::new(),
                date: 0,
            },
        }
    }
}
