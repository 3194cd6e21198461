//! POST /api/transaction/send/{chain}

use crate::Services;
use crate::wire;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{Network, parse_hex};
use wallet_core::ports::upstream::BroadcastOutcome;
use wallet_core::wire::EthLikeTxidText;
use wallet_eth_like::{Chain, Params, SignedTransaction, TransactionError};
use wallet_http::{
    ApiError, Body, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, ResultExt,
    UpstreamBudget,
};

wallet_core::request! {
    /// A signed transaction.
    #[schema(as = SendRequest)]
    pub struct Request {
        /// The signed transaction in hex, as in the attach-signature response.
        txdata: Required<SignedTransaction>,
        /// livenet or testnet: the network that the transaction was signed for.
        network: Field<Network>,
    }
}

/// Transaction known to the network.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SendResponse)]
pub struct Response {
    /// The transaction hash.
    txid: EthLikeTxidText,
}

/// Broadcasts a signed transaction.
///
/// A transaction that the network already has is a success. A transaction without chain id, or with the chain id of
/// another chain or network, is never broadcast. Repeating the request with the same bytes is always safe.
#[utoipa::path(
    post, path = "/api/transaction/send/{chain}", operation_id = "send",
    responses(
        (status = 422, description = "`details.reason` is nonce_too_low, nonce_too_high, replacement_underpriced, \
            insufficient_funds, fee_too_low, fee_too_high, gas_too_low, gas_too_high, not_standard or rejected_by_node."),
        (status = 503, description = "With `details.txid`, a broadcast was attempted and no node is known to \
            have the transaction."),
        (status = 504, description = "With `details.txid`, the transaction may have been sent; send the same \
            bytes again."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidSignature, ErrorCode::InvalidTransaction, ErrorCode::FeeTooHigh,
        ErrorCode::TransactionRejected,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let (params, transaction) = read(chain, request)?;
    budget.spend_send(0)?;
    let txid = transaction.hash();
    match services.node.broadcast(params, &transaction, deadline).await {
        Ok(BroadcastOutcome::Accepted) => {
            services.broadcasts.record(chain, params.network, txid).await;
            Ok(Data(Response {
                txid: EthLikeTxidText::of(txid),
            }))
        }
        Ok(BroadcastOutcome::Rejected(reason)) => Err(reason.into()),
        Ok(BroadcastOutcome::Unknown) => Err(ApiError::broadcast_outcome_unknown(txid)),
        // The transaction may have been sent; the hash allows the client to check its status.
        Err(error) => Err(ApiError::from(error).detail("txid", txid.to_string())),
    }
}

fn read(chain: Chain, request: Request) -> Result<(Params, SignedTransaction), ApiError> {
    let txdata = request.txdata;
    txdata.is_present()?;
    // The specification lists txdata before the network, but full validation requires the network.
    let hex = parse_hex(txdata.text()).map_err(|_| TransactionError::NotHex);
    hex.at(txdata.name())?;
    let params = wire::params(chain, request.network)?;
    Ok((params, txdata.get_in(params)?))
}
