//! What a node of an EVM chain means when it refuses a transaction.
//!
//! Clients word the same reason differently, and most of them under the code −32000 for everything. The texts are those
//! of geth and its kin (bor, op-geth, avalanchego, bsc, Opera), Erigon, Nethermind, Besu, reth, anvil and hardhat; the
//! codes those that ethereum/execution-apis gives (`error-groups`), and Nethermind's own.

use super::rpc_error::{INSUFFICIENT_FUNDS, RpcError};
use wallet_core::ports::upstream::RejectReason;
use wallet_upstream::broadcast::Verdict;
use wallet_upstream::failure::Failure;

/// Reads a node's refusal. What is no judgement of the transaction is a failure of the node.
pub(super) fn verdict(error: &RpcError) -> Result<Verdict, Failure> {
    // Chain id and signature were verified here: a node that finds fault with them is of another chain.
    if error.is_rate_limit() || error.says(OTHER_CHAIN) {
        return Err(error.failure());
    }
    if error.says(FULL) {
        return Err(Failure::Refused {
            status: SERVICE_UNAVAILABLE,
            retry_after: None,
        });
    }
    if error.says(KNOWN) {
        return Ok(Verdict::Known);
    }
    let row = REJECTED.iter().find(|(phrases, _)| error.says(phrases));
    if let Some(reason) = row.map(|(_, reason)| *reason) {
        return Ok(judged(reason));
    }
    if error.revert_data().is_some() {
        // hardhat says so of a transaction that it has put into a block.
        return Ok(Verdict::Ambiguous(RejectReason::Other));
    }
    match error.code {
        CODE_KNOWN => Ok(Verdict::Known),
        code => match CODES.iter().find(|(known, _)| *known == code) {
            Some((_, reason)) => Ok(judged(*reason)),
            None if is_judgement(error) => Ok(Verdict::Rejected(RejectReason::Other)),
            None => Err(error.failure()),
        },
    }
}

/// A used nonce may have been used by this very transaction.
const fn judged(reason: RejectReason) -> Verdict {
    match reason {
        RejectReason::NonceTooLow => Verdict::Ambiguous(reason),
        _ => Verdict::Rejected(reason),
    }
}

/// Whether an error of an unknown text speaks of the transaction: nodes give these codes to what they refuse, and to some
/// faults of their own.
fn is_judgement(error: &RpcError) -> bool {
    matches!(error.code, -32003..=-32000 | -32010 | -32602) && !error.says(OWN_FAULTS)
}

/// The status that stands for a node that refuses for now.
const SERVICE_UNAVAILABLE: u16 = 503;

/// The node is of another chain.
const OTHER_CHAIN: &[&str] = &[
    "invalid sender",
    "chain id",
    "chainid",
    "another chain",
    "eip-155",
    "invalid signature",
];

/// The node has no room for anybody's transaction.
const FULL: &[&str] = &[
    "txpool is full",
    "transaction pool is full",
    "tx pool is full",
    "mempool is full",
];

/// The node has this very transaction.
const KNOWN: &[&str] = &[
    "already known",
    "alreadyknown",
    "known transaction",
    "already imported",
    "already in mempool",
    "already in the pool",
    "already exists",
];

/// Faults of nodes and gateways under the codes of judgements.
const OWN_FAULTS: &[&str] = &[
    "internal",
    "timeout",
    "timed out",
    "deadline",
    "canceled",
    "unavailable",
    "connection",
    "upstream",
    "try again",
    "syncing",
    "not ready",
    "not found",
    "missing trie node",
    "unauthorized",
    "api key",
    "not available",
    "not supported",
    "temporar",
    "overload",
];

/// The reasons of the nodes. The first row that fits decides.
const REJECTED: &[(&[&str], RejectReason)] = &[
    (
        &[
            "replacement",
            "could not replace",
            "there is another transaction with same nonce",
        ],
        RejectReason::ReplacementUnderpriced,
    ),
    (
        &[
            "nonce too low",
            "nonce is too low",
            "nonce_too_low",
            "oldnonce",
            "nonce has already been used",
        ],
        RejectReason::NonceTooLow,
    ),
    (
        &[
            "nonce too high",
            "nonce is too high",
            "nonce too distant",
            "too distant from current sender nonce",
            "nonce gap",
            "noncegap",
            "gapped-nonce",
        ],
        RejectReason::NonceTooHigh,
    ),
    (INSUFFICIENT_FUNDS, RejectReason::InsufficientFunds),
    (
        &[
            "intrinsic gas too low",
            "intrinsic gas exceeds gas limit",
            "gaslimittoolow",
            "gas limit too low",
            "insufficient gas for floor",
            "call gas cost",
            "transaction requires at least",
        ],
        RejectReason::GasTooLow,
    ),
    (
        &[
            "exceeds block gas limit",
            "exceeds the block gas limit",
            "gaslimitexceeded",
            "gas limit too high",
            "intrinsic gas too high",
            "exceeds max transaction gas limit",
            "exceeds transaction gas cap",
            "gas limit exceeds",
        ],
        RejectReason::GasTooHigh,
    ),
    (
        &[
            "exceeds the configured cap",
            "exceeds configured cap",
            "exceeds configured max",
        ],
        RejectReason::FeeTooHigh,
    ),
    (
        &[
            "underpriced",
            "feetoolow",
            "fee too low",
            "gas price too low",
            "gas price supplied is too low",
            "gas price below",
            "gas price is below",
            "below configured minimum gas price",
            "less than block base fee",
            "less than the block base fee",
            "lower than the block base fee",
            "below current base fee",
            "is too low for the next block",
        ],
        RejectReason::FeeTooLow,
    ),
    (
        &[
            "type not supported",
            "oversized data",
            "transaction size",
            "max initcode size",
            "delegated account",
            "invalid transaction type",
            "invalidtxtype",
        ],
        RejectReason::NotStandard,
    ),
];

/// The code of execution-apis for a transaction that the node has.
const CODE_KNOWN: i64 = 1000;

/// Its other codes.
const CODES: &[(i64, RejectReason)] = &[
    (1, RejectReason::NonceTooLow),
    (2, RejectReason::NonceTooHigh),
    (800, RejectReason::GasTooLow),
    (802, RejectReason::FeeTooLow),
    (803, RejectReason::GasTooHigh),
    (806, RejectReason::FeeTooLow),
    (809, RejectReason::InsufficientFunds),
];

#[cfg(test)]
mod tests;
