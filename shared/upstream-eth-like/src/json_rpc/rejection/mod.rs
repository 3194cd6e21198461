//! Classification of the errors with which EVM nodes reject a transaction.
//!
//! Clients word the same reason differently, mostly under the general code −32000. The phrases are those of
//! geth and its forks (bor, op-geth, avalanchego, bsc, Opera), Erigon, Nethermind, Besu, reth, Parity, anvil
//! and hardhat. The codes are those of ethereum/execution-apis (`error-groups`) and of Nethermind.

mod phrases;

use super::rpc_error::RpcError;
use phrases::{CODE_KNOWN, CODES, KNOWN, NOT_SERVING, OTHER_CHAIN, OWN_FAULTS, OWN_REASONS, REJECTED, UNKNOWN_OUTCOME};
use wallet_core::ports::upstream::RejectReason;
use wallet_upstream::broadcast::SubmitOutcome;
use wallet_upstream::failure::Failure;

/// Reads a node's response to a submission. An error that is neither about the transaction nor a reason of the
/// node itself is a failure of the node.
pub(super) fn classify(error: &RpcError) -> Result<SubmitOutcome, Failure> {
    // Chain id and signature have been verified here: a node that rejects them follows another chain.
    if error.is_rate_limit() || error.contains(OTHER_CHAIN) || error.contains(UNKNOWN_OUTCOME) {
        return Err(error.failure());
    }
    if error.contains(OWN_REASONS) {
        return Ok(SubmitOutcome::Unable);
    }
    if error.contains(KNOWN) {
        return Ok(SubmitOutcome::Known);
    }
    let row = REJECTED.iter().find(|(phrases, _)| error.contains(phrases));
    if let Some(reason) = row.map(|(_, reason)| *reason) {
        return Ok(rejection(reason));
    }
    if error.revert_data().is_some() {
        // hardhat reports this for a transaction that it has already included in a block.
        return Ok(SubmitOutcome::Ambiguous(RejectReason::Other));
    }
    match error.code {
        CODE_KNOWN => Ok(SubmitOutcome::Known),
        code => match CODES.iter().find(|(known, _)| *known == code) {
            Some((_, reason)) => Ok(rejection(*reason)),
            None if error.is_missing_method() || error.contains(NOT_SERVING) => Ok(SubmitOutcome::Unable),
            None if is_rejection(error) => Ok(SubmitOutcome::Rejected(RejectReason::Other)),
            None => Err(error.failure()),
        },
    }
}

/// Returns the outcome for a reason. A used nonce may have been used by this same transaction.
const fn rejection(reason: RejectReason) -> SubmitOutcome {
    match reason {
        RejectReason::NonceTooLow => SubmitOutcome::Ambiguous(reason),
        _ => SubmitOutcome::Rejected(reason),
    }
}

/// Returns true if an error with an unknown message is about the transaction: nodes use these codes for
/// rejections, and for some internal faults.
fn is_rejection(error: &RpcError) -> bool {
    matches!(error.code, -32003..=-32000 | -32010 | -32602) && !error.contains(OWN_FAULTS)
}

#[cfg(test)]
mod tests;
