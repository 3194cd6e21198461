//! Concurrent look-ups of the transactions whose outputs a payment spends.

use futures::stream::{Stream, StreamExt, TryStreamExt};
use std::collections::{HashMap, HashSet};
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{AddressType, Input, OutPoint, Params, ParentTransaction, Txid, VerifiedOutputs};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::ApiError;

/// Maximum number of concurrent look-ups of a request.
const MAX_CONCURRENT: usize = 8;

/// Maximum length of all `parents` of a response in bytes: 4 MB in hex, and functions return at most 6 MB.
const MAX_LENGTH: usize = 2_000_000;

/// Result of the look-up of a transaction: the outputs, or `None` if unknown to the network.
pub type LookUp = Result<Option<VerifiedOutputs>, UpstreamError>;

/// Looks up each transaction of the outputs once, and returns the results in the order of arrival.
pub fn look_up(
    node: &dyn BtcLikeNode,
    params: &'static Params,
    outpoints: impl IntoIterator<Item = OutPoint>,
    deadline: Deadline,
) -> impl Stream<Item = (Txid, LookUp)> {
    let mut indexes: HashMap<Txid, Vec<u32>> = HashMap::new();
    for outpoint in outpoints.into_iter().collect::<HashSet<_>>() {
        indexes.entry(outpoint.txid).or_default().push(outpoint.vout);
    }
    let look_ups = indexes.into_iter().map(move |(txid, indexes)| async move {
        let outputs = node.verified_outputs(params, txid, &indexes, deadline).await;
        (txid, outputs)
    });
    futures::stream::iter(look_ups).buffer_unordered(MAX_CONCURRENT)
}

/// Returns the outputs, or `None` if a transaction is unknown to the network.
pub async fn all(
    node: &dyn BtcLikeNode,
    params: &'static Params,
    outpoints: impl IntoIterator<Item = OutPoint>,
    deadline: Deadline,
) -> Result<Option<VerifiedOutputs>, UpstreamError> {
    let look_ups = look_up(node, params, outpoints, deadline);
    let found: Vec<Option<VerifiedOutputs>> = look_ups.map(|(_, look_up)| look_up).try_collect().await?;
    let found: Option<Vec<VerifiedOutputs>> = found.into_iter().collect();
    Ok(found.map(|outputs| outputs.into_iter().flatten().collect()))
}

/// Returns the transactions that created the inputs with values that the signatures do not prove: each once, as the
/// bytes that the transaction id is the hash of, in hex. A signature that commits to the value of a single input proves
/// nothing about the remaining inputs (docs/decisions/utxo-payments.md#parents-for-unproven-inputs). Returns an error
/// once the transactions are longer than a response may be; the remaining transactions are not looked up.
pub async fn of_unproven(
    node: &dyn BtcLikeNode,
    params: &'static Params,
    inputs: &[Input],
    deadline: Deadline,
) -> Result<Vec<String>, ApiError> {
    let has_taproot = inputs
        .iter()
        .any(|input| input.owner.address_type() == AddressType::P2tr);
    let are_partly_proven = inputs.len() > 1 && !has_taproot;
    let is_unproven = |input: &&Input| are_partly_proven || !input.owner.signatures_commit_to_values();
    let unproven = inputs.iter().filter(is_unproven);
    let txids: HashSet<Txid> = unproven.map(|input| input.utxo.outpoint.txid).collect();
    let look_ups = txids.into_iter().map(|txid| async move {
        let bytes = node.raw_transaction(params, txid, deadline).await?;
        let hashed = bytes.and_then(|bytes| ParentTransaction::hashed_bytes(&bytes).ok());
        let unknown = || UpstreamError::Unusable {
            cause: format!("the transaction {txid} is unknown"),
        };
        hashed.ok_or_else(unknown).map_err(ApiError::from)
    });
    let mut look_ups = futures::stream::iter(look_ups).buffer_unordered(MAX_CONCURRENT);
    let (mut parents, mut length) = (Vec::new(), 0);
    while let Some(parent) = look_ups.try_next().await? {
        length += parent.len();
        if length > MAX_LENGTH {
            return Err(too_long());
        }
        parents.push(hex::encode(parent));
    }
    Ok(parents)
}

fn too_long() -> ApiError {
    ApiError::invalid_request(format!(
        "parents: the transactions that created the inputs must have at most {MAX_LENGTH} bytes together; send a smaller \
         amount, or name inputs of smaller transactions in utxo."
    ))
    .at("parents")
}
