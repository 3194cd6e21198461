//! Error messages of every supported client.

use super::*;
use proptest::prelude::*;
use serde_json::json;

fn read(code: i64, message: &str) -> Result<SubmitOutcome, Failure> {
    classify(&RpcError::from(json!({ "code": code, "message": message })))
}

#[test]
fn known_transaction_is_a_success() {
    for (code, message) in [
        (-32000, "already known"),
        (-32010, "AlreadyKnown"),
        (-32000, "Known transaction"),
        (-32000, "known transaction: 0xabc"),
        (-32000, "ALREADY_EXISTS: already known"),
        (-32003, "transaction already imported"),
        (1000, "anything"),
    ] {
        assert_eq!(read(code, message), Ok(SubmitOutcome::Known), "{message}");
    }
}

#[test]
fn used_nonce_is_ambiguous() {
    for (code, message) in [
        (-32000, "nonce too low"),
        (-32000, "nonce too low: address 0x5aAe, tx: 0 state: 1"),
        (-32010, "OldNonce, Current nonce: 1, nonce of rejected tx: 0."),
        (-32001, "Nonce too low"),
        (-32003, "nonce too low"),
        (-32000, "Nonce too low. Expected nonce to be 1 but got 0."),
        (1, "anything"),
    ] {
        let outcome = read(code, message);
        assert_eq!(
            outcome,
            Ok(SubmitOutcome::Ambiguous(RejectReason::NonceTooLow)),
            "{message}"
        );
    }
}

#[test]
fn reverted_transaction_may_be_in_a_block() {
    let outcome = read(
        -32603,
        "Error: VM Exception while processing transaction: reverted with reason string 'no'",
    );
    assert_eq!(outcome, Ok(SubmitOutcome::Ambiguous(RejectReason::Other)));
}

#[track_caller]
fn assert_rejected(reason: RejectReason, errors: &[(i64, &str)]) {
    for (code, message) in errors {
        assert_eq!(read(*code, message), Ok(SubmitOutcome::Rejected(reason)), "{message}");
    }
}

#[test]
fn nonce_and_balance_rejections_have_their_reason() {
    let replacement = [
        (-32000, "replacement transaction underpriced"),
        (-32010, "ReplacementNotAllowed"),
        (-32000, "INTERNAL_ERROR: could not replace existing tx"),
        (
            -32003,
            "Replacement transaction underpriced. A gasPrice/maxFeePerGas of at least 11 is necessary to replace the \
             existing transaction with nonce 5.",
        ),
    ];
    assert_rejected(RejectReason::ReplacementUnderpriced, &replacement);
    let nonce = [
        (-32000, "Nonce too high. Expected nonce to be 1 but got 5."),
        (-32006, "Transaction nonce is too distant from current sender nonce"),
        (-32000, "gapped-nonce tx from delegated accounts"),
    ];
    assert_rejected(RejectReason::NonceTooHigh, &nonce);
    let funds = [
        (
            -32000,
            "insufficient funds for gas * price + value: balance 0, tx cost 5, overshot 5",
        ),
        (-32010, "InsufficientFunds, Account balance: 0, cumulative cost: 5"),
        (
            -32004,
            "Upfront cost exceeds account balance (transaction up-front cost 0x5 exceeds transaction sender account \
             balance 0x0)",
        ),
        (-32003, "Insufficient funds for gas * price + value"),
        (
            -32000,
            "Sender doesn't have enough funds to send tx. The max upfront cost is: 5 and the sender's balance is: 0.",
        ),
        (809, "anything"),
    ];
    assert_rejected(RejectReason::InsufficientFunds, &funds);
}

#[test]
fn gas_and_price_rejections_have_their_reason() {
    let too_low = [
        (-32000, "intrinsic gas too low: gas 20000, minimum needed 21000"),
        (-32000, "insufficient gas for floor data gas cost"),
        (-32003, "Transaction requires at least 21000 gas but got 20000"),
    ];
    assert_rejected(RejectReason::GasTooLow, &too_low);
    let too_high = [
        (-32000, "exceeds block gas limit"),
        (-32000, "transaction gas limit too high (cap: 16777216, tx: 30000000)"),
        (
            -32000,
            "Transaction gas limit is 31000000 and exceeds block gas limit of 30000000",
        ),
        // Besu, with the code of a rate limit.
        (-32005, "Transaction gas limit exceeds block gas limit"),
    ];
    assert_rejected(RejectReason::GasTooHigh, &too_high);
    let expensive = [(-32000, "tx fee (2.10 ether) exceeds the configured cap (1.00 ether)")];
    assert_rejected(RejectReason::FeeTooHigh, &expensive);
    let cheap = [
        (-32000, "transaction underpriced"),
        (
            -32000,
            "transaction gas price below minimum: gas tip cap 1, minimum needed 25000000000",
        ),
        (-32010, "FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 1, BaseFee: 7"),
        (
            -32000,
            "max fee per gas less than block base fee: address 0x5a, maxFeePerGas: 1, baseFee: 7",
        ),
        (-32009, "Gas price below configured minimum gas price"),
        (
            -32000,
            "Transaction gasPrice (1) is too low for the next block, which has a baseFeePerGas of 7",
        ),
    ];
    assert_rejected(RejectReason::FeeTooLow, &cheap);
}

