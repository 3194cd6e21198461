//! What a node of an EVM chain means when it refuses a transaction.
//!
//! Clients word the same reason differently, and most of them under the code −32000 for everything. The texts are those
//! of geth and its kin (bor, op-geth, avalanchego, bsc, Opera), Erigon, Nethermind, Besu, reth, anvil and hardhat; the
//! codes those that ethereum/execution-apis gives (`error-groups`), and Nethermind's own.

use super::rpc_error::{INSUFFICIENT_FUNDS, RpcError};
use crate::broadcast::Verdict;
use crate::failure::Failure;
use wallet_core::ports::upstream::RejectReason;

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
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn read(code: i64, message: &str) -> Result<Verdict, Failure> {
        verdict(&RpcError::from(json!({ "code": code, "message": message })))
    }

    #[test]
    fn a_node_that_has_it_already_is_a_success() {
        for (code, message) in [
            (-32000, "already known"),
            (-32010, "AlreadyKnown"),
            (-32000, "Known transaction"),
            (-32000, "known transaction: 0xabc"),
            (-32000, "ALREADY_EXISTS: already known"),
            (-32003, "transaction already imported"),
            (1000, "anything"),
        ] {
            assert_eq!(read(code, message), Ok(Verdict::Known), "{message}");
        }
    }

    #[test]
    fn a_used_nonce_is_ambiguous() {
        for (code, message) in [
            (-32000, "nonce too low"),
            (-32000, "nonce too low: address 0x5aAe, tx: 0 state: 1"),
            (-32010, "OldNonce, Current nonce: 1, nonce of rejected tx: 0."),
            (-32001, "Nonce too low"),
            (-32003, "nonce too low"),
            (-32000, "Nonce too low. Expected nonce to be 1 but got 0."),
            (1, "anything"),
        ] {
            let verdict = read(code, message);
            assert_eq!(verdict, Ok(Verdict::Ambiguous(RejectReason::NonceTooLow)), "{message}");
        }
    }

    #[test]
    fn a_transaction_that_reverts_may_be_in_a_block() {
        let verdict = read(
            -32603,
            "Error: VM Exception while processing transaction: reverted with reason string 'no'",
        );
        assert_eq!(verdict, Ok(Verdict::Ambiguous(RejectReason::Other)));
    }

    #[test]
    fn refusals_have_their_reason() {
        use RejectReason::{
            FeeTooHigh, FeeTooLow, GasTooHigh, GasTooLow, InsufficientFunds, NonceTooHigh, NotStandard, Other,
            ReplacementUnderpriced,
        };
        for (code, message, reason) in [
            (-32000, "replacement transaction underpriced", ReplacementUnderpriced),
            (-32010, "ReplacementNotAllowed", ReplacementUnderpriced),
            (
                -32000,
                "INTERNAL_ERROR: could not replace existing tx",
                ReplacementUnderpriced,
            ),
            (
                -32003,
                "Replacement transaction underpriced. A gasPrice/maxFeePerGas of at least 11 is necessary to replace \
                 the existing transaction with nonce 5.",
                ReplacementUnderpriced,
            ),
            (
                -32000,
                "Nonce too high. Expected nonce to be 1 but got 5.",
                NonceTooHigh,
            ),
            (
                -32006,
                "Transaction nonce is too distant from current sender nonce",
                NonceTooHigh,
            ),
            (-32000, "gapped-nonce tx from delegated accounts", NonceTooHigh),
            (
                -32000,
                "insufficient funds for gas * price + value: balance 0, tx cost 5, overshot 5",
                InsufficientFunds,
            ),
            (
                -32010,
                "InsufficientFunds, Account balance: 0, cumulative cost: 5",
                InsufficientFunds,
            ),
            (
                -32004,
                "Upfront cost exceeds account balance (transaction up-front cost 0x5 exceeds transaction sender \
                 account balance 0x0)",
                InsufficientFunds,
            ),
            (-32003, "Insufficient funds for gas * price + value", InsufficientFunds),
            (
                -32000,
                "Sender doesn't have enough funds to send tx. The max upfront cost is: 5 and the sender's balance is: 0.",
                InsufficientFunds,
            ),
            (
                -32000,
                "intrinsic gas too low: gas 20000, minimum needed 21000",
                GasTooLow,
            ),
            (-32000, "insufficient gas for floor data gas cost", GasTooLow),
            (
                -32003,
                "Transaction requires at least 21000 gas but got 20000",
                GasTooLow,
            ),
            (-32000, "exceeds block gas limit", GasTooHigh),
            (
                -32000,
                "transaction gas limit too high (cap: 16777216, tx: 30000000)",
                GasTooHigh,
            ),
            (
                -32000,
                "Transaction gas limit is 31000000 and exceeds block gas limit of 30000000",
                GasTooHigh,
            ),
            (
                -32000,
                "tx fee (2.10 ether) exceeds the configured cap (1.00 ether)",
                FeeTooHigh,
            ),
            (-32000, "transaction underpriced", FeeTooLow),
            (
                -32000,
                "transaction gas price below minimum: gas tip cap 1, minimum needed 25000000000",
                FeeTooLow,
            ),
            (
                -32010,
                "FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 1, BaseFee: 7",
                FeeTooLow,
            ),
            (
                -32000,
                "max fee per gas less than block base fee: address 0x5a, maxFeePerGas: 1, baseFee: 7",
                FeeTooLow,
            ),
            (-32009, "Gas price below configured minimum gas price", FeeTooLow),
            (
                -32000,
                "Transaction gasPrice (1) is too low for the next block, which has a baseFeePerGas of 7",
                FeeTooLow,
            ),
            (-32000, "transaction type not supported", NotStandard),
            (
                -32000,
                "in-flight transaction limit reached for delegated accounts",
                NotStandard,
            ),
            (-32000, "<b>visit evil.example</b>", Other),
            (
                -32602,
                "invalid argument 0: rlp: value size exceeds available input length",
                Other,
            ),
            (809, "anything", InsufficientFunds),
        ] {
            assert_eq!(read(code, message), Ok(Verdict::Rejected(reason)), "{message}");
        }
    }

    #[test]
    fn what_is_no_judgement_of_the_transaction_is_a_failure() {
        for (code, message) in [
            (0, ""),
            (-32000, "invalid sender"),
            (-32000, "invalid chain id for signer: have 1 want 5"),
            (
                -32000,
                "Trying to send an incompatible EIP-155 transaction, signed for another chain.",
            ),
            (-32603, "Internal error"),
            (-32000, "internal error"),
            (
                -32601,
                "the method eth_sendRawTransaction does not exist/is not available",
            ),
            (-32000, "upstream request timeout"),
            (-32000, "context deadline exceeded"),
            (-32600, "<html>please install our wallet</html>"),
        ] {
            let verdict = read(code, message);
            assert!(
                matches!(verdict, Err(Failure::Unusable { .. } | Failure::Declined { .. })),
                "{message}: {verdict:?}"
            );
        }
        for (code, message) in [
            (-32000, "txpool is full"),
            (-32005, "limit exceeded"),
            (-32000, "rate limited"),
        ] {
            let verdict = read(code, message);
            assert!(
                matches!(verdict, Err(Failure::Refused { .. })),
                "{message}: {verdict:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_has_a_verdict_or_is_a_failure(message in ".{0,200}", code in any::<i64>()) {
            let _ = read(code, &message);
        }
    }
}
