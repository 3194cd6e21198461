//! POST /api/transaction/send/{chain}

use crate::{Services, facts};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::{SignedNetwork, XlmTxidText};
use wallet_http::{
    ApiError, Body, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, ResultExt,
    UpstreamBudget,
};
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Account, AccountId, AccountQuery, Chain, Envelope, Submission};

wallet_core::request! {
    /// A signed transaction.
    #[schema(as = SendRequest)]
    pub struct Request {
        /// The signed transaction as returned by attach-signature: XDR in base64.
        txdata: Required<Envelope>,
        /// The network: `livenet` or `testnet`. Must be the network of the transaction's signatures.
        /// Detected from the signatures if absent. Required for a transaction without signatures, which its accounts
        /// have authorized by a signer of type `preAuthTx`.
        network: Field<SignedNetwork>,
    }
}

/// A transaction that the network accepted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SendResponse)]
pub struct Response {
    /// The transaction id: its hash.
    txid: XlmTxidText,
}

/// Sends a signed transaction.
///
/// The endpoint waits some seconds for the ledger; a transaction that fails there results in status
/// 422. A transaction that is not in a ledger by then is a success as well, and transaction/status reports its
///      further progress. Sending a transaction that the network already has is a success: it is always safe to
///      send the same bytes again.
#[utoipa::path(
    post, path = "/api/transaction/send/{chain}", operation_id = "send",
    responses(
        (status = 422, description = "`details.reason` is bad_sequence, outside_time_bounds, bad_signatures, fee_too_low, \
            insufficient_funds, account_missing, operation_failed or rejected_by_node. `details.resultCodes` has the \
            result codes of the network: transaction, innerTransaction of a fee bump, and operations."),
        (status = 503, description = "With `details.txid`, a broadcast was attempted and no node is known to \
            have the transaction."),
        (status = 504, description = "With `details.txid`, the transaction may have been sent; send the same \
            bytes again."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidSignature, ErrorCode::InvalidTransaction, ErrorCode::TransactionRejected,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let name = request.txdata.name();
    let envelope = request.txdata.get()?;
    let network = match request.network.if_present() {
        None => {
            envelope.check_signed().at(name)?;
            budget.spend_send(2 * envelope.sources().len())?;
            detect(&*services.node, &envelope, deadline).await?
        }
        Some(network) => {
            let network = network.get()?;
            envelope.check_network(network).at(name)?;
            budget.spend_send(0)?;
            network
        }
    };
    let txid = hex::encode(envelope.hash(network));
    match services.node.broadcast(network, &envelope, deadline).await {
        // No record for the notifications, unlike the other families: Stellar has no pending state, and the next ledger,
        // after five seconds, has the event that is final.
        Ok(Submission::Applied | Submission::Pending) => Ok(Data(Response {
            txid: XlmTxidText(txid),
        })),
        Ok(Submission::Rejected(codes)) => Err(codes.into()),
        Ok(Submission::Unknown) => Err(ApiError::broadcast_outcome_unknown(txid)),
        // The transaction may have been sent, so the error contains the id for a look-up.
        Err(error) => Err(ApiError::from(error).detail("txid", txid)),
    }
}

/// Returns the network that the envelope was signed for, detected by the keys of the accounts or,
/// failing that, by their signers on each network.
async fn detect(node: &dyn XlmNode, envelope: &Envelope, deadline: Deadline) -> Result<Network, ApiError> {
    let sources = envelope.sources();
    if let Some(network) = envelope.signed_network(|_| sources.clone()) {
        return Ok(network);
    }
    let queries = || sources.iter().copied().map(AccountQuery::from).collect::<Vec<_>>();
    let (livenet, testnet) = tokio::join!(
        facts::accounts(node, Network::Livenet, queries(), deadline),
        facts::accounts(node, Network::Testnet, queries(), deadline)
    );
    let signed = envelope.signed_network(|network| match network {
        Network::Livenet => keys(&livenet),
        Network::Testnet => keys(&testnet),
    });
    if let Some(network) = signed {
        return Ok(network);
    }
    // A network that did not respond may be the right network; a network without upstreams cannot be.
    let failures = [livenet.err(), testnet.err()].into_iter().flatten();
    let mut failures = failures.filter(|failure| !matches!(failure, UpstreamError::NotConfigured { .. }));
    Err(failures.next().map_or_else(no_network, ApiError::from))
}

/// Returns the keys that may sign for the accounts. Empty if the network did not respond.
fn keys(accounts: &Result<Vec<Account>, UpstreamError>) -> Vec<AccountId> {
    accounts.iter().flatten().flat_map(Account::keys).collect()
}

fn no_network() -> ApiError {
    let message = "No signature is by a signer of the accounts of this transaction on any network; \
                   pass the network that it was signed for.";
    ApiError::new(ErrorCode::InvalidSignature, message).at("network")
}