#[test]
fn other_rejections_are_non_standard_or_other() {
    let against_rules = [
        (-32000, "transaction type not supported"),
        (-32000, "oversized data: transaction size 140000, limit 131072"),
    ];
    assert_rejected(RejectReason::NotStandard, &against_rules);
    let unknown = [
        (-32000, "<b>visit evil.example</b>"),
        (
            -32602,
            "invalid argument 0: rlp: value size exceeds available input length",
        ),
    ];
    assert_rejected(RejectReason::Other, &unknown);
}

/// Recorded in smartcontractkit/chainlink-evm (`pkg/client/errors_test.go`, MIT), and in Besu's `RpcErrorType`.
#[test]
fn texts_of_parity_and_besu_have_their_reason() {
    use RejectReason::{FeeTooLow, GasTooHigh, GasTooLow, InsufficientFunds, NotStandard};
    for (reason, code, message) in [
        (GasTooHigh, -32005, "Transaction gas limit cap exceeded"),
        (GasTooHigh, -32010, "Supplied gas is beyond limit."),
        (
            GasTooHigh,
            -32010,
            "Transaction cost exceeds current gas limit. Limit: 50, got: 100. Try decreasing supplied gas.",
        ),
        (
            GasTooLow,
            -32010,
            "Transaction gas is too low. There is not enough gas to cover minimal cost of the transaction (minimal: 100 \
             got: 50) Try increasing supplied gas.",
        ),
        (
            FeeTooLow,
            -32010,
            "Transaction gas price is too low. It does not satisfy your node's minimal gas price (minimal: 100 got: 50). \
             Try increasing the gas price.",
        ),
        (
            NotStandard,
            -32010,
            "Transaction is too big, see chain specification for the limit.",
        ),
        (InsufficientFunds, -32000, "transaction would cause overdraft"),
    ] {
        assert_rejected(reason, &[(code, message)]);
    }
    let full = "There are too many transactions in the queue. Your transaction was dropped due to limit. Try increasing the fee.";
    assert_eq!(read(-32010, full), Ok(SubmitOutcome::Unable));
}

#[test]
fn reasons_of_the_node_itself_are_not_rejections() {
    for (code, message) in [
        (-32000, "txpool is full"),
        (-32003, "transaction pool is full"),
        (-32000, "INTERNAL_ERROR: queued sub-pool is full"),
        (-32000, "pending sub-pool is full"),
        (-32000, "spammer"),
        (-32000, "future transaction tries to replace pending"),
        (-32000, "in-flight transaction limit reached for delegated accounts"),
        (-32000, "account limit exceeded: pooled 16 txs"),
        (
            -32002,
            "Transaction pool not enabled. (Either txpool explicitly disabled, or node not yet in sync).",
        ),
        (-32007, "Sender account not authorized to send transactions"),
        (-32000, "An invalid transaction with a lower nonce exists"),
        (-32010, "Syncing"),
        (-32001, "rpc method is not whitelisted"),
        (-32000, "unauthorized: API key missing"),
        (-32011, "no backends available for method"),
        (
            -32601,
            "the method eth_sendRawTransaction does not exist/is not available",
        ),
        (-32004, "Method eth_sendRawTransaction is not supported"),
    ] {
        assert_eq!(read(code, message), Ok(SubmitOutcome::Unable), "{message}");
    }
}

