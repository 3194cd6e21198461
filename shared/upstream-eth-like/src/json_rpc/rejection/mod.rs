//! Classification of the errors with which EVM nodes reject a transaction.
//!
//! Clients word the same reason differently, mostly under the general code −32000. The phrases are those of
//! geth and its forks (bor, op-geth, avalanchego, bsc, Opera), Erigon, Nethermind, Besu, reth, Parity, anvil
//! and hardhat. The codes are those of ethereum/execution-apis (`error-groups`) and of Nethermind.

#[cfg(test)]
mod tests;

use super::rpc_error::RpcError;
use crate::json_rpc::rpc_error::{BLOCK_GAS_LIMIT, INSUFFICIENT_FUNDS};
use wallet_core::ports::upstream::RejectReason;
use wallet_upstream::{Failure, SubmitOutcome};

/// Reads a node's response to a submission. An error that is neither about the transaction nor a reason of the
/// node is a failure of the node.
pub(super) fn classify(error: &RpcError) -> Result<SubmitOutcome, Failure> {
    // Chain id and signature have been verified here: a node that rejects them follows a different chain.
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
        // hardhat reports this for a transaction that is already in a block.
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

/// Phrases of a node of a different chain.
pub(crate) const OTHER_CHAIN: &[&str] = &[
    "invalid sender",
    "chain id",
    "chainid",
    "another chain",
    "eip-155",
    "invalid signature",
    // Nethermind.
    "failed to recover sender",
    "signature is invalid",
    // reth.
    "invalid transaction signature",
];

/// Phrases of a node that has passed the transaction on without a result: the targets may have the transaction (Nitro).
pub(crate) const UNKNOWN_OUTCOME: &[&str] = &["failed to publish transaction"];

/// Phrases of a node that does not take the transaction for a local reason: the pool, the synchronisation,
/// the permissions, or transactions in the pool. Further nodes may take the transaction.
pub(crate) const OWN_REASONS: &[&str] = &[
    "pool is full",
    "mempool is full",
    // Parity.
    "too many transactions in the queue",
    // Besu.
    "transaction pool not enabled",
    "not yet in sync",
    "sender account not authorized",
    "lower nonce exists",
    "sync is still in progress",
    "plugin has marked the transaction",
    // Nitro.
    "expected surplus being below threshold",
    "sender is not on the whitelist",
    "block creation stopped",
    // op-geth.
    "transaction filtered out",
    // geth and its forks.
    "future transaction tries to replace pending",
    "in-flight transaction limit",
    "account limit exceeded",
    "address already reserved",
    "pool already terminated",
    // Erigon.
    "spammer",
    // reth.
    "due to pool size constraints",
    "conflicts with existing transaction",
    // Nethermind.
    "pendingtxsofconflictingtype",
    "pending transaction type conflict",
    "delegatorhaspendingtx",
    "delegation authority has pending transaction",
];

/// Phrases of a node or gateway that serves no transactions now, or not to us. A rejection may contain some of
/// them, so they are matched afterwards.
pub(crate) const NOT_SERVING: &[&str] = &[
    "syncing",
    "not synced",
    "not in sync",
    "not ready",
    "not whitelisted",
    "unauthorized",
    "api key",
    "no backends",
    "backend offline",
    "not healthy",
];

/// Phrases of a node that already has this transaction.
pub(crate) const KNOWN: &[&str] = &[
    "already known",
    "alreadyknown",
    "known transaction",
    "already imported",
    "already in mempool",
    "already in the pool",
    "already exists",
    // Erigon.
    "existing tx with same hash",
    "existing txn with same hash",
];

/// Phrases for faults of nodes and gateways under the codes of rejections.
pub(crate) const OWN_FAULTS: &[&str] = &[
    "internal",
    "timeout",
    "timed out",
    "deadline",
    "canceled",
    "unavailable",
    "connection",
    "upstream",
    "try again",
    "not found",
    "missing trie node",
    "not available",
    "not supported",
    "temporar",
    "overload",
];

/// Phrases by reason. The first matching row decides.
pub(crate) const REJECTED: &[(&[&str], RejectReason)] = &[
    (
        &[
            "replacement",
            "could not replace",
            // reth.
            "to replace existing transaction",
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
            // Nethermind, with the names of older versions.
            "nonce too far in future",
            "noncetoofarinfuture",
            "notcurrentnoncefordelegation",
        ],
        RejectReason::NonceTooHigh,
    ),
    (INSUFFICIENT_FUNDS, RejectReason::InsufficientFunds),
    (
        &[
            "intrinsic gas too low",
            // Parity.
            "not enough gas to cover minimal cost",
            "intrinsic gas exceeds gas limit",
            "gaslimittoolow",
            "gas limit too low",
            "insufficient gas for floor",
            "call gas cost",
            "transaction requires at least",
            // Erigon.
            "intrinsicgas",
            // geth (EIP-2780).
            "out of gas covering",
        ],
        RejectReason::GasTooLow,
    ),
    (BLOCK_GAS_LIMIT, RejectReason::GasTooHigh),
    (
        &[
            "gaslimitexceeded",
            // Parity.
            "supplied gas is beyond limit",
            "exceeds current gas limit",
            "gas limit too high",
            "intrinsic gas too high",
            "exceeds max transaction gas limit",
            "exceeds transaction gas cap",
            "gas limit exceeds",
            "gas limit overflow",
            // reth.
            "exceeds block's gas limit",
            "exceeds maximum per-transaction gas limit",
            // Erigon.
            "gas limit is too high",
            // Nethermind.
            "gas limit reached",
            "txgaslimitcapexceeded",
        ],
        RejectReason::GasTooHigh,
    ),
    (
        &[
            "exceeds the configured cap",
            "exceeds configured cap",
            "exceeds configured max",
            // Besu.
            "fee cap exceeded",
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
            "transaction gas price is too low",
            "gas price below",
            "gas price is below",
            "below configured minimum gas price",
            "less than block base fee",
            "less than the block base fee",
            "lower than the block base fee",
            "below current base fee",
            "is too low for the next block",
            // reth.
            "below chain minimum",
            "priority fee below minimum",
        ],
        RejectReason::FeeTooLow,
    ),
    (
        &[
            "transaction is too big",
            "type not supported",
            "oversized data",
            "transaction size",
            "transaction too large",
            "rlptoolong",
            "max initcode size",
            "initcode too large",
            // reth.
            "max_init_code_size",
            "transaction type is not activated",
            "unsupported transaction type",
            "delegated account",
            "invalid transaction type",
            "invalidtxtype",
            "notsupportedtxtype",
            "maxtxsizeexceeded",
        ],
        RejectReason::NotStandard,
    ),
    // The intrinsic gas, not a simulated call.
    (&["gas uint64 overflow"], RejectReason::Other),
];

/// Code of execution-apis for a transaction that the node already has.
pub(crate) const CODE_KNOWN: i64 = 1000;

/// Further codes of execution-apis.
pub(crate) const CODES: &[(i64, RejectReason)] = &[
    (1, RejectReason::NonceTooLow),
    (2, RejectReason::NonceTooHigh),
    (800, RejectReason::GasTooLow),
    (802, RejectReason::FeeTooLow),
    (803, RejectReason::GasTooHigh),
    (806, RejectReason::FeeTooLow),
    (809, RejectReason::InsufficientFunds),
];
