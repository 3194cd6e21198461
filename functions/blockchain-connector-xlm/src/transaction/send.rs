//! POST /api/transaction/send/{chain}

use crate::wire::ChainPath;
use crate::{Services, facts};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::{
    Answer, ApiError, Bearer, Body, Data, ErrorCode, Field, PathChain, Read, ResultExt, Within, network,
};
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Account, AccountId, Chain, Envelope, Submission};

/// A signed transaction.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SendRequest)]
pub struct Request {
    /// The signed transaction, as attach-signature gives it: XDR in base64.
    #[serde(default)]
    #[schema(value_type = String, required, example = "AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…")]
    txdata: Field<String>,
    /// livenet or testnet: the one that the transaction was signed for. Left out, its signatures tell.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// A transaction that the network has.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SendResponse)]
pub struct Response {
    /// Its id: the hash.
    #[schema(
        pattern = "^[0-9a-f]{64}$",
        example = "9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee"
    )]
    txid: String,
}

/// Sends a signed transaction.
///
/// It waits some seconds for the ledger: what failed there is 422. What is in no ledger yet is a success as well, and
/// transaction/status tells the rest. A transaction that the network has already is a success, and sending the same bytes
/// again is always safe.
#[utoipa::path(
    post,
    path = "/api/transaction/send/{chain}",
    operation_id = "send",
    tag = "transaction",
    params(ChainPath),
    request_body = Request,
    responses(
        (status = 200, description = "The network has the transaction", body = wallet_http::Envelope<Response>),
        (status = 422, description = "The network refuses the transaction; details.reason says why: bad_sequence, \
            outside_time_bounds, bad_signatures, fee_too_low, insufficient_funds, account_missing, operation_failed or \
            rejected_by_node. details.resultCodes has the network's own codes: transaction, innerTransaction of a fee \
            bump, and operations"),
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
    _: PathChain<Chain>,
    Within(deadline): Within,
    Body(request): Body<Request>,
) -> Answer<Response> {
    let envelope = Envelope::parse_signed(&request.txdata.required("txdata")?).at("txdata")?;
    let network = match request.network {
        Field::Absent | Field::Null => detect(&*services.node, &envelope, deadline).await?,
        given => {
            let network = network(given)?;
            envelope.check_network(network).at("txdata")?;
            network
        }
    };
    let txid = hex::encode(envelope.hash(network));
    match services.node.broadcast(network, &envelope, deadline).await {
        Ok(Submission::Applied | Submission::Pending) => Ok(Data(Response { txid })),
        Ok(Submission::Rejected(codes)) => Err(codes.into()),
        Ok(Submission::Unknown) => Err(ApiError::fate_unknown(txid)),
        // The bytes may have left, so that the caller may want to look for itself.
        Err(error) => Err(ApiError::from(error).detail("txid", txid)),
    }
}

/// The network that the envelope was signed for: its own accounts tell, else the signers that the networks know of them.
async fn detect(node: &dyn XlmNode, envelope: &Envelope, deadline: Deadline) -> Result<Network, ApiError> {
    let sources = envelope.sources();
    if let Some(network) = envelope.signed_network(|_| sources.clone()) {
        return Ok(network);
    }
    let (livenet, testnet) = tokio::join!(
        facts::accounts(node, Network::Livenet, sources.clone(), deadline),
        facts::accounts(node, Network::Testnet, sources, deadline)
    );
    let signed = envelope.signed_network(|network| match network {
        Network::Livenet => keys(&livenet),
        Network::Testnet => keys(&testnet),
    });
    if let Some(network) = signed {
        return Ok(network);
    }
    // A network that did not answer may be the one; one that is not served here is none.
    let failures = [livenet.err(), testnet.err()].into_iter().flatten();
    let mut failures = failures.filter(|failure| !matches!(failure, UpstreamError::NotConfigured { .. }));
    Err(failures.next().map_or_else(no_network, ApiError::from))
}

/// The keys that may sign for these accounts; none where the network did not tell.
fn keys(accounts: &Result<Vec<Account>, UpstreamError>) -> Vec<AccountId> {
    accounts.iter().flatten().flat_map(Account::keys).collect()
}

fn no_network() -> ApiError {
    let message = "No signature is of a key that may sign for the accounts of this transaction on one of the networks; \
                   give the network that it was signed for.";
    ApiError::new(ErrorCode::InvalidSignature, message).at("network")
}