#[test]
fn errors_not_about_the_transaction_are_failures() {
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
        (-32000, "upstream request timeout"),
        (-32000, "context deadline exceeded"),
        (-32600, "<html>please install our wallet</html>"),
    ] {
        let outcome = read(code, message);
        assert!(
            matches!(
                outcome,
                Err(Failure::Unusable { .. } | Failure::Declined { .. } | Failure::RejectedRequest { .. })
            ),
            "{message}: {outcome:?}"
        );
    }
    for (code, message) in [(-32005, "limit exceeded"), (-32000, "rate limited")] {
        let outcome = read(code, message);
        assert!(
            matches!(outcome, Err(Failure::Throttled { .. })),
            "{message}: {outcome:?}"
        );
    }
}

/// Texts of erigontech/erigon `txnprovider/txpool/txpoolcfg/txpoolcfg.go` (LGPL-3.0). The RPC daemon puts the import
/// result before some of them.
#[test]
fn texts_of_erigon() {
    for message in [
        "existing tx with same hash",
        "existing txn with same hash",
        "already known",
    ] {
        assert_eq!(read(-32000, message), Ok(SubmitOutcome::Known), "{message}");
    }
    let reasons: &[(RejectReason, &[&str])] = &[
        (
            RejectReason::GasTooHigh,
            &["gas limit is too high", "INTERNAL_ERROR: gas limit is too high"],
        ),
        (
            RejectReason::GasTooLow,
            &["IntrinsicGas", "INTERNAL_ERROR: IntrinsicGas"],
        ),
        (
            RejectReason::NotStandard,
            &["RLPTooLong", "oversized data", "initcode too large"],
        ),
        (
            RejectReason::NotStandard,
            &["fork supporting this transaction type is not activated yet"],
        ),
        (RejectReason::FeeTooLow, &["FEE_TOO_LOW: underpriced", "fee too low"]),
        (RejectReason::InsufficientFunds, &["INTERNAL_ERROR: insufficient funds"]),
        (
            RejectReason::ReplacementUnderpriced,
            &["replacement transaction underpriced", "could not replace existing tx"],
        ),
    ];
    for (reason, messages) in reasons {
        let errors: Vec<_> = messages.iter().map(|message| (-32000, *message)).collect();
        assert_rejected(*reason, &errors);
    }
    for message in ["pending sub-pool is full", "baseFee sub-pool is full", "spammer"] {
        assert_eq!(read(-32000, message), Ok(SubmitOutcome::Unable), "{message}");
    }
}

/// Texts of NethermindEth/nethermind `src/Nethermind/Nethermind.TxPool/TxPoolErrorMessages.cs` (LGPL-3.0).
#[test]
fn texts_of_nethermind() {
    let errors = |message| [(-32010, message), (-32000, message)];
    assert_rejected(RejectReason::GasTooHigh, &errors("gas limit reached"));
    assert_rejected(RejectReason::NonceTooHigh, &errors("nonce too far in future"));
    assert_rejected(RejectReason::NonceTooHigh, &errors("NonceTooFarInFuture"));
    assert_rejected(
        RejectReason::NonceTooHigh,
        &errors("NonceTooFarInFuture, Nonce in TxPool: 5"),
    );
    assert_rejected(RejectReason::NonceTooHigh, &errors("delegation nonce gap"));
    assert_rejected(RejectReason::NonceTooHigh, &errors("NotCurrentNonceForDelegation"));
    assert_rejected(RejectReason::NotStandard, &errors("NotSupportedTxType"));
    assert_rejected(RejectReason::NotStandard, &errors("MaxTxSizeExceeded"));
    assert_rejected(RejectReason::NonceTooHigh, &errors("nonce too high"));
    assert_rejected(RejectReason::NotStandard, &errors("transaction too large"));
    assert_rejected(RejectReason::NotStandard, &errors("unsupported transaction type"));
    assert_rejected(RejectReason::FeeTooLow, &errors("transaction underpriced"));
    assert_rejected(RejectReason::Other, &errors("sender not an eoa"));
    for message in [
        "pending transaction type conflict",
        "delegation authority has pending transaction",
        "node is syncing",
    ] {
        assert_eq!(read(-32010, message), Ok(SubmitOutcome::Unable), "{message}");
    }
}

/// Texts of paradigmxyz/reth `crates/transaction-pool/src/error.rs` (Apache-2.0 or MIT), and new texts of
/// ethereum/go-ethereum `core/error.go` (LGPL-3.0), both of August 2026.
#[test]
fn texts_of_reth_and_geth() {
    let errors = |message| [(-32003, message), (-32000, message)];
    assert_rejected(
        RejectReason::ReplacementUnderpriced,
        &errors("insufficient gas price to replace existing transaction"),
    );
    for message in [
        "transaction feeCap 1 below chain minimum",
        "transaction priority fee below minimum required priority fee 5",
    ] {
        assert_rejected(RejectReason::FeeTooLow, &errors(message));
    }
    for message in [
        "transaction's gas limit 5 exceeds block's gas limit 4",
        "transaction's gas limit 5 exceeds maximum per-transaction gas limit 4",
        "gas limit overflow",
    ] {
        assert_rejected(RejectReason::GasTooHigh, &errors(message));
    }
    assert_rejected(
        RejectReason::GasTooLow,
        &errors("out of gas covering EIP-2780 runtime charge"),
    );
    assert_rejected(
        RejectReason::InsufficientFunds,
        &errors("transaction overdraws from account, balance: 1, cost: 2"),
    );
    for message in [
        "transaction discarded outright due to pool size constraints",
        "transaction type 2 conflicts with existing transaction for 0x5a",
    ] {
        assert_eq!(read(-32003, message), Ok(SubmitOutcome::Unable), "{message}");
    }
}

/// Text of hyperledger/besu `RpcErrorType.java` (Apache-2.0).
#[test]
fn texts_of_besu() {
    assert_rejected(RejectReason::FeeTooHigh, &[(-32000, "Transaction fee cap exceeded")]);
    // A block base fee above the fee cap is a low price.
    let message = "fee cap less than block base fee: address 0x5a, maxFeePerGas: 1 baseFee: 7";
    assert_rejected(RejectReason::FeeTooLow, &[(-32000, message)]);
}

proptest! {
    #[test]
    fn any_text_has_an_outcome_or_is_a_failure(message in ".{0,200}", code in any::<i64>()) {
        let _ = read(code, &message);
    }
}

/// Texts of OffchainLabs/nitro `execution/gethexec` (`forwarder.go`, `sequencer.go`, `executionengine.go`, BUSL-1.1),
/// op-geth `core/txpool/errors.go` and geth `core/txpool/txpool.go` (LGPL-3.0), and Besu `RpcErrorType.java`
/// (Apache-2.0): another node may take the transaction.
#[test]
fn local_policies_are_not_rejections() {
    for (code, message) in [
        (
            -32000,
            "currently not accepting transactions due to expected surplus being below threshold",
        ),
        (-32000, "transaction sender is not on the whitelist"),
        (-32000, "block creation stopped in execution engine"),
        (-32000, "transaction filtered out"),
        (-32000, "pool already terminated"),
        (
            -32000,
            "Plugin has marked the transaction as not acceptable by the transaction pool",
        ),
        (-32000, "Plugin has marked the transaction as invalid"),
        (-32008, "Initial sync is still in progress"),
    ] {
        assert_eq!(read(code, message), Ok(SubmitOutcome::Unable), "{message}");
    }
}

/// Text of OffchainLabs/nitro `execution/gethexec/forwarder.go`: a target may have the transaction. The others are of
/// Nethermind `TxErrorMessages.cs` and reth `crates/rpc/rpc-eth-types/src/error`: the signature has been verified here.
#[test]
fn unknown_outcomes_and_other_chains_are_failures() {
    for message in [
        "failed to publish transaction to any of the forwarding targets",
        "failed to recover sender",
        "InvalidTxSignature: Signature is invalid.",
        "invalid transaction signature",
    ] {
        for code in [-32000, -32003, -32010] {
            let outcome = read(code, message);
            assert!(
                matches!(outcome, Err(Failure::Unusable { .. })),
                "{message}: {outcome:?}"
            );
        }
    }
}

/// Texts of reth `crates/transaction-pool/src/error.rs` (MIT), Nethermind `TxErrorMessages.cs` (LGPL-3.0), and geth
/// `core/vm/errors.go`, which the calculation of the intrinsic gas returns.
#[test]
fn limits_of_reth_nethermind_and_geth_have_their_reason() {
    let code_size = "transaction's input size 50000 exceeds max_init_code_size 49152";
    assert_rejected(RejectReason::NotStandard, &[(-32000, code_size)]);
    for cap in [
        "TxGasLimitCapExceeded: Gas limit 30000000 exceeded cap of 16777216.",
        "TxGasLimitCapExceeded: Gas limit 30000000 exceeed cap of 16777216.",
    ] {
        assert_rejected(RejectReason::GasTooHigh, &[(-32000, cap), (-32010, cap)]);
    }
    assert_rejected(RejectReason::Other, &[(-32000, "gas uint64 overflow")]);
}
